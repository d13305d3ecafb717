import { Tokenizer } from '../analysis/tokenizer.js';
import type { Limits } from '../model/limits.js';
import type { KeywordTerm } from '../parser/ast.js';
import { readKeywords } from '../parser/keywords.js';
import { printKeywords } from '../parser/print.js';
import type { Task } from '../work/pauses.js';
import type { Work } from '../work/work.js';
import type { NearWord, WantedWord } from './near-words.js';

/** Most suggestions of an answer. */
const MOST = 5;
/** Most corrected texts that are tried. */
const MOST_TRIED = 24;
/** Most words that are corrected, and near words of each that are tried. */
const MOST_WORDS = 8;
const MOST_NEAR = 6;
/** Words from this many letters on may differ in one letter, from the second number on in two. */
const ONE_EDIT = 4;
const TWO_EDITS = 8;
/** Nobody types longer words. */
const LONGEST_WORD = 64;

/** A word of a term of `q`. */
interface Word extends WantedWord {
  /** Its term, and its place in the text of it. */
  readonly term: number;
  readonly from: number;
  readonly to: number;
}

/** A word in place of another. */
interface Correction {
  readonly word: Word;
  readonly by: string;
}

/** The words of a catalog that `q` finds records by. */
export interface SuggestedWords {
  /** Those near each of some others, the nearest first: `nearWords` says how they are ordered. */
  near(wanted: readonly WantedWord[], work: Work): Task<readonly (readonly NearWord[])[]>;
  /** Whether some record has a word. */
  has(word: string): Task<boolean>;
}

/** Suggests other texts for a `q` that finds nothing: docs/semantics.md, "Corrections". */
export class SpellingSuggester {
  /** @param atOnce texts that are counted together: the first that find something are suggested, and the others were counted in vain */
  constructor(
    private readonly words: SuggestedWords,
    private readonly atOnce = 1,
  ) {}

  /** @param hitsOf counts what each of some texts finds */
  *suggest(
    q: string,
    { terms: most }: Limits,
    hitsOf: (texts: readonly string[]) => Task<readonly number[]>,
    work: Work,
  ): Task<string[]> {
    work.begin('looking for near words');
    const { terms } = yield* readKeywords(q, most);
    const words = wordsOf(terms).slice(0, MOST_WORDS);
    if (words.length === 0) return [];
    const near = (yield* this.words.near(words, work)).map((found) => found.slice(0, MOST_NEAR));
    const corrections = words.map((word, i) => near[i].map(({ word: by }) => ({ word, by })));
    const unknown: Correction[][] = [];
    for (const [i, { word }] of words.entries()) if (!(yield* this.words.has(word))) unknown.push(corrections[i]);
    const tried = new Set<string>();
    for (const [i, chosen] of [...choices(unknown, corrections)].entries()) {
      if (i < MOST_TRIED) tried.add(corrected(terms, chosen));
    }
    const texts = [...tried];
    const found: string[] = [];
    for (let from = 0; from < texts.length && found.length < MOST; from += this.atOnce) {
      const some = texts.slice(from, from + this.atOnce);
      const hits = yield* hitsOf(some);
      found.push(...some.filter((_, i) => hits[i] > 0));
    }
    return found.slice(0, MOST);
  }
}

/** The words of terms that may be corrected: not those of phrases, patterns and exclusions. */
function wordsOf(terms: readonly KeywordTerm[]): Word[] {
  const tokenizer = new Tokenizer();
  return terms.flatMap((term, i) => {
    if (term.kind !== 'word' || term.excluded) return [];
    const count = tokenizer.run(term.text);
    return Array.from({ length: count }, (_, token) => {
      const word = tokenizer.token(token);
      const { length } = [...word];
      const most = length > LONGEST_WORD || length < ONE_EDIT ? 0 : length < TWO_EDITS ? 1 : 2;
      return { word, most, term: i, from: tokenizer.from(token), to: tokenizer.to(token) };
    }).filter((word) => word.most > 0);
  });
}

/**
 * What to correct, the likeliest first: every unknown word by its nearest one, with another near word for one of them at a time; then
 * one word at a time, since words that are known need not be those that were meant.
 */
function* choices(unknown: readonly (readonly Correction[])[], all: readonly (readonly Correction[])[]): Iterable<Correction[]> {
  if (unknown.length > 0 && unknown.every((near) => near.length > 0)) {
    const best = unknown.map(([nearest]) => nearest);
    yield best;
    for (const [i, near] of unknown.entries()) for (const other of near.slice(1)) yield best.with(i, other);
  }
  for (let rank = 0; rank < MOST_NEAR; rank++) {
    for (const near of all) if (near.length > rank) yield [near[rank]];
  }
}

/** The text of `q` with some words replaced. */
function corrected(terms: readonly KeywordTerm[], corrections: readonly Correction[]): string {
  const changed = terms.map((term, i) => {
    if (term.kind !== 'word') return term;
    const inTerm = corrections.filter(({ word }) => word.term === i).sort((a, b) => b.word.from - a.word.from);
    const text = inTerm.reduce((written, { word, by }) => written.slice(0, word.from) + by + written.slice(word.to), term.text);
    return { ...term, text };
  });
  return printKeywords({ kind: 'keywords', terms: changed });
}
