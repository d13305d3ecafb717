import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import {
  buildCatalog,
  type Call,
  type Catalog,
  type CatalogSource,
  type SearchRequest,
  ValidationError,
} from '../../../src/partdex.js';

const SOURCE = {
  parts: [
    {
      uid: '00000000000000a1',
      mpn: 'RC0603FR-10K',
      brand: { uid: 'b1', name: 'Yageo' },
      offers: [{ sku: 'S1', seller: { uid: 's1', name: 'Digi-Key' } }],
      descriptions: { value: 'thick film' },
      specs: { ['__proto__']: { value: 'x' }, ohms: { value: 10_000 } },
      redirected_uids: 'old',
      own: { deep: [1] },
    },
    { uid: 'b', mpn: 7400, offers: { sku: 5 } },
    { uid: 'constructor', mpn: 'LM317', catalog_url: null },
  ],
  brands: [{ uid: 'b2', name: 'Murata', aliases: ['村田'] }],
  categories: [
    { uid: 'root', name: 'Root' },
    { uid: 'leaf', name: 'Leaf', parent_uid: 'root', ancestor_uids: ['root'] },
  ],
} as unknown as CatalogSource;

const built = buildCatalog(SOURCE);
const parts = async () => (await built).parts;

async function scanned<T extends { uid: string }>(items: AsyncIterable<T>): Promise<string[]> {
  const uids: string[] = [];
  for await (const { uid } of items) uids.push(uid);
  return uids;
}

describe('get', () => {
  it('gives the record of a uid as it is shown', async () => {
    const part = await (await parts()).get('b');
    expect(part).toEqual({
      uid: 'b',
      mpn: '7400',
      manufacturer: { homepage_url: null },
      brand: { homepage_url: null },
      offers: [{ sku: '5', eligible_region: null, ...part?.offers?.[0] }],
    });
    expect(await (await parts()).get('B')).toBeUndefined();
    expect(await (await parts()).get('')).toBeUndefined();
    expect((await (await parts()).get('constructor'))?.mpn).toBe('LM317');
    expect((await (await parts()).get('old'))?.uid).toBe('00000000000000a1');
  });

  it('follows the directives', async () => {
    const collection = await parts();
    expect(await collection.get('00000000000000a1', { show: ['mpn', 'offers.seller.name'] })).toEqual({
      mpn: 'RC0603FR-10K',
      offers: [{ seller: { name: 'Digi-Key' } }],
    });
    const part = await collection.get('00000000000000a1', { include: ['specs', 'own'] });
    expect(Object.keys(part?.specs ?? {}).sort()).toEqual(['__proto__', 'ohms']);
    expect(part?.own).toEqual({ deep: [1] });
    expect(await collection.get('b', { show: ['uid', 'mpn'] })).toEqual({ uid: 'b', mpn: '7400' });
    expect(await collection.get('b', { show: ['mpn'] })).toEqual({ mpn: '7400' });
    await expect(collection.get('b', { show: ['nothing'] })).rejects.toThrow(ValidationError);
    await expect(collection.get('none', { show: ['nothing'] })).rejects.toThrow(ValidationError);
    await expect(collection.get('b', { shwo: [] } as never)).rejects.toThrow(ValidationError);
    await expect(collection.get(7 as never)).rejects.toMatchObject({ argument: 'uid' });
  });

  it('gives objects that the caller may change', async () => {
    const collection = await parts();
    const first = await collection.get('00000000000000a1', { include: ['own'] });
    (first!.own as { deep: number[] }).deep.push(2);
    expect((await collection.get('00000000000000a1', { include: ['own'] }))?.own).toEqual({ deep: [1] });
  });
});

