import { phraseKey } from './forms.js';
import type { Span } from './lexical.js';
import { areNameWords, type Piece, phraseOf } from './pieces.js';
import type { Question } from './question.js';
import type { CatalogVocabulary } from './vocabulary.js';

/** Words of the longest use: `low power`. */
const LONGEST_USE = 2;

/** Words that say nothing more of a thing that is named: `IC LDO 3.3V`. */
const GENERIC = new Set(['ic', 'chip', 'integrated circuit'].map(phraseKey));

/** The same, which say nothing beside other words either. */
const SAYS_NOTHING = new Set(['ic', 'integrated circuit'].map(phraseKey));

/** Words for a use, and the name of the thing that they say it of. */
export interface Use extends Span {
  /** Undefined where nothing names a thing: the words then say nothing. */
  readonly use: Piece | undefined;
}

/** Words for the use of a thing that is named elsewhere: `mosfet 30V logic level`. @param pieces those that may name the thing */
export function* usesOf(question: Question, pieces: readonly Piece[], vocabulary: CatalogVocabulary): Iterable<Use> {
  const { length } = question.words;
  const things = pieces
    .filter(({ categories = [] }) => categories.length > 0)
    .map((piece): Thing => ({ piece, key: phraseKey(phraseOf(question, piece)) }));
  for (let from = 0; from < length; from++) {
    for (let to = from + 1; to <= Math.min(length, from + LONGEST_USE); to++) {
      if (isGeneric({ from, to }, question)) {
        const thing = genericOf(
          { from, to },
          things.filter(({ piece }) => !isInside(piece, pieces)),
        );
        // `usb hub ic`, but not `chip antenna`.
        if (thing || (length > 1 && SAYS_NOTHING.has(phraseKey(phraseOf(question, { from, to })))))
          yield { from, to, use: thing };
      }
      if (!areNameWords(question, { from, to })) break;
      const used = vocabulary.usedFor(phraseOf(question, { from, to }));
      if (used.length === 0) continue;
      const keys = new Set(used.flatMap((thing) => [thing, ...vocabulary.synonymsOf(thing)].map(phraseKey)));
      const found = things.find(({ piece, key }) => (piece.to <= from || to <= piece.from) && keys.has(key));
      if (found) yield { from, to, use: found.piece };
    }
  }
}

interface Thing {
  readonly piece: Piece;
  readonly key: string;
}

/** Whether a longer name or value has the words of a piece: the `uart` of `usb to uart`. */
function isInside({ from, to, score }: Piece, pieces: readonly Piece[]): boolean {
  return pieces.some((other) => {
    const isOver = other.from <= from && to <= other.to && other.to - other.from > to - from && other.score > score;
    return isOver && Boolean(other.categories?.length || other.values?.length);
  });
}

/** Whether words are a word for any part. */
function isGeneric(span: Span, question: Question): boolean {
  const words = question.words.slice(span.from, span.to);
  return (
    words.every(({ kind, isExcluded }) => kind === 'word' && !isExcluded) && GENERIC.has(phraseKey(phraseOf(question, span)))
  );
}

/** The thing that a word for any part stands beside: that of which most words are a name. */
function genericOf(span: Span, things: readonly Thing[]): Piece | undefined {
  const others = things.filter(({ piece, key }) => (piece.to <= span.from || span.to <= piece.from) && !GENERIC.has(key));
  return others.reduce<Piece | undefined>((best, { piece }) => (best && best.score >= piece.score ? best : piece), undefined);
}
