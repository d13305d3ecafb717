import fc from 'fast-check';
import { afterEach, it } from 'vitest';
import type { Catalog } from '../../src/partdex.js';
import { type FastPath, fastPaths } from '../../src/work/fast-paths.js';
import { type MatchRequest, matchRequests } from '../arbitraries/matching.js';
import { type RandomRequest, requests } from '../arbitraries/requests.js';
import { matchProbe, outcome, type Probe, searchProbe } from '../support/property/probes.js';
import { holdsFor } from '../support/property/report.js';

const NAMES = Object.keys(fastPaths) as FastPath[];

interface Question {
  readonly requested: RandomRequest;
  readonly matched: MatchRequest;
  /** The fast paths that are off, by their places. */
  readonly off: readonly number[];
}

function switchAll(off: Iterable<FastPath>): void {
  for (const name of NAMES) fastPaths[name] = true;
  for (const name of off) fastPaths[name] = false;
}

/** What a catalog answers without some of the fast paths. */
async function outcomeWithout(off: readonly FastPath[], probe: Probe, catalog: Catalog): Promise<string> {
  switchAll(off);
  try {
    return await outcome(probe, catalog);
  } finally {
    switchAll([]);
  }
}

afterEach(() => switchAll([]));

it('every answer is the same without any of the fast paths', () =>
  holdsFor(
    (catalog): fc.Arbitrary<Question> =>
      fc.record({
        requested: requests(catalog),
        matched: matchRequests(catalog),
        off: fc.uniqueArray(fc.nat(NAMES.length - 1), { minLength: 1, maxLength: 3 }),
      }),
    async (catalog, { requested, matched, off }) => {
      const some = off.map((place) => NAMES[place]);
      for (const probe of [searchProbe(requested), matchProbe(matched)]) {
        const expected = await outcomeWithout([], probe, catalog);
        for (const left of [some, NAMES]) {
          const found = await outcomeWithout(left, probe, catalog);
          if (found !== expected) return `without ${left.join(', ')}: answers ${found}\n not ${expected}`;
        }
      }
      return undefined;
    },
    { share: 0.5 },
  ));
