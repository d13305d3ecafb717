import { wrongUnit } from '../analysis/number-in-unit.js';
import { parseQuantity } from '../analysis/quantity.js';
import { formatQuantity } from '../analysis/quantity-format.js';
import { utf8Bytes } from '../analysis/utf8.js';
import { type Call, checkCall } from '../model/call.js';
import type { CatalogChanges, UpdateReport } from '../model/changes.js';
import { checkMembers } from '../model/check-options.js';
import type { Brand, Category, Manufacturer, Seller } from '../model/documents.js';
import { ClusterError, CorruptCatalogError } from '../model/errors.js';
import { type Limits, readLimits } from '../model/limits.js';
import { readSynonyms, type Synonyms, uniteSynonyms } from '../model/synonyms.js';
import { waitFor } from '../work/pauses.js';
import { unlessAborted, withinCall } from '../work/within-call.js';
import { UNBOUNDED } from '../work/work.js';
import { type Capability, listCapabilities, refusalOf } from './capabilities.js';
import { boundsOf, ClusterConnection, isNodeLost, type OpenSearchClient, type RequestBounds, waitWithin } from './client.js';
import { INDEX_FORMAT, type RecordCollection } from './facts.js';
import {
  type Catalog,
  type CatalogInternals,
  type CatalogSource,
  checkSourceName,
  FrontCollection,
  INTERNALS,
  internalsOf,
  type OpenOptions,
  Running,
  type StoredPart,
} from './in-process.js';
import { checkIndexName } from './index-names.js';
import { type OpenedIndex, openIndex } from './opened.js';
import { ClusterParts } from './parts.js';
import { recordsVersion } from './records-store.js';
import { resolveIndex } from './resolve-index.js';
import { type Answering, type CatalogState, stateOf } from './state.js';
import { applyUpdate } from './update.js';

/** How a catalog on a cluster is opened. */
export interface OpenSearchOptions extends Pick<OpenOptions, 'limits' | 'synonyms'> {
  /** The alias that `pushCatalog` was given, or one index behind it. */
  index: string;
}

/**
 * A catalog on a cluster of OpenSearch. It answers as one in process does, and refuses what it cannot answer exactly with an
 * UnsupportedError; `capabilities` lists what.
 */
export interface OpenSearchCatalog extends Catalog {
  /**
   * Puts, merges and removes parts and records. Each part is changed as a whole; an update as a whole is not atomic. When the promise
   * resolves, every reader sees all of it.
   * @throws ClusterError with what was `applied`; ValidationError, InvalidDocumentError
   */
  update(changes: CatalogChanges, call?: Call): Promise<UpdateReport>;
  /** Reads what is known beside the parts again, of the index that the alias leads to now. Whether anything differs. */
  refresh(call?: Call): Promise<boolean>;
  /** What is answered, and what is refused. */
  capabilities(): Capability[];
}

/** A call to a cluster may take this long by default, in milliseconds. */
const MILLISECONDS = 30_000;
/** How long an alias may lead elsewhere before a request notices. */
const LOOK_EVERY = 60_000;
const PAGE = 500;
/** How often a validation counts parts whose number other writers change all the time. */
const MOST_LOOKS = 5;
const OPTIONS: readonly string[] = ['index', 'limits', 'synonyms', 'rates'];

/**
 * Opens a catalog that was pushed to a cluster.
 * @param client the client of `@opensearch-project/opensearch`, or another with the same `transport`
 * @throws NotFoundError if there is no such index; CorruptCatalogError for an index of something else, and one of a
 * another format; ClusterError; ValidationError for invalid options; UnsupportedError for `rates`
 */
export async function openOpenSearchCatalog(client: OpenSearchClient, options: OpenSearchOptions): Promise<OpenSearchCatalog> {
  checkOptions(options);
  const limits = readLimits({ milliseconds: MILLISECONDS, ...options.limits });
  const synonyms = readSynonyms(options.synonyms);
  const connection = new ClusterConnection(client);
  const bounds = openingBounds(limits);
  const opened = await openIndex(connection, options.index, bounds);
  const mostClauses = await clausesOf(connection, bounds);
  return new ClusterCatalog(options.index, { connection, limits, synonyms }, opened, mostClauses);
}

function checkOptions(options: OpenSearchOptions & Pick<OpenOptions, 'rates'>): void {
  checkMembers(options, ['options'], OPTIONS);
  if (options.rates !== undefined) throw refusalOf('conversions');
  checkIndexName(options.index);
}

function openingBounds({ milliseconds }: Limits): RequestBounds {
  const started = performance.now();
  return Number.isFinite(milliseconds) ? { started, budget: milliseconds, deadline: started + milliseconds } : { started };
}

/** The clauses that a cluster allows; undefined if it does not tell. */
async function clausesOf(connection: ClusterConnection, bounds: RequestBounds): Promise<number | undefined> {
  const name = 'indices.query.bool.max_clause_count';
  const query = { include_defaults: true, flat_settings: true, filter_path: `*.${name}` };
  const request = { method: 'GET', path: '/_cluster/settings', query, expected: [401, 403], step: 'open the catalog' } as const;
  const { status, body } = await connection.send(request, bounds);
  if (status !== 200) return undefined;
  const { transient = {}, persistent = {}, defaults = {} } = body;
  const value = Number(transient[name] ?? persistent[name] ?? defaults[name]);
  return Number.isInteger(value) ? value : undefined;
}

