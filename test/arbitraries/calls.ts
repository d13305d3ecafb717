import fc from 'fast-check';
import { searchUrl } from '../../bench/worst/requests.js';
import { COLLECTIONS, type CollectionName } from '../../src/model/fields.js';
import type { Directives } from '../../src/model/requests.js';
import type { Catalog } from '../oracle/fields.js';
import { sometimes, withoutUndefined } from './choices.js';
import { lazily } from './filters.js';
import { keywords } from './keywords.js';
import { type MatchRequest, matchRequests } from './matching.js';
import { countingRequests, directives, type RandomRequest, requests } from './requests.js';
import { urls } from './urls.js';

/** A call of a catalog or of one of its interfaces, as JSON. */
export type RandomCall =
  | ({ readonly method: 'search' | 'searchText' | 'scan' | 'explain' } & RandomRequest)
  | { readonly method: 'match'; readonly request: MatchRequest }
  | { readonly method: 'get'; readonly collection: CollectionName; readonly uid: string; readonly directives: Directives }
  | { readonly method: 'getMulti'; readonly collection: CollectionName; readonly uids: readonly string[] }
  | { readonly method: 'rest'; readonly url: string }
  | { readonly method: 'graphql'; readonly query: string };

/** When a signal is aborted: before the call, right after it, or that many milliseconds later. */
export type AbortMoment = 'before' | 'microtask' | 'immediate' | number;

/** What may end a call early. */
export interface Ending {
  readonly timeout?: number;
  readonly abort?: AbortMoment;
}

/** A call, and what may end it early. */
export interface EndedCall {
  readonly randomCall: RandomCall;
  readonly ending: Ending;
}

/** Everything that a catalog answers. */
export function randomCalls(catalog: Catalog): fc.Arbitrary<RandomCall> {
  const search = fc.oneof({ weight: 2, arbitrary: requests(catalog) }, { weight: 1, arbitrary: countingRequests(catalog) });
  const uid = fc
    .constantFrom(...COLLECTIONS)
    .chain((collection) =>
      fc.record({ collection: fc.constant(collection), uid: fc.constantFrom(...uidsOf(catalog, collection)) }),
    );
  const ofParts = search.filter(({ collection }) => collection === 'parts');
  return fc.oneof(
    { weight: 8, arbitrary: search.map((requested) => ({ method: 'search' as const, ...requested })) },
    { weight: 2, arbitrary: search.map((requested) => ({ method: 'searchText' as const, ...requested })) },
    { weight: 3, arbitrary: search.map((requested) => ({ method: 'scan' as const, ...requested })) },
    { weight: 2, arbitrary: ofParts.map((requested) => ({ method: 'explain' as const, ...requested })) },
    { weight: 4, arbitrary: matchRequests(catalog).map((request) => ({ method: 'match' as const, request })) },
    { weight: 1, arbitrary: gets(catalog) },
    {
      weight: 1,
      arbitrary: uid.map(({ collection, uid: one }) => ({ method: 'getMulti' as const, collection, uids: [one, 'nobody', one] })),
    },
    { weight: 3, arbitrary: restUrls(catalog, ofParts).map((url) => ({ method: 'rest' as const, url })) },
    { weight: 3, arbitrary: documents(catalog).map((query) => ({ method: 'graphql' as const, query })) },
  );
}

function uidsOf({ rows, redirects }: Catalog, collection: CollectionName): string[] {
  return [...rows[collection].map(({ uid }) => uid), ...(collection === 'parts' ? redirects.keys() : []), 'nobody'];
}

function gets(catalog: Catalog): fc.Arbitrary<RandomCall> {
  return fc.constantFrom(...COLLECTIONS).chain((collection) =>
    fc.record({
      method: fc.constant('get' as const),
      collection: fc.constant(collection),
      uid: fc.constantFrom(...uidsOf(catalog, collection)),
      directives: sometimes(50, directives(catalog, collection)).map((shown) => shown ?? {}),
    }),
  );
}

