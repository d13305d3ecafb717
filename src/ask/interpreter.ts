import type { Interpretation, Meaning, Reading } from '../model/ask.js';
import type { SearchRequest } from '../model/requests.js';
import type { Filter } from '../parser/ast.js';
import { printFilter } from '../parser/print.js';
import { paced } from '../work/paced.js';
import type { Task } from '../work/pauses.js';
import type { Work } from '../work/work.js';
import type { Allowance } from './allowance.js';
import { withAlternatives } from './alternatives.js';
import { telling } from './catalog-options.js';
import { withCompoundsApart } from './compounds.js';
import { withDashedNumbers } from './dashed-numbers.js';
import { relaxed } from './dropping.js';
import { bounded, Effort } from './effort.js';
import type { Evidence, Found } from './evidence.js';
import { joinedNumbers } from './joined-numbers.js';
import { lexicalReadings } from './lexical-readings.js';
import { withLoneValues } from './lone-values.js';
import { isMounting } from './mountings.js';
import { withCarriedNegations } from './negations.js';
import { NumberJoiner } from './number-joiner.js';
import { type AskedCatalog, PieceMaker } from './piece-maker.js';
import { type Option, type Piece, placeOf } from './pieces.js';
import { type Question, readQuestion } from './question.js';
import { type Answer, corrected, FAR_EDITS, replacedWords, together } from './repair.js';
import { RequestQueries } from './request-queries.js';
import { reread } from './reread.js';
import { Resolution, type Resolved } from './resolution.js';
import { bestCut } from './segmentation.js';
import { thingFirst } from './thing-first.js';
import { REST_UNREAD } from './unread.js';

/** Most alternatives of a reading. */
const MOST_ALTERNATIVES = 3;

/** A name is rare if one part of so many has it, and is taken apart if so many times more parts are found then. */
const RARE_SHARE = 500;
const MORE_APART = 4;
/** Hardly a part has so many of a thing, but part numbers have such digits: `555 timer`. */
const LARGE_COUNT = /^\d{3}/;
const MOST_SUGGESTIONS = 5;

/** Interprets one question. */
export class Interpreter {
  private readonly resolution: Resolution;
  private readonly effort = new Effort();
  private readonly joiner: NumberJoiner;
  /** The conditions of the readings by their texts. */
  readonly printed = new Map<string, Filter>();
  /** The parts that the answers so far find. */
  private readonly held = new Set<Found>();
  /** The parts that the request finds, once it is known. */
  found: Found | undefined = undefined;

  constructor(
    private readonly catalog: AskedCatalog,
    private readonly evidence: Evidence,
    private readonly work: Work,
    private readonly allowance: Allowance,
  ) {
    this.resolution = new Resolution(evidence, catalog.options.general, catalog.vocabulary.vagueCategories);
    this.joiner = new NumberJoiner(this.resolution, evidence);
  }

  /**
   * Never fails on a text.
   * @param suggests whether there are suggestions also where something is found
   */
  *interpret(text: string, suggests = false): Task<Interpretation> {
    const first = yield* this.firstAnswer(readQuestion(text));
    const { answer, told, looked } = yield* corrected(
      first,
      this.catalog.vocabulary,
      this.evidence,
      (question) => this.answer(question),
      this.effort,
      this.work,
    );
    const final = answer.found.parts > 0 ? answer : yield* this.repaired(answer, told);
    const { question, resolved } = final;
    this.found = final.found;
    // Suggestions answer other questions, whose parts are given back.
    this.held.add(final.found);
    const dropped = new Set(final.dropped.map(({ piece }) => piece));
    const isKept = ({ piece }: Resolved) => !dropped.has(piece);
    const queries = new RequestQueries(resolved.filter(isKept), this.allowance);
    const readings: Reading[] = [];
    for (const one of resolved) {
      if (this.work.isDue()) yield;
      if (one.piece.isConnecting && isBare(question, one.piece)) continue;
      const reading = yield* this.reading(question, { ...one, corrected: correctionOf(one.piece, told) ?? one.corrected });
      if (!one.meant || (isKept(one) ? queries.takes(one) : this.allowance.allows(one.meant.condition))) {
        readings.push(isKept(one) ? reading : droppedReading(reading));
        continue;
      }
      dropped.add(one.piece);
      readings.push(unfitReading(reading));
      this.found = undefined;
    }
    const suggestions = final.found.parts > 0 && !suggests ? [] : yield* this.suggestions(final, told, looked);
    if (question.rest) readings.push(restReading(question, question.rest));
    return { text, request: this.requestOf(queries, resolved.filter(isKept)), readings, suggestions };
  }

