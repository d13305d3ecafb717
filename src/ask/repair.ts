import { partNumberForm } from '../analysis/text.js';
import type { Task } from '../work/pauses.js';
import type { Work } from '../work/work.js';
import type { Effort } from './effort.js';
import type { Evidence, Found } from './evidence.js';
import { groupsOf, isNumberLike, joinedForm, phraseKey } from './forms.js';
import { isWish, meetingWishes } from './offer-wishes.js';
import type { Piece } from './pieces.js';
import type { Question } from './question.js';
import type { Resolved } from './resolution.js';
import type { CatalogVocabulary, Correction } from './vocabulary.js';
import { mostEdits } from './vocabulary-lexicon.js';

/** The pieces of a question with the parts that meet all of them. */
export interface Answer {
  readonly question: Question;
  /** All pieces that it may be cut into. */
  readonly pieces: readonly Piece[];
  readonly resolved: readonly Resolved[];
  readonly found: Found;
  /** The pieces that were dropped so that something is found. */
  readonly dropped: readonly Resolved[];
  /** What answering it takes; see `Effort`. */
  readonly counts: number;
}

/** Words of a question that are corrected, and corrections of each that are tried. */
const MOST_CORRECTED = 4;
const MOST_TRIED = 3;

/** The parts that meet the conditions of all pieces. */
export function* together(resolved: readonly Resolved[], evidence: Evidence): Task<Found> {
  let found = evidence.everything;
  for (const one of resolved) if (one.meant && !isWish(one)) found = yield* evidence.both(found, one.found);
  return yield* meetingWishes(found, resolved.filter(isWish), evidence);
}

/** Which words nothing explains. */
function unexplained({ question, resolved }: Answer): Resolved[] {
  return resolved.map((one) => one.negated ?? one).filter((one) => one.found.parts === 0 && isWord(question, one));
}

/** Whether something explains a word of a question: a part has it, or has what a negation of it excludes. */
function isExplainedAt({ resolved }: Answer, at: number): boolean {
  const one = resolved.find(({ piece }) => piece.from <= at && at < piece.to);
  return one !== undefined && (one.negated ?? one).found.parts > 0;
}

/** Words of a question that suggestions are made for. */
const MOST_REPLACED = 6;
/** Letters in which suggested words may differ where no nearer one finds something. */
export const FAR_EDITS = 2;

/** A word of a question that suggestions replace. */
export interface Replaced {
  readonly at: number;
  /** Whether the words within the edits of a correction are tried, and those within two edits. */
  readonly isTriedNear: boolean;
  readonly isTriedFar: boolean;
}

/**
 * The words that suggestions replace: those that nothing explains first, connecting words last. Marks and comparisons are no words.
 * @param looked places whose nearest words were looked at to correct them
 */
export function replacedWords({ question: { words }, resolved }: Answer, looked: ReadonlySet<number>): Replaced[] {
  const unknown = new Set<number>();
  for (const { piece, found } of resolved) if (found.parts === 0) for (let at = piece.from; at < piece.to; at++) unknown.add(at);
  const rankOfPlace = (at: number) => (words[at].kind === 'connecting' ? 2 : unknown.has(at) ? 0 : 1);
  const places = [...words.keys()].filter((at) => words[at].kind !== 'mark' && words[at].kind !== 'comparison');
  places.sort((a, b) => rankOfPlace(a) - rankOfPlace(b) || a - b);
  return places.slice(0, MOST_REPLACED).map((at) => {
    const { kind, isExcluded, text } = words[at];
    const isPlain = kind === 'word' && !isExcluded;
    // What is looked for with as many edits once need not be looked for again.
    const isTriedFar = !isPlain || mostEdits(joinedForm(text).length) < FAR_EDITS;
    return { at, isTriedNear: isPlain && !(looked.has(at) && unknown.has(at)), isTriedFar };
  });
}

function isWord({ words }: Question, { piece, meant }: Resolved): boolean {
  return meant?.as === 'words' && !piece.isFirm && piece.to - piece.from === 1 && words[piece.from].kind === 'word';
}

/** An answer to a question with its corrections. */
interface Corrected {
  readonly answer: Answer;
  /** The corrections by the places of their words. */
  readonly told: ReadonlyMap<number, string>;
  /** The places of words whose nearest words were looked at. */
  readonly looked: ReadonlySet<number>;
}

