import { phraseKey } from './forms.js';
import type { Span } from './lexical.js';
import { areNameWords, type Piece, phraseOf } from './pieces.js';
import type { Question } from './question.js';
import type { CatalogVocabulary } from './vocabulary.js';

/** Words of the longest use: `low power`. */
const LONGEST_USE = 2;

/** Words for a use, and the name of the thing that they say it of. */
export interface Use extends Span {
  readonly use: Piece;
}

/** Words for the use of a thing that is named elsewhere: `mosfet 30V logic level`. @param pieces those that may name the thing */
export function* usesOf(question: Question, pieces: readonly Piece[], vocabulary: CatalogVocabulary): Iterable<Use> {
  const { length } = question.words;
  const things = pieces
    .filter(({ categories = [] }) => categories.length > 0)
    .map((piece) => ({ piece, key: phraseKey(phraseOf(question, piece)) }));
  for (let from = 0; from < length; from++) {
    for (let to = from + 1; to <= Math.min(length, from + LONGEST_USE); to++) {
      if (!areNameWords(question, { from, to })) break;
      const used = vocabulary.usedFor(phraseOf(question, { from, to }));
      if (used.length === 0) continue;
      const keys = new Set(used.flatMap((thing) => [thing, ...vocabulary.synonymsOf(thing)].map(phraseKey)));
      const found = things.find(({ piece, key }) => (piece.to <= from || to <= piece.from) && keys.has(key));
      if (found) yield { from, to, use: found.piece };
    }
  }
}
