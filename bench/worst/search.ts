import type { Limits } from '../../src/partdex.js';
import { Random } from '../../src/sample/random.js';
import { evolve, type Rated } from './evolve.js';
import type { Kind } from './kinds.js';
import { KNOWN_CASES } from './known-cases.js';
import type { Measured, MeasuredEngine } from './measured-engine.js';
import type { KnownCaseResult, WorstOfKind } from './report.js';
import { textOf } from './requests.js';
import type { Words } from './words.js';

/** Options of the search for the worst request of a kind. */
export interface Search {
  readonly engine: MeasuredEngine;
  readonly words: Words;
  readonly limits: Limits;
  readonly seed: number;
  readonly milliseconds: number;
}

/** The worst candidates are measured this many times more, and the median counts. */
const FINALISTS = 3;
const REPETITIONS = 3;

/** Evolves requests of a kind towards the most CPU time. */
export async function worstOf(kind: Kind, { engine, words, limits, seed, milliseconds }: Search): Promise<WorstOfKind> {
  const until = performance.now() + milliseconds;
  const requestOf = (rated: Rated) => kind.request(rated.genome, words, limits);
  const known = new Map<string, number>();
  const living = await evolve({
    pool: kind.pool,
    random: new Random(seed, kind.name),
    isOver: () => performance.now() > until,
    rate: async (genome) => {
      const request = kind.request(genome, words, limits);
      const text = textOf(request);
      const fitness = known.get(text) ?? fitnessOf(await engine.measure(request));
      known.set(text, fitness);
      return fitness;
    },
  });
  const finalists: WorstOfKind[] = [];
  for (const rated of living.slice(0, FINALISTS)) {
    const request = requestOf(rated);
    finalists.push({ kind: kind.name, tried: known.size, request, measured: await measuredAgain(engine, request) });
  }
  return finalists.reduce((worst, one) => (one.measured.cpu_ms > worst.measured.cpu_ms ? one : worst));
}

/** CPU time; an invalid request costs nothing, and one that ends the process is the worst of all. */
function fitnessOf({ outcome, cpu_ms }: Measured): number {
  if (outcome.ended === 'refused') return 0;
  return outcome.ended === 'died' || outcome.ended === 'fault' ? Number.MAX_VALUE : cpu_ms;
}

/** The median of several measurements by CPU time; a request that the process did not survive is not repeated. */
async function measuredAgain(engine: MeasuredEngine, request: WorstOfKind['request']): Promise<Measured> {
  const measured: Measured[] = [];
  for (let i = 0; i < REPETITIONS; i++) {
    const one = await engine.measure(request);
    if (one.outcome.ended === 'died' || one.outcome.ended === 'killed') return one;
    measured.push(one);
  }
  return measured.sort((a, b) => a.cpu_ms - b.cpu_ms)[measured.length >> 1];
}

/** Measures the requests that are known to have been expensive. */
export async function measureKnown(
  engine: MeasuredEngine,
  words: Words,
  stage: (name: string) => void,
): Promise<KnownCaseResult[]> {
  const results: KnownCaseResult[] = [];
  for (const { name, before, request } of KNOWN_CASES) {
    stage(name);
    const asked = request(words);
    results.push({ name, before, request: asked, measured: await measuredAgain(engine, asked) });
  }
  return results;
}
