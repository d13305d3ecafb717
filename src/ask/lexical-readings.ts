import type { Steps } from '../work/pauses.js';
import { looseComparisonsAt } from './comparisons.js';
import type { LexicalReading } from './lexical.js';
import type { Question } from './question.js';
import { conditionsAt } from './read-conditions.js';
import { countsAt } from './read-counts.js';
import { preamblesAt } from './read-preambles.js';
import { piecesAt, pricesAt, purchasesAt } from './read-purchase.js';
import { quantitiesAt } from './read-quantities.js';
import { ratiosAt } from './read-ratios.js';
import { sizesAt } from './read-sizes.js';
import { WordRun } from './word-run.js';

/**
 * What the runs of a question's pieces may mean by their spelling: all readings, also those that overlap, by where they begin; of
 * those that begin together the longest come first. A run has no quoted piece; an excluded piece is a run of its own. Never throws;
 * takes a time that is linear in the question, with a pause behind each word. Source: questions and tables, C9 and C15.
 */
export function* lexicalReadings(question: Question): Steps<LexicalReading[]> {
  const run = new WordRun(question);
  const readings: LexicalReading[] = [];
  for (let i = 0; i < run.length; i++) {
    const conditions = conditionsAt(run, i);
    const here: LexicalReading[] = [
      ...preamblesAt(run, i),
      ...pricesAt(run, i),
      ...purchasesAt(run, i),
      ...piecesAt(run, i),
      ...sizesAt(run, i),
      ...ratiosAt(run, i),
      ...countsAt(run, i),
      ...(conditions.length > 0 ? conditions : quantitiesAt(run, i)),
      ...looseComparisonsAt(run, i),
    ];
    readings.push(...here.sort((a, b) => b.to - a.to));
    yield;
  }
  return readings;
}
