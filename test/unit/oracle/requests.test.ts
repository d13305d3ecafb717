import fc from 'fast-check';
import { expect, it } from 'vitest';
import { catalogs } from '../../arbitraries/catalogs.js';
import { type FieldVocabulary, filterTrees, printFilter } from '../../arbitraries/filters.js';
import { requests } from '../../arbitraries/requests.js';
import { strangeTexts, words } from '../../arbitraries/text.js';
import { OracleError } from '../../oracle/errors.js';
import { parseFilter } from '../../oracle/filter-parser.js';
import { createOracle, type OracleAnswer } from '../../oracle/oracle.js';

it('random requests mostly match something, and not everything', () => {
  const tally = { asked: 0, refused: 0, some: 0, all: 0, warned: 0, scored: 0 };
  fc.assert(
    fc.property(
      catalogs().chain((source) => {
        const oracle = createOracle(source);
        return fc.record({
          oracle: fc.constant(oracle),
          asked: fc.array(requests(oracle.catalog), { minLength: 20, maxLength: 20 }),
        });
      }),
      ({ oracle, asked }) => {
        for (const { collection, request } of asked) {
          tally.asked++;
          let answer: OracleAnswer;
          try {
            answer = oracle.search(collection, request);
          } catch (error) {
            if (!(error instanceof OracleError)) throw error;
            tally.refused++;
            continue;
          }
          const hits = answer.ordered.length;
          if (hits > 0 && hits < oracle.catalog.rows[collection].length) tally.some++;
          if (hits > 0 && hits === oracle.catalog.rows[collection].length) tally.all++;
          if (answer.warnings.length > 0) tally.warned++;
          if (new Set(answer.ordered.map(({ score }) => score)).size > 1) tally.scored++;
        }
      },
    ),
    { numRuns: 40, seed: 7, endOnFailure: true },
  );
  const share = (count: number) => count / tally.asked;
  expect(share(tally.refused)).toBeLessThan(0.35);
  expect(share(tally.refused)).toBeGreaterThan(0.05);
  expect(share(tally.some)).toBeGreaterThan(0.2);
  expect(share(tally.all)).toBeGreaterThan(0.05);
  expect(share(tally.warned)).toBeGreaterThan(0.03);
  expect(share(tally.scored)).toBeGreaterThan(0.03);
});

it('printed filters follow the grammar', () => {
  const texts = fc.oneof(words(), strangeTexts(), fc.constantFrom('AND', 'NOT', '-5', '-x', '-', '.5', 'a b', 'TO'));
  const fields: FieldVocabulary[] = ['mpn', 'specs.a b:(c).value'].map((field) => ({
    field,
    values: texts,
    isNumber: false,
    hasWildcards: true,
  }));
  fc.assert(
    fc.property(filterTrees(fields), (tree) => {
      parseFilter(printFilter(tree));
    }),
    { numRuns: 2000 },
  );
});
