import { phraseKey } from './forms.js';
import type { Span } from './lexical.js';
import { type Piece, phraseOf } from './pieces.js';
import type { Question } from './question.js';
import { MOUNTINGS } from './trade-table.js';
import { phrasesOf, WordRun } from './word-run.js';

/**
 * Words that negate what stands behind them. `no` is not one of them: relays and switches have contacts of that name (`SPST NO 12V`).
 */
const NEGATIONS = phrasesOf(
  'not, but not, and not, or not, neither, except, except for, excepting, excluding, exclude, excludes, other than, anything but, all but, everything but, everything except, all except, without, but without, w/o, nicht, nicht von, aber nicht, und nicht, kein, keine, keinen, außer, ohne, excepto, excluyendo, sauf, excepté, hors, sans',
);

/** Negates behind a negation only: elsewhere it is a kind of gate, and of memory. */
const FURTHER = 'nor';
/** Negations with which values begin that are no negations: `NOT Gate`. */
const AMBIGUOUS: ReadonlySet<string> = new Set(['not', FURTHER]);

/** A negation explains its words better than a value that has both of them does (`Without LED`), whose parts it finds too. */
const NEGATION_SCORE = 20;

const [ON_SURFACE, THROUGH_HOLE] = MOUNTINGS;
const SURFACE = ON_SURFACE.split(', ').map(phraseKey);

/** They carry a negation on to another thing of the same kind: `not red or green`. */
const CONJUNCTIONS = new Set(['or', 'and', 'oder', 'und', 'o', 'y', 'ou', 'et']);

/** What is known of the phrases of a question. */
export interface NegatedMeanings {
  /** Whether a phrase is a name of the trade, or a whole value of the catalog. */
  readonly isName: (phrase: string, mayBeValue: boolean) => boolean;
  /** Words of the longest such phrase. */
  readonly longest: number;
  /** What parts have that do not have what a piece means, where that is one other thing. */
  readonly insteadOf: (negated: Piece) => Piece | undefined;
}

/**
 * What negations in a question may negate: each piece that begins behind one, together with it. A comparison (`not over 5V`) and a name
 * (`not gate`) stay what they are.
 * @param pieces all that the question may be cut into
 */
export function negatedPieces(question: Question, pieces: readonly Piece[], meanings: NegatedMeanings): Piece[] {
  const run = new WordRun(question);
  const negated: Piece[] = [];
  let last = run.length;
  for (let at = 0; at < run.length; at++) {
    const end = run.word(at) === FURTHER && last < at ? at + 1 : run.phraseEnd(at, NEGATIONS);
    if (end === at || run.at(at)?.isExcluded || beginsName({ from: at, to: end }, pieces, question, meanings)) continue;
    last = end;
    for (const piece of pieces) {
      const { from, to, score } = piece;
      if (from < end || !isNegatable(piece, question) || !isConnected(run, end, from)) continue;
      const instead = meanings.insteadOf(piece);
      negated.push({ ...negatedBy(piece, { from: at, to }, score + NEGATION_SCORE * (from - at)), ...(instead && { instead }) });
    }
    at = end - 1;
  }
  return negated;
}

/**
 * A cut whose negations go on: over words behind a negated word that name nothing either, which are a phrase with it (`without low noise`),
 * and behind conjunctions, where what stands there is of the same kind (`not murata or tdk`).
 */
export function withCarriedNegations(cut: readonly Piece[], question: Question): Piece[] {
  const carried: Piece[] = [];
  for (const next of cut) {
    const before = carried.at(-1);
    const phrase = before?.negated && negatedPhrase(before, before.negated, next, question);
    if (phrase) carried[carried.length - 1] = phrase;
    else carried.push(isCarriedTo(next, carried, question) ? negatedBy(next, next, next.score) : next);
  }
  return carried;
}

function negatedPhrase(negation: Piece, negated: Piece, next: Piece, question: Question): Piece | undefined {
  if (!isPlainWord(negated) || !isPlainWord(next)) return undefined;
  const span = { from: negated.from, to: next.to };
  const phrase = { ...negated, ...span, texts: [phraseOf(question, span)] };
  return negatedBy(phrase, { from: negation.from, to: next.to }, negation.score + next.score);
}

function isPlainWord({ typed, texts, number, measured, categories, companies, values, negated }: Piece): boolean {
  const isNamed = [categories, companies, values].some((options) => options && options.length > 0);
  return typed !== undefined && texts !== undefined && number === undefined && !measured && !isNamed && !negated;
}

function isCarriedTo(next: Piece, before: readonly Piece[], { words }: Question): boolean {
  const [first, between] = before.slice(-2);
  if (!first?.negated || !between?.isConnecting || !CONJUNCTIONS.has(words[between.from].text.toLowerCase())) return false;
  return !next.isFirm && !next.certain && areOfOneKind(first.negated, next);
}

/**
 * How a part is mounted that is not mounted on the surface: through holes. What is not mounted through holes has many names: `0603` is
 * mounted on the surface as well.
 */
export function instead(text: string): string | undefined {
  return SURFACE.includes(phraseKey(text)) ? THROUGH_HOLE.split(', ')[0] : undefined;
}

function negatedBy(negated: Piece, { from, to }: Span, score: number): Piece {
  return { from, to, score, negated, isFirm: true, ...(negated.texts && { texts: negated.texts }) };
}

/** Whether a comparison, a wish, a category, a maker or another name begins with a negation. */
function beginsName(negation: Span, pieces: readonly Piece[], question: Question, meanings: NegatedMeanings): boolean {
  const { from, to: end } = negation;
  const isNamed = pieces.some(({ from: start, to, certain, categories, companies, measured }) => {
    const named = [categories, companies, measured?.entries];
    return start === from && to > end && (certain !== undefined || named.some((options) => options && options.length > 0));
  });
  if (isNamed) return true;
  const mayBeValue = AMBIGUOUS.has(phraseOf(question, negation).toLowerCase());
  const most = Math.min(question.words.length, from + meanings.longest);
  for (let to = end + 1; to <= most; to++) if (meanings.isName(phraseOf(question, { from, to }), mayBeValue)) return true;
  return false;
}

function isNegatable({ from, isIgnored, isConnecting, sortby }: Piece, { words }: Question): boolean {
  return !isIgnored && !isConnecting && sortby === undefined && !words[from].isExcluded;
}

/** Whether only connecting words stand between two places: `without a lock`. */
function isConnected(run: WordRun, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (run.at(at)?.kind !== 'connecting') return false;
  return true;
}

/** Whether two pieces may both be makers, or values of the same spec. */
function areOfOneKind(one: Piece, other: Piece): boolean {
  if (one.companies?.length && other.companies?.length) return true;
  const fields = new Set(fieldsOf(one));
  return fieldsOf(other).some((field) => fields.has(field));
}

function fieldsOf({ values = [], measured }: Piece): string[] {
  return [...values, ...(measured?.entries ?? [])].map(({ field }) => field);
}
