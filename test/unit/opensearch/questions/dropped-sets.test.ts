import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ALL, type Query, term } from '../../../../src/opensearch/compile/queries.js';
import { DroppedSets } from '../../../../src/opensearch/questions/dropped-sets.js';
import type { EngineSession } from '../../../../src/opensearch/session.js';
import { forAllAsync } from '../../../support/for-all.js';

/** A part is the set of the conditions that it meets. */
type TestPart = ReadonlySet<number>;
interface Body {
  readonly query: Query;
  readonly size: number;
  readonly aggs?: object;
  readonly search_after?: readonly string[];
}

/** How an engine scores a part for a query; undefined if it does not find it. */
function scoreOf(part: TestPart, query: Query, matched: string[]): number | undefined {
  const [[kind, content]] = Object.entries(query) as [string, Record<string, never>][];
  if (kind === 'match_all') return 1;
  if (kind === 'term') return part.has(Number(content.condition)) ? 1 : undefined;
  if (kind === 'constant_score') {
    if (scoreOf(part, content.filter, matched) === undefined) return undefined;
    if (content._name !== undefined) matched.push(content._name);
    return content.boost;
  }
  const { filter = [], should = [], minimum_should_match: least = 0 } = content as Record<string, never>;
  for (const one of filter as Query[]) if (scoreOf(part, one, matched) === undefined) return undefined;
  const scores = (should as Query[]).map((one) => scoreOf(part, one, matched)).filter((score) => score !== undefined);
  return scores.length >= (least as number) ? scores.reduce((sum, score) => sum + score, 0) : undefined;
}

function engineOf(parts: readonly TestPart[], most = 1000) {
  const search = async ({ query, size, aggs, search_after: after }: Body) => {
    const hits = parts.flatMap((part, i) => {
      const matched_queries: string[] = [];
      const score = scoreOf(part, query, matched_queries);
      return score === undefined ? [] : [{ matched_queries, score, sort: [String(i).padStart(6, '0')] }];
    });
    const page = hits.filter(({ sort }) => !after || sort[0] > after[0]).slice(0, size);
    const counts = new Map<string, number>();
    for (const { score } of hits) counts.set(`${score}.0`, (counts.get(`${score}.0`) ?? 0) + 1);
    const all = Array.from(counts, ([key, doc_count]) => ({ key, doc_count }));
    const buckets = all.slice(0, most);
    return {
      hits: { hits: page, max_score: Math.max(...hits.map(({ score }) => score)) },
      ...(aggs && { aggregations: { sets: { buckets, sum_other_doc_count: all.length - buckets.length } } }),
    };
  };
  return { search };
}

/** The same, plainly. */
function expected(parts: readonly TestPart[], count: number): Map<string, number> {
  const most = Math.max(0, ...parts.map(({ size }) => size));
  const left = new Map<string, number>();
  for (const part of parts) {
    if (part.size < Math.max(most, 1)) continue;
    const key = Array.from({ length: count }, (_, i) => i)
      .filter((i) => !part.has(i))
      .join();
    left.set(key, (left.get(key) ?? 0) + 1);
  }
  return left;
}

describe('DroppedSets', () => {
  it.each([
    ['by scores', 1, 24],
    ['by names, where a score has no room', 25, 40],
  ])('counts the parts that meet the most conditions %s', (_, least, most) =>
    forAllAsync(
      [
        fc
          .integer({ min: least, max: most })
          .chain((count) =>
            fc.tuple(
              fc.constant(count),
              fc.array(fc.uniqueArray(fc.nat({ max: count - 1 }), { maxLength: 4 }), { maxLength: 12 }),
            ),
          ),
      ],
      async ([count, lists]) => {
        const parts = lists.map((list) => new Set(list));
        const droppable = Array.from({ length: count }, (_, i) => term('condition', String(i)));
        const { search } = engineOf(parts);
        const sets = new DroppedSets(ALL, droppable);
        const answer = await search(sets.body() as Body);
        expect(await sets.read(answer, { search } as unknown as EngineSession)).toEqual(expected(parts, count));
      },
    ),
  );

  it('counts those of the most conditions by themselves where there are more sets than one answer has', async () => {
    const parts = [new Set([0]), new Set([1]), new Set([2]), new Set([0, 2]), new Set([0, 2])];
    const { search } = engineOf(parts, 2);
    const sets = new DroppedSets(
      ALL,
      [0, 1, 2].map((i) => term('condition', String(i))),
    );
    const answer = await search(sets.body() as Body);
    expect(await sets.read(answer, { search } as unknown as EngineSession)).toEqual(new Map([['1', 2]]));
  });
});
