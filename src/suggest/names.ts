import { Index } from 'flexsearch';
import { fold, partNumberForm, tokens } from '../analysis/text.js';
import { partitionPoint } from '../encoding/partition-point.js';
import { type Candidate, EXACT, FUZZY, GRADES, PREFIX, WORDS } from './candidate.js';
import type { Named } from './named.js';
import { prefixDistance } from './prefix-distance.js';
import type { TypedText } from './typed-text.js';

/** One of the texts that find a thing. */
interface Label {
  /** Index of the thing that it names. */
  readonly owner: number;
  readonly form: string;
  readonly words: readonly string[];
  /** The names that a misspelled one may mean. */
  readonly letters: readonly string[];
}

/** Words are indexed by at most this many of their first letters, which bounds the cost of a word of thousands. */
const INDEXED_LETTERS = 16;
/**
 * Misspelled words are found by this many of their first letters, and then compared as a whole. Shorter words, and words with
 * digits, must be typed correctly.
 */
const BEGINNING = 4;
/** From this many letters on, two faults are tolerated instead of one. */
const LONG_WORD = 8;
/** Longer words are not treated as misspelled names. */
const MOST_FUZZY = 32;
/** Most labels that are compared letter by letter, those of more parts first. */
const MOST_COMPARED = 4000;

/**
 * Names by their beginning, by the beginnings of their words in any order, and by misspelled words. FlexSearch finds the words;
 * this class maps them to names and ranks these.
 */
export class Names {
  private readonly labels: Label[] = [];
  /** Indexes of `labels` in order of their forms, by UTF-16 units. */
  private readonly byForm: Uint32Array;
  private readonly words: Index;
  private readonly beginnings: Index;
  /** For each beginning in that index, the labels with a word that begins so. */
  private readonly begunAs: number[][] = [];
  private readonly beginningIds = new Map<string, number>();

  /** @param named the best first */
  constructor(private readonly named: readonly Named[]) {
    // One slot of results instead of several by position: this class ranks the results.
    this.words = new Index({ tokenize: 'forward', resolution: 1, encode: splitTokens });
    this.beginnings = new Index({ tokenize: 'tolerant', resolution: 1, encode: splitTokens });
    named.forEach(({ labels }, owner) => {
      for (const label of new Set(labels.map(fold))) this.addLabel(owner, label);
    });
    this.byForm = Uint32Array.from(this.labels.keys()).sort((a, b) => compareUnits(this.labels[a].form, this.labels[b].form));
  }

  private addLabel(owner: number, text: string): void {
    const id = this.labels.length;
    const words = tokens(text);
    this.labels.push({ owner, form: partNumberForm(text), words, letters: words.filter(isMadeOfLetters) });
    this.words.add(id, words.map((word) => word.slice(0, INDEXED_LETTERS)).join(' '));
    for (const word of words) if (word.length >= BEGINNING) this.addBeginning(id, word.slice(0, BEGINNING));
  }

  /**
   * Each beginning is a document of its own: if they shared one, FlexSearch would not find a beginning that is a misspelling of
   * another.
   */
  private addBeginning(label: number, beginning: string): void {
    let id = this.beginningIds.get(beginning);
    if (id === undefined) {
      id = this.begunAs.push([]) - 1;
      this.beginningIds.set(beginning, id);
      this.beginnings.add(id, beginning);
    }
    if (this.begunAs[id].at(-1) !== label) this.begunAs[id].push(label);
  }

  /** The names that equal or begin with the text, or have its words: for each kind and grade the best `most`. */
  complete({ form, words }: TypedText, most: number): Candidate[] {
    /** By index of `named`: 0 for not found, else higher for a better match. */
    const found = new Uint8Array(this.named.length);
    const note = ({ owner }: Label, grade: number) => {
      found[owner] = Math.max(found[owner], GRADES.length - grade);
    };
    for (
      let at = partitionPoint(0, this.byForm.length, (i) => this.labels[this.byForm[i]].form < form);
      at < this.byForm.length;
      at++
    ) {
      const label = this.labels[this.byForm[at]];
      if (!label.form.startsWith(form)) break;
      note(label, label.form.length === form.length ? EXACT : PREFIX);
    }
    for (const id of words.length > 0 ? search(this.words, words[0].slice(0, INDEXED_LETTERS)) : []) {
      const label = this.labels[id];
      if (words.every((word) => label.words.some((other) => other.startsWith(word)))) note(label, WORDS);
    }
    return this.bestOf(found, most);
  }

