import { compareCodePoints } from '../analysis/text.js';
import { compareBytes, decodeUtf8, utf8Bytes } from '../analysis/utf8.js';
import { KEYWORDS } from '../encoding/text-indexes.js';
import { Needs } from '../index/section.js';
import type { Segment } from '../index/segment.js';
import type { TermMasks } from '../index/text/term-masks.js';
import type { TextTerms } from '../index/text/text-index.js';
import type { Steps, Task } from '../work/pauses.js';
import type { Work } from '../work/work.js';
import type { CountedWord, Vocabulary } from './internals.js';
import { load } from './load.js';
import { nearWords } from './near-words.js';

/** Reading a term takes about as long as this many steps of a plain loop. */
const TERM_COST = 8;

/** Words of up to this many letters may differ in one letter, longer ones in two. */
const SHORT_WORD = 5;
/** Shorter words are near to nearly every other short one, and nobody types longer ones. */
const LEAST_LETTERS = 3;
const MOST_LETTERS = 64;

/** What of a segment has the words. */
interface Terms extends TextTerms {
  readonly masks: TermMasks;
  /** The bits of the fields in masks whose words are wanted. */
  readonly described: number;
}

/** The words of parts: the terms of their keyword indexes. */
export class PartVocabulary implements Vocabulary {
  constructor(private readonly segments: readonly Segment[]) {}

  wordsBeginning(text: string, most: number, work: Work): Promise<readonly CountedWord[]> {
    return work.run(this.beginningTask(text, most, work));
  }

  /** The words of a text index that begin with a text, those of most parts first. @param field undefined for any of the index */
  *wordsOf(index: string, field: string | undefined, text: string, most: number, work: Work): Task<readonly CountedWord[]> {
    const segments = this.segments.map((segment) => segment.text(index));
    const needs = new Needs();
    for (const { terms, masks } of segments) needs.add(terms).add(masks);
    yield* load(needs);
    const terms = segments.map((one) => {
      const described = field === undefined ? one.searched : one.searched & one.bitOf(field);
      return { ...one.terms.value, masks: one.masks.value, described };
    });
    return yield* this.beginning(terms, text, most, work);
  }

  has(word: string, work: Work): Promise<boolean> {
    return work.run(this.hasTask(word));
  }

  nearest(word: string, work: Work): Promise<CountedWord | undefined> {
    return work.run(this.nearestTask(word, work));
  }

  private *beginningTask(text: string, most: number, work: Work): Task<readonly CountedWord[]> {
    return yield* this.beginning(yield* this.load(), text, most, work);
  }

  private *beginning(indexes: readonly Terms[], text: string, most: number, work: Work): Steps<readonly CountedWord[]> {
    const key = utf8Bytes(text);
    const counts = new Map<string, number>();
    for (const { terms, postings, masks, described } of indexes) {
      const cursor = terms.cursorAt(terms.lowerBound(key));
      while (cursor.next()) {
        if (work.spend(TERM_COST)) yield;
        if (cursor.length < key.length || compareBytes(cursor.term, 0, key.length, key, 0, key.length) !== 0) break;
        const { ordinal } = cursor;
        if (!masks.occursIn(ordinal, postings.multiIndex(ordinal), described)) continue;
        const word = decodeUtf8(cursor.term, 0, cursor.length);
        counts.set(word, (counts.get(word) ?? 0) + postings.count(ordinal));
      }
    }
    const words = [...counts].map(([word, parts]) => ({ word, parts }));
    return words.sort((a, b) => b.parts - a.parts || compareCodePoints(a.word, b.word)).slice(0, most);
  }

  private *hasTask(word: string): Task<boolean> {
    return (yield* this.load()).some(({ terms, postings }) => {
      const ordinal = terms.find(word);
      return ordinal >= 0 && postings.count(ordinal) > 0;
    });
  }

  private *nearestTask(word: string, work: Work): Task<CountedWord | undefined> {
    const { length } = [...word];
    if (length < LEAST_LETTERS || length > MOST_LETTERS) return undefined;
    const most = length <= SHORT_WORD ? 1 : 2;
    const [[nearest]] = yield* nearWords(this.segments, [{ word, most }], isMadeOfLetters, work);
    return nearest && { word: nearest.word, parts: nearest.records };
  }

  private *load(): Task<readonly Terms[]> {
    const needs = new Needs();
    for (const segment of this.segments) {
      const index = segment.text(KEYWORDS);
      needs.add(index.terms).add(index.masks);
    }
    yield* load(needs);
    return this.segments.map((segment) => {
      const index = segment.text(KEYWORDS);
      return { ...index.terms.value, masks: index.masks.value, described: index.bitOf('descriptions.value') };
    });
  }
}

/** A code with other digits is another code, not a misspelled word. */
function isMadeOfLetters(word: string): boolean {
  return !/\P{L}/u.test(word);
}
