import { BundleReader, bundlePieces } from '../../src/encoding/bundle.js';
import * as kernels from '../../src/index/column/code-kernels.js';
import { restrict8, restrict16, restrict32 } from '../../src/index/column/packed-kernels.js';
import { RowCodes } from '../../src/index/column/row-codes.js';
import { scatter } from '../../src/index/row-set/bits.js';
import { advance } from '../../src/index/row-set/lists.js';
import { type Blocked, bitsOf, blocked8, blocked16, blocked32, checksum, ROWS, random, someRows, WORDS } from './inputs.js';
import type { Pair } from './pair.js';

const words = new Int32Array(WORDS);
const out = new Uint32Array(ROWS);

/** Columns: scans of codes, restriction of sets, and reading the codes of some rows. */
export function columnPairs(): Pair[] {
  return [
    ...scanPairs(),
    ...restrictPairs(),
    ...severalAtATimePairs(),
    ...gatherPairs(),
    ...sparsePairs(),
    ...fewRowsPairs(),
    ...valuePairs(),
  ];
}

/** A scan for an interval of codes, by bits of differences against two comparisons, for each width. */
function scanPairs(): Pair[] {
  const bytes = blocked8(200);
  const halves = blocked16(40_000);
  const whole = blocked32(400_000);
  const wanted = new Uint8Array(201).fill(1, 60, 140);
  return [
    scanPair('8 bits', bytes, 60, 140, () => restrict8(bytes.directory, packed(bytes.codes), 60, 140, words, 0, WORDS)),
    scanPair('16 bits', halves, 9_000, 29_000, () =>
      restrict16(halves.directory, packed(halves.codes), 9_000, 29_000, words, 0, WORDS),
    ),
    scanPair('32 bits', whole, 90_000, 290_000, () =>
      restrict32(whole.directory, packed(whole.codes), 90_000, 290_000, words, 0, WORDS),
    ),
    {
      name: 'scan of a column for flagged codes',
      on: '8 bits',
      fast: () => {
        words.fill(0);
        kernels.scanFlags8(bytes.directory, bytes.codes, wanted, words);
        return checksum(words);
      },
      naive: () => {
        words.fill(0);
        for (let row = 0; row < ROWS; row++)
          if (wanted[bytes.codes[codePlace(bytes, row)]] === 1) words[row >>> 5] |= 1 << (row & 31);
        return checksum(words);
      },
    },
  ];
}

function codePlace({ directory }: { readonly directory: Uint32Array }, row: number): number {
  return (directory[row >>> 8] << 8) + (row & 0xff);
}

function scanPair(on: string, column: Blocked<ArrayLike<number>>, from: number, to: number, scan: () => void): Pair {
  const { codes } = column;
  return {
    name: 'scan of a column for an interval of codes',
    on,
    fast: () => {
      words.fill(-1);
      scan();
      return checksum(words);
    },
    naive: () => {
      words.fill(0);
      for (let row = 0; row < ROWS; row++) {
        const code = codes[codePlace(column, row)];
        if (code >= from && code < to) words[row >>> 5] |= 1 << (row & 31);
      }
      return checksum(words);
    },
  };
}

/** A bitset restricted in place against its rows listed and their codes read, around the densities that decide. */
function restrictPairs(): Pair[] {
  const column = blocked8(200);
  const { directory, codes } = column;
  const integers = packed(codes);
  const flags = new Uint8Array(201).fill(1, 60, 140);
  const pairOf = (name: string, constant: string, rowsPerWord: number, restrict: () => void): Pair => {
    const rows = someRows(rowsPerWord >= 32 ? 1 : rowsPerWord / 32);
    const given = bitsOf(rows);
    return {
      name: `${name}: restricted in place, against listed and read`,
      on: `${Math.min(rowsPerWord, 32)} rows a word`,
      constant,
      fast: () => {
        words.set(given);
        restrict();
        let count = 0;
        for (let i = 0; i < WORDS; i++) for (let word = words[i]; word !== 0; word &= word - 1) count++;
        return count;
      },
      naive: () => countGathered(column, rows),
    };
  };
  const interval = () => restrict8(directory, integers, 60, 140, words, 0, WORDS);
  const flagged = () => kernels.restrictFlags8(directory, codes, flags, words, 0, WORDS);
  return [
    ...[1, 2, 3, 4, 16, 64].map((rows) =>
      pairOf('rows of a set with a code of an interval', 'LEAST_FOR_INTERVAL (3)', rows, interval),
    ),
    ...[2, 4, 5, 7, 16].map((rows) => pairOf('rows of a set with a flagged code', 'LEAST_FOR_FLAGS (5)', rows, flagged)),
  ];
}

