import { selectTop } from '../../src/query/top.js';
import { fastPaths } from '../../src/work/fast-paths.js';
import { finished } from '../../src/work/pauses.js';
import { UNBOUNDED, Work } from '../../src/work/work.js';
import { checksum, ROWS, random } from './inputs.js';
import type { Pair } from './pair.js';

/** The first rows of an order: chosen by a heap against sorted whole, around the number of rows that decides. */
export function choicePairs(): Pair[] {
  const rows = Uint32Array.from({ length: ROWS / 4 }, (_, i) => i * 4);
  const keys = [Uint32Array.from(rows, () => random.below(1_000_000))];
  const ranks = Uint32Array.from({ length: ROWS }, (_, row) => row);
  const first = (wanted: number) =>
    checksum(finished(selectTop(rows, rows.length, wanted, keys, ranks, new Work(UNBOUNDED))), Math.min(wanted, 50));
  return [10, 1000, 8_192, 32_768].map((wanted): Pair => {
    return {
      name: 'first rows of an order: chosen by a heap, against sorted whole',
      on: `${wanted.toLocaleString('en-US')} of ${rows.length.toLocaleString('en-US')} rows`,
      constant: 'LARGEST_HEAP',
      fast: () => first(wanted),
      naive: () => {
        fastPaths.heap = false;
        const sum = first(wanted);
        fastPaths.heap = true;
        return sum;
      },
    };
  });
}
