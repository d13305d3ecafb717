import { compareCodePoints } from '../analysis/text.js';
import { decodeUtf8, utf8Bytes } from '../analysis/utf8.js';
import { KEYWORDS } from '../encoding/text-indexes.js';
import { Needs } from '../index/section.js';
import type { Segment } from '../index/segment.js';
import type { Task } from '../work/pauses.js';
import type { Work } from '../work/work.js';
import { load } from './load.js';
import { wordDistance } from './word-distance.js';

/** Reading a term takes about as long as this many steps of a plain loop. */
const TERM_COST = 8;
/** Comparing two words letter by letter likewise. */
const COMPARE_COST = 200;

/** A word that is looked for among those of an index. */
export interface WantedWord {
  readonly word: string;
  /** Most letters that may differ. */
  readonly most: number;
}

/** A word of the index that is near one that was looked for. */
export interface NearWord {
  readonly word: string;
  readonly distance: number;
  /** Records that have it. */
  readonly records: number;
}

/**
 * The words that `q` finds records by, near each of some others: those that differ in the fewest letters first, then those of most
 * records, then by code points. A word itself is not near it.
 * @param accepts whether a word of the index may be returned
 */
export function* nearWords(
  segments: readonly Segment[],
  wanted: readonly WantedWord[],
  accepts: (word: string) => boolean,
  work: Work,
): Task<NearWord[][]> {
  const needs = new Needs();
  const indexes = segments.map((segment) => segment.text(KEYWORDS));
  for (const { terms, masks } of indexes) needs.add(terms).add(masks);
  yield* load(needs);
  const seekers = wanted.map((one) => new Seeker(one));
  const shortest = Math.min(...seekers.map(({ shortestBytes }) => shortestBytes));
  const longest = Math.max(...seekers.map(({ longestBytes }) => longestBytes));
  for (const index of indexes) {
    const { terms, postings } = index.terms.value;
    const masks = index.masks.value;
    const cursor = terms.cursorAt(0);
    while (cursor.next()) {
      if (work.spend(TERM_COST)) yield;
      if (cursor.length < shortest || cursor.length > longest) continue;
      const { ordinal, length } = cursor;
      const word = decodeUtf8(cursor.term, 0, length);
      const letters = [...word];
      for (const seeker of seekers) {
        if (!seeker.mayBeNear(letters.length)) continue;
        if (work.spend(COMPARE_COST)) yield;
        const distance = seeker.distanceTo(letters);
        if (distance === 0 || distance > seeker.most || !accepts(word)) continue;
        // Of a view that hides fields: words of the others alone.
        if (!masks.occursIn(ordinal, postings.multiIndex(ordinal), index.searched)) continue;
        seeker.add(word, distance, postings.count(ordinal));
      }
    }
  }
  return seekers.map((seeker) => seeker.found);
}

/** Collects the words near one. */
class Seeker {
  readonly most: number;
  /** In UTF-8 a letter takes one to four bytes. */
  readonly shortestBytes: number;
  readonly longestBytes: number;
  private readonly letters: readonly string[];
  private readonly near = new Map<string, { distance: number; records: number }>();

  constructor({ word, most }: WantedWord) {
    this.letters = [...word];
    this.most = most;
    this.shortestBytes = this.letters.length - most;
    this.longestBytes = utf8Bytes(word).length + 4 * most;
  }

  mayBeNear(letters: number): boolean {
    return Math.abs(letters - this.letters.length) <= this.most;
  }

  distanceTo(letters: readonly string[]): number {
    return wordDistance(this.letters, letters, this.most);
  }

  add(word: string, distance: number, records: number): void {
    const known = this.near.get(word);
    if (known) known.records += records;
    else this.near.set(word, { distance, records });
  }

  get found(): NearWord[] {
    const all = Array.from(this.near, ([word, of]) => ({ word, ...of }));
    return all.sort((a, b) => a.distance - b.distance || b.records - a.records || compareCodePoints(a.word, b.word));
  }
}

/** Whether some record has a word in a field that `q` searches. */
export function* hasWord(segments: readonly Segment[], word: string): Task<boolean> {
  const needs = new Needs();
  const indexes = segments.map((segment) => segment.text(KEYWORDS));
  for (const { terms, masks } of indexes) needs.add(terms).add(masks);
  yield* load(needs);
  return indexes.some(({ terms, masks, searched }) => {
    const ordinal = terms.value.terms.find(word);
    return ordinal >= 0 && masks.value.occursIn(ordinal, terms.value.postings.multiIndex(ordinal), searched);
  });
}
