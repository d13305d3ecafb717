import type { Task } from '../work/pauses.js';
import type { Work } from '../work/work.js';
import type { CategoryCandidate, Fit } from './vocabulary.js';
import { ADJECTIVE, MARK, TAIL } from './vocabulary-forms.js';
import { type FormHit, FormIndex } from './vocabulary-index.js';
import { GrowingArray, PackedTexts } from './vocabulary-packing.js';

/** A category. */
export interface CountedCategory {
  readonly uid: string;
  readonly name: string;
  readonly aliases: readonly string[];
  /** The uid of the category above it; null for a root. */
  readonly parent: string | null;
  /** Number of parts in it or below it. */
  readonly parts: number;
}

const NONE = 0xffffffff;
/** Words that end names of categories, but are no things unless they are a whole name: `Chip Resistor - Surface Mount`. */
const NO_THINGS: ReadonlySet<string> = new Set(['mount', 'mounts', 'mounting', 'mountings', 'mounted', 'type', 'types']);
/** Names of other things than their last word says, beside a better one: `Potentiometers, Variable Resistors`. */
const OTHER_THINGS: readonly string[] = ['variableresistor'];
/** Things that trees have below others that they are none of: pulse transformers below inductors. */
const BELOW_OTHERS: readonly string[] = ['transformer'];
/** Ends of names of what is special, beside a better one. */
const SPECIAL = /\s-\s(?:speciali[sz]ed|special purpose)$/i;
/** Words that add little to the word before them: `Motor Driver ICs`. */
const WEAK_TAILS = /^(?:ics?|chips?)$/i;
/** A word before such a tail that names another thing: a `Power Supply Chip` is not a power supply. */
const SUPPLY = /^supply$/i;
/** `MLCC` after a plural: `Multilayer Ceramic Capacitors MLCC`. */
const ACRONYM = /^[A-Z][A-Z0-9]+$/;
/** Separators of the segments of a name. */
const SEPARATORS = /([,;/|&()\n\t]|\s-\s)/;
const ALTERNATIVE = /^[,/|&]$/;
const DASH = /\s-\s/;
const ALTERNATIVES = /[,/|&]/;
const PLURAL = /[a-zA-Z]s$/;
/** What says more of the thing before it. */
const MORE = /,\s(?:up to|over|under|above|below)\s\d|\swith\s/i;
/** Longest last word of a segment that is a tail. */
const LONGEST_TAIL = 60;
/**
 * Names that have the words anywhere are meant too if they have this many times as many parts as the names whose head the words are:
 * `RS-485` is the head of few names, but the names of all its transceivers begin with it.
 */
const FAR_MORE = 20;

/** Names that have the words alone are enough if those with one of several adjectives have at most so many times their parts. */
const ONE_OVER_ALONE = 25;
/** The same of names that have several adjectives of the words: `Fast Recovery / High Efficiency Diodes`. */
const RUN_OVER_ALONE = 0.25;

/** The position of words in the name of a category. */
enum Place {
  elsewhere = 0,
  head = 1,
  whole = 2,
}

/** Names of categories, by the words in them. */
export class CategoryNames {
  private constructor(
    private readonly index: FormIndex,
    /** The category of each name. */
    private readonly categoryOf: Uint32Array,
    /** The first name of each category. */
    private readonly firstNames: Uint32Array,
    private readonly uids: PackedTexts,
    private readonly names: PackedTexts,
    private readonly parents: Uint32Array,
    private readonly hasChildren: Uint8Array,
    private readonly counts: Uint32Array,
  ) {}

  static *of(categories: readonly CountedCategory[], work: Work): Task<CategoryNames> {
    const firstNames = new GrowingArray(new Uint32Array(64));
    const categoryOf = new GrowingArray(new Uint32Array(64));
    const ordinals = new Map(categories.map(({ uid }, ordinal) => [uid, ordinal]));
    const texts = function* (): Iterable<string> {
      for (const [ordinal, { name, aliases }] of categories.entries()) {
        firstNames.push(categoryOf.length);
        for (const text of [name, ...aliases]) {
          for (const one of [text, ...withoutMore(text), ...inverted(text)]) {
            categoryOf.push(ordinal);
            yield withTails(one);
          }
        }
      }
      firstNames.push(categoryOf.length);
    };
    const index = yield* FormIndex.of(texts(), work);
    const parents = Uint32Array.from(categories, ({ parent }) => (parent === null ? NONE : (ordinals.get(parent) ?? NONE)));
    const hasChildren = new Uint8Array(categories.length);
    for (const parent of parents) if (parent !== NONE) hasChildren[parent] = 1;
    return new CategoryNames(
      index,
      categoryOf.finish(),
      firstNames.finish(),
      PackedTexts.of(categories.map(({ uid }) => uid)),
      PackedTexts.of(categories.map(({ name }) => name)),
      parents,
      hasChildren,
      Uint32Array.from(categories, ({ parts }) => parts),
    );
  }