/** The records of a collection that were given. */
function givenOf({ opened }: CatalogState, name: RecordCollection): object[] {
  const all = [...opened.records[name].values()];
  return all.filter((one) => !('given' in one) || one.given !== false).map(({ record }) => record);
}

class ClusterCatalog implements OpenSearchCatalog {
  readonly parts: ClusterParts;
  readonly brands = new FrontCollection<Brand>(() => this.records.brands);
  readonly categories = new FrontCollection<Category>(() => this.records.categories);
  readonly sellers = new FrontCollection<Seller>(() => this.records.sellers);
  readonly manufacturers = new FrontCollection<Manufacturer>(() => this.records.manufacturers);
  readonly [INTERNALS]: CatalogInternals;
  private readonly running: Running;
  private readonly connection: ClusterConnection;
  private readonly limits: Limits;
  private state: CatalogState;
  private looked = performance.now();
  private looking: Promise<void> | undefined = undefined;
  private reopening: Promise<void> | undefined = undefined;
  /** The state of the records that was not settled, and was read once more. */
  private readAgain = '';
  /** Ends what runs beside the requests. */
  private readonly closing = new AbortController();

  constructor(
    private readonly name: string,
    private readonly answering: Answering,
    opened: OpenedIndex,
    private readonly mostClauses: number | undefined,
  ) {
    const { connection, limits } = answering;
    this.connection = connection;
    this.limits = limits;
    this.state = stateOf(opened, answering);
    const { milliseconds, bytes } = limits;
    this.running = new Running({ milliseconds, processor: Number.POSITIVE_INFINITY, bytes });
    const { running } = this;
    this.parts = new ClusterParts({
      connection,
      limits,
      running,
      within: (request, bounds) => this.within(request, bounds),
      current: () => this.state,
    });
    this[INTERNALS] = this.internals();
  }

  private get synonyms(): Synonyms {
    return uniteSynonyms(this.state.opened.facts.synonyms, this.answering.synonyms);
  }

  /** What answers requests for records, which notice changes as those for parts do. */
  private get records(): Catalog {
    this.lookInTime();
    return this.state.opened.catalog;
  }

  private internals(): CatalogInternals {
    const { limits, running, parts } = this;
    const of = () => internalsOf(this.records).collections;
    const synonyms = () => this.synonyms;
    const authorized = () => this.state.opened.facts.authorized;
    return {
      limits,
      running,
      origin: undefined,
      rates: undefined,
      collections: {
        parts,
        get brands() {
          return of().brands;
        },
        get categories() {
          return of().categories;
        },
        get sellers() {
          return of().sellers;
        },
        get manufacturers() {
          return of().manufacturers;
        },
      },
      quantities: { parse: parseQuantity, format: formatQuantity, wrongUnit },
      hiding: () => {
        throw refusalOf('hidden members');
      },
      // Other programs change the parts at any time.
      fingerprint: () => undefined,
      state: () => this.state,
      get synonyms() {
        return synonyms();
      },
      get authorized() {
        return authorized();
      },
      partsByUid: (call) => this.partsByUid(call),
      segments: (collection) => {
        if (collection === 'parts') throw refusalOf('suggesters');
        return internalsOf(this.records).segments(collection);
      },
    };
  }

  get info() {
    const { parts, bytes, specs, facts, catalog } = this.state.opened;
    const { brands, categories, sellers, manufacturers, fields } = catalog.info;
    const counts = { parts, brands, categories, sellers, manufacturers, bytes, specKeys: specs.length };
    return Object.freeze({ ...counts, priceCurrency: facts.priceCurrency, fields, formatVersion: INDEX_FORMAT });
  }

  get specs() {
    return this.state.opened.specs;
  }

  /**
   * Answers a request from one index. If it is gone, the one behind the alias answers it; if a node went and its points in time
   * with it, the request begins again.
   */
  private async within<T>(request: (state: CatalogState) => Promise<T>, bounds: RequestBounds): Promise<T> {
    this.lookInTime();
    try {
      return await request(this.state);
    } catch (error) {
      if (isNodeLost(error)) return request(this.state);
      if (!(error instanceof ClusterError) || !(await this.mayBeGone(error, bounds))) throw error;
      await waitWithin(bounds, 'open the catalog', () => this.reopen());
      return request(this.state);
    }
  }

  /** Whether a request failed because its index is not there any more: shards go one by one while an index is removed. */
  private async mayBeGone({ clusterStatus }: ClusterError, bounds: RequestBounds): Promise<boolean> {
    if (clusterStatus === 404) return true;
    if (clusterStatus !== 503 && clusterStatus !== undefined) return false;
    const { index } = await resolveIndex(this.connection, this.name, bounds).catch(() => this.state.opened);
    return index !== this.state.opened.index;
  }

