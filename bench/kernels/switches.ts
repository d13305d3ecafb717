import { buildCatalog, type Catalog, type CatalogSource, type Part } from '../../src/partdex.js';
import { generateSample, sampleMetadata } from '../../src/sample/sample.js';
import { type FastPath, fastPaths } from '../../src/work/fast-paths.js';
import { drawQueries, SEED, WITNESSES } from '../queries/draw.js';
import { FIXED_QUERIES } from '../queries/hard-patterns.js';
import { QUESTIONS, requestOf } from '../queries/questions.js';
import { ask, LIMITS, type QuestionRequest } from '../queries/requests.js';
import { Reservoir, witnessOf } from '../queries/sampled-parts.js';

/** The questions that a fast path is for. */
const QUESTIONS_OF: Readonly<Record<FastPath, readonly string[]>> = {
  champions: ['one-word'],
  phrasePairs: ['two-word-phrase'],
  repeatedTerms: ['three-words'],
  uidWalk: ['drilldown-of-a-category'],
  heap: ['sort-by-spec', 'three-words'],
  valuePostings: ['brand-in-category'],
  specBlocks: ['drilldown-of-a-category'],
  totals: ['facets-of-all-parts', 'drilldown-of-all-parts'],
  rowRuns: ['facets-of-a-range', 'drilldown-of-a-category'],
  countedPostings: ['facets-of-a-range'],
  countedSets: ['facets-of-a-range', 'parametric-page'],
  trigrams: ['infix-wildcard', 'infix-in-keywords'],
  automaton: ['hard-patterns', 'infix-wildcard'],
  galloping: ['three-words', 'brand-in-category'],
  columnAnswers: ['exact-mpn'],
  someMembers: ['page-of-brand-in-category', 'bill-with-parts'],
  similarColumns: [],
};

export interface SwitchResult {
  readonly name: FastPath;
  readonly question: string;
  /** Milliseconds of CPU time of a pass over the queries, with the fast path and without: the fastest rounds. */
  readonly with_ms: number;
  readonly without_ms: number;
  /** Without over with, the median of the rounds. */
  readonly ratio: number;
}

const ROUNDS = 7;
/** Queries of each question. */
const QUERIES = 20;

/** Measures what each fast path saves the questions that it is for. */
export async function measureSwitches(parts: number, only: readonly string[] | undefined): Promise<SwitchResult[]> {
  const metadata = sampleMetadata(SEED);
  const catalog = await buildCatalog({ parts: generateSample(parts, SEED), ...metadata } as CatalogSource, { limits: LIMITS });
  const reservoir = new Reservoir<Part>(WITNESSES, SEED);
  for (const part of generateSample(parts, SEED)) reservoir.offer(() => part);
  const datatypes = new Map(metadata.spec_metadata.map(({ key, datatype }) => [key, datatype]));
  const witnesses = reservoir.items.map((part) => witnessOf(part, datatypes));
  const queries = new Map([...FIXED_QUERIES, ...drawQueries(witnesses, SEED)]);
  const results: SwitchResult[] = [];
  for (const [name, questions] of Object.entries(QUESTIONS_OF) as [FastPath, readonly string[]][]) {
    if (only && !only.includes(name)) continue;
    for (const question of QUESTIONS.filter((one) => questions.includes(one.name))) {
      const requests = (queries.get(question.argumentsOf) ?? []).slice(0, QUERIES).map((args) => requestOf(question, args));
      results.push({ name, question: question.name, ...(await measureSwitch(catalog, requests, name)) });
    }
  }
  await catalog.close();
  return results;
}

async function measureSwitch(catalog: Catalog, requests: readonly QuestionRequest[], name: FastPath) {
  const pass = async (isOn: boolean) => {
    fastPaths[name] = isOn;
    const { user, system } = process.cpuUsage();
    for (const request of requests) await ask(catalog, request);
    const used = process.cpuUsage();
    fastPaths[name] = true;
    return (used.user + used.system - user - system) / 1000;
  };
  for (let i = 0; i < 3; i++) for (const isOn of [true, false]) await pass(isOn);
  const rounds: { on: number; off: number }[] = [];
  for (let i = 0; i < ROUNDS; i++) rounds.push({ on: await pass(true), off: await pass(false) });
  const ratios = rounds.map(({ on, off }) => off / on).sort((a, b) => a - b);
  return {
    with_ms: Math.min(...rounds.map(({ on }) => on)),
    without_ms: Math.min(...rounds.map(({ off }) => off)),
    ratio: ratios[ROUNDS >> 1],
  };
}
