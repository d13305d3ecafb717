import { compareCodePoints } from '../analysis/text.js';
import { FIELDS, parseSpecField, SPEC_MEMBERS, specField, WORDS } from '../model/fields.js';
import { type Task, waitFor } from '../work/pauses.js';
import type { Work } from '../work/work.js';
import { escaped, type TermCount, termsOf } from './all-terms.js';
import { refusalOf } from './capabilities.js';
import { countLimits } from './compile/counts.js';
import type { CompletionSource, CountedWord, FieldParts } from './in-process.js';
import type { OpenedIndex } from './opened.js';
import { SPEC, WORDS_OF_PART } from './schema.js';
import type { EngineAnswer, EngineSession } from './session.js';
import { hasLoneSurrogate, keyOfEscaped } from './terms.js';

const STEP = 'completing a filter query';
/** Longest beginning of a word that the engine takes in an expression. */
const LONGEST_BEGINNING = 400;
const LAST_DOT = /\.(?=[^.]*$)/;

/** What is counted over all parts by requests of the engine's own. */
export interface CountingRequests {
  valuesBeginning(field: string, text: string, most: number, work: Work): Promise<readonly CountedText[]>;
  countQueries(queries: readonly string[], work: Work): Promise<readonly number[] | undefined>;
}

interface CountedText {
  readonly text: string;
  readonly parts: number;
}

/** What completes filter queries of the parts of an index. */
export class ClusterCompletions implements CompletionSource {
  constructor(
    private readonly opened: OpenedIndex,
    private readonly session: EngineSession,
    private readonly counting: CountingRequests,
  ) {}

  fields(isWanted: (field: string) => boolean): Task<readonly FieldParts[]> {
    return waitFor(this.countFields(isWanted));
  }

  private async countFields(isWanted: (field: string) => boolean): Promise<FieldParts[]> {
    const { fields } = this.opened.context;
    const own = this.opened.types.ownFields?.keys() ?? [];
    const names = [...new Set([...FIELDS.parts.keys(), ...own])].filter((name) => name !== WORDS && isWanted(name));
    const aggs: Record<string, object> = { specs: { terms: { field: SPEC.has, size: countLimits.values } } };
    for (const [i, name] of names.entries()) {
      const has = fields.find(name)?.has;
      if (has) aggs[`f${i}`] = { filter: has };
    }
    const { hits, aggregations } = await this.session.search({ size: 0, track_total_hits: true, aggs }, STEP);
    if (aggregations.specs.sum_other_doc_count > 0) throw refusalOf('completions');
    const counted = names.map((field, i) => ({ field, parts: aggregations[`f${i}`]?.doc_count ?? 0 }));
    if (isWanted(WORDS)) counted.push({ field: WORDS, parts: hits.total.value });
    return [...counted, ...this.specsIn(termsOf(aggregations.specs)).filter(({ field }) => isWanted(field))];
  }

  private specsIn(terms: readonly TermCount[]): FieldParts[] {
    return terms.flatMap(([name, parts]) => {
      const [key, last] = name.split(LAST_DOT);
      const member = SPEC_MEMBERS.find((one) => one === last);
      const field = member && specField(keyOfEscaped(key), member);
      return field !== undefined && parseSpecField(field) ? [{ field, parts }] : [];
    });
  }

  isHidden(): boolean {
    return false;
  }

  currencies(): Iterable<string> {
    return this.opened.currencies;
  }

  wordsOf(field: string, text: string, most: number): Task<readonly CountedWord[]> {
    return waitFor(this.wordsBeginning(field, text, most));
  }

  private async wordsBeginning(field: string, text: string, most: number): Promise<CountedWord[]> {
    const own = field === WORDS ? WORDS_OF_PART : this.opened.context.fields.find(field)?.words;
    // No term has half of a surrogate pair.
    if (own === undefined || hasLoneSurrogate(text)) return [];
    const expression = escaped(text);
    if (expression.length > LONGEST_BEGINNING) throw refusalOf('completions');
    // The fields that `q` searches share one text index.
    const isShared = (FIELDS.parts.get(field)?.weight ?? 0) > 0;
    const indices = isShared ? [own, WORDS_OF_PART] : [own];
    const answers = await this.session.searches(
      indices.map((one) => beginningBody(one, expression)),
      STEP,
    );
    const [ofField, ofAll = ofField] = answers.map(wordsIn);
    const having = new Set(ofField.map(([word]) => word));
    const sorted = ofAll.filter(([word]) => having.has(word)).map(([word, parts]) => ({ word, parts }));
    return sorted.sort((a, b) => b.parts - a.parts || compareCodePoints(a.word, b.word)).slice(0, most);
  }

  *categoryNames(): Task<(uid: string) => string> {
    const categories = this.opened.categories();
    return (uid) => categories.get(uid)?.name ?? '';
  }

  valuesBeginning(field: string, text: string, most: number, work: Work): Task<readonly CountedText[]> {
    return waitFor(this.counting.valuesBeginning(field, text, most, work));
  }

  countQueries(queries: readonly string[], work: Work): Task<readonly number[] | undefined> {
    return waitFor(this.counting.countQueries(queries, work));
  }
}

function beginningBody(field: string, expression: string): object {
  const { values: size } = countLimits;
  const terms = { field, include: `${expression}.*`, size, shard_size: size };
  return { size: 0, track_total_hits: false, aggs: { words: { terms } } };
}

/** @throws UnsupportedError if there are too many to choose from */
function wordsIn({ aggregations: { words } }: EngineAnswer): TermCount[] {
  if (words.sum_other_doc_count > 0) throw refusalOf('completions');
  return termsOf(words);
}