  private bestOf(found: Uint8Array, most: number): Candidate[] {
    const candidates: Candidate[] = [];
    const taken = new Map<string, number>();
    for (let owner = 0; owner < found.length; owner++) {
      if (found[owner] === 0) continue;
      const grade = GRADES.length - found[owner];
      const group = `${grade} ${this.named[owner].suggestion.kind}`;
      const count = taken.get(group) ?? 0;
      if (count < most) candidates.push(this.candidate(owner, grade, owner));
      taken.set(group, count + 1);
    }
    return candidates;
  }

  /** The best `most` of those with a misspelled word; fewer faults first. */
  completeFuzzy({ words }: TypedText, most: number): Candidate[] {
    const longest = words.find(isForgiven);
    if (longest === undefined) return [];
    const faults = new Map<number, number>();
    for (const id of this.similarlyBegun(longest).slice(0, MOST_COMPARED)) {
      const { owner } = this.labels[id];
      const count = countFaults(words, this.labels[id]);
      if (count < (faults.get(owner) ?? Number.POSITIVE_INFINITY)) faults.set(owner, count);
    }
    return [...faults]
      .sort(([a, ofA], [b, ofB]) => ofA - ofB || a - b)
      .slice(0, most)
      .map(([owner], place) => this.candidate(owner, FUZZY, place));
  }

  /**
   * The labels of which some word begins like this one with at most one fault, ascending. The index also has each beginning with
   * a letter left out and with two neighbours swapped, after the first letter; so a word with a wrong or an extra letter is found
   * by leaving one out of the typed text.
   */
  private similarlyBegun(word: string): number[] {
    const begun = word.slice(0, BEGINNING);
    const wanted = new Set([begun]);
    for (let i = 1; i < BEGINNING; i++) wanted.add(begun.slice(0, i) + begun.slice(i + 1));
    const found = new Set<number>();
    for (const beginning of wanted) {
      for (const id of search(this.beginnings, beginning)) for (const label of this.begunAs[id]) found.add(label);
    }
    return [...found].sort((a, b) => a - b);
  }

  private candidate(owner: number, grade: number, place: number): Candidate {
    return { suggestion: { ...this.named[owner].suggestion, match: GRADES[grade] }, grade, place };
  }
}

/** All ids that an index has for a word; the index's own list, not to be changed. */
function search(index: Index, word: string): number[] {
  return index.search(word, { limit: Number.MAX_SAFE_INTEGER }) as number[];
}

/** The indexes receive tokens separated by blanks: folding and tokenising is done by the shared functions. */
function splitTokens(text: string): string[] {
  return text.split(' ');
}

/** A code with other letters or digits is another code, not a misspelled one. */
function isMadeOfLetters(word: string): boolean {
  return word.length >= BEGINNING && !/\p{N}/u.test(word);
}

function isForgiven(word: string): boolean {
  return word.length <= MOST_FUZZY && isMadeOfLetters(word);
}

/** Faults of all typed words, each in the word of the name that it fits best; Infinity if one fits none. */
function countFaults(typed: readonly string[], { words, letters }: Label): number {
  let sum = 0;
  for (const word of typed) {
    if (words.some((own) => own.startsWith(word))) continue;
    const most = !isForgiven(word) ? 0 : word.length < LONG_WORD ? 1 : 2;
    let least = most + 1;
    for (const own of letters) if (own[0] === word[0]) least = Math.min(least, prefixDistance(word, own, most));
    if (least > most) return Number.POSITIVE_INFINITY;
    sum += least;
  }
  return sum;
}

function compareUnits(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
