import { allOf, constant, type Query } from '../compile/queries.js';
import { script } from '../compile/scripts.js';
import { UID } from '../schema.js';
import type { EngineAnswer, EngineSession } from '../session.js';

/** Bits of a whole number that the engine's score holds. */
const MOST_BITS = 24;
/** Sets that one request answers with. */
const MOST_SETS = 60_000;
/** Parts that are read at a time where there are more conditions than bits. */
const PAGE = 10_000;
const STEP = 'looking for what to leave out of a question';

/**
 * Of the parts that meet the most of some conditions, how many there are for each set of those that they do not meet: by their places,
 * joined by commas. Empty if no part meets one.
 */
export async function leftBySets(
  kept: Query,
  droppable: readonly Query[],
  session: EngineSession,
): Promise<ReadonlyMap<string, number>> {
  const should = droppable.map((query) => constant(query, 1));
  const query = { bool: { filter: [kept], should, minimum_should_match: 1 } };
  const { hits } = await session.search({ query, size: 1, _source: false, track_total_hits: false }, STEP);
  if (hits.hits.length === 0) return new Map();
  const atLeast = { bool: { should: droppable, minimum_should_match: Math.round(hits.max_score) } };
  const best = allOf([kept, atLeast]);
  return droppable.length <= MOST_BITS ? countedByScore(best, droppable, session) : countedOneByOne(best, droppable, session);
}

/** The score of a part has a bit for each condition that it meets. */
async function countedByScore(
  best: Query,
  droppable: readonly Query[],
  session: EngineSession,
): Promise<ReadonlyMap<string, number>> {
  const should = droppable.map((query, i) => constant(query, 2 ** i));
  const sets = { terms: { script: script('return _score;', {}), size: MOST_SETS, shard_size: MOST_SETS } };
  const body = { query: { bool: { filter: [best], should } }, size: 0, track_total_hits: false, aggs: { sets } };
  const { aggregations } = await session.search(body, STEP);
  return new Map(
    aggregations.sets.buckets.map(({ key, doc_count: parts }: EngineAnswer) => {
      return [placesOf(droppable.length, (place) => (Number(key) & (1 << place)) === 0), parts];
    }),
  );
}

async function countedOneByOne(
  best: Query,
  droppable: readonly Query[],
  session: EngineSession,
): Promise<ReadonlyMap<string, number>> {
  const should = droppable.map((query, i) => constant(query, 1, String(i)));
  const left = new Map<string, number>();
  const body = { query: { bool: { filter: [best], should } }, size: PAGE, _source: false, sort: [{ [UID]: 'asc' }] };
  for (let after: readonly string[] | undefined; ; ) {
    const { hits } = await session.search({ ...body, ...(after && { search_after: after }) }, STEP);
    for (const { matched_queries: matched = [] } of hits.hits) {
      const met = new Set<string>(matched);
      const key = placesOf(droppable.length, (place) => !met.has(String(place)));
      left.set(key, (left.get(key) ?? 0) + 1);
    }
    if (hits.hits.length < PAGE) return left;
    after = hits.hits[PAGE - 1].sort;
  }
}

function placesOf(count: number, isDropped: (place: number) => boolean): string {
  return Array.from({ length: count }, (_, place) => place)
    .filter(isDropped)
    .join();
}