  get bytes(): number {
    const { index, categoryOf, firstNames, uids, names, parents, hasChildren, counts } = this;
    return index.bytes + uids.bytes + names.bytes + sizeOf(categoryOf, firstNames, parents, hasChildren, counts);
  }

  /**
   * The categories that some keys mean: those whose head the keys are. If there are none, or far fewer parts are in them, also
   * those whose names have the keys anywhere.
   */
  lookUp(keys: readonly string[]): CategoryCandidate | undefined {
    const places = new Map<number, Place>();
    const alone = new Set<number>();
    const single = new Set<number>();
    const runs = new Set<number>();
    for (const key of keys) {
      this.index.forEach(key, (hit) => {
        if (this.isAcross(hit)) return;
        const category = this.categoryOf[hit.text];
        if (!this.isAmongAdjectives(hit)) alone.add(category);
        if (this.index.marks[hit.from] === MARK.adjective) single.add(category);
        else if (this.isAmongAdjectives(hit)) runs.add(category);
        places.set(category, Math.max(this.placeOf(hit), places.get(category) ?? Place.elsewhere));
      });
    }
    if (keys.every((key) => NO_THINGS.has(key))) {
      for (const [category, place] of places) if (place !== Place.whole) places.delete(category);
    }
    if (places.size === 0) return undefined;
    const all = [...places].filter(([, place]) => place !== Place.elsewhere).map(([category]) => category);
    const isOwn = (category: number) =>
      !this.isOther(this.firstNames[category], keys) && (places.get(category) === Place.whole || !this.isSpecial(category));
    const own = all.filter(isOwn);
    // `dc power connector` is one adjective of `AC/DC Power Connectors`, which another key has as a whole.
    for (const category of runs) single.delete(category);
    const heads = this.withoutSeveral(own.length > 0 ? own : all, alone, single);
    const best = [...places.values()].includes(Place.whole) ? 'whole' : 'item';
    const meant = heads.length > 0 ? this.candidate(this.withoutMixed(heads, keys), places, best, keys) : undefined;
    if (all.length === places.size) return meant;
    const anywhere = this.candidate(this.withoutMixed([...places.keys()], keys), undefined, 'inside', keys);
    return meant && anywhere.parts <= FAR_MORE * meant.parts ? meant : anywhere;
  }

  /** Whether a category has the special kinds of its things, which mostly are other things: `ADC/DAC - Specialized`. */
  private isSpecial(category: number): boolean {
    return SPECIAL.test(this.names.get(category));
  }

  /** Whether words end one thing and begin another one: `chip antenna` in `Radio Frequency Chip/Antenna`. */
  private isAcross({ from, to }: FormHit): boolean {
    const { marks } = this.index;
    if (marks[from] >= MARK.list && marks[from] !== MARK.tail) return false;
    // The last word of a segment that is a tail goes on with the thing before it: `Motor Driver ICs`.
    for (let at = from + 1; at < to; at++) if (marks[at] >= MARK.list && marks[at] !== MARK.tail) return true;
    return false;
  }

  /** Whether words are one of several adjectives with their noun, or several of them: `HDMI Connectors` of `DVI/HDMI Connectors`. */
  private isAmongAdjectives({ from, to }: FormHit): boolean {
    return this.index.marks.subarray(from, to).includes(MARK.adjective);
  }

  /**
   * Leaves out names that have the words among several adjectives, where those that have them alone have enough parts.
   * @param alone that have them alone
   * @param single that have them as one of several adjectives
   */
  private withoutSeveral(heads: readonly number[], alone: ReadonlySet<number>, single: ReadonlySet<number>): readonly number[] {
    const sum = (some: readonly number[]) => some.reduce((total, category) => total + this.counts[category], 0);
    const parts = sum(heads.filter((category) => alone.has(category)));
    const isEnough = (times: number, others: readonly number[]) => parts > 0 && parts * times >= sum(others);
    const [ones, runs] = [true, false].map((isOne) =>
      heads.filter((category) => !alone.has(category) && single.has(category) === isOne),
    );
    const out = new Set([...(isEnough(ONE_OVER_ALONE, ones) ? ones : []), ...(isEnough(RUN_OVER_ALONE, runs) ? runs : [])]);
    return heads.filter((category) => !out.has(category));
  }

  /** The words of a name end where its segment does: `Resistor` is the head of `Chip Resistor - Surface Mount`. */
  private placeOf({ text, from, to }: FormHit): Place {
    const { marks } = this.index;
    const isEnd = to === this.index.endOf(text);
    if (isEnd && marks[from] === MARK.start) return Place.whole;
    return isEnd || marks[to] >= MARK.list ? Place.head : Place.elsewhere;
  }

