import type { PriceRates } from '../../analysis/price-rates.js';
import type { CategoryTree } from '../../build/category-tree.js';
import { isReadAs, mergeCategories } from '../../build/merge-records.js';
import { IS_GIVEN } from '../../encoding/given-members.js';
import { specMetadataOf } from '../../encoding/spec-facts.js';
import type { Segment } from '../../index/segment.js';
import { checkCategory } from '../../model/check-documents.js';
import type { Category, SpecMetadata } from '../../model/documents.js';
import type { CollectionName } from '../../model/fields.js';
import type { Limits } from '../../model/limits.js';
import { type Synonyms, uniteSynonyms } from '../../model/synonyms.js';
import { type Backing, OpenedCatalog } from '../catalog.js';
import type { CatalogFile } from '../catalog-file.js';
import { partsByCategory } from '../parts-by-category.js';
import { partsOf } from '../several-files.js';
import {
  COMPANIES,
  type CompanyRecords,
  type FileRecords,
  type MergedRecords,
  readRecords,
  recordSegments,
  type StoredRecord,
} from '../several-records.js';
import { countedSpecs, type KnownCounts } from './counted-specs.js';
import { aliveParts } from './living-parts.js';
import { livingPaths } from './living-paths.js';
import { snapshotBacking } from './snapshot-backing.js';
import type { SnapshotRecords, SnapshotSegment, SnapshotState } from './state.js';

/** A key with its metadata as the whole catalog has it. */
interface TypedSpec {
  readonly key: string;
  readonly type: 'string' | 'number';
  readonly metadata: SpecMetadata;
}

/** What of a file is as the rest of the catalog needs it: made anew only if that changes. */
interface Adapted {
  readonly records: SnapshotRecords;
  readonly specs: readonly TypedSpec[];
  readonly differing: string;
  readonly parts: Segment;
}

const ownRecords = new WeakMap<CatalogFile, Promise<FileRecords>>();
const adapted = new WeakMap<CatalogFile, Adapted>();

/** How a snapshot is opened. */
export interface SnapshotOptions {
  readonly limits: Limits;
  /** Of the opening; those of the files are in the state. */
  readonly synonyms: Synonyms;
  /** What converts prices. */
  readonly rates?: PriceRates | undefined;
  /** Counts of spec keys that are known from the snapshot before. */
  readonly known?: KnownCounts | undefined;
  /** Called when the catalog is closed and nothing reads it any more. */
  readonly onClosed?: () => Promise<void>;
}

/** A catalog of the parts that live, and the counts of its spec keys. */
export interface OpenedSnapshot {
  readonly catalog: OpenedCatalog;
  /** The segments of the parts that live, in the order of the state. */
  readonly parts: readonly Segment[];
  readonly counts: KnownCounts;
  /** The same catalog once more, to be closed by itself. */
  readonly reopen: () => OpenedCatalog;
}

/** Opens a catalog of segments of which some parts live no more: it answers as one build of the living documents and records. */
export async function openSnapshot(state: SnapshotState, options: SnapshotOptions): Promise<OpenedSnapshot> {
  const { segments, records } = state;
  const specs = typedSpecs(state);
  const { tree, records: categories } = categoriesOf(records);
  const companies = companiesOf(state);
  const parts: Segment[] = [];
  for (const segment of segments) {
    parts.push(await aliveParts(await adaptedParts(segment, records, { tree, companies }, specs), segment.dead));
  }
  const paths = segments.some(({ dead }) => dead) ? livingPaths(segments) : undefined;
  if (paths) for (const part of parts) Object.defineProperty(part, 'paths', { value: paths });
  const partsIn = await partsByCategory(parts);
  const built = await builtRecords(state, { tree, files: [], categories, companies }, partsIn);
  const { list, counts } = await countedSpecs(specs, parts, options.known);
  const of = (name: 'brands' | 'manufacturers' | 'sellers' | 'categories') => [built[name]];
  const content = {
    segments: {
      parts,
      brands: of('brands'),
      manufacturers: of('manufacturers'),
      sellers: of('sellers'),
      categories: of('categories'),
    },
    specs: list,
    priceCurrency: state.priceCurrency,
    ownFields: state.ownFields,
    rates: options.rates,
    synonyms: uniteSynonyms(state.synonyms, options.synonyms),
    backing: snapshotBacking(state, options.onClosed) satisfies Backing,
    origin: state,
    living: {
      segments: segments.length,
      deadRows: segments.reduce((sum, { dead }) => sum + (dead?.count ?? 0), 0),
      commit: state.commit,
    },
  };
  const reopen = () => new OpenedCatalog({ ...content, backing: snapshotBacking(state) }, options.limits);
  return { catalog: new OpenedCatalog(content, options.limits), parts, counts, reopen };
}

const typedOf = new WeakMap<
  SnapshotState['facts']['specs'],
  {
    readonly types: SnapshotState['types'];
    readonly given: SnapshotRecords['spec_metadata'];
    readonly specs: readonly TypedSpec[];
  }
