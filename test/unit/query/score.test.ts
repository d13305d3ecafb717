import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { partNumberForm, tokens } from '../../../src/analysis/text.js';
import { CHAMPIONS, impact } from '../../../src/encoding/impact.js';
import { keywordFields } from '../../../src/encoding/text-indexes.js';
import type { Segment } from '../../../src/index/segment.js';
import { buildCatalog, type Part } from '../../../src/partdex.js';
import { bindSearch, needSearch } from '../../../src/query/bind-search.js';
import { evaluate } from '../../../src/query/plan.js';
import { EXACT_BONUS, inverseFrequency, type ScoredKeyword, Scorer, type ScoreSources } from '../../../src/query/score.js';
import { resolveKeywords } from '../../../src/resolve/keywords.js';
import type { ResolvedSearch } from '../../../src/resolve/resolved-search.js';
import { finished } from '../../../src/work/pauses.js';
import type { Work } from '../../../src/work/work.js';
import { occursIn } from '../../oracle/text.js';
import { forAllAsync } from '../../support/for-all.js';
import { partLists, SHARED } from '../../support/query-parts.js';
import { read } from '../../support/row-sets.js';
import { segmentOf } from '../../support/segments.js';
import { loadNeeds } from '../../support/tasks.js';
import { Impatient, inTurns, unbounded } from '../../support/unbounded.js';

/** The texts of a part that keywords look at, with the weights of their fields. */
function textsOf(part: Part): { text: string; weight: number }[] {
  const offers = (part.offers ?? []) as { sku: string; seller: { name: string } }[];
  const descriptions = (part.descriptions ?? []) as { value: string }[];
  const texts: Record<string, string[]> = {
    mpn: [part.mpn as string],
    'offers.sku': offers.map(({ sku }) => sku),
    'brand.name': part.brand ? [part.brand.name as string] : [],
    'offers.seller.name': offers.map(({ seller }) => seller.name),
    'descriptions.value': descriptions.map(({ value }) => value),
  };
  return keywordFields('parts').flatMap(({ name, weight }) => [...new Set(texts[name])].map((text) => ({ text, weight })));
}

const partNumbersOf = (part: Part) =>
  [part.mpn as string, ...((part.offers ?? []) as { sku: string }[]).map(({ sku }) => sku)].map(partNumberForm);

/** By the definition: the sum of idf × impact over the words, and the bonus. */
function naive(part: Part, parts: readonly Part[], words: readonly string[]): number {
  const texts = textsOf(part).map(({ text, weight }) => ({ tokens: tokens(text), weight }));
  const length = Math.min(
    texts.reduce((sum, text) => sum + text.tokens.length, 0),
    255,
  );
  const counts = (token: string) =>
    parts.filter((other) => textsOf(other).some(({ text }) => tokens(text).includes(token))).length;
  let score = 0;
  for (const word of words) {
    const idf = tokens(word).reduce((sum, token) => sum + inverseFrequency(counts(token), parts.length), 0);
    const isExact = partNumbersOf(part).includes(partNumberForm(word));
    const occurring = texts.filter((text) => occursIn(tokens(word), text.tokens)).map(({ weight }) => weight);
    score += idf * impact(isExact ? 8 : Math.max(...occurring), length);
  }
  return score + (words.some((word) => partNumbersOf(part).includes(partNumberForm(word))) ? EXACT_BONUS : 0);
}

async function scoredRows(q: string, segment: Segment) {
  const work = unbounded();
  const resolved = {
    keywords: finished(resolveKeywords(q, 'parts')).terms,
    filters: [],
    facetQueries: [],
    sortKeys: [{ field: 'score', order: 'desc' }],
    counts: undefined,
    warnings: [],
  } satisfies ResolvedSearch;
  await loadNeeds((needs) => needSearch(resolved, segment, needs));
  const [search] = finished(bindSearch(resolved, [segment], work));
  const { scored, universe } = search;
  const rows = Uint32Array.from(read(finished(evaluate(search.keywords.node, universe)), universe.scratch));
  return { search, scored, rows, work };
}

