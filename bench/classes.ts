import type { Directives, PartsMatchRequest, SearchRequest } from '../src/partdex.js';
import { matchQueries } from './bills.js';
import type { ClassRequest } from './requests.js';
import { TYPING } from './typing.js';
import { UsageError } from './usage-error.js';

/** The values drawn from the data for one query; their meaning depends on the class. */
export type QueryArguments = readonly string[];

/** A kind of query. */
export interface QueryClass {
  readonly id: string;
  readonly title: string;
  /** The class whose drawn values it uses: its own id, except for a variant of another class. */
  readonly argumentsOf: string;
  /** `uids`: the first hits by uid, as the peers answer; `parts`: the default page of whole parts. */
  readonly answer: 'uids' | 'parts';
  /** Whether the hits equal those of the peers for the same values; the peers omit SKUs. */
  readonly hasPeerTotals: boolean;
  /** Whether each query has its own row in the report. */
  readonly isListed: boolean;
  query(args: QueryArguments): ClassRequest;
}

/** A search returns ten hits, each query of a match request the default, three. */
const PAGE = 10;

type FacetFieldRequest = NonNullable<NonNullable<SearchRequest['facet']>['fields']>[string];

const byQuery = (...queries: string[]): SearchRequest => ({ filter: { queries } });

const keyword = uids('a', 'keyword, 1 term', ([word]) => ({ q: word }));
const brandAndCategory = uids('h', 'brand AND category', ([brand, category]) => ({
  filter: { fields: { 'brand.name': [brand], category_uids: [category] } },
}));
/** A page with filters: the alternatives of each are counted as well. */
const parametricPage = uids(
  'x',
  'parametric page',
  ([category, brand, number, otherNumber, low, high, string, secondString, thirdString, ...values]) => {
    const widened = { include: true, exclude_filter: true };
    const facets = ['brand.name', 'offers.seller.name', 'offers.packaging', ...[string, secondString, thirdString].map(spec)];
    return {
      filter: {
        fields: { category_uids: [category], 'brand.name': [brand], [spec(string)]: values },
        queries: [rangeOf(number, low, high)],
      },
      facet: { fields: each(facets, widened) },
      stats: each([number, otherNumber].map(spec), widened),
      spec_drilldown: widened,
    };
  },
);

/** The lines of a bill of materials, whose numbers may be part numbers or SKUs. */
const bill = (lines: QueryArguments) => ({ queries: matchQueries('mpn_or_sku', lines) });
const billHits = (lines: QueryArguments) => ({ ...bill(lines), show: ['uid', 'mpn'] });

/** The classes in the order of measurement, under the letters of the peers. */
export const QUERY_CLASSES: readonly QueryClass[] = [
  keyword,
  uids('b', 'keyword, 3 terms', (words) => ({ q: words.join(' ') })),
  uids('c', 'phrase of 2 words', ([phrase]) => ({ q: `"${phrase}"` })),
  uids('d', 'mpn prefix `GRM188*`', ([prefix]) => byQuery(`mpn:${prefix}*`)),
  throughKeywords('dq', 'prefix through q', 'd', (prefix) => `${prefix}*`),
  uids('e', 'mpn infix `*R71H104*`', ([infix]) => byQuery(`mpn:*${infix}*`)),
  throughKeywords('eq', 'infix through q', 'e', (infix) => `*${infix}*`),
  uids('f', 'mpn pattern `STM32F4?7*`', ([pattern]) => byQuery(`mpn:${pattern}`)),
  throughKeywords('fq', 'pattern through q', 'f', (pattern) => pattern),
  uids('fr', 'beginning and piece through q `ST*12*`', ([pattern]) => ({ q: pattern })),
  uids('g', 'exact mpn', ([mpn]) => byQuery(`mpn:"${mpn}"`)),
  throughKeywords('gq', 'exact mpn through q', 'g', (mpn) => mpn),
  matches('n', '20 mpn and brand', (pairs) => ({ queries: matchQueries('mpn', pairs) })),
  matches('nb', 'BOM of 200 lines', billHits),
  { ...matches('ns', 'the same with suggestions', (lines) => ({ ...billHits(lines), suggest: true })), argumentsOf: 'nb' },
  { ...uids('w', 'hard patterns', ([pattern]) => byQuery(`mpn:${pattern} OR offers.sku:${pattern}`)), isListed: true },
  brandAndCategory,
  uids('i', 'spec range AND category', ([category, key, low, high]) =>
    byQuery(`category_uids:"${category}"`, rangeOf(key, low, high)),
  ),
  uids('m', 'sort by spec, large category', ([category, key, order]) => ({
    filter: { fields: { category_uids: [category] } },
    sortby: [{ field: spec(key), order: order === 'desc' ? 'desc' : 'asc' }],
  })),
  uids('j', 'range AND category, 5 facets, 3 statistics', ([category, key, low, high, string, otherString, ...stats]) => ({
    ...byQuery(`category_uids:"${category}"`, rangeOf(key, low, high)),
    ...pageFacets(string, otherString),
    stats: each(stats.map(spec), { include: true }),
  })),
  uids('k', 'all parts, 5 facets', ([string, otherString]) => pageFacets(string, otherString)),
  uids('l', 'spec drilldown of a category', ([category]) => ({
    filter: { fields: { category_uids: [category] } },
    spec_drilldown: { include: true },
  })),
  parametricPage,
  uids('xq', 'spec drilldown of a broad word', ([word]) => ({ q: word, spec_drilldown: { include: true } })),
  uids('xa', 'spec drilldown of all parts', () => ({ spec_drilldown: { include: true } })),
  { ...keyword, id: 'pa', title: 'default page, queries of a', answer: 'parts' },
  { ...brandAndCategory, id: 'ph', title: 'default page, queries of h', answer: 'parts' },
  { ...parametricPage, id: 'xp', title: 'parametric page with its parts', answer: 'parts' },
  { ...matches('np', 'BOM of 200 lines with its parts', bill), argumentsOf: 'nb', answer: 'parts' },
];

