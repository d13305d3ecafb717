import type { Digest } from '../analysis/digest.js';
import { digestOf } from '../analysis/digest.js';
import type { CategoryRecord } from '../answers/category-tree.js';
import type { Filling } from '../answers/shape.js';
import type { SpecMetadata } from '../model/documents.js';
import { type CollectionName, isExtentMember, parseSpecField, specField } from '../model/fields.js';
import { parsePriceField } from '../model/offer-fields.js';
import { type CatalogField, ownFieldTable } from '../model/own-fields.js';
import type { CompanyCollection } from '../model/schema.js';
import type { FieldTypes } from '../resolve/filters.js';
import { allTerms, readTerms, type TermCount, termsOf } from './all-terms.js';
import { refusalOf } from './capabilities.js';
import type { ClusterConnection, RequestBounds } from './client.js';
import { countLimits } from './compile/counts.js';
import { type PartField, partFields } from './compile/fields.js';
import { type NamedRecord, RecordNames } from './compile/names.js';
import type { SearchContext } from './compile/search.js';
import type { IndexFacts, Records } from './facts.js';
import { buildCatalog, type Catalog, type CatalogSource } from './in-process.js';
import { pathOf } from './index-names.js';
import { loadVersion } from './records-store.js';
import { resolveIndex } from './resolve-index.js';
import { BROKERS, CURRENCIES, type IndexLayout, indexLayout, MULTI, SEVERAL_PRICES, SPEC } from './schema.js';
import { EngineSession, TooManyBuckets } from './session.js';
import { SpecMemberNames } from './spec-member-names.js';
import { keyOfEscaped, specName } from './terms.js';

/** A spec key of a catalog, as `Catalog.specs` has it. */
export type OpenedSpec = Catalog['specs'][number];

/** One index behind an alias, with all that is known of it: what every request is answered from. */
export interface OpenedIndex {
  readonly index: string;
  readonly facts: IndexFacts;
  readonly records: Records;
  /** The state of the records that was read, or one before it. */
  readonly version: number;
  /** Whether the records surely have all of that state. */
  readonly isSettled: boolean;
  /** The records as a catalog in process. */
  readonly catalog: Catalog;
  readonly parts: number;
  readonly bytes: number;
  readonly specs: readonly OpenedSpec[];
  readonly types: FieldTypes;
  readonly context: SearchContext;
  readonly filling: Filling;
  readonly specMetadata: (key: string) => SpecMetadata | undefined;
  readonly categories: () => ReadonlyMap<string, CategoryRecord>;
  /** Roughly how many distinct values the parts had of a field of specs or numbers when the index was opened. */
  readonly valueCount: (field: PartField) => number;
  readonly digest: () => Digest;
  readonly memberNames: () => SpecMemberNames;
  /** The parts that have each member of a spec, by its name in terms. */
  readonly terms: ReadonlyMap<string, number>;
  /** The currencies of prices. */
  readonly currencies: ReadonlySet<string>;
  /** Those of one; 0 if no part has it. */
  readonly having: (name: string) => number;
}

const COMPANIES: readonly CompanyCollection[] = ['brands', 'manufacturers', 'sellers'];
/** The fields of parts that name the companies of a collection. */
const UID_FIELDS: Readonly<Record<CompanyCollection, readonly string[]>> = {
  brands: ['brand_uid'],
  manufacturers: ['manufacturer_uid'],
  sellers: ['offers_seller_uid', BROKERS],
};
/** The index fields whose terms tell what is known of an index, by what they are called here. */
const FACTS: Readonly<Record<string, string>> = {
  multi: MULTI,
  keys: SPEC.key,
  has: SPEC.has,
  currencies: CURRENCIES,
  categories: 'category_uids',
  ...Object.fromEntries(COMPANIES.flatMap((name) => UID_FIELDS[name].map((field) => [field, field]))),
};

/** What the cluster counted. */
interface CountedFacts {
  readonly parts: number;
  /** The terms of one of `FACTS`. */
  terms(name: string): readonly TermCount[];
  /** Roughly how many distinct numbers the parts have, by the index fields of numbers other than specs. */
  readonly numbers: ReadonlyMap<string, number>;
}

/**
 * The index behind an alias, or the index of that name.
 * @throws NotFoundError if there is none; CorruptCatalogError for one of something else, and of another format
 */
