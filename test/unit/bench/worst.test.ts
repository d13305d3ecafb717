import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Allowance, wildcardsOf } from '../../../bench/worst/allowance.js';
import { type Asked, carryOut } from '../../../bench/worst/ask.js';
import { searchOf } from '../../../bench/worst/assemble.js';
import { evolve } from '../../../bench/worst/evolve.js';
import { cross, drawGenome, type GenePool, type Genome, mutate, piecesOf, REST } from '../../../bench/worst/genome.js';
import { KINDS } from '../../../bench/worst/kinds.js';
import { bytesOf, searchUrl, textOf } from '../../../bench/worst/requests.js';
import { drawWords, type Words } from '../../../bench/worst/words.js';
import { createGraphqlApi } from '../../../src/graphql/partdex-graphql.js';
import { buildCatalog, type CatalogSource, DEFAULT_LIMITS } from '../../../src/partdex.js';
import { createRestApi } from '../../../src/rest/partdex-rest.js';
import { Random } from '../../../src/sample/random.js';
import { generateSample, sampleMetadata } from '../../../src/sample/sample.js';

const POOL: GenePool = { slots: { clause: ['uidPrefix', 'uidRange', 'word'], q: ['term'] }, dials: ['join', 'start'] };

let requested: Asked;
let words: Words;

beforeAll(async () => {
  const catalog = await buildCatalog({ parts: generateSample(400), ...sampleMetadata() } as CatalogSource);
  requested = {
    catalog,
    rest: createRestApi(catalog, { isValidKey: () => true }),
    graphql: createGraphqlApi(catalog, { isValidToken: () => true }),
  };
  words = await drawWords(catalog);
});

afterAll(() => requested.catalog.close());

describe('the words of a catalog', () => {
  it('are those of its parts, the most frequent first', async () => {
    const { hits } = await requested.catalog.parts.search({ filter: { fields: { uid: [words.uids[0]] } } });
    expect(hits).toBe(1);
    for (const list of [words.mpns, words.skus, words.brands, words.sellers, words.numbers, words.strings, words.phrases]) {
      expect(list.length).toBeGreaterThan(0);
    }
    const hitsOf = async (brand: string) =>
      (await requested.catalog.parts.search({ filter: { fields: { 'brand.name': [brand] } } })).hits;
    expect(await hitsOf(words.brands[0])).toBeGreaterThanOrEqual(await hitsOf(words.brands.at(-1) as string));
    expect(words.phrases[0].split(' ')).toHaveLength(3);
  });
});

describe('genomes', () => {
  it('of one seed are the same, and so are their pieces', () => {
    const drawn = () => drawGenome(POOL, new Random(7, 'test'));
    expect(drawn()).toEqual(drawn());
    const [gene] = drawn().genes;
    expect(piecesOf({ ...gene, times: 5 }, words)).toEqual(piecesOf({ ...gene, times: 5 }, words));
  });

  it('have what their pool has, whatever they become', () => {
    const random = new Random(8, 'test');
    let genome = drawGenome(POOL, random);
    for (let i = 0; i < 300; i++) {
      genome = random.chance(0.5) ? mutate(genome, POOL, random) : cross(genome, drawGenome(POOL, random), random);
      expect(genome.genes.length).toBeGreaterThan(0);
      expect(genome.genes.length).toBeLessThanOrEqual(12);
      for (const { slot, maker, times } of genome.genes) {
        expect(POOL.slots[slot]).toContain(maker);
        expect(times).toBeGreaterThan(0);
      }
      expect(genome.dials.nest).toBe(REST.nest);
    }
  });
});

