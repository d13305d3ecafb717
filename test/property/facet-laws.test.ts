import fc from 'fast-check';
import { it } from 'vitest';
import type { CollectionName } from '../../src/model/fields.js';
import type {
  FacetCount,
  FacetFieldRequest,
  FacetResult,
  SearchRequest,
  SearchResponse,
  StatsResult,
} from '../../src/model/requests.js';
import { type Catalog, PartdexError } from '../../src/partdex.js';
import { fullCatalogs } from '../arbitraries/catalogs.js';
import { type AskedField, countingRequests, fieldRequests, numberFieldRequests } from '../arbitraries/requests.js';
import { compareDecimals, type Decimal, parseRequested } from '../oracle/decimal.js';
import { onlyFieldOf } from '../oracle/facets.js';
import { type Catalog as OracleCatalog, resolveField, valuesOf } from '../oracle/fields.js';
import { parseFilter } from '../oracle/filter-parser.js';
import { canonical, collectionOf } from '../support/property/engine.js';
import { holdsFor } from '../support/property/report.js';

const options = { share: 0.2, sources: fullCatalogs() };

/** The answer, without results; undefined where the request is refused. */
async function answerOf(
  catalog: Catalog,
  collection: CollectionName,
  request: SearchRequest,
): Promise<SearchResponse<object> | undefined> {
  return collectionOf(catalog, collection)
    .search({ ...request, limit: 0 })
    .catch((error: unknown) => {
      if (error instanceof PartdexError && error.status === 400) return undefined;
      throw error;
    });
}

async function facetOf(
  catalog: Catalog,
  { collection, request, field }: AskedField,
  facet: FacetFieldRequest = {},
): Promise<(FacetResult & { hits: number }) | undefined> {
  const fields = { [field]: { include: true, limit: 100, ...facet } };
  const answer = await answerOf(catalog, collection, { ...request, facet: { fields } });
  return answer && { ...answer.facet_results.fields[field], hits: answer.hits };
}

async function hitsOf(catalog: Catalog, requested: AskedField, filter: SearchRequest['filter']): Promise<number | undefined> {
  return (await answerOf(catalog, requested.collection, { ...requested.request, filter }))?.hits;
}

/** All values of a facet, read page by page. */
async function allValues(catalog: Catalog, requested: AskedField): Promise<FacetCount[]> {
  const values: FacetCount[] = [];
  while (values.length <= 1000) {
    const page = (await facetOf(catalog, requested, { start: values.length }))?.facets ?? [];
    values.push(...page);
    if (page.length < 100) break;
  }
  return values;
}

const isSingleValued = (catalog: OracleCatalog, { collection, field: name }: AskedField): boolean => {
  const field = resolveField(catalog, collection, name);
  return catalog.rows[collection].every((row) => valuesOf(catalog, row, field).length <= 1);
};
const sum = (counts: readonly { count: number }[]): number => counts.reduce((total, { count }) => total + count, 0);
const number = (text: string): Decimal => parseRequested(text) as Decimal;

it('a value given back as a filter yields its count', () =>
  holdsFor(
    fieldRequests,
    async (catalog, requested) => {
      const { filter = {} } = requested.request;
      const { [requested.field]: _own, ...fields } = filter.fields ?? {};
      const request = { ...requested.request, filter: { ...filter, fields } };
      const facet = await facetOf(catalog, { ...requested, request });
      for (const { value, count } of facet?.facets.slice(0, 12) ?? []) {
        const hits = await hitsOf(catalog, requested, { ...filter, fields: { ...fields, [requested.field]: [value] } });
        if (hits !== count) return `finds ${hits} with ${JSON.stringify(value)}, but counts ${count}`;
      }
      return undefined;
    },
    options,
  ));

it('of a field with one value the counts and the missing are the hits, of others they are no fewer', () =>
  holdsFor(
    fieldRequests,
    async (catalog, requested, oracle) => {
      const facet = await facetOf(catalog, requested);
      if (!facet) return undefined;
      const counted = sum(await allValues(catalog, requested)) + facet.missing;
      const isRight = isSingleValued(oracle.catalog, requested) ? counted === facet.hits : counted >= facet.hits;
      return isRight ? undefined : `counts ${counted} of ${facet.hits}`;
    },
    options,
  ));

