import { expect, it } from 'vitest';
import { PostingsWriter } from '../../../../src/build/rows/postings-writer.js';
import { pairArrays } from '../../../../src/build/text/pair-writer.js';
import { LONGEST_CODE, writeCode } from '../../../../src/encoding/token-codes.js';
import { SeededRandom } from '../../../support/seeded-random.js';

/** Values of ranks, one a row, and their stream. */
function drawn(rowCount: number, terms: number) {
  const random = new SeededRandom(rowCount);
  const rows = Array.from({ length: rowCount }, () =>
    Array.from({ length: 12 }, () => Math.floor((terms * random.below(1000) * random.below(1000)) / 1e6)),
  );
  const bytes = new Uint8Array(rowCount * (1 + 12 * LONGEST_CODE));
  const starts = new Uint32Array(rowCount + 1);
  let at = 0;
  rows.forEach((ranks, row) => {
    bytes[at++] = 0;
    for (const rank of ranks) at = writeCode(bytes, at, rank);
    starts[row + 1] = at;
  });
  return { rows, stream: { bytes: bytes.subarray(0, at), starts, lengths: new Uint8Array(rowCount).fill(12) } };
}

it.each([
  ['few parts, whose pairs are sorted', 40, 90],
  ['many parts, whose pairs are in a table', 3000, 60],
])('lists the rows of each pair of neighbours: %s', (_, rowCount, terms) => {
  const { rows, stream } = drawn(rowCount, terms);
  // The rank of a term is not its number.
  const multiOf = Uint32Array.from({ length: terms }, (_, rank) => terms - 1 - rank);
  const pairs = new Map<number, number[]>();
  rows.forEach((ranks, row) => {
    for (let i = 1; i < ranks.length; i++) {
      const pair = multiOf[ranks[i - 1]] * terms + multiOf[ranks[i]];
      const list = pairs.get(pair) ?? [];
      if (list[list.length - 1] !== row) list.push(row);
      pairs.set(pair, list);
    }
  });
  const keys = [...pairs.keys()].sort((a, b) => a - b);
  const postings = new PostingsWriter(rowCount);
  for (const key of keys) {
    const list = Uint32Array.from(pairs.get(key) as number[]);
    postings.add(list, 0, list.length);
  }
  const numbers = Uint32Array.from({ length: terms }, (_, number) => number);
  expect(pairArrays(stream, multiOf)).toEqual([numbers, Uint32Array.from(keys), ...postings.arrays()]);
});
