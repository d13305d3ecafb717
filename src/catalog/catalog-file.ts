import type { CatalogManifest } from '../encoding/manifest.js';
import { readManifest } from '../index/manifest.js';
import { Segment } from '../index/segment.js';
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
export function segmentsOf(store: SectionStore, { collections }: CatalogManifest): Record<CollectionName, Segment> {
  const segments = COLLECTIONS.map((name) => [name, new Segment(store, name, collections[name])]);
  return Object.fromEntries(segments) as Record<CollectionName, Segment>;
}

/** Reads everything of a file. @throws CorruptCatalogError */
export async function validateFile(store: SectionStore, segments: Record<CollectionName, Segment>, work: Work): Promise<void> {
  await store.verify();
  for (const name of COLLECTIONS) await segments[name].validate(work);
}

/** Reads the manifest of a file. @throws CorruptCatalogError */
export async function manifestOf(store: SectionStore): Promise<CatalogManifest> {
  return readManifest((await store.bundle('manifest')).u8());
}
