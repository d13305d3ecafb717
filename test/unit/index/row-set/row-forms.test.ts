import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type BlockedRows, type BlockedRuns, RowForms } from '../../../../src/index/row-set/row-forms.js';
import { RowSet } from '../../../../src/index/row-set/row-set.js';
import type { Scratch } from '../../../../src/index/row-set/scratch.js';
import { forAll } from '../../../support/for-all.js';
import { range, read, rowCounts, type Shape, setOf, someRows, usedScratch } from '../../../support/row-sets.js';

/** The runs of each block: the first row of each, and the one past its last. */
const runsIn = ({ bounds, blocks, starts, length }: BlockedRuns) =>
  range(0, length).map((i) => ({
    block: blocks[i],
    runs: range(starts[i] / 2, starts[i + 1] / 2).map((run) => [bounds[run * 2], bounds[run * 2 + 1]]),
  }));

/** The same, from the rows. */
const runsOf = (rows: readonly number[]) =>
  blocksOf(rows).map(({ block, rows: ofBlock }) => {
    const places = ofBlock.map((row) => row - block * 256);
    const firsts = places.filter((place, i) => i === 0 || place !== places[i - 1] + 1);
    const ends = places.filter((place, i) => place + 1 !== places[i + 1]).map((place) => place + 1);
    return { block, runs: firsts.map((first, i) => [first, ends[i]]) };
  });

/** The rows of each block. */
const blocksIn = ({ rows, blocks, starts, length }: BlockedRows) =>
  range(0, length).map((i) => ({ block: blocks[i], rows: [...rows.subarray(starts[i], starts[i + 1])] }));

function blocksOf(rows: readonly number[]) {
  const blocks = [...new Set(rows.map((row) => row >>> 8))];
  return blocks.map((block) => ({ block, rows: rows.filter((row) => row >>> 8 === block) }));
}

/** Number of runs of neighbouring rows. */
const countRuns = (rows: readonly number[]) => rows.filter((row, i) => i === 0 || row !== rows[i - 1] + 1).length;

/** Runs of this many rows are worth reading as runs, whatever the measured bound is. */
const LONG = 32;

type Form = 'rows' | 'blockedRows' | 'words' | 'runs';
const FORMS: readonly Form[] = ['rows', 'blockedRows', 'words', 'runs'];

function expectForm(form: Form, forms: RowForms, rows: readonly number[], scratch: Scratch): void {
  if (form === 'rows') expect([...forms.rows().subarray(0, forms.count)]).toEqual(rows);
  else if (form === 'blockedRows') expect(blocksIn(forms.blockedRows())).toEqual(blocksOf(rows));
  else if (form === 'words') {
    const words = forms.words();
    expect(words.length).toBe(Math.ceil(scratch.rowCount / 32));
    expect(read(RowSet.bits(words), scratch)).toEqual(rows);
  } else {
    const runs = forms.runs();
    if (!runs) {
      expect(rows.length / countRuns(rows)).toBeLessThan(LONG);
      return;
    }
    expect(runsIn(runs)).toEqual(runsOf(rows));
  }
}

/** Every form in an order, the first of them asked for once more in the end. */
function expectForms(set: RowSet, rows: readonly number[], scratch: Scratch, order = FORMS): void {
  const forms = new RowForms(set, scratch);
  expect(forms.count).toBe(rows.length);
  for (const form of [...order, order[0]]) expectForm(form, forms, rows, scratch);
  for (const form of FORMS) expect(forms[form]()).toBe(forms[form]());
  // The set is still what it was.
  expect(read(set, scratch)).toEqual(rows);
}

const SHAPES: readonly Shape[] = ['list', 'bits', 'all', 'none'];

describe('RowForms', () => {
  it('have the same rows in every form, whichever is requested first', () => {
    const cases = rowCounts().chain((count) =>
      fc.tuple(
        fc.constant(count),
        fc.oneof(someRows(count), fc.constant(range(0, count)), fc.constant<number[]>([])),
        fc.constantFrom(...SHAPES),
        fc.shuffledSubarray([...FORMS], { minLength: FORMS.length }),
      ),
    );
    const check = ([count, rows, shape, order]: [number, number[], Shape, Form[]]) => {
      const scratch = usedScratch(count);
      expectForms(setOf(rows, shape, scratch), rows, scratch, order);
    };
    forAll([cases], check, 400);
  });

  it('have rows at the edges of words and blocks, and a last word that is full', () => {
    for (const count of [32, 64, 256, 257, 512, 513, 1024]) {
      const edges = [0, 31, 32, 255, 256, 257, 511, 512, count - 1].filter((row) => row < count);
      const ascending = [...new Set(edges)].sort((a, b) => a - b);
      for (const shape of ['list', 'bits'] as const) {
        const scratch = usedScratch(count);
        for (const rows of [ascending, range(0, count), range(1, count), range(count - 1, count), range(count - 32, count)]) {
          expectForms(setOf(rows, shape, scratch), rows, scratch);
        }
      }
      const scratch = usedScratch(count);
      expectForms(RowSet.all(count), range(0, count), scratch);
    }
  });

  it('are runs where these are long, and none where rows stand alone', () => {
    const scratch = usedScratch(700);
    const long = range(0, 10).flatMap((run) => range(run * 70, run * 70 + LONG));
    const alone = range(0, 350).map((i) => i * 2);
    for (const shape of ['list', 'bits'] as const) {
      const runs = new RowForms(setOf(long, shape, scratch), scratch).runs() as BlockedRuns;
      expect(runsIn(runs)).toEqual(runsOf(long));
      expect(new RowForms(setOf(alone, shape, scratch), scratch).runs()).toBeUndefined();
      expect(new RowForms(setOf([5], shape, scratch), scratch).runs()).toBeUndefined();
      expect(new RowForms(setOf([], shape, scratch), scratch).runs()?.length).toBe(0);
    }
    const all = new RowForms(RowSet.all(700), scratch);
    expect(all.isAll).toBe(true);
    expect(new RowForms(RowSet.none, scratch).isAll).toBe(false);
    expect(runsIn(all.runs() as BlockedRuns)).toEqual(runsOf(range(0, 700)));
  });

  it('of two sets are arrays of their own', () => {
    const scratch = usedScratch(700);
    const one = new RowForms(setOf(range(0, 300), 'bits', scratch), scratch);
    const two = new RowForms(setOf(range(100, 700), 'bits', scratch), scratch);
    for (const form of FORMS) {
      expectForm(form, one, range(0, 300), scratch);
      expectForm(form, two, range(100, 700), scratch);
    }
    for (const form of FORMS) expectForm(form, one, range(0, 300), scratch);
  });
});
