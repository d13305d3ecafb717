/** Sends the questions that people type to a catalog: the hits, and how long they take. */

import { openCatalogFile } from '../../src/node/partdex-node.js';
import type { Interpretation, SearchRequest } from '../../src/partdex.js';
import { quantile } from '../measure/measure.js';
import { answer, type Job, MEGABYTE } from '../measure/worker.js';
import { hostileTexts } from '../questions/hostile.js';
import { type AskedQuestion, type Gold, goldWithin, type Score, scoreOf } from '../questions/score.js';
import { otherQuestions } from '../questions/warm-up.js';

export interface AskJob
  extends Job<
    {
      catalog: string;
      questions: readonly AskedQuestion[];
      gold: Readonly<Record<string, Gold>>;
      /** How often each question is timed; 0 for no times. */
      passes: number;
    },
    AskMeasurement
  > {}

export interface AskMeasurement {
  readonly parts: number;
  readonly scores: readonly Score[];
  /** First interpretation, with the learning of the vocabulary. */
  readonly first_ms: number;
  /** Median of each question's passes; absent if nothing was timed. */
  readonly times?: {
    /** Of texts that were not asked before; their pieces were. */
    readonly ask: readonly number[];
    /** Of the same texts again. */
    readonly again: readonly number[];
    /** The request of the interpretation. */
    readonly search: readonly number[];
    readonly interpret: readonly number[];
    /** `interpret` of other texts, each once: questions of the same words, which the engine has not seen. */
    readonly other: readonly number[];
    /** `interpret` of hostile texts (questions/hostile.ts), by their names. */
    readonly hostile: readonly { readonly name: string; readonly ms: number }[];
    /** CPU time by elapsed time; below 1 if the machine was busy with something else. */
    readonly cpu_share: number;
  };
  /** What the first interpretation leaves in memory, in a process that has answered the same requests. */
  readonly vocabulary_mb: number;
  /** What those of all questions leave besides. */
  readonly kept_mb: number;
}

const PAGE = 50;
const WARM_UP = 1000;
const OTHER = 3000;
const [SEED, OTHER_SEED] = [1, 2];
/** The vocabulary is learned within the first call, however busy the machine is. */
const LIMITS = { milliseconds: 600_000 };

answer<AskJob>(async ({ catalog: path, questions, gold, passes }) => {
  const catalog = await openCatalogFile(path, { limits: LIMITS });
  const { parts } = catalog;
  const uids = new Set<string>();
  for await (const { uid } of parts.scan({ show: ['uid'] })) uids.add(uid);
  const started = performance.now();
  await parts.interpret(questions[0].q);
  const first_ms = performance.now() - started;
  const scores: Score[] = [];
  const requests: SearchRequest[] = [];
  for (const question of questions) {
    const right = goldWithin(gold[question.id], uids);
    const { results, understood } = await parts.ask(question.q, { limit: PAGE, show: ['uid'] });
    requests.push(understood.request, ...requestsOf(understood));
    if (!right) continue;
    const all: string[] = [];
    for await (const { uid } of parts.scan({ ...understood.request, show: ['uid'] })) all.push(uid);
    scores.push(scoreOf(question, right, { page: results.map(({ item }) => item.uid), all }));
  }
  const texts = questions.map(({ q }) => q);
  const times = passes > 0 ? await timesOf(parts, texts, passes) : undefined;
  await catalog.close();
  return { parts: uids.size, scores, first_ms, times, ...(await memoryOf(path, texts, requests)) };
});

type Parts = Awaited<ReturnType<typeof openCatalogFile>>['parts'];

/** Milliseconds of processor time that a call takes: a busy machine changes them little. */
async function processorTime(call: () => Promise<unknown>): Promise<number> {
  const began = process.cpuUsage();
  await call();
  const { user, system } = process.cpuUsage(began);
  return (user + system) / 1000;
}

/** The same question as a text that was not asked before: what is remembered of the texts themselves does not help. */
const newText = (text: string, pass: number): string => text + ' '.repeat(pass + 1);

/** After a thousand other questions, each question in turns with its parts: asked as a new text and again, searched, interpreted. */
async function timesOf(parts: Parts, texts: readonly string[], passes: number): Promise<AskMeasurement['times']> {
  for (const text of otherQuestions(texts, WARM_UP, SEED)) await parts.ask(text);
  const times = texts.map(() => ({
    ask: [] as number[],
    again: [] as number[],
    search: [] as number[],
    interpret: [] as number[],
  }));
  const cpu = process.cpuUsage();
  const began = performance.now();
  for (let pass = 0; pass < passes; pass++) {
    for (const [i, text] of texts.entries()) {
      const { request } = await parts.interpret(text);
      times[i].ask.push(await processorTime(() => parts.ask(newText(text, 2 * pass))));
      times[i].again.push(await processorTime(() => parts.ask(text)));
      times[i].search.push(await processorTime(() => parts.search(request)));
      times[i].interpret.push(await processorTime(() => parts.interpret(newText(text, 2 * pass + 1))));
    }
  }
  const { user, system } = process.cpuUsage(cpu);
  const cpu_share = (user + system) / 1000 / (performance.now() - began);
  const median = (key: 'ask' | 'again' | 'search' | 'interpret') => times.map((of) => quantile(of[key], 0.5));
  const other: number[] = [];
  for (const text of otherQuestions(texts, OTHER, OTHER_SEED)) other.push(await processorTime(() => parts.interpret(text)));
  const hostile: { name: string; ms: number }[] = [];
  for (const [name, text] of hostileTexts()) {
    await parts.interpret(text);
    const all: number[] = [];
    for (let pass = 0; pass < passes; pass++) all.push(await processorTime(() => parts.interpret(newText(text, pass))));
    hostile.push({ name, ms: quantile(all, 0.5) });
  }
  const [ask, again, search, interpret] = (['ask', 'again', 'search', 'interpret'] as const).map(median);
  return { ask, again, search, interpret, other, hostile, cpu_share };
}

/** The requests of all readings: what the file must have loaded to count them. */
function requestsOf({ readings }: Interpretation): SearchRequest[] {
  const meanings = readings.flatMap((reading) => [reading, ...reading.alternatives]);
  return meanings.flatMap(({ query }) => (query === undefined ? [] : [{ filter: { queries: [query] }, limit: 0 }]));
}

/** A text of which nothing is in the catalog. */
const NOTHING = '?';

/** A catalog whose sections the requests have loaded, the same after it has learned the vocabulary, and after it has read all texts. */
async function memoryOf(path: string, texts: readonly string[], requests: readonly SearchRequest[]) {
  const catalog = await openCatalogFile(path, { limits: LIMITS });
  for (const request of requests) await catalog.parts.search(request);
  const before = usedBytes();
  await catalog.parts.interpret(NOTHING);
  const learned = usedBytes();
  for (const text of texts) await catalog.parts.interpret(text);
  const after = usedBytes();
  await catalog.close();
  const megabytes = (from: number, to: number) => Math.max(0, to - from) / MEGABYTE;
  return { vocabulary_mb: megabytes(before, learned), kept_mb: megabytes(learned, after) };
}

/** Objects and buffers after garbage collection. */
function usedBytes(): number {
  for (let i = 0; i < 3; i++) globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
