import { parseDecimal } from '../../analysis/decimal.js';
import { statusOf } from '../../analysis/life-cycle.js';
import { partNumberForm } from '../../analysis/text.js';
import { decodeUtf8 } from '../../analysis/utf8.js';
import type { BundleArray } from '../../encoding/bundle.js';
import {
  HAS_DESCRIPTION,
  HAS_SHORT_DESCRIPTION,
  IN_STOCK,
  IS_PRICED,
  LONGEST_NUMBER,
  SPECS_SHIFT,
  STAGE_SHIFT,
  specStep,
  stageOfStatus,
} from '../../encoding/merit.js';
import type { FieldBuilder } from '../field-builder.js';

/** The values of parts from which their merit is made, by document. */
export interface MeritSources {
  readonly stock: FieldBuilder;
  readonly price: FieldBuilder;
  readonly descriptions: FieldBuilder;
  readonly shortDescription: FieldBuilder;
  readonly mpn: FieldBuilder;
  /** Undefined if no part has such a spec. */
  readonly lifeCycle: FieldBuilder | undefined;
  /** Number of specs of each document. */
  readonly specCounts: Uint32Array;
}

/** A stock quantity of −2 says that there is a stock of unknown size. */
const SOME_STOCK = -2;

/** The section's arrays: the bits of each row (merit.ts), and the length of its part number. */
export function meritArrays(sources: MeritSources, documentOf: Uint32Array): BundleArray[] {
  const { stock, price, descriptions, shortDescription, mpn, lifeCycle, specCounts } = sources;
  const bits = Uint8Array.from(specCounts, (count) => specStep(count) << SPECS_SHIFT);
  mark(bits, stock, IN_STOCK, isStock);
  mark(bits, price, IS_PRICED, () => true);
  mark(bits, descriptions, HAS_DESCRIPTION, (text) => text !== '');
  mark(bits, shortDescription, HAS_SHORT_DESCRIPTION, (text) => text !== '');
  if (lifeCycle) addStages(bits, lifeCycle);
  const lengths = new Uint8Array(bits.length);
  const numberLengths = byValue(mpn, (text) => Math.min([...partNumberForm(text)].length, LONGEST_NUMBER));
  const { documents, values } = mpn.pairs;
  for (let i = 0; i < documents.length; i++) lengths[documents.array[i]] = numberLengths[values.array[i]];
  return [byRow(bits, documentOf), byRow(lengths, documentOf)];
}

/** Sets a bit for the documents that have a value with a property. */
function mark(bits: Uint8Array, field: FieldBuilder, bit: number, isMeant: (text: string) => boolean): void {
  const meant = byValue(field, (text) => (isMeant(text) ? bit : 0));
  const { documents, values } = field.pairs;
  for (let i = 0; i < documents.length; i++) bits[documents.array[i]] |= meant[values.array[i]];
}

/** The first value of a document tells its stage. */
function addStages(bits: Uint8Array, lifeCycle: FieldBuilder): void {
  const stages = byValue(lifeCycle, (text) => stageOfStatus(statusOf(text)));
  const { documents, values } = lifeCycle.pairs;
  let last = -1;
  for (let i = 0; i < documents.length; i++) {
    const document = documents.array[i];
    if (document !== last) bits[document] |= stages[values.array[i]] << STAGE_SHIFT;
    last = document;
  }
}

function isStock(text: string): boolean {
  const quantity = parseDecimal(text);
  return quantity !== undefined && (quantity.gt(0) || quantity.eq(SOME_STOCK));
}

/** A number below 256 for each value of a field. */
function byValue(field: FieldBuilder, numberOf: (text: string) => number): Uint8Array {
  const { bytes, offsets, size } = field.values;
  const numbers = new Uint8Array(size);
  for (let value = 0; value < size; value++) {
    numbers[value] = numberOf(decodeUtf8(bytes.array, offsets.array[value], offsets.array[value + 1]));
  }
  return numbers;
}

function byRow(numbers: Uint8Array, documentOf: Uint32Array): Uint8Array {
  const ofRows = new Uint8Array(documentOf.length);
  for (let row = 0; row < documentOf.length; row++) ofRows[row] = numbers[documentOf[row]];
  return ofRows;
}
