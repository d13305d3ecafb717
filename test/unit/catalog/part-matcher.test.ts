import fc from 'fast-check';
import { expect, it } from 'vitest';
import { PartMatcher } from '../../../src/catalog/part-matcher.js';
import type { Segment } from '../../../src/index/segment.js';
import { DEFAULT_LIMITS } from '../../../src/model/limits.js';
import type { PartsMatchQuery } from '../../../src/partdex.js';
import type { Hit } from '../../../src/query/merge.js';
import { resolveKeywords } from '../../../src/resolve/keywords.js';
import { normaliseMatchRequest } from '../../support/checked.js';
import { forAllAsync } from '../../support/for-all.js';
import { partLists, SHARED } from '../../support/query-parts.js';
import { collectionOf } from '../../support/segments.js';
import { completed } from '../../support/tasks.js';
import { Impatient, unbounded } from '../../support/unbounded.js';

const NUMBERS = [
  'RC0603FR-10K',
  'rc0603',
  'RC06*',
  '*10?',
  '*31*7*',
  's1',
  'LM3171',
  'lm3l7',
  '10K',
  '311-1',
  '\u00e91',
  '---',
  '31*1?',
];

const query = (): fc.Arbitrary<PartsMatchQuery> =>
  fc
    .record(
      {
        mpn: fc.constantFrom(...NUMBERS),
        sku: fc.constantFrom(...NUMBERS),
        mpn_or_sku: fc.constantFrom(...NUMBERS),
        brand: fc.constantFrom('yageo', 'tdk', 'wurth', 'none'),
        seller: fc.constantFrom('digi', 'tdk direct', 'none'),
        q: fc.constantFrom('film', '-film', 'thick rc0603', '*'),
        start: fc.nat(3),
        limit: fc.nat(6),
      },
      { requiredKeys: [] },
    )
    .filter((given) => Object.keys(given).some((name) => name !== 'start' && name !== 'limit'));

async function found(segments: readonly Segment[], queries: readonly PartsMatchQuery[], exact_only: boolean) {
  const matcher = new PartMatcher(segments, { brands: [], sellers: [], manufacturers: [] }, (q) => resolveKeywords(q, 'parts'));
  const request = normaliseMatchRequest({ queries, exact_only, suggest: true }, DEFAULT_LIMITS);
  const uidOf = async ({ segment, row }: Hit) =>
    (await segment.field('uid')?.dictionary.load())?.value((await segment.uidOrder.load()).ranks[row]);
  return Promise.all(
    (await completed(matcher.match(request, unbounded()))).map(async (one) => {
      if (!one) return undefined;
      const { hits, page, suggested } = one;
      const suggestions = suggested.map(async ({ hit, reason, field, value, text }) => {
        return [await uidOf(hit), reason, field, value, text];
      });
      return { hits, uids: await Promise.all(page.map(uidOf)), suggestions: await Promise.all(suggestions) };
    }),
  );
}

it('gives the same for several segments as for one', async () => {
  const queries = fc.array(query(), { minLength: 1, maxLength: 6 });
  await forAllAsync(
    [partLists(20), queries, fc.boolean()],
    async (parts, requested, exactOnly) => {
      const pieces = [0, 1, 2].map((piece) => parts.filter((_, i) => i % 3 === piece));
      const whole = await collectionOf([parts], SHARED);
      const split = await collectionOf(pieces, SHARED);
      expect(await found(split.segments, requested, exactOnly)).toEqual(await found(whole.segments, requested, exactOnly));
    },
    30,
  );
});

it('can yield before each query of a list', async () => {
  const { segments } = await collectionOf([[{ uid: 'a', mpn: 'LM317T' }]], SHARED);
  const matcher = new PartMatcher(segments, { brands: [], sellers: [], manufacturers: [] }, (q) => resolveKeywords(q, 'parts'));
  const yieldsFor = async (count: number) => {
    const queries = Array.from({ length: count }, (_, i) => ({ mpn: `M${i}` }));
    const task = matcher.match(normaliseMatchRequest({ queries }, DEFAULT_LIMITS), new Impatient());
    let yields = 0;
    for (;;) {
      const { done, value } = task.next();
      if (done) return yields;
      if (value === undefined) yields++;
      else await value;
    }
  };
  const [few, many] = [await yieldsFor(2), await yieldsFor(12)];
  expect(few).toBeGreaterThanOrEqual(2);
  expect(many - few).toBeGreaterThanOrEqual(10);
});