  /**
   * Leaves out a category of several things (`Crystals, Oscillators, Resonators`) where one below it is what is meant (`Crystals`), and
   * where one elsewhere is, if those below it are the other things (`Optocoupler/LED/Digital Tube`).
   */
  private withoutMixed(heads: readonly number[], keys: readonly string[]): number[] {
    const isMixed = (category: number) => this.hasChildren[category] === 1 && this.isMixed(category, keys, false);
    const mixed = new Set(heads.filter(isMixed));
    const pure = heads.filter((category) => !mixed.has(category));
    if (mixed.size === 0 || pure.length === 0) return [...heads];
    const isReplaced = (category: number) =>
      pure.some((below) => this.isBelow(below, category)) || this.hasOtherThings(category, keys);
    return heads.filter((category) => !mixed.has(category) || !isReplaced(category));
  }

  /** Whether a category below one of several things is one of those that are not meant. */
  private hasOtherThings(category: number, keys: readonly string[]): boolean {
    const others = this.thingsOf(this.firstNames[category]).filter((thing) => !keys.some((key) => thing.endsWith(key)));
    return others.some((thing) => {
      let isFound = false;
      this.index.forEach(thing, (hit) => {
        isFound ||= this.placeOf(hit) !== Place.elsewhere && this.isBelow(this.categoryOf[hit.text], category);
      });
      return isFound;
    });
  }

  /** The alternatives with which a name begins, as keys. */
  private thingsOf(text: number): string[] {
    const { units } = this.index;
    let from = this.index.startOf(text);
    return this.alternativesOf(text).map((end) => {
      const thing = String.fromCharCode(...units.subarray(from, end));
      from = end;
      return thing;
    });
  }

  /**
   * Whether a name lists several things, some of which are not meant.
   * @param lastDecides whether the last thing decides (`Trimmers, Variable Capacitors` are capacitors); else all have to be meant
   */
  private isMixed(category: number, keys: readonly string[], lastDecides: boolean): boolean {
    for (let text = this.firstNames[category]; text < this.firstNames[category + 1]; text++) {
      const ends = this.alternativesOf(text);
      const isMeant = (to: number) => keys.some((key) => this.endsWith(text, to, key));
      const last = ends[ends.length - 1];
      if (lastDecides ? isMeant(last) && !this.isOther(text, keys) : ends.every(isMeant)) return false;
    }
    return true;
  }

  /** Whether none of the things that a name lists is meant: its last one is another than its last word says. */
  private isOther(text: number, keys: readonly string[]): boolean {
    const ends = this.alternativesOf(text);
    const last = ends.pop() as number;
    if (ends.length === 0 || !OTHER_THINGS.some((thing) => this.endsWith(text, last, thing) && !keys.includes(thing)))
      return false;
    return !ends.some((end) => keys.some((key) => this.endsWith(text, end, key)));
  }

  /** The ends of the alternatives with which a name begins: those before a dash. What stands in brackets does not count. */
  private alternativesOf(text: number): number[] {
    const { marks } = this.index;
    const ends: number[] = [];
    const end = this.index.endOf(text);
    let bracket = -1;
    for (let at = this.index.startOf(text) + 1; at <= end; at++) {
      const mark = at === end ? MARK.start : marks[at];
      if (mark === MARK.bracket) bracket = at;
      else if (mark === MARK.closing) bracket = -1;
      else if (mark === MARK.tail || mark === MARK.dash || mark === MARK.start || (mark === MARK.list && bracket < 0)) {
        ends.push(bracket < 0 ? at : bracket);
        if (mark !== MARK.list) break;
      }
    }
    return ends;
  }

  /** Whether a word, or several, that are a key end at a place of a name. */
  private endsWith(text: number, to: number, key: string): boolean {
    const { units, marks } = this.index;
    const from = to - key.length;
    if (from < this.index.startOf(text) || marks[from] < MARK.blank) return false;
    for (let i = 0; i < key.length; i++) if (units[from + i] !== key.charCodeAt(i)) return false;
    return true;
  }

