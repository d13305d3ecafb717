import fc from 'fast-check';
import { afterEach, expect, it, vi } from 'vitest';
import { forAll, forAllAsync } from '../../support/for-all.js';

const small = (n: number) => expect(n % 1000).toBeLessThan(990);

async function messageOf(act: () => unknown): Promise<string> {
  try {
    await act();
  } catch (error) {
    return (error as Error).message;
  }
  return '';
}

/** Sets fast-check up as at the start of the tests. */
async function begin(seed: string | undefined): Promise<void> {
  vi.stubEnv('PARTDEX_SEED', seed);
  vi.resetModules();
  fc.resetConfigureGlobal();
  await import('../../support/reproducible.js');
}

afterEach(async () => {
  vi.unstubAllEnvs();
  await begin(process.env.PARTDEX_SEED);
});

it('reports how to reproduce a failure (with "$(it)")', async () => {
  const command =
    /^PARTDEX_SEED=(-?\d+) npx vitest run test\/unit\/support\/reproducible\.test\.ts -t "reports how to reproduce a failure .with ...it..."$/m;
  const properties = [
    () => forAll([fc.nat()], small, 2000),
    () => forAllAsync([fc.nat()], async (n) => small(n), 2000),
    () => fc.assert(fc.property(fc.nat(), small), { numRuns: 2000 }),
  ];
  for (const property of properties) {
    await begin(undefined);
    const first = await messageOf(property);
    const seed = command.exec(first)?.[1];
    expect(first).toMatch(command);
    await begin(seed);
    expect(await messageOf(property)).toBe(first);
  }
});

it('refuses an invalid seed', async () => {
  await expect(begin('one')).rejects.toThrow('PARTDEX_SEED must be a whole number, not "one"');
});
