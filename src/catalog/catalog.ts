import type { Digest } from '../analysis/digest.js';
import { wrongUnit } from '../analysis/number-in-unit.js';
import { type PriceRates, readPriceRates } from '../analysis/price-rates.js';
import { parseQuantity } from '../analysis/quantity.js';
import { formatQuantity } from '../analysis/quantity-format.js';
import type { Codec } from '../encoding/codec.js';
import type { CatalogManifest } from '../encoding/manifest.js';
import type { Segment } from '../index/segment.js';
import type { Call } from '../model/call.js';
import type { Brand, Category, Manufacturer, Seller, SpecMetadata } from '../model/documents.js';
import { CatalogTooLargeError, CorruptCatalogError } from '../model/errors.js';
import { COLLECTIONS, type CollectionName, specField } from '../model/fields.js';
import { type Limits, readLimits } from '../model/limits.js';
import type { CatalogField } from '../model/own-fields.js';
import { readSynonyms, type Synonyms, uniteSynonyms } from '../model/synonyms.js';
import type { ByteSource } from '../storage/byte-source.js';
import { FORMAT_VERSION, SEVERAL_SEGMENTS_VERSION } from '../storage/layout.js';
import { SectionStore } from '../storage/section-store.js';
import { type Task, waitFor } from '../work/pauses.js';
import { UNBOUNDED, type Work, type WorkBudget } from '../work/work.js';
import { authorizedOf, type CatalogFile, manifestOf, segmentOf, validateFiles } from './catalog-file.js';
import type { Collection } from './collection.js';
import { collectionContexts } from './collection-contexts.js';
import { catalogsOf } from './file-segments.js';
import { checkSourceName, DOCUMENTS_AT_ONCE, givenDocuments, type SourceName } from './given-documents.js';
import { collectionsOf, keptHidings } from './hidden-collections.js';
import { type CatalogInternals, INTERNALS, type Quantities } from './internals.js';
import type { CatalogSource, OpenOptions, SharedOpening } from './options.js';
import type { PartCollection } from './parts.js';
import { PartsByUid, type StoredPart } from './parts-by-uid.js';
import { priceConverter } from './price-converter.js';
import { type Pacing, Running } from './running.js';
import type { SnapshotState } from './snapshot/state.js';

/** How much a catalog holds. */
export interface CatalogInfo {
  /** Number of parts. */
  readonly parts: number;
  /** Number of brands, with those gathered from the parts. */
  readonly brands: number;
  /** Number of categories. */
  readonly categories: number;
  /** Number of sellers, with those gathered from the parts. */
  readonly sellers: number;
  /** Number of manufacturers, with those gathered from the parts. */
  readonly manufacturers: number;
  /** Length of the catalog file in bytes. */
  readonly bytes: number;
  /** Number of different spec keys of the parts. */
  readonly specKeys: number;
  /** Currency of `avg_price`. */
  readonly priceCurrency: string;
  /** The fields that the build declared besides the documented ones: the option `fields`. */
  readonly fields: readonly CatalogField[];
  /** Version of the file format: docs/format.md. */
  readonly formatVersion: number;
  /** Number of segments of parts: of a file that has several, a live catalog, a snapshot and an overlay. */
  readonly segments?: number;
  /** Of a live catalog, a snapshot and an overlay: rows of parts that were replaced or removed and still take room. */
  readonly deadRows?: number;
  /** Likewise: number of updates that led to it. */
  readonly commit?: number;
}

/** A spec key of a catalog. */
export interface CatalogSpec {
  /** The key in `specs` of a part: `resistance`. */
  readonly key: string;
  /** How its values are compared; docs/semantics.md, "Spec keys". */
  readonly type: 'string' | 'number';
  /** Name, datatype and unit, where they are known. */
  readonly metadata?: SpecMetadata;
  /** Parts that have a value of it. */
  readonly parts: number;
  /** Distinct values. */
  readonly values: number;
}

/** A section of a catalog file. */
export interface CatalogSection {
  /** Its name: `parts/documents`. */
  readonly name: string;
  /** Its length. */
  readonly bytes: number;
}