describe('the score', () => {
  it('is the sum over the terms of idf and impact, and a bonus for the exact part number', () => {
    const words = ['film', 'thick film', 'rc0603', '10k', 'tdk', 'lm317', 's1', 'rc0603fr 10k', 'resistor'];
    return forAllAsync(
      [partLists(20), fc.uniqueArray(fc.constantFrom(...words), { minLength: 1, maxLength: 3 })],
      async (parts, requested) => {
        const { segment } = await segmentOf({ ...SHARED, parts });
        const q = requested.map((word) => `"${word}"`).join(' ');
        const { search, scored, rows, work } = await scoredRows(q, segment);
        const scorer = new Scorer(search.sources as ScoreSources, scored);
        const scores = new Float64Array(rows.length);
        finished(scorer.score(rows, rows.length, scores, work));
        const uids = await segment.field('uid')?.dictionary.load();
        const found = Array.from(rows, (row) => parts.find(({ uid }) => uid === uids?.value(search.uidOrder.ranks[row])) as Part);
        for (const [i, part] of found.entries()) expect(scores[i]).toBeCloseTo(naive(part, parts, requested), 8);
        const backwards = rows.slice().reverse();
        expect([...scorer.scoreUnordered(backwards, work)]).toEqual([...scores].reverse());
      },
      40,
    );
  });

  it('of words that are repeated is that of adding each as often, and in that order, to the last bit', () => {
    const words = ['film', 'thick film', 'rc0603', '10k', 'tdk', 'lm317', 's1', 'resistor', 'chip'];
    return forAllAsync(
      [partLists(20), fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 8 }), fc.boolean()],
      async (drawn, requested, isMany) => {
        // More rows than are scored one by one.
        const copies = isMany ? 1 + Math.ceil(1100 / (drawn.length + 1)) : 1;
        const parts = Array.from({ length: copies }, (_, copy) =>
          drawn.map((one) => ({ ...one, uid: `${copy}-${one.uid}` })),
        ).flat();
        const { segment } = await segmentOf({ ...SHARED, parts });
        const q = requested.map((word) => `"${word}"`).join(' ');
        const { search, scored, rows } = await scoredRows(q, segment);
        expect(scored).toHaveLength(requested.length);
        const scoresOf = (terms: readonly ScoredKeyword[], work: Work) => {
          const scores = new Float64Array(rows.length).fill(Number.NaN);
          return { scores, steps: new Scorer(search.sources as ScoreSources, terms).score(rows, rows.length, scores, work) };
        };
        const together = scoresOf(scored, unbounded());
        finished(together.steps);
        // Each term by itself, without the bonus, then added from left to right.
        const alone = scored.map(({ keyword, idf }) => {
          const { scores, steps } = scoresOf([{ keyword: { ...keyword }, idf }], unbounded());
          finished(steps);
          return scores.map((score, i) => (keyword.exactRows.includes(rows[i]) ? score - EXACT_BONUS : score));
        });
        const exact = new Set(scored.flatMap(({ keyword }) => [...keyword.exactRows]));
        if (exact.size === 0) {
          const added = rows.length === 0 ? [] : Array.from(rows, (_, i) => alone.reduce((sum, scores) => sum + scores[i], 0));
          expect([...together.scores]).toEqual(added);
        } else {
          together.scores.forEach((score, i) => {
            const sum = alone.reduce((before, scores) => before + scores[i], 0);
            expect(score).toBeCloseTo(sum + (exact.has(rows[i]) ? EXACT_BONUS : 0), 6);
          });
        }
        // Terms that are the same, but are not known to be, are scored like those that are.
        const copied = scored.map(({ keyword, idf }) => ({ keyword: { ...keyword }, idf }));
        const apart = scoresOf(copied, unbounded());
        finished(apart.steps);
        expect([...apart.scores]).toEqual([...together.scores]);
        // And so are others' between the steps of one.
        const [one, other] = [scoresOf(scored, new Impatient()), scoresOf([...scored].reverse(), new Impatient())];
        inTurns([one.steps, other.steps]);
        expect([...one.scores]).toEqual([...together.scores]);
      },
      40,
    );
  });

  it('evaluates words that are repeated once', async () => {
    const parts = [{ uid: 'a', mpn: 'film', descriptions: [{ value: 'thick film' }] }] as unknown as Part[];
    const { segment } = await segmentOf({ parts });
    const { scored } = await scoredRows('film "thick film" film film "thick film"', segment);
    expect(scored).toHaveLength(5);
    expect(new Set(scored.map(({ keyword }) => keyword)).size).toBe(2);
    expect([scored[2].keyword, scored[3].keyword, scored[4].keyword]).toEqual([
      scored[0].keyword,
      scored[0].keyword,
      scored[1].keyword,
    ]);
  });

  it('weighs rare terms more, and none below zero', () => {
    expect(inverseFrequency(1, 3)).toBeCloseTo(Math.log(1 + 2.5 / 1.5), 12);
    expect(inverseFrequency(3, 3)).toBeCloseTo(Math.log(1 + 0.5 / 3.5), 12);
    expect(inverseFrequency(0, 0)).toBeGreaterThan(0);
    for (let count = 0; count < 100; count++) {
      expect(inverseFrequency(count, 100)).toBeGreaterThan(inverseFrequency(count + 1, 100));
      expect(inverseFrequency(count + 1, 100)).toBeGreaterThan(0);
    }
  });

  it('of a lone frequent word gives the same pages from the champions as from a full sort', async () => {
    const parts = Array.from({ length: 4 * CHAMPIONS }, (_, i) => ({
      uid: `u${(i * 211) % (4 * CHAMPIONS)}`,
      mpn: i % 7 === 0 ? `common ${i}` : `m${i}`,
      brand: { uid: 'b', name: i % 5 === 0 ? 'Common' : 'other' },
      descriptions: [{ value: `common ${'word '.repeat(i % 11)}` }],
    })) as unknown as Part[];
    const catalog = await buildCatalog({ parts }, { limits: { limit: 1000 } });
    const uids = async (request: object) => (await catalog.parts.search(request)).results.map(({ item }) => item.uid);
    const all = await uids({ q: 'common', limit: 1000 });
    expect(all.length).toBe(4 * CHAMPIONS);
    for (const [start, limit] of [
      [0, 10],
      [0, CHAMPIONS],
      [0, CHAMPIONS + 1],
      [100, 28],
      [120, 20],
    ]) {
      expect(await uids({ q: 'common', start, limit })).toEqual(all.slice(start, start + limit));
      expect((await catalog.parts.search({ q: 'common', start, limit })).hits).toBe(4 * CHAMPIONS);
    }
    const worst = await uids({ q: 'common', sortby: 'score asc', limit: 1000 });
    expect(await uids({ q: 'common', sortby: 'score asc', limit: 50 })).toEqual(worst.slice(0, 50));
    // The same order where the way by the champions is closed.
    expect(await uids({ q: 'common', filter: { queries: ['uid:*'] }, limit: 50 })).toEqual(all.slice(0, 50));
    expect(await uids({ q: 'common -absent', limit: 50 })).toEqual(all.slice(0, 50));
  });

  it('puts the part that a frequent word is the number of before those that have it among other words', async () => {
    const parts = Array.from({ length: 4 * CHAMPIONS }, (_, i) => ({ uid: `u${i}`, mpn: `common ${i}` })) as unknown as Part[];
    const long = { uid: 'exact', mpn: 'COMMON', descriptions: [{ value: 'word '.repeat(200) }] } as unknown as Part;
    const catalog = await buildCatalog({ parts: [...parts, long] });
    const { hits, results } = await catalog.parts.search({ q: 'common', show: ['uid'], limit: 2 });
    expect(hits).toBe(parts.length + 1);
    expect(results.map(({ item }) => item.uid)).toEqual(['exact', 'u0']);
  });
});