  private candidate(
    wanted: readonly number[],
    places: ReadonlyMap<number, Place> | undefined,
    fit: Fit,
    keys: readonly string[],
  ): CategoryCandidate {
    const { counts } = this;
    const isWanted = new Set(wanted);
    const above = wanted.filter((category) => !this.isAnyBelow(category, isWanted));
    // In a circle of records no one is above the others.
    const tops = above.length > 0 ? above : [...wanted];
    tops.sort((a, b) => counts[b] - counts[a] || a - b);
    const isTop = new Set(tops);
    // Names that have the words, but not as their head, and names of several things.
    const isOther = (category: number, place: Place) =>
      this.isAnyBelow(category, isTop) && (place === Place.elsewhere || this.isMixed(category, keys, true));
    const named = places ? [...places].filter(([one, place]) => isOther(one, place)).map(([category]) => category) : [];
    const except = places ? [...new Set([...named, ...this.othersBelow(isTop, keys)])] : [];
    const sum = (some: readonly number[]) => some.reduce((total, category) => total + counts[category], 0);
    const uids = (some: readonly number[]) => some.map((category) => this.uids.get(category));
    const parts = Math.max(0, sum(tops) - sum(except));
    return { kind: 'category', name: this.names.get(tops[0]), uids: uids(tops), except: uids(except), fit, parts };
  }

  /** Categories below some, of things that no key names. */
  private othersBelow(above: ReadonlySet<number>, keys: readonly string[]): number[] {
    const found: number[] = [];
    for (const thing of BELOW_OTHERS) {
      if (keys.some((key) => key.endsWith(thing))) continue;
      this.index.forEach(thing, (hit) => {
        const category = this.categoryOf[hit.text];
        if (this.placeOf(hit) !== Place.elsewhere && this.isAnyBelow(category, above)) found.push(category);
      });
    }
    return found;
  }

  /** Whether one of some categories is above another one. */
  private isAnyBelow(category: number, above: ReadonlySet<number>): boolean {
    // Trees are checked by the build; the bound keeps a circle from being followed for ever.
    let at = this.parents[category];
    for (let depth = 0; at !== NONE && depth < this.parents.length; depth++, at = this.parents[at])
      if (above.has(at)) return true;
    return false;
  }

  private isBelow(category: number, above: number): boolean {
    return this.isAnyBelow(category, new Set([above]));
  }
}

/** A name without what it says more of its thing: `Signal Relays, Up to 2 Amps`, `Digital Isolators With Power`. */
function withoutMore(name: string): string[] {
  const at = name.search(MORE);
  return at > 0 && PLURAL.test(name.slice(0, at)) ? [name.slice(0, at)] : [];
}

/**
 * What a name with its thing in front says the other way round: `Voltage Regulators - Linear` are linear voltage regulators. A last segment
 * with things of its own says what they are.
 */
function inverted(name: string): string[] {
  const pieces = name.split(DASH);
  const head = pieces.at(-2);
  const tail = pieces.at(-1);
  if (head === undefined || tail === undefined || !PLURAL.test(head.trim())) return [];
  const [noun] = /\S+$/.exec(head.trim()) ?? [''];
  const kinds = tail.split(ALTERNATIVES).map((kind) => kind.trim());
  const areKinds = kinds.every((kind) => !PLURAL.test(kind) || kind.endsWith(noun));
  return areKinds ? kinds.filter((kind) => kind !== '' && !kind.endsWith(noun)).map((kind) => `${kind} ${head.trim()}`) : [];
}

/** A name with `TAIL` before the last word of each segment that only says more of the word before it. */
function withTails(name: string): string {
  const pieces = name.replace(/\s(?:and|or)\s/gi, ' & ').split(SEPARATORS);
  joinAdjectives(pieces);
  return pieces.map((piece, i) => (i % 2 === 0 ? withTail(piece) : piece)).join('');
}

/**
 * Words before a plural do not name things themselves: in `Fast Recovery / High Efficiency Diodes` and `USB, DVI, HDMI
 * Connectors` only the last one is. `ADJECTIVE` replaces their separators.
 */
function joinAdjectives(pieces: string[]): void {
  for (let i = pieces.length - 1; i >= 2; i -= 2) {
    const isAlternative = ALTERNATIVE.test(pieces[i - 1]);
    if (isAlternative && PLURAL.test(pieces[i].trim()) && !PLURAL.test(pieces[i - 2].trim())) {
      pieces.splice(i - 2, 3, `${pieces[i - 2]}${ADJECTIVE}${pieces[i]}`);
    }
  }
}

function withTail(segment: string): string {
  const [whole, before, last] = /(\S+)\s+(\S+)\s*$/.exec(segment.slice(-LONGEST_TAIL)) ?? [];
  if (whole === undefined) return segment;
  const isTail =
    (ACRONYM.test(last) && /.{4}s$/.test(before)) || (WEAK_TAILS.test(last) && before.length >= 4 && !SUPPLY.test(before));
  return isTail ? `${segment.slice(0, -whole.length)}${before} ${TAIL}${last}` : segment;
}

function sizeOf(...arrays: readonly ArrayBufferView[]): number {
  return arrays.reduce((sum, { byteLength }) => sum + byteLength, 0);
}
