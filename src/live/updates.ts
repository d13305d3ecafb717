import { type OpenedSnapshot, openSnapshot, type SnapshotOptions } from '../catalog/snapshot/open-snapshot.js';
import type { SnapshotState } from '../catalog/snapshot/state.js';
import type { CatalogChanges, UpdateReport } from '../model/changes.js';
import { applyUpdate, type Updatable, type UpdateSettings } from './apply-update.js';
import { firstToMerge, mergeSegments, withMerged } from './merge-segments.js';

/** A state with the catalog that answers for it. */
export interface LiveSnapshot extends OpenedSnapshot {
  readonly state: SnapshotState;
}

/** Opens the catalog of a state. */
export async function openState(state: SnapshotState, options: SnapshotOptions): Promise<LiveSnapshot> {
  return { ...(await openSnapshot(state, options)), state };
}

/**
 * The catalog after an update, undefined where that leaves everything as it was, and what the update did.
 * @param base of an overlay: where there are many segments above it, some are merged
 */
export async function updated(
  before: Updatable,
  changes: CatalogChanges,
  settings: UpdateSettings,
  options: SnapshotOptions,
  base?: SnapshotState,
): Promise<{ readonly snapshot: LiveSnapshot | undefined; readonly report: UpdateReport }> {
  const { state, counts, report } = await applyUpdate(before, changes, settings);
  if (!state) return { snapshot: undefined, report };
  const fewer = base ? await withFewerSegments(state, base, settings) : state;
  return { snapshot: await openState(fewer, { ...options, known: counts }), report };
}

/** The same catalog, in which one segment stands for those of many updates. */
async function withFewerSegments(
  state: SnapshotState,
  base: SnapshotState,
  { target, signal }: UpdateSettings,
): Promise<SnapshotState> {
  const below = new Set(base.segments.map(({ file }) => file));
  const own = state.segments.filter(({ file }) => !below.has(file));
  const first = firstToMerge(own);
  if (first === undefined) return state;
  const many = own.slice(first);
  return withMerged(state, many, await mergeSegments({ ...state, isWhole: false }, many, target, signal));
}
