/** Runs the queries of a question for a while, whenever it is its turn. */
import type { Catalog } from '../../src/partdex.js';
import { loadEngine } from '../measure/engine.js';
import { quantile } from '../measure/measure.js';
import { answerQuestions } from '../measure/talking-process.js';
import { ask, LIMITS, type QuestionRequest } from '../queries/requests.js';

/** First the builds to open, then one turn after the other. */
export type TurnQuestion =
  | { readonly open: string; readonly package: string }
  | { readonly requests: readonly QuestionRequest[]; readonly milliseconds: number };

export interface Turn {
  /** The median of the passes over all queries. */
  readonly pass_ms: number;
  /** The fastest one. */
  readonly fastest_ms: number;
  readonly passes: number;
  /** CPU time of a pass, including the threads of the collector and the compiler. */
  readonly cpu_ms: number;
  /** CPU time divided by elapsed time. */
  readonly cpu_share: number;
}

const NO_TURN: Turn = { pass_ms: 0, fastest_ms: 0, passes: 0, cpu_ms: 0, cpu_share: 1 };

let catalog: Catalog | undefined;

answerQuestions<TurnQuestion, Turn>(async (question) => {
  if ('open' in question) {
    const { openCatalogFile } = await loadEngine(question.package);
    catalog = await openCatalogFile(question.open, { limits: LIMITS });
    return NO_TURN;
  }
  if (!catalog) throw new Error('no catalog is open');
  return takeTurn(catalog, question.requests, question.milliseconds);
});

/** Passes over all queries until the time is over, at least one. */
async function takeTurn(opened: Catalog, requests: readonly QuestionRequest[], milliseconds: number): Promise<Turn> {
  const passes: number[] = [];
  const cpu = process.cpuUsage();
  const began = performance.now();
  do {
    const started = performance.now();
    for (const request of requests) await ask(opened, request);
    passes.push(performance.now() - started);
  } while (performance.now() - began < milliseconds);
  const { user, system } = process.cpuUsage(cpu);
  const cpu_ms = (user + system) / 1000;
  return {
    pass_ms: quantile(passes, 0.5),
    fastest_ms: Math.min(...passes),
    passes: passes.length,
    cpu_ms: cpu_ms / passes.length,
    cpu_share: cpu_ms / (performance.now() - began),
  };
}
