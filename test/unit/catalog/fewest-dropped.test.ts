import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Droppable } from '../../../src/ask/evidence.js';
import { fewestDropped } from '../../../src/catalog/fewest-dropped.js';
import { finished } from '../../../src/work/pauses.js';
import { UNBOUNDED, Work } from '../../../src/work/work.js';
import { forAll } from '../../support/for-all.js';

const ROWS = 96;

/** Which conditions each row meets that may be found at all, and the rank of each condition. */
interface Case {
  readonly ranks: readonly number[];
  readonly met: readonly (readonly boolean[])[];
  readonly within: readonly boolean[];
}

const cases: fc.Arbitrary<Case> = fc.integer({ min: 1, max: 40 }).chain((conditions) =>
  fc.record({
    ranks: fc.array(fc.integer({ min: 0, max: 3 }), { minLength: conditions, maxLength: conditions }),
    met: fc.array(
      fc.array(fc.oneof({ weight: 4, arbitrary: fc.constant(false) }, fc.boolean()), {
        minLength: conditions,
        maxLength: conditions,
      }),
      { minLength: ROWS, maxLength: ROWS },
    ),
    within: fc.array(fc.boolean(), { minLength: ROWS, maxLength: ROWS }),
  }),
);

/** Every set of conditions that some row leaves, by the rule. */
function expected({ ranks, met, within }: Case): readonly number[] | undefined {
  const left = new Map<string, number>();
  met.forEach((of, row) => {
    if (!within[row] || !of.some(Boolean)) return;
    const key = JSON.stringify(of.flatMap((isMet, at) => (isMet ? [] : [at])));
    left.set(key, (left.get(key) ?? 0) + 1);
  });
  const choices = [...left].map(([key, rows]) => ({ dropped: JSON.parse(key) as number[], rows }));
  const fewest = Math.min(...choices.map(({ dropped }) => dropped.length));
  const order = ({ dropped, rows }: (typeof choices)[0]) => [
    ...dropped.map((at) => ranks[at]).sort((a, b) => b - a),
    -rows,
    // Of equal ones those behind.
    ...dropped.map((at) => -at),
  ];
  const compare = (a: number[], b: number[]) => a.map((value, i) => value - b[i]).find((difference) => difference !== 0) ?? 0;
  return choices.filter(({ dropped }) => dropped.length === fewest).sort((a, b) => compare(order(a), order(b)))[0]?.dropped;
}

function bits(rows: readonly boolean[]): Int32Array {
  const words = new Int32Array(ROWS / 32);
  rows.forEach((isSet, row) => {
    if (isSet) words[row >>> 5] |= 1 << (row & 31);
  });
  return words;
}

it('drops the fewest conditions, of the lowest ranks, that leave the most parts', () => {
  forAll([cases, fc.integer({ min: 0, max: ROWS / 32 })], (given, cut) => {
    const { ranks, met, within } = given;
    const droppable = ranks.map((rank): Droppable => ({ rank, found: { condition: { kind: 'all' }, parts: 0 } }));
    const columns = ranks.map((_, at) => bits(met.map((of) => of[at])));
    const all = bits(within);
    // Two segments find what one does.
    const parts = [
      { within: all.slice(0, cut), words: columns.map((words) => words.slice(0, cut)) },
      { within: all.slice(cut), words: columns.map((words) => words.slice(cut)) },
    ];
    expect(finished(fewestDropped(parts, droppable, new Work(UNBOUNDED)))).toEqual(expected(given));
  });
});
