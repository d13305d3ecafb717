import type { QueryArguments } from '../queries/questions.js';
import type { FlatPart } from './flat-part.js';
import { type Counter, isInRange, placesBy } from './peer-counter.js';

/** The string specs among the facets of `facets-of-a-range` and `facets-of-all-parts`. */
export const PEER_FACET_SPECS = ['case_package', 'lifecycle_status'] as const;

/** The number of values of a facet that the peers include in their sum. */
const COUNTED_VALUES = 10;

type ValuesOf = (part: FlatPart) => readonly string[];

const PAGE_FACETS: readonly ValuesOf[] = [
  ({ brand }) => [brand],
  ({ sellers }) => sellers,
  ...PEER_FACET_SPECS.map(stringSpec),
  ({ categories }) => categories,
];

/** Class j: facets and statistics of the parts of a range. */
export function rangeFacetsCounter(queries: readonly QueryArguments[]): Counter {
  const sums = queries.map(([, , , , stats]) => new FacetSum(PAGE_FACETS, stats.split(',')));
  const ofLeaf = placesBy(queries, ([leaf]) => leaf);
  return counterOf(sums, (part) => {
    for (const place of ofLeaf.get(part.leaf) ?? []) if (isInRange(part, queries[place])) sums[place].add(part);
  });
}

/** Class k: the facets of all parts, identical in every query. */
export function allFacetsCounter(queries: readonly QueryArguments[]): Counter {
  const sum = new FacetSum(PAGE_FACETS, []);
  return counterOf(
    queries.map(() => sum),
    (part) => sum.add(part),
  );
}

/** Class l: facets of the string specs of a category, statistics of its number specs. */
export function drilldownCounter(queries: readonly QueryArguments[]): Counter {
  const sumOf = new Map<string, FacetSum>();
  for (const [leaf, strings, numbers] of queries)
    sumOf.set(leaf, new FacetSum(strings.split(',').map(stringSpec), numbers.split(',')));
  return counterOf(
    queries.map(([leaf]) => sumOf.get(leaf) as FacetSum),
    (part) => sumOf.get(part.leaf)?.add(part),
  );
}

function counterOf(sums: readonly FacetSum[], add: (part: FlatPart) => void): Counter {
  return {
    add,
    get totals() {
      return sums.map(({ hits }) => hits);
    },
    get facet_sums() {
      return sums.map(({ sum }) => sum);
    },
  };
}

function stringSpec(key: string): ValuesOf {
  return ({ strings }) => {
    const value = strings.get(key);
    return value === undefined ? [] : [value];
  };
}

/** Facets and statistics of some parts. */
class FacetSum {
  hits = 0;
  private numbers = 0;
  private readonly facets: readonly { readonly valuesOf: ValuesOf; readonly counts: Map<string, number> }[];

  constructor(
    facets: readonly ValuesOf[],
    private readonly stats: readonly string[],
  ) {
    this.facets = facets.map((valuesOf) => ({ valuesOf, counts: new Map() }));
  }

  add(part: FlatPart): void {
    this.hits++;
    for (const { valuesOf, counts } of this.facets)
      for (const value of valuesOf(part)) counts.set(value, (counts.get(value) ?? 0) + 1);
    for (const key of this.stats) if (part.numbers.has(key)) this.numbers++;
  }

  get sum(): number {
    const largest = ({ counts }: { counts: Map<string, number> }) =>
      [...counts.values()].sort((a, b) => b - a).slice(0, COUNTED_VALUES);
    return this.facets.flatMap(largest).reduce((sum, count) => sum + count, this.numbers);
  }
}
