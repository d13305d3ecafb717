import { BLOCK_ROWS, blocksOf } from '../../encoding/row-blocks.js';
import type { Steps } from '../../work/pauses.js';
import type { Work } from '../../work/work.js';
import type { RowCodes } from '../column/row-codes.js';
import type { Needs } from '../section.js';
import type { Segment, SegmentField } from '../segment.js';
import type { DeadRows } from './dead-rows.js';

/** Adds what the facts below read of a field; nothing where all rows live. */
export function needLiving(segment: Segment, field: SegmentField, needs: Needs): void {
  if (segment.dead) needs.add(field.codes);
}

/** Number of living rows that have a value of a field. */
export function livingRows({ dead }: Segment, { info, codes }: SegmentField): number {
  return dead ? info.rowCount - rowsWithValue(codes.value, dead.rows()) : info.rowCount;
}

function rowsWithValue(codes: RowCodes, rows: Uint32Array): number {
  let count = 0;
  for (const row of rows) if (codes.code(row) !== 0) count++;
  return count;
}

/** Rows that are read between two steps. */
const ROWS_AT_ONCE = 1 << 16;

/** Whether a living row has several values of a field. */
export function* hasLivingPair({ dead, rowCount }: Segment, { info, codes }: SegmentField, work: Work): Steps<boolean> {
  if (!dead || !info.multiValued) return info.multiValued;
  return yield* someRows(rowCount, (from, to) => findsPair(codes.value, from, to, dead), work);
}

/** Whether something is found in some rows, which are looked at a portion at a time. */
function* someRows(rowCount: number, finds: (from: number, to: number) => boolean, work: Work): Steps<boolean> {
  for (let from = 0; from < rowCount; from += ROWS_AT_ONCE) {
    const to = Math.min(from + ROWS_AT_ONCE, rowCount);
    if (finds(from, to)) return true;
    if (work.spend(to - from)) yield;
  }
  return false;
}

function findsPair(codes: RowCodes, from: number, to: number, dead: DeadRows): boolean {
  for (let row = from; row < to; row++) {
    if (!dead.has(row) && codes.ordinalsOf(codes.code(row)).length > 1) return true;
  }
  return false;
}

/** Adds what `hasLivingTwoPriced` reads. */
export function needLivingOffers({ dead, offerRows }: Segment, needs: Needs): void {
  if (dead && offerRows?.manifest.hasTwoPriced) needs.add(offerRows.lists).add(offerRows.parents);
}

/** Whether a living part has two offers with prices, in whatever currencies. */
export function* hasLivingTwoPriced({ dead, offerRows, rowCount }: Segment, work: Work): Steps<boolean> {
  if (!dead || !offerRows?.manifest.hasTwoPriced) return offerRows?.manifest.hasTwoPriced ?? false;
  const { counts } = offerRows.lists.value;
  const { starts } = offerRows.parents.value;
  return yield* someRows(rowCount, (from, to) => findsTwoPriced(counts, starts, from, to, dead), work);
}

function findsTwoPriced(counts: ArrayLike<number>, starts: Uint32Array, from: number, to: number, dead: DeadRows): boolean {
  for (let row = from; row < to; row++) {
    if (!dead.has(row) && areTwoPriced(counts, starts[row], starts[row + 1])) return true;
  }
  return false;
}

/** Whether two of the offers `[from, to)` have a price list. */
function areTwoPriced(counts: ArrayLike<number>, from: number, to: number): boolean {
  let priced = 0;
  for (let offer = from; offer < to; offer++) if (counts[offer] > 0 && ++priced === 2) return true;
  return false;
}

/** Adds what `livingCurrencies` reads. */
export function needLivingPrices({ dead, offerRows }: Segment, needs: Needs): void {
  if (dead && offerRows) needs.add(offerRows.lists).add(offerRows.parents);
}

/** The currencies in which offers of living parts have prices. */
export function* livingCurrencies({ dead, offerRows }: Segment, work: Work): Steps<readonly string[]> {
  const currencies = offerRows?.manifest.currencies ?? [];
  if (!dead || !offerRows) return currencies;
  const { counts, ladders, steps } = offerRows.lists.value;
  const { parentOf } = offerRows.parents.value;
  const found = new Uint8Array(currencies.length);
  let list = 0;
  for (let from = 0; from < counts.length; from += ROWS_AT_ONCE) {
    const to = Math.min(from + ROWS_AT_ONCE, counts.length);
    for (let offer = from; offer < to; offer++) {
      const end = list + counts[offer];
      if (dead.has(parentOf[offer])) list = end;
      else for (; list < end; list++) found[steps.currencies[ladders[list]]] = 1;
    }
    if (work.spend(to - from)) yield;
  }
  return currencies.filter((_, i) => found[i] === 1);
}

/**
 * The values, by ordinal, that a living row has: 1 or 0 for each; undefined where every value has one. Only those of dead rows are looked
 * for, and few of them have no other row.
 */
export function* livingValues({ dead, rowCount }: Segment, { info, codes }: SegmentField): Steps<Uint8Array | undefined> {
  if (!dead) return undefined;
  const { value } = codes;
  const found = new Uint8Array(info.values).fill(1);
  let missing = 0;
  for (const row of dead.rows()) {
    for (const ordinal of value.ordinalsOf(value.code(row))) {
      missing += found[ordinal];
      found[ordinal] = 0;
    }
  }
  const blocks = new Uint8Array(blocksOf(rowCount));
  if (missing > 0) value.flagBlocks(blocks);
  for (let block = 0; missing > 0 && block < blocks.length; block++) {
    if (blocks[block] === 0) continue;
    missing -= findValues(value, block * BLOCK_ROWS, Math.min((block + 1) * BLOCK_ROWS, rowCount), dead, found);
    yield;
  }
  return found;
}

/** Marks the values of the living rows `[from, to)`; returns how many were not marked before. */
function findValues(codes: RowCodes, from: number, to: number, dead: DeadRows, found: Uint8Array): number {
  let more = 0;
  for (let row = from; row < to; row++) {
    const code = codes.code(row);
    if (code === 0 || dead.has(row)) continue;
    for (const ordinal of codes.ordinalsOf(code)) {
      more += 1 - found[ordinal];
      found[ordinal] = 1;
    }
  }
  return more;
}
