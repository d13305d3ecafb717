import { naturalLogarithm } from '../answers/logarithm.js';
import { impact, LONGEST } from '../encoding/impact.js';
import { advance, picked } from '../index/row-set/lists.js';
import type { TermMasks } from '../index/text/term-masks.js';
import type { TextIndex, TextScores, TokenStream } from '../index/text/text-index.js';
import type { ExplainedTerm } from '../model/explanation.js';
import { fastPaths } from '../work/fast-paths.js';
import { finished, type Steps } from '../work/pauses.js';
import type { Work } from '../work/work.js';
import type { BoundKeyword } from './keywords.js';
import type { IndexedTerm } from './leaves/field-term-leaf.js';
import { ascendingPlaces } from './places.js';
import { type DistinctTerm, RepeatedTerms } from './repeated-terms.js';

/**
 * The score (docs/semantics.md, "Score"): the sum over the terms of idf × impact, and a bonus that puts parts whose part number
 * is one of the terms above all others.
 */
export const EXACT_BONUS = 1_000_000;

/** Fewer rows than a table of impacts has entries are scored without a table. */
const FEW_ROWS = 1024;

/** Weight of a part number: that of the best field. */
const PART_NUMBER_WEIGHT = 8;

/** BM25's idf of a term that `count` of `total` parts have; never negative. */
export function inverseFrequency(count: number, total: number): number {
  return naturalLogarithm(1 + (total - count + 0.5) / (count + 0.5));
}

/** A term with its idf over the whole catalog. */
export interface ScoredKeyword {
  readonly keyword: BoundKeyword;
  readonly idf: number;
}

/** What scoring reads from a segment. */
export interface ScoreSources {
  readonly index: TextIndex;
  readonly masks: TermMasks;
  readonly scores: TextScores;
  /** Loaded if some term has several tokens. */
  readonly stream: TokenStream | undefined;
}

interface WeightClasses {
  readonly weights: readonly number[];
  readonly classOf: Uint8Array;
}

const classesOfIndexes = new WeakMap<TextIndex, WeightClasses>();

/** The distinct weights of an index's masks, and the number of each mask's weight. */
function weightClasses(index: TextIndex): WeightClasses {
  const known = classesOfIndexes.get(index);
  if (known) return known;
  const weights = [...new Set([...index.weights, PART_NUMBER_WEIGHT])];
  const classes = { weights, classOf: Uint8Array.from(index.weights, (weight) => weights.indexOf(weight)) };
  classesOfIndexes.set(index, classes);
  return classes;
}

/** The factors of what a term adds to a score. */
type TermScore = Pick<ExplainedTerm, 'score' | 'weight' | 'length' | 'length_factor' | 'exact_bonus'>;

/** Rows that are scored without a pause; fewer if there are many terms, so that the scores of terms have an upper bound too. */
const ROWS_AT_ONCE = 1 << 14;
const SCORES_AT_ONCE = 1 << 21;

const NO_CLASSES = new Uint8Array(0);

/** The scores of a page: an array of more than 64 bytes is not in V8's heap, and takes a microsecond to make. */
const PAGE_SCORES = new Float64Array(64);

/** Scores rows of one segment. */
export class Scorer {
  private readonly weights: readonly number[];
  private readonly classOf: Uint8Array;
  private readonly partNumberClass: number;
  private readonly distinct: readonly DistinctTerm[];
  /** All terms of `q` in its order, with repetitions: sums of doubles depend on the order. */
  private readonly terms: readonly DistinctTerm[];
  private readonly chunk: number;
  private readonly repeats: RepeatedTerms | undefined;

  constructor(
    private readonly sources: ScoreSources,
    keywords: readonly ScoredKeyword[],
  ) {
    ({ weights: this.weights, classOf: this.classOf } = weightClasses(sources.index));
    this.partNumberClass = this.weights.indexOf(PART_NUMBER_WEIGHT);
    this.chunk = Math.max(1, Math.min(ROWS_AT_ONCE, Math.floor(SCORES_AT_ONCE / keywords.length)));
    const distinct = new Map<BoundKeyword, DistinctTerm>();
    this.terms = keywords.map(({ keyword, idf }) => {
      let term = distinct.get(keyword);
      if (!term) distinct.set(keyword, (term = { keyword, idf, classes: NO_CLASSES, impacts: undefined }));
      return term;
    });
    this.distinct = [...distinct.values()];
    if (fastPaths.repeatedTerms) this.repeats = RepeatedTerms.of(this.terms, this.distinct, this.weights);
  }

