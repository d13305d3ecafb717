import type { CatalogInside, Work } from '../catalog/internals.js';
import { nameMap } from '../model/check-arguments.js';
import { NotFoundError } from '../model/errors.js';
import type { PartsMatchRequest, PartsMatchResponse } from '../model/match-requests.js';
import { shorten } from '../model/nearest.js';
import type { Directives, SearchRequest, SearchResponse } from '../model/requests.js';
import type { ValueType } from '../model/schema.js';
import { PARTS_MATCH_RESPONSE, recordsType, recordType, searchResponseType } from './answer-types.js';
import {
  type ArgumentTable,
  GET_ARGUMENTS,
  GET_MULTI_ARGUMENTS,
  PARTS_MATCH_ARGUMENTS,
  PARTS_SEARCH_ARGUMENTS,
  SEARCH_ARGUMENTS,
} from './argument-tables.js';
import { decodePercent } from './url-arguments.js';

/** The members of a request, as they were put together from the arguments. */
export type RequestMembers = Readonly<Record<string, unknown>>;

/** What a path stands for: which arguments it takes, and how it is checked and answered. */
export interface Endpoint {
  readonly table: ArgumentTable;
  /** Arguments that must be sent, and as what. */
  readonly required: ReadonlyMap<string, string>;
  readonly answerType: ValueType;
  /** @throws ValidationError for the first fault of a request, or of a part of one */
  check(inside: CatalogInside, request: RequestMembers, work: Work): Promise<void>;
  /** @throws ValidationError, before anything is searched or read; NotFoundError */
  answer(inside: CatalogInside, request: RequestMembers, work: Work): Promise<Answer>;
}

/** An answer that tells of the request and has a place for warnings. */
export type ApiResponse = SearchResponse<object> | PartsMatchResponse;

/** What is answered: records, or an object of the interface. */
export type Answer = { readonly records: object } | { readonly response: ApiResponse };

const COLLECTIONS = ['brands', 'categories', 'parts', 'sellers'] as const;
type RestCollection = (typeof COLLECTIONS)[number];

const RECORD_NAMES: Readonly<Record<RestCollection, string>> = {
  brands: 'brand',
  categories: 'category',
  parts: 'part',
  sellers: 'seller',
};

/** What messages say about paths. */
export const KNOWN_PATHS =
  '/parts/match, and of brands, categories, parts and sellers /parts/{uid}, /parts/get_multi and /parts/search';

const NOTHING_REQUIRED: ReadonlyMap<string, string> = new Map();

const multiEndpoints = endpointsOf(getMultiEndpoint);
const searchEndpoints = endpointsOf(searchEndpoint);

const MATCH: Endpoint = {
  table: PARTS_MATCH_ARGUMENTS,
  required: new Map([['queries', 'a JSON-encoded list of queries, such as [{"mpn":"NE555P"}]']]),
  answerType: PARTS_MATCH_RESPONSE,
  check: ({ checks }, request) => checks.parts.checkMatch(matchRequest(request)),
  answer: async ({ collections }, request, work) => ({
    response: await collections.parts.matchWithin(matchRequest(request), {}, work),
  }),
};

/** The endpoint of a path, or undefined where there is none. */
export function findEndpoint(path: string): Endpoint | undefined {
  const [root, collection, method, ...more] = path.split('/');
  if (root !== '' || method === undefined || method === '' || more.length > 0) return undefined;
  const known = COLLECTIONS.find((name) => name === collection);
  if (known === undefined) return undefined;
  if (method === 'search') return searchEndpoints[known];
  if (method === 'get_multi') return multiEndpoints[known];
  if (method === 'match' && known === 'parts') return MATCH;
  const uid = decodePercent(method);
  return uid === undefined ? undefined : getEndpoint(known, uid);
}

function endpointsOf(make: (collection: RestCollection) => Endpoint): Readonly<Record<RestCollection, Endpoint>> {
  return { brands: make('brands'), categories: make('categories'), parts: make('parts'), sellers: make('sellers') };
}

function getEndpoint(collection: RestCollection, uid: string): Endpoint {
  return {
    table: GET_ARGUMENTS,
    required: NOTHING_REQUIRED,
    answerType: recordType(collection),
    check: ({ checks }, request) => checks[collection].checkFetch([], request),
    async answer({ collections }, request, work) {
      const record = await collections[collection].getWithin(uid, request, work);
      if (!record) throw new NotFoundError(`no ${RECORD_NAMES[collection]} has the uid "${shorten(uid)}"`);
      return { records: record };
    },
  };
}

function getMultiEndpoint(collection: RestCollection): Endpoint {
  return {
    table: GET_MULTI_ARGUMENTS,
    required: NOTHING_REQUIRED,
    answerType: recordsType(collection),
    check: ({ checks }, request) => checks[collection].checkFetch(uidsOf(request), directivesOf(request)),
    async answer({ checks, collections }, request, work) {
      const uids = uidsOf(request);
      const directives = directivesOf(request);
      await checks[collection].checkFetch(uids, directives);
      const records = nameMap<object>();
      for (const uid of uids) {
        const record = await collections[collection].getWithin(uid, directives, work);
        if (record) records[uid] = record;
      }
      return { records };
    },
  };
}

function searchEndpoint(collection: RestCollection): Endpoint {
  return {
    table: collection === 'parts' ? PARTS_SEARCH_ARGUMENTS : SEARCH_ARGUMENTS,
    required: NOTHING_REQUIRED,
    answerType: searchResponseType(collection),
    check: ({ checks }, request, work) => checks[collection].checkSearch(request as SearchRequest, work),
    answer: async ({ collections }, request, work) => ({
      response: await collections[collection].searchWithin(request as SearchRequest, work),
    }),
  };
}

function uidsOf({ uid }: RequestMembers): string[] {
  return (uid ?? []) as string[];
}

function directivesOf({ uid: _uid, ...directives }: RequestMembers): Directives {
  return directives;
}

/** A part of a request that has no queries is checked as well. */
function matchRequest(request: RequestMembers): PartsMatchRequest & Directives {
  return { queries: [], ...request };
}
