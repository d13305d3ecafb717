import { compareCodePoints } from '../analysis/text.js';
import { type Task, waitFor } from '../work/pauses.js';
import { termsOf } from './all-terms.js';
import { refusalOf } from './capabilities.js';
import { countLimits } from './compile/counts.js';
import { anyOf, term } from './compile/queries.js';
import { type NearWord, type SuggestedWords, type WantedWord, wordDistance } from './in-process.js';
import { type IndexLayout, WORDS_OF_PART } from './schema.js';
import type { EngineSession } from './session.js';

/** Words that the engine finds near one. Hardly a word has a hundred. */
const MOST_NEAR = 1000;
const STEP = 'looking for near words';

/** The words of the parts of an index: the engine finds the parts that have some near another one, and counts the words of these. */
export class ClusterWords implements SuggestedWords {
  constructor(
    private readonly layout: IndexLayout,
    private readonly session: EngineSession,
  ) {}

  *near(wanted: readonly WantedWord[]): Task<NearWord[][]> {
    const found: NearWord[][] = [];
    for (const one of wanted) found.push(yield* waitFor(this.nearOne(one)));
    return found;
  }

  *has(word: string): Task<boolean> {
    const query = anyOf(this.layout.classes.map(({ text }) => term(text, word)));
    const answer = yield* waitFor(this.session.search({ query, size: 0, track_total_hits: 1, terminate_after: 1 }, STEP));
    return answer.hits.total.value > 0;
  }

  /** @throws UnsupportedError if there are too many to compare */
  private async nearOne({ word, most }: WantedWord): Promise<NearWord[]> {
    const letters = [...word];
    const fuzzy = { value: word, fuzziness: most, transpositions: true, max_expansions: MOST_NEAR, rewrite: 'constant_score' };
    const query = anyOf(this.layout.classes.map(({ text }) => ({ fuzzy: { [text]: fuzzy } })));
    const { values } = countLimits;
    const include = `.{${Math.max(1, letters.length - most)},${letters.length + most}}`;
    const aggs = { words: { terms: { field: WORDS_OF_PART, include, size: values, shard_size: values } } };
    const { aggregations } = await this.session.search({ query, size: 0, track_total_hits: false, aggs }, STEP);
    if (aggregations.words.sum_other_doc_count > 0) throw refusalOf('suggestions');
    const near = termsOf(aggregations.words)
      .map(([other, records]): NearWord => ({ word: other, records, distance: wordDistance(letters, [...other], most) }))
      .filter(({ distance }) => distance > 0 && distance <= most);
    if (near.length >= MOST_NEAR) throw refusalOf('suggestions');
    return near.sort((a, b) => a.distance - b.distance || b.records - a.records || compareCodePoints(a.word, b.word));
  }
}
