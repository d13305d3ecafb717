import { it } from 'vitest';
import { familyCatalogs } from '../arbitraries/number-families.js';
import { catalogsOfSimilarNumbers } from '../arbitraries/part-numbers.js';
import { patternRequests } from '../arbitraries/pattern-requests.js';
import { difference } from '../support/property/compare.js';
import { holdsFor } from '../support/property/report.js';
import { RUNS } from '../support/property/settings.js';

it('matches patterns as the oracle does', () =>
  holdsFor(patternRequests, (catalog, requested, oracle) => difference(catalog, oracle, requested), { share: 0.5 }));

it('matches patterns of numbers that are near each other as the oracle does', () =>
  holdsFor(patternRequests, (catalog, requested, oracle) => difference(catalog, oracle, requested), {
    share: 0.5,
    sources: catalogsOfSimilarNumbers(),
  }));

it('matches patterns as the oracle does where there are thousands of part numbers', () =>
  holdsFor(patternRequests, (catalog, requested, oracle) => difference(catalog, oracle, requested), {
    share: Math.min(0.1, 2_000 / RUNS),
    sources: familyCatalogs(),
  }));
