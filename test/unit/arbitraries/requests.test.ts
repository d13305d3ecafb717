import fc from 'fast-check';
import { expect, it } from 'vitest';
import { catalogs, fullCatalogs, type JsonSource } from '../../arbitraries/catalogs.js';
import { type FieldVocabulary, filterTrees, printFilter } from '../../arbitraries/filters.js';
import { countingRequests, type RandomRequest, requests } from '../../arbitraries/requests.js';
import { strangeTexts, words } from '../../arbitraries/text.js';
import { OracleError } from '../../oracle/errors.js';
import { parseFilter } from '../../oracle/filter-parser.js';
import { createOracle, type Oracle, type OracleAnswer } from '../../oracle/oracle.js';

interface Sample {
  readonly oracle: Oracle;
  readonly requested: readonly RandomRequest[];
}

/** Random catalogs with twenty requests each, always the same ones. */
function samples(sources: fc.Arbitrary<JsonSource>, requestsOf: typeof requests): Sample[] {
  const all = sources.chain((source) => {
    const oracle = createOracle(source);
    const requested = fc.array(requestsOf(oracle.catalog), { minLength: 20, maxLength: 20 });
    return fc.record({ oracle: fc.constant(oracle), requested });
  });
  return fc.sample(all, { numRuns: 40, seed: 7 });
}

interface Answered {
  readonly oracle: Oracle;
  readonly one: RandomRequest;
  readonly answer: OracleAnswer;
}

/** The requests that are answered; the tally counts them and those that are refused. */
function* answered(all: readonly Sample[], tally: { requested: number; refused: number }): Generator<Answered> {
  for (const { oracle, requested } of all) {
    for (const one of requested) {
      tally.requested++;
      const answer = answerOf(oracle, one);
      if (answer) yield { oracle, one, answer };
      else tally.refused++;
    }
  }
}

/** Undefined where the request is refused. */
function answerOf(oracle: Oracle, { collection, request }: RandomRequest): OracleAnswer | undefined {
  try {
    return oracle.search(collection, request);
  } catch (error) {
    if (!(error instanceof OracleError)) throw error;
    return undefined;
  }
}

it('random requests mostly match something, and not everything', () => {
  const tally = { requested: 0, refused: 0, some: 0, all: 0, warned: 0, scored: 0 };
  for (const { oracle, one, answer } of answered(samples(catalogs(), requests), tally)) {
    const hits = answer.ordered.length;
    if (hits > 0 && hits < oracle.catalog.rows[one.collection].length) tally.some++;
    if (hits > 0 && hits === oracle.catalog.rows[one.collection].length) tally.all++;
    if (answer.warnings.length > 0) tally.warned++;
    if (new Set(answer.ordered.map(({ score }) => score)).size > 1) tally.scored++;
  }
  const share = (count: number) => count / tally.requested;
  expect(share(tally.refused)).toBeLessThan(0.35);
  expect(share(tally.refused)).toBeGreaterThan(0.05);
  expect(share(tally.some)).toBeGreaterThan(0.2);
  expect(share(tally.all)).toBeGreaterThan(0.05);
  expect(share(tally.warned)).toBeGreaterThan(0.03);
  expect(share(tally.scored)).toBeGreaterThan(0.03);
});

it('random requests mostly have something to count, and reach every way to count it', () => {
  const tally = {
    ...{ requested: 0, refused: 0, hits: 0, facets: 0, numbers: 0, widened: 0, linear: 0, logarithmic: 0, zero: 0 },
    ...{ drilldowns: 0, cut: 0, contained: 0, byValue: 0, chosen: 0, trees: 0 },
  };
  for (const { oracle, one, answer } of answered(samples(fullCatalogs(), countingRequests), tally)) {
    const facets = Object.values(answer.facet_results.fields);
    if (answer.ordered.length > 1) tally.hits++;
    if (facets.some(({ facets: values, missing }) => values.length > 1 && missing > 0)) tally.facets++;
    if (Object.values(answer.stats_results).some(({ count }) => count > 2)) tally.numbers++;
    if (isWidened(oracle, one, answer)) tally.widened++;
    for (const ranges of facets.map((facet) => facet.ranges ?? []).filter(({ length }) => length > 2)) {
      const steps = new Set(ranges.map(({ from, to }) => (Number(to) - Number(from)).toPrecision(6)));
      tally[steps.size === 1 ? 'linear' : 'logarithmic']++;
      if (steps.size > 1 && ranges[0].from === '0') tally.zero++;
    }
    const keys = Object.keys(answer.spec_metadata).length;
    if (keys > 2) tally.drilldowns++;
    if ((answer.spec_keys ?? 0) > keys) tally.cut++;
    const given = Object.entries(one.request.facet?.fields ?? {}).filter(([, { include }]) => include);
    const resultOf = (name: string) => answer.facet_results.fields[name];
    if (given.some(([name, { contains }]) => contains && resultOf(name).facets.length > 0)) tally.contained++;
    if (given.some(([name, { order }]) => order === 'value' && resultOf(name).facets.length > 1)) tally.byValue++;
    if (given.some(([name, { chosen }]) => chosen && one.request.filter?.fields?.[name])) tally.chosen++;
    if (given.some(([name, { tree }]) => tree && resultOf(name).facets.length > 2)) tally.trees++;
  }
  const least = {
    ...{ hits: 0.4, facets: 0.12, numbers: 0.12, widened: 0.04 },
    linear: 0.02,
    logarithmic: 0.03,
    zero: 0.002,
    drilldowns: 0.1,
    cut: 0.02,
    contained: 0.03,
    byValue: 0.03,
    chosen: 0.02,
    trees: 0.01,
  };
  for (const [name, share] of Object.entries(least)) {
    expect(tally[name as keyof typeof least] / tally.requested, name).toBeGreaterThan(share);
  }
  expect(tally.refused / tally.requested).toBeLessThan(0.25);
});

/** Whether a facet counts other rows than the hits. */
function isWidened(oracle: Oracle, { collection, request }: RandomRequest, { facet_results }: OracleAnswer): boolean {
  const fields = Object.entries(request.facet?.fields ?? {}).filter(
    ([, { include, exclude_filter }]) => include && exclude_filter,
  );
  const narrow = Object.fromEntries(fields.map(([name, facet]) => [name, { ...facet, exclude_filter: false }]));
  const answer = oracle.search(collection, { ...request, facet: { fields: narrow }, stats: {} });
  return fields.some(([name]) => {
    const [one, other] = [facet_results, answer.facet_results].map(({ fields: all }) => JSON.stringify(all[name].facets));
    return one !== other;
  });
}

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
    { numRuns: 500 },
  );
});
