import * as bits from '../../src/index/row-set/bits.js';
import { advance, sortUnique } from '../../src/index/row-set/lists.js';
import { bitsOf, oneIn, ROWS, someRows, WORDS } from './inputs.js';
import type { Pair } from './pair.js';

const target = new Int32Array(WORDS);
const list = new Uint32Array(ROWS + 1);

/** Sets of rows: bitsets, sorted lists, and the choice between them. */
export function setPairs(): Pair[] {
  return [...bitsetPairs(), ...rowsOfBitsets(), ...listsInBitsets(), ...listPairs(), ...shapePairs()];
}

function bitsetPairs(): Pair[] {
  const half = bitsOf(someRows(0.5));
  const third = bitsOf(someRows(0.33));
  return [
    {
      name: 'intersection of two bitsets',
      on: 'words against rows one by one',
      fast: () => {
        target.set(half);
        bits.andBits(target, third);
        return target[7];
      },
      naive: () => {
        target.fill(0);
        for (let row = 0; row < ROWS; row++)
          if (bits.hasBit(half, row) && bits.hasBit(third, row)) target[row >>> 5] |= 1 << (row & 31);
        return target[7];
      },
    },
    {
      name: 'count of a bitset',
      on: 'four words at a time against one by one',
      fast: () => bits.countBits(third),
      naive: () => {
        let count = 0;
        for (let i = 0; i < third.length; i++) count += bits.bitsIn(third[i]);
        return count;
      },
    },
    {
      name: 'count of a bitset',
      on: 'parallel sums against one bit after the other',
      fast: () => bits.countBits(third),
      naive: () => {
        let count = 0;
        for (let i = 0; i < third.length; i++) for (let word = third[i]; word !== 0; word &= word - 1) count++;
        return count;
      },
    },
  ];
}

function rowsOfBitsets(): Pair[] {
  return [2, 16, 256].map((parts): Pair => {
    const words = bitsOf(someRows(1 / parts));
    return {
      name: 'rows of a bitset',
      on: oneIn(parts),
      fast: () => bits.collectBits(words, list),
      naive: () => {
        let count = 0;
        for (let row = 0; row < ROWS; row++) if (bits.hasBit(words, row)) list[count++] = row;
        return count;
      },
    };
  });
}

function listsInBitsets(): Pair[] {
  return [0.03, 0.5].map((share): Pair => {
    const rows = someRows(0.2);
    const words = bitsOf(someRows(share));
    return {
      name: 'rows of a list that are in a bitset',
      on: `without branches against with one; ${share * 100} % are`,
      fast: () => {
        list.set(rows);
        return bits.filterByBits(list, rows.length, words, 1);
      },
      naive: () => {
        list.set(rows);
        let kept = 0;
        for (let i = 0; i < rows.length; i++) if (bits.hasBit(words, list[i])) list[kept++] = list[i];
        return kept;
      },
    };
  });
}

/** The intersection of lists, galloping and merging, around the ratio of lengths that decides. */
function listPairs(): Pair[] {
  const long = someRows(0.25);
  return [2, 4, 8, 16, 64, 512].map((ratio): Pair => {
    const short = someRows(0.25 / ratio);
    return {
      name: 'intersection of two lists, galloping against merging',
      on: `one ${ratio} times as long as the other`,
      constant: 'GALLOP_RATIO',
      fast: () => {
        let kept = 0;
        for (let i = 0, at = 0; i < short.length; i++) {
          at = advance(long, at, long.length, short[i]);
          if (at < long.length && long[at] === short[i]) list[kept++] = short[i];
        }
        return kept;
      },
      naive: () => {
        let kept = 0;
        for (let i = 0, at = 0; i < short.length; i++) {
          while (at < long.length && long[at] < short[i]) at++;
          if (at < long.length && long[at] === short[i]) list[kept++] = short[i];
        }
        return kept;
      },
    };
  });
}

/** A set of few rows as a list against the same as a bitset. */
function shapePairs(): Pair[] {
  const other = someRows(0.3);
  const words = bitsOf(other);
  return [8, 16, 32, 64, 128, 256].flatMap((parts): Pair[] => {
    const rows = someRows(1 / parts);
    const rowBits = bitsOf(rows);
    const pieces = [0, 1, 2, 3].map((piece) => rows.filter((_, i) => i % 4 === piece));
    return [
      {
        name: 'few rows and a bitset: a list probes it, against the intersection of two bitsets, counted',
        on: oneIn(parts),
        constant: 'LIST_SHARE',
        fast: () => {
          list.set(rows);
          return bits.filterByBits(list, rows.length, words, 1);
        },
        naive: () => {
          target.set(rowBits);
          bits.andBits(target, words);
          return bits.countBits(target);
        },
      },
      {
        name: 'union of four lists: sorted, against a bitset that is counted',
        on: oneIn(parts),
        constant: 'LIST_SHARE',
        fast: () => {
          let count = 0;
          for (const piece of pieces) {
            list.set(piece, count);
            count += piece.length;
          }
          return sortUnique(list, count);
        },
        naive: () => {
          target.fill(0);
          for (const piece of pieces) bits.scatter(target, piece, 0, piece.length);
          return bits.countBits(target);
        },
      },
    ];
  });
}
