import fc from 'fast-check';
import { expect, it } from 'vitest';
import { catalogs } from '../../arbitraries/catalogs.js';
import { type MatchQuery, matchRequests } from '../../arbitraries/matching.js';
import { catalogsOfSimilarNumbers } from '../../arbitraries/part-numbers.js';
import { OracleError } from '../../oracle/errors.js';
import type { MatchAnswer } from '../../oracle/match.js';
import { createOracle } from '../../oracle/oracle.js';
import { plainText, readWord } from '../../oracle/text.js';

/** Shares of all queries. */
const LEAST = {
  errors: 0.1,
  nothing: 0.2,
  one: 0.1,
  several: 0.08,
  pages: 0.04,
  'plain default hits': 0.07,
  'plain exact hits': 0.03,
  'wildcard default hits': 0.04,
  'wildcard exact hits': 0.02,
  brand: 0.02,
  seller: 0.01,
  'several numbers': 0.005,
  warned: 0.01,
  same_number: 0.05,
  other_field: 0.01,
  suffix: 0.01,
  edit: 0.01,
  'many suggestions': 0.005,
};

it('random match requests reach everything that a match can be', () => {
  const sources = fc.oneof({ weight: 1, arbitrary: catalogs() }, { weight: 2, arbitrary: catalogsOfSimilarNumbers() });
  const samples = sources.chain((source) => {
    const oracle = createOracle(source);
    const requested = fc.array(matchRequests(oracle.catalog), { minLength: 20, maxLength: 20 });
    return fc.record({ oracle: fc.constant(oracle), asked: requested });
  });
  const tally = new Map<string, number>();
  const count = (name: string, isSo = true) => tally.set(name, (tally.get(name) ?? 0) + Number(isSo));
  for (const { oracle, asked: requested } of fc.sample(samples, { numRuns: 60, seed: 7 })) {
    for (const request of requested) {
      count('requests');
      let answer: MatchAnswer;
      try {
        answer = oracle.match(request);
      } catch (error) {
        if (!(error instanceof OracleError)) throw error;
        count('refused');
        continue;
      }
      for (const [i, { hits, error, items, warnings, suggestions }] of answer.results.entries()) {
        const { mpn, sku, mpn_or_sku, brand, seller } = (request.queries[i] ?? {}) as MatchQuery;
        const numbers = [mpn, sku, mpn_or_sku].filter((text) => typeof text === 'string');
        const hasWildcard = numbers.some((text) => plainText(readWord(text)) === undefined);
        const how = `${hasWildcard ? 'wildcard' : 'plain'} ${request.exact_only ? 'exact' : 'default'}`;
        count('queries');
        count('errors', error !== null);
        count('nothing', hits === 0);
        count('one', hits === 1);
        count('several', (hits ?? 0) > 1);
        count('pages', (hits ?? 0) > items.length);
        count(`${how} hits`, numbers.length > 0 && (hits ?? 0) > 0);
        count('brand', typeof brand === 'string' && (hits ?? 0) > 0);
        count('seller', typeof seller === 'string' && (hits ?? 0) > 0);
        count('several numbers', numbers.length > 1 && (hits ?? 0) > 0);
        count('warned', warnings.length > 0);
        for (const { reason } of suggestions ?? []) count(reason);
        count('many suggestions', suggestions?.length === 5);
      }
    }
  }
  const share = (name: string) => (tally.get(name) ?? 0) / (tally.get('queries') as number);
  for (const [name, lowest] of Object.entries(LEAST)) expect.soft(share(name), name).toBeGreaterThan(lowest);
  expect(share('errors')).toBeLessThan(0.3);
  expect((tally.get('refused') as number) / (tally.get('requests') as number)).toBeLessThan(0.1);
});
