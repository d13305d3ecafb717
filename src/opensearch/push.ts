import { SpecMetadataGatherer } from '../build/spec-metadata-gatherer.js';
import type { SaidMetadata } from '../encoding/spec-facts.js';
import { checkPart } from '../model/check-documents.js';
import type { Category, Company, SpecMetadata } from '../model/documents.js';
import { InvalidDocumentError } from '../model/errors.js';
import { wrongArgument } from '../model/issues.js';
import type { CompanyCollection } from '../model/schema.js';
import { readTimeout, withinCall } from '../work/within-call.js';
import { UNBOUNDED } from '../work/work.js';
import { BulkWriter, indexAction } from './bulk.js';
import { ClusterConnection, type OpenSearchClient, type RequestBounds } from './client.js';
import { documentContext } from './document-context.js';
import { DocumentMaker } from './documents.js';
import { type IndexFacts, Records, type StoredRecord } from './facts.js';
import { type BuildOptions, buildCatalog, type Catalog, type CatalogSource, internalsOf } from './in-process.js';
import { IndexBehindAlias, unlessEnded } from './index-behind-alias.js';
import { checkIndexName } from './index-names.js';
import { type RecordChange, writeRecords } from './records-store.js';

/** How a catalog is pushed to a cluster. */
export interface PushOptions {
  /** The alias that readers open; the indices behind it are `<index>-<n>`. */
  index: string;
  /** Primary shards, 1 to 1,024. Default 1. */
  shards?: number;
  /** Copies of each shard, 0 to 100; they are made once everything is loaded. Default 1. */
  replicas?: number;
  /** Currency of `avg_price`, of a `CatalogSource` alone: a catalog has its own. Default `USD`. */
  priceCurrency?: string;
  /** How long the index before this one is kept for requests that run on it, in milliseconds. Default 300,000. */
  keep?: number;
  /** Default `'throw'`; a function: such a document is skipped and reported to it. */
  onInvalid?: BuildOptions['onInvalid'];
  /** Told of oddities of the data and of the cluster that are no errors, one line each. */
  onNotice?(notice: string): void;
  /** Called now and then: of a `CatalogSource` the phases of a build; then `push`, whose `done` counts parts. */
  onProgress?: BuildOptions['onProgress'];
  /** Stops the push, which rejects with the signal's reason and leaves nothing behind. */
  signal?: AbortSignal;
  /** Milliseconds after which it ends with a `BudgetExceededError`, and leaves nothing behind. Default: none. */
  timeout?: number;
}

/** What was pushed. */
export interface PushReport {
  /** Number of parts. */
  readonly parts: number;
  /** The index behind the alias. */
  readonly index: string;
  /** How long it took. */
  readonly milliseconds: number;
}

const OPTIONS: readonly string[] = [
  ...['index', 'shards', 'replicas', 'priceCurrency', 'keep', 'onInvalid', 'onNotice', 'onProgress', 'signal', 'timeout'],
] satisfies (keyof PushOptions)[] | string[];
const KEEP = 300_000;
const COMPANIES: readonly CompanyCollection[] = ['brands', 'manufacturers', 'sellers'];
/** Parts between two reports of progress. */
const REPORT_EVERY = 1000;

/**
 * Pushes a whole catalog to a cluster, under an alias. The catalog goes into a new index; the alias moves to it in one step once
 * all parts are there, have been counted and can be found, so that a reader sees the old catalog or the new one. A push that fails
 * leaves the old one as it was and removes its own.
 * @param client the client of `@opensearch-project/opensearch`, or another with the same `transport`
 * @param source an open catalog; or documents, which are built into a catalog in memory first
 * @throws ClusterError; InvalidDocumentError for a part that the cluster cannot hold, unless `onInvalid` takes it;
 * ValidationError for invalid options, and for a name that is an index and not an alias; of a `CatalogSource` what
 * `buildCatalog` throws; the reason of the signal
 */
