import type { Filter } from '../parser/ast.js';
import type { Task } from '../work/pauses.js';
import { all, not } from './conditions.js';
import type { Evidence, Found } from './evidence.js';
import type { Entry } from './pieces.js';

/** A spec with the number of parts in context that have the value. */
export interface CountedEntry {
  readonly entry: Entry;
  readonly parts: number;
}

/** A part whose interval holds a value is so much less likely to be meant than one that has the value. */
const INTERVAL_WEIGHT = 0.2;

/** Specs with fewer parts than this share of the likeliest's are not meant. */
const LEAST_SHARE = 0.02;
/** Most specs that are compared with the likeliest as other names of the same property. */
const MOST_NAMES = 4;
/** Two specs that stand on the same parts more often than this are two properties. */
const MOST_COMMON = 0.3;
/** Most specs whose values are counted: those that the most parts in context have. */
const MOST_COUNTED = 14;

/**
 * Which specs a quantity is meant of, where the parts that the rest of the question leaves are the context: the one with the most
 * parts, and the other names of the same property. Those of other properties stand on the same parts; other names of a property stand
 * on parts that lack the first.
 */
export function* likeliest(entries: readonly Entry[], context: Found, evidence: Evidence): Task<CountedEntry[]> {
  const counted = yield* countEach(entries, context, evidence);
  if (counted.length < 2) return counted;
  return yield* withOtherNames(counted, context, evidence);
}

/** The first of some specs, and those that are other names of its property. @param counted at least one */
export function* withOtherNames(counted: readonly CountedEntry[], context: Found, evidence: Evidence): Task<CountedEntry[]> {
  const [first, ...others] = counted;
  const chosen = [first];
  const carrying = yield* evidence.both(context, yield* evidence.find(first.entry.has));
  if (carrying.parts === context.parts) return chosen;
  let rest = yield* evidence.without(context, carrying);
  for (const { entry } of others.slice(0, MOST_NAMES)) {
    if (rest.parts === 0) break;
    const parts = yield* evidence.countWithin(rest, entry.condition);
    if (parts === 0 || parts < first.parts * LEAST_SHARE) continue;
    const having = yield* evidence.find(entry.has);
    const common = yield* evidence.countBoth(carrying, having);
    const alone = yield* evidence.countBoth(rest, having);
    if (common > MOST_COMMON * (common + alone)) continue;
    chosen.push({ entry, parts });
    rest = yield* evidence.without(rest, having);
  }
  return chosen;
}

/** The entries that enough parts in context have, that with the most first. */
export function* countEach(entries: readonly Entry[], context: Found, evidence: Evidence): Task<CountedEntry[]> {
  const counted: CountedEntry[] = [];
  let most = 0;
  for (const { entry, bound } of yield* mostLikely(entries, context, evidence)) {
    if (bound < most * LEAST_SHARE) break;
    const parts = yield* evidence.countWithin(context, entry.condition);
    if (parts === 0) continue;
    counted.push({ entry, parts });
    most = Math.max(most, weightOf({ entry, parts }));
  }
  // How good the bounds are must not decide about any of them.
  const least = most * LEAST_SHARE;
  return counted.filter(({ parts }) => parts >= least).sort((a, b) => weightOf(b) - weightOf(a));
}

/** An entry with the most parts in context that can have its value, and its place among those that are given. */
interface Bounded {
  readonly entry: Entry;
  readonly bound: number;
  readonly place: number;
}

const byBound = (a: Bounded, b: Bounded): number => b.bound - a.bound || a.place - b.place;

/**
 * The entries whose specs the most parts in context have, at most `MOST_COUNTED`; of equal ones those that are given first. The parts
 * are counted only if there are more entries: those whose bound is below the last chosen count need none.
 */
function* mostLikely(entries: readonly Entry[], context: Found, evidence: Evidence): Task<readonly Bounded[]> {
  const mostWith = yield* evidence.mostWithSpec(context);
  const open: Bounded[] = [];
  for (const [place, entry] of entries.entries()) {
    const bound = entry.bound === 0 ? 0 : Math.min(entry.bound, mostWith(entry.key));
    if (bound > 0) open.push({ entry, bound, place });
  }
  open.sort(byBound);
  if (open.length <= MOST_COUNTED) return open;
  const chosen: Bounded[] = [];
  for (const one of open) {
    if (chosen.length === MOST_COUNTED && byBound(chosen[MOST_COUNTED - 1], one) < 0) break;
    const { entry } = one;
    const bound = Math.min(entry.bound, yield* evidence.countHaving(context, entry.field, entry.has));
    if (bound > 0) insert({ ...one, bound }, chosen);
  }
  return chosen;
}

/** Inserts an entry at its place among the chosen ones; the last of too many is dropped. */
function insert(one: Bounded, chosen: Bounded[]): void {
  let at = chosen.length;
  while (at > 0 && byBound(one, chosen[at - 1]) < 0) at--;
  chosen.splice(at, 0, one);
  if (chosen.length > MOST_COUNTED) chosen.pop();
}

function weightOf({ entry, parts }: CountedEntry): number {
  return entry.isInterval ? parts * INTERVAL_WEIGHT : parts;
}

/** The conditions of specs that are names of one property: each counts for the parts that lack those before it. */
export function oneAfterTheOther(entries: readonly Entry[]): Filter[] {
  return entries.map(({ condition }, i) => all([...entries.slice(0, i).map(({ has }) => not(has)), condition]));
}
