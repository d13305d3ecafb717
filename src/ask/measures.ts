import type { Filter } from '../parser/ast.js';
import type { Task } from '../work/pauses.js';
import { all, not } from './conditions.js';
import type { Evidence, Found } from './evidence.js';
import type { Bounding, Entry, Piece } from './pieces.js';

/** A spec with the number of parts in context that have the value. */
export interface CountedEntry {
  readonly entry: Entry;
  readonly parts: number;
}

/** A part whose interval holds a value, or that has it as a limit, is so much less likely to be meant than one that has the value. */
const INTERVAL_WEIGHT = 0.125;
/** The same for a value of many digits. */
const PRECISE_WEIGHT = INTERVAL_WEIGHT / 8;

/** Specs with fewer parts than this share of the likeliest's are not meant. */
const LEAST_SHARE = 0.02;
/** A spec that parts are called by is meant from this share of the likeliest's parts on. */
const THING_SHARE = 0.2;
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
function* likeliest(entries: readonly Entry[], context: Found, evidence: Evidence, bounding?: Bounding): Task<CountedEntry[]> {
  const counted = yield* countBounded(entries, bounding, context, evidence);
  if (counted.length < 2) return counted;
  return yield* withOtherNames(bounding ? counted : thingFirst(counted), context, evidence);
}

/**
 * The specs that a quantity of a piece is meant of, where the parts that the rest of the question leaves are the context. Those whose
 * names stand beside it come first.
 */
export function* measuredSpecs({ measured, values = [] }: Piece, context: Found, evidence: Evidence): Task<CountedEntry[]> {
  if (!measured) return [];
  const { named, isPlain, toldBy, bounding } = measured;
  const entries = measured.entries.filter(({ isCondition }) => !isCondition);
  if (isPlain) {
    const single = entries.filter(({ isInterval }) => !isInterval);
    return yield* likeliest(single, context, evidence);
  }
  if (named && toldBy) {
    const counted = yield* countEach(named, context, evidence);
    const placeOf = ({ entry }: CountedEntry) => named.indexOf(entry);
    if (counted.length > 0) return [...counted].sort((a, b) => placeOf(a) - placeOf(b));
  }
  const [first] = named ? yield* countBounded(named, bounding, context, evidence) : [];
  if (first) {
    const others = entries.filter(({ field }) => field !== first.entry.field);
    const counted = bounding
      ? yield* withNumber(others, bounding, context, evidence)
      : yield* countEach(others, context, evidence);
    return yield* withOtherNames([first, ...(counted ?? [])], context, evidence);
  }
  const all = [...entries, ...values.filter(({ isCondition }) => !isCondition)];
  return yield* likeliest(all, context, evidence, bounding);
}

/** The same with the spec first that parts are called by, if enough of them have the value: `10pF` is a capacitor rather than the load of a crystal. */
function thingFirst(counted: readonly CountedEntry[]): readonly CountedEntry[] {
  const own = counted.find(({ entry }) => entry.thing !== undefined);
  if (!own || own === counted[0] || own.parts < counted[0].parts * THING_SHARE) return counted;
  return [own, ...counted.filter((one) => one !== own)];
}

/** The entries of a range as `countEach` has them, but for those with one end: see `withNumber`. */
function* countBounded(
  entries: readonly Entry[],
  bounding: Bounding | undefined,
  context: Found,
  evidence: Evidence,
): Task<CountedEntry[]> {
  const counted = bounding && (yield* withNumber(entries, bounding, context, evidence));
  return counted ?? (yield* countEach(entries, context, evidence));
}

/**
 * The entries of a range with one end, those first of which most parts have this very number, else one near to it: nearly all parts have
 * a power below `1k`, and none of a kilowatt. Undefined if no part has such a number.
 */
function* withNumber(
  entries: readonly Entry[],
  bounding: Bounding,
  context: Found,
  evidence: Evidence,
): Task<CountedEntry[] | undefined> {
  const byField = new Map(entries.map((entry) => [entry.field, entry]));
  for (const numbers of bounding()) {
    const single = numbers.filter(({ field, isInterval }) => !isInterval && byField.has(field));
    const having = yield* calledFirst(yield* countEach(single, context, evidence), context, evidence);
    if (having.length === 0) continue;
    const counted: CountedEntry[] = [];
    for (const { entry: number } of having) {
      const entry = byField.get(number.field) as Entry;
      const parts = yield* evidence.countWithin(context, entry.condition);
      if (parts > 0) counted.push({ entry, parts });
    }
    return counted;
  }
  return undefined;
}

/** The same with the spec first that most parts in context are called by: a resistor below `100` has a resistance below that. */
function* calledFirst(counted: readonly CountedEntry[], context: Found, evidence: Evidence): Task<readonly CountedEntry[]> {
  const own = counted.find(({ entry }) => entry.thing !== undefined);
  if (!own || own === counted[0]) return counted;
  const having = yield* evidence.countHaving(context, own.entry.field, own.entry.has);
  return having * 2 < context.parts ? counted : [own, ...counted.filter((one) => one !== own)];
}