  private lookInTime(): void {
    if (performance.now() - this.looked > LOOK_EVERY) this.look();
  }

  /** Notices where the alias leads and whether records changed, beside the requests: a failure is that of a later look. */
  private look(): void {
    this.looked = performance.now();
    const bounds = this.ownBounds();
    const check = async () => {
      const { index, facts } = await resolveIndex(this.connection, this.name, bounds);
      const version = await recordsVersion(this.connection, facts.records, bounds);
      const { opened } = this.state;
      const isSame = index === opened.index && version === opened.version;
      const read = JSON.stringify([index, version]);
      if (isSame && (opened.isSettled || this.readAgain === read)) return;
      await this.reopen();
      // A look later all of a state is to be read.
      if (isSame) this.readAgain = read;
    };
    this.looking = check().catch(() => {});
  }

  /** The bounds of what belongs to no call. */
  private ownBounds(): RequestBounds {
    return { ...openingBounds(this.limits), signal: this.closing.signal };
  }

  /** Opens the index again, once for all that wait for it: a call that ends does not stop it. */
  private reopen(): Promise<void> {
    this.reopening ??= openIndex(this.connection, this.name, this.ownBounds())
      .then((opened) => {
        this.state = stateOf(opened, this.answering);
      })
      .finally(() => {
        this.reopening = undefined;
      });
    return this.reopening;
  }

  async refresh(call?: Call): Promise<boolean> {
    return this.running.run(async () => {
      const before = this.state.opened;
      this.looked = performance.now();
      await this.reopenWithin(call, this.looked);
      const { index, parts, specs, catalog } = this.state.opened;
      const isSame = index === before.index && parts === before.parts && JSON.stringify(specs) === JSON.stringify(before.specs);
      return !isSame || JSON.stringify(catalog.info) !== JSON.stringify(before.catalog.info);
    });
  }

  async update(changes: CatalogChanges, call?: Call): Promise<UpdateReport> {
    return this.running.run(async () => {
      const began = performance.now();
      const report = await applyUpdate({ connection: this.connection, index: this.name, changes, call });
      // All is written: the call succeeds, also where its time is up before what is known beside the parts was read again.
      await this.reopenWithin(call, began).catch(() => {});
      return report;
    });
  }

  private reopenWithin(call: Call | undefined, began: number): Promise<void> {
    const { signal, timeout = Number.POSITIVE_INFINITY } = checkCall(call);
    const left = Math.max(1, timeout - (performance.now() - began));
    return withinCall({ signal, timeout: left }, 'opening the catalog again', (stop) => unlessAborted(this.reopenAnew(), stop));
  }

  /** Opens the index as it is from now on: one that is being opened may have been read before. */
  private async reopenAnew(): Promise<void> {
    await this.reopening?.catch(() => {});
    await this.reopen();
  }

  capabilities(): Capability[] {
    return listCapabilities(this.mostClauses);
  }

  sections(): never {
    throw refusalOf('files');
  }

  async toBytes(): Promise<Uint8Array> {
    throw refusalOf('files');
  }

  // biome-ignore lint/correctness/useYield: it refuses with the first piece
  async *toBlobParts(): AsyncIterable<Uint8Array> {
    throw refusalOf('files');
  }

  async *toNdjson(name: keyof CatalogSource, call?: Call): AsyncIterable<Uint8Array> {
    checkSourceName(name);
    if (name === 'parts') {
      for await (const page of this.partsByUid(call)) yield utf8Bytes(page.map(({ text }) => `${text}\n`).join(''));
      return;
    }
    const pieces = this.running.inPieces(call, UNBOUNDED);
    try {
      const given = await pieces.next((work) => waitFor(this.within(async (state) => givenOf(state, name), boundsOf(work))));
      for (let from = 0; from < given.length; from += PAGE) {
        const page = given.slice(from, from + PAGE).map((record) => `${JSON.stringify(record)}\n`);
        yield await pieces.next(() => waitFor(Promise.resolve(utf8Bytes(page.join('')))));
      }
    } finally {
      pieces.end();
    }
  }

  private async *partsByUid(call: Call | undefined): AsyncIterable<readonly StoredPart[]> {
    yield* this.parts.storedParts(PAGE, call);
  }

  async validate(call?: Call): Promise<void> {
    await this.running.answerAsync(call, async (work) => {
      for (let look = 0; look < MOST_LOOKS; look++) {
        const counted = await this.parts.countParts(work);
        if (counted === this.state.opened.parts) return;
        await waitWithin(boundsOf(work), 'open the catalog', () => this.reopenAnew());
        const { parts, facts } = this.state.opened;
        const again = await this.parts.countParts(work);
        if (again === parts) return;
        // Only where no writer has changed the number meanwhile is one of the two wrong.
        if (again !== counted) continue;
        const message = `the index "${this.name}" says that it has ${parts} parts, and ${counted} are found`;
        throw new CorruptCatalogError(facts.records, message);
      }
    });
  }

  async close(): Promise<void> {
    await this.running.close();
    this.closing.abort();
    await this.looking;
    await this.reopening?.catch(() => {});
    await this.connection.settled();
    await this.state.opened.catalog.close();
  }
}