function countGathered({ directory, codes }: Blocked<Uint8Array>, rows: Uint32Array): number {
  kernels.gather8(rows, rows.length, directory, codes, out);
  let count = 0;
  for (let i = 0; i < rows.length; i++) count += out[i] >= 60 && out[i] < 140 ? 1 : 0;
  return count;
}

/** A bitset restricted to the rows with a code of an interval: several codes at a time, against one by one. */
function severalAtATimePairs(): Pair[] {
  const given = bitsOf(someRows(1));
  const [narrow, wide] = [blocked8(200), blocked16(40_000)];
  const pair = (on: string, fast: () => void, naive: () => void): Pair => {
    const run = (restrict: () => void) => () => {
      words.set(given);
      restrict();
      return checksum(words);
    };
    const name = 'rows of a set with a code of an interval: several codes at a time, against one by one';
    return { name, on: `all rows, ${on}`, fast: run(fast), naive: run(naive) };
  };
  const bytes = (on: string, from: number, to: number) =>
    pair(
      `8 bits, ${on}`,
      () => restrict8(narrow.directory, packed(narrow.codes), from, to, words, 0, WORDS),
      () => restrictBytes(narrow, from, to),
    );
  const halves = (on: string, from: number, to: number) =>
    pair(
      `16 bits, ${on}`,
      () => restrict16(wide.directory, packed(wide.codes), from, to, words, 0, WORDS),
      () => restrictHalves(wide, from, to),
    );
  return [
    bytes('one code', 60, 61),
    bytes('of one half', 60, 120),
    bytes('of both', 60, 140),
    halves('one code', 60, 61),
    halves('of one half', 9_000, 29_000),
    halves('of both', 9_000, 39_000),
  ];
}

function packed({ buffer, byteOffset, byteLength }: Uint8Array | Uint16Array | Uint32Array): Int32Array {
  return new Int32Array(buffer, byteOffset, byteLength >>> 2);
}

/** The sign of two differences says whether a code is outside. One function for both widths would be slower than one for each. */
function restrictBytes({ directory, codes }: Blocked<Uint8Array>, from: number, to: number): void {
  for (let word = 0; word < WORDS; word++) {
    if (words[word] === 0) continue;
    const at = (directory[word >>> 3] << 8) + ((word & 7) << 5);
    let outside = 0;
    for (let bit = 0; bit < 32; bit++) {
      const code = codes[at + bit];
      outside = (outside >>> 1) | (((code - from) | (to - 1 - code)) & 0x80000000);
    }
    words[word] &= ~outside;
  }
}

function restrictHalves({ directory, codes }: Blocked<Uint16Array>, from: number, to: number): void {
  for (let word = 0; word < WORDS; word++) {
    if (words[word] === 0) continue;
    const at = (directory[word >>> 3] << 8) + ((word & 7) << 5);
    let outside = 0;
    for (let bit = 0; bit < 32; bit++) {
      const code = codes[at + bit];
      outside = (outside >>> 1) | (((code - from) | (to - 1 - code)) & 0x80000000);
    }
    words[word] &= ~outside;
  }
}

function gatherPairs(): Pair[] {
  const { directory, codes } = blocked16(40_000);
  const first = 1000;
  const count = 100_000;
  const run = Uint32Array.from({ length: count }, (_, i) => first + i);
  return [
    {
      name: 'codes of neighbouring rows: block by block against row by row',
      on: '100,000 rows, 16 bits',
      fast: () => {
        kernels.gatherRun16(first, count, directory, codes, out);
        return out[count - 1];
      },
      naive: () => {
        kernels.gather16(run, count, directory, codes, out);
        return out[count - 1];
      },
    },
  ];
}

/** The codes of rows in the sparse layout: galloping against walking, and bits probed against rows looked up. */
function sparsePairs(): Pair[] {
  return [2, 4, 8, 16, 64].flatMap((ratio): Pair[] => {
    const sparseRows = someRows(0.05);
    const codes = Uint8Array.from(sparseRows, () => 1 + random.below(100));
    const rows = someRows(0.05 / ratio);
    const on = `1 row for ${ratio} that are listed`;
    return [lookUpPair(on, sparseRows, codes, rows), sparseCountPair(on, sparseRows, codes, rows)];
  });
}

function lookUpPair(on: string, sparseRows: Uint32Array, codes: Uint8Array, rows: Uint32Array): Pair {
  return {
    name: 'codes of rows in a sparse column: galloping against walking',
    on,
    constant: 'GALLOP_RATIO',
    fast: () => {
      let found = 0;
      for (let i = 0, at = 0; i < rows.length; i++) {
        at = advance(sparseRows, at, sparseRows.length, rows[i]);
        if (sparseRows[at] === rows[i]) found += codes[at];
      }
      return found;
    },
    naive: () => {
      let found = 0;
      for (let i = 0, at = 0; i < rows.length; i++) {
        while (at < sparseRows.length && sparseRows[at] < rows[i]) at++;
        if (sparseRows[at] === rows[i]) found += codes[at];
      }
      return found;
    },
  };
}

