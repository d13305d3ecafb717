import { type Decimal, readDecimalText } from '../analysis/decimal.js';
import type { Kind } from '../analysis/kinds.js';
import { compareCodePoints, fold } from '../analysis/text.js';
import type { FacetCount, FacetOrder } from '../model/requests.js';

/** Puts counted values in the order of a facet: by descending count, then by value; or by value as `sortby` orders it. */
export function inFacetOrder(counted: FacetCount[], kind: OrderedKind, order: FacetOrder): FacetCount[] {
  if (order === 'value') return counted.sort(bySortedValue(counted, kind));
  const byValue = kind.numbers ? byNumber(counted) : textOrder(kind);
  return counted.sort((a, b) => b.count - a.count || byValue(a, b));
}

type OrderedKind = Pick<Kind, 'numbers' | 'dictionary' | 'orderedBy'>;
type Compare = (a: FacetCount, b: FacetCount) => number;

const byText: Compare = (a, b) => compareCodePoints(a.value, b.value);

/** Compares texts, or what the kind orders them by. */
function textOrder({ orderedBy }: OrderedKind): Compare {
  return orderedBy ? (a, b) => compareCodePoints(orderedBy(a.value), orderedBy(b.value)) : byText;
}

/** Numbers by value, uids and booleans as they are, everything else by fold, then by the text itself. */
function bySortedValue(counted: readonly FacetCount[], kind: OrderedKind): Compare {
  if (kind.numbers) return byNumber(counted);
  if (kind.orderedBy || kind.dictionary === 'raw') return textOrder(kind);
  const folds = new Map(counted.map(({ value }) => [value, fold(value)]));
  const foldOf = ({ value }: FacetCount) => folds.get(value) as string;
  return (a, b) => compareCodePoints(foldOf(a), foldOf(b)) || byText(a, b);
}

/** Compares texts of numbers; parses each of them once. */
function byNumber(counted: readonly FacetCount[]): Compare {
  const numbers = new Map(counted.map(({ value }) => [value, readDecimalText(value) as Decimal]));
  const numberOf = ({ value }: FacetCount) => numbers.get(value) as Decimal;
  return (a, b) => numberOf(a).cmp(numberOf(b));
}
