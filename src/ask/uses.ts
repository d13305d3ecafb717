import { phraseKey } from './forms.js';
import type { Span } from './lexical.js';
import { areNameWords, type Piece, phraseOf } from './pieces.js';
import type { Question } from './question.js';
import type { CatalogVocabulary } from './vocabulary.js';

/** Words of the longest use: `low power`. */
const LONGEST_USE = 2;

/** Words that say nothing more of a thing that is named: `IC LDO 3.3V`. */
const GENERIC = new Set(['ic', 'chip', 'integrated circuit'].map(phraseKey));
/** That of them which says something where nothing is named: `chip antenna`. */
const CHIP = phraseKey('chip');

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
  let beside: readonly Thing[] | undefined;
  for (let from = 0; from < length; from++) {
    for (let to = from + 1; to <= Math.min(length, from + LONGEST_USE); to++) {
      const generic = genericIn({ from, to }, question);
      if (generic !== undefined) {
        beside ??= things.filter(({ piece, key }) => !GENERIC.has(key) && !isInside(piece, pieces));
        const thing = thingBeside({ from, to }, beside);
        // In `ic socket` the word belongs to the name.
        const isNamed = things.some(({ piece }) => piece.from === from && piece.to === to + 1);
        if (thing || (generic !== CHIP && length > 1 && !isNamed)) yield { from, to, use: thing };
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

/** The key of a word for any part, if words are one. */
function genericIn(span: Span, question: Question): string | undefined {
  const words = question.words.slice(span.from, span.to);
  if (words.some(({ kind, isExcluded }) => kind !== 'word' || isExcluded)) return undefined;
  const key = phraseKey(phraseOf(question, span));
  return GENERIC.has(key) ? key : undefined;
}

/** The thing that a word for any part stands beside: that of which most words are a name. */
function thingBeside(span: Span, things: readonly Thing[]): Piece | undefined {
  const others = things.filter(({ piece }) => piece.to <= span.from || span.to <= piece.from);
  return others.reduce<Piece | undefined>((best, { piece }) => (best && best.score >= piece.score ? best : piece), undefined);
}
