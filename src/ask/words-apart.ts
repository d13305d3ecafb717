import type { NamedOptions } from './catalog-options.js';
import { NUMBER_WORDS, withDigits } from './count-words.js';
import { phraseKey } from './forms.js';
import { type Entry, type Piece, phraseOf } from './pieces.js';
import { eitherOf } from './pin-rows.js';
import { ofOnePolarity } from './polarities.js';
import type { Question } from './question.js';
import { POLARITIES, TRANSISTORS } from './trade-values.js';
import type { CatalogVocabulary } from './vocabulary.js';

/** Longer questions have no names whose words stand apart: every word is looked up beside every thing. */
const MOST_WORDS = 16;

const OF_TRANSISTORS = new Set(TRANSISTORS.split(', ').map(phraseKey));
/** What two transistors in one package are called. */
const PAIRS = POLARITIES.flatMap(([one, other]) => [`2 ${one}`, `2 ${other}`, `1 ${one} 1 ${other}`]);

/** A piece with the words of it. */
interface Phrase {
  readonly piece: Piece;
  readonly text: string;
}

/**
 * What words mean beside a name that they do not stand before: `analog switch spdt` is a `spdt analog switch`, and `n-channel dual mosfet` a
 * `dual n-channel mosfet`.
 * @param pieces those that may have the names
 */
export function* wordsApart(
  question: Question,
  pieces: readonly Piece[],
  vocabulary: CatalogVocabulary,
  named: (phrase: string) => NamedOptions,
): Iterable<Piece> {
  const { words } = question;
  if (words.length > MOST_WORDS) return;
  const phrases = pieces
    .filter(({ categories, values }) => categories?.length || values?.length)
    .map((piece): Phrase => ({ piece, text: phraseOf(question, piece) }));
  for (let from = 0; from < words.length; from++) {
    const { kind, isExcluded, text } = words[from];
    if (kind !== 'word' || isExcluded) continue;
    const others = phrases.filter(({ piece }) => piece.to <= from || from + 1 < piece.from);
    const isNumber = NUMBER_WORDS.get(text.toLowerCase()) === '2';
    const values = isNumber
      ? valuesOfTwo(text, phrases, from, vocabulary, named)
      : others.flatMap((other) => valuesBeside(text, other, vocabulary, named));
    if (values.length === 0) continue;
    const counted = pieces.find((piece) => piece.from === from && piece.to === from + 1 && piece.measured)?.measured;
    // The values explain a number better than what it counts elsewhere: the channels of drivers.
    yield { from, to: from + 1, score: 0, values, ...(counted && { measured: { ...counted, isPlain: true } }), texts: [text] };
  }
}

/** The values of a name of things with a value, of which a word is the first and another phrase the rest. */
function valuesBeside(
  word: string,
  { piece, text }: Phrase,
  vocabulary: CatalogVocabulary,
  named: (phrase: string) => NamedOptions,
): readonly Entry[] {
  const within = piece.categories?.length ? vocabulary.within(`${word} ${text}`) : undefined;
  return within ? named(within.value).values : [];
}

/** The values of two transistors, of the polarity that the question names, or of any. */
function valuesOfTwo(
  word: string,
  phrases: readonly Phrase[],
  at: number,
  vocabulary: CatalogVocabulary,
  named: (phrase: string) => NamedOptions,
): readonly Entry[] {
  const isPolarity = ({ piece, text }: Phrase) =>
    piece.values?.length && [text, ...vocabulary.synonymsOf(text)].some((one) => ofOnePolarity(one) !== undefined);
  const polarities = phrases.filter(isPolarity);
  if (polarities.some(({ piece }) => piece.from <= at + 1 && at < piece.to)) return [];
  const hasTransistor = phrases.some(({ text }) => OF_TRANSISTORS.has(phraseKey(text)));
  if (polarities.length === 0 && !hasTransistor) return [];
  const names = polarities.length > 0 ? polarities.map(({ text }) => withDigits(`${word} ${text}`)) : PAIRS;
  return names.reduce<readonly Entry[]>((values, name) => eitherOf(values, named(name).values), []);
}
