import { MemberReader } from './check-arguments.js';
import type { CollectionName } from './fields.js';
import type { Issues } from './issues.js';
import type { Limits } from './limits.js';
import { isObject } from './plain.js';
import type { RankRequest } from './requests.js';

/** What `score` means in the order of a request. */
export interface CheckedRank {
  readonly inStockFirst: boolean;
  /** A query or a factor is undefined if it has an issue. */
  readonly boosts: readonly { readonly query: string | undefined; readonly factor: number | undefined }[];
}

/** The member `rank` of a request; undefined without one. */
export function readRank(
  collection: CollectionName,
  request: MemberReader,
  limits: Limits,
  issues: Issues,
): CheckedRank | undefined {
  const given = request.object('rank', ['in_stock_first', 'boosts']);
  if (!given) return undefined;
  if (collection !== 'parts') {
    const expected = ['the collection parts'];
    issues.add('wrong_kind', ['rank'], `: only parts have such an order, not ${collection}`, { found: collection, expected });
  }
  return { inStockFirst: given.flag('in_stock_first'), boosts: readBoosts(given, limits, issues) };
}

function readBoosts(rank: MemberReader, limits: Limits, issues: Issues): CheckedRank['boosts'] {
  const path = rank.at('boosts');
  const value = rank.value('boosts');
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) {
    issues.addWrongType(path, 'a list of { query, factor }', value);
    return [];
  }
  if (value.length > limits.facets) {
    const expected = `at most ${limits.facets} (limit facets)`;
    issues.add('too_many', path, ` must be ${expected}, not ${value.length}`, { found: value.length, expected: [expected] });
  }
  return Array.from(value.slice(0, limits.facets), (boost: unknown, i) => {
    const given = MemberReader.of(boost, [...path, i], ['query', 'factor'], issues);
    if (!isObject(boost)) return { query: undefined, factor: undefined };
    const query = given.value('query');
    const factor = given.value('factor');
    const isFactor = typeof factor === 'number' && Number.isFinite(factor) && factor > 0;
    if (typeof query !== 'string') issues.addWrongType(given.at('query'), 'a filter query', query);
    if (typeof factor !== 'number') issues.addWrongType(given.at('factor'), 'a number above 0', factor);
    else if (!isFactor) {
      issues.add('out_of_range', given.at('factor'), ' must be a finite number above 0', {
        found: factor,
        expected: ['a finite number above 0'],
      });
    }
    return { query: typeof query === 'string' ? query : undefined, factor: isFactor ? factor : undefined };
  });
}

/** As an answer echoes it. */
export function echoRank({ inStockFirst, boosts }: CheckedRank): RankRequest {
  const sound = boosts.flatMap(({ query, factor }) => (query === undefined || factor === undefined ? [] : { query, factor }));
  return { in_stock_first: inStockFirst, boosts: sound };
}