  /**
   * The answer to a question with the families of part numbers apart from their values, or, if that finds nothing, as it is, but for
   * compounds that no part has.
   */
  private *firstAnswer(question: Question): Task<Answer> {
    const { vocabulary } = this.catalog;
    const isNamed = (word: string) => telling(vocabulary.lookUp(word).values).length > 0;
    const isThing = (word: string) => telling(vocabulary.lookUp(word).categories).length > 0;
    const apart = yield* withDashedNumbers(withLoneValues(question, isThing), this.evidence, isNamed);
    const answer = yield* this.answer(apart);
    if (answer.found.parts > 0) return answer;
    const whole = apart === question ? answer : yield* this.answer(question);
    const taken = whole.found.parts > 0 ? question : withCompoundsApart(question, whole.resolved);
    return taken === question ? whole : yield* this.answer(taken);
  }

  /** Another reading of one piece with which something is found, or else the fewest pieces dropped. */
  private *repaired(answer: Answer, told: ReadonlyMap<number, string>): Task<Answer> {
    const again = yield* reread(answer, this.resolution, this.evidence);
    if (again.found.parts > 0) return again;
    const resolved = answer.resolved.map((one) => ({ ...one, isMistyped: correctionOf(one.piece, told) !== undefined }));
    return yield* relaxed({ ...answer, resolved }, this.resolution, this.evidence);
  }

  /**
   * Questions like one, which find something: with another word in place of one of its own, or of that word alone. Where there is none,
   * words that differ more (questions and tables, C13).
   */
  private *suggestions(answer: Answer, told: ReadonlyMap<number, string>, looked: ReadonlySet<number>): Task<string[]> {
    const { question, counts } = answer;
    const words = replacedWords(answer, looked);
    const suggested = new Set<string>();
    for (const edits of [undefined, FAR_EDITS]) {
      for (const { at, isTriedNear, isTriedFar } of words) {
        const word = question.words[at];
        if (suggested.size >= MOST_SUGGESTIONS || !(edits ? isTriedFar : isTriedNear)) continue;
        if (!this.effort.allowsScan(word.text)) return [...suggested];
        for (const { display } of yield* this.catalog.vocabulary.corrections(word.text, this.work, MOST_SUGGESTIONS, edits)) {
          if (suggested.size >= MOST_SUGGESTIONS) break;
          for (const text of [withWordAt(question, at, display, told), display]) {
            if (!this.effort.allowsTry(counts)) return [...suggested];
            if (suggested.has(text) || (yield* this.answer(readQuestion(text))).found.parts === 0) continue;
            suggested.add(text);
            break;
          }
        }
      }
      if (suggested.size > 0) break;
    }
    return [...suggested];
  }

  private *answer(question: Question): Task<Answer> {
    const pieces = yield* this.pieces(question);
    const uncarried = bestCut({ from: 0, to: question.words.length }, pieces);
    const whole = yield* withCarriedNegations(uncarried, question, this.evidence);
    const { cut, counts } = yield* bounded(whole, this.evidence);
    const named = withAlternatives(yield* this.withoutRareNames(cut, pieces), question);
    const separate = yield* this.withoutEmptyCounts(named, pieces);
    const numbers = yield* joinedNumbers(question, this.evidence);
    const resolved = yield* this.joiner.joinAll(separate, numbers, pieces);
    const found = yield* together(resolved, this.evidence);
    this.held.add(found);
    this.evidence.forget(this.held);
    return { question, pieces, resolved, found, dropped: [], counts };
  }

  private *pieces(question: Question): Task<Piece[]> {
    const maker = new PieceMaker(question, yield* paced(lexicalReadings(question), this.work), this.catalog);
    let pieces = yield* paced(maker.pieces(), this.work);
    while (this.catalog.settle && (yield* this.catalog.settle())) pieces = yield* paced(maker.pieces(), this.work);
    return pieces;
  }

