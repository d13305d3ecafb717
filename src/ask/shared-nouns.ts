import type { NamedOptions } from './catalog-options.js';
import { EITHER } from './connecting-words.js';
import type { Span } from './lexical.js';
import { type Option, type Piece, phraseOf } from './pieces.js';
import type { Question } from './question.js';
import { WordRun } from './word-run.js';

/** A word that names a thing with the last word of another thing behind an `or`: the `ceramic` of `ceramic or film capacitor`. */
export interface SharedNoun extends Span {
  readonly categories: readonly Option[];
  readonly texts: readonly string[];
}

/**
 * Words before an `or` that share the noun of the thing behind it.
 * @param pieces those that may name the thing
 */
export function* sharedNouns(
  question: Question,
  pieces: readonly Piece[],
  name: (phrase: string) => NamedOptions,
): Iterable<SharedNoun> {
  const run = new WordRun(question);
  for (let from = 0; from + 3 < run.length; from++) {
    const first = run.at(from);
    if (first?.kind !== 'word' || !run.isRun(from, from + 3) || !EITHER.has(run.word(from + 1))) continue;
    const nouns = pieces
      .filter((piece) => piece.from === from + 2 && piece.to > from + 3 && piece.categories?.length)
      .map(({ to }) => phraseOf(question, { from: to - 1, to }));
    for (const noun of new Set(nouns)) {
      const text = `${first.text} ${noun}`;
      const { categories, fit } = name(text);
      if (fit === undefined || fit === 'inside' || categories.length === 0) continue;
      yield { from, to: from + 1, categories, texts: [text] };
    }
  }
}
