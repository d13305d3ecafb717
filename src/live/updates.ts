import { type OpenedSnapshot, openSnapshot, type SnapshotOptions } from '../catalog/snapshot/open-snapshot.js';
import type { SnapshotState } from '../catalog/snapshot/state.js';
import type { CatalogChanges, UpdateReport } from '../model/changes.js';
import { applyUpdate, type Updatable, type UpdateSettings } from './apply-update.js';

/** A state with the catalog that answers for it. */
export interface LiveSnapshot extends OpenedSnapshot {
  readonly state: SnapshotState;
}

/** Opens the catalog of a state. */
export async function openState(state: SnapshotState, options: SnapshotOptions): Promise<LiveSnapshot> {
  return { ...(await openSnapshot(state, options)), state };
}

/** The catalog after an update, undefined where that leaves everything as it was, and what the update did. */
export async function updated(
  before: Updatable,
  changes: CatalogChanges,
  settings: UpdateSettings,
  options: SnapshotOptions,
): Promise<{ readonly snapshot: LiveSnapshot | undefined; readonly report: UpdateReport }> {
  const { state, counts, report } = await applyUpdate(before, changes, settings);
  if (!state) return { snapshot: undefined, report };
  return { snapshot: await openState(state, { ...options, known: counts }), report };
}
