import fc from 'fast-check';
import { it } from 'vitest';
import { internalsOf } from '../../src/catalog/internals.js';
import { scopedInternals } from '../../src/catalog/scoped.js';
import { STOCK_FIELDS } from '../../src/model/offer-fields.js';
import { readVerdict, type Scope } from '../../src/model/scope.js';
import { type Catalog, PartdexError, type SearchRequest } from '../../src/partdex.js';
import { fullCatalogs, type JsonSource } from '../arbitraries/catalogs.js';
import { type MatchRequest, matchRequests } from '../arbitraries/matching.js';
import { OWN_FIELDS } from '../arbitraries/own-fields.js';
import { countingRequests, partQueries, requests, wordRequests } from '../arbitraries/requests.js';
import { HAS, type Catalog as OracleCatalog } from '../oracle/fields.js';
import { build } from '../support/property/engine.js';
import { samples } from '../support/property/samples.js';
import { Counterexample, holds } from '../support/property/settings.js';

/** Members that a part may lack without lacking anything else: no record fills them in. */
const HIDEABLE = [
  ...['offers', 'offers.sku', 'offers.seller', 'offers.prices', 'offers.in_stock_quantity', 'brand', 'manufacturer'],
  ...['descriptions', 'descriptions.value', 'short_description', 'specs', 'specs.a', 'specs.b', 'category_uids'],
  ...['specs.a.value', 'specs.b.value', 'specs.a.min_value', 'specs.a.max_value', 'specs.b.min_value', 'specs.b.max_value'],
];

const hidden = fc.uniqueArray(fc.constantFrom(...HIDEABLE), { minLength: 1, maxLength: 3 });

/** Declared fields of one weight are searched together: if `q` may not see one of them, it sees none. */
const seesAllDeclared = (hide: readonly string[]): boolean =>
  OWN_FIELDS.every(({ name, keywords }) => !keywords || !hide.some((member) => name === member || name.startsWith(`${member}.`)));

/** The same without `q`, in a search or in the queries of a match request. */
function withoutKeywords<Request extends object>(request: Request): Request {
  const { q: _q, ...rest } = request as { q?: unknown; queries?: unknown };
  const queries = Array.isArray(rest.queries) && rest.queries.map((query) => (isObject(query) ? withoutKeywords(query) : query));
  return { ...rest, ...(queries && { queries }) } as Request;
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null && !Array.isArray(value);

/** A search of the parts that no score orders, without directives. */
function partSearches(catalog: OracleCatalog): fc.Arbitrary<SearchRequest> {
  const drawn = fc
    .oneof(requests(catalog), countingRequests(catalog), wordRequests(catalog))
    .filter(({ collection }) => collection === 'parts');
  return drawn.map(({ request: { include: _include, show: _show, hide: _hide, slice: _slice, sortby, ...request } }) => {
    const keys = typeof sortby === 'string' || sortby === undefined ? [] : sortby.filter(({ field }) => field !== 'score');
    return { ...request, sortby: [...keys, { field: 'uid', order: 'asc' }] };
  });
}

/** What is answered or refused, as text, without times, warnings and cursors, which belong to one request of one catalog. */
async function told(answer: Promise<unknown>): Promise<string> {
  try {
    return JSON.stringify(await answer, (name, value: unknown) =>
      ['msec', 'warnings', 'request', 'next'].includes(name) ? undefined : value,
    );
  } catch (error) {
    if (error instanceof PartdexError && error.status === 400) return 'refused';
    throw error;
  }
}

function scoped(catalog: Catalog, scope: { filter?: string[]; hide?: string[] }) {
  const whole = internalsOf(catalog);
  const { running, collections } = scopedInternals(whole, readVerdict(scope, 'isValidKey') as Scope, false);
  return {
    search: (request: SearchRequest) => running.answerAsync(undefined, (work) => collections.parts.searchWithin(request, work)),
    match: (request: MatchRequest) =>
      running.answerAsync(undefined, (work) => collections.parts.matchWithin(request as never, {}, work)),
    get: (uid: string) => running.answerAsync(undefined, (work) => collections.parts.getWithin(uid, {}, work)),
  };
}

/** A copy of a document without the members of a dotted name. */
function without(value: unknown, [step, ...rest]: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((element) => without(element, [step, ...rest]));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([name]) => name !== step || rest.length > 0);
  return Object.fromEntries(entries.map(([name, inner]) => [name, name === step ? without(inner, rest) : inner]));
}

/** The path of a dotted name: `specs.a.value` is the value of `a`, and the key `a.value` as well. */
const pathsOf = (name: string): string[][] => {
  const steps = name.split('.');
  return steps[0] === 'specs' && steps.length > 2 ? [steps, ['specs', steps.slice(1).join('.')]] : [steps];
};

