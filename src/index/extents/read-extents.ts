import { utf8Bytes } from '../../analysis/utf8.js';
import { bundleOf } from '../../encoding/bundle.js';
import { GrowableU32 } from '../../encoding/growable.js';
import { BLOCK_ROWS, BLOCK_SHIFT, blocksOf } from '../../encoding/row-blocks.js';
import { layOutCodes } from '../../encoding/row-codes-layout.js';
import type { Steps } from '../../work/pauses.js';
import { RowCodes } from '../column/row-codes.js';
import { numberDictionaryOf } from '../dictionary/made-numbers.js';
import type { NumberDictionary } from '../dictionary/number-dictionary.js';
import { Extents } from './extents.js';

/** The numbers that rows have for a member of a spec. */
export interface MemberColumn {
  readonly numbers: NumberDictionary;
  readonly codes: RowCodes;
}

/** The columns of a spec; undefined for a member that no row has. */
export interface MemberColumns {
  readonly value: MemberColumn | undefined;
  readonly min: MemberColumn | undefined;
  readonly max: MemberColumn | undefined;
}

/** Rows that are read in one step. */
const ROWS_AT_ONCE = 1 << 14;
/** Numbers that are compared in one step. */
const NUMBERS_AT_ONCE = 1 << 12;

/** The extents of all rows. */
export function* readExtents(section: string, columns: MemberColumns, rowCount: number): Steps<Extents> {
  const { value, min, max } = columns;
  const merged = yield* mergeNumbers(section, [value, min, max]);
  const [ofValue, ofMin, ofMax] = merged.ordinals;
  const builder = new ExtentsBuilder(merged.numbers.size);
  const interner = new TripleInterner(codesOf(value), codesOf(max));
  const rows = new GrowableU32();
  const codes = new GrowableU32();
  for (const chunk of rowsInBlocks([value, min, max], rowCount)) {
    const [values, lows, highs] = [value, min, max].map((column) => gathered(column, chunk));
    for (let i = 0; i < chunk.length; i++) {
      if ((values[i] | lows[i] | highs[i]) === 0) continue;
      const number = interner.intern(lows[i], highs[i], values[i]);
      if (number === builder.size) {
        const low = lows[i] === 0 || !min ? -1 : ofMin[min.codes.ordinalOf(lows[i], false)];
        const high = highs[i] === 0 || !max ? -1 : ofMax[max.codes.ordinalOf(highs[i], false)];
        builder.add(value ? Array.from(value.codes.ordinalsOf(values[i]), (ordinal) => ofValue[ordinal]) : [], low, high);
      }
      rows.push(chunk[i]);
      codes.push(number + 1);
    }
    yield;
  }
  const arrays = [...layOutCodes(rows.view(), codes.view(), rowCount), ...builder.sets()];
  const rowCodes = new RowCodes(bundleOf(`${section}/codes`, arrays), rowCount);
  return builder.extents(merged.numbers, rowCodes, rows.length);
}

/** The rows of the blocks in which some row has a value of a column, ascending, in chunks. */
function* rowsInBlocks(columns: readonly (MemberColumn | undefined)[], rowCount: number): Generator<Uint32Array> {
  const flags = new Uint8Array(blocksOf(rowCount));
  for (const column of columns) column?.codes.flagBlocks(flags);
  const rows = new GrowableU32();
  for (let block = 0; block < flags.length; block++) {
    if (flags[block] === 0) continue;
    const first = block << BLOCK_SHIFT;
    const end = Math.min(first + BLOCK_ROWS, rowCount);
    for (let row = first; row < end; row++) rows.push(row);
    if (rows.length < ROWS_AT_ONCE) continue;
    yield rows.view();
    rows.length = 0;
  }
  if (rows.length > 0) yield rows.view();
}

/** Number of codes of a column, 0 among them. */
function codesOf(column: MemberColumn | undefined): number {
  return column ? column.codes.codeCount(column.numbers.size) + 1 : 1;
}

/** Numbers the different codes of a lower end, an upper end and values, in the order in which they are first seen. */
class TripleInterner {
  // A number of a pair and a code are below the number of rows, so that their product is exact as a double.
  private readonly pairs = new Map<number, number>();
  private readonly triples = new Map<number, number>();
  /** The last triple: neighbours are mostly equal. */
  private low = 0;
  private high = 0;
  private value = 0;
  private last = 0;

  constructor(
    private readonly valueCodes: number,
    private readonly highCodes: number,
  ) {}

