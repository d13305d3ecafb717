import type { Work } from '../work/work.js';
import type { BoundSearch } from './bind-search.js';
import { boostUnordered } from './rank.js';
import { Scorer } from './score.js';

/** The scores of a few rows in any order, with the boosts; undefined if the order does not ask for scores. */
export function scoresOf({ sources, scored, rank, universe }: BoundSearch, rows: Uint32Array, work: Work): number[] | undefined {
  const ones = () => new Array<number>(rows.length).fill(1);
  const scores = sources ? new Scorer(sources, scored).scoreUnordered(rows, work) : rank && ones();
  if (scores && rank) boostUnordered(scores, rows, rank, universe);
  return scores;
}
