import type { Decimal } from '../analysis/decimal.js';
import { decodeUtf8 } from '../analysis/utf8.js';
import { parseSpecField, SPEC_PREFIX } from '../model/fields.js';
import type { OrderedField } from './fields-writer.js';
import type { PlaceOf } from './value-notices.js';

/** Finds intervals whose lower end is above the upper one, while the fields of a build are written key by key. */
export class ExchangedEnds {
  /** The field of lower ends that was written last, and its key. */
  private low: { readonly key: string; readonly field: OrderedField } | undefined = undefined;

  constructor(private readonly placeOf: PlaceOf) {}

  /** The notice of a key, when both of its ends are written. */
  noticeOf(field: OrderedField): string | undefined {
    const spec = parseSpecField(field.field.name);
    if (spec?.member === 'min_value') this.low = { key: spec.key, field };
    if (spec?.member !== 'max_value' || this.low?.key !== spec.key) return undefined;
    const documents = exchangedDocuments(this.low.field, field);
    this.low = undefined;
    if (documents.length === 0) return undefined;
    const [first] = documents;
    const parts = documents.length === 1 ? 'a part has' : `${documents.length} parts have`;
    const where = documents.length === 1 ? `in ${this.placeOf(first)}` : `the first in ${this.placeOf(first)}`;
    return `${SPEC_PREFIX}${spec.key}: ${parts} a min_value above the max_value (${where}); .range and .covers exchange the two`;
  }
}

/** The documents with both ends, of which the lower one is above the upper one. */
function exchangedDocuments(low: OrderedField, high: OrderedField): number[] {
  const [lows, highs] = [new ParsedValues(low), new ParsedValues(high)];
  const { documents: lowDocuments, values: lowValues } = low.field.pairs;
  const { documents: highDocuments, values: highValues } = high.field.pairs;
  const found: number[] = [];
  // Documents ascend in both, and a document has one of each at most.
  for (let i = 0, j = 0; i < lowDocuments.length && j < highDocuments.length; ) {
    const difference = lowDocuments.array[i] - highDocuments.array[j];
    if (difference === 0 && lows.isAbove(lowValues.array[i], highs, highValues.array[j])) found.push(lowDocuments.array[i]);
    if (difference <= 0) i++;
    if (difference >= 0) j++;
  }
  return found;
}

/** The numbers of interned values, each read when it is first compared. */
class ParsedValues {
  private readonly numbers: (Decimal | null)[] = [];
  private readonly approximations: number[] = [];

  constructor(private readonly ordered: OrderedField) {}

  /** Whether both values are numbers, of which this one is above the other. */
  isAbove(value: number, others: ParsedValues, other: number): boolean {
    const [a, b] = [this.approximate(value), others.approximate(other)];
    // Rounding to the nearest double keeps the order.
    if (a < b || Number.isNaN(a) || Number.isNaN(b)) return false;
    return a > b || (this.numbers[value] as Decimal).gt(others.numbers[other] as Decimal);
  }

  /** NaN for a value that is not a number. */
  private approximate(value: number): number {
    const known = this.approximations[value];
    if (known !== undefined) return known;
    const { field, parse } = this.ordered;
    const { bytes, offsets } = field.values;
    const number = parse?.(decodeUtf8(bytes.array, offsets.array[value], offsets.array[value + 1]));
    this.numbers[value] = number ?? null;
    return (this.approximations[value] = number ? number.toNumber() : Number.NaN);
  }
}
