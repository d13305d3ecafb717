import { UnsupportedError } from '../model/errors.js';
import { CountPlan, countLimits, valuesOfEach } from './compile/counts.js';
import type { CompiledSearch } from './compile/search.js';
import { type EngineAnswer, type EngineSession, TooManyBuckets } from './session.js';

/** Refuses a count of more values than are held in memory. */
export function tooManyValues(field: string): UnsupportedError {
  return new UnsupportedError(
    `counting ${field} over parts that have more than 2,000,000 different values of it`,
    'filter the parts, or count another field',
  );
}

/**
 * What counts some fields over the hits of a search, and the answer: of each field all values, or fewer if all of them are more than the cluster
 * answers with.
 * @param ask adds what is counted
 */
export async function countFields(
  compiled: CompiledSearch,
  session: EngineSession,
  fields: number,
  ask: (plan: CountPlan) => void,
): Promise<{ readonly plan: CountPlan; readonly answer: EngineAnswer }> {
  const count = async (most: number) => {
    const plan = new CountPlan(compiled.behind);
    plan.most = most;
    ask(plan);
    return { plan, answer: await countWith(plan, compiled, session, 'counting the values of specs') };
  };
  return count(countLimits.values).catch((error: unknown) => {
    if (!(error instanceof TooManyBuckets) || fields < 2) throw error;
    return count(valuesOfEach(fields));
  });
}

/** One more request that counts over the hits of a search. */
export function countWith(
  plan: CountPlan,
  { query }: CompiledSearch,
  session: EngineSession,
  step: string,
): Promise<EngineAnswer> {
  return session.search({ query, size: 0, track_total_hits: false, aggs: plan.aggregations() }, step, plan.leftOut);
}
