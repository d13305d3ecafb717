import type { FoundRows } from '../index/found-rows.js';
import { wordsFor } from '../index/row-set/bits.js';
import { BITS, bitsOf, copyOf, RowSet } from '../index/row-set/row-set.js';
import type { Universe } from '../index/universe.js';
import type { Steps } from '../work/pauses.js';
import { type PlanNode, restrict } from './plan.js';

/** Words of the sets that are compared without a pause. */
const WORDS_AT_ONCE = 1024;

/** The filters of one field, bound. */
export interface ExcludableFilter {
  readonly field: string;
  readonly node: PlanNode;
}

/**
 * The rows of `base` that meet all filters, and for each filter the rows that meet all others. One pass finds which rows miss no
 * filter, or exactly one ("drill sideways" of Lucene's facet module). Consumes `base`.
 */
export function* excludeFilters(base: RowSet, filters: readonly ExcludableFilter[], universe: Universe): Steps<FoundRows> {
  const { scratch } = universe;
  const met: Int32Array[] = [];
  for (const { node } of filters) met.push(bitsOf(yield* restrict(node, copyOf(base, scratch), universe), scratch));
  const [first, end] = base.kind === BITS ? [base.firstWord, base.endWord] : [0, wordsFor(universe.rowCount)];
  const hits = bitsOf(base, scratch);
  const widened = new Map<string, RowSet>();
  for (let word = first; word < end; word += WORDS_AT_ONCE) {
    const to = Math.min(word + WORDS_AT_ONCE, end);
    missNoneOrOne(hits, met, word, to);
    if (scratch.work.spend((to - word) * met.length)) yield;
  }
  filters.forEach(({ field }, i) => {
    widened.set(field, RowSet.bits(met[i], first, end));
  });
  return { universe, hits: RowSet.bits(hits, first, end), widened };
}

/**
 * Turns the words of the base into the rows that are in all sets, and the words of each set into the rows that are in all others.
 */
function missNoneOrOne(base: Int32Array, met: readonly Int32Array[], first: number, end: number): void {
  for (let word = first; word < end; word++) {
    const rows = base[word];
    if (rows === 0) continue;
    let one = 0;
    let two = 0;
    for (let i = 0; i < met.length; i++) {
      const missed = rows & ~met[i][word];
      two |= one & missed;
      one |= missed;
    }
    const all = rows & ~one;
    const nearly = one & ~two;
    for (let i = 0; i < met.length; i++) met[i][word] = all | (nearly & ~met[i][word]);
    base[word] = all;
  }
}
