import fc from 'fast-check';
import { beforeEach, expect, it, vi } from 'vitest';
import { buildCatalog, type Catalog, type CatalogSource } from '../../src/partdex.js';
import { generateSample, sampleMetadata } from '../../src/sample/sample.js';
import type { Work as OriginalWork } from '../../src/work/work.js';
import { type RandomCall, randomCalls } from '../arbitraries/calls.js';
import { largeCatalogs } from '../arbitraries/catalogs.js';
import { countingRequests, requests } from '../arbitraries/requests.js';
import { difference } from '../support/property/compare.js';
import { same, textOf } from '../support/property/ended-calls.js';
import { type Ended, perform } from '../support/property/perform.js';
import { holdsFor } from '../support/property/report.js';
import { RUNS } from '../support/property/settings.js';

/**
 * Here every call yields wherever it could, and may be stopped there: not after some milliseconds, which a small catalog never
 * takes, but at each of its looks at the clock.
 */
const looks = vi.hoisted(() => ({
  count: 0,
  /** Called at each look of any call. */
  onLook: (): void => {},
}));

vi.mock('../../src/work/work.js', async (original) => {
  const { Work, ...others } = await original<{ Work: typeof OriginalWork }>();
  class EagerWork extends Work {
    constructor(...[budget, signal]: ConstructorParameters<typeof OriginalWork>) {
      super(budget, signal, 0);
    }

    override spend(): boolean {
      return this.isDue();
    }

    override isDue(): boolean {
      looks.count++;
      looks.onLook();
      return super.isDue();
    }
  }
  return { ...others, Work: EagerWork };
});

beforeEach(() => {
  looks.count = 0;
  looks.onLook = () => {};
});

it('requests that yield at every step answer as the oracle does', () =>
  holdsFor(
    (catalog) => fc.oneof(requests(catalog), countingRequests(catalog)),
    (catalog, requested, oracle) => difference(catalog, oracle, requested),
    { share: 0.3 },
  ));

/** Calls that get their turns one after the other. */
const several = (most: number) => (catalog: Parameters<typeof randomCalls>[0]) =>
  fc.array(randomCalls(catalog), { minLength: 2, maxLength: most });

/** Asks one after the other, then all at the same time. */
async function faultOfTurns(catalog: Catalog, requested: readonly RandomCall[]): Promise<string | undefined> {
  const alone: Ended[] = [];
  for (const randomCall of requested) alone.push(await perform(randomCall, catalog));
  const together = await Promise.all(requested.map((randomCall) => perform(randomCall, catalog)));
  const wrong = together.findIndex((end, i) => !same(end, alone[i]));
  return wrong < 0
    ? undefined
    : `answers ${textOf(together[wrong])}\n not ${textOf(alone[wrong])}\n for ${JSON.stringify(requested[wrong])}`;
}

it('calls that take turns answer as each does alone', () => holdsFor(several(6), faultOfTurns, { share: 0.3 }));

it('the same where there are thousands of parts', () =>
  holdsFor(several(6), faultOfTurns, { share: Math.min(0.02, 1_000 / RUNS), sources: largeCatalogs() }));

it('a call that is stopped at any of its steps rejects with the reason, and later calls answer exactly', () =>
  holdsFor(
    (catalog) => fc.record({ stopped: randomCalls(catalog), other: randomCalls(catalog), at: fc.nat(999) }),
    async (catalog, { stopped, other, at }) => {
      const expected = await perform(stopped, catalog);
      // The first time there is more to do: sections are loaded, and the counts over all parts are cached.
      const before = looks.count;
      await perform(stopped, catalog);
      const steps = looks.count - before;
      const others = await perform(other, catalog);
      if (steps === 0) return undefined;

      const controller = new AbortController();
      const reason = { stopped: true };
      const last = looks.count + 1 + Math.floor((at / 1000) * steps);
      looks.onLook = () => {
        if (looks.count === last) controller.abort(reason);
      };
      const ended = await perform(stopped, catalog, { signal: controller.signal });
      looks.onLook = () => {};
      if ('answer' in ended || ended.error !== reason) return `stopped at ${at} ‰ of ${steps} steps ends with ${textOf(ended)}`;
      for (const [randomCall, end] of [
        [other, others],
        [stopped, expected],
      ] as const) {
        const again = await perform(randomCall, catalog);
        if (!same(again, end)) return `later: ${textOf(again)}\n not ${textOf(end)}\n for ${JSON.stringify(randomCall)}`;
      }
      return undefined;
    },
    { share: Math.min(0.5, 10_000 / RUNS) },
  ));

it('a call that is stopped while others run leaves their answers as they are', () =>
  holdsFor(
    (catalog) => fc.record({ stopped: randomCalls(catalog), others: several(4)(catalog), at: fc.nat(60) }),
    async (catalog, { stopped, others, at }) => {
      const alone: Ended[] = [];
      for (const randomCall of others) alone.push(await perform(randomCall, catalog));
      const controller = new AbortController();
      const last = looks.count + at;
      looks.onLook = () => {
        if (looks.count === last) controller.abort('stopped');
      };
      const [, ...together] = await Promise.all([
        perform(stopped, catalog, { signal: controller.signal }),
        ...others.map((randomCall) => perform(randomCall, catalog)),
      ]);
      looks.onLook = () => {};
      const wrong = together.findIndex((end, i) => !same(end, alone[i]));
      return wrong < 0
        ? undefined
        : `answers ${textOf(together[wrong])}\n not ${textOf(alone[wrong])}\n for ${JSON.stringify(others[wrong])}`;
    },
    { share: Math.min(0.3, 10_000 / RUNS) },
  ));

it('a scan lets the event loop turn before its first record and between its records', async () => {
  const catalog = await buildCatalog({ parts: generateSample(3_000), ...sampleMetadata() } as CatalogSource);
  let turns = 0;
  let isOver = false;
  const count = () => {
    turns++;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  const turnsAt: number[] = [];
  for await (const _ of catalog.parts.scan({ show: ['uid'], sortby: 'mpn asc' })) turnsAt.push(turns);
  isOver = true;
  expect(turnsAt).toHaveLength(3_000);
  expect(turnsAt[0]).toBeGreaterThan(0);
  // At least once for each thousand records.
  for (const at of [1_000, 2_000, 2_999]) expect(turnsAt[at]).toBeGreaterThan(turnsAt[at - 999]);
  await catalog.close();
});
