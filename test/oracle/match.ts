/** Part matching (docs/semantics.md, "Part matching"). */
import type { EchoedMatchQuery, PartsMatchResponse } from '../../src/model/match-requests.js';
import type { Directives } from '../../src/model/requests.js';
import { bindDirectives } from './directives.js';
import { type Doc, isObject, listOf, member, type Row } from './documents.js';
import { allOf, OracleError } from './errors.js';
import type { Catalog } from './fields.js';
import { isBlank, NUMBERS, readQuery } from './match-request.js';
import { bindNumber, byOffers, type NumberCondition, type NumberField, numbersOf } from './part-numbers.js';
import { bindTerm, matchesTerms, parseKeywords, type Warning } from './q.js';
import { type Suggestion, suggestions } from './suggestions.js';
import { fold, occursIn, pn, tokens } from './text.js';

export interface MatchAnswer {
  /** Without its directives. */
  readonly request: PartsMatchResponse['request'];
  readonly results: readonly MatchResult[];
  /** The document of a part, by its uid, as the directives show it. */
  view(uid: string): Doc;
}

export interface MatchResult {
  /** The uids of all parts that match, in order; those of the page. */
  readonly ordered: readonly string[];
  readonly items: readonly string[];
  readonly hits: number | null;
  readonly reference: string | null;
  /** The members of which the error may be about any, '' for the query as a whole; null where there is none. */
  readonly error: readonly string[] | null;
  readonly warnings: readonly Warning[];
  /** Undefined where they are not asked for. */
  readonly suggestions?: readonly Suggestion[];
}

const FIELDS: Readonly<Record<(typeof NUMBERS)[number], readonly NumberField[]>> = {
  mpn: ['mpn', 'aka_mpns'],
  sku: ['offers.sku'],
  mpn_or_sku: ['mpn', 'offers.sku', 'aka_mpns'],
};
const MEMBERS = ['queries', 'exact_only', 'suggest', 'include', 'show', 'hide', 'slice'];

/** @throws OracleError for what is wrong with the request as a whole */
export function match(catalog: Catalog, request: unknown): MatchAnswer {
  const [exact_only, suggest, queries, view] = allOf(
    () => flag(request, 'exact_only'),
    () => flag(request, 'suggest'),
    () => listOfQueries(request),
    () => bindDirectives('parts', catalog.rows.parts, isObject(request) ? (request as Directives) : {}, catalog.rates),
    () => checkMembers(request),
  );
  const read = queries.map(readQuery);
  return {
    request: { queries: read.map(({ query }) => query), exact_only, ...(suggest && { suggest }) },
    results: read.map(({ query, faults }) => {
      if (faults.length === 0) return answer(catalog, query, exact_only, suggest);
      const reference = typeof query.reference === 'string' ? query.reference : null;
      return { ordered: [], items: [], hits: null, reference, error: faults, warnings: [], ...(suggest && { suggestions: [] }) };
    }),
    view: (uid) => view(catalog.rows.parts.find((row) => row.uid === uid) as Row),
  };
}

function flag(request: unknown, name: string): boolean {
  const value = member(request, name) ?? false;
  if (typeof value !== 'boolean') throw new OracleError('ValidationError', `${name} must be true or false`);
  return value;
}

function listOfQueries(request: unknown): readonly unknown[] {
  const queries = member(request, 'queries');
  if (!Array.isArray(queries)) throw new OracleError('ValidationError', 'queries must be a list');
  if (queries.length > 20) throw new OracleError('ValidationError', 'more than 20 queries');
  return queries;
}

function checkMembers(request: unknown): void {
  const unknown = isObject(request) ? Object.keys(request).filter((name) => !MEMBERS.includes(name)) : ['no object'];
  if (unknown.length > 0) throw new OracleError('ValidationError', `unknown: ${unknown}`);
}