  /**
   * Takes names and values of several words apart where few parts have them and many more have what their words mean one by one: not
   * all low noise amplifiers are in the category of that name.
   */
  private *withoutRareNames(cut: readonly Piece[], pieces: readonly Piece[]): Task<Piece[]> {
    const kept: Piece[] = [];
    for (const piece of cut) {
      const { from, to, certain, measured } = piece;
      const isName =
        to - from > 1 &&
        !certain &&
        !measured &&
        !piece.sortby &&
        !piece.isIgnored &&
        !piece.isFirm &&
        !isMounting(piece.texts?.[0] ?? '') &&
        !hasConnectingEnd(piece, pieces);
      const whole = isName ? yield* this.resolution.resolvePiece(piece, this.evidence.everything) : undefined;
      if (!whole || whole.found.parts * RARE_SHARE > this.evidence.everything.parts) {
        kept.push(piece);
        continue;
      }
      const inside = pieces.filter((other) => from <= other.from && other.to <= to && other.to - other.from < to - from);
      const apart = bestCut(piece, inside);
      // A number that says nothing by itself belongs to the name, and so does a word that is said twice: `USB 3.0`, `push push`.
      const texts = new Set(apart.map(({ texts: [text] = [] }) => text?.toLowerCase()));
      // So does a word that says nothing by itself: a `protection ic` is a value, and what has `protection` is not; nor does a letter: `case C`.
      const isValue = !piece.categories?.length && apart.some(({ isIgnored, typed }) => isIgnored || typed?.length === 1);
      if (texts.size < apart.length || isValue || apart.some(({ measured: number }) => number?.isPlain)) {
        kept.push(piece);
        continue;
      }
      const { parts } = yield* together(yield* this.resolution.resolve(apart), this.evidence);
      kept.push(...(parts > whole.found.parts * MORE_APART ? apart : [piece]));
    }
    return kept;
  }

  /** What pieces mean. Where no part has so many of a thing, its number and its name mean something each: the 386 of `386 amplifier`. */
  private *withoutEmptyCounts(cut: readonly Piece[], pieces: readonly Piece[]): Task<Resolved[]> {
    const resolved = yield* this.resolution.resolve(cut);
    const isEmpty = ({ piece, meant, found }: Resolved) =>
      piece.isCount && (found.parts === 0 || (meant?.as === 'words' && LARGE_COUNT.test(meant.value ?? '')));
    const empty = new Set(resolved.filter(isEmpty).map(({ piece }) => piece));
    if (empty.size === 0) return resolved;
    const inside = pieces.filter(({ from, to, measured }) => !measured || to - from === 1).map(({ measured, ...piece }) => piece);
    return yield* this.resolution.resolve(cut.flatMap((piece) => (empty.has(piece) ? bestCut(piece, inside) : [piece])));
  }

  private *reading(question: Question, { piece, meant, found, others, corrected: change }: Resolved): Task<Reading> {
    const { sortby, relaxed: left } = piece;
    const changes = { ...(change !== undefined && { corrected: change }), ...(left !== undefined && { relaxed: left }) };
    const place = placeOf(question, piece);
    if (!meant) {
      const meaning: Meaning = sortby
        ? { as: 'purchase', field: sortby.split(' ')[0], value: sortby, parts: found.parts }
        : { as: 'ignored', parts: 0 };
      return { ...place, ...meaning, ...changes, alternatives: [] };
    }
    const meaning = meaningOf(meant, found.parts);
    const alternatives: Meaning[] = [];
    // A word that is typed twice means the same twice.
    const told = new Set([meaning.query]);
    for (const other of others.slice(0, MOST_ALTERNATIVES)) {
      const { parts } = yield* this.evidence.find(other.condition);
      const alternative = meaningOf(other, parts);
      if (parts > 0 && !told.has(alternative.query)) alternatives.push(alternative);
      told.add(alternative.query);
    }
    alternatives.sort((a, b) => b.parts - a.parts);
    if (meaning.query !== undefined) this.printed.set(meaning.query, meant.condition);
    return { ...place, ...meaning, ...changes, alternatives };
  }

