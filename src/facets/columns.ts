import type { RowCodes } from '../index/column/row-codes.js';
import type { Dictionary } from '../index/dictionary/dictionary.js';
import type { NumberDictionary } from '../index/dictionary/number-dictionary.js';
import type { Postings } from '../index/postings.js';
import type { Segment, SegmentField } from '../index/segment.js';
import { Totals } from './totals.js';

/** Most values of a column, and least sets for each of them, for which its postings are of use in counting. */
const FEW_VALUES = 256;

/** A field of a segment with all that is read to count its values. */
export class Column {
  /** What is known of the field over all rows of the segment. */
  readonly totals = new Totals();

  private constructor(
    readonly field: SegmentField,
    readonly codes: RowCodes,
    /** Of strings. */
    readonly dictionary: Dictionary | undefined,
    /** Of numbers. */
    readonly numbers: NumberDictionary | undefined,
    /** Of few values that rows have in many combinations. */
    readonly postings: Postings | undefined,
  ) {}

  static async load(field: SegmentField): Promise<Column> {
    const { kind } = field;
    const isNumber = kind.numbers !== undefined;
    const [codes, dictionary, numbers] = await Promise.all([
      field.codes(),
      isNumber ? undefined : field.dictionary(),
      isNumber ? field.numbers() : undefined,
    ]);
    const { values } = field.info;
    const isCombined = codes.isMultiValued && values <= FEW_VALUES && codes.codeCount(values) > values * FEW_VALUES;
    const postings = isCombined && kind.hasPostings ? await field.postings() : undefined;
    return new Column(field, codes, dictionary, numbers, postings);
  }

  /** Number of distinct values. */
  get size(): number {
    return this.field.info.values;
  }

  /** The text of a value: strings as given, numbers in canonical form. */
  value(ordinal: number): string {
    return this.numbers ? this.numbers.value(ordinal) : (this.dictionary as Dictionary).value(ordinal);
  }
}

/** The columns of a segment that have been loaded. */
export class Columns {
  private readonly loaded = new Map<string, Column>();

  constructor(readonly segment: Segment) {}

  /** The column of a field; undefined if no row has a value for it, or if it has not been loaded. */
  find(name: string): Column | undefined {
    return this.loaded.get(name);
  }

  /** Whether `find` tells all there is of a field. */
  isLoaded(name: string): boolean {
    return this.loaded.has(name) || this.segment.field(name) === undefined;
  }

  async load(name: string): Promise<void> {
    const field = this.segment.field(name);
    if (!field || this.loaded.has(name)) return;
    const column = await Column.load(field);
    if (!this.loaded.has(name)) this.loaded.set(name, column);
  }
}
