import fc from 'fast-check';
import { expect } from 'vitest';
import { catalogs, type JsonSource } from '../arbitraries/catalogs.js';
import { type Asked, requests } from '../arbitraries/requests.js';
import { createOracle, type Oracle } from '../oracle/oracle.js';

/** Random requests of the longest property; the others ask a share of them. `PARTDEX_RUNS`, default 2,000. */
export const RUNS = positive('PARTDEX_RUNS', 2_000);
/** Where the random choices start. `PARTDEX_SEED`, default another one each time. */
export const SEED = positive('PARTDEX_SEED', Math.floor(Math.random() * 0x7fff_ffff));
/** Requests that each random catalog is asked. */
export const REQUESTS_PER_CATALOG = 20;

function positive(name: string, byDefault: number): number {
  const text = process.env[name];
  if (text === undefined || text === '') return byDefault;
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < 0) throw new Error(`${name} must be a whole number, not "${text}"`);
  return value;
}

/** A random catalog, its oracle and requests to it. */
export interface Sample {
  readonly source: JsonSource;
  readonly priceCurrency: string;
  readonly oracle: Oracle;
  readonly asked: readonly Asked[];
}

export function samples({ maxParts = 60, requestCount = REQUESTS_PER_CATALOG } = {}): fc.Arbitrary<Sample> {
  return fc.tuple(catalogs({ maxParts }), fc.constantFrom('USD', 'USD', 'EUR')).chain(([source, priceCurrency]) => {
    const oracle = createOracle(source, { priceCurrency });
    const asked = fc.array(requests(oracle.catalog), { minLength: requestCount, maxLength: requestCount });
    return fc.record({
      source: fc.constant(source),
      priceCurrency: fc.constant(priceCurrency),
      oracle: fc.constant(oracle),
      asked,
    });
  });
}

/**
 * Asserts that a property holds for random values. A failure says how to see it again. The predicate reduces its own
 * counterexample, which takes a catalog and a request apart better than generic shrinking.
 * @param share how many values are drawn, as a share of the number of catalogs that `RUNS` requests need
 */
export async function holds<T>(values: fc.Arbitrary<T>, predicate: (value: T) => Promise<void>, share = 1): Promise<void> {
  const numRuns = Math.max(1, Math.ceil((RUNS / REQUESTS_PER_CATALOG) * share));
  const details = await fc.check(fc.asyncProperty(values, predicate), { numRuns, seed: SEED, endOnFailure: true });
  if (!details.failed) return;
  const { currentTestName, testPath } = expect.getState();
  const file = testPath?.slice(testPath.indexOf('test/property'));
  const name = currentTestName?.split(' > ').at(-1);
  const reason = details.errorInstance instanceof Error ? details.errorInstance.message : String(details.errorInstance);
  throw new Error(
    `${reason}\n\nAgain, from run ${details.numRuns} of ${numRuns}:\n` +
      `PARTDEX_SEED=${SEED} PARTDEX_RUNS=${RUNS} npx vitest run ${file} -t ${JSON.stringify(name)}`,
    { cause: details.errorInstance },
  );
}