function answer(catalog: Catalog, query: EchoedMatchQuery, isExact: boolean, suggest: boolean): MatchResult {
  const requested = NUMBERS.filter((name) => query[name] !== null && !isBlank(query[name]));
  const conditions = requested.map((name) => bindNumber(FIELDS[name], query[name] as string, isExact));
  // Without a letter or digit, nothing can be compared by its form.
  const warnings: Warning[] = requested
    .filter((name) => !isExact && pn(query[name] as string) === '')
    .map((about) => ({ about }));
  const rest = bindRest(catalog, query, warnings);
  const matchesNumber = (row: Row, { fields, matches }: NumberCondition) => numbersOf(catalog, row, fields).some(matches);
  const rows = catalog.rows.parts.filter((row) => conditions.every((c) => matchesNumber(row, c)) && rest(row));
  const rank = new Map(rows.map((row) => [row, rankOf(catalog, row, conditions)]));
  const byRank = (a: Row, b: Row) => (rank.get(a) as number) - (rank.get(b) as number);
  const ordered = rows.sort((a, b) => byRank(a, b) || byOffers(a, b)).map(({ uid }) => uid);
  const [start, limit] = [query.start as number, query.limit as number];
  return {
    ordered,
    items: ordered.slice(start, start + limit),
    hits: ordered.length,
    reference: query.reference,
    error: null,
    warnings,
    ...(suggest && { suggestions: ordered.length > 0 ? [] : suggestions(catalog, conditions, rest) }),
  };
}

/** The conditions that are not about part numbers: brand, seller and keywords. */
function bindRest(catalog: Catalog, { brand, seller, q }: EchoedMatchQuery, warnings: Warning[]): (row: Row) => boolean {
  const keywords = parseKeywords(q ?? '');
  warnings.push(...keywords.warnings);
  const terms = keywords.terms.map((term) => bindTerm(catalog, 'parts', term, warnings)).filter((bound) => bound !== undefined);
  const isNamed = (text: string | null, rows: readonly Row[], companies: (row: Row) => unknown[]) => {
    if (text === null || isBlank(text)) return () => true;
    return (row: Row) => companies(row).some((company) => namesOf(company, rows).some((name) => names(text, name)));
  };
  const isOfBrand = isNamed(brand, catalog.rows.brands, ({ doc }) => [doc.brand]);
  const isOfSeller = isNamed(seller, catalog.rows.sellers, ({ doc }) =>
    listOf(doc.offers).map((offer) => member(offer, 'seller')),
  );
  return (row) => isOfBrand(row) && isOfSeller(row) && matchesTerms(terms, row);
}

/** What a company is called: its own name, and those of the record that has its uid. */
function namesOf(company: unknown, rows: readonly Row[]): string[] {
  const record = rows.find(({ uid }) => uid === member(company, 'uid'));
  const names = [member(company, 'name'), member(record?.doc, 'name'), ...(record?.aliases ?? [])];
  return names.filter((name) => typeof name === 'string');
}

function names(text: string, name: string): boolean {
  const wanted = tokens(text);
  return wanted.length > 0 ? occursIn(wanted, tokens(name)) : fold(text) === fold(name);
}

/** Longer than any number. */
const ANY_LENGTH = 1e9;

/**
 * The smallest rank of all numbers that match a condition: as written, written otherwise, by wildcards with the shorter ones first; of
 * each of these three the part's own numbers before its others.
 */
function rankOf(catalog: Catalog, row: Row, conditions: readonly NumberCondition[]): number {
  const ranks = conditions.flatMap(({ fields, text, matches }) =>
    fields.flatMap((field) => {
      const isOther = field === 'aka_mpns';
      return numbersOf(catalog, row, [field])
        .filter(matches)
        .map((number) => {
          if (text === undefined) return (isOther ? 4 + ANY_LENGTH : 4) + [...pn(number)].length;
          return (text === number ? 0 : 2) + (isOther ? 1 : 0);
        });
    }),
  );
  return ranks.length === 0 ? 0 : Math.min(...ranks);
}
