import type { Catalog, OpenedCatalog } from '../catalog/catalog.js';
import { currentOf, internalsOf } from '../catalog/internals.js';
import { stateOfFiles } from '../catalog/snapshot/file-state.js';
import { aliveParts } from '../catalog/snapshot/living-parts.js';
import type { SnapshotOptions } from '../catalog/snapshot/open-snapshot.js';
import type { SnapshotState } from '../catalog/snapshot/state.js';
import type { Call } from '../model/call.js';
import type { CatalogChanges, UpdateReport } from '../model/changes.js';
import { ClosedError, UnsupportedError } from '../model/errors.js';
import { Turns } from '../work/turns.js';
import { withinCall } from '../work/within-call.js';
import { changesBetween } from './changes-between.js';
import { EarlierCatalogs } from './earlier-catalogs.js';
import { FrontCatalog } from './front-catalog.js';
import { KeptPatches } from './kept-patches.js';
import { IN_MEMORY } from './memory-target.js';
import { type LiveSnapshot, openState, updated } from './updates.js';

/** A catalog over another one: what it has, with changes in memory. docs/live.md, "Overlays". */
export interface OverlayCatalog extends Catalog {
  /** What the last update did, at first that of `overlay`. */
  readonly report: UpdateReport;
  /**
   * All changes since the base, as one update: `formatChanges` writes them, and `overlay` over the same base takes them. Parts that were only
   * patched are patches.
   */
  changes(): CatalogChanges;
  /**
   * Changes it further: all of an update is visible when the promise resolves, or none of it ever.
   * @throws as `overlay`
   */
  update(changes: CatalogChanges, call?: Call): Promise<UpdateReport>;
}

class Overlay extends FrontCatalog implements OverlayCatalog {
  private readonly turns = new Turns();
  private isClosed = false;
  private readonly earlier = new EarlierCatalogs();

  constructor(
    private readonly base: SnapshotState,
    private snapshot: LiveSnapshot,
    public report: UpdateReport,
    private kept: KeptPatches,
    private readonly options: SnapshotOptions,
  ) {
    super();
  }

  protected get now(): OpenedCatalog {
    return this.snapshot.catalog;
  }

  changes(): CatalogChanges {
    return changesBetween(this.base, this.snapshot, this.kept);
  }

  update(changes: CatalogChanges, call?: Call): Promise<UpdateReport> {
    return withinCall(call, STEP, (signal) => {
      if (this.isClosed) throw new ClosedError();
      return this.turns.take(async () => {
        const kept = this.kept.next();
        const { snapshot, report } = await updated(this.snapshot, changes, settingsOf(signal, kept), this.options, this.base);
        signal?.throwIfAborted();
        if (snapshot) {
          this.kept = kept;
          this.earlier.add(this.snapshot.catalog);
          this.snapshot = snapshot;
        }
        this.report = report;
        return report;
      }, signal);
    });
  }

  async close(): Promise<void> {
    this.isClosed = true;
    await this.turns.ended;
    await this.earlier.close();
    await this.snapshot.catalog.close();
  }
}

/** What an update does, in words of errors. */
const STEP = 'applying the changes';

function settingsOf(signal: AbortSignal | undefined, kept: KeptPatches) {
  return { target: IN_MEMORY, signal, kept };
}

/**
 * A catalog that answers as one built from the documents of another one with changes applied; docs/semantics.md, "Catalogs that
 * change". The changes are in memory, and the base stays as it is: it must stay open. An overlay may lie over another one.
 * @throws {@link InvalidDocumentError} for the first document that cannot be part of it; {@link ValidationError} for what is no update;
 * {@link UnsupportedError} over a catalog of a cluster
 */
export async function overlay(base: Catalog, changes: CatalogChanges, call?: Call): Promise<OverlayCatalog> {
  return withinCall(call, STEP, (signal) => overlaid(base, changes, signal));
}

async function overlaid(base: Catalog, changes: CatalogChanges, signal: AbortSignal | undefined): Promise<OverlayCatalog> {
  const { origin, limits, synonyms, rates, running } = internalsOf(currentOf(base));
  running.checkOpen();
  if (!origin) throw new UnsupportedError('an overlay over a catalog of a cluster', 'change the cluster itself with update');
  const state = 'segments' in origin ? origin : await stateOfFiles(origin);
  const options: SnapshotOptions = { limits, synonyms, rates };
  const own = { ...state, commit: 0 };
  const counts = new Map(base.specs.map(({ key, parts, values }) => [key, { parts, values }]));
  const parts = await Promise.all(own.segments.map(({ file, dead }) => aliveParts(file.segments.parts, dead)));
  const kept = KeptPatches.none();
  const { snapshot, report } = await updated({ state: own, parts, counts }, changes, settingsOf(signal, kept), options, own);
  signal?.throwIfAborted();
  return new Overlay(own, snapshot ?? (await openState(own, { ...options, known: counts })), report, kept, options);
}
