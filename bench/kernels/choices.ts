import { ascending, sortFew } from '../../src/index/row-set/lists.js';
import { insertEach } from '../../src/query/places.js';
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

const LISTS = 64;

/** Short lists put in order: by insertion against `sort`. */
export function fewPairs(): Pair[] {
  return [...[8, 12, 16].map(fewRows), ...[10, 32, 64].map(fewPlaces)];
}

function fewRows(length: number): Pair {
  const lists = Array.from({ length: LISTS }, () => Uint32Array.from({ length }, () => random.below(ROWS)));
  const rows = new Uint32Array(256);
  const sorted = (sort: () => void) => {
    let sum = 0;
    for (const list of lists) {
      for (let i = 0; i < length; i++) rows[i] = list[i];
      sort();
      sum += checksum(rows, length);
    }
    return sum;
  };
  return {
    name: 'a short list of rows sorted: by insertion, against `sort`',
    on: `${length} rows`,
    constant: 'FEW_SORTED',
    fast: () => sorted(() => sortFew(rows, length)),
    naive: () => sorted(() => rows.subarray(0, length).sort()),
  };
}

function fewPlaces(length: number): Pair {
  const keys = Uint32Array.from({ length }, () => random.below(1_000_000));
  const isBefore = (a: number, b: number) => (keys[a] === keys[b] ? a < b : keys[a] < keys[b]);
  return {
    name: 'a short list of places sorted by a key: by insertion, against `sort`',
    on: `${length} places`,
    constant: 'FEW_PLACES',
    fast: () => {
      const places = ascending(0, length);
      insertEach(places, isBefore);
      return checksum(places, length);
    },
    naive: () =>
      checksum(
        ascending(0, length).sort((a, b) => (isBefore(a, b) ? -1 : 1)),
        length,
      ),
  };
}