/** URLs that ask what the requests ask, and some of any kind. */
function restUrls(catalog: Catalog, ofParts: fc.Arbitrary<RandomRequest>): fc.Arbitrary<string> {
  const requested = ofParts.map(({ request }) => `${searchUrl(request).replace(/[\ud800-\udfff]/g, '')}&apikey=k`);
  const any = urls(uidsOf(catalog, 'parts')).map((url) => `${url}&apikey=k`);
  return fc.oneof({ weight: 2, arbitrary: requested }, { weight: 1, arbitrary: any });
}

const COUNTED = [
  'manufacturer_agg { count }',
  'distributor_agg { count }',
  'category_agg { count }',
  'all_filters { shortname }',
];
const SHOWN = ['results { part { mpn } }', 'results { part { v3uid sellers { offers { sku } } specs { display_value } } }'];

/** GraphQL documents with one to four fields of the root. */
function documents(catalog: Catalog): fc.Arbitrary<string> {
  const text = lazily(() => keywords(catalog, 'parts')).map((q) => JSON.stringify(q.replace(/[\ud800-\udfff]/g, '')));
  const counted = fc.subarray([...COUNTED, ...SHOWN]).map((fields) => `{ hits ${fields.join(' ')} }`);
  const field = fc.oneof(
    {
      weight: 4,
      arbitrary: fc.tuple(text, counted, fc.nat(100)).map(([q, fields, limit]) => `search(q: ${q}, limit: ${limit}) ${fields}`),
    },
    { weight: 1, arbitrary: fc.tuple(text, counted).map(([q, fields]) => `search_mpn(q: ${q}) ${fields}`) },
    {
      weight: 1,
      arbitrary: text.map(
        (q) => `multi_match(queries: [{mpn: ${q}}, {mpn_or_sku: ${q}, limit: 5}]) { hits error parts { mpn } }`,
      ),
    },
    { weight: 1, arbitrary: text.map((q) => `suggest(q: ${q}) { text }`) },
    { weight: 1, arbitrary: text.map((q) => `spelling_correction(q: ${q}) { correction_string hits }`) },
    { weight: 1, arbitrary: fc.constant('categories { name num_parts children { name } relevant_attributes { shortname } }') },
    { weight: 1, arbitrary: fc.constantFrom('manufacturers { name }', 'sellers { name aliases }', 'attributes { shortname }') },
    {
      weight: 1,
      arbitrary: fc
        .constantFrom(...uidsOf(catalog, 'parts'))
        .map((uid) => `parts(ids: ${JSON.stringify([uid])}) { mpn counts descriptions { text } }`),
    },
  );
  return fc
    .array(field, { minLength: 1, maxLength: 4 })
    .map((fields) => `{ ${fields.map((one, i) => `a${i}: ${one}`).join(' ')} }`);
}

/** From a hundredth of a millisecond to 20, each order of magnitude as often. */
const timeouts = fc.integer({ min: -2_000, max: 1_301 }).map((exponent) => 10 ** (exponent / 1_000));

const abortMoments: fc.Arbitrary<AbortMoment> = fc.oneof(
  fc.constantFrom<AbortMoment>('before', 'microtask', 'immediate'),
  fc.nat(5_000).map((microseconds) => microseconds / 1_000),
);

/** A timeout, an abort, both, or, now and then, nothing. */
function endings(): fc.Arbitrary<Ending> {
  return fc.record({ timeout: sometimes(55, timeouts), abort: sometimes(45, abortMoments) }).map(withoutUndefined);
}

/** Calls that are made at the same time. */
export function sessions(catalog: Catalog, most = 5): fc.Arbitrary<readonly EndedCall[]> {
  return fc.array(fc.record({ randomCall: randomCalls(catalog), ending: endings() }), { minLength: 1, maxLength: most });
}