/** An opened catalog. It never changes; any number of requests may run at the same time. */
export interface Catalog {
  /** The parts. */
  readonly parts: PartCollection;
  /** The brands. */
  readonly brands: Collection<Brand>;
  /** The categories. */
  readonly categories: Collection<Category>;
  /** The sellers. */
  readonly sellers: Collection<Seller>;
  /** The manufacturers. */
  readonly manufacturers: Collection<Manufacturer>;
  /** How much it holds. */
  readonly info: CatalogInfo;
  /** The spec keys of the parts: how the values of each are compared, and its metadata (name, datatype, unit) where known. */
  readonly specs: readonly CatalogSpec[];
  /** The sections of the file: what takes how much. */
  sections(): CatalogSection[];
  /**
   * The catalog file, which `openCatalog` opens again.
   * @throws CatalogTooLargeError if it does not fit one buffer; `toBlobParts` always works. CorruptCatalogError as
   * that
   */
  toBytes(call?: Call): Promise<Uint8Array>;
  /**
   * The catalog file in pieces of some megabytes, for a Blob or a stream. Its checksums are checked on the way.
   * @throws CorruptCatalogError at the end of a section that is not what it was; pieces of it may have been given
   */
  toBlobParts(call?: Call): AsyncIterable<Uint8Array>;
  /**
   * What the catalog was built from, as NDJSON in UTF-8, in pieces of whole lines: the documents of a member of `CatalogSource` as they
   * were given and in their order. A build of all six with the options `priceCurrency` and `fields` of `info` answers the same;
   * `synonyms` are the caller's. What the build gathered from parts or computed is not among them.
   * @throws ValidationError for another name; CorruptCatalogError
   */
  toNdjson(name: keyof CatalogSource, call?: Call): AsyncIterable<Uint8Array>;
  /**
   * Reads everything, and checks every checksum and every structure: for a file from a stranger.
   * @throws CorruptCatalogError
   */
  validate(call?: Call): Promise<void>;
  /**
   * Waits for running requests; later ones reject with `ClosedError`. So does a scan or `toBlobParts()` that is not finished when
   * the catalog closes: it is not waited for.
   */
  close(): Promise<void>;
}

const RECORDS = COLLECTIONS.filter((name) => name !== 'parts');
const BLOB_PART_BYTES = 1 << 22;

/** The segments of each collection. */
export type Segments = Readonly<Record<CollectionName, readonly Segment[]>>;

/** What an opened catalog is stored in. */
export interface Backing {
  /** Length of its files. */
  readonly bytes: number;
  /** Identifies its content: equal for equal files, and before and after segments are merged. */
  digest(): Digest;
  /** Whether the rows of the same content may be others later: segments are merged. */
  readonly rowsMove: boolean;
  sections(): CatalogSection[];
  /** One file that answers the same. */
  oneFile(signal: AbortSignal | undefined): Promise<SectionStore>;
  validate(work: Work): Promise<void>;
  close(): Promise<void>;
}

/** What a catalog is opened from. */
export interface CatalogContent {
  readonly segments: Segments;
  readonly specs: readonly CatalogSpec[];
  readonly priceCurrency: string;
  readonly ownFields: readonly CatalogField[];
  /** Phrases that mean each other, of the files and of the opening. */
  readonly synonyms: Synonyms;
  /** What converts prices. */
  readonly rates: PriceRates | undefined;
  readonly backing: Backing;
  /** What an overlay begins with. */
  readonly origin: readonly CatalogFile[] | SnapshotState;
  /** The number of segments of a file that has several, for `info`. */
  readonly fileSegments?: number;
  /** Likewise, of a catalog that changes. */
  readonly living?: Required<Pick<CatalogInfo, 'segments' | 'deadRows' | 'commit'>>;
}

const QUANTITIES: Quantities = { parse: parseQuantity, format: formatQuantity, wrongUnit };