it('exclude_filter is the request without the filters of that field', () =>
  holdsFor(
    fieldRequests,
    async (catalog, requested) => {
      const { collection, request, field, isNumber } = requested;
      const want = (exclude_filter: boolean, { filter, ...rest }: SearchRequest): SearchRequest => ({
        ...rest,
        ...(filter && { filter }),
        facet: { fields: { [field]: { include: true, limit: 100, exclude_filter, ...(isNumber && { ranges: 7 }) } } },
        stats: isNumber ? { [field]: { include: true, exclude_filter } } : {},
      });
      const excluding = await answerOf(catalog, collection, want(true, request));
      if (!excluding) return undefined;
      const without = await answerOf(catalog, collection, want(false, withoutFiltersOf(field, request)));
      const counts = (answer?: SearchResponse<object>) => canonical([answer?.facet_results, answer?.stats_results]);
      return counts(excluding) === counts(without) ? undefined : `excludes ${counts(excluding)}\n not ${counts(without)}`;
    },
    options,
  ));

function withoutFiltersOf(field: string, { filter = {}, ...rest }: SearchRequest): SearchRequest {
  const { [field]: _own, ...fields } = filter.fields ?? {};
  const queries = (filter.queries ?? []).filter((text) => onlyFieldOf(parseFilter(text).tree) !== field);
  return { ...rest, filter: { fields, queries } };
}

it('pages of a facet are pieces of the whole', () =>
  holdsFor(
    (catalog) => fc.record({ asked: fieldRequests(catalog), size: fc.integer({ min: 1, max: 9 }) }),
    async (catalog, { asked: requested, size }) => {
      const whole = await facetOf(catalog, requested);
      if (!whole) return undefined;
      for (let start = 0; start <= whole.facets.length && start < 100; start += size) {
        const page = await facetOf(catalog, requested, { start, limit: Math.min(size, 100 - start) });
        const wanted = whole.facets.slice(start, start + size);
        if (canonical(page?.facets) !== canonical(wanted)) return `page ${canonical(page?.facets)}, not ${canonical(wanted)}`;
      }
      return undefined;
    },
    options,
  ));

it('ranges lie side by side, hold every number, and are queries that find what they count', () =>
  holdsFor(
    (catalog) =>
      fc.record({ asked: numberFieldRequests(catalog), most: fc.oneof(fc.integer({ min: 1, max: 12 }), fc.constant(100)) }),
    async (catalog, { asked: requested, most }, oracle) => {
      const facet = await facetOf(catalog, requested, { ranges: most });
      if (!facet) return undefined;
      const ranges = facet.ranges ?? [];
      if (ranges.length > most) return `has ${ranges.length} ranges, not ${most}`;
      const apart = ranges.findIndex(({ from }, i) => i > 0 && ranges[i - 1].to !== from);
      if (apart >= 0) return `does not join ${canonical(ranges[apart])}`;
      const back = ranges.find(({ from, to }) => compareDecimals(number(from), number(to)) > (ranges.length > 1 ? -1 : 0));
      if (back) return `is not a range: ${canonical(back)}`;
      const { filter = {} } = requested.request;
      const found = (query: string) => hitsOf(catalog, requested, { ...filter, queries: [...(filter.queries ?? []), query] });
      for (const { query, count } of ranges.slice(0, 20)) {
        const hits = await found(query);
        if (hits !== count) return `finds ${hits} with ${query}, but counts ${count}`;
      }
      const present = facet.hits - facet.missing;
      if (isSingleValued(oracle.catalog, requested) && sum(ranges) !== present)
        return `ranges hold ${sum(ranges)}, not ${present}`;
      const inAny = ranges.length === 0 ? 0 : await found(ranges.map(({ query }) => query).join(' OR '));
      return inAny === present ? undefined : `in any range are ${inAny}, not ${present}`;
    },
    options,
  ));

