import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Catalog, openSource } from '../../catalog/catalog.js';
import { type CatalogInternals, INTERNALS, internalsOf } from '../../catalog/internals.js';
import type { OpenOptions } from '../../catalog/options.js';
import { checkOptions } from '../../model/check-options.js';
import { invalid } from '../../model/issues.js';
import { readSynonyms } from '../../model/synonyms.js';
import { FileSource } from '../file-source.js';
import { OPEN_FILE_OPTIONS } from '../open-files.js';
import { zlibCodec } from '../zlib-codec.js';
import { Caller } from './caller.js';
import { Pool, type PoolOptions } from './pool.js';
import { RemoteCollection, RemoteParts } from './remote-collection.js';
import { RemoteInterfaces } from './remote-interfaces.js';
import { type SectionReader, SectionRegistry } from './section-registry.js';
import { SharedSections } from './shared-sections.js';

/** In the same folder as the code that starts it, which may be an entry or a chunk of the built package. */
const SCRIPT = new URL('./catalog-worker.js', import.meta.url);

/** How threads are started; tests override it. */
export type WorkerStart = Partial<Pick<PoolOptions, 'script' | 'resourceLimits' | 'onStart'>>;

/**
 * A catalog whose requests run in worker threads; this thread reads its header and tables only.
 * @param local the same catalog in this thread, for calls that need no worker
 */
function remoteCatalog(local: Catalog, pool: Pool): Catalog {
  const internals = internalsOf(local);
  const caller = new Caller(pool, internals.limits.milliseconds);
  const catalog: Catalog & { readonly [INTERNALS]: CatalogInternals } = {
    parts: new RemoteParts(caller, 'parts'),
    brands: new RemoteCollection(caller, 'brands'),
    categories: new RemoteCollection(caller, 'categories'),
    sellers: new RemoteCollection(caller, 'sellers'),
    manufacturers: new RemoteCollection(caller, 'manufacturers'),
    info: local.info,
    specs: local.specs,
    sections: () => local.sections(),
    toBytes: (call) => local.toBytes(call),
    toBlobParts: (call) => local.toBlobParts(call),
    toNdjson: (name, call) => local.toNdjson(name, call),
    validate: async (call) => {
      await caller.call(call, () => ({ kind: 'validate' }), { limit: Number.POSITIVE_INFINITY });
    },
    close: async () => {
      // The threads read the file that `local` closes.
      await Promise.all([pool.close(), internals.running.close()]);
      await local.close();
    },
    [INTERNALS]: { ...internals, remote: new RemoteInterfaces(caller) },
  };
  return catalog;
}

/**
 * Opens a catalog file whose requests are answered in threads.
 * @throws as `openCatalogFile`
 */
export async function openWithWorkers(
  path: string,
  workers: number,
  options: OpenOptions | undefined,
  { script = SCRIPT, ...start }: WorkerStart = {},
): Promise<Catalog> {
  const given = checkOptions(options, OPEN_FILE_OPTIONS);
  checkScript(script);
  const source = FileSource.open(path);
  try {
    const registry = new SectionRegistry();
    const local = await openSource(source, zlibCodec, given, { share: sectionsOf(registry) });
    const synonyms = readSynonyms(given.synonyms);
    const { rates } = given;
    const pool = new Pool(source.openFile, internalsOf(local).limits, registry, { script, workers, synonyms, rates, ...start });
    return remoteCatalog(local, pool);
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