export async function pushCatalog(
  client: OpenSearchClient,
  source: Catalog | CatalogSource,
  options: PushOptions,
): Promise<PushReport> {
  const began = performance.now();
  checkPushOptions(options);
  const call = { signal: options.signal, timeout: readTimeout(options.timeout) };
  return withinCall(call, 'pushing a catalog', async (stop) => {
    const bounded = { ...options, ...(stop && { signal: stop }) };
    const isOpen = typeof (source as Catalog | undefined)?.close === 'function';
    const catalog = isOpen ? (source as Catalog) : await buildFor(source as CatalogSource, bounded);
    try {
      const report = await new Push(new ClusterConnection(client), catalog, bounded).run();
      return { ...report, milliseconds: Math.round(performance.now() - began) };
    } finally {
      if (!isOpen) await catalog.close();
    }
  });
}

function buildFor(
  source: CatalogSource,
  { onInvalid, onNotice, onProgress, priceCurrency, signal }: PushOptions,
): Promise<Catalog> {
  return buildCatalog(source, {
    ...(onInvalid !== undefined && { onInvalid }),
    ...(onNotice && { onNotice }),
    ...(onProgress && { onProgress }),
    ...(priceCurrency !== undefined && { priceCurrency }),
    ...(signal && { signal }),
  });
}

function checkPushOptions(options: PushOptions): void {
  const given: unknown = options;
  if (typeof given !== 'object' || given === null) throw wrongArgument('options', 'an object with the member "index"', given);
  for (const name of Object.keys(given)) {
    if (!OPTIONS.includes(name)) throw wrongArgument(name, `one of the options ${OPTIONS.join(', ')}`, name);
  }
  checkIndexName(options.index);
  checkNumber('shards', options.shards ?? 1, 1, 1024);
  checkNumber('replicas', options.replicas ?? 1, 0, 100);
  checkNumber('keep', options.keep ?? KEEP, 0, 2 ** 31 - 1);
}

function checkNumber(name: string, value: unknown, least: number, most: number): void {
  if (Number.isInteger(value) && (value as number) >= least && (value as number) <= most) return;
  throw wrongArgument(name, `an integer from ${least} to ${most}`, value);
}

/** One push of a catalog. */
class Push {
  private readonly bounds: RequestBounds;
  private readonly records = new Records();
  private readonly changes: RecordChange[] = [];
  private parts = 0;

  constructor(
    private readonly connection: ClusterConnection,
    private readonly catalog: Catalog,
    private readonly options: PushOptions,
  ) {
    this.bounds = { signal: options.signal };
  }

  async run(): Promise<Omit<PushReport, 'milliseconds'>> {
    const { connection, options, bounds } = this;
    const { priceCurrency, fields } = this.catalog.info;
    const { synonyms, authorized } = internalsOf(this.catalog);
    const facts = { priceCurrency, ownFields: fields, synonyms, authorized };
    const { index, shards = 1, replicas = 1, keep = KEEP, onNotice } = options;
    const created = await IndexBehindAlias.create(connection, index, { shards, facts }, bounds);
    try {
      await this.readRecords();
      await this.pushParts(created.name, facts);
      await writeRecords(connection, created.facts.records, this.changes, true, bounds);
      await created.finish(this.parts, { replicas, bounds, onNotice });
      await created.takeAlias({ keep, bounds, onNotice });
      return { parts: this.parts, index: created.name };
    } catch (error) {
      await unlessEnded(created.remove(), bounds);
      throw error;
    }
  }

  private put(record: StoredRecord): void {
    this.records.add(record);
    this.changes.push({ kind: 'put', record, order: this.changes.length });
  }

