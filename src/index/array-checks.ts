import { CorruptCatalogError } from '../model/errors.js';
import type { Steps } from './pauses.js';

/**
 * Checks of the arrays of a section when it is loaded. A checksum says that bytes are those that were written, not that a loop over
 * them ends: a forged file may have counts and places up to 2^32. Each check is one pass, and may be left for a while at each step.
 */

/** Elements that are looked at between two steps: well below a millisecond. */
export const CHECKED_AT_ONCE = 1 << 18;

/** The checks, one after the other. */
export function* inSequence(...checks: readonly Steps<void>[]): Steps<void> {
  for (const check of checks) yield* check;
}

/** Checks that all values are below a limit. @param what one of them is called: `row` */
export function* checkBelow(section: string, what: string, values: Uint8Array | Uint32Array, limit: number): Steps<void> {
  for (let from = 0; from < values.length; from += CHECKED_AT_ONCE) {
    const to = Math.min(from + CHECKED_AT_ONCE, values.length);
    const at = values instanceof Uint8Array ? firstNotBelow8(values, from, to, limit) : firstNotBelow32(values, from, to, limit);
    if (at < to) throw new CorruptCatalogError(section, `${what} ${values[at]} is out of range`);
    yield;
  }
}

// One for each width: a function that sees both is slower.
function firstNotBelow8(values: Uint8Array, from: number, to: number, limit: number): number {
  for (let at = from; at < to; at++) if (values[at] >= limit) return at;
  return to;
}

function firstNotBelow32(values: Uint32Array, from: number, to: number, limit: number): number {
  for (let at = from; at < to; at++) if (values[at] >= limit) return at;
  return to;
}

/**
 * Checks where lists begin that stand one after the other: list `i` is `[starts[i], starts[i + 1])`. The first begins at 0, none
 * before the one in front of it, and the last ends at `end`.
 */
export function* checkStarts(section: string, starts: Uint32Array, end: number): Steps<void> {
  if (starts.length === 0 || starts[0] !== 0 || starts[starts.length - 1] !== end)
    throw new CorruptCatalogError(section, 'lists do not fit their places');
  for (let from = 1; from < starts.length; from += CHECKED_AT_ONCE) {
    const to = Math.min(from + CHECKED_AT_ONCE, starts.length);
    for (let i = from; i < to; i++)
      if (starts[i] < starts[i - 1]) throw new CorruptCatalogError(section, `list ${i} is out of order`);
    yield;
  }
}

/** Checks that the values of each of some lists ascend below a limit. Where the lists begin must have been checked. */
export function* checkLists(section: string, starts: Uint32Array, values: Uint32Array, limit: number): Steps<void> {
  let looked = 0;
  for (let list = 0; list + 1 < starts.length; list++) {
    if (!ascends(values, starts[list], starts[list + 1], limit))
      throw new CorruptCatalogError(section, `list ${list} does not ascend`);
    // A list without values takes its time as well.
    looked += starts[list + 1] - starts[list] + 1;
    if (looked < CHECKED_AT_ONCE) continue;
    looked = 0;
    yield;
  }
}

/** Whether `values[from, to)` ascend, without repetitions and below a limit. */
export function ascends(values: Uint32Array, from: number, to: number, limit: number): boolean {
  if (from === to) return true;
  for (let at = from + 1; at < to; at++) if (values[at] <= values[at - 1]) return false;
  return values[to - 1] < limit;
}