/** The request of a query, for uids or for the default page. */
export function requestOf(queryClass: QueryClass, args: QueryArguments, answer = queryClass.answer): ClassRequest {
  const request = queryClass.query(args);
  const shown = answer === 'uids' ? { show: ['uid'] } : {};
  return 'search' in request
    ? { search: { ...request.search, limit: PAGE, ...shown } }
    : { match: { ...shown, ...request.match } };
}

/** The selection of `--only`. */
export interface Chosen {
  readonly classes: readonly QueryClass[];
  /** Whether completion is measured. */
  readonly typing: boolean;
}

/** Classes by id, or by the first letter of several (`p`: `pa` and `ph`); everything without names. */
export function chosenClasses(only: readonly string[] | undefined): Chosen {
  if (!only) return { classes: QUERY_CLASSES, typing: true };
  const ids = [...QUERY_CLASSES.map(({ id }) => id), TYPING];
  const unknown = only.find((name) => !ids.some((id) => id === name || id[0] === name));
  if (unknown !== undefined) throw new UsageError(`--only: there is no class "${unknown}"; there are ${ids.join(', ')}`);
  const classes = QUERY_CLASSES.filter(({ id }) => only.includes(id) || only.includes(id[0]));
  return { classes, typing: only.includes(TYPING) };
}

function uids(id: string, title: string, query: (args: QueryArguments) => SearchRequest): QueryClass {
  return makeClass(id, title, (args) => ({ search: query(args) }));
}

function matches(id: string, title: string, query: (args: QueryArguments) => PartsMatchRequest & Directives): QueryClass {
  return makeClass(id, title, (args) => ({ match: query(args) }));
}

function makeClass(id: string, title: string, query: QueryClass['query']): QueryClass {
  return { id, title, argumentsOf: id, answer: 'uids', hasPeerTotals: true, isListed: false, query };
}

/** The part numbers of another class through `q`, which also searches SKUs. */
function throughKeywords(id: string, title: string, argumentsOf: string, term: (argument: string) => string): QueryClass {
  return { ...uids(id, title, ([argument]) => ({ q: term(argument) })), argumentsOf, hasPeerTotals: false };
}

/** The facets of the classes j and k, including two string specs. */
function pageFacets(string: string, otherString: string): SearchRequest {
  const facets = ['brand.name', 'offers.seller.name', spec(string), spec(otherString), 'category_uids'];
  return { facet: { fields: each(facets, { include: true }) } };
}

function each(fieldnames: readonly string[], request: FacetFieldRequest): Record<string, FacetFieldRequest> {
  return Object.fromEntries(fieldnames.map((fieldname) => [fieldname, request]));
}

function spec(key: string): string {
  return `specs.${key}.value`;
}

function rangeOf(key: string, low: string, high: string): string {
  return `specs.${escaped(key)}.value:["${low}" TO "${high}"]`;
}

/** Reserved characters of filter queries, made literal. */
function escaped(text: string): string {
  return text.replace(/[()"*?[\]{}:\\\s]/g, '\\$&');
}
