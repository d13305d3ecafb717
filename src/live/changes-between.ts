import { livingDocuments } from '../catalog/snapshot/snapshot-backing.js';
import type { SnapshotRecords, SnapshotState } from '../catalog/snapshot/state.js';
import type { CatalogChanges, RemovedRecords } from '../model/changes.js';
import type { Part } from '../model/documents.js';
import type { KeptPatches } from './kept-patches.js';
import type { LiveSnapshot } from './updates.js';

const RECORDS = ['brands', 'manufacturers', 'sellers', 'categories', 'spec_metadata'] as const;

/** The update that leads from a state to a later one of the same base. @param kept what was only patched since the base */
export function changesBetween(base: SnapshotState, { state, parts }: LiveSnapshot, kept: KeptPatches): CatalogChanges {
  const old = new Map(base.segments.map((segment) => [segment.file, segment]));
  const added = state.segments.filter(({ file }) => !old.has(file));
  const changes: CatalogChanges = {};
  if (added.length > 0) {
    changes.put = changedParts(added, (part) => (kept.of(part.uid) ? undefined : part));
    changes.patch = changedParts(added, ({ uid }) => {
      const patch = kept.of(uid);
      return patch && { uid, ...patch };
    });
  }
  const remove = removedUids(base, { state, parts });
  if (remove) changes.remove = remove;
  return { ...changes, ...changedRecords(base.records, state.records) };
}

/** What is wanted of parts that live in some segments. */
function changedParts<T>(segments: SnapshotState['segments'], pick: (part: Part) => T | undefined): AsyncIterable<T> {
  return {
    async *[Symbol.asyncIterator]() {
      for await (const batch of livingDocuments(segments)) {
        for (const document of batch) {
          const picked = pick(document.value() as Part);
          if (picked !== undefined) yield picked;
        }
      }
    },
  };
}

/** The uids of parts of the base that live no more; undefined where none can be among them. */
function removedUids(
  base: SnapshotState,
  { state, parts }: Pick<LiveSnapshot, 'state' | 'parts'>,
): AsyncIterable<string> | undefined {
  const kept = new Map(state.segments.map(({ file, dead }) => [file, dead]));
  const gone = base.segments.filter(({ file, dead }) => !kept.has(file) || kept.get(file) !== dead);
  if (gone.length === 0) return undefined;
  return {
    async *[Symbol.asyncIterator]() {
      for (const part of parts) await Promise.all([part.field('uid')?.dictionary.load(), part.uidOrder.load()]);
      for (const { file, dead } of gone) {
        const { parts: whole } = file.segments;
        const dictionary = await whole.field('uid')?.dictionary.load();
        const [{ ranks }, numbers] = await Promise.all([whole.uidOrder.load(), whole.documentNumbers.load()]);
        for (let row = 0; row < whole.rowCount; row++) {
          const isGone = !kept.has(file) || kept.get(file)?.has(numbers[row]);
          if (!isGone || dead?.has(numbers[row]) || !dictionary) continue;
          const uid = dictionary.value(ranks[row]);
          if (!parts.some((part) => part.rowOf(uid) >= 0)) yield uid;
        }
      }
    },
  };
}

function changedRecords(before: SnapshotRecords, after: SnapshotRecords): CatalogChanges {
  const changes: Record<string, unknown> = {};
  const removed: Record<string, string[]> = {};
  for (const name of RECORDS) {
    const [old, now]: ReadonlyMap<string, object>[] = [before[name], after[name]];
    const put = [...now].filter(([uid, record]) => old.get(uid) !== record).map(([, record]) => record);
    if (put.length > 0) changes[name] = put;
    const gone = [...old.keys()].filter((uid) => !now.has(uid));
    if (gone.length > 0) removed[name] = gone;
  }
  if (Object.keys(removed).length > 0) changes.removeRecords = removed satisfies RemovedRecords;
  return changes as CatalogChanges;
}