>();

/** The spec keys with their metadata: commits that change nothing of them share the list. */
function typedSpecs({ facts, types, records: { spec_metadata: given } }: SnapshotState): readonly TypedSpec[] {
  const known = typedOf.get(facts.specs);
  if (known?.types === types && known.given === given) return known.specs;
  const specs = facts.specs.map(({ key, said }): TypedSpec => {
    const type = types.get(key) ?? 'string';
    const none = { number: 0, string: 0 };
    return { key, type, metadata: specMetadataOf({ key, said, declared: none, undeclared: none }, type, given.get(key)) };
  });
  typedOf.set(facts.specs, { types, given, specs });
  return specs;
}

/** Record segments that commits share which change no record. */
interface BuiltRecords {
  readonly companies: CompanyRecords;
  readonly partCounts: string;
  readonly segments: Promise<Record<CollectionName, Segment>>;
}

const builtOf = new WeakMap<SnapshotRecords, BuiltRecords>();

/** The segments of records, made anew only if a record, a company that parts name or a category's number of parts changes. */
function builtRecords(
  { records }: SnapshotState,
  merged: MergedRecords,
  partsIn: (category: string) => number,
): Promise<Record<CollectionName, Segment>> {
  const partCounts = merged.categories.map(({ record }) => partsIn(record.uid)).join();
  const known = builtOf.get(records);
  const { companies } = merged;
  if (known?.partCounts === partCounts && COMPANIES.every((name) => areSame(known.companies[name], companies[name])))
    return known.segments;
  const segments = recordSegments(merged, partsIn);
  builtOf.set(records, { companies, partCounts, segments });
  return segments;
}

function areSame(some: readonly StoredRecord[], others: readonly StoredRecord[]): boolean {
  if (some === others) return true;
  return some.length === others.length && some.every(({ record }, i) => record === others[i].record);
}

const treesOf = new WeakMap<SnapshotRecords, ReturnType<typeof mergeCategories>>();

/** The tree of the categories that were given: commits that change no record share it. */
export function categoriesOf(records: SnapshotRecords): ReturnType<typeof mergeCategories> {
  let merged = treesOf.get(records);
  if (!merged) treesOf.set(records, (merged = mergeCategories([givenCategories(records)])));
  return merged;
}

/** The categories that were given. */
export function givenCategories({ categories }: SnapshotRecords) {
  return Array.from(categories.values(), (document) => ({
    document: document as Category,
    record: checkCategory(document, { source: 'categories', line: 0 }),
  }));
}

const companiesByRecords = new WeakMap<
  SnapshotRecords,
  { readonly named: SnapshotState['facts']['named']; readonly companies: CompanyRecords }
>();

/** The companies that were given, then those gathered from parts: commits that change none share them. */
function companiesOf({ records, facts }: SnapshotState): CompanyRecords {
  const known = companiesByRecords.get(records);
  if (known?.named === facts.named) return known.companies;
  const lists = COMPANIES.map((name): [string, StoredRecord[]] => {
    const given = Array.from(records[name], ([uid, record]) => ({ uid, given: IS_GIVEN, record: record as Category }));
    const gathered = [...facts.named[name].values()].filter(({ uid }) => !records[name].has(uid));
    return [name, [...given, ...gathered.map(({ uid, record }) => ({ uid, given: 0, record: record as Category }))]];
  });
  const companies = Object.fromEntries(lists) as unknown as CompanyRecords;
  companiesByRecords.set(records, { named: facts.named, companies });
  return companies;
}

/** The parts of a file, dead or not, as the records and spec keys of the whole catalog have them. */
async function adaptedParts(
  { file }: SnapshotSegment,
  records: SnapshotRecords,
  all: { readonly tree: CategoryTree; readonly companies: CompanyRecords },
  specs: readonly TypedSpec[],
): Promise<Segment> {
  const known = adapted.get(file);
  if (known?.records === records && known.specs === specs) return known.parts;
  const given = new Map(file.manifest.specMetadata.map((metadata) => [metadata.key, metadata]));
  const own = new Map(file.manifest.specs.map((spec) => [spec.key, specMetadataOf(spec, spec.type, given.get(spec.key))]));
  const changed = specs.filter(({ key, metadata }) => {
    const ofFile = own.get(key);
    return ofFile !== undefined && !isReadAs(ofFile, metadata);
  });
  const differing = JSON.stringify(changed.map(({ key, type, metadata }) => [key, type, metadata.unit]));
  if (known?.records === records && known.differing === differing) {
    adapted.set(file, { ...known, specs });
    return known.parts;
  }
  let ofFile = ownRecords.get(file);
  if (!ofFile) ownRecords.set(file, (ofFile = readRecords([file]).then(({ files }) => files[0])));
  const parts = await partsOf(file, await ofFile, all, changed);
  adapted.set(file, { records, specs, differing, parts });
  return parts;
}