describe('getMulti', () => {
  it('gives those that exist by the uid asked for', async () => {
    const collection = await parts();
    const found = await collection.getMulti(['constructor', 'none', 'old', 'b', 'b', '__proto__'], { show: ['uid'] });
    expect(Object.getPrototypeOf(found)).toBeNull();
    expect({ ...found }).toEqual({ constructor: { uid: 'constructor' }, old: { uid: '00000000000000a1' }, b: { uid: 'b' } });
    expect({ ...(await collection.getMulti([])) }).toEqual({});
    await expect(collection.getMulti(Array(21).fill('b'))).rejects.toThrow(ValidationError);
    await expect(collection.getMulti('b' as never)).resolves.toBeDefined();
    await expect(collection.getMulti([7] as never)).rejects.toThrow(ValidationError);
  });
});

describe('search', () => {
  it('without a request gives the first ten of all', async () => {
    const { results, hits, request, warnings, facet_results, stats_results, spec_metadata } = await (await parts()).search();
    expect([hits, results.map(({ item }) => item.uid), warnings]).toEqual([3, ['00000000000000a1', 'b', 'constructor'], []]);
    expect(request).toMatchObject({ q: '', start: 0, limit: 10, sortby: 'score desc' });
    expect({ facet_results, stats_results, spec_metadata }).toEqual({
      facet_results: { fields: {}, queries: {} },
      stats_results: {},
      spec_metadata: {},
    });
  });

  it('counts without giving', async () => {
    const collection = await parts();
    expect(await collection.search({ limit: 0 })).toMatchObject({ hits: 3, results: [] });
    expect(await collection.search({ start: 2, limit: 5 })).toMatchObject({
      hits: 3,
      results: [{ item: { uid: 'constructor' } }],
    });
    expect(await collection.search({ start: 3 })).toMatchObject({ hits: 3, results: [] });
  });

  it.each<SearchRequest>([
    { facet: { fields: { 'brand.name': { include: true } }, queries: ['mpn:*'] } },
    { stats: { avg_price: { include: true } } },
    { spec_drilldown: { include: true } },
  ])('scans every part, whatever is to be counted: %j', async (request) => {
    const collection = await parts();
    expect(await scanned(collection.scan(request))).toHaveLength(3);
    await expect(scanned(collection.scan({ ...request, stats: { 'brand.name': { include: true } } }))).rejects.toMatchObject({
      argument: 'stats.brand.name',
    });
  });

  it('refuses more wildcards than the limit over all filter queries', async () => {
    const values = (count: number) => `mpn:(${Array.from({ length: count }, (_, i) => `*${i}x OR a${i}*`).join(' OR ')})`;
    const collection = await parts();
    await expect(collection.search({ filter: { queries: [values(25), values(25)] } })).resolves.toMatchObject({
      hits: expect.any(Number),
    });
    await expect(collection.search({ filter: { queries: [values(25), values(26)] } })).rejects.toThrow(
      'filter.queries[1]: 51 values have a wildcard before their end, and only 50 may (limit wildcards)',
    );
  });

  it('takes facets that are not asked for', async () => {
    const request = { facet: { fields: { mpn: { include: false } } }, stats: { avg_price: {} }, spec_drilldown: {} };
    expect((await (await parts()).search(request)).hits).toBe(3);
  });

  it('names what it ignores, once', async () => {
    const { warnings } = await (await parts()).search({
      q: '— lm*',
      filter: { queries: ['specs.none.value:x', 'specs.none.value:x'] },
      sortby: 'specs.none.value',
    });
    expect(warnings.length).toBe(4);
    expect(new Set(warnings).size).toBe(4);
  });

  it('gives warnings and requests that the caller may change', async () => {
    const collection = await parts();
    const request: SearchRequest = { q: '—', filter: { queries: ['brand.name:(a b)'] } };
    const first = await collection.search(request);
    first.warnings.length = 0;
    (first.request.filter!.queries as string[]).push('x');
    expect((await collection.search(request)).warnings.length).toBe(2);
    expect(request).toEqual({ q: '—', filter: { queries: ['brand.name:(a b)'] } });
  });

  it('finds companies and categories by name, alias and their own fields', async () => {
    const catalog: Catalog = await built;
    const found = async (name: 'brands' | 'sellers' | 'categories', request: SearchRequest) =>
      (await catalog[name].search(request)).results.map(({ item }) => item.uid);
    expect(await found('brands', {})).toEqual(['b1', 'b2']);
    expect(await found('brands', { q: '村田' })).toEqual(['b2']);
    expect(await found('brands', { q: 'yageo' })).toEqual(['b1']);
    expect(await found('sellers', { q: 'digi key' })).toEqual(['s1']);
    expect(await found('categories', { filter: { fields: { parent_uid: ['root'] } } })).toEqual(['leaf']);
    expect(await found('categories', { filter: { queries: ['NOT ancestor_uids:*'] } })).toEqual(['root']);
    await expect(catalog.brands.search({ sortby: 'mpn' })).rejects.toThrow(ValidationError);
    expect((await catalog.brands.get('b2', { show: ['name'] })) as object).toEqual({ name: 'Murata' });
  });
});

