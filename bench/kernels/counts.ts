import * as counting from '../../src/index/column/count-kernels.js';
import { RowForms } from '../../src/index/row-set/row-forms.js';
import { RowSet } from '../../src/index/row-set/row-set.js';
import { Scratch } from '../../src/index/row-set/scratch.js';
import { blocked16, blocked32, checksum, ROWS, random, runsOfRows, someRows } from './inputs.js';
import type { Pair } from './pair.js';

/** Counting the values of rows. */
export function countPairs(): Pair[] {
  return [...rowPairs(), ...runPairs(), ...walkPairs()];
}

/** Rows grouped by block against rows that are looked up one by one. */
function rowPairs(): Pair[] {
  const { directory, codes } = blocked16(1000);
  return [0.02, 0.2].map((share): Pair => {
    const rows = someRows(share);
    const forms = formsOf(rows);
    const counts = new Uint32Array(1001);
    return {
      name: 'count over rows: grouped by block against looked up one by one',
      on: `${share * 100} % of all rows`,
      fast: () => {
        counts.fill(0);
        counting.countRows16(forms.blockedRows(), directory, codes, counts);
        return checksum(counts);
      },
      naive: () => {
        counts.fill(0);
        for (let i = 0; i < rows.length; i++) counts[codes[(directory[rows[i] >>> 8] << 8) + (rows[i] & 0xff)]]++;
        return checksum(counts);
      },
    };
  });
}

/** Runs of neighbouring rows against the rows one by one, both found before, around the length of runs that decides. */
function runPairs(): Pair[] {
  const { directory, codes } = blocked16(1000);
  return [4, 8, 16, 64].map((length): Pair => {
    const forms = formsOf(runsOfRows(length, 0.2));
    const runs = forms.runs();
    if (!runs) throw new Error(`runs of ${length} rows are not read as runs`);
    const counts = new Uint32Array(1001);
    return {
      name: 'count over runs of rows against row by row',
      on: `runs of ${length}`,
      constant: 'RUN_ROWS',
      fast: () => {
        counts.fill(0);
        counting.countRuns16(runs, directory, codes, counts);
        return checksum(counts);
      },
      naive: () => {
        counts.fill(0);
        counting.countRows16(forms.blockedRows(), directory, codes, counts);
        return checksum(counts);
      },
    };
  });
}

/** A set of rows in the forms that columns read. */
function formsOf(rows: Uint32Array): RowForms {
  return new RowForms(RowSet.list(rows, rows.length), new Scratch(ROWS));
}

/** All counters walked against the counted codes sorted, around the number of counters a row that decides. */
function walkPairs(): Pair[] {
  return [1, 4, 8, 16, 64].map((perRow): Pair => {
    const count = 4096;
    const size = count * perRow;
    const { codes } = blocked32(size);
    const rows = Uint32Array.from({ length: count }, () => random.below(ROWS)).sort();
    const counts = new Uint32Array(size + 1);
    const gathered = new Uint32Array(count);
    return {
      name: 'values of rows: all counters walked, against their codes sorted',
      on: `${perRow} counters a row`,
      constant: 'WALKED',
      fast: () => {
        let values = 0;
        for (let i = 0; i < count; i++) counts[codes[rows[i]]]++;
        for (let code = 1; code <= size; code++) {
          if (counts[code] === 0) continue;
          values++;
          counts[code] = 0;
        }
        counts[0] = 0;
        return values;
      },
      naive: () => {
        for (let i = 0; i < count; i++) gathered[i] = codes[rows[i]];
        gathered.sort();
        let values = 0;
        for (let i = 0; i < count; i++) if (gathered[i] !== 0 && (i === 0 || gathered[i] !== gathered[i - 1])) values++;
        return values;
      },
    };
  });
}
