import { describe, expect, it } from 'vitest';
import { createGraphqlApi, type GraphqlOptions } from '../../../src/graphql/partdex-graphql.js';
import { monthlyQuota, rateLimit } from '../../../src/limits/partdex-limits.js';
import { buildCatalog, type Catalog, type CatalogSource } from '../../../src/partdex.js';

/** A value of JSON, whatever it is. */
type Json = ReturnType<typeof JSON.parse>;

const SOURCE = {
  parts: [
    {
      uid: '00000000000000a1',
      mpn: 'ABC-1001',
      brand: { uid: 'b1', name: 'Acme' },
      manufacturer: { uid: 'm1', name: 'Acme', homepage_url: 'http://acme' },
      offers: [{ sku: 'SKU-1', seller: { uid: 's1', name: 'North' }, prices: { USD: [[1, '2.00']] }, in_stock_quantity: 5 }],
      specs: { size: { value: ['small'] }, secret: { value: ['x'] } },
      short_description: 'first relay',
      descriptions: [{ value: 'first relay' }],
      category_uids: ['c1'],
    },
    {
      uid: '00000000000000a2',
      mpn: 'ABC-1002',
      brand: { uid: 'b2', name: 'Bolt' },
      manufacturer: { uid: 'm2', name: 'Bolt' },
      offers: [{ sku: 'SKU-2', seller: { uid: 's2', name: 'South' } }],
      specs: { size: { value: ['large'] } },
      descriptions: [{ value: 'second relay' }],
      category_uids: ['c1'],
    },
  ],
  categories: [{ uid: 'c1', name: 'Relays' }],
} as unknown as CatalogSource;

type Scope = Awaited<ReturnType<GraphqlOptions['isValidToken']>>;

let opened: Promise<Catalog> | undefined;

async function client(scope: Scope, options: Partial<GraphqlOptions> = {}) {
  opened ??= buildCatalog(SOURCE);
  const api = createGraphqlApi(await opened, { isValidToken: () => scope, ...options });
  return async (query: string) => {
    const { body } = await api.execute({ query }, { token: 't' });
    const { data, errors, extensions } = body as { data: Json; errors?: unknown; extensions?: { warnings: string[] } };
    if (errors) throw new Error(JSON.stringify(errors));
    return { ...data, warnings: extensions?.warnings ?? [] };
  };
}

const WIDE = `{
  search(q: "relay") { hits manufacturer_agg { count company { name } } distributor_agg { count company { name } }
    category_agg { count category { name num_parts } } spec_aggs(attribute_names: ["size"]) { buckets { display_value count } }
    all_filters { shortname } results { part { mpn } } }
  parts(ids: ["161", "00000000000000a2"]) { mpn }
  multi_match(queries: [{mpn: "ABC1002"}, {mpn: "ABC1001"}]) { hits parts { mpn } }
  suggest(q: "abc1") { text } spelling_correction(q: "ABC1003") { correction_string hits }
  categories(ids: ["c1"]) { num_parts relevant_attributes { shortname } }
}`;

describe('the filter of a scope', () => {
  it('is met by everything that is found, counted and suggested', async () => {
    // The first client, who may see everything, must leave nothing to the second, nor the second to the third.
    const whole = await (await client(true))(WIDE);
    const ask = await client({ filter: 'brand.name:acme' });
    for (let i = 0; i < 2; i++) {
      const { search, parts, multi_match, suggest, spelling_correction, categories } = await ask(WIDE);
      expect(search.hits).toBe(1);
      expect(search.results).toEqual([{ part: { mpn: 'ABC-1001' } }]);
      expect(search.manufacturer_agg).toEqual([{ count: 1, company: { name: 'Acme' } }]);
      expect(search.distributor_agg).toEqual([{ count: 1, company: { name: 'North' } }]);
      expect(search.category_agg).toEqual([{ count: 1, category: { name: 'Relays', num_parts: 2 } }]);
      expect(search.spec_aggs[0].buckets).toEqual([{ display_value: 'small', count: 1 }]);
      expect(parts).toEqual([{ mpn: 'ABC-1001' }, null]);
      expect(multi_match).toEqual([
        { hits: 0, parts: [] },
        { hits: 1, parts: [{ mpn: 'ABC-1001' }] },
      ]);
      expect(suggest).toEqual([{ text: 'ABC-1001' }]);
      expect(spelling_correction).toEqual([{ correction_string: 'ABC-1001', hits: 1 }]);
      expect(categories[0].num_parts).toBe(2);
    }
    expect(await (await client(true))(WIDE)).toEqual(whole);
  });

  it('that cannot be read is a fault of the server', async () => {
    const errors: unknown[] = [];
    const api = createGraphqlApi(await buildCatalog(SOURCE), {
      isValidToken: () => ({ filter: '(' }),
      onError: (error) => void errors.push(error),
    });
    const { status } = await api.execute({ query: '{ search { hits } }' }, { token: 't' });
    expect([status, errors.length]).toEqual([500, 1]);
  });
});

