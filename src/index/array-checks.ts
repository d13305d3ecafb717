import { CorruptCatalogError } from '../model/errors.js';
import type { Steps } from '../work/pauses.js';

/**
 * Checks of the arrays of a section when it is loaded. A checksum does not make loops over them safe: in a forged file, counts and
 * places can be up to 2^32. Each check is one pass in steps.
 *
 * The loops are in functions of their own, one for each width: in generators, or over arrays of several types, they are slower.
 */

/** Elements to check in one step: a fraction of a millisecond. */
export const CHECKED_AT_ONCE = 1 << 18;

/** Runs checks one after the other. */
export function* inSequence(...checks: readonly Steps<void>[]): Steps<void> {
  for (const check of checks) yield* check;
}

/** Checks that all values are below a limit. @param what name of a value in errors, for example `row` */
export function* checkBelow(section: string, what: string, values: Uint8Array | Uint32Array, limit: number): Steps<void> {
  for (let from = 0; from < values.length; from += CHECKED_AT_ONCE) {
    const to = Math.min(from + CHECKED_AT_ONCE, values.length);
    const at = values instanceof Uint8Array ? firstNotBelow8(values, from, to, limit) : firstNotBelow32(values, from, to, limit);
    if (at < to) throw new CorruptCatalogError(section, `${what} ${values[at]} is out of range`);
    yield;
  }
}

function firstNotBelow8(values: Uint8Array, from: number, to: number, limit: number): number {
  for (let at = from; at < to; at++) if (values[at] >= limit) return at;
  return to;
}

function firstNotBelow32(values: Uint32Array, from: number, to: number, limit: number): number {
  for (let at = from; at < to; at++) if (values[at] >= limit) return at;
  return to;
}

/** Checks the starts of adjacent lists: list `i` is `[starts[i], starts[i + 1])`, the first begins at 0, the last ends at `end`. */
export function* checkStarts(section: string, starts: Uint32Array, end: number): Steps<void> {
  checkEnds(section, starts, end);
  for (let from = 1; from < starts.length; from += CHECKED_AT_ONCE) {
    const to = Math.min(from + CHECKED_AT_ONCE, starts.length);
    const at = firstDescending(starts, from, to);
    if (at < to) throw new CorruptCatalogError(section, `list ${at} is out of order`);
    yield;
  }
}

function firstDescending(values: Uint32Array, from: number, to: number): number {
  let previous = values[from - 1];
  for (let at = from; at < to; at++) {
    const value = values[at];
    if (value < previous) return at;
    previous = value;
  }
  return to;
}

/** Checks adjacent lists, as `checkStarts` does, and that the values of each ascend and are below a limit. */
export function* checkLists(section: string, starts: Uint32Array, values: Uint32Array, limit: number): Steps<void> {
  checkEnds(section, starts, values.length);
  for (let list = 0; list + 1 < starts.length; ) {
    const next = checkSomeLists(starts, values, list, limit);
    if (next < 0) throw new CorruptCatalogError(section, `list ${~next} is out of order`);
    list = next;
    yield;
  }
}

/** Checks some lists from `first` on; returns the number of the next one, or `~i` if list `i` is out of order. */
function checkSomeLists(starts: Uint32Array, values: Uint32Array, first: number, limit: number): number {
  const lists = starts.length - 1;
  const end = values.length;
  // An empty list takes time as well.
  let left = CHECKED_AT_ONCE;
  let list = first;
  for (let at = starts[list]; list < lists && left > 0; list++) {
    const to = starts[list + 1];
    if (to < at || to > end) return ~list;
    left -= to - at + 1;
    let previous = -1;
    for (; at < to; at++) {
      const value = values[at];
      if (value <= previous) return ~list;
      previous = value;
    }
    if (previous >= limit) return ~list;
  }
  return list;
}

function checkEnds(section: string, starts: Uint32Array, end: number): void {
  if (starts.length === 0 || starts[0] !== 0 || starts[starts.length - 1] !== end)
    throw new CorruptCatalogError(section, 'lists do not fit their places');
}

/** Whether `values[from, to)` strictly ascend and are below a limit. */
export function ascends(values: Uint32Array, from: number, to: number, limit: number): boolean {
  if (from >= to) return true;
  let previous = values[from];
  for (let at = from + 1; at < to; at++) {
    const value = values[at];
    if (value <= previous) return false;
    previous = value;
  }
  return previous < limit;
}
