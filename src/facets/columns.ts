import { readDecimalText } from '../analysis/decimal.js';
import type { RowCodes } from '../index/column/row-codes.js';
import type { Dictionary } from '../index/dictionary/dictionary.js';
import type { NumberDictionary } from '../index/dictionary/number-dictionary.js';
import type { Extents } from '../index/extents/extents.js';
import type { Postings } from '../index/postings.js';
import type { Needs, Section } from '../index/section.js';
import type { Segment, SegmentField } from '../index/segment.js';
import { parseSpecField } from '../model/fields.js';
import { parsePriceField } from '../model/offer-fields.js';
import { Totals } from './totals.js';

/** Most values of a column, and least sets for each value, for which counting may use its postings. */
const FEW_VALUES = 256;

/** Fields whose absence or presence in the segment is kept. */
const FIELDS_KEPT = 10_000;

/** Prices whose columns, and counts over all rows, are kept. */
const PRICES_KEPT = 8;

/** A field of a segment with all that is read to count its values. */
export class Column {
  /** Cached counts of the field over all rows of the segment. */
  readonly totals = new Totals();
  readonly codes: RowCodes;
  /** Of strings. */
  readonly dictionary: Dictionary | undefined;
  /** Of numbers. */
  readonly numbers: NumberDictionary | undefined;
  /** Of the range of a spec of which some row has an interval. */
  readonly extents: Extents | undefined;
  /** Of few values that rows have in many combinations. */
  readonly postings: Postings | undefined;
  /** Where its values are in other columns (shared-values.ts). */
  readonly ordinalsIn = new WeakMap<Column, Int32Array>();

  /** The sections that `needColumn` adds must be loaded. */
  constructor(readonly field: SegmentField) {
    const isNumber = field.kind.numbers !== undefined;
    this.codes = field.codes.value;
    this.extents = field.extents?.value;
    this.dictionary = isNumber ? undefined : field.dictionary.value;
    this.numbers = isNumber ? field.numbers.value : undefined;
    const isCombined = hasFewValues(field) && this.codes.codeCount(this.size) > this.size * FEW_VALUES;
    this.postings = isCombined ? field.postings.value : undefined;
  }

  /** Number of distinct values. */
  get size(): number {
    return this.field.info.values;
  }

  /** The text of a value: strings as given, numbers in canonical form. */
  value(ordinal: number): string {
    return this.numbers ? this.numbers.value(ordinal) : (this.dictionary as Dictionary).value(ordinal);
  }

  /** The ordinal of the text of a value, or -1. */
  find(value: string): number {
    const { numbers } = this;
    if (!numbers) return (this.dictionary as Dictionary).find(value);
    const number = readDecimalText(value);
    const at = number ? numbers.lowerBound(number) : numbers.size;
    return at < numbers.size && numbers.value(at) === value ? at : -1;
  }
}

/** Whether counting may use the postings of a field. */
function hasFewValues({ kind, info: { values, multiValued } }: SegmentField): boolean {
  return multiValued && values <= FEW_VALUES && kind.hasPostings;
}

/** The sections that counting a field reads. */
function columnSections(field: SegmentField): Section<unknown>[] {
  if (field.extents) return [field.extents, field.codes, field.numbers];
  const values = field.kind.numbers ? field.numbers : field.dictionary;
  return hasFewValues(field) ? [field.codes, values, field.postings] : [field.codes, values];
}

/** The columns of a segment, each created on first use, and the keys of its specs. */
export class Columns {
  private readonly columns = new Map<string, Column>();
  /** Those of specs: a small segment lacks most of them, and finding that out takes as long as counting its rows. */
  private readonly specFields = new Map<string, SegmentField | undefined>();
  private readonly totals = new Map<string, Totals>();

  constructor(readonly segment: Segment) {}

  private field(name: string): SegmentField | undefined {
    const { specFields } = this;
    const known = specFields.get(name);
    if (known || specFields.has(name)) return known;
    const field = this.segment.field(name);
    if (parseSpecField(name) && specFields.size < FIELDS_KEPT) specFields.set(name, field);
    return field;
  }

  /** Adds what counting a field reads. */
  need(name: string, needs: Needs): void {
    const field = this.field(name);
    if (field) for (const section of columnSections(field)) needs.add(section);
  }

  /** Whether all sections that counting a field reads are loaded. */
  isLoaded(name: string): boolean {
    if (this.columns.has(name)) return true;
    const field = this.field(name);
    return field === undefined || columnSections(field).every(({ isLoaded }) => isLoaded);
  }

  /** The column of a field, which must be loaded; undefined if no row has a value for it. */
  find(name: string): Column | undefined {
    const known = this.columns.get(name);
    if (known) return known;
    const field = this.field(name);
    if (!field) return undefined;
    const column = new Column(field);
    keep(this.columns, name, column);
    return column;
  }

  /** Cached counts of a field over all rows of this segment and the others of its collection. */
  totalsOfAll(name: string): Totals {
    const known = this.totals.get(name);
    if (known) return known;
    const totals = new Totals();
    keep(this.totals, name, totals);
    return totals;
  }
}

/** Requests choose the quantities of prices: only a few of them are kept. */
function keep<T>(byField: Map<string, T>, name: string, value: T): void {
  if (parsePriceField(name)) {
    const prices = [...byField.keys()].filter((known) => parsePriceField(known));
    if (prices.length >= PRICES_KEPT) byField.delete(prices[0]);
  }
  byField.set(name, value);
}
