import type { CatalogManifest } from '../encoding/manifest.js';
import { readManifest } from '../index/manifest.js';
import { Segment } from '../index/segment.js';
import { type Authorized, uniteAuthorized } from '../model/authorized.js';
import { COLLECTIONS, type CollectionName } from '../model/fields.js';
import type { SectionStore } from '../storage/section-store.js';
import type { Work } from '../work/work.js';

/** One of several files that are opened as one catalog. */
export interface CatalogFile {
  /** What errors call it. */
  readonly name: string;
  readonly store: SectionStore;
  readonly manifest: CatalogManifest;
  /** What the file has by itself. */
  readonly segments: Readonly<Record<CollectionName, Segment>>;
}

/** The segments of a file, one of each collection. */
export function segmentsOf(store: SectionStore, manifest: CatalogManifest): Record<CollectionName, Segment> {
  const segments = COLLECTIONS.map((name) => [name, segmentOf(store, manifest, name)]);
  return Object.fromEntries(segments) as Record<CollectionName, Segment>;
}

/** The segment of a collection; of a file whose parts are several segments, of any other than the parts. */
export function segmentOf(store: SectionStore, { collections }: CatalogManifest, name: CollectionName): Segment {
  return new Segment(store, name, collections[name]);
}

/** Reads everything of files. @throws CorruptCatalogError */
export async function validateFiles(files: readonly CatalogFile[], work: Work): Promise<void> {
  work.begin('checking the catalog');
  for (const store of new Set(files.map((file) => file.store.whole))) await store.verify();
  for (const { segments } of files) for (const name of COLLECTIONS) await segments[name].validate(work);
}

/** Reads the manifest of a file. @throws CorruptCatalogError */
export async function manifestOf(store: SectionStore): Promise<CatalogManifest> {
  return readManifest((await store.bundle('manifest')).u8());
}

/** The terms of authorization of files, for parts that are put later; undefined if they were built without. */
export function authorizedOf(files: readonly CatalogFile[]): Authorized | undefined {
  return uniteAuthorized(files.map(({ manifest }) => manifest.authorized));
}
