import { UnsupportedError } from '../model/errors.js';
import { SPEC_MEMBERS, specField } from '../model/fields.js';
import type { CountPlan } from './compile/counts.js';
import type { CompiledSearch } from './compile/search.js';
import type { EngineAnswer, EngineSession } from './session.js';

/** Refuses a count of more values than are held in memory. */
export function tooManyValues(field: string): UnsupportedError {
  return new UnsupportedError(
    `counting ${field} over parts that have more than 2,000,000 different values of it`,
    'filter the parts, or count another field',
  );
}

/** One more request that counts over the hits of a search. */
export function countWith(
  plan: CountPlan,
  { query }: CompiledSearch,
  session: EngineSession,
  step: string,
): Promise<EngineAnswer> {
  return session.search({ query, size: 0, track_total_hits: false, aggs: plan.aggregations() }, step);
}

/** The fieldnames of the members of a spec key. */
export const fieldsOfKey = (key: string): string[] => SPEC_MEMBERS.map((member) => specField(key, member));
