import fc from 'fast-check';
import { expect } from 'vitest';

/** Random questions of the longest property; the others ask a share of them. `PARTDEX_RUNS`, default 140. */
export const RUNS = wholeNumber('PARTDEX_RUNS', 140);
/** Where the random choices start. `PARTDEX_SEED`, default another one each time. */
export const SEED = wholeNumber('PARTDEX_SEED', Math.floor(Math.random() * 0x7fff_ffff));
/** Questions to each random catalog. */
export const QUESTIONS_PER_CATALOG = 20;

function wholeNumber(name: string, byDefault: number): number {
  const text = process.env[name];
  if (text === undefined || text === '') return byDefault;
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < 0) throw new Error(`${name} must be a whole number, not "${text}"`);
  return value;
}

/** A failure that says all there is to know of it: its stack is of no use. */
export class Counterexample extends Error {}

/**
 * Asserts that a property holds for random values; a failure says how to see it again. Nothing is shrunk here:
 * predicates take their counterexamples apart themselves (report.ts).
 * @param share how many values are drawn, as a share of the number of catalogs that `RUNS` questions need
 */
export async function holds<T>(values: fc.Arbitrary<T>, predicate: (value: T) => Promise<void>, share = 1): Promise<void> {
  const numRuns = Math.max(1, Math.ceil((RUNS / QUESTIONS_PER_CATALOG) * share));
  const details = await fc.check(fc.asyncProperty(values, predicate), { numRuns, seed: SEED, endOnFailure: true });
  if (!details.failed) return;
  const { currentTestName, testPath } = expect.getState();
  const file = testPath?.slice(testPath.indexOf('test/property'));
  const name = currentTestName?.split(' > ').at(-1);
  const error = details.errorInstance;
  const isClear = error instanceof Counterexample || (error instanceof Error && error.name === 'AssertionError');
  const reason = isClear ? error.message : error instanceof Error ? error.stack : String(error);
  throw new Error(
    `${reason}\n\nAgain, from run ${details.numRuns} of ${numRuns}:\n` +
      `PARTDEX_SEED=${SEED} PARTDEX_RUNS=${RUNS} npx vitest run ${file} -t ${JSON.stringify(name)}`,
  );
}
