import fc from 'fast-check';
import { expect, it } from 'vitest';
import { DeadRows } from '../../../../src/index/alive/dead-rows.js';
import { deadOf, storedDead } from '../../../../src/node/live/dead-documents.js';
import { forAll } from '../../../support/for-all.js';

const again = (dead: DeadRows | undefined, rowCount: number) => deadOf(JSON.parse(JSON.stringify(storedDead(dead))), rowCount);

it('writes few dead documents as gaps, many as bits, and none as nothing', () => {
  expect(storedDead(undefined)).toEqual({});
  expect(deadOf({}, 100)).toBeUndefined();
  // 48 living ones before the first, none before the second, then 200: 48, 0, 72 + 128, 1.
  expect(storedDead(DeadRows.with(undefined, [48, 49, 250], 1000))).toEqual({
    deadGaps: Buffer.from([48, 0, 200, 1]).toString('base64url'),
  });
  const many = DeadRows.with(
    undefined,
    Array.from({ length: 100 }, (_, i) => i),
    100,
  );
  expect(storedDead(many)).toEqual({ dead: Buffer.from(many?.words.buffer as ArrayBuffer).toString('base64url') });
});

it('reads what it wrote, however many are dead', () => {
  const rows = fc
    .integer({ min: 1, max: 5000 })
    .chain((rowCount) => fc.tuple(fc.constant(rowCount), fc.uniqueArray(fc.nat({ max: rowCount - 1 }), { maxLength: rowCount })));
  forAll([rows], ([rowCount, numbers]) => {
    const dead = DeadRows.with(undefined, numbers, rowCount);
    expect(again(dead, rowCount)?.words).toEqual(dead?.words);
  });
});
