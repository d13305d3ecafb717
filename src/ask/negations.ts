import type { Task } from '../work/pauses.js';
import { words } from './conditions.js';
import type { Evidence } from './evidence.js';
import type { Span } from './lexical.js';
import { type Piece, phraseOf } from './pieces.js';
import { amongOthers } from './polarities.js';
import type { Question } from './question.js';
import { phrasesOf, WordRun } from './word-run.js';

/** Words that negate what stands behind them. `no` is one of them before a name alone: see `isNo`. */
const NEGATIONS = phrasesOf(
  'not, but not, and not, or not, neither, except, except for, excepting, excluding, exclude, excludes, other than, anything but, all but, everything but, everything except, all except, without, but without, w/o, nicht, nicht von, aber nicht, und nicht, kein, keine, keinen, außer, ohne, excepto, excluyendo, sauf, excepté, hors, sans',
);

/** Negates behind a negation only: elsewhere it is a kind of gate, and of memory. */
const FURTHER = 'nor';
/** Negations with which values begin that are no negations: `NOT Gate`. */
const AMBIGUOUS: ReadonlySet<string> = new Set(['not', FURTHER]);

/** A negation explains its words better than a value that has both of them does (`Without LED`), whose parts it finds too. */
const NEGATION_SCORE = 20;

/** Rows that are read to learn whether words of a question are phrases. */
const MOST_ROWS = 100_000;

/** What `no` may negate: the others are contacts that are normally open, or closed. */
const NEGATED_NAME = /^\p{L}{3,}$/u;
const OF_CONTACTS: ReadonlySet<string> = new Set(
  'contact contacts kontakt relay relays relais switch switches button normally spst dpst spdt dpdt form clean'.split(' '),
);

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
 * Some pieces, with what negations in the question may negate: each piece that begins behind one, together with it. A comparison (`not
 * over 5V`) and a name (`not gate`) stay what they are. Behind a negation no piece has a comma in it: `not red, green` is a list.
 * @param all that the question may be cut into
 */
export function withNegations(question: Question, all: readonly Piece[], meanings: NegatedMeanings): Piece[] {
  const run = new WordRun(question);
  const negated: Piece[] = [];
  let last = run.length;
  let pieces = all;
  for (let at = 0; at < run.length; at++) {
    const isOne = (run.word(at) === FURTHER && last < at) || isNo(run, at, meanings);
    const end = isOne ? at + 1 : run.phraseEnd(at, NEGATIONS);
    if (end === at || run.at(at)?.isExcluded || beginsName({ from: at, to: end }, pieces, question, meanings)) continue;
    if (last === run.length) pieces = all.filter((piece) => piece.from < end || !hasComma(piece, run));
    last = end;
    // Of a use of things nothing is negated but its words: `mosfet not logic level` excludes no MOSFETs.
    for (const { use: _use, ...piece } of pieces) {
      const { from, to, score } = piece;
      if (from < end || !isNegatable(piece, question) || !isConnected(run, end, from)) continue;
      const instead = meanings.insteadOf(piece);
      negated.push({ ...negatedBy(piece, { from: at, to }, score + NEGATION_SCORE * (from - at)), ...(instead && { instead }) });
    }
    at = end - 1;
  }
  return [...pieces, ...negated];
}

/**
 * Whether a word is a `no` that negates a name: `capacitor no tantalum`. Relays and switches have contacts that are called so (`SPST NO
 * 12V`, `relay no contact`).
 */
function isNo(run: WordRun, at: number, { isName }: NegatedMeanings): boolean {
  const behind = run.at(at + 1)?.text ?? '';
  if (run.raw(at) !== 'no' || !NEGATED_NAME.test(behind) || OF_CONTACTS.has(run.word(at + 1) ?? '')) return false;
  return !OF_CONTACTS.has(run.word(at - 1) ?? '') && isName(behind, true);
}

/** Whether a comma stands between two words of a span. */
function hasComma({ from, to }: Span, run: WordRun): boolean {
  for (let at = from; at < to - 1; at++) if (run.raw(at).endsWith(',')) return true;
  return false;
}