function lacking(source: JsonSource, names: readonly string[]): JsonSource {
  const parts = source.parts.map((part) => names.flatMap(pathsOf).reduce((less: unknown, path) => without(less, path), part));
  return { ...source, parts: parts as JsonSource['parts'] };
}

/** The type of the spec key of a hidden member. */
function typeOf(name: string, { specs }: Catalog): string | undefined {
  const [, hiddenKey] = name.split('.');
  return specs.find(({ key }) => key === hiddenKey)?.type;
}

/** Asserts that a check finds nothing wrong with random questions to random catalogs. */
function holdsForSources<Question>(
  questions: (catalog: OracleCatalog) => fc.Arbitrary<Question>,
  check: (source: JsonSource, catalog: Catalog, question: Question, priceCurrency: string) => Promise<string | undefined>,
): Promise<void> {
  return holds(
    samples(questions, fullCatalogs()),
    async ({ source, priceCurrency, questions: asked }) => {
      const catalog = await build(source, priceCurrency);
      for (const question of asked) {
        const fault = await check(source, catalog, question, priceCurrency);
        if (fault === undefined) continue;
        throw new Counterexample(`${fault}\nasked ${JSON.stringify(question)}\nof ${JSON.stringify(source)}, ${priceCurrency}`);
      }
      await catalog.close();
    },
    0.1,
  );
}

it('hidden members are as if no part had them', () =>
  holdsForSources(
    (catalog) => fc.record({ request: partSearches(catalog), match: matchRequests(catalog), hide: hidden }),
    async (source, catalog, { request, match, hide }, priceCurrency) => {
      // The fieldname `has` is hidden with any of the members that it names; stock, which is 0 without offers, with what it is computed from.
      const asks = JSON.stringify(request);
      if (hide.some((name) => HAS.has(name)) && /\bhas\b/.test(asks)) return undefined;
      if (hide.some((name) => name.startsWith('offers')) && STOCK_FIELDS.some((name) => asks.includes(name))) return undefined;
      const less = await build(lacking(source, hide), priceCurrency);
      // The values of a key decide its type, also where they are hidden: without them it may be another one.
      if (hide.some((name) => typeOf(name, less) !== undefined && typeOf(name, less) !== typeOf(name, catalog))) return undefined;
      const view = scoped(catalog, { hide });
      const { include: _include, show: _show, hide: _hide, slice: _slice, ...given } = match as MatchRequest & SearchRequest;
      const [search, asked] = seesAllDeclared(hide) ? [request, given] : [withoutKeywords(request), withoutKeywords(given)];
      const pairs = [
        // What lacks a member has its empty value in an answer, and what hides it has nothing there.
        [told(view.search({ ...search, show: ['uid'] })), told(less.parts.search({ ...search, show: ['uid'] }))],
        [told(view.match({ ...asked, show: ['uid'] } as never)), told(less.parts.match({ ...asked, show: ['uid'] } as never))],
      ];
      for (const [is, wanted] of pairs) {
        const [found, right] = [await is, await wanted];
        if (found !== right) return `answers ${found}\n not ${right}`;
      }
      await less.close();
      return undefined;
    },
  ));

it('a filter of a scope is one that the request has and that nothing excludes', () =>
  holdsForSources(
    (catalog) => fc.record({ request: partSearches(catalog), filter: partQueries(catalog) }),
    async (source, catalog, { request: { highlight: _highlight, ...request }, filter }) => {
      // What met the filter of a scope is not marked, and a query that names several fields is left out of no counts.
      const all = `(${filter}) OR (uid:"\u0001" AND mpn:"\u0001")`;
      const isSound = (await told(catalog.parts.search({ limit: 0, filter: { queries: [all] } }))) !== 'refused';
      if (!isSound) return undefined;
      const view = scoped(catalog, { filter: [all] });
      const queries = [...(request.filter?.queries ?? []), all];
      const [found, right] = [
        await told(view.search(request)),
        await told(catalog.parts.search({ ...request, filter: { ...request.filter, queries } })),
      ];
      if (found !== right) return `answers ${found}\n not ${right}`;
      const visible = new Set<string>();
      for await (const { uid } of catalog.parts.scan({ filter: { queries: [all] }, show: ['uid'] })) visible.add(uid);
      for (const { uid } of source.parts as unknown as { uid: string }[]) {
        if (((await view.get(uid)) !== undefined) !== visible.has(uid)) return `gets ${uid} though its filter says otherwise`;
      }
      return undefined;
    },
  ));
