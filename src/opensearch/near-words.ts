import { compareCodePoints } from '../analysis/text.js';
import { type Task, waitFor } from '../work/pauses.js';
import { termsOf } from './all-terms.js';
import { refusalOf } from './capabilities.js';
import { countLimits } from './compile/counts.js';
import { anyOf, term } from './compile/queries.js';
import { type NearWord, type SuggestedWords, type WantedWord, wordDistance } from './in-process.js';
import { type IndexLayout, WORDS_OF_PART } from './schema.js';
import type { EngineAnswer, EngineSession } from './session.js';

/** Words that the engine finds near one. Hardly a word has a hundred. */
const MOST_NEAR = 1000;
const STEP = 'looking for near words';

/**
 * The words of the parts of an index: the engine finds the parts that have some near another one, and counts the words of these. It tells
 * at once whether some part has the word itself.
 */
export class ClusterWords implements SuggestedWords {
  private readonly there = new Set<string>();

  constructor(
    private readonly layout: IndexLayout,
    private readonly session: EngineSession,
  ) {}

  *near(wanted: readonly WantedWord[]): Task<NearWord[][]> {
    return yield* waitFor(this.ask(wanted));
  }

  // biome-ignore lint/correctness/useYield: it is known by then
  *has(word: string): Task<boolean> {
    return this.there.has(word);
  }

  private async ask(wanted: readonly WantedWord[]): Promise<NearWord[][]> {
    const answers = await this.session.searches(
      wanted.flatMap((one) => [this.nearBody(one), this.ownBody(one)]),
      STEP,
    );
    return wanted.map((one, i) => {
      if (answers[2 * i + 1].hits.total.value > 0) this.there.add(one.word);
      return nearOf(one, answers[2 * i]);
    });
  }

  private ownBody({ word }: WantedWord): object {
    const query = anyOf(this.layout.classes.map(({ text }) => term(text, word)));
    return { query, size: 0, track_total_hits: 1, terminate_after: 1 };
  }

  private nearBody({ word, most }: WantedWord): object {
    const { length } = [...word];
    const fuzzy = { value: word, fuzziness: most, transpositions: true, max_expansions: MOST_NEAR, rewrite: 'constant_score' };
    const query = anyOf(this.layout.classes.map(({ text }) => ({ fuzzy: { [text]: fuzzy } })));
    const { values } = countLimits;
    const include = `.{${Math.max(1, length - most)},${length + most}}`;
    const aggs = { words: { terms: { field: WORDS_OF_PART, include, size: values, shard_size: values } } };
    return { query, size: 0, track_total_hits: false, aggs };
  }
}

/** @throws UnsupportedError if there are too many to compare */
function nearOf({ word, most }: WantedWord, { aggregations: { words } }: EngineAnswer): NearWord[] {
  if (words.sum_other_doc_count > 0) throw refusalOf('suggestions');
  const letters = [...word];
  const near = termsOf(words)
    .map(([other, records]): NearWord => ({ word: other, records, distance: wordDistance(letters, [...other], most) }))
    .filter(({ distance }) => distance > 0 && distance <= most);
  if (near.length >= MOST_NEAR) throw refusalOf('suggestions');
  return near.sort((a, b) => a.distance - b.distance || b.records - a.records || compareCodePoints(a.word, b.word));
}