function infoOf(content: CatalogContent): CatalogInfo {
  const { segments, specs, priceCurrency, ownFields, backing, fileSegments, living } = content;
  const rows = (name: CollectionName) => segments[name].reduce((sum, { liveCount }) => sum + liveCount, 0);
  return Object.freeze({
    parts: rows('parts'),
    brands: rows('brands'),
    categories: rows('categories'),
    sellers: rows('sellers'),
    manufacturers: rows('manufacturers'),
    bytes: backing.bytes,
    specKeys: specs.length,
    priceCurrency,
    fields: Object.freeze(ownFields.map((field) => Object.freeze({ ...field }))),
    formatVersion: fileSegments === undefined ? FORMAT_VERSION : SEVERAL_SEGMENTS_VERSION,
    ...(fileSegments !== undefined && { segments: fileSegments }),
    ...living,
  });
}

/** A catalog over the segments of one file or several. */
export class OpenedCatalog implements Catalog {
  readonly parts: PartCollection;
  readonly brands: Collection<Brand>;
  readonly categories: Collection<Category>;
  readonly sellers: Collection<Seller>;
  readonly manufacturers: Collection<Manufacturer>;
  readonly info: CatalogInfo;
  readonly specs: readonly CatalogSpec[];
  readonly [INTERNALS]: CatalogInternals;
  private readonly running: Running;
  private readonly backing: Backing;

  constructor(content: CatalogContent, limits: Limits, pacing?: Pacing) {
    const { segments, specs, priceCurrency, synonyms, rates, backing, origin } = content;
    const running = new Running(budgetOf(limits), pacing);
    this.running = running;
    this.backing = backing;
    for (const { offerRows } of segments.parts) if (offerRows) offerRows.rates = rates;
    this.specs = specs;
    const contextOf = collectionContexts(content, limits, running);
    const collections = collectionsOf(contextOf, synonyms);
    this.parts = collections.parts;
    this.brands = collections.brands;
    this.categories = collections.categories;
    this.sellers = collections.sellers;
    this.manufacturers = collections.manufacturers;
    this.info = infoOf(content);
    this[INTERNALS] = {
      segments: (name) => segments[name],
      origin,
      running,
      limits,
      collections,
      quantities: QUANTITIES,
      convert: rates && priceConverter(rates),
      fingerprint: () => JSON.stringify([backing.digest(), synonyms, ...(rates ? [rates.given] : [])]),
      synonyms,
      authorized: 'segments' in origin ? origin.authorized : authorizedOf(origin),
      rates,
      partsByUid: (call) => this.partsByUid(segments.parts, call),
      hiding: keptHidings(contextOf, priceCurrency, synonyms),
    };
  }

  sections(): CatalogSection[] {
    return this.backing.sections();
  }

  async toBytes(call?: Call): Promise<Uint8Array> {
    const store = await this.oneFile(call);
    const { length } = store.source;
    let bytes: Uint8Array;
    try {
      bytes = new Uint8Array(length);
    } catch {
      throw new CatalogTooLargeError(`the catalog is ${length} bytes long, more than one buffer holds; use toBlobParts()`);
    }
    let at = 0;
    for await (const part of this.copy(store, call)) {
      bytes.set(part, at);
      at += part.length;
    }
    return bytes;
  }

  async *toBlobParts(call?: Call): AsyncIterable<Uint8Array> {
    yield* this.copy(await this.oneFile(call), call);
  }

  async *toNdjson(name: SourceName, call?: Call): AsyncIterable<Uint8Array> {
    checkSourceName(name);
    const store = await this.oneFile(call);
    const pieces = this.running.inPieces(call, UNBOUNDED);
    try {
      const documents = await pieces.next(() => givenDocuments(store, name));
      for (let from = 0; from < documents.count; from += DOCUMENTS_AT_ONCE) {
        yield await pieces.next((work) => documents.lines(from, work));
      }
    } finally {
      pieces.end();
    }
  }

  private async *partsByUid(segments: readonly Segment[], call: Call | undefined): AsyncIterable<readonly StoredPart[]> {
    const pieces = this.running.inPieces(call, UNBOUNDED);
    try {
      const parts = await pieces.next(() => PartsByUid.of(segments));
      for (;;) {
        const page = await pieces.next(() => parts.next());
        if (page.length === 0) return;
        yield page;
      }
    } finally {
      pieces.end();
    }
  }

