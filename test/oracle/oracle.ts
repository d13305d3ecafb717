/**
 * A brute-force evaluator of docs/semantics.md over plain objects. It shares no code with the
 * engine. Errors that a request or a document must give are thrown as OracleError.
 */
import type { CollectionName } from '../../src/model/fields.js';
import type { Directives, SearchRequest } from '../../src/model/requests.js';
import { bindCounting, type Counted, count, within } from './counting.js';
import { bindDirectives } from './directives.js';
import { type Doc, member, type OracleSource, type Row } from './documents.js';
import { allOf, OracleError } from './errors.js';
import { type Condition, onlyFieldOf, onlySpecKeyOf, rowsThatMeet, specKeyOf } from './facets.js';
import { type Catalog, createCatalog, type OwnField } from './fields.js';
import { bindFieldFilter, bindFilterQuery } from './filter.js';
import { marker, type OracleMarks } from './highlights.js';
import { type MatchAnswer, match } from './match.js';
import type { OracleRates } from './offers.js';
import { bindSort, scorer } from './order.js';
import { bindTerm, matchesTerms, parseKeywords, type Warning } from './q.js';
import { bindRank, type Rank } from './rank.js';
import { fold } from './text.js';

export interface OracleHit {
  readonly uid: string;
  readonly score: number;
  /** Hits of one group are adjacent; if `loose`, the engine may order them among themselves. */
  readonly group: number;
  readonly loose: boolean;
}

export interface OracleAnswer extends Counted {
  readonly request: SearchRequest;
  /** All hits in order, whatever the page. */
  readonly ordered: readonly OracleHit[];
  /** The document of a hit, by its uid, as the directives show it. */
  view(uid: string): Doc;
  /** What of the document of a hit met the request. */
  marks(uid: string): OracleMarks;
  readonly warnings: readonly Warning[];
}

export interface Oracle {
  readonly source: OracleSource;
  readonly catalog: Catalog;
  search(collection: CollectionName, request?: SearchRequest): OracleAnswer;
  match(request: unknown): MatchAnswer;
  get(collection: CollectionName, uid: string, directives?: Directives): Doc | undefined;
  getMulti(collection: CollectionName, uids: readonly string[], directives?: Directives): Map<string, Doc>;
}

export interface OracleOptions {
  /** Currency of `avg_price`; default USD. */
  readonly priceCurrency?: string;
  /** What converts prices; default nothing. */
  readonly rates?: OracleRates;
  /** Fields that the build declares; default none. */
  readonly fields?: readonly OwnField[];
  /** Types of spec keys that were decided before; docs/semantics.md, "Catalogs that change". */
  readonly specTypes?: ReadonlyMap<string, 'string' | 'number'>;
}

export function createOracle(
  source: OracleSource,
  { priceCurrency = 'USD', fields = [], specTypes, rates }: OracleOptions = {},
): Oracle {
  const catalog = createCatalog(source, priceCurrency, fields, specTypes, rates);

  const find = (collection: CollectionName, uid: string): Row | undefined => {
    const existing = (collection === 'parts' ? catalog.redirects.get(uid) : undefined) ?? uid;
    return catalog.rows[collection].find((row) => row.uid === existing);
  };

  return {
    source,
    catalog,
    search: (collection, request = {}) => search(catalog, collection, request),
    match: (request) => match(catalog, request),
    get(collection, uid, directives = {}) {
      const view = bindDirectives(collection, catalog.rows[collection], directives, catalog.rates);
      const row = find(collection, uid);
      return row && view(row);
    },
    getMulti(collection, uids, directives = {}) {
      if (uids.length > 20) throw new OracleError('ValidationError', 'more than 20 uids');
      const view = bindDirectives(collection, catalog.rows[collection], directives, catalog.rates);
      return new Map(
        uids.flatMap((uid) => [find(collection, uid)].filter((row) => row !== undefined).map((row) => [uid, view(row)])),
      );
    },
  };
}

