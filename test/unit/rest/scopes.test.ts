import { describe, expect, it } from 'vitest';
import { buildCatalog, type CatalogSource } from '../../../src/partdex.js';
import { type AccessScope, createRestApi } from '../../../src/rest/partdex-rest.js';
import { build } from '../../support/served.js';

/** A value of JSON, whatever it is. */
type Json = ReturnType<typeof JSON.parse>;

const SOURCE = {
  parts: [
    {
      uid: 'p1',
      mpn: 'AB-1',
      brand: { uid: 'b1', name: 'Acme' },
      offers: [{ sku: 'SKU-1001', seller: { uid: 's1', name: 'North' }, prices: { USD: [[1, '2.00']] }, in_stock_quantity: 5 }],
      specs: { size: { value: ['small'] }, secret: { value: ['x'] } },
      descriptions: [{ value: 'first relay' }],
      category_uids: ['c1'],
      internal: { cost: 1 },
    },
    {
      uid: 'p2',
      mpn: 'AB-2',
      brand: { uid: 'b2', name: 'Bolt' },
      offers: [{ sku: 'SKU-1002', seller: { uid: 's1', name: 'North' }, prices: { USD: [[1, '4.00']] }, is_authorized: true }],
      specs: { size: { value: ['large'] } },
      descriptions: [{ value: 'second relay' }],
      category_uids: ['c1'],
    },
  ],
  categories: [{ uid: 'c1', name: 'Relays' }],
} as unknown as CatalogSource;

/** Answers of a client with a scope: status and body. */
async function client(scope: AccessScope | boolean, errors: unknown[] = []) {
  const api = createRestApi(await build(SOURCE), { isValidKey: () => scope, onError: (error) => void errors.push(error) });
  return async (url: string) => {
    const { status, body } = await api.handle(`${url}${url.includes('?') ? '&' : '?'}apikey=k`);
    return { status, ...(JSON.parse(body) as Record<string, never>) } as { status: number; [name: string]: Json };
  };
}
const mpns = ({ results }: { [name: string]: Json }) => results.map(({ item }: { item: { mpn: string } }) => item.mpn);

describe('the filter of a scope', () => {
  const scope = { filter: 'brand.name:acme' };

  it('is met by all that a search finds and counts', async () => {
    const ask = await client(scope);
    const found = await ask(
      '/parts/search?q=relay&facet[fields][mpn][include]&facet[queries][]=mpn:ab*&stats[avg_price][include]',
    );
    expect([found.hits, mpns(found)]).toEqual([1, ['AB-1']]);
    expect(found.facet_results.fields.mpn.facets).toEqual([{ value: 'AB-1', count: 1 }]);
    expect(found.facet_results.queries).toEqual({ 'mpn:ab*': { count: 1 } });
    expect(found.stats_results.avg_price.max).toBe('2');
    expect(JSON.stringify(found.request)).not.toContain('acme');
  });

  it('is not dropped by exclude_filter', async () => {
    const ask = await client(scope);
    const own = 'facet[fields][brand.name][include]&facet[fields][brand.name][exclude_filter]';
    const { hits, facet_results } = await ask(`/parts/search?filter[fields][brand.name]=Bolt&${own}`);
    expect([hits, facet_results.fields['brand.name'].facets]).toEqual([0, [{ value: 'Acme', count: 1 }]]);
  });

  it('hides other parts from get, get_multi and match', async () => {
    const ask = await client({ filter: ['brand.name:acme', 'mpn:ab*'] });
    expect([(await ask('/parts/p1')).status, (await ask('/parts/p2')).status]).toEqual([200, 404]);
    const { status: _status, ...records } = await ask('/parts/get_multi?uid[]=p1&uid[]=p2');
    expect(Object.keys(records)).toEqual(['p1']);
    const { results } = await ask(
      '/parts/match?queries=[{"mpn":"ab-2"},{"mpn":"ab1"},{"sku":"SKU*2"},{"q":"relay"},{"sku":"sku1003"}]&suggest=true',
    );
    expect(results.map(({ hits }: { hits: number }) => hits)).toEqual([0, 1, 0, 1, 0]);
    // Both are one digit away.
    expect(results[4].suggestions.map(({ value }: { value: string }) => value)).toEqual(['SKU-1001']);
  });

  it('leaves other collections whole', async () => {
    const ask = await client(scope);
    expect((await ask('/brands/search')).hits).toBe(2);
    expect((await ask('/categories/c1')).num_parts).toBe(2);
  });

  it('that cannot be read is a fault of the server', async () => {
    const errors: unknown[] = [];
    for (const filter of ['mpn:(', 'nothing:x', ['mpn:ab*', 'offers.moq:many']]) {
      const ask = await client({ filter }, errors);
      for (const url of ['/parts/search', '/parts/p1', '/parts/match?queries=[{"mpn":"ab-2"}]']) {
        expect(await ask(url)).toEqual({ status: 500, message: 'internal error' });
      }
    }
    expect(errors).toHaveLength(9);
    expect(String(errors[0])).toContain('the scope of a key');
  });
});

