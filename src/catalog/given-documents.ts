import { utf8Bytes } from '../analysis/utf8.js';
import { COMPUTED_MEMBERS, IS_GIVEN } from '../encoding/given-members.js';
import type { Segment } from '../index/segment.js';
import { COLLECTIONS, type CollectionName } from '../model/fields.js';
import { wrongArgument } from '../model/issues.js';
import type { SectionStore } from '../storage/section-store.js';
import { type Task, waitFor } from '../work/pauses.js';
import type { Work } from '../work/work.js';
import { manifestOf, segmentOf } from './catalog-file.js';
import { catalogsOf } from './file-segments.js';

/** What a catalog was built from, by the members of a `CatalogSource`. */
export type SourceName = CollectionName | 'spec_metadata';

const NAMES: readonly string[] = [...COLLECTIONS, 'spec_metadata'] satisfies SourceName[];
/** Documents that are read at a time. */
const BATCH = 256;
const NEWLINE = 0x0a;

/** @throws ValidationError for another name */
export function checkSourceName(name: SourceName): void {
  if (!NAMES.includes(name)) throw wrongArgument('name', NAMES.map((one) => `"${one}"`).join(', '), name);
}

/** The documents of a catalog file that were given to its build, in that order; what the build gathered or computed is left out. */
class GivenDocuments {
  private constructor(
    /** One after the other; only parts have several. */
    private readonly segments: readonly Segment[],
    /** The places of the documents, and of the record of each what was given; undefined for parts, all of which were given. */
    private readonly records: readonly { readonly number: number; readonly given: number }[] | undefined,
    private readonly isOfCategories: boolean,
    /** Documents that are not in a segment. */
    private readonly others: readonly object[],
  ) {}

  static async of(store: SectionStore, name: SourceName): Promise<GivenDocuments> {
    const manifest = await manifestOf(store);
    if (name === 'spec_metadata') return new GivenDocuments([], undefined, false, manifest.specMetadata);
    if (name === 'parts') {
      const files = await catalogsOf(name, store, manifest);
      return new GivenDocuments(
        files.map(({ segments }) => segments.parts),
        undefined,
        false,
        [],
      );
    }
    const segment = segmentOf(store, manifest, name);
    const [numbers, given] = await Promise.all([segment.documentNumbers.load(), segment.given.load()]);
    const records = Array.from(numbers, (number, row) => ({ number, given: given[row] }));
    const ofBuild = records.filter((record) => (record.given & IS_GIVEN) !== 0).sort((a, b) => a.number - b.number);
    return new GivenDocuments([segment], ofBuild, name === 'categories', []);
  }

  get count(): number {
    const { records, segments, others } = this;
    if (segments.length === 0) return others.length;
    return records?.length ?? segments.reduce((sum, { rowCount }) => sum + rowCount, 0);
  }

  private *textsOfSegments(from: number, to: number): Task<Uint8Array[]> {
    const texts: Uint8Array[] = [];
    let first = 0;
    for (const { documents, rowCount } of this.segments) {
      const [begin, end] = [Math.max(from - first, 0), Math.min(to - first, rowCount)];
      const numbers = Array.from({ length: Math.max(0, end - begin) }, (_, i) => begin + i);
      if (numbers.length > 0) texts.push(...(yield* documents.readTexts(numbers)));
      first += rowCount;
    }
    return texts;
  }

  /** Some documents from a place on as NDJSON, in UTF-8: as they were given, byte for byte, except for computed members. */
  *lines(from: number, work: Work): Task<Uint8Array> {
    if (work.isDue()) yield;
    const to = Math.min(this.count, from + BATCH);
    const { segments, records } = this;
    if (segments.length > 1) return joined(yield* this.textsOfSegments(from, to));
    const [segment] = segments;
    if (!segment) return joined(this.others.slice(from, to).map((other) => utf8Bytes(JSON.stringify(other))));
    const some = records?.slice(from, to);
    const numbers = some?.map(({ number }) => number) ?? Array.from({ length: to - from }, (_, i) => from + i);
    const texts = yield* segment.documents.readTexts(numbers);
    if (!some || !this.isOfCategories) return joined(texts);
    const documents = yield* segment.documents.read(numbers);
    return joined(documents.map((document, i) => utf8Bytes(JSON.stringify(givenCategory(document as object, some[i].given)))));
  }
}

/** Opens them as a step of a call. */
export function* givenDocuments(store: SectionStore, name: SourceName): Task<GivenDocuments> {
  return yield* waitFor(GivenDocuments.of(store, name));
}

/** The number of documents of a piece of `toNdjson`. */
export const DOCUMENTS_AT_ONCE = BATCH;

/** A category without the members that the build computed. Where given ones follow, null stands for them: their order is kept. */
function givenCategory(stored: object, given: number): object {
  const category = { ...stored } as Record<string, unknown>;
  let isLast = true;
  for (const name of Object.keys(stored).reverse()) {
    const computed = COMPUTED_MEMBERS.find((member) => member.name === name);
    const isGiven = !computed || (given & computed.bit) !== 0 || category[name] === null;
    if (isGiven) isLast = false;
    else if (isLast) delete category[name];
    else category[name] = null;
  }
  return category;
}

/** Texts as lines. */
function joined(texts: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(texts.reduce((sum, { length }) => sum + length + 1, 0));
  let at = 0;
  for (const text of texts) {
    bytes.set(text, at);
    at += text.length;
    bytes[at++] = NEWLINE;
  }
  return bytes;
}
