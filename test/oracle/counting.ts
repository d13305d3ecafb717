/** What a request wants counted over its hits: facets, statistics, drilldown (docs/semantics.md, "Facets and statistics"). */
import type { CollectionName } from '../../src/model/fields.js';
import type {
  FacetCount,
  FacetFieldRequest,
  FacetResult,
  SearchRequest,
  SpecDrilldownRequest,
  StatsResult,
} from '../../src/model/requests.js';
import { decimalText } from './decimal.js';
import type { Doc, Row } from './documents.js';
import { rankSpecs, toldSpecs } from './drilldown.js';
import { allOf, OracleError } from './errors.js';
import { checkExtent, intervalsOf, isExtent, meets } from './extents.js';
import { asNode, categoryTree, chosenValues, containing, countMissing, countValues, inFacetOrder } from './facets.js';
import { type Catalog, type Field, resolveField, specMetadataOf, valuesOf } from './fields.js';
import { bindFilterQuery, type Predicate, requestedNumber } from './filter.js';
import type { Warning } from './q.js';
import { ranges } from './ranges.js';
import { statistics } from './statistics.js';

/** The members of an answer with counts. Maps have no prototype. */
export interface Counted {
  readonly facet_results: { readonly fields: Record<string, FacetResult>; readonly queries: Record<string, { count: number }> };
  readonly stats_results: Record<string, StatsResult>;
  readonly spec_metadata: Record<string, Doc>;
  /** With a drilldown. */
  readonly spec_keys?: number;
}

type AskedFacet = Required<FacetFieldRequest> & {
  readonly field: Field;
  /** The field's entry in `filter.fields`. */
  readonly filteredBy?: unknown;
};
type AskedStats = { readonly include: boolean; readonly exclude_filter: boolean; readonly field: Field };

/** What is to be counted; of facets and statistics those with `include` only. */
export interface Counting {
  readonly facets: readonly AskedFacet[];
  readonly queries: readonly { readonly text: string; readonly matches: Predicate }[];
  readonly stats: readonly AskedStats[];
  readonly drilldown: Required<SpecDrilldownRequest>;
  /** As the answer echoes it. */
  readonly request: Pick<SearchRequest, 'facet' | 'stats' | 'spec_drilldown'>;
}

function checkCounted(catalog: Catalog, name: string, field: Field, needsNumber: boolean, warnings: Warning[]): Field {
  checkExtent(catalog, field, 'count');
  if (!field.carried) warnings.push({ about: field.spec?.key ?? name });
  if (name === 'words') throw new OracleError('ValidationError', 'words are not counted');
  // A key that no part carries is of any kind.
  if (needsNumber && field.carried && field.kind !== 'number') {
    throw new OracleError('ValidationError', `${name} is not a number`);
  }
  return field;
}

/** A facet as the answer echoes it. */
function echoOfFacet({ field, filteredBy, ranges: most, contains, order, chosen, tree, ...rest }: AskedFacet): FacetFieldRequest {
  return {
    ...rest,
    ...(most > 0 && { ranges: most }),
    ...(contains !== '' && { contains }),
    ...(order !== 'count' && { order }),
    ...(chosen && { chosen }),
    ...(tree > 0 && { tree }),
  };
}

const withoutField = ({ field: _, ...rest }: AskedStats) => rest;

/** Checks that a facet has values to list. */
function checkListed(
  collection: CollectionName,
  name: string,
  field: Field,
  { ranges, tree, start }: ReturnType<typeof checkFacet>,
): void {
  if (isExtent(field) && ranges === 0) throw new OracleError('ValidationError', `${name} has no values to list, only ranges`);
  if (tree > 0) checkTree(collection, name, start);
}

