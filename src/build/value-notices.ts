import type { Kind } from '../analysis/kinds.js';
import { decodeUtf8 } from '../analysis/utf8.js';
import { describeValue } from '../model/describe.js';
import type { FieldBuilder } from './field-builder.js';

/** Most values that a notice quotes. */
const EXAMPLES = 3;

/** The place of a document: `mine.ndjson:5`. */
export type PlaceOf = (document: number) => string;

/** What the values of a field should be: `a number`, `numbers`. */
export interface Wanted {
  readonly one: string;
  readonly many: string;
}

const NUMBERS: Wanted = { one: 'a number', many: 'numbers' };
const DATES: Wanted = { one: 'a date', many: 'dates' };

/** What the values of a kind should be. */
export function wantedOf({ dictionary, title }: Kind): Wanted {
  if (dictionary === 'numbers') return NUMBERS;
  if (dictionary === 'dates') return DATES;
  return { one: `a value of the kind ${title}`, many: `values of the kind ${title}` };
}

/** Reports the values of a field that are not what they should be, if there are any. `isRight` receives their interned numbers. */
export function wrongValuesNotice(
  { name, values, pairs }: FieldBuilder,
  isRight: (value: number) => boolean,
  placeOf: PlaceOf,
  { one, many }: Wanted = NUMBERS,
): string | undefined {
  const bad = new Set<number>();
  for (let value = 0; value < values.size; value++) if (!isRight(value)) bad.add(value);
  if (bad.size === 0) return undefined;
  const { array: documents, length } = pairs.documents;
  let parts = 0;
  let first = -1;
  let last = -1;
  for (let i = 0; i < length; i++) {
    if (documents[i] === last || !bad.has(pairs.values.array[i])) continue;
    last = documents[i];
    if (parts++ === 0) first = last;
  }
  const texts = [...bad].slice(0, EXAMPLES).map((value) => {
    return describeValue(decodeUtf8(values.bytes.array, values.offsets.array[value], values.offsets.array[value + 1]));
  });
  const where = parts === 1 ? `in ${placeOf(first)}` : `${parts} parts, the first in ${placeOf(first)}`;
  if (bad.size === 1) return `${name}: ${texts[0]} is not ${one} (${where})`;
  return `${name}: ${bad.size} values are not ${many} (${texts.join(', ')}${bad.size > EXAMPLES ? ', …' : ''}; ${where})`;
}

/** Reports prices of which none counts for `avg_price`. */
export function otherCurrenciesNotice(currency: string, others: readonly string[]): string | undefined {
  if (others.length === 0) return undefined;
  const named = [...others]
    .sort()
    .slice(0, 10)
    .map((other) => (/^[A-Z]{3}$/.test(other) ? other : describeValue(other)));
  if (others.length > named.length) named.push(`${others.length - named.length} more`);
  return `no price is in ${currency}, the currency of avg_price; prices are in ${named.join(', ')}`;
}
