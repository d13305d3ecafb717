import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import {
  type Catalog,
  type CatalogInfo,
  type CatalogSection,
  type CatalogSpec,
  type OpenOptions,
  openSource,
} from '../../catalog/catalog.js';
import type { Collection } from '../../catalog/collection.js';
import { type CatalogInternals, INTERNALS, internalsOf } from '../../catalog/internals.js';
import type { PartCollection } from '../../catalog/parts.js';
import type { Call } from '../../model/call.js';
import type { Brand, Category, Manufacturer, Seller } from '../../model/documents.js';
import { invalid } from '../../model/issues.js';
import { FileSource } from '../file-source.js';
import { zlibCodec } from '../zlib-codec.js';
import { Pool, type PoolOptions } from './pool.js';
import { Caller, RemoteCollection, RemoteParts } from './remote-collection.js';
import { RemoteInterfaces } from './remote-interfaces.js';
import { type SectionReader, SectionRegistry } from './section-registry.js';
import { SharedSections } from './shared-sections.js';

/** In the same folder as the code that starts it, which may be an entry or a chunk of the built package. */
const SCRIPT = new URL('./catalog-worker.js', import.meta.url);

/** How threads are started; tests override it. */
export type WorkerStart = Partial<Pick<PoolOptions, 'script' | 'resourceLimits' | 'onStart'>>;

/** A catalog whose requests run in worker threads; this thread reads its header and tables only. */
class RemoteCatalog implements Catalog {
  readonly parts: PartCollection;
  readonly brands: Collection<Brand>;
  readonly categories: Collection<Category>;
  readonly sellers: Collection<Seller>;
  readonly manufacturers: Collection<Manufacturer>;
  readonly info: CatalogInfo;
  readonly specs: readonly CatalogSpec[];
  readonly [INTERNALS]: CatalogInternals;
  private readonly caller: Caller;

  /** @param local the same catalog in this thread, for calls that need no worker */
  constructor(
    private readonly local: Catalog,
    private readonly pool: Pool,
  ) {
    const internals = internalsOf(local);
    this.caller = new Caller(pool, internals.limits.milliseconds);
    this.parts = new RemoteParts(this.caller, 'parts');
    this.brands = new RemoteCollection<Brand>(this.caller, 'brands');
    this.categories = new RemoteCollection<Category>(this.caller, 'categories');
    this.sellers = new RemoteCollection<Seller>(this.caller, 'sellers');
    this.manufacturers = new RemoteCollection<Manufacturer>(this.caller, 'manufacturers');
    this.info = local.info;
    this.specs = local.specs;
    this[INTERNALS] = { ...internals, remote: new RemoteInterfaces(this.caller) };
  }

  sections(): CatalogSection[] {
    return this.local.sections();
  }

  toBytes(call?: Call): Promise<Uint8Array> {
    return this.local.toBytes(call);
  }

  toBlobParts(call?: Call): AsyncIterable<Uint8Array> {
    return this.local.toBlobParts(call);
  }

  async validate(call?: Call): Promise<void> {
    await this.caller.call(call, () => ({ kind: 'validate' }), { limit: Number.POSITIVE_INFINITY });
  }

  async close(): Promise<void> {
    // The threads read the file that `local` closes.
    await Promise.all([this.pool.close(), internalsOf(this.local).running.close()]);
    await this.local.close();
  }
}

/**
 * Opens a catalog file whose requests are answered in threads.
 * @throws as `openCatalogFile`
 */
export async function openWithWorkers(
  path: string,
  workers: number,
  options: OpenOptions,
  { script = SCRIPT, ...start }: WorkerStart = {},
): Promise<Catalog> {
  checkScript(script);
  const source = FileSource.open(path);
  try {
    const registry = new SectionRegistry();
    const local = await openSource(source, zlibCodec, options, { share: sectionsOf(registry) });
    const pool = new Pool(source.openFile, internalsOf(local).limits, registry, { script, workers, ...start });
    return new RemoteCatalog(local, pool);
  } catch (error) {
    await source.close();
    throw error;
  }
}

/** The sections that the caller's thread reads: the manifest, and those that a suggester needs. */
function sectionsOf(registry: SectionRegistry): SharedSections {
  const sections = new SharedSections({
    want: (name) => registry.want(name, reader),
    loaded: (name, buffer) => registry.loaded(name, reader, buffer),
    failed: (name) => registry.failed(name, reader),
  });
  const reader: SectionReader = {
    give: (name, buffer) => sections.give(name, buffer),
    load: (name) => void sections.load(name),
  };
  return sections;
}

/** @throws ValidationError if the thread's script does not exist, as in unbuilt sources */
function checkScript(script: URL): void {
  if (script.protocol === 'file:' && existsSync(fileURLToPath(script))) return;
  const text = `: the script of the threads is not at "${script.href}"; use the built package, and keep its files together`;
  throw invalid('wrong_type', ['workers'], text, { found: script.href });
}