/** Checks the requested fields. Entries without `include` are checked and echoed, but need not fit the kind of their field. */
export function bindCounting(
  catalog: Catalog,
  collection: CollectionName,
  { facet = {}, stats = {}, spec_drilldown, filter }: SearchRequest,
  warnings: Warning[],
): Counting {
  const bindField = (name: string, isRequested: boolean, needsNumber: boolean): Field => {
    const field = resolveField(catalog, collection, name);
    return isRequested ? checkCounted(catalog, name, field, needsNumber, warnings) : field;
  };
  warnings.push(...silentEntries([facet.fields, stats, spec_drilldown && { spec_drilldown }]));
  // Records have statistics of their names: how many there are.
  const isOfNames = (name: string) => collection !== 'parts' && name === 'name';
  const [facets, queries, summed, drilldown] = allOf(
    () =>
      Object.entries(facet.fields ?? {}).map(([name, given]) => {
        const requested = checkFacet(given);
        const field = bindField(name, requested.include, requested.ranges > 0);
        if (requested.include) checkListed(collection, name, field, requested);
        return { ...requested, field, filteredBy: new Map(Object.entries(filter?.fields ?? {})).get(name) };
      }),
    () =>
      allOf(
        ...(facet.queries ?? []).map((text) => () => {
          return { text, matches: bindFilterQuery(catalog, collection, text, warnings).matches };
        }),
      ),
    () =>
      Object.entries(stats).map(([name, { include, exclude_filter }]) => {
        const requested = { include: flag('include', include), exclude_filter: flag('exclude_filter', exclude_filter) };
        return { ...requested, field: bindField(name, requested.include, !isOfNames(name)) };
      }),
    () => checkDrilldown(collection, spec_drilldown),
  );
  return {
    facets: facets.filter(({ include }) => include),
    queries,
    stats: summed.filter(({ include }) => include),
    drilldown: drilldown ?? { include: false, exclude_filter: false, limit: 0, keys: 0 },
    request: {
      facet: {
        fields: nameMap(facets.map((requested) => [requested.field.name, echoOfFacet(requested)])),
        queries: [...(facet.queries ?? [])],
      },
      stats: nameMap(summed.map((requested) => [requested.field.name, withoutField(requested)])),
      ...(drilldown && { spec_drilldown: spec_drilldown?.keys === undefined ? withoutKeys(drilldown) : drilldown }),
    },
  };
}

/** The entries that do not say whether they count. */
function silentEntries(holders: readonly (Record<string, { include?: boolean }> | undefined)[]): Warning[] {
  const entries = holders.flatMap((holder) => Object.entries(holder ?? {}));
  return entries.flatMap(([about, { include }]) => (include === undefined ? [{ about }] : []));
}

/** The rows to count over. */
export interface CountedRows {
  readonly hits: readonly Row[];
  /** The rows that would be hits without the filters of a field. */
  readonly without: (fieldname: string) => readonly Row[];
  /** The spec keys that the request filters by. */
  readonly filteredKeys: ReadonlySet<string>;
}

export function count(
  catalog: Catalog,
  { facets, queries, stats, drilldown }: Counting,
  { hits, without, filteredKeys }: CountedRows,
  warnings: Warning[],
): Counted {
  const rowsFor = ({ name }: Field, excludesFilter: boolean) => (excludesFilter ? without(name) : hits);
  const carried = drilldown.include ? rankSpecs(catalog, (field) => rowsFor(field, drilldown.exclude_filter)) : [];
  const ranked = toldSpecs(carried, drilldown.keys, filteredKeys);
  if (ranked.length < carried.length)
    warnings.push({ about: `spec_drilldown returns ${ranked.length} of the ${carried.length}` });
  const rankOf = ({ spec }: Field) => ranked.find(({ key }) => key === spec?.key)?.rank ?? null;

  const facetOf = (asked: AskedFacet): FacetResult => {
    const { field, exclude_filter } = asked;
    return countFacet(catalog, rowsFor(field, exclude_filter), asked, rankOf(field));
  };
  const ofDrilldown = { catalog, rowsFor: (field: Field) => rowsFor(field, drilldown.exclude_filter) };
  const statsOf = ({ field, exclude_filter }: AskedStats): StatsResult => {
    return { ...statistics(catalog, rowsFor(field, exclude_filter), field), spec_drilldown_rank: rankOf(field) };
  };

  // A facet or statistics requested by name replaces that of the drilldown for the same field.
  const drilled = ranked.flatMap(({ fields }) => fields);
  const plain = { start: 0, ranges: 0, contains: '', order: 'count' as const, chosen: false, tree: 0 };
  const ofTexts = drilled.filter(({ kind }) => kind !== 'number').map((field) => ({ ...drilldown, ...plain, field }));
  const ofNumbers = [
    ...drilled.filter(({ kind }) => kind === 'number'),
    ...ranked.flatMap(({ key }) => rangeOf(key, ofDrilldown)),
  ].map((field) => ({ ...drilldown, field }));
  return {
    facet_results: {
      fields: nameMap([...ofTexts, ...facets].map((requested) => [requested.field.name, facetOf(requested)])),
      queries: nameMap(queries.map(({ text, matches }) => [text, { count: hits.filter(matches).length }])),
    },
    stats_results: nameMap([...ofNumbers, ...stats].map((requested) => [requested.field.name, statsOf(requested)])),
    spec_metadata: nameMap(ranked.map(({ key }) => [key, specMetadataOf(catalog, key)])),
    ...(drilldown.include && { spec_keys: carried.length }),
  };
}

