import { impact, LONGEST } from '../encoding/impact.js';
import type { BoundKeyword } from './keywords.js';

/** A scored term; a term that `q` repeats is one. */
export interface DistinctTerm {
  readonly keyword: BoundKeyword;
  readonly idf: number;
  /** The weight class of the term in each row of a chunk. */
  classes: Uint8Array;
  /** idf × impact for each weight class and length; computed if many rows are scored. */
  impacts: Float64Array | undefined;
}

/** Upper bound of the entries of a table of scores. */
const MOST_SCORES = 1 << 18;
/** A table pays off if `q` has at least this many terms for each distinct term. */
const LEAST_REPEATS = 4;

/**
 * Scores of rows if `q` repeats few distinct terms many times. A score depends on the weight class of each term and on the length
 * of the row alone, so each distinct score is summed up once. The sum follows the order of the terms, because sums of doubles
 * depend on it.
 */
export class RepeatedTerms {
  private readonly scores: Float64Array;

  private constructor(
    private readonly terms: readonly DistinctTerm[],
    private readonly distinct: readonly DistinctTerm[],
    private readonly weights: readonly number[],
    size: number,
  ) {
    this.scores = new Float64Array(size).fill(NaN);
  }

  /** Undefined if scoring the terms one by one is cheaper. */
  static of(
    terms: readonly DistinctTerm[],
    distinct: readonly DistinctTerm[],
    weights: readonly number[],
  ): RepeatedTerms | undefined {
    if (terms.length < distinct.length * LEAST_REPEATS) return undefined;
    const size = weights.length ** distinct.length * (LONGEST + 1);
    return size > MOST_SCORES ? undefined : new RepeatedTerms(terms, distinct, weights, size);
  }

  /** Writes the scores of rows whose terms are classified to `out`. */
  score(rows: Uint32Array, lengths: Uint8Array, out: Float64Array): void {
    const { distinct, scores, weights } = this;
    for (let i = 0; i < rows.length; i++) {
      let place = 0;
      for (let term = 0; term < distinct.length; term++) place = place * weights.length + distinct[term].classes[i];
      const length = lengths[rows[i]];
      place = place * (LONGEST + 1) + length;
      let score = scores[place];
      if (Number.isNaN(score)) score = scores[place] = this.sum(i, length);
      out[i] = score;
    }
  }

  private sum(i: number, length: number): number {
    let sum = 0;
    for (const { idf, classes } of this.terms) sum += idf * impact(this.weights[classes[i]], length);
    return sum;
  }
}