it('statistics are those of the facet’s values', () =>
  holdsFor(
    numberFieldRequests,
    async (catalog, requested) => {
      const { collection, request, field } = requested;
      const answer = await answerOf(catalog, collection, { ...request, stats: { [field]: { include: true } } });
      if (!answer) return undefined;
      const is: StatsResult = answer.stats_results[field];
      const facet = await facetOf(catalog, requested);
      const values = await allValues(catalog, requested);
      const sorted = values.map(({ value }) => value).sort((a, b) => compareDecimals(number(a), number(b)));
      const wanted = { min: sorted[0] ?? null, max: sorted.at(-1) ?? null, count: sum(values), missing: facet?.missing };
      const { min, max, count, missing } = is;
      if (canonical({ min, max, count, missing }) !== canonical(wanted))
        return `statistics ${canonical(is)}, not ${canonical(wanted)}`;
      if (count === 0) return is.mean === null && is.stddev === null ? undefined : `statistics of nothing ${canonical(is)}`;
      const [low, mean, high] = [min, is.mean, max].map((text) => number(text as string));
      // A mean that is rounded may lie outside of numbers that have more digits.
      const isBetween = compareDecimals(low, mean) <= 0 && compareDecimals(mean, high) <= 0;
      if (!isBetween && [min, max].every((text) => (text as string).replace(/\D/g, '').length <= 20)) return `mean ${is.mean}`;
      return (is.stddev === '0') === (sorted.length === 1) ? undefined : `deviation ${is.stddev} of ${sorted.length} values`;
    },
    options,
  ));

it('facet queries count what the query would leave as a filter', () =>
  holdsFor(
    countingRequests,
    async (catalog, { collection, request: { q, filter = {}, facet } }) => {
      const { queries = [] } = facet ?? {};
      const answer = await answerOf(catalog, collection, { q, filter, facet: { queries } });
      for (const query of answer ? queries : []) {
        const narrowed = await answerOf(catalog, collection, {
          q,
          filter: { ...filter, queries: [...(filter.queries ?? []), query] },
        });
        const count = answer?.facet_results.queries[query]?.count;
        if (count !== narrowed?.hits) return `counts ${count} with ${query}, but finds ${narrowed?.hits}`;
      }
      return undefined;
    },
    options,
  ));

const isOfParts = ({ collection }: AskedField) => collection === 'parts';

it('a drilldown has ranks from 1 without a gap, one for all fields of a key', () =>
  holdsFor(
    (catalog) => fc.record({ asked: fieldRequests(catalog).filter(isOfParts), exclude_filter: fc.boolean() }),
    async (catalog, { asked: { request }, exclude_filter }) => {
      const answer = await answerOf(catalog, 'parts', { ...request, spec_drilldown: { include: true, exclude_filter } });
      if (!answer) return undefined;
      const ranks = new Map<string, number>();
      const results = [...Object.entries(answer.facet_results.fields), ...Object.entries(answer.stats_results)];
      for (const [name, { spec_drilldown_rank: rank }] of results) {
        const key = /^specs\.(.*)\.(value|min_value|max_value|range)$/s.exec(name)?.[1];
        if (key === undefined || rank === null) return `result of ${name}, rank ${rank}`;
        if ((ranks.get(key) ?? rank) !== rank) return `ranks ${ranks.get(key)} and ${rank} of ${name}`;
        ranks.set(key, rank);
      }
      const sorted = [...ranks.values()].sort((a, b) => a - b);
      // The keys that a request filters by are beside the 50 best.
      const most = request.filter ? Number.POSITIVE_INFINITY : 50;
      if (sorted.length > most || sorted.some((rank, i) => rank !== i + 1)) return `ranks ${sorted}`;
      const [is, wanted] = [Object.keys(answer.spec_metadata), [...ranks.keys()]].map((keys) => canonical(keys.sort()));
      if (is !== wanted) return `metadata of ${is}, not ${wanted}`;
      const empty = results.find(([, result]) => ('facets' in result ? result.facets.length === 0 : result.count === 0));
      return empty && `result without a value: ${empty[0]}`;
    },
    options,
  ));