function sparseCountPair(on: string, sparseRows: Uint32Array, codes: Uint8Array, rows: Uint32Array): Pair {
  const rowBits = bitsOf(rows);
  const counts = new Uint32Array(256);
  return {
    name: 'count over a sparse column: rows looked up in it, against its rows probed in a bitset',
    on,
    constant: 'PROBED_PER_ROW',
    fast: () => {
      counts.fill(0);
      for (let i = 0, at = 0; i < rows.length && at < sparseRows.length; i++) {
        at = advance(sparseRows, at, sparseRows.length, rows[i]);
        if (sparseRows[at] === rows[i]) counts[codes[at]]++;
      }
      return checksum(counts);
    },
    naive: () => {
      counts.fill(0);
      for (let at = 0; at < sparseRows.length; at++) {
        const row = sparseRows[at];
        counts[codes[at]] += (rowBits[row >>> 5] >>> (row & 31)) & 1;
      }
      return checksum(counts);
    },
  };
}

/** The rows of some values: the list of each against a scan of the column, around the number of values that decides. */
function valuePairs(): Pair[] {
  const values = 4096;
  const { directory, codes } = blocked16(values);
  const lists = Array.from({ length: values + 1 }, (): number[] => []);
  for (let row = 0; row < ROWS; row++) lists[codes[row + 256]].push(row);
  const postings = lists.map((rows) => Uint32Array.from(rows));
  return [16, 64, 256, 1024].map((count): Pair => {
    const wanted = new Set<number>();
    while (wanted.size < count) wanted.add(1 + random.below(values));
    const flags = new Uint8Array(values + 1);
    for (const code of wanted) flags[code] = 1;
    return {
      name: 'rows of some of 4,096 values: the list of each, against a scan of the column',
      on: `${count} values`,
      constant: 'FEW_VALUES (value-sets.ts)',
      fast: () => {
        words.fill(0);
        for (const code of wanted) scatter(words, postings[code], 0, postings[code].length);
        return checksum(words);
      },
      naive: () => {
        words.fill(0);
        kernels.scanFlags16(directory, codes, flags, words);
        return checksum(words);
      },
    };
  });
}

/** Rows of a list with a value in an interval, in a column of several values a row: each looked at, against flags of all codes. */
function fewRowsPairs(): Pair[] {
  const sets = 1 << 19;
  const column = severalValued(sets);
  const [from, to] = [1 << 11, 1 << 12];
  return [2, 4, 8, 32].map((share): Pair => {
    const listed = Uint32Array.from({ length: sets / share }, (_, i) => i * share);
    const [rows, codes] = [new Uint32Array(listed.length), new Uint32Array(listed.length)];
    const begin = () => {
      rows.set(listed);
      column.gather(rows, rows.length, codes);
    };
    return {
      name: 'rows of a list with several values each: their values looked at, against flags of all codes',
      on: `one row for ${share} codes`,
      constant: 'LOOKED_AT_PER_ROW (row-codes.ts)',
      fast: () => {
        begin();
        return checksum(rows, column.keepBetween(rows, rows.length, codes, from, to));
      },
      naive: () => {
        begin();
        const flags = column.codeFlags(from, to) as Uint8Array;
        let kept = 0;
        for (let i = 0; i < rows.length; i++) {
          rows[kept] = rows[i];
          kept += flags[codes[i]];
        }
        return checksum(rows, kept);
      },
    };
  });
}

/** A column in which each row has a set of up to four of 8,192 values of its own. */
function severalValued(rows: number): RowCodes {
  const starts = new Uint32Array(rows + 1);
  const ordinals: number[] = [];
  for (let row = 0; row < rows; row++) {
    const set = new Set(Array.from({ length: 1 + random.below(4) }, () => random.below(1 << 13)));
    ordinals.push(...[...set].sort((a, b) => a - b));
    starts[row + 1] = ordinals.length;
  }
  const directory = Uint32Array.from({ length: rows >>> 8 }, (_, block) => block + 1);
  const codes = Uint32Array.from({ length: rows + 256 }, (_, i) => (i < 256 ? 0 : i - 255));
  // Sets are numbered in the order of their values, not of the rows.
  for (let i = codes.length - 1; i > 256; i--) {
    const other = 256 + random.below(i - 255);
    [codes[i], codes[other]] = [codes[other], codes[i]];
  }
  const pieces = bundlePieces([new Uint32Array(0), directory, codes, starts, Uint32Array.from(ordinals)]);
  return new RowCodes(new BundleReader('column', new Uint8Array(Buffer.concat(pieces))), rows);
}
