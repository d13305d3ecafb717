import { leaveOutRedirect } from '../build/redirects.js';
import { livingNumbers, readParts } from '../catalog/snapshot/living-parts.js';
import { PartFactsReader } from '../catalog/snapshot/part-facts.js';
import { contentOf, livingDocuments } from '../catalog/snapshot/snapshot-backing.js';
import { placeOf, type SnapshotSegment, type SnapshotState } from '../catalog/snapshot/state.js';
import { partitionPoint } from '../encoding/partition-point.js';
import { DeadRows } from '../index/alive/dead-rows.js';
import { type DeltaTarget, ReferredRecords, writeSegment } from './delta.js';

/** Most segments of a catalog before some are merged. */
const MOST_SEGMENTS = 8;
/**
 * While updates come, a segment is merged with those after it if these have at least one living part for so many of its own: a stream of
 * patches would write a large segment again and again otherwise. 40,000 patched parts of 200,000 made all be written again with 8.
 */
const SHARE = 2;
/** The same while no updates come. */
const SETTLED_SHARE = 8;

/** The parts of a segment that live, which a merge writes again. */
function livingOf({ file, dead }: SnapshotSegment): number {
  return file.segments.parts.rowCount - (dead?.count ?? 0);
}

/** The first of the segments to merge, which go on to the last; undefined where none need be. */
export function firstToMerge(segments: readonly SnapshotSegment[]): number | undefined {
  const living = segments.map(livingOf);
  const dead = segments.reduce((sum, one) => sum + (one.dead?.count ?? 0), 0);
  if (dead > living.reduce((sum, one) => sum + one, 0)) return 0;
  if (segments.length <= MOST_SEGMENTS) return undefined;
  let later = 0;
  let first = segments.length - 1;
  for (let i = segments.length - 1; i >= 0; i--) {
    if (living[i] <= later * SHARE || segments.length - i <= MOST_SEGMENTS / 2) first = i;
    else break;
    later += living[i];
  }
  return first;
}

/** Merging so few parts takes less than a second. */
const FEW_PARTS = 4096;

/**
 * The first of the segments to merge while no updates come: the last ones, as long as each has few parts or not many more than those
 * after it. Undefined where that is one segment.
 */
export function firstToSettle(segments: readonly SnapshotSegment[]): number | undefined {
  let later = 0;
  let first = segments.length;
  while (first > 0) {
    const { rowCount } = segments[first - 1].file.segments.parts;
    if (later > 0 && rowCount > Math.max(FEW_PARTS, later * SETTLED_SHARE)) break;
    first--;
    later += rowCount;
  }
  return segments.length - first > 1 ? first : undefined;
}

/** What merging reads of a state. */
export interface MergedState extends Pick<SnapshotState, 'priceCurrency' | 'ownFields' | 'types' | 'records'> {
  /** Whether all segments are merged: their segment then has all records, as a catalog file has. */
  readonly isWhole: boolean;
}

/** One segment of the parts of several that live. The answers stay the same. */
export async function mergeSegments(
  state: MergedState,
  segments: readonly SnapshotSegment[],
  target: DeltaTarget,
  signal: AbortSignal | undefined,
): Promise<SnapshotSegment> {
  const { records, types } = state.isWhole ? state : await referredIn(state, segments);
  const { priceCurrency, ownFields } = state;
  // Without terms of authorization: those of the parts were decided when they were put.
  const input = {
    state: { priceCurrency, ownFields, types },
    records,
    parts: livingDocuments(segments),
    onInvalid: leaveOutRedirect,
  };
  const file = await writeSegment(input, target, () => {}, signal);
  return { file, dead: undefined, ...livingPlaces(segments) };
}

/**
 * The records that the living parts of some segments refer to, and the types of their spec keys. All records
 * if there are no more of them than parts: reading the parts would take longer than writing the records.
 */
async function referredIn(
  { records, types }: MergedState,
  segments: readonly SnapshotSegment[],
): Promise<Pick<MergedState, 'records' | 'types'>> {
  const recordCount = Object.values(records).reduce((sum: number, { size }) => sum + size, 0);
  const partCount = segments.reduce((sum, segment) => sum + livingOf(segment), 0);
  if (recordCount <= partCount) return { records, types };
  const referred = new ReferredRecords();
  const reader = new PartFactsReader();
  for (const segment of segments) {
    for await (const { facts } of readParts(segment, livingNumbers(segment), { reader })) referred.add(facts);
  }
  return { records: referred.of(records), types: referred.typesOf(types) };
}

/** The places of the parts of several segments that live: where they follow one another, only the first. */
function livingPlaces(segments: readonly SnapshotSegment[]): Pick<SnapshotSegment, 'places' | 'first'> {
  const living = segments.map(livingNumbers);
  const places = new Float64Array(living.reduce((sum, numbers) => sum + numbers.length, 0));
  let at = 0;
  for (const [i, numbers] of living.entries()) for (const number of numbers) places[at++] = placeOf(segments[i], number);
  places.sort();
  const first = places[0] ?? 0;
  const isRow = (places[places.length - 1] ?? -1) - first === places.length - 1;
  return isRow ? { places: undefined, first } : { places, first: 0 };
}

/** A state in which a merged segment stands for those that it was made of, without what was replaced or removed since. */
export function withMerged(state: SnapshotState, before: readonly SnapshotSegment[], merged: SnapshotSegment): SnapshotState {
  const old = new Map(before.map((segment) => [segment.file, segment]));
  const gone: number[] = [];
  const { rowCount } = merged.file.segments.parts;
  const numberAt = (place: number) => partitionPoint(0, rowCount, (i) => placeOf(merged, i) < place);
  for (const now of state.segments) {
    const then = old.get(now.file);
    if (!then) continue;
    for (const number of now.dead?.rows() ?? []) {
      if (then.dead?.has(number)) continue;
      gone.push(numberAt(placeOf(now, number)));
    }
  }
  // A segment without a living part was left out of the state by the update that emptied it.
  const left = new Set(state.segments.map(({ file }) => file));
  for (const then of before) {
    if (left.has(then.file)) continue;
    for (const number of livingNumbers(then)) gone.push(numberAt(placeOf(then, number)));
  }
  const alive = { ...merged, dead: DeadRows.with(undefined, gone, rowCount) };
  const others = state.segments.filter(({ file }) => !old.has(file));
  const at = Math.max(
    0,
    state.segments.findIndex(({ file }) => old.has(file)),
  );
  return { ...state, content: contentOf(state), segments: [...others.slice(0, at), alive, ...others.slice(at)] };
}