  private oneFile(call: Call | undefined): Promise<SectionStore> {
    return this.running.answerAsync(call, () => this.backing.oneFile(call?.signal), UNBOUNDED);
  }

  private async *copy(store: SectionStore, call: Call | undefined): AsyncIterable<Uint8Array> {
    const { source } = store;
    const check = store.copyCheck();
    const pieces = this.running.inPieces(call, UNBOUNDED);
    try {
      for (let at = 0; at < source.length; at += BLOB_PART_BYTES) {
        const length = Math.min(BLOB_PART_BYTES, source.length - at);
        const part = await pieces.next(function* (work): Task<Uint8Array> {
          work.begin('copying the file');
          if (work.isDue()) yield;
          // A copy: what the caller does with it must not reach the catalog in memory.
          return (yield* waitFor(source.read(at, length))).slice();
        });
        if (part.length !== length) throw new CorruptCatalogError('file', 'has become shorter since it was opened');
        check.take(part);
        yield part;
      }
    } finally {
      pieces.end();
    }
  }

  validate(call?: Call): Promise<void> {
    return this.running.answerAsync(call, (work) => this.backing.validate(work), UNBOUNDED);
  }

  async close(): Promise<void> {
    await this.running.close();
    await this.backing.close();
  }
}

/**
 * The share of its processor time that is counted of a call at least: what happens between its steps, and what the collector does for
 * it, is not: more than a third where prices are computed (bench:worst shows both). From that share of its bound on, all counts that its
 * thread has used since it began.
 */
const COUNTED_SHARE = 0.6;
/** The share of a call's time for which it may use a processor. */
const PROCESSOR_SHARE = 0.4;

function budgetOf({ milliseconds, bytes }: Limits): WorkBudget {
  return { milliseconds, processor: milliseconds * PROCESSOR_SHARE, countedShare: COUNTED_SHARE, bytes };
}

function specsOf({ specs, collections, specCounts }: CatalogManifest): readonly CatalogSpec[] {
  const fields = new Map(collections.parts.fields.map((field) => [field.name, field]));
  return Object.freeze(
    specs.map(({ key, type, metadata }, i) => {
      const { rowCount = 0, values = 0 } = fields.get(specField(key, 'value')) ?? {};
      if (specCounts) return Object.freeze({ key, type, metadata, parts: specCounts[i][0], values: specCounts[i][1] });
      return Object.freeze({ key, type, ...(metadata && { metadata }), parts: rowCount, values });
    }),
  );
}

/** Opens a catalog from any source with a platform's codec. @throws CorruptCatalogError, ValidationError */
export async function openSource(
  source: ByteSource,
  codec: Codec,
  options: OpenOptions = {},
  { share, pacing }: SharedOpening = {},
): Promise<Catalog> {
  const limits = readLimits(options.limits);
  const given = readSynonyms(options.synonyms);
  const rates = readPriceRates(options.rates);
  const store = await SectionStore.open(source, codec, share);
  const manifest = await manifestOf(store);
  const files = await catalogsOf('catalog', store, manifest);
  const parts = files.map((file) => file.segments.parts);
  const records = RECORDS.map(
    (name) => [name, [files.length > 1 ? segmentOf(store, manifest, name) : files[0].segments[name]]] as const,
  );
  const segments = { parts, ...Object.fromEntries(records) } as unknown as Segments;
  const backing: Backing = {
    bytes: source.length,
    digest: () => store.digest(),
    rowsMove: false,
    sections: () => store.list().map(({ name, length }) => ({ name, bytes: length })),
    oneFile: async () => store,
    validate: async (work) => {
      await validateFiles(files, work);
      if (files.length > 1) for (const [, [segment]] of records) await segment.validate(work);
    },
    close: () => source.close(),
  };
  return new OpenedCatalog(
    {
      segments,
      specs: specsOf(manifest),
      priceCurrency: manifest.priceCurrency,
      ownFields: manifest.ownFields,
      synonyms: uniteSynonyms(manifest.synonyms ?? [], given),
      rates,
      backing,
      origin: files,
      ...(files.length > 1 && { fileSegments: files.length }),
    },
    limits,
    pacing,
  );
}
