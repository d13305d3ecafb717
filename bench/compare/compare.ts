import { quantile } from '../measure/measure.js';
import { TalkingProcess } from '../measure/talking-process.js';
import type { DrawnQueries } from '../queries/draw.js';
import { type Question, requestOf } from '../queries/questions.js';
import type { QuestionRequest } from '../queries/requests.js';
import type { Turn, TurnQuestion } from '../workers/turn.js';

/** A build: the folder of its package, and a catalog file that it can open. */
export interface Compared {
  readonly package: string;
  readonly catalog: string;
}

/** The builds to compare, and for how long. */
export interface Comparison {
  readonly old: Compared;
  readonly new: Compared;
  readonly questions: readonly Question[];
  readonly queries: DrawnQueries;
  /** Turns of each build for each question. */
  readonly rounds: number;
  /** The number of times that both processes are restarted: no two compile their code alike. */
  readonly pairs: number;
  /** Minimum milliseconds of a turn. */
  readonly turn: number;
}

/** How a question fares in both builds. Times are those of one query, in milliseconds. */
export interface QuestionComparison {
  readonly name: string;
  readonly letters: string;
  readonly title: string;
  readonly queries: number;
  readonly old_ms: number;
  readonly new_ms: number;
  /** The new build's time over the old one's: the median of all rounds. */
  readonly ratio: number;
  /** A quarter of the rounds is below the first, a quarter above the second. */
  readonly quartiles: readonly [low: number, high: number];
  /** The median ratio of each pair of processes. */
  readonly pairs: readonly number[];
  /** The median ratio of the CPU times of all rounds: the better figure on a busy machine. */
  readonly cpu_ratio: number;
  /** The fastest passes of both, as a ratio. */
  readonly fastest: number;
  readonly cpu_share: number;
}

/** A turn of each build, one right after the other. */
interface Round {
  readonly old: Turn;
  readonly new: Turn;
}

type TurnProcess = TalkingProcess<TurnQuestion, Turn>;

const WARM_UP_MS = 1500;

/** Sends the same queries to two builds in turn, in two processes; one waits while the other answers. */
export async function compareBuilds(comparison: Comparison, stage: (name: string) => void): Promise<QuestionComparison[]> {
  const asked = comparison.questions
    .filter(({ argumentsOf }) => (comparison.queries.get(argumentsOf) ?? []).length > 0)
    .map((question) => ({ question, requests: requestsOf(question, comparison.queries) }));
  const rounds = new Map(asked.map(({ question }) => [question.name, [] as Round[][]]));
  for (let pair = 0; pair < comparison.pairs; pair++) {
    stage(`pair ${pair + 1} of ${comparison.pairs}`);
    const [old, young] = await Promise.all([opened(comparison.old), opened(comparison.new)]);
    for (const { question, requests } of asked) {
      stage(question.name);
      rounds.get(question.name)?.push(await roundsOf(old, young, requests, comparison));
    }
    await Promise.all([old.end(), young.end()]);
  }
  return asked.map(({ question, requests }) => summary(question, requests.length, rounds.get(question.name) ?? []));
}

function requestsOf(question: Question, queries: DrawnQueries): QuestionRequest[] {
  return (queries.get(question.argumentsOf) ?? []).map((args) => requestOf(question, args));
}

async function opened({ catalog, package: folder }: Compared): Promise<TurnProcess> {
  const started: TurnProcess = new TalkingProcess('turn');
  await turnOf(started, { open: catalog, package: folder });
  return started;
}

async function turnOf(asked: TurnProcess, question: TurnQuestion): Promise<Turn> {
  const reply = await asked.ask(question);
  if ('answer' in reply) return reply.answer;
  throw new Error(`a measured process has ended: ${reply.by}`);
}

/** The first one has cold processor caches, so they alternate. */
async function roundsOf(
  old: TurnProcess,
  young: TurnProcess,
  requests: readonly QuestionRequest[],
  { rounds, turn }: Comparison,
): Promise<Round[]> {
  for (const one of [old, young]) await turnOf(one, { requests, milliseconds: WARM_UP_MS });
  const question = { requests, milliseconds: turn };
  const measured: Round[] = [];
  for (let round = 0; round < rounds; round++) {
    if (round % 2 === 0) {
      const first = await turnOf(old, question);
      measured.push({ old: first, new: await turnOf(young, question) });
    } else {
      const first = await turnOf(young, question);
      measured.push({ old: await turnOf(old, question), new: first });
    }
  }
  return measured;
}

function summary({ name, letters, title }: Question, queries: number, pairs: readonly Round[][]): QuestionComparison {
  const rounds = pairs.flat();
  const ratioOf = (round: Round) => round.new.pass_ms / round.old.pass_ms;
  const ratios = rounds.map(ratioOf);
  const perQuery = (side: 'old' | 'new') =>
    quantile(
      rounds.map((round) => round[side].pass_ms),
      0.5,
    ) / queries;
  const fastest = (side: 'old' | 'new') => Math.min(...rounds.map((round) => round[side].fastest_ms));
  return {
    name,
    letters,
    title,
    queries,
    old_ms: perQuery('old'),
    new_ms: perQuery('new'),
    ratio: quantile(ratios, 0.5),
    quartiles: [quantile(ratios, 0.25), quantile(ratios, 0.75)],
    pairs: pairs.map((own) => quantile(own.map(ratioOf), 0.5)),
    cpu_ratio: quantile(
      rounds.map((round) => round.new.cpu_ms / round.old.cpu_ms),
      0.5,
    ),
    fastest: fastest('new') / fastest('old'),
    cpu_share: quantile(
      rounds.flatMap((round) => [round.old.cpu_share, round.new.cpu_share]),
      0.5,
    ),
  };
}
