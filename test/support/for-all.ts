import fc from 'fast-check';

type Arbitraries<Values extends unknown[]> = { [K in keyof Values]: fc.Arbitrary<Values[K]> };

/** `npm run test:all` draws ten times as many values as `npm test`, which must stay quick. */
const SCALE = Number(process.env.PARTDEX_RUNS ?? 0) >= 5000 ? 4 : 0.4;

/** How many values a slow property draws: `count`, scaled to the command that runs it. */
export function scaled(count: number): number {
  return Math.ceil(count * SCALE);
}

/** Asserts that `check` throws for none of some random values. A failure prints the seed and the smallest counterexample. */
export function forAll<Values extends [unknown, ...unknown[]]>(
  arbitraries: Arbitraries<Values>,
  check: (...values: Values) => unknown,
  numRuns = 100,
): void {
  const values = fc.tuple(...arbitraries) as unknown as fc.Arbitrary<Values>;
  fc.assert(
    fc.property(values, (drawn) => {
      check(...drawn);
    }),
    { numRuns },
  );
}

/** The same for a check that waits. */
export function forAllAsync<Values extends [unknown, ...unknown[]]>(
  arbitraries: Arbitraries<Values>,
  check: (...values: Values) => Promise<unknown>,
  numRuns = 100,
): Promise<void> {
  const values = fc.tuple(...arbitraries) as unknown as fc.Arbitrary<Values>;
  return fc.assert(
    fc.asyncProperty(values, async (drawn) => {
      await check(...drawn);
    }),
    { numRuns },
  );
}