describe('scan', () => {
  it('gives every hit in the order of the request, whatever its page', async () => {
    const collection = await parts();
    expect(await scanned(collection.scan())).toEqual(['00000000000000a1', 'b', 'constructor']);
    expect(await scanned(collection.scan({ sortby: 'uid desc', start: 2, limit: 1 }))).toEqual([
      'constructor',
      'b',
      '00000000000000a1',
    ]);
    expect(await scanned(collection.scan({ q: 'rc0603fr', start: 5000, limit: 5000 }))).toEqual(['00000000000000a1']);
    await expect(scanned(collection.scan({ sortby: 'nothing' }))).rejects.toThrow(ValidationError);
    for (const request of [5, 'q', true, [], () => 1, Symbol('q'), new Date(0), new Map(), new Uint8Array(1)]) {
      const reason: unknown = await collection.search(request as SearchRequest).catch((error: unknown) => error);
      expect(reason).toBeInstanceOf(ValidationError);
      await expect(scanned(collection.scan(request as SearchRequest))).rejects.toEqual(reason);
    }
  });

  it('reads more than a batch', async () => {
    const count = 1300;
    const many = Array.from({ length: count }, (_, i) => ({
      uid: String(i).padStart(5, '0'),
      mpn: `m${i % 7}`,
      short_description: 'x',
    }));
    const catalog = await buildCatalog({ parts: many });
    expect(await scanned(catalog.parts.scan({ include: ['short_description'] }))).toEqual(many.map(({ uid }) => uid));
    expect((await scanned(catalog.parts.scan({ q: 'm3' }))).length).toBe(186);
  });

  it('ends with the reason of its signal before the next record', async () => {
    const stop = new AbortController();
    const seen: string[] = [];
    const scan = async () => {
      for await (const { uid } of (await parts()).scan({}, { signal: stop.signal })) {
        seen.push(uid);
        stop.abort('enough');
      }
    };
    await expect(scan()).rejects.toBe('enough');
    expect(seen).toHaveLength(1);
  });

  it('counts the time between two records towards a timeout of the call, and none without one', async () => {
    const slowly = async (catalog: Catalog, call?: Call) => {
      let seen = 0;
      for await (const _ of catalog.parts.scan({}, call)) {
        seen++;
        await wait(120);
      }
      return seen;
    };
    const over = { code: 'budget_exceeded', budget: 'time', limit: 100 };
    await expect(slowly(await built, { timeout: 100 })).rejects.toMatchObject(over);
    expect(await slowly(await buildCatalog(SOURCE, { limits: { milliseconds: 100 } }))).toBe(3);
  });

  it('may be left early', async () => {
    for await (const part of (await parts()).scan()) {
      expect(part.uid).toBe('00000000000000a1');
      break;
    }
    expect((await (await parts()).search()).hits).toBe(3);
  });
});