/** The extents of a key that more of the rows have ends of than values. */
function rangeOf(key: string, { catalog, rowsFor }: { catalog: Catalog; rowsFor: (field: Field) => readonly Row[] }): Field[] {
  if (catalog.specTypes.get(key) !== 'number') return [];
  const [range, value, low, high] = ['range', 'value', 'min_value', 'max_value'].map((member) =>
    resolveField(catalog, 'parts', `specs.${key}.${member}`),
  );
  const rows = rowsFor(range);
  const has = (row: Row, field: Field) => valuesOf(catalog, row, field).length > 0;
  const withEnds = rows.filter((row) => has(row, low) || has(row, high)).length;
  return withEnds > rows.filter((row) => has(row, value)).length ? [range] : [];
}

function countFacet(catalog: Catalog, rows: readonly Row[], asked: AskedFacet, rank: number | null): FacetResult {
  const { field, start, limit, ranges: most, order, contains } = asked;
  const all = isExtent(field) ? metValues(catalog, rows, asked) : countValues(catalog, rows, field);
  const listed = isExtent(field) ? [] : inFacetOrder(containing(all, contains), field, order);
  const { facets: page, values } =
    asked.tree > 0 ? categoryTree(catalog, all, asked) : { facets: listed.slice(start, start + limit), values: listed.length };
  const others = asked.chosen ? chosenValues(catalog, rows, all, field, asked.filteredBy) : [];
  const appended = inFacetOrder(
    others.filter(({ value }) => !page.some((shown) => shown.value === value)),
    field.carried ? field : { kind: 'string' },
    order,
  );
  return {
    facets: [...page, ...(asked.tree > 0 ? appended.map((one) => asNode(catalog, one)) : appended)],
    values,
    missing: countMissing(catalog, rows, field),
    spec_drilldown_rank: rank,
    ...(most > 0 && { ranges: ranges(catalog, rows, field, most) }),
  };
}

/** The numbers that a request filters a range by, with the rows whose extents meet them. */
function metValues(catalog: Catalog, rows: readonly Row[], { field, filteredBy }: AskedFacet): FacetCount[] {
  if (!field.carried) return [];
  return [filteredBy ?? []].flat().map((given) => {
    const end = { at: requestedNumber(catalog, String(given), field), inclusive: true };
    const isMet = (row: Row) => intervalsOf(catalog, row, field).some((interval) => meets(interval, end, end));
    return { value: decimalText(end.at), count: rows.filter(isMet).length };
  });
}

function checkFacet(given: FacetFieldRequest): Required<FacetFieldRequest> {
  const { include, exclude_filter, start, limit, ranges: most, contains = '', order = 'count', chosen, tree } = given;
  if (typeof contains !== 'string') throw new OracleError('ValidationError', 'contains must be text');
  if (order !== 'count' && order !== 'value') throw new OracleError('ValidationError', 'order must be count or value');
  if (tree === 0) throw new OracleError('ValidationError', 'tree must be at least 1');
  return {
    contains,
    order,
    chosen: flag('chosen', chosen),
    tree: within('tree', tree, 20, 0),
    include: flag('include', include),
    exclude_filter: flag('exclude_filter', exclude_filter),
    start: within('start', start, 1000, 0),
    limit: within('limit', limit, 100, 10),
    ranges: within('ranges', most, 100, 0),
  };
}

function checkTree(collection: CollectionName, name: string, start: number): void {
  if (collection !== 'parts' || name !== 'category_uids') throw new OracleError('ValidationError', `${name} has no tree`);
  if (start > 0) throw new OracleError('ValidationError', 'a tree has no start');
}

function withoutKeys({ keys, ...documented }: Required<SpecDrilldownRequest>): SpecDrilldownRequest {
  return documented;
}

function checkDrilldown(
  collection: CollectionName,
  given: SpecDrilldownRequest | undefined,
): Required<SpecDrilldownRequest> | undefined {
  if (given === undefined) return undefined;
  if (collection !== 'parts') throw new OracleError('ValidationError', `${collection} have no specs`);
  return {
    include: flag('include', given.include),
    exclude_filter: flag('exclude_filter', given.exclude_filter),
    limit: within('limit', given.limit, 100, 10),
    keys: within('keys', given.keys, 200, 50),
  };
}

export function within(name: string, value: unknown, maximum: number, byDefault: number): number {
  if (value === undefined) return byDefault;
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= maximum) return value;
  throw new OracleError('ValidationError', `${name} must be between 0 and ${maximum}`);
}

function flag(name: string, value: unknown = false): boolean {
  if (typeof value === 'boolean') return value;
  throw new OracleError('ValidationError', `${name} must be true or false`);
}

/** A map without prototype: fieldnames and spec keys may be any text. */
function nameMap<T>(entries: readonly (readonly [string, T])[]): Record<string, T> {
  const map: Record<string, T> = Object.create(null);
  for (const [name, value] of entries) map[name] = value;
  return map;
}