export async function openIndex(connection: ClusterConnection, name: string, bounds: RequestBounds): Promise<OpenedIndex> {
  const { index, facts } = await resolveIndex(connection, name, bounds);
  const { records, version, isSettled } = await loadVersion(connection, facts.records, bounds);
  const session = new EngineSession(connection, index, bounds);
  const layout = indexLayout(facts.ownFields);
  const counted = await readFacts(session, layout);
  const bytes = await sizeOf(connection, index, bounds);
  const values = await distinctValues(session);
  const having = new Map(counted.terms('has'));
  const specs = specsOf(records, counted, values);
  const bySpec = new Map(specs.map((spec) => [spec.key, spec]));
  const multi = new Set(counted.terms('multi').map(([field]) => field));
  const currencies = new Set(counted.terms('currencies').map(([currency]) => currency));
  const specMetadata = (key: string) => bySpec.get(key)?.metadata;
  const types: FieldTypes = {
    collection: 'parts',
    specType: (key) => bySpec.get(key)?.type,
    specUnit: (key) => bySpec.get(key)?.metadata?.unit,
    specKeys: () => bySpec.keys(),
    isMultiValued: (field) => multi.has(field) || isMultiExtent(field, multi, having) || isMultiPrice(field, multi),
    hasPrices: (currency) => currencies.has(currency),
    ownFields: ownFieldTable(facts.ownFields),
  };
  const fields = partFields(layout, (key) => bySpec.get(key)?.type);
  const companies = new Map(COMPANIES.map((name) => [name, records.given(name)]));
  const catalog = await recordsCatalog(records, facts, counted);
  const tree = new Map([...records.categories].map(([uid, { record }]) => [uid, categoryOf(record)]));
  return {
    index,
    facts,
    records,
    version,
    isSettled,
    catalog,
    parts: counted.parts,
    bytes,
    specs,
    types,
    context: { layout, fields, names: namesOf(records) },
    filling: { record: (collection, uid) => companies.get(collection)?.get(uid), specMetadata },
    specMetadata,
    categories: () => tree,
    valueCount: (field) => valueCount(field, counted.numbers, values),
    digest: () => digestOf(index),
    memberNames: memberNamesOf(specs),
    terms: having,
    currencies,
    having: (name) => having.get(name) ?? 0,
  };
}

/** Made with the first drilldown. */
function memberNamesOf(specs: readonly OpenedSpec[]): () => SpecMemberNames {
  let names: SpecMemberNames | undefined;
  return () => (names ??= new SpecMemberNames(specs.map(({ key }) => key)));
}

type CountsByName = ReadonlyMap<string, number>;

/** @param ofSpecs by their names in terms */
function valueCount({ raw, prefix, price }: PartField, ofFields: CountsByName, ofSpecs: CountsByName): number {
  // Prices depend on the quantity.
  if (price) return Number.POSITIVE_INFINITY;
  return (prefix === '' ? ofFields.get(raw) : ofSpecs.get(prefix.slice(0, -1))) ?? 0;
}

const categoryOf = ({ name, parent_uid }: { name?: string; parent_uid?: string | null }): CategoryRecord => ({
  name: name ?? '',
  parent: parent_uid ?? null,
});

/** Whether a field is the extent of a spec of which some part has an interval, and so several numbers; else it has those of its values. */
function isMultiExtent(field: string, multi: ReadonlySet<string>, having: ReadonlyMap<string, number>): boolean {
  const spec = parseSpecField(field);
  if (!spec || !isExtentMember(spec.member)) return false;
  const hasInterval = (['min_value', 'max_value'] as const).some((member) => having.has(specName(spec.key, member)));
  return hasInterval || multi.has(specField(spec.key, 'value'));
}

/** Whether a field has the prices of all offers of a part, of which some part has several. */
function isMultiPrice(field: string, multi: ReadonlySet<string>): boolean {
  return multi.has(SEVERAL_PRICES) && parsePriceField(field)?.isOfEach === true;
}

async function sizeOf(connection: ClusterConnection, index: string, bounds: RequestBounds): Promise<number> {
  const { body } = await connection.send(
    { method: 'GET', path: pathOf(index, '_stats', 'store'), step: 'open the catalog' },
    bounds,
  );
  return body._all?.primaries?.store?.size_in_bytes ?? 0;
}

/** Counts the terms of all facts in one request, and those of which there are many in further ones. @throws as `EngineSession.search` */
async function readFacts(session: EngineSession, { fields }: IndexLayout): Promise<CountedFacts> {
  const { values: size } = countLimits;
  const numberFields = [...fields.values()].filter(({ kind }) => kind === 'number').map(({ raw }) => raw);
  const lists = Object.entries(FACTS).map(([name, field]) => [name, { terms: { field, size, shard_size: size } }]);
  const numbersOf = numberFields.map((field) => [numbersKey(field), { cardinality: { field } }]);
  const read = (aggs: Record<string, object>) => session.search({ size: 0, track_total_hits: true, aggs }, 'reading facts');
  const { hits, aggregations } = await read(Object.fromEntries([...lists, ...numbersOf])).catch((error: unknown) => {
    if (!(error instanceof TooManyBuckets)) throw error;
    // All lists together are more than the cluster answers with: each is read by itself.
    return read(Object.fromEntries(numbersOf));
  });
  const terms = new Map<string, readonly TermCount[]>();
  for (const [name, field] of Object.entries(FACTS)) {
    const found = aggregations[name];
    terms.set(name, found?.sum_other_doc_count === 0 ? termsOf(found) : await everyTerm(field, session));
  }
  const numbers = new Map(numberFields.map((field): [string, number] => [field, aggregations[numbersKey(field)].value]));
  return { parts: hits.total.value, terms: (name) => terms.get(name) ?? [], numbers };
}