/**
 * A cut whose negations go on: over words behind a negated word that name nothing either, where some part has them as a phrase (`without
 * low noise`), and behind conjunctions and commas, where what stands there is of the same kind (`not murata, tdk or avx`).
 */
export function* withCarriedNegations(
  cut: readonly Piece[],
  question: Question,
  evidence: Pick<Evidence, 'find' | 'rowsRead'>,
): Task<Piece[]> {
  const run = new WordRun(question);
  const carried: Piece[] = [];
  let rows = 0;
  for (const next of cut) {
    const phrase = negatedPhrase(carried.at(-1), next, run, question);
    if (phrase?.texts && rows <= MOST_ROWS) {
      rows += yield* evidence.rowsRead(phrase.texts);
      if (rows <= MOST_ROWS && (yield* evidence.find(words(...phrase.texts))).parts > 0) {
        carried[carried.length - 1] = phrase;
        continue;
      }
    }
    const from = carriedFrom(next, carried, run);
    if (from !== undefined && from < carried.length) carried.push(asIgnored(carried.pop() as Piece));
    carried.push(from === undefined ? next : negatedBy(next, next, next.score));
  }
  return carried;
}

/** A negation and the word behind it as one, if both are plain words with nothing but blanks between them. */
function negatedPhrase(negation: Piece | undefined, next: Piece, run: WordRun, question: Question): Piece | undefined {
  const negated = negation?.negated;
  if (!negated || !isPlainWord(negated) || !isPlainWord(next) || !run.isJoined(next.from - 1)) return undefined;
  const span = { from: negated.from, to: next.to };
  const phrase = { ...negated, ...span, texts: [phraseOf(question, span)] };
  return negatedBy(phrase, { from: negation.from, to: next.to }, negation.score + next.score);
}

function isPlainWord({ typed, texts, number, measured, categories, companies, values, negated }: Piece): boolean {
  const isNamed = [categories, companies, values].some((options) => options && options.length > 0);
  return typed !== undefined && texts !== undefined && number === undefined && !measured && !isNamed && !negated;
}

/** How many of some pieces stand before the comma or conjunction that carries a negation on to the next piece; undefined if none does. */
function carriedFrom(next: Piece, before: readonly Piece[], run: WordRun): number | undefined {
  const at = next.from - 1;
  const isConjunction = CONJUNCTIONS.has(run.word(at)) && before.at(-1)?.from === at;
  const from = isConjunction ? before.length - 1 : before.length;
  const first = before[from - 1];
  if (!first?.negated || !(isConjunction || run.raw(at).endsWith(','))) return undefined;
  return !next.isFirm && !next.certain && areOfOneKind(first.negated, next) ? from : undefined;
}

/** A conjunction is no word that parts have: `ou`. Those that connect words anyway stay what they are. */
function asIgnored(conjunction: Piece): Piece {
  const { from, to, isConnecting } = conjunction;
  return isConnecting ? conjunction : { from, to, score: 0, isIgnored: true };
}

function negatedBy(negated: Piece, { from, to }: Span, score: number): Piece {
  const { texts, values = [] } = negated;
  // `not red` excludes `Red, Green`, too.
  const excluded = values.some((value) => value.amongOthers) ? { ...negated, values: values.map(amongOthers) } : negated;
  return { from, to, score, negated: excluded, isFirm: true, ...(texts && { texts }) };
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

function isNegatable({ from, isIgnored, isConnecting, sortby }: Piece, question: Question): boolean {
  return !isIgnored && !isConnecting && sortby === undefined && !question.words[from].isExcluded;
}

/** Whether only connecting words stand between two places: `without a lock`. */
function isConnected(run: WordRun, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (run.at(at)?.kind !== 'connecting') return false;
  return true;
}

/** Whether two pieces may both be makers, or values of the same spec. */
export function areOfOneKind(one: Piece, other: Piece): boolean {
  if (one.companies?.length && other.companies?.length) return true;
  const fields = new Set(fieldsOf(one));
  return fieldsOf(other).some((field) => fields.has(field));
}

function fieldsOf({ values = [], measured }: Piece): string[] {
  return [...values, ...(measured?.entries ?? [])].map(({ field }) => field);
}