describe('names that are suggested', () => {
  const suggested = async (scope: Scope, q: string): Promise<string[]> =>
    (await (await client(scope))(`{ suggest(q: "${q}") { text } }`)).suggest.map(({ text }: { text: string }) => text);

  it.each<[Scope, string, string[]]>([
    [true, 'acme', ['Acme']],
    [true, 'bolt', ['Bolt']],
    [true, 'north', ['North']],
    [true, 'relays', ['Relays']],
    [{ filter: 'brand.name:acme' }, 'acme', ['Acme']],
    [{ filter: 'brand.name:acme' }, 'bolt', []],
    [{ filter: 'brand.name:acme' }, 'south', []],
    [{ filter: 'mpn:nothing' }, 'relays', []],
    // The manufacturer has the name as well.
    [{ hide: ['brand'] }, 'acme', ['Acme']],
    [{ hide: ['brand', 'manufacturer'] }, 'acme', []],
    [{ hide: ['brand.name', 'manufacturer.name'] }, 'acme', []],
    [{ hide: ['offers'] }, 'north', []],
    [{ hide: ['category_uids'] }, 'relays', []],
  ])('with the scope %j: %s', async (scope, q, names) => {
    expect(await suggested(scope, q)).toEqual(names);
  });

  it('are found behind many that the client does not see', async () => {
    const parts = Array.from({ length: 80 }, (_, i) => ({
      uid: `p${i}`,
      mpn: `M${i}`,
      brand: { uid: `b${i}`, name: `Acme ${i}` },
    }));
    const catalog = await buildCatalog({ parts } as unknown as CatalogSource);
    const api = createGraphqlApi(catalog, { isValidToken: () => ({ filter: 'uid:p79' }) });
    const { body } = await api.execute({ query: '{ suggest(q: "acme") { text } }' }, { token: 't' });
    expect(body).toMatchObject({ data: { suggest: [{ text: 'Acme 79' }] } });
  });
});

describe('hidden members', () => {
  it('are as if the data lacked them', async () => {
    const ask = await client({ hide: ['offers', 'specs.secret', 'manufacturer', 'short_description', 'descriptions'] });
    const answer = await ask(`{
      search(q: "ABC-1001") { hits manufacturer_agg { count } distributor_agg { count } all_filters { shortname }
        results { description part { mpn manufacturer { name } total_avail sellers { company { name } } specs { attribute { shortname } } short_description } } }
      none: search(q: "relay") { hits } seller: search(filters: {distributor_id: "s1"}) { hits }
      secret: search(filters: {secret: "x"}) { hits } attributes { shortname }
      multi_match(queries: [{sku: "SKU-1"}, {mpn_or_sku: "ABC1001"}, {seller: "North"}]) { hits }
      sorted: search(sort: "offers.sku") { hits } priced: search(sort: "price") { hits }
    }`);
    expect(answer.search).toMatchObject({
      hits: 1,
      // Without its manufacturer the brand is the maker.
      manufacturer_agg: [{ count: 1 }],
      distributor_agg: [],
      all_filters: [{ shortname: 'size' }],
    });
    const [{ description, part }] = answer.search.results;
    expect([description, part.short_description, part.sellers, part.specs]).toEqual([
      null,
      null,
      [],
      [{ attribute: { shortname: 'size' } }],
    ]);
    expect([answer.none.hits, answer.seller.hits, answer.secret.hits]).toEqual([0, 0, 0]);
    expect(answer.attributes).toEqual([{ shortname: 'size' }]);
    expect(answer.multi_match.map(({ hits }: { hits: number }) => hits)).toEqual([0, 1, 0]);
    expect(answer.warnings.join()).toMatch(/secret.*offers\.sku.*price/s);
  });

  it('may be those that name a part', async () => {
    const hidden = await client({ hide: ['uid', 'mpn'] });
    const { search } = await hidden(
      '{ search(sort: "short_description") { results { part { mpn name slug similar_parts { name } } } } }',
    );
    const [{ part }] = search.results;
    expect(part).toMatchObject({ mpn: '', name: 'Acme', similar_parts: [] });
    expect(part.slug).toMatch(/^\/acme/);
  });

  it('make a manufacturer unknown', async () => {
    const hidden = await client({ hide: ['manufacturer'] });
    const { search, warnings } = await hidden('{ search(filters: {manufacturer_id: "m1"}) { total } }');
    expect([search.total, warnings]).toEqual([0, [expect.stringContaining('"m1"')]]);
  });
});

describe('limits', () => {
  it('a rate limiter and a quota are told address and token before the token is checked', async () => {
    const asked: unknown[] = [];
    const api = createGraphqlApi(await buildCatalog(SOURCE), {
      isValidToken: (token) => asked.push(token) > 0 && token === 't',
      admit: (sender) => {
        asked.push(sender);
        return { admitted: sender.key !== 'over', retryAfter: 7, message: 'come back' };
      },
    });
    const send = (token: string | undefined) => api.execute({ query: '{ search { hits } }' }, { token, ip: '::1' });
    expect(await send('over')).toEqual({
      status: 429,
      headers: { 'retry-after': '7' },
      body: { errors: [{ message: 'come back' }], data: null },
    });
    expect([(await send(undefined)).status, (await send('x')).status, (await send('t')).status]).toEqual([401, 403, 200]);
    expect((await send('t')).headers).toEqual({});
    expect(asked.slice(0, 5)).toEqual([
      { ip: '::1', key: 'over' },
      { ip: '::1' },
      { ip: '::1', key: 'x' },
      'x',
      { ip: '::1', key: 't' },
    ]);
  });

  it('a quota is all that has to be spread into the options', async () => {
    const quota = monthlyQuota({ parts: 2 });
    const api = createGraphqlApi(await buildCatalog(SOURCE), { isValidToken: () => true, ...quota });
    const send = (query: string) => api.execute({ query }, { token: 't' });
    expect((await send('{ search { results { part { mpn } } } }')).status).toBe(200);
    expect(await quota.usage('t')).toBe(2);
    const refused = await send('{ search { hits } }');
    expect(refused.status).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    const limited = createGraphqlApi(await buildCatalog(SOURCE), {
      isValidToken: () => true,
      admit: rateLimit({ now: () => 0 }),
    });
    const statuses: number[] = [];
    for (let i = 0; i < 4; i++) statuses.push((await limited.execute({ query: '{ __typename }' }, { token: 't' })).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
  });
});
