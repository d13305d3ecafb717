import fc from 'fast-check';
import { expect, it } from 'vitest';
import { DeadRows } from '../../../../src/index/alive/dead-rows.js';
import { forAll } from '../../../support/for-all.js';

const numbers = fc.uniqueArray(fc.nat({ max: 199 }), { maxLength: 60 });

it('lists its rows, and those that were not dead before', () => {
  forAll([numbers, numbers], (before, more) => {
    const known = DeadRows.with(undefined, before, 200);
    const dead = DeadRows.with(known, more, 200);
    const ascending = (rows: Iterable<number>) => [...new Set(rows)].sort((a, b) => a - b);
    expect([...(dead?.rows() ?? [])]).toEqual(ascending([...before, ...more]));
    if (!known || !dead) return;
    expect(dead.hasAll(known)).toBe(true);
    expect([...dead.rowsSince(known)]).toEqual(ascending(more.filter((row) => !before.includes(row))));
  });
});
