import { compareCodePoints, fold } from '../analysis/text.js';
import type { CatalogSpec } from '../catalog/catalog.js';
import type { CatalogInternals } from '../catalog/internals.js';
import type { Segment } from '../index/segment.js';
import type { CollectionName } from '../model/fields.js';
import { Pauses } from '../work/pauses.js';
import type { Suggestion } from './suggestion.js';

/** A named thing: a company, a category, a spec. */
export interface Named {
  readonly suggestion: Omit<Suggestion, 'match'>;
  /** All texts that find it: its name, aliases, the key of a spec. */
  readonly labels: readonly string[];
}

type NamedKind = 'brand' | 'category' | 'spec' | 'manufacturer' | 'seller';

/** Among equally frequent names, these kinds go first. */
const KINDS: readonly string[] = ['brand', 'category', 'spec', 'manufacturer', 'seller'] satisfies NamedKind[];
/** Documents to read at a time. */
const BATCH = 512;

/** The collections of names, and the fields of parts that have their uids and names. */
const COLLECTIONS: readonly { kind: NamedKind; collection: CollectionName; uids: string; names?: string }[] = [
  { kind: 'brand', collection: 'brands', uids: 'brand.uid', names: 'brand.name' },
  { kind: 'category', collection: 'categories', uids: 'category_uids' },
  { kind: 'manufacturer', collection: 'manufacturers', uids: 'manufacturer.uid', names: 'manufacturer.name' },
  { kind: 'seller', collection: 'sellers', uids: 'offers.seller.uid', names: 'offers.seller.name' },
];

/** All names of a catalog that at least one part has, those with more parts first. */
export async function gatherNamed(internals: CatalogInternals, specs: readonly CatalogSpec[]): Promise<Named[]> {
  const named = specs.map(ofSpec);
  for (const { kind, collection, uids, names } of COLLECTIONS) {
    const records = await ofRecords(kind, internals.segments(collection), await PartCounts.load(internals, uids));
    named.push(...records);
    if (names === undefined) continue;
    const known = new Set(records.map(({ suggestion }) => suggestion.text));
    const counts = await PartCounts.load(internals, names);
    for (const text of counts.values()) {
      if (!known.has(text)) named.push({ suggestion: { kind, text, parts: counts.of(text) }, labels: [text] });
    }
  }
  return withoutRepeatedMakers(named)
    .filter(({ suggestion }) => suggestion.parts > 0)
    .sort((a, b) => compareNamed(a.suggestion, b.suggestion));
}

function compareNamed(a: Named['suggestion'], b: Named['suggestion']): number {
  return (
    b.parts - a.parts ||
    KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind) ||
    compareCodePoints(a.text, b.text) ||
    compareCodePoints(a.uid ?? a.key ?? '', b.uid ?? b.key ?? '')
  );
}

/** A manufacturer with the name of a brand is listed as the brand only. */
function withoutRepeatedMakers(named: readonly Named[]): Named[] {
  const brands = new Set(
    named.filter(({ suggestion }) => suggestion.kind === 'brand').map(({ suggestion }) => fold(suggestion.text)),
  );
  return named.filter(({ suggestion }) => suggestion.kind !== 'manufacturer' || !brands.has(fold(suggestion.text)));
}

function ofSpec({ key, metadata, parts }: CatalogSpec): Named {
  const text = metadata?.name || key;
  return { suggestion: { kind: 'spec', text, parts, key }, labels: [text, key] };
}

async function ofRecords(kind: NamedKind, segments: readonly Segment[], counts: PartCounts): Promise<Named[]> {
  const records = await readRecords(segments);
  return [...records.values()].map((record) => {
    const { uid, name, aliases } = record;
    const path = kind === 'category' && { path: Object.freeze(pathOf(record, records)) };
    return {
      suggestion: { kind, text: name, parts: counts.of(uid), uid, ...path },
      labels: [name, ...textsOf(aliases)],
    };
  });
}

/** A stored record; lists are as they were given. */
interface StoredRecord {
  readonly uid: string;
  readonly name: string;
  readonly aliases?: unknown;
  readonly parent_uid?: unknown;
  readonly ancestor_names?: unknown;
}

async function readRecords(segments: readonly Segment[]): Promise<Map<string, StoredRecord>> {
  const records = new Map<string, StoredRecord>();
  for (const segment of segments) {
    const numbers = await segment.documentNumbers.load();
    for (let at = 0; at < numbers.length; at += BATCH) {
      for (const document of await new Pauses().run(segment.documents.read([...numbers.subarray(at, at + BATCH)]))) {
        const record = document as StoredRecord;
        if (!records.has(record.uid)) records.set(record.uid, record);
      }
    }
  }
  return records;
}

/** The names of a category's ancestors: its own list, else those of its parents' records. */
function pathOf(category: StoredRecord, records: ReadonlyMap<string, StoredRecord>): string[] {
  const given = textsOf(category.ancestor_names);
  if (given.length > 0) return given;
  const above = new Set<StoredRecord>();
  for (let parent = parentOf(category, records); parent && !above.has(parent); parent = parentOf(parent, records))
    above.add(parent);
  above.delete(category);
  return [...above].map(({ name }) => name).reverse();
}

function parentOf({ parent_uid: uid }: StoredRecord, records: ReadonlyMap<string, StoredRecord>): StoredRecord | undefined {
  return typeof uid === 'string' ? records.get(uid) : undefined;
}

/** The texts of a list; the input may be a single text, or contain nulls. */
function textsOf(given: unknown): string[] {
  return [given].flat().filter((text) => typeof text === 'string');
}

/** The number of parts that have each value of a field. */
class PartCounts {
  private constructor(private readonly counts: ReadonlyMap<string, number>) {}

  static async load(internals: CatalogInternals, name: string): Promise<PartCounts> {
    const counts = new Map<string, number>();
    for (const segment of internals.segments('parts')) {
      const field = segment.field(name);
      if (!field) continue;
      const dictionary = await field.dictionary.load();
      const postings = await field.postings.load();
      for (let ordinal = 0; ordinal < dictionary.size; ordinal++) {
        const count = postings.count(ordinal);
        if (count === 0) continue;
        const value = dictionary.value(ordinal);
        counts.set(value, (counts.get(value) ?? 0) + count);
      }
    }
    return new PartCounts(counts);
  }

  of(value: string): number {
    return this.counts.get(value) ?? 0;
  }

  values(): Iterable<string> {
    return this.counts.keys();
  }
}
