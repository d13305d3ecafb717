import { fold } from '../analysis/text.js';
import type { Question, QuestionWord } from './question.js';
import { inDecimals } from './question-words.js';

/** The pieces of a question as the readers of runs look at them. */
export class WordRun {
  readonly length: number;
  private readonly words: readonly QuestionWord[];
  private readonly text: string;
  private readonly folded: readonly string[];

  constructor(question: Question) {
    this.words = question.words;
    this.text = question.read;
    this.length = question.words.length;
    this.folded = question.words.map(({ kind, text }) => (kind === 'quoted' ? '' : fold(text)));
  }

  /** The piece at a place, unless it is quoted: phrases have no reading by their spelling. */
  at(i: number): QuestionWord | undefined {
    const word = this.words[i];
    return word?.kind === 'quoted' ? undefined : word;
  }

  /** The piece as it is typed, with its punctuation; fractions in one character as decimals, as in its text. */
  raw(i: number): string {
    const word = this.words[i];
    return word ? inDecimals(this.text.slice(word.offset, word.offset + word.length)) : '';
  }

  /** The folded word at a place; empty behind the end and for phrases. */
  word(i: number): string {
    return this.folded[i] ?? '';
  }

  /** Whether a run can be one reading: a piece that is excluded, or pieces none of which is. */
  isRun(from: number, to: number): boolean {
    if (to > this.length) return false;
    if (to - from === 1) return this.at(from) !== undefined;
    for (let i = from; i < to; i++) if (!this.at(i) || this.words[i].isExcluded) return false;
    return true;
  }

  /** Whether only blanks stand between a piece and the next. */
  isJoined(i: number): boolean {
    const next = this.words[i + 1];
    if (!next || !this.isRun(i, i + 2)) return false;
    return this.raw(i).endsWith(this.words[i].text) && this.raw(i + 1).startsWith(next.text);
  }

  /** The end of the longest of some phrases that begins at a place; the place itself if none does. */
  phraseEnd(i: number, phrases: Phrases): number {
    let end = i;
    for (const phrase of phrases.get(this.word(i)) ?? []) {
      const to = i + phrase.length;
      if (to > end && phrase.every((word, j) => this.word(i + j) === word) && this.isRun(i, to)) end = to;
    }
    return end;
  }
}

/** Phrases by their first word. */
export type Phrases = ReadonlyMap<string, readonly (readonly string[])[]>;

/** Phrases of folded words. @param text separated by commas */
export function phrasesOf(text: string): Phrases {
  const phrases = new Map<string, string[][]>();
  for (const phrase of text.split(',')) {
    const words = fold(phrase).trim().split(/\s+/);
    const known = phrases.get(words[0]);
    if (known) known.push(words);
    else phrases.set(words[0], [words]);
  }
  return phrases;
}