  intern(low: number, high: number, value: number): number {
    if (low === this.low && high === this.high && value === this.value) return this.last;
    const pair = numberOf(this.pairs, low * this.highCodes + high);
    this.last = numberOf(this.triples, pair * this.valueCodes + value);
    this.low = low;
    this.high = high;
    this.value = value;
    return this.last;
  }
}

/** The codes of ascending rows. */
function gathered(column: MemberColumn | undefined, rows: Uint32Array): Uint32Array {
  const codes = new Uint32Array(rows.length);
  column?.codes.gather(rows, rows.length, codes);
  return codes;
}

/** The number of a key, in the order in which keys were first seen. */
function numberOf(known: Map<number, number>, key: number): number {
  let number = known.get(key);
  if (number === undefined) known.set(key, (number = known.size));
  return number;
}

/** Collects distinct extents. */
class ExtentsBuilder {
  /** By code, from 1. */
  private readonly lows: number[] = [0];
  private readonly highs: number[] = [0];
  private readonly values: number[] = [0];
  private readonly starts: number[] = [0];
  private readonly ordinals: number[] = [];

  /** @param openEnd number of ordinals: an open upper end */
  constructor(private readonly openEnd: number) {}

  /** Number of extents so far. */
  get size(): number {
    return this.lows.length - 1;
  }

  /** @param low the lower end; -1 for none, as `high` */
  add(values: readonly number[], low: number, high: number): void {
    const ends = [low, high].filter((ordinal) => ordinal >= 0);
    if (ends.length === 0) this.addInterval(this.openEnd, -1);
    else if (ends.length === 2) this.addInterval(Math.min(low, high), Math.max(low, high));
    else this.addInterval(low, high < 0 ? this.openEnd : high);
    this.values.push(values.length > 0 ? 1 : 0);
    const points = new Set([...values, ...ends]);
    this.ordinals.push(...[...points].sort((a, b) => a - b));
    this.starts.push(this.ordinals.length);
  }

  private addInterval(low: number, high: number): void {
    this.lows.push(low);
    this.highs.push(high);
  }

  extents(numbers: NumberDictionary, codes: RowCodes, rowCount: number): Extents {
    const [lows, highs] = [Int32Array.from(this.lows), Int32Array.from(this.highs)];
    return new Extents(numbers, codes, lows, highs, Uint8Array.from(this.values), rowCount);
  }

  /** The ordinals of each extent, as `RowCodes` reads sets. */
  sets(): Uint32Array[] {
    return [Uint32Array.from(this.starts), Uint32Array.from(this.ordinals)];
  }
}

/** The distinct numbers of several dictionaries, and the ordinal that each of theirs has among them. */
interface MergedNumbers {
  readonly numbers: NumberDictionary;
  readonly ordinals: readonly Uint32Array[];
}

function* mergeNumbers(section: string, columns: readonly (MemberColumn | undefined)[]): Steps<MergedNumbers> {
  const dictionaries = columns.map((column) => column?.numbers);
  const ordinals = dictionaries.map((dictionary) => new Uint32Array(dictionary?.size ?? 0));
  const heads = dictionaries.map(() => 0);
  const approximations: number[] = [];
  const texts: Uint8Array[] = [];
  for (;;) {
    let least: { readonly numbers: NumberDictionary; readonly at: number } | undefined;
    let members: number[] = [];
    for (const [member, numbers] of dictionaries.entries()) {
      const at = heads[member];
      if (!numbers || at === numbers.size) continue;
      const difference = least ? compareNumbers(numbers, at, least.numbers, least.at) : -1;
      if (difference < 0) {
        least = { numbers, at };
        members = [member];
      } else if (difference === 0) members.push(member);
    }
    if (!least) break;
    for (const member of members) ordinals[member][heads[member]++] = texts.length;
    approximations.push(least.numbers.approximations[least.at]);
    texts.push(utf8Bytes(least.numbers.value(least.at)));
    if (texts.length % NUMBERS_AT_ONCE === 0) yield;
  }
  return { numbers: numberDictionaryOf(`${section}/dictionary`, Float64Array.from(approximations), texts), ordinals };
}

/** Nearest doubles keep the order; of equal ones the decimals decide. */
function compareNumbers(a: NumberDictionary, i: number, b: NumberDictionary, j: number): number {
  return a.approximations[i] - b.approximations[j] || a.decimal(i).cmp(b.decimal(j));
}