  /** @param kept the pieces that were not dropped */
  private requestOf({ conditions }: RequestQueries, kept: readonly Resolved[]): SearchRequest {
    const { allowance } = this;
    const queries = [...conditions.keys()];
    for (const [query, condition] of conditions) this.printed.set(query, condition);
    const sortby = kept.find(({ piece }) => piece.sortby)?.piece.sortby;
    const most = Math.min(MOST_BOOSTS, allowance.boosts);
    const boosts = new Map<string, number>();
    const boost = (condition: Filter, factor: number) => {
      const query = printFilter(condition);
      if (boosts.size >= most || !allowance.takes(query, condition)) return;
      boosts.set(query, factor);
      this.printed.set(query, condition);
    };
    for (const { first } of kept) for (const [i, condition] of first.entries()) boost(condition, FIRST_FACTORS[Math.min(i, 2)]);
    const thing = thingFirst(kept, this.catalog);
    if (thing) boost(thing, FIRST_FACTORS[2]);
    const rank = boosts.size === 0 ? {} : { boosts: Array.from(boosts, ([query, factor]) => ({ query, factor })) };
    return { ...(queries.length > 0 && { filter: { queries } }), ...(sortby !== undefined && { sortby }), rank };
  }
}

/** Whether a name begins or ends with a connecting word, which its other words do not say: `AND gate`, `case A`. */
function hasConnectingEnd({ from, to }: Piece, pieces: readonly Piece[]): boolean {
  return pieces.some((piece) => piece.isConnecting && (piece.from === from || piece.to === to));
}

/** Whether a word stands without punctuation, which belongs to a reading wherever it stands. */
function isBare(question: Question, piece: Piece): boolean {
  return placeOf(question, piece).text === question.words[piece.from].text;
}

function correctionOf({ from, to }: Piece, told: ReadonlyMap<number, string>): string | undefined {
  const changes = [...told].filter(([at]) => from <= at && at < to).map(([, text]) => text);
  return changes.length === 0 ? undefined : changes.join(', ');
}

/** The text of a question with another word at a place, and with its corrections. */
function withWordAt({ text, words }: Question, place: number, by: string, told: ReadonlyMap<number, string>): string {
  return words
    .map(({ offset, length, text: corrected }, at) => {
      if (at === place) return by;
      return told.has(at) ? corrected : text.slice(offset, offset + length);
    })
    .join(' ');
}

function meaningOf({ as, field, value, condition }: Option, parts: number): Meaning {
  return {
    as,
    ...(field !== undefined && { field }),
    ...(value !== undefined && { value }),
    query: printFilter(condition),
    parts,
  };
}

/** A reading that is no condition; what it meant is an alternative. */
function droppedReading({ text, offset, length, alternatives, corrected: change, ...meaning }: Reading): Reading {
  const relaxed = meaning.parts === 0 ? `dropped: no part has "${text}"` : `dropped: no part has "${text}" with all the rest`;
  const also = meaning.parts > 0 ? [meaning, ...alternatives] : alternatives;
  const told = { ...(change !== undefined && { corrected: change }), relaxed };
  return { text, offset, length, as: 'ignored', parts: 0, ...told, alternatives: also.slice(0, MOST_ALTERNATIVES) };
}

/** A reading that is no condition, since no request of this catalog may be so large. */
function unfitReading({ text, offset, length }: Reading): Reading {
  const relaxed = `not asked: with "${text}" the request exceeds a limit of this catalog`;
  return { text, offset, length, as: 'ignored', parts: 0, relaxed, alternatives: [] };
}

function restReading({ text }: Question, { offset, length }: { offset: number; length: number }): Reading {
  return {
    text: text.slice(offset, offset + length),
    offset,
    length,
    as: 'ignored',
    parts: 0,
    relaxed: REST_UNREAD,
    alternatives: [],
  };
}

/** How much a part number that was typed counts more than one that begins with it, and that more than one that contains it. */
const FIRST_FACTORS = [1000, 100, 10];
/** Most conditions that put parts first. */
const MOST_BOOSTS = 12;