  /** Writes the scores of the ascending `rows[0, count)`, all of which match every term, to `out`. */
  *score(rows: Uint32Array, count: number, out: Float64Array, work: Work): Steps<void> {
    const isMany = count >= FEW_ROWS;
    this.makeRoom(Math.min(this.chunk, count));
    for (let from = 0; from < count; from += this.chunk) {
      const to = Math.min(from + this.chunk, count);
      this.scoreChunk(rows.subarray(from, to), out.subarray(from, to), isMany);
      if (work.spend((to - from) * this.terms.length)) yield;
    }
  }

  private makeRoom(rows: number): void {
    for (const term of this.distinct) if (term.classes.length < rows) term.classes = new Uint8Array(rows);
  }

  private scoreChunk(rows: Uint32Array, out: Float64Array, isMany: boolean): void {
    const { lengths } = this.sources.scores;
    const count = rows.length;
    out.fill(0);
    for (const { keyword, classes } of this.distinct) this.classify(keyword, rows, count, classes);
    if (isMany && this.repeats) {
      this.repeats.score(rows, lengths, out);
      this.addBonuses(rows, out);
      return;
    }
    for (const term of this.terms) {
      if (isMany) addImpacts(rows, count, term.classes, lengths, (term.impacts ??= this.impacts(term.idf)), out);
      else this.addFewImpacts(rows, count, term, lengths, out);
    }
    this.addBonuses(rows, out);
  }

  private addBonuses(rows: Uint32Array, out: Float64Array): void {
    for (const { keyword } of this.distinct) {
      forEachCommon(rows, rows.length, keyword.exactRows, 0, keyword.exactRows.length, (i) => {
        if (out[i] < EXACT_BONUS) out[i] += EXACT_BONUS;
      });
    }
  }

  /** The scores of a few rows in any order. */
  scoreUnordered(rows: Uint32Array, work: Work): number[] {
    const places = ascendingPlaces(rows);
    const count = rows.length;
    const ascending = count <= PAGE_SCORES.length ? PAGE_SCORES : new Float64Array(count);
    finished(this.score(picked(rows, places), count, ascending, work));
    const scores = new Array<number>(count).fill(0);
    for (let i = 0; i < count; i++) scores[places[i]] = ascending[i];
    return scores;
  }

  /** What each term adds to the score of one row. */
  explain(row: number): TermScore[] {
    const rows = Uint32Array.of(row);
    const length = this.sources.scores.lengths[row];
    let bonusGiven = false;
    this.makeRoom(1);
    return this.terms.map(({ keyword, idf, classes }) => {
      this.classify(keyword, rows, 1, classes);
      const weight = this.weights[classes[0]];
      const exact_bonus = !bonusGiven && keyword.exactRows.includes(row) ? EXACT_BONUS : 0;
      bonusGiven ||= exact_bonus > 0;
      return { score: idf * impact(weight, length) + exact_bonus, weight, length, length_factor: impact(1, length), exact_bonus };
    });
  }

  private addFewImpacts(
    rows: Uint32Array,
    count: number,
    { idf, classes }: DistinctTerm,
    lengths: Uint8Array,
    out: Float64Array,
  ): void {
    for (let i = 0; i < count; i++) out[i] += idf * impact(this.weights[classes[i]], lengths[rows[i]]);
  }

  /** idf × impact for each weight class and length. */
  private impacts(idf: number): Float64Array {
    const table = new Float64Array(this.weights.length * (LONGEST + 1));
    for (let i = 0; i < this.weights.length; i++) {
      for (let length = 0; length <= LONGEST; length++) table[i * (LONGEST + 1) + length] = idf * impact(this.weights[i], length);
    }
    return table;
  }

