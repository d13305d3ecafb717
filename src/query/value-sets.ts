import { ascending } from '../index/row-set/lists.js';
import type { Needs } from '../index/section.js';
import type { SegmentField } from '../index/segment.js';
import type { Label } from '../resolve/describe.js';
import { fastPaths } from '../work/fast-paths.js';
import { entriesLeaf } from './leaves/entries-leaf.js';
import { FlagsLeaf } from './leaves/flags-leaf.js';
import { OrdinalsLeaf } from './leaves/ordinals-leaf.js';
import { noRows, type PlanNode } from './plan.js';

/** Values `[from, to)` of a dictionary. */
export interface Interval {
  readonly from: number;
  readonly to: number;
}

/** Values that are an interval in another order than that of the dictionary: part numbers by their forms. */
export interface Ordered extends Interval {
  /** The ordinals in that order. */
  readonly order: Uint32Array;
}

/** Some values of a dictionary: an interval of ordinals, an interval of another order, or a list. */
export type Values = Interval | Ordered | ArrayLike<number>;

/** A list of at most this many values is read through their postings; for more values the codes of all rows are read. */
const FEW_VALUES = 256;

/**
 * Adds what `bindValueSets` reads.
 * @param isSingle whether the condition has at most one value
 */
export function needValueSets(field: SegmentField, isSingle: boolean, needs: Needs): void {
  const isPosted = field.kind.hasPostings;
  if (isPosted) needs.add(field.postings);
  const isScanned = !isSingle && field.info.values > FEW_VALUES;
  if (!isPosted || isScanned || !fastPaths.valuePostings) needs.add(field.codes);
}

/** The rows of a field that have any of some values, given as several lists and intervals: one leaf, however many there are. */
export function bindValueSets(given: readonly Values[], field: SegmentField, label: Label): PlanNode {
  return (given.length === 1 ? bindFew(given[0], field, label) : undefined) ?? bindAny(given, field, label);
}

/** Binds no values, few of a field with postings, or one interval of a field without, as most conditions have; undefined for others. */
function bindFew(set: Values, field: SegmentField, label: Label): PlanNode | undefined {
  const count = isList(set) ? set.length : set.to - set.from;
  if (count <= 0) return noRows(label);
  if (!field.kind.hasPostings && 'from' in set && !('order' in set)) return bindInterval(set, field, label);
  if (count > FEW_VALUES || !fastPaths.valuePostings || !field.kind.hasPostings) return undefined;
  const listed = isList(set) ? set : 'order' in set ? set.order.subarray(set.from, set.to) : ordinalsOf([set], []);
  return entriesLeaf(label, field.postings.value, listed);
}

function bindAny(given: readonly Values[], field: SegmentField, label: Label): PlanNode {
  const sets = withoutOrders(given);
  const isPosted = fastPaths.valuePostings && field.kind.hasPostings;
  // Without postings, a few values are intervals of one each, which are often adjacent.
  const isListed = (set: Interval | ArrayLike<number>) => isList(set) && (isPosted || set.length > FEW_VALUES);
  const asIntervals = sets.flatMap((set) => ('from' in set ? [set] : isListed(set) ? [] : Array.from(set, single)));
  const intervals = mergeIntervals(asIntervals.filter(({ from, to }) => from < to));
  const lists = sets.filter(isList).filter(isListed);
  const count = [...intervals.map(({ from, to }) => to - from), ...lists.map(({ length }) => length)].reduce((a, b) => a + b, 0);
  if (count === 0) return noRows(label);
  // Lists may name a value several times: where all values are few, so are the distinct ones.
  if (isPosted && Math.min(count, field.info.values) <= FEW_VALUES)
    return entriesLeaf(label, field.postings.value, ordinalsOf(intervals, lists));
  if (intervals.length === 1 && lists.length === 0) return bindInterval(intervals[0], field, label);
  if (isPosted && intervals.length === 0 && lists.length === 1) return entriesLeaf(label, field.postings.value, lists[0]);
  // The codes come first: how many values a computed column has is known once it is there.
  const codes = field.codes.value;
  const flags = new Uint8Array(field.info.values);
  for (const { from, to } of intervals) flags.fill(1, from, to);
  for (const list of lists) for (let i = 0; i < list.length; i++) flags[list[i]] = 1;
  return new FlagsLeaf(label, codes, flags, estimateOf(field, count));
}

/** Overlapping intervals of an order are merged, and then become lists of ordinals. */
function withoutOrders(sets: readonly Values[]): readonly (Interval | ArrayLike<number>)[] {
  const ordered = sets.filter((set): set is Ordered => 'order' in set);
  if (ordered.length === 0) return sets;
  const [{ order }] = ordered;
  const lists = mergeIntervals(ordered).map(({ from, to }) => order.subarray(from, to));
  return [...sets.filter((set) => !('order' in set)), ...lists.filter(({ length }) => length > 0)];
}

function isList(values: Values): values is ArrayLike<number> {
  return !('from' in values);
}

function single(ordinal: number): Interval {
  return { from: ordinal, to: ordinal + 1 };
}

function bindInterval({ from, to }: Interval, field: SegmentField, label: Label): PlanNode {
  return new OrdinalsLeaf(label, field.codes.value, from, to, estimateOf(field, to - from));
}

/** The row count of a value is not stored; the mean is good enough to order an AND. */
function estimateOf({ info: { rowCount, values } }: SegmentField, count: number): number {
  return Math.min(rowCount, Math.ceil((rowCount * count) / values) + 1);
}

/** Merges overlapping and adjacent intervals; in ascending order. */
function mergeIntervals(intervals: readonly Interval[]): Interval[] {
  const merged: Interval[] = [];
  for (const next of [...intervals].sort((a, b) => a.from - b.from)) {
    const last = merged.at(-1);
    if (!last || next.from > last.to) merged.push(next);
    else if (next.to > last.to) merged[merged.length - 1] = { from: last.from, to: next.to };
  }
  return merged;
}

/** All ordinals, distinct: rows of a value that several conditions name are read once. */
function ordinalsOf(intervals: readonly Interval[], lists: readonly ArrayLike<number>[]): ArrayLike<number> {
  if (intervals.length === 0 && lists.length === 1) return lists[0];
  if (intervals.length === 1 && lists.length === 0) {
    const [{ from, to }] = intervals;
    return ascending(from, to);
  }
  const ordinals = new Set<number>();
  for (const { from, to } of intervals) for (let ordinal = from; ordinal < to; ordinal++) ordinals.add(ordinal);
  for (const list of lists) for (let i = 0; i < list.length; i++) ordinals.add(list[i]);
  return Uint32Array.from(ordinals);
}
