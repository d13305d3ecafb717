import { type Choice, isBetter } from '../ask/dropping.js';
import type { Droppable } from '../ask/evidence.js';
import { countCommonBits } from '../index/row-set/bits.js';
import type { Steps } from '../work/pauses.js';
import type { Work } from '../work/work.js';

/** Finding the conditions to drop takes about as long for a word of 32 rows as this many steps of a plain loop. */
const WORD_COST = 8;

/** The rows of one segment: those that must be met, and those of each condition that may be dropped. */
export interface DroppableRows {
  readonly within: Int32Array;
  readonly words: readonly Int32Array[];
}

/**
 * The fewest conditions to drop so that some row meets all others. Each row is met by some of the conditions: the rows that most of
 * them meet tell which are to be dropped. @returns positions in `droppable`; undefined if no row meets one
 */
export function* fewestDropped(
  segments: Iterable<DroppableRows>,
  droppable: readonly Droppable[],
  work: Work,
): Steps<readonly number[] | undefined> {
  const all = [...segments];
  const most = yield* mostMet(all, work);
  const left = new Map<string, number>();
  if (most === 1) yield* countSingles(all, left, work);
  else if (most > 1) yield* countSets(all, most, left, work);
  return bestOf(left, droppable);
}

/** How many conditions a row meets at most; 0 if none meets one. */
function* mostMet(segments: readonly DroppableRows[], work: Work): Steps<number> {
  let most = 0;
  for (const { within, words } of segments) {
    const planes = planesFor(words);
    for (let at = 0; at < within.length; at++) {
      if ((at & 255) === 0 && work.spend(WORD_COST * 256 * words.length)) yield;
      while (mayMeet(within, words, at, most + 1) && (within[at] & meetingAtLeast(words, at, planes, most + 1)) !== 0) most++;
    }
  }
  return most;
}

/** Where no row meets two conditions, each is met by rows of its own: all others are dropped for them. */
function* countSingles(segments: readonly DroppableRows[], left: Map<string, number>, work: Work): Steps<void> {
  for (const { within, words } of segments) {
    for (let one = 0; one < words.length; one++) {
      const rows = countCommonBits(within, 0, words[one], 0, within.length);
      if (work.spend(within.length)) yield;
      const key = Array.from(words.keys())
        .filter((other) => other !== one)
        .join();
      if (rows > 0) left.set(key, (left.get(key) ?? 0) + rows);
    }
  }
}

/** Counts the rows that meet so many conditions, by those that they do not meet. */
function* countSets(segments: readonly DroppableRows[], most: number, left: Map<string, number>, work: Work): Steps<void> {
  for (const { within, words } of segments) {
    const planes = planesFor(words);
    // By the conditions that are met: a bit each, of the first 32 and of the others.
    const sets = new Map<number, Map<number, { rows: number; readonly key: string }>>();
    for (let at = 0; at < within.length; at++) {
      if ((at & 255) === 0 && work.spend(WORD_COST * 256 * words.length)) yield;
      let rows = mayMeet(within, words, at, most) ? within[at] & meetingAtLeast(words, at, planes, most) : 0;
      for (; rows !== 0; rows &= rows - 1) {
        const row = (at << 5) | (31 - Math.clz32(rows & -rows));
        let [low, high] = [0, 0];
        for (let j = 0; j < words.length; j++) {
          const bit = ((words[j][at] >>> (row & 31)) & 1) << (j & 31);
          if (j < 32) low |= bit;
          else high |= bit;
        }
        let ofHigh = sets.get(high);
        if (!ofHigh) sets.set(high, (ofHigh = new Map()));
        const known = ofHigh.get(low);
        if (known) known.rows++;
        else ofHigh.set(low, { rows: 1, key: keyOf(words, row) });
      }
    }
    for (const ofHigh of sets.values()) for (const { rows, key } of ofHigh.values()) left.set(key, (left.get(key) ?? 0) + rows);
  }
}

/** Whether a row of a word of 32 can meet so many conditions: whether so many have any row there. In most words few have. */
function mayMeet(within: Int32Array, words: readonly Int32Array[], at: number, least: number): boolean {
  if (within[at] === 0) return false;
  let having = 0;
  for (let j = 0; j < words.length; j++) if (words[j][at] !== 0) having++;
  return having >= least;
}

function planesFor(words: readonly Int32Array[]): Int32Array {
  return new Int32Array(32 - Math.clz32(words.length | 1));
}

/**
 * The rows of a word of 32 that meet at least so many conditions. All of them are counted at once: the bits of their counts stand in
 * planes, a bit of each row in each.
 */
function meetingAtLeast(words: readonly Int32Array[], at: number, planes: Int32Array, least: number): number {
  planes.fill(0);
  for (let j = 0; j < words.length; j++) {
    let carry = words[j][at];
    for (let plane = 0; carry !== 0; plane++) {
      const both = planes[plane] & carry;
      planes[plane] ^= carry;
      carry = both;
    }
  }
  let more = 0;
  let equal = -1;
  for (let plane = planes.length - 1; plane >= 0; plane--) {
    if ((least >>> plane) & 1) equal &= planes[plane];
    else {
      more |= equal & planes[plane];
      equal &= ~planes[plane];
    }
  }
  return more | equal;
}

/** Which conditions a row does not meet. */
function keyOf(words: readonly Int32Array[], row: number): string {
  const dropped: number[] = [];
  for (let j = 0; j < words.length; j++) if (((words[j][row >>> 5] >>> (row & 31)) & 1) === 0) dropped.push(j);
  return dropped.join();
}

/** @param left the number of parts that are left for each set of conditions, all of one size */
export function bestOf(left: ReadonlyMap<string, number>, droppable: readonly Droppable[]): readonly number[] | undefined {
  let best: Choice | undefined;
  for (const [key, parts] of left) {
    const dropped = key === '' ? [] : key.split(',').map(Number);
    const ranks = dropped.map((i) => droppable[i].rank).sort((a, b) => b - a);
    if (!best || isBetter({ dropped, ranks, parts }, best)) best = { dropped, ranks, parts };
  }
  return best?.dropped;
}
