import { nameMap } from '../model/check-arguments.js';
import { NotFoundError } from '../model/errors.js';
import { Issues } from '../model/issues.js';
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
import { askParts, checkQuestion, questionOf } from './questions.js';
import type { RequestContext, RequestMembers } from './request-context.js';
import { decodePercent } from './url-arguments.js';

/** An endpoint: the arguments of a path, and how it is checked and answered. */
export interface Endpoint {
  readonly collection: RestCollection;
  readonly table: ArgumentTable;
  /** Required arguments, with their types. */
  readonly required: ReadonlyMap<string, string>;
  readonly answerType: ValueType;
  /** Adds every issue of a request. */
  check(context: RequestContext, issues: Issues): Promise<void>;
  /** @throws ValidationError, before anything is searched or read; NotFoundError */
  answer(context: RequestContext): Promise<Answer>;
}

/** An answer that repeats the request and can have warnings. */
export type ApiResponse = SearchResponse<object> | PartsMatchResponse;

/** What it returns: records, or an object of the interface. */
export type Answer = { readonly records: object } | { readonly response: ApiResponse };

/** The collections that the interface has. */
const REST_COLLECTIONS = ['brands', 'categories', 'parts', 'sellers'] as const;
export type RestCollection = (typeof REST_COLLECTIONS)[number];

const RECORD_NAMES: Readonly<Record<RestCollection, string>> = {
  brands: 'brand',
  categories: 'category',
  parts: 'part',
  sellers: 'seller',
};

/** The text of messages about paths. */
export const KNOWN_PATHS =
  '/parts/match, and of brands, categories, parts and sellers /parts/{uid}, /parts/get_multi and /parts/search';

const NOTHING_REQUIRED: ReadonlyMap<string, string> = new Map();

const multiEndpoints = endpointsOf(getMultiEndpoint);
const searchEndpoints = endpointsOf(searchEndpoint);

const MATCH: Endpoint = {
  collection: 'parts',
  table: PARTS_MATCH_ARGUMENTS,
  required: new Map([['queries', 'a JSON-encoded list of queries, such as [{"mpn":"NE555P"}]']]),
  answerType: PARTS_MATCH_RESPONSE,
  check: ({ catalog, request, work, rules }, issues) =>
    catalog.collections.parts.checkMatch(matchRequest(request), issues, work, rules),
  answer: async ({ catalog, request, work, rules }) => ({
    response: await catalog.collections.parts.matchWithin(matchRequest(request), rules, work),
  }),
};

/** The endpoint of a path, or undefined if there is none. */
export function findEndpoint(path: string): Endpoint | undefined {
  const [root, collection, method, ...more] = path.split('/');
  if (root !== '' || method === undefined || method === '' || more.length > 0) return undefined;
  const known = REST_COLLECTIONS.find((name) => name === collection);
  if (known === undefined) return undefined;
  if (method === 'search') return searchEndpoints[known];
  if (method === 'get_multi') return multiEndpoints[known];
  if (method === 'match' && known === 'parts') return MATCH;
  const uid = decodePercent(method);
  return uid === undefined ? undefined : getEndpoint(known, uid);
}

/** Every path of the interface, with a uid as `{uid}`. */
export function endpointPaths(): { readonly path: string; readonly endpoint: Endpoint }[] {
  const paths = REST_COLLECTIONS.flatMap((collection) => [
    { path: `/${collection}/{uid}`, endpoint: getEndpoint(collection, '{uid}') },
    { path: `/${collection}/search`, endpoint: searchEndpoints[collection] },
    { path: `/${collection}/get_multi`, endpoint: multiEndpoints[collection] },
  ]);
  return [...paths, { path: '/parts/match', endpoint: MATCH }];
}

function endpointsOf(make: (collection: RestCollection) => Endpoint): Readonly<Record<RestCollection, Endpoint>> {
  return { brands: make('brands'), categories: make('categories'), parts: make('parts'), sellers: make('sellers') };
}

function getEndpoint(collection: RestCollection, uid: string): Endpoint {
  return {
    collection,
    table: GET_ARGUMENTS,
    required: NOTHING_REQUIRED,
    answerType: recordType(collection),
    check: ({ catalog, request, work, rules }, issues) =>
      catalog.collections[collection].checkFetch([], request, issues, work, rules),
    async answer({ catalog, request, work, rules }) {
      const record = await catalog.collections[collection].getWithin(uid, request, work, rules);
      if (!record) throw new NotFoundError(`no ${RECORD_NAMES[collection]} has the uid "${shorten(uid)}"`);
      return { records: record };
    },
  };
}

function getMultiEndpoint(collection: RestCollection): Endpoint {
  return {
    collection,
    table: GET_MULTI_ARGUMENTS,
    required: NOTHING_REQUIRED,
    answerType: recordsType(collection),
    check: ({ catalog, request, work, rules }, issues) =>
      catalog.collections[collection].checkFetch(uidsOf(request), directivesOf(request), issues, work, rules),
    async answer({ catalog, request, work, rules }) {
      const uids = uidsOf(request);
      const directives = directivesOf(request);
      const issues = new Issues(request);
      await catalog.collections[collection].checkFetch(uids, directives, issues, work, rules);
      issues.throwIfAny();
      const records = nameMap<object>();
      // The check has already removed the unknown names.
      const again = { unknownNames: new Issues() };
      for (const uid of uids) {
        const record = await catalog.collections[collection].getWithin(uid, directives, work, again);
        if (record) records[uid] = record;
      }
      return { records };
    },
  };
}

function searchEndpoint(collection: RestCollection): Endpoint {
  return {
    collection,
    table: collection === 'parts' ? PARTS_SEARCH_ARGUMENTS : SEARCH_ARGUMENTS,
    required: NOTHING_REQUIRED,
    answerType: searchResponseType(collection),
    check(context, issues) {
      const { catalog, request, work, rules } = context;
      const question = collection === 'parts' ? questionOf(context) : undefined;
      if (question) return checkQuestion(question, context, issues);
      return catalog.collections[collection].checkSearch(request as SearchRequest, issues, work, rules);
    },
    async answer(context) {
      const { catalog, request, work, rules } = context;
      const question = collection === 'parts' ? questionOf(context) : undefined;
      if (question) return { response: await askParts(question, context) };
      const response = await catalog.collections[collection].searchWithin(request as SearchRequest, work, rules);
      return { response: withCorrections(response) };
    },
  };
}

/** What was perhaps meant is also a warning: clients of the version 3 document know no suggestions. */
function withCorrections(response: SearchResponse<object>): SearchResponse<object> {
  const { suggestions = [], warnings } = response;
  if (suggestions.length === 0) return response;
  const texts = suggestions.map((text) => `"${shorten(text)}"`);
  return { ...response, warnings: [...warnings, `nothing was found; did you mean ${texts.join(' or ')}?`] };
}

function uidsOf({ uid }: RequestMembers): string[] {
  return (uid ?? []) as string[];
}

function directivesOf({ uid: _uid, ...directives }: RequestMembers): Directives {
  return directives;
}

/** A request without readable queries already has an issue; the rest of it is checked as well. */
function matchRequest({ queries, ...request }: RequestMembers): PartsMatchRequest & Directives {
  return { ...request, queries: (queries === undefined ? [] : queries) as PartsMatchRequest['queries'] };
}
