import { type CatalogManifest, segmentPrefix } from '../encoding/manifest.js';
import { CorruptCatalogError } from '../model/errors.js';
import type { SectionStore } from '../storage/section-store.js';
import { type CatalogFile, manifestOf, segmentsOf } from './catalog-file.js';

/** The catalogs of a file: one for each of its segments, or itself. @throws CorruptCatalogError */
export async function catalogsOf(name: string, store: SectionStore, manifest: CatalogManifest): Promise<CatalogFile[]> {
  if (manifest.segments === undefined) return [{ name, store, manifest, segments: segmentsOf(store, manifest) }];
  const numbers = Array.from({ length: manifest.segments }, (_, number) => number);
  return Promise.all(numbers.map((number) => segmentOf(name, store.within(segmentPrefix(number)), manifest)));
}

async function segmentOf(name: string, store: SectionStore, whole: CatalogManifest): Promise<CatalogFile> {
  const manifest = await manifestOf(store);
  if (manifest.segments !== undefined) throw new CorruptCatalogError('manifest', 'has segments within a segment');
  if (manifest.priceCurrency !== whole.priceCurrency) throw new CorruptCatalogError('manifest', 'has two price currencies');
  return { name, store, manifest, segments: segmentsOf(store, manifest) };
}

/** The files that some catalogs are in, each once. */
export function wholeFiles(files: readonly CatalogFile[]): readonly SectionStore[] {
  return [...new Set(files.map(({ store }) => store.whole))];
}
