import { fold } from '../analysis/text.js';
import { paced } from '../work/paced.js';
import { finished, type Steps, type Task } from '../work/pauses.js';
import type { Work } from '../work/work.js';
import { phraseKey } from './forms.js';
import { BOUGHT_MAKERS, MAKERS } from './maker-table.js';
import { KINDS, THINGS, USES, WITHIN } from './trade-table.js';
import { FAMILIES, OUTLINE_PINS, OUTLINES, PACKAGES, VALUES } from './trade-values.js';

/**
 * Which names of a catalog a list is about. `any` is of the caller's own lists; `buyer` and `bought` are makers who have bought that
 * of the phrase, or were bought by it.
 */
export type TradeKind = 'thing' | 'package' | 'value' | 'maker' | 'buyer' | 'bought' | 'any';

/** Another spelling of a phrase. */
export interface Equivalent {
  readonly text: string;
  readonly kind: TradeKind;
}

/** Phrases of the trade that mean each other. */
export interface TradeWords {
  /**
   * What else a phrase is called, or stands for; empty if the vocabulary does not have it. Case, punctuation, blanks and plurals do not
   * matter.
   */
  equivalents(phrase: string): readonly Equivalent[];
  /** The same for a key that `phraseKey` has made. */
  ofKey(key: string): readonly Equivalent[];
  /** The things that a phrase says the use of: MOSFETs for `logic level`. */
  usedFor(phrase: string): readonly string[];
  /** What a name stands for that means things with a value. */
  within(phrase: string): Within | undefined;
  /** Whether a folded text stands in some list, as it is written there. */
  isText(folded: string): boolean;
  /** Words of the longest phrase. */
  readonly longest: number;
}

/** Things with a value. */
export interface Within {
  readonly value: string;
  readonly things: readonly string[];
}

interface Entry {
  readonly keys: Set<string>;
  readonly equivalents: Equivalent[];
}

class Lists implements TradeWords {
  longest = 1;
  private readonly entries = new Map<string, Entry>();
  private readonly texts = new Set<string>();
  private readonly uses = new Map<string, string[]>();
  private readonly compounds = new Map<string, Within>();

  add(members: readonly string[], kind: TradeKind): void {
    const all = members.map((text) => ({ text: text.trim(), key: phraseKey(text) })).filter(({ key }) => key !== '');
    for (const { key, text } of all) {
      this.texts.add(fold(text));
      this.longest = Math.max(this.longest, text.split(/\s+/u).length);
      for (const other of all) this.addTo(key, other.key, { text: other.text, kind });
    }
  }

  /** Adds a maker that another has bought. Each of them may have a list of names already. */
  addBought(buyer: string, names: readonly string[]): void {
    this.add(names, 'maker');
    const buyers = this.namesOf(buyer);
    for (const name of new Set(names.flatMap((one) => this.namesOf(one)))) {
      this.addKinds(name, [buyer], 'buyer');
      for (const one of buyers) this.addKinds(one, [name], 'bought');
    }
  }

  private namesOf(maker: string): string[] {
    const others = this.equivalents(maker).filter(({ kind }) => kind === 'maker');
    return [maker, ...others.map(({ text }) => text)];
  }

  /** Adds what a phrase also stands for. None of it means the phrase, or another one. */
  addKinds(phrase: string, members: readonly string[], kind: TradeKind): void {
    const key = phraseKey(phrase);
    for (const text of members) {
      this.texts.add(fold(text));
      this.addTo(key, phraseKey(text), { text, kind });
    }
  }

  private addTo(key: string, other: string, equivalent: Equivalent): void {
    let entry = this.entries.get(key);
    if (!entry) this.entries.set(key, (entry = { keys: new Set([key]), equivalents: [] }));
    if (entry.keys.has(other)) return;
    entry.keys.add(other);
    entry.equivalents.push(equivalent);
  }

  equivalents(phrase: string): readonly Equivalent[] {
    return this.ofKey(phraseKey(phrase));
  }

  ofKey(key: string): readonly Equivalent[] {
    return this.entries.get(key)?.equivalents ?? [];
  }

  /** Adds a use of a thing, in the words of a phrase before it. */
  addUse(use: string, thing: string): void {
    const names = [thing, ...this.equivalents(thing).map(({ text }) => text)];
    this.addKinds(`${use} ${thing}`, names, 'thing');
    const key = phraseKey(use);
    this.uses.set(key, [...(this.uses.get(key) ?? []), thing]);
  }

  addWithin(names: string, value: string, things: string): void {
    for (const name of names.split(', ')) this.compounds.set(phraseKey(name), { value, things: things.split(', ') });
  }

  usedFor(phrase: string): readonly string[] {
    return this.uses.get(phraseKey(phrase)) ?? [];
  }

  within(phrase: string): Within | undefined {
    return this.compounds.get(phraseKey(phrase));
  }

  isText(folded: string): boolean {
    return this.texts.has(folded);
  }
}

function* listsOf(synonyms: readonly (readonly string[])[]): Steps<Lists> {
  const lists = new Lists();
  const tables: [readonly string[], TradeKind][] = [
    [THINGS, 'thing'],
    [PACKAGES, 'package'],
    [VALUES, 'value'],
    [MAKERS, 'maker'],
  ];
  for (const [lines, kind] of tables) {
    for (const line of lines) {
      lists.add(line.split(','), kind);
      yield;
    }
  }
  for (const line of BOUGHT_MAKERS) {
    const [buyer, ...names] = line.split(', ');
    lists.addBought(buyer, names);
    yield;
  }
  for (const [names, pins] of FAMILIES) {
    for (const count of pins.split(', ')) lists.add(withPins(names.split(', '), count), 'package');
    yield;
  }
  for (const line of KINDS) {
    const [phrase, ...members] = line.split(', ');
    lists.addKinds(phrase, members, 'thing');
    yield;
  }
  for (const [uses, things] of USES) {
    for (const thing of things.split(', ')) for (const use of uses.split(', ')) lists.addUse(use, thing);
    yield;
  }
  for (const [names, value, things] of WITHIN) lists.addWithin(names, value, things);
  const outlines = OUTLINES.flatMap((line) => line.split(', '));
  for (const count of OUTLINE_PINS) {
    lists.addKinds(
      `${count} pin`,
      outlines.map((name) => `${name}-${count}`),
      'package',
    );
    yield;
  }
  for (const members of synonyms) lists.add(members, 'any');
  return lists;
}

/** `SOIC-8`, `8-SOIC`. */
function withPins(names: readonly string[], count: string): string[] {
  return names.flatMap((name) => [`${name}-${count}`, `${count}-${name}`]);
}

let builtIn: Lists | undefined;

/**
 * The vocabulary of the trade, with the lists of a build or an open.
 * @param synonyms lists of phrases; each member means each other. Default: none
 */
export function tradeWords(synonyms: readonly (readonly string[])[] = []): TradeWords {
  if (synonyms.length > 0) return finished(listsOf(synonyms));
  builtIn ??= finished(listsOf([]));
  return builtIn;
}

/** `tradeWords` in steps. */
export function* tradeWordsInSteps(synonyms: readonly (readonly string[])[], work: Work): Task<TradeWords> {
  if (synonyms.length === 0 && builtIn) return builtIn;
  const lists = yield* paced(listsOf(synonyms), work);
  if (synonyms.length === 0) builtIn = lists;
  return lists;
}