  /** Writes the weight class of a term in each row to `classes`. */
  private classify({ terms, exactRows }: BoundKeyword, rows: Uint32Array, count: number, classes: Uint8Array): void {
    if (!terms) classes.fill(this.partNumberClass, 0, count);
    else if (terms.length === 1) this.classifyToken(terms[0], rows, count, classes);
    else this.classifyPhrase(terms, rows, count, classes);
    forEachCommon(rows, count, exactRows, 0, exactRows.length, (i) => {
      classes[i] = this.partNumberClass;
    });
  }

  private classifyToken(term: IndexedTerm, rows: Uint32Array, count: number, classes: Uint8Array): void {
    const { classOf } = this;
    const { masks } = this.sources;
    classes.fill(classOf[masks.usualOf(term.ordinal)], 0, count);
    if (term.multi < 0) return;
    forEachCommon(rows, count, masks.exceptionRows, masks.exceptionsFrom(term.multi), masks.exceptionsTo(term.multi), (i, at) => {
      classes[i] = classOf[masks.exceptionMasks[at]];
    });
  }

  /** If all tokens occur in fields of a single weight, so does the phrase; otherwise the row is read. */
  private classifyPhrase(terms: readonly IndexedTerm[], rows: Uint32Array, count: number, classes: Uint8Array): void {
    const { classOf } = this;
    const { index, masks } = this.sources;
    const stream = this.sources.stream as TokenStream;
    const phrase = stream.encode(terms);
    const { searched } = index;
    const common = new Uint8Array(count).fill(searched);
    for (const term of terms) intersectMasks(term, masks, rows, count, common);
    const onlyClass = Int16Array.from(index.weights, (_, mask) => this.onlyClassOf(mask));
    for (let i = 0; i < count; i++) {
      const only = onlyClass[common[i]];
      classes[i] = only >= 0 ? only : classOf[stream.fieldsWith(rows[i], phrase, searched, true)];
    }
  }

  /** The weight class of every field of a mask if they share one, otherwise -1. */
  private onlyClassOf(mask: number): number {
    let only = -2;
    for (let field = 0; 1 << field <= mask; field++) {
      if ((mask & (1 << field)) === 0) continue;
      const found = this.classOf[1 << field];
      only = only === -2 || only === found ? found : -1;
      if (only === -1) return -1;
    }
    return only < 0 ? -1 : only;
  }
}

function intersectMasks(term: IndexedTerm, masks: TermMasks, rows: Uint32Array, count: number, common: Uint8Array): void {
  const usual = masks.usualOf(term.ordinal);
  if (term.multi < 0) {
    for (let i = 0; i < count; i++) common[i] &= usual;
    return;
  }
  // Exceptions are few: write them first, then all rows in one pass.
  const own = new Uint8Array(count).fill(usual);
  forEachCommon(rows, count, masks.exceptionRows, masks.exceptionsFrom(term.multi), masks.exceptionsTo(term.multi), (i, at) => {
    own[i] = masks.exceptionMasks[at];
  });
  for (let i = 0; i < count; i++) common[i] &= own[i];
}

function addImpacts(
  rows: Uint32Array,
  count: number,
  classes: Uint8Array,
  lengths: Uint8Array,
  impacts: Float64Array,
  out: Float64Array,
): void {
  for (let i = 0; i < count; i++) out[i] += impacts[(classes[i] << 8) + lengths[rows[i]]];
}

/** Calls `visit(i, at)` for every row that is in both ascending lists, searching the longer list for the rows of the shorter. */
function forEachCommon(
  rows: Uint32Array,
  count: number,
  other: Uint32Array,
  from: number,
  to: number,
  visit: (i: number, at: number) => void,
): void {
  let i = 0;
  let at = from;
  while (i < count && at < to) {
    const a = rows[i];
    const b = other[at];
    if (a === b) visit(i++, at++);
    else if (a < b) i = advance(rows, i + 1, count, b);
    else at = advance(other, at + 1, to, a);
  }
}