describe('hidden members', () => {
  it('are in no answer, and searched and counted by nothing', async () => {
    const ask = await client({ hide: ['offers', 'specs.secret', 'internal', 'descriptions'] });
    const found = await ask('/parts/search?include[]=specs&include[]=internal&include[]=descriptions&spec_drilldown[include]');
    expect(Object.keys(found.results[0].item)).toEqual(['uid', 'mpn', 'manufacturer', 'brand', 'specs']);
    expect(found.results[0].item.specs).not.toHaveProperty('secret');
    expect(Object.keys(found.spec_metadata)).toEqual(['size']);
    for (const q of ['relay', 'SKU-1001', 'north', 'sku*1', '"first relay"'])
      expect((await ask(`/parts/search?q=${q}`)).hits, q).toBe(0);
    for (const q of ['AB-1', 'acme', 'ab1']) expect((await ask(`/parts/search?q=${q}`)).hits, q).toBe(1);
    const { results } = await ask(
      '/parts/match?queries=[{"sku":"SKU-1001"},{"mpn_or_sku":"SKU1001"},{"seller":"North"},{"mpn_or_sku":"AB1"}]',
    );
    expect(results.map(({ hits }: { hits: number }) => hits)).toEqual([0, 0, 0, 1]);
    expect(await ask('/parts/p1?show[]=offers.sku')).toEqual({ status: 200 });
  });

  it.each([
    ['offers', 'filter[queries][]=offers.sku:s*'],
    ['offers', 'sortby=offers.in_stock_quantity'],
    ['offers.prices', 'sortby=avg_price+desc,mpn'],
    ['offers.prices', 'stats[avg_price][include]'],
    ['offers.prices.USD', 'facet[queries][]=avg_price:[1+TO+2]'],
    ['offers.sku', 'filter[fields][offers.sku][]=SKU-1001'],
    ['offers.sku', 'facet[fields][offers.sku][include]=false'],
    ['specs', 'facet[fields][specs.size.value][include]'],
    ['specs.secret', 'filter[queries][]=mpn:a*+OR+specs.secret.value:x'],
    ['specs.secret.value', 'filter[fields][specs.secret.value][]=x'],
  ])('%s: a fieldname at or below it is refused as unknown: %s', async (name, args) => {
    const { status, message } = await (await client({ hide: [name] }))(`/parts/search?${args}`);
    expect([status, message]).toEqual([400, expect.stringContaining('is not a fieldname of parts')]);
    expect((await (await client(true))(`/parts/search?${args}`)).status).toBe(200);
  });

  it.each([
    [['specs.r.value'], 'r'],
    [['specs.v.min_value', 'specs.v.max_value'], 'v'],
    [['specs.all.value', 'specs.all.min_value', 'specs.all.max_value'], 'all'],
  ])('%j: what is computed from nothing else is refused too', async (hide, key) => {
    const metadata = { datatype: 'decimal' };
    const specs = {
      r: { value: ['1'], metadata },
      v: { min_value: '1', max_value: '5', metadata },
      all: { value: ['1'], min_value: '1', max_value: '5', metadata },
    };
    const catalog = await buildCatalog({ parts: [{ uid: 'p', mpn: 'M', specs }] } as unknown as CatalogSource);
    const send = async (args: string, hidden: string[]) => {
      const api = createRestApi(catalog, { isValidKey: () => ({ hide: hidden }) });
      return JSON.parse((await api.handle(`/parts/search?apikey=k&${args}`)).body as string);
    };
    for (const args of [
      `filter[queries]=specs.${key}.range:*`,
      `filter[queries]=specs.${key}.covers:1`,
      `sortby=specs.${key}.range+desc`,
      `stats[specs.${key}.range][include]`,
      `facet[fields][specs.${key}.range][include]&facet[fields][specs.${key}.range][ranges]=2`,
    ]) {
      expect((await send(args, hide)).message, args).toContain('is not a fieldname of parts');
    }
    // What is left of a key is still counted.
    expect((await send('filter[queries]=specs.all.range:[2 TO 3]', ['specs.all.value'])).hits).toBe(1);
    expect((await send('filter[queries]=specs.all.range:[2 TO 3]', hide)).hits).toBe(key === 'all' ? undefined : 1);
  });

  it('a refused field of an offer is not suggested', async () => {
    const ask = await client({ hide: ['offers.sku', 'offers.prices', 'descriptions'] });
    for (const name of ['sku', 'skus', 'offers.sku', 'price', 'descriptions.value']) {
      const { message } = await ask(`/parts/search?filter[queries]=offers:(${name}:1)`);
      expect(message).toContain(`"${name}" is not a fieldname of an offer`);
      expect(message.replaceAll(`"${name}"`, '')).not.toMatch(/sku|price|descriptions/);
    }
  });

  it.each([
    ['offers.prices', 'sortby=avg_price', /avg_price/],
    ['descriptions', 'sortby=descriptions.value', /descriptions/],
    ['specs', 'sortby=specs.size.value', /specs/],
    ['specs.secret', 'filter[queries][]=specs.secret.value:x', /secret/],
    ['offers', 'sortby=price.USD.10', /price|offers/],
  ])('%s: a refused fieldname is not suggested: %s', async (name, args, hidden) => {
    const { status, message } = await (await client({ hide: [name] }))(`/parts/search?${args}`);
    const [, suggested = ''] = message.split('did you mean');
    expect(status).toBe(400);
    expect(suggested).not.toMatch(hidden);
  });

  it('a refused sort key is at its place in the text', async () => {
    const ask = await client({ hide: ['descriptions'] });
    const { issues } = await ask('/parts/search?sortby=mpn,+descriptions.value+desc,uid');
    expect(issues).toMatchObject([{ code: 'unknown_field', path: 'sortby', offset: 5, length: 18 }]);
  });

  it('leaves fieldnames that only look alike', async () => {
    const ask = await client({ hide: ['offers.sku', 'specs.sec', 'brand.names'] });
    expect((await ask('/parts/search?sortby=offers.seller.name,avg_price,brand.name')).status).toBe(200);
    expect((await ask('/parts/search?filter[fields][specs.secret.value]=x')).hits).toBe(1);
    expect((await ask('/parts/p1')).offers[0]).not.toHaveProperty('sku');
  });

  it('are seen by the filter of the scope', async () => {
    const ask = await client({
      hide: ['offers.is_authorized', 'descriptions'],
      filter: ['offers.is_authorized:true', 'descriptions.value:second'],
    });
    const found = await ask('/parts/search?q=AB*2*bolt+bolt');
    expect([found.hits, (await ask('/parts/search')).hits, (await ask('/parts/p1')).status]).toEqual([0, 1, 404]);
    expect((await ask('/parts/p2')).offers[0]).not.toHaveProperty('is_authorized');
    expect(
      (await ask('/parts/match?queries=[{"mpn":"AB*2*"},{"mpn":"AB-2"},{"mpn":"AB-1"}]')).results.map(
        ({ hits }: { hits: number }) => hits,
      ),
    ).toEqual([1, 1, 0]);
  });
});

describe('the answer of isValidKey', () => {
  it('may be true, false, or a scope without restrictions', async () => {
    expect((await (await client({}))('/parts/p2')).status).toBe(200);
    expect((await (await client({ filter: [], hide: [] }))('/parts/p2')).status).toBe(200);
    expect((await (await client(false))('/parts/p2')).status).toBe(403);
  });

  it.each([[{ filters: 'mpn:a' }], [{ filter: 5 }], [{ hide: [5] }], [[]], [new Map()]])(
    '%j is a fault of the server',
    async (verdict) => {
      const errors: unknown[] = [];
      const { status } = await (await client(verdict as never, errors))('/parts/p2');
      expect([status, errors.length]).toEqual([500, 1]);
    },
  );
});