describe('evolution', () => {
  /** As bad as it is long. */
  const times = ({ genes }: Genome) => genes.reduce((sum, gene) => sum + gene.times, 0);

  it('finds worse than chance does', async () => {
    let tries = 0;
    const random = new Random(9, 'test');
    const living = await evolve({ pool: POOL, random, rate: async (genome) => times(genome), isOver: () => ++tries >= 400 });
    const byChance = Array.from({ length: 12 }, () => times(drawGenome(POOL, new Random(9, 'test'))));
    expect(living[0].fitness).toBeGreaterThan(Math.max(...byChance));
    expect(living.map(({ fitness }) => fitness)).toEqual(living.map(({ fitness }) => fitness).sort((a, b) => b - a));
    expect(living[0].fitness).toBe(times(living[0].genome));
  });

  it('rates one genome where there is no time', async () => {
    const living = await evolve({ pool: POOL, random: new Random(1, 'test'), rate: async () => 1, isOver: () => true });
    expect(living).toHaveLength(1);
  });
});

describe('requests', () => {
  it.each(KINDS)('of the kind $name are within the limits', async ({ name, pool, request }) => {
    const random = new Random(10, name);
    let answered = 0;
    for (let i = 0; i < 10; i++) {
      const drawn = request(drawGenome(pool, random), words, DEFAULT_LIMITS);
      expect(bytesOf(drawn)).toBeGreaterThan(0);
      const { ended, detail } = await carryOut(requested, drawn);
      // What has to be refused nevertheless is rare: a facet of a field that has none, a guard of the GraphQL interface.
      expect(['answered', 'refused', 'over budget'], `${detail} ${textOf(drawn).slice(0, 1_000)}`).toContain(ended);
      if (ended !== 'refused') answered++;
    }
    expect(answered).toBeGreaterThan(6);
  });

  it('have no more than is allowed', () => {
    const gene = { slot: 'clause', maker: 'wordPattern', seed: 1, times: 400, isSame: false } as const;
    const limits = { ...DEFAULT_LIMITS, wildcards: 7, queryClauses: 20 };
    const [query] = searchOf({ genes: [gene], dials: REST }, words, limits).filter?.queries ?? [];
    const values = query.slice(query.indexOf('(') + 1).split(' OR ');
    expect(values.length).toBeLessThanOrEqual(20);
    expect(values.filter((value) => wildcardsOf(value.replace(/^.*:/, '').replace(/[()]/g, '')) > 0).length).toBeLessThanOrEqual(
      7,
    );
  });

  it('ask a URL the same', async () => {
    const request = {
      q: 'resistor & "thick film" +5%',
      limit: 3,
      sortby: 'mpn asc',
      filter: { fields: { 'brand.name': [words.brands[0]] }, queries: ['mpn:* OR uid:?*', 'descriptions.value:"a=b#c"'] },
      facet: { fields: { 'brand.name': { include: true, limit: 2 } }, queries: ['mpn:r*'] },
      show: ['uid'],
    };
    const { msec: _, ...answer } = await requested.catalog.parts.search(request);
    const { status, body } = await requested.rest.handle(`${searchUrl(request)}&apikey=k`);
    expect(status).toBe(200);
    const sent = JSON.parse(body);
    expect(sent.hits).toBe(answer.hits);
    expect(sent.request.q).toBe(request.q);
    expect(sent.request.filter).toEqual(answer.request.filter);
    expect(sent.facet_results).toEqual(JSON.parse(JSON.stringify(answer.facet_results)));
  });
});

describe('what limits count', () => {
  it.each([
    ['*a*', 1],
    ['a?', 1],
    ['a*b', 1],
    ['?*', 1],
    ['a*', 0],
    ['*', 0],
    ['abc', 0],
    ['"a*b"', 0],
    ['[* TO b]', 0],
  ])('of %s are %i wildcards', (value, wildcards) => {
    expect(wildcardsOf(value)).toBe(wildcards);
  });

  it('is taken as a whole or not at all', () => {
    const allowance = new Allowance({ ...DEFAULT_LIMITS, queryClauses: 2, wildcards: 1 });
    expect(allowance.take({ clauses: 1, wildcards: 1 })).toBe(true);
    expect(allowance.take({ clauses: 1, wildcards: 1 })).toBe(false);
    expect(allowance.take({ clauses: 1 })).toBe(true);
    expect(allowance.take({ clauses: 1 })).toBe(false);
  });
});
