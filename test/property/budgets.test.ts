import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { type Catalog, openCatalog } from '../../src/partdex.js';
import { sessions } from '../arbitraries/calls.js';
import { catalogs, largeCatalogs } from '../arbitraries/catalogs.js';
import { type Bounds, faultOfEnd, NO_BOUNDS, same, start, tally, textOf } from '../support/property/ended-calls.js';
import { type Ended, perform } from '../support/property/perform.js';
import { holdsFor } from '../support/property/report.js';
import { RUNS } from '../support/property/settings.js';

/** A session has three calls on average, each of which is made three times. */
const SHARE = 1 / 3;

afterAll(() => {
  const { answered, overBudget, aborted, refused } = tally;
  process.stdout.write(`calls: ${answered} answered, ${refused} refused, ${overBudget} over budget, ${aborted} aborted\n`);
  // Where many calls were made some have ended in each way, else nothing was tried.
  if (answered + refused + overBudget + aborted > 1_000)
    expect(Math.min(answered, refused, overBudget, aborted)).toBeGreaterThan(0);
});

type Session = Parameters<typeof start>[0][];

/** How the calls end that nothing stops, one after the other. */
async function endsOf(session: readonly Session[number][], catalog: Catalog): Promise<Ended[]> {
  const ends: Ended[] = [];
  for (const { randomCall } of session) ends.push(await perform(randomCall, catalog));
  return ends;
}

/** Makes all calls at the same time, and says what is wrong with how one of them ends. */
async function faultOfSession(session: readonly Session[number][], catalog: Catalog, expected: readonly Ended[], bounds: Bounds) {
  const started = session.map((call) => start(call, catalog));
  const faults = await Promise.all(started.map((call, i) => faultOfEnd(call, expected[i], bounds)));
  return faults.find((fault) => fault !== undefined);
}

/** However busy the machine is, no call ends by the limits of the catalog: all of them are the call's own. */
const PATIENT = { milliseconds: 600_000 };

/** Calls that are stopped at any moment, several at a time; then the same ones, which nothing stops. */
async function faultOfStopping(built: Catalog, session: readonly Session[number][]): Promise<string | undefined> {
  const catalog = await openCatalog(await built.toBytes(), { limits: PATIENT });
  const expected = await endsOf(session, catalog);
  const fault = (await faultOfSession(session, catalog, expected, NO_BOUNDS)) ?? (await faultOfLater(session, catalog, expected));
  await catalog.close();
  return fault;
}

async function faultOfLater(session: readonly Session[number][], catalog: Catalog, expected: readonly Ended[]) {
  const again = await endsOf(session, catalog);
  const wrong = again.findIndex((end, i) => !same(end, expected[i]));
  if (wrong < 0) return undefined;
  return `later: ${textOf(again[wrong])}\n not ${textOf(expected[wrong])}\n for ${JSON.stringify(session[wrong].randomCall)}`;
}

it('a call answers exactly or ends with its error, and later calls answer exactly', () =>
  holdsFor(sessions, faultOfStopping, { share: SHARE, isTimed: true }));

it('the same where there are thousands of parts', () =>
  holdsFor((catalog) => sessions(catalog, 8), faultOfStopping, {
    isTimed: true,
    share: Math.min(0.02, 1_000 / RUNS),
    sources: largeCatalogs(),
  }));

/** The share of a call's time for which it may use a processor. */
const PROCESSOR_SHARE = 0.4;

const limits = fc.record({
  milliseconds: fc.constantFrom(Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, 0, 1, 2, 5, 20),
  bytes: fc.oneof(fc.constant(Number.POSITIVE_INFINITY), fc.nat(2_000), fc.nat(100_000), fc.nat(5_000_000)),
});

it('within the limits of a catalog calls answer exactly or end with their error', () =>
  holdsFor(
    // JSON knows no infinity.
    (catalog) => fc.record({ session: sessions(catalog), limits: limits.map((given) => JSON.parse(JSON.stringify(given))) }),
    async (catalog, { session, limits: { milliseconds, bytes } }) => {
      const expected = await endsOf(session, catalog);
      const given = { milliseconds: milliseconds ?? Number.POSITIVE_INFINITY, bytes: bytes ?? Number.POSITIVE_INFINITY };
      const limited = await openCatalog(await catalog.toBytes(), { limits: given });
      const times = milliseconds === null ? [] : [milliseconds, milliseconds * PROCESSOR_SHARE];
      const bounds = { times, bytes: given.bytes };
      const fault =
        (await faultOfSession(session, limited, expected, bounds)) ??
        (await faultOfSession(
          session.map(({ randomCall }) => ({ randomCall, ending: {} })),
          limited,
          expected,
          bounds,
        ));
      await limited.close();
      return fault;
    },
    {
      share: Math.min(SHARE, 7_000 / RUNS),
      isTimed: true,
      sources: fc.oneof({ weight: 20, arbitrary: catalogs() }, { weight: 1, arbitrary: largeCatalogs() }),
    },
  ));
