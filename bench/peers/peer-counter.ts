import type { QueryArguments } from '../queries/questions.js';
import type { FlatPart } from './flat-part.js';

/** The peers' counts for the queries of a question, query by query. */
export interface PeerCounts {
  /** The hits. */
  readonly totals: readonly number[];
  /** Of a question with facets: the counts of their first ten values and of the statistics, added up. */
  readonly facet_sums?: readonly number[];
}

/** Counts, part by part, for each query of a question. */
export interface Counter extends PeerCounts {
  add(part: FlatPart): void;
}

export type CounterMaker = (queries: readonly QueryArguments[]) => Counter;

/** The positions of the queries by key. */
export function placesBy(
  queries: readonly QueryArguments[],
  keyOf: (args: QueryArguments) => string,
): ReadonlyMap<string, readonly number[]> {
  const places = new Map<string, number[]>();
  for (const [place, args] of queries.entries()) places.set(keyOf(args), [...(places.get(keyOf(args)) ?? []), place]);
  return places;
}

/** `range-in-category`, and the hits of `facets-of-a-range`: a category, a spec and its minimum and maximum value. */
export function isInRange({ numbers }: FlatPart, [, key, low, high]: QueryArguments): boolean {
  const value = Number(numbers.get(key) ?? Number.NaN);
  return value >= Number(low) && value <= Number(high);
}