/**
 * Corrects the words of a question that nothing explains; where nothing is found, also those that stand in a text alone. Source:
 * questions and tables, C14.
 * @param answer resolves a question
 * @param effort what trying may take: what it does not allow is not corrected
 */
export function* corrected(
  given: Answer,
  vocabulary: CatalogVocabulary,
  evidence: Evidence,
  answer: (question: Question) => Task<Answer>,
  effort: Effort,
  work: Work,
): Task<Corrected> {
  const told = new Map<number, string>();
  const looked = new Set<number>();
  let best = given;
  let left = MOST_CORRECTED;
  for (const one of unexplained(given)) {
    if (left-- === 0) break;
    best = yield* withCorrection(best, one, told, false);
  }
  if (best.found.parts > 0) return { answer: best, told, looked };
  for (const one of best.resolved) {
    if (best.found.parts > 0 || left-- <= 0) break;
    if (isWord(best.question, one) && !told.has(one.piece.from)) best = yield* withCorrection(best, one, told, true);
  }
  return { answer: best, told, looked };

  /** @param isDoubtful whether the word is corrected only if something is found then */
  function* withCorrection(before: Answer, one: Resolved, changed: Map<number, string>, isDoubtful: boolean): Task<Answer> {
    const at = one.piece.from;
    const word = before.question.words[at];
    let chosen: { readonly answer: Answer; readonly correction: Pick<Correction, 'text' | 'display'> } | undefined;
    if (!effort.allowsScan(word.text)) return before;
    const shorter = yield* withoutSuffix(word.text, evidence);
    if (!shorter) looked.add(at);
    const corrections = shorter ? [shorter] : yield* vocabulary.corrections(word.text, work, MOST_TRIED);
    for (const correction of corrections) {
      if (!effort.allowsTry(before.counts)) break;
      if (isOtherAmount(word.text, correction.text)) continue;
      const tried = yield* answer(withWord(before.question, at, correction.text));
      const isFound = tried.found.parts > 0;
      if (!isFound && (isDoubtful || !isExplainedAt(tried, at) || chosen)) continue;
      chosen = { answer: tried, correction };
      if (isFound) break;
    }
    if (!chosen) return before;
    changed.set(at, `${word.text} → ${chosen.correction.display}`);
    return chosen.answer;
  }
}

/** A number, or the sides of a size, and a unit: longer numbers are rather those of parts. */
const AMOUNT = /^\d{1,3}(?:[.,]\d+)?(?:x\d{1,3}(?:[.,]\d+)?){0,2}\p{L}+$/u;

/** Whether a number would be corrected to another one, or to one without its prefix: `100kPa` is neither `10kPa` nor `100pA`. */
function isOtherAmount(text: string, other: string): boolean {
  const digitsOf = (one: string) => one.replaceAll(/\D/g, '');
  return AMOUNT.test(text) && (digitsOf(text) !== digitsOf(other) || other.length < text.length);
}

/** Letters and digits of a suffix, and those that are left. */
const LONGEST_SUFFIX = 4;
const LEAST_NUMBER = 6;

/** The part number that a longer one begins with, which has a suffix of packaging besides: `W25Q128JVSIQ` of `W25Q128JVSIQTR`. */
function* withoutSuffix(text: string, evidence: Evidence): Task<Pick<Correction, 'text' | 'display'> | undefined> {
  if (!isNumberLike(text)) return undefined;
  const { length } = partNumberForm(text);
  for (let end = text.length - 1; end > 0; end--) {
    const beginning = text.slice(0, end);
    const form = partNumberForm(beginning);
    if (form.length < LEAST_NUMBER || length - form.length > LONGEST_SUFFIX) return undefined;
    if ((yield* evidence.numbered(form)).mpn) return { text: beginning, display: beginning };
  }
  return undefined;
}

/** A question with another word at a place; offsets stay those of the text. */
function withWord(question: Question, at: number, text: string): Question {
  const words = [...question.words];
  words[at] = { ...words[at], text, groups: groupsOf(text), key: phraseKey(text) };
  return { ...question, words };
}
