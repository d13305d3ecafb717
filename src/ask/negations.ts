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
  'not, but not, and not, or not, nor, except, except for, excepting, excluding, exclude, excludes, other than, anything but, all but, everything but, everything except, all except, without, but without, w/o, nicht, nicht von, aber nicht, und nicht, kein, keine, keinen, außer, ohne, excepto, excluyendo, sauf, excepté, hors, sans',
);

/** A negation explains its words better than a value that has both of them does (`Without LED`), whose parts it finds too. */
const NEGATION_SCORE = 20;

const [ON_SURFACE, THROUGH_HOLE] = MOUNTINGS;
const SURFACE = ON_SURFACE.split(', ').map(phraseKey);

/** They carry a negation on to another thing of the same kind: `not red or green`. */
const CONJUNCTIONS = new Set(['or', 'and', 'oder', 'und', 'o', 'y', 'ou', 'et']);

/**
 * What negations in a question may negate: each piece that begins behind one, together with it. A comparison (`not over 5V`) and a name
 * (`not gate`) stay what they are.
 * @param pieces all that the question may be cut into
 * @param insteadOf what parts have that do not have what a piece means, where that is one other thing
 */
export function negatedPieces(
  question: Question,
  pieces: readonly Piece[],
  insteadOf: (negated: Piece) => Piece | undefined,
): Piece[] {
  const run = new WordRun(question);
  const negated: Piece[] = [];
  for (let at = 0; at < run.length; at++) {
    const end = run.phraseEnd(at, NEGATIONS);
    if (end === at || run.at(at)?.isExcluded || beginsName(at, end, pieces)) continue;
    for (const piece of pieces) {
      const { from, to, score } = piece;
      if (from < end || !isNegatable(piece, question) || !isConnected(run, end, from)) continue;
      const instead = insteadOf(piece);
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

/** Whether a comparison, a wish, a category or a maker begins with a negation. */
function beginsName(from: number, end: number, pieces: readonly Piece[]): boolean {
  return pieces.some(({ from: start, to, certain, categories, companies, measured }) => {
    const named = [categories, companies, measured?.entries];
    return start === from && to > end && (certain !== undefined || named.some((options) => options && options.length > 0));
  });
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