/** The first of some specs, and those that are other names of its property. @param counted at least one */
function* withOtherNames(counted: readonly CountedEntry[], context: Found, evidence: Evidence): Task<CountedEntry[]> {
  const [first, ...rest] = counted;
  // `10k` is a resistor: an impedance or a series resistance is another property, of other things. `4.7N` may be newtons, too.
  const isOther = ({ entry }: CountedEntry) => entry.thing !== undefined || (entry.isSpelled && !first.entry.isSpelled);
  const others = first.entry.thing === undefined ? rest : rest.filter(isOther);
  const chosen = [first];
  const carrying = yield* evidence.both(context, yield* evidence.find(first.entry.has));
  if (carrying.parts === context.parts) return chosen;
  let left = yield* evidence.without(context, carrying);
  for (const { entry } of others.slice(0, MOST_NAMES)) {
    if (left.parts === 0) break;
    const parts = yield* evidence.countWithin(left, entry.condition);
    if (parts === 0 || parts < first.parts * LEAST_SHARE) continue;
    const having = yield* evidence.find(entry.has);
    const common = yield* evidence.countBoth(carrying, having);
    const alone = yield* evidence.countBoth(left, having);
    // Fuses have a rated current, and resettable ones a hold current besides.
    const isInstead = alone > common && parts * 2 > first.parts;
    if (!isInstead && common > MOST_COMMON * (common + alone)) continue;
    chosen.push({ entry, parts });
    left = yield* evidence.without(left, having);
  }
  return chosen;
}

/** An entry that may be meant, by the most parts in context that can have its value. */
interface Candidate {
  readonly entry: Entry;
  /** Among the entries that are given. */
  readonly place: number;
  readonly bound: number;
  /** Whether the parts in context that have its spec are counted. */
  readonly isCounted: boolean;
}

/** An entry with the number of parts in context that have its value. */
interface Weighed extends CountedEntry {
  readonly place: number;
}

const byBound = (a: Candidate, b: Candidate): number => b.bound - a.bound || a.place - b.place;
const byWeight = (a: Weighed, b: Weighed): number => weightOf(b) - weightOf(a) || a.place - b.place;

/** The entries that enough parts in context have, that with the most first; of equal ones those that are given first. */
export function* countEach(entries: readonly Entry[], context: Found, evidence: Evidence): Task<CountedEntry[]> {
  if (entries.length === 0 || context.parts === 0) return [];
  const counted: Weighed[] = [];
  const candidates = new Candidates(entries, context, evidence, yield* evidence.mostWithSpec(context));
  let most = 0;
  for (let taken = 0; taken < MOST_COUNTED; taken++) {
    const next = yield* candidates.next(most * LEAST_SHARE);
    if (!next) break;
    const { entry, place } = next;
    const parts = yield* evidence.countWithin(context, entry.condition);
    if (parts === 0) continue;
    counted.push({ entry, place, parts });
    most = Math.max(most, weightOf({ entry, parts }));
  }
  // How good the bounds are must not decide about any of them.
  const least = most * LEAST_SHARE;
  return counted.filter(({ parts }) => parts >= least).sort(byWeight);
}

/**
 * Gives entries by the number of parts in context that have their specs, the highest first. Where more than `MOST_COUNTED` may be meant
 * those parts decide which are taken, so they are counted; but only of entries that can be the next ones by what is known of them.
 */
class Candidates {
  /** By the parts of the whole catalog with the value, the highest first. */
  private readonly open: readonly Candidate[];
  private at = 0;
  /** By the parts in context with the spec, the last the highest. */
  private readonly bounded: Candidate[] = [];
  private readonly areFew: boolean;

  constructor(
    entries: readonly Entry[],
    private readonly context: Found,
    private readonly evidence: Evidence,
    private readonly mostWith: (field: string) => number,
  ) {
    const open: Candidate[] = [];
    for (const [place, entry] of entries.entries()) {
      const { bound } = entry;
      if (bound > 0) open.push({ entry, place, bound, isCounted: false });
    }
    this.open = open.sort(byBound);
    this.areFew = open.length <= MOST_COUNTED;
  }

  /** @param least of entries with a lower bound nothing is wanted */
  *next(least: number): Task<Candidate | undefined> {
    const { bounded } = this;
    for (;;) {
      const first = bounded.at(-1);
      const another = this.open.at(this.at);
      if (another && another.bound >= least && (!first || byBound(another, first) < 0)) {
        this.at++;
        this.insert({ ...another, bound: Math.min(another.bound, this.mostWith(another.entry.field)) });
      } else if (!first || first.bound < least) {
        return undefined;
      } else {
        bounded.pop();
        if (first.isCounted || this.areFew) return first;
        yield* this.count(first);
      }
    }
  }

  private *count(one: Candidate): Task<void> {
    const { field, has } = one.entry;
    const having = yield* this.evidence.countHaving(this.context, field, has);
    this.insert({ ...one, bound: Math.min(one.bound, having), isCounted: true });
  }

  private insert(one: Candidate): void {
    const { bounded } = this;
    if (one.bound === 0) return;
    let at = bounded.length;
    while (at > 0 && byBound(bounded[at - 1], one) < 0) at--;
    bounded.splice(at, 0, one);
  }
}

function weightOf({ entry, parts }: CountedEntry): number {
  if (!entry.isInterval && !entry.isSecondary) return parts;
  return parts * (entry.isInterval && entry.isPrecise ? PRECISE_WEIGHT : INTERVAL_WEIGHT);
}

/** The conditions of specs that are names of one property: each counts for the parts that lack those before it. */
export function oneAfterTheOther(entries: readonly Entry[]): Filter[] {
  return entries.map(({ condition }, i) => all([...entries.slice(0, i).map(({ has }) => not(has)), condition]));
}