  /** The records, given and gathered, and the types of spec keys. */
  private async readRecords(): Promise<void> {
    const { catalog, options } = this;
    const call = { signal: options.signal };
    for await (const { value } of documentsOf(catalog.toNdjson('spec_metadata', call))) {
      const record = value as SpecMetadata;
      this.put({ collection: 'spec_metadata', key: record.key, given: true, record });
    }
    for await (const { value } of documentsOf(catalog.toNdjson('categories', call))) {
      const record = value as Category;
      this.put({ collection: 'categories', key: record.uid, given: true, record });
    }
    for (const collection of COMPANIES) {
      for await (const { value } of documentsOf(catalog.toNdjson(collection, call))) {
        const record = value as Company;
        this.put({ collection, key: record.uid, given: true, record });
      }
      await this.readGathered(collection);
    }
    for (const { key, type, metadata } of catalog.specs) {
      // What parts say of the key follows when they have been read; until then its unit is the one that it has.
      this.records.add({ collection: 'specs', key, given: false, record: { key, type, said: saidOf(metadata) } });
    }
  }

  /** The companies that the catalog gathered from parts. */
  private async readGathered(collection: CompanyCollection): Promise<void> {
    const { collections, running } = internalsOf(this.catalog);
    const { recordCount } = collections[collection];
    const call = { signal: this.options.signal };
    for (let at = 0; at < recordCount; ) {
      const records = await running.answerAsync(call, (work) => collections[collection].recordsWithin(at, 256, work), UNBOUNDED);
      for (const record of records as readonly Company[]) {
        if (!this.records[collection].has(record.uid)) this.put({ collection, key: record.uid, given: false, record });
      }
      at += Math.max(1, records.length);
    }
  }

  private async pushParts(index: string, facts: Pick<IndexFacts, 'ownFields' | 'priceCurrency'>): Promise<void> {
    const { catalog, options, records } = this;
    const total = catalog.info.parts;
    const maker = new DocumentMaker(documentContext(facts, records));
    const said = new Map<string, SpecMetadataGatherer>();
    const report = () => options.onProgress?.({ phase: 'push', done: this.parts, total });
    const writer = new BulkWriter(
      this.connection,
      index,
      () => {
        if (++this.parts % REPORT_EVERY === 0) report();
      },
      this.bounds,
    );
    let line = 0;
    for await (const { value, text } of documentsOf(catalog.toNdjson('parts', { signal: options.signal }))) {
      const place = { source: 'parts', line: ++line };
      try {
        const part = checkPart(value, place);
        const document = maker.documentOf(part, text, place);
        gatherMetadata(part.specs ?? {}, said);
        await writer.add(indexAction(part.uid, document));
      } catch (error) {
        if (!(error instanceof InvalidDocumentError) || typeof options.onInvalid !== 'function') throw error;
        options.onInvalid(error);
      }
    }
    await writer.end();
    report();
    for (const { key, type } of catalog.specs) {
      const gathered: SaidMetadata = said.get(key)?.said ?? {};
      this.put({ collection: 'specs', key, given: false, record: { key, type, said: gathered } });
    }
  }
}

function saidOf(metadata: SpecMetadata | undefined): SaidMetadata {
  return metadata?.unit ? { unit: metadata.unit } : {};
}

function gatherMetadata(specs: object, said: Map<string, SpecMetadataGatherer>): void {
  for (const [key, spec] of Object.entries(specs)) {
    const { metadata } = (spec ?? {}) as { metadata?: Partial<SpecMetadata> | null };
    if (!metadata) continue;
    let gatherer = said.get(key);
    if (!gatherer) said.set(key, (gatherer = new SpecMetadataGatherer()));
    gatherer.add(metadata);
  }
}

/** The documents of NDJSON in pieces of whole lines, and their texts. */
async function* documentsOf(pieces: AsyncIterable<Uint8Array>): AsyncIterable<{ value: unknown; text: string }> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  for await (const piece of pieces) {
    for (const text of decoder.decode(piece).split('\n')) if (text !== '') yield { value: JSON.parse(text), text };
  }
}
