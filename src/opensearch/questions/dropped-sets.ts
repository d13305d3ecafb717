import { allOf, constant, type Query } from '../compile/queries.js';
import { SCORE_BITS, script } from '../compile/scripts.js';
import { UID } from '../schema.js';
import type { EngineAnswer, EngineSession } from '../session.js';

/** Sets that one request answers with. */
const MOST_SETS = 60_000;
/** Parts that are read at a time where there are more conditions than bits. */
const PAGE = 10_000;
const STEP = 'looking for what to leave out of a question';

/**
 * Of the parts that meet the most of some conditions, how many there are for each set of those that they do not meet: by their places,
 * joined by commas. Empty if no part meets one. A search of `body` tells, and `read` reads its answer: further searches follow where there
 * are more conditions, or sets of them, than one answers with.
 */
export class DroppedSets {
  /** @param kept what all the parts meet */
  constructor(
    private readonly kept: Query,
    private readonly droppable: readonly Query[],
  ) {}

  private get isCounted(): boolean {
    return this.droppable.length <= SCORE_BITS;
  }

  body(): object {
    if (this.isCounted) return countedBody(this.kept, this.droppable, 1);
    const should = this.droppable.map((query) => constant(query, 1));
    const query = { bool: { filter: [this.kept], should, minimum_should_match: 1 } };
    return { query, size: 1, _source: false, track_total_hits: false };
  }

  async read(answer: EngineAnswer, session: EngineSession): Promise<ReadonlyMap<string, number>> {
    const { kept, droppable } = this;
    if (!this.isCounted)
      return answer.hits.hits.length === 0 ? new Map() : this.oneByOne(Math.round(answer.hits.max_score), session);
    const { sets } = answer.aggregations;
    const most = Math.max(0, ...sets.buckets.map(({ key }: EngineAnswer) => bitsIn(Number(key))));
    if (sets.sum_other_doc_count === 0) return setsMeeting(most, sets.buckets, droppable.length);
    // The sets that are most frequent need not be those of the most conditions.
    for (let least = droppable.length; ; least--) {
      const { aggregations } = await session.search(countedBody(kept, droppable, least), STEP);
      if (aggregations.sets.buckets.length > 0) return setsMeeting(least, aggregations.sets.buckets, droppable.length);
    }
  }

  /** The same for more conditions than a score has bits: the parts are read. */
  private async oneByOne(most: number, session: EngineSession): Promise<ReadonlyMap<string, number>> {
    const { kept, droppable } = this;
    const atLeast = { bool: { should: droppable, minimum_should_match: most } };
    const should = droppable.map((query, i) => constant(query, 1, String(i)));
    const query = { bool: { filter: [allOf([kept, atLeast])], should } };
    const body = { query, size: PAGE, _source: false, sort: [{ [UID]: 'asc' }] };
    const left = new Map<string, number>();
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
}

/** Counts the parts that meet so many conditions by which ones: the score of a part has a bit for each condition that it meets. */
function countedBody(kept: Query, droppable: readonly Query[], least: number): object {
  const should = droppable.map((query, i) => constant(query, 2 ** i));
  const query = { bool: { filter: [kept], should, minimum_should_match: least } };
  const sets = { terms: { script: script('return _score;', {}), size: MOST_SETS, shard_size: MOST_SETS } };
  return { query, size: 0, track_total_hits: false, aggs: { sets } };
}

function setsMeeting(most: number, buckets: readonly EngineAnswer[], conditions: number): ReadonlyMap<string, number> {
  const best = most === 0 ? [] : buckets.filter(({ key }) => bitsIn(Number(key)) === most);
  return new Map(
    best.map(({ key, doc_count: parts }) => [placesOf(conditions, (place) => (Number(key) & (1 << place)) === 0), parts]),
  );
}

function bitsIn(set: number): number {
  let bits = 0;
  for (let rest = set; rest !== 0; rest &= rest - 1) bits++;
  return bits;
}

function placesOf(count: number, isDropped: (place: number) => boolean): string {
  return Array.from({ length: count }, (_, place) => place)
    .filter(isDropped)
    .join();
}
