import { type Decimal, decimalText } from '../../analysis/decimal.js';
import { beginningTest } from '../../answers/begun-text.js';
import { type CategoryRecord, nodeOf, treeOf } from '../../answers/category-tree.js';
import { FoldedText } from '../../answers/folded-text.js';
import { rangeEdges } from '../../answers/nice-ranges.js';
import { inFacetOrder } from '../../answers/value-order.js';
import type { FacetCount, FacetRange, FacetResult } from '../../model/requests.js';
import { printFilter } from '../../parser/print.js';
import type { ResolvedFacet } from '../../resolve/resolved-search.js';
import { isMet, termOfValue, valueOfTerm } from '../compile/fields.js';
import type { CountedField, CountedTerm } from '../counted-field.js';
import { byNumber, numberOf } from './statistics.js';

/** A range of numbers with the number of parts that have one in it. */
export interface CountedRange {
  readonly from: Decimal;
  readonly to: Decimal;
  readonly count: number;
}

/** The values that a facet shows, and the number of all that it lists. */
type Selected = Pick<FacetResult, 'facets' | 'values'>;

/** What a facet is computed from besides its values. */
export interface FacetSources {
  readonly categories: () => ReadonlyMap<string, CategoryRecord>;
  /** The number of parts that meet a value: of the range of a spec, or a period of dates. */
  readonly countOf: (value: string) => number;
}

/** The page of a facet, and the chosen values that are not on it. */
export function selectValues(facet: ResolvedFacet, counted: CountedField, sources: FacetSources): Selected {
  const page = pageOf(facet, counted, sources);
  const { chosen, kind, order, tree } = facet;
  if (chosen.length === 0) return page;
  const shown = new Set(page.facets.map(({ value }) => value));
  const field = { kind, extent: facet.field.spec?.member === 'range' ? facet.field : undefined };
  const counts = new Map(counted.values.map(({ term, count }) => [term, count]));
  const countOf = (value: string) =>
    isMet(field, value) ? sources.countOf(value) : (counts.get(termOfValue(kind, value) ?? '') ?? 0);
  const others = chosen.filter((value) => !shown.has(value)).map((value) => ({ value, count: countOf(value) }));
  const appended = inFacetOrder(others, kind, order);
  const facets = tree > 0 ? appended.map((one) => nodeOf(one, sources.categories())) : appended;
  return { facets: [...page.facets, ...facets], values: page.values };
}

/** Whether a facet is the first values of its field: no more of them are read then. */
export function isOfFirstValues({ field, contains, order, tree, ranges, chosen }: ResolvedFacet): boolean {
  return (
    contains === '' && order === 'count' && tree === 0 && ranges === 0 && chosen.length === 0 && field.spec?.member !== 'range'
  );
}

function pageOf(facet: ResolvedFacet, counted: CountedField, { categories }: FacetSources): Selected {
  const { start, limit, order, tree, kind, field } = facet;
  if (field.spec?.member === 'range') return { facets: [], values: 0 };
  const contained = facet.isBeginning ? beginningTest(facet.contains, kind.hasForms) : new FoldedText(facet.contains);
  const asFacet = ({ term, count }: CountedTerm): FacetCount => ({ value: valueOfTerm(kind, term), count });
  if (tree > 0) return treeOf(counted.values.map(asFacet), categories(), facet, contained);
  if (contained.isEmpty && order === 'count') {
    return { facets: counted.first(start, start + limit).map(asFacet), values: counted.size };
  }
  const wanted = counted.values.map(asFacet).filter(({ value }) => contained.isEmpty || contained.isIn(value));
  const sorted = order === 'count' ? wanted : inFacetOrder(wanted, kind, order);
  return { facets: sorted.slice(start, start + limit), values: wanted.length };
}

/** The edges of the ranges of a facet; empty without values. */
export function edgesOf(values: readonly CountedTerm[], most: number): Decimal[] {
  if (values.length === 0) return [];
  const numbers = byNumber(values).map(numberOf);
  const positive = numbers.find((number) => number.gt(0));
  const hasZero = numbers.some((number) => number.isZero());
  return rangeEdges(numbers[0], numbers[numbers.length - 1], positive, hasZero, most);
}

/** The ranges of a field of which no part has several values. */
export function rangesOfSingle(values: readonly CountedTerm[], edges: readonly Decimal[]): CountedRange[] {
  const sorted = byNumber(values).map((value) => ({ number: numberOf(value), count: value.count }));
  const last = edges.length - 2;
  let at = 0;
  return edges.slice(1).map((to, i) => {
    let count = 0;
    for (; at < sorted.length && (i === last ? sorted[at].number.lte(to) : sorted[at].number.lt(to)); at++)
      count += sorted[at].count;
    return { from: edges[i], to, count };
  });
}

/** Ranges as answers have them: each with the filter query that finds its parts. */
export function shownRanges(field: string, ranges: readonly CountedRange[]): FacetRange[] {
  return ranges.map(({ from, to, count }, i) => {
    const [lower, upper] = [decimalText(from), decimalText(to)];
    const operand = {
      kind: 'range',
      lower: { value: lower, inclusive: true },
      upper: { value: upper, inclusive: i === ranges.length - 1 },
    } as const;
    return { from: lower, to: upper, count, query: printFilter({ kind: 'field', field, operand }) };
  });
}
