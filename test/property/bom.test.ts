import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { costBom } from '../../src/bom/cost/cost-bom.js';
import { bomSamples } from '../arbitraries/boms.js';
import { costOf } from '../oracle/bom.js';
import { RUNS, SEED } from '../support/property/settings.js';

describe('costs of random bills of materials', () => {
  it('are those of the brute force, with its choice of offers and of sellers', () => {
    fc.assert(
      fc.property(bomSamples, ({ lines, options }) => {
        const { lines: costed, total, sellers, exact } = costBom(lines as never, options);
        const found = {
          lines: costed.map(({ needed, purchases, cost, covered, shortfall }) => ({
            needed,
            purchases,
            cost,
            covered,
            shortfall,
          })),
          total,
          sellers,
        };
        expect(found).toEqual(costOf(lines, options));
        expect(exact).toBe(true);
      }),
      { numRuns: RUNS * 5, seed: SEED },
    );
  });
});