function search(catalog: Catalog, collection: CollectionName, request: SearchRequest): OracleAnswer {
  const { q = '', sortby, filter: { fields = {}, queries = [] } = {} } = request;
  const rows = catalog.rows[collection];
  const keywords = parseKeywords(q);
  const warnings = [...keywords.warnings];
  const terms = keywords.terms
    .map((term) => bindTerm(catalog, collection, term, warnings))
    .filter((bound) => bound !== undefined);
  let rank: Rank | undefined;
  const readRank = () => (rank = request.rank && bindRank(catalog, collection, request.rank, warnings));
  const [start, limit, view, [, sort], byField, byQuery, counting] = allOf(
    () => within('start', request.start, 1000, 0),
    () => within('limit', request.limit, 100, 10),
    () => bindDirectives(collection, rows, request, catalog.rates),
    () => allOf(readRank, () => bindSort(catalog, collection, sortby, warnings, rank)),
    () => Object.entries(fields).map(([name, values]) => bindFieldFilter(catalog, collection, name, values, warnings)),
    () => allOf(...queries.map((text) => () => bindFilterQuery(catalog, collection, text, warnings))),
    () => bindCounting(catalog, collection, request, warnings),
  );
  const conditions: Condition[] = [
    { matches: (row) => matchesTerms(terms, row) },
    ...Object.keys(fields).map((of, i) => ({ of, matches: byField[i] })),
    ...byQuery.map(({ tree, matches }) => ({ of: onlyFieldOf(tree), matches })),
  ];
  const hits = rowsThatMeet(rows, conditions);
  const without = (fieldname: string) =>
    conditions.some(({ of }) => of === fieldname) ? rowsThatMeet(rows, conditions, fieldname) : hits;
  if (collection === 'parts' && hits.length === 0) warnings.push(...namesAmong(catalog, fields));
  const filteredKeys = new Set([...keysOfFields(fields), ...byQuery.flatMap(({ tree }) => onlySpecKeyOf(tree) ?? [])]);
  const counted = count(catalog, counting, { hits, without, filteredKeys }, warnings);
  const isScored = terms.some(({ term }) => !term.excluded);
  const scoreOf = scores(hits, scorer(catalog, collection, terms), rank, isScored);
  hits.sort(sort.compare(scoreOf));
  const rowOf = (uid: string) => rows.find((row) => row.uid === uid) as Row;
  const sortedBy = sort.keys.map(({ field, order }) => `${field} ${order}`).join(', ');
  const asked = terms.map(({ term }) => term);
  return {
    ...counted,
    request: {
      ...{ q, start, limit, sortby: sortedBy },
      ...(rank && { rank: rank.request }),
      filter: { fields, queries },
      ...counting.request,
    },
    ordered: inGroups(hits, scoreOf, sort.near(scoreOf)),
    view: (uid) => view(rowOf(uid)),
    marks: (uid) => marker(catalog, collection, asked, [queries].flat())(rowOf(uid)),
    warnings,
  };
}

/** The values of a filter by uids that are names of categories. */
function namesAmong(
  catalog: Catalog,
  { category_uids: given }: NonNullable<SearchRequest['filter']>['fields'] & object,
): Warning[] {
  const { categories } = catalog.rows;
  const values = [given ?? []].flat().slice(0, 10).map(String);
  const names = new Set(categories.map((row) => fold(String(member(row.given, 'name') ?? ''))));
  const isName = (value: string) => names.has(fold(value)) && !categories.some(({ uid }) => uid === value);
  return values.filter(isName).map((about) => ({ about }));
}

/** The spec keys that `filter.fields` names with values. */
function keysOfFields(fields: object): string[] {
  const named = Object.entries(fields).filter(([, values]) => [values ?? []].flat().length > 0);
  return named.flatMap(([name]) => specKeyOf(name) ?? []);
}

/** The score of each hit. */
function scores(hits: readonly Row[], plain: (row: Row) => number, rank: Rank | undefined, isScored: boolean) {
  const score = rank ? rank.boosted(isScored ? plain : () => 1) : plain;
  const known = new Map(hits.map((row) => [row, score(row)]));
  return (row: Row) => known.get(row) as number;
}

function inGroups(rows: readonly Row[], score: (row: Row) => number, near: (a: Row, b: Row) => boolean): OracleHit[] {
  const groups: Row[][] = [];
  for (const row of rows) {
    const group = groups.at(-1);
    if (group && near(group[group.length - 1], row)) group.push(row);
    else groups.push([row]);
  }
  return groups.flatMap((group, i) => {
    const loose = group.some((row) => score(row) !== score(group[0]));
    return group.map((row) => ({ uid: row.uid, score: score(row), group: i, loose }));
  });
}