const numbersKey = (field: string): string => `numbers ${field}`;

/** @throws UnsupportedError if there are too many to read */
async function everyTerm(field: string, session: EngineSession): Promise<readonly TermCount[]> {
  const terms = await allTerms(field, session);
  if (terms) return terms;
  throw refusalOf('many facts');
}

/** The number of distinct values of each member of a spec, by its name in terms. @throws UnsupportedError if there are too many */
async function distinctValues(session: EngineSession): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const field of [SPEC.strings, SPEC.numbers]) {
    const counted = await readTerms(field, session, () => new Map<string, number>(), countByName);
    if (!counted) throw refusalOf('many facts');
    for (const [name, count] of counted) counts.set(name, (counts.get(name) ?? 0) + count);
  }
  return counts;
}

function countByName(counts: Map<string, number>, terms: readonly TermCount[]): void {
  for (const [term] of terms) {
    const name = term.slice(0, term.indexOf('='));
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
}

function specsOf(records: Records, counted: CountedFacts, values: ReadonlyMap<string, number>): readonly OpenedSpec[] {
  const carried = new Set(counted.terms('keys').map(([key]) => keyOfEscaped(key)));
  const having = new Map(counted.terms('has'));
  const specs: OpenedSpec[] = [];
  for (const [key, { record }] of records.specs) {
    if (!carried.has(key)) continue;
    const metadata = records.metadataOf(key);
    const name = specName(key, 'value');
    const counts = { parts: having.get(name) ?? 0, values: values.get(name) ?? 0 };
    specs.push(Object.freeze({ key, type: record.type, ...(metadata && { metadata }), ...counts }));
  }
  return Object.freeze(specs);
}

/**
 * The records as a catalog in process. Companies that were gathered come from parts that have nothing else; how many parts a category has
 * is what the cluster counted.
 */
function recordsCatalog(records: Records, facts: IndexFacts, counted: CountedFacts): Promise<Catalog> {
  const counts = new Map(counted.terms('categories'));
  const given = (name: CompanyCollection) => [...records[name].values()].filter((one) => one.given).map(({ record }) => record);
  const stubs: object[] = [];
  for (const name of COMPANIES) {
    const mentioned = new Set(UID_FIELDS[name].flatMap((field) => counted.terms(field).map(([uid]) => uid)));
    for (const [uid, { record, given: isGiven }] of records[name]) {
      if (!isGiven && mentioned.has(uid)) stubs.push(stubOf(name, record, stubs.length));
    }
  }
  const categories = [...records.categories.values()].map(({ record }) => {
    return { ...record, num_parts: record.num_parts ?? counts.get(record.uid) ?? 0 };
  });
  const source = {
    parts: stubs,
    categories,
    brands: given('brands'),
    manufacturers: given('manufacturers'),
    sellers: given('sellers'),
  };
  return buildCatalog(source as CatalogSource, { priceCurrency: facts.priceCurrency, fields: facts.ownFields as CatalogField[] });
}

function stubOf(collection: CompanyCollection, record: object, number: number): object {
  const part = { uid: `stub-${number}`, mpn: '-' };
  if (collection === 'brands') return { ...part, brand: record };
  return collection === 'manufacturers' ? { ...part, manufacturer: record } : { ...part, broker_listings: [{ seller: record }] };
}

/** What all records are called. */
function namesOf(records: Records): RecordNames {
  const read = (name: Exclude<CollectionName, 'parts'>): NamedRecord[] =>
    [...records[name]].map(([uid, { record }]) => ({ uid, called: calledOf(record) }));
  return new RecordNames({
    brands: read('brands'),
    manufacturers: read('manufacturers'),
    sellers: read('sellers'),
    categories: read('categories'),
  });
}

/** The name and the aliases of a record; others may be anything. */
function calledOf({ name, aliases }: { name?: unknown; aliases?: unknown }): string[] {
  const others = Array.isArray(aliases) ? aliases : [aliases];
  return [name, ...others].filter((text): text is string => typeof text === 'string');
}
