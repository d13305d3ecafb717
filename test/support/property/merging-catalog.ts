import type { OpenedCatalog } from '../../../src/catalog/catalog.js';
import { internalsOf } from '../../../src/catalog/internals.js';
import { stateOfFiles } from '../../../src/catalog/snapshot/file-state.js';
import type { SnapshotOptions } from '../../../src/catalog/snapshot/open-snapshot.js';
import type { SnapshotSegment } from '../../../src/catalog/snapshot/state.js';
import { FrontCatalog } from '../../../src/live/front-catalog.js';
import { IN_MEMORY } from '../../../src/live/memory-target.js';
import { mergeSegments, withMerged } from '../../../src/live/merge-segments.js';
import { type LiveSnapshot, openState, updated } from '../../../src/live/updates.js';
import type { Catalog, CatalogChanges, UpdateReport } from '../../../src/partdex.js';

/** A catalog that changes, in memory, of which any of its segments can be merged: a live catalog chooses them by their sizes. */
export class MergingCatalog extends FrontCatalog {
  private constructor(
    private snapshot: LiveSnapshot,
    private readonly options: SnapshotOptions,
  ) {
    super();
  }

  /** @param base a catalog that was built; it must stay open */
  static async over(base: Catalog): Promise<MergingCatalog> {
    const { origin, limits, synonyms, rates } = internalsOf(base);
    if (!origin || 'segments' in origin) throw new Error('the base is not a catalog that was built');
    const options = { limits, synonyms, rates };
    return new MergingCatalog(await openState(await stateOfFiles(origin), options), options);
  }

  protected get now(): OpenedCatalog {
    return this.snapshot.catalog;
  }

  get segments(): readonly SnapshotSegment[] {
    return this.snapshot.state.segments;
  }

  async update(changes: CatalogChanges): Promise<UpdateReport> {
    const { snapshot, report } = await updated(this.snapshot, changes, { target: IN_MEMORY }, this.options);
    if (snapshot) this.snapshot = snapshot;
    return report;
  }

  /** Merges segments that follow one another. @param from the first of them @param to the first one after them */
  async merge(from: number, to: number): Promise<void> {
    const { state, counts } = this.snapshot;
    const old = state.segments.slice(from, to);
    const isWhole = old.length === state.segments.length;
    const merged = await mergeSegments({ ...state, isWhole }, old, IN_MEMORY, undefined);
    this.snapshot = await openState(withMerged(state, old, merged), { ...this.options, known: counts });
  }

  close(): Promise<void> {
    return this.snapshot.catalog.close();
  }
}
