import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createGraphqlApi } from '../../../src/graphql/partdex-graphql.js';
import { buildCatalog, type Catalog, type CatalogSource, openCatalog, type SearchRequest } from '../../../src/partdex.js';
import { generateSample, sampleMetadata } from '../../../src/sample/sample.js';

let catalog: Catalog;

beforeAll(async () => {
  catalog = await buildCatalog({ parts: generateSample(200), ...sampleMetadata() } as CatalogSource);
});

afterAll(() => catalog.close());

const list = <T>(count: number, one: (i: number) => T) => Array.from({ length: count }, (_, i) => one(i));
const members = (count: number, value: unknown) => Object.fromEntries(list(count, (i) => [`m${i}`, value]));
const search = (request: SearchRequest, to = catalog) => to.parts.search({ limit: 1, ...request });

describe('a list that no limit counts', () => {
  const MANY = 100_001;
  const tooLong: [string, SearchRequest, string][] = [
    ['sortby', { sortby: list(MANY, () => ({ field: 'mpn' })) }, 'sortby'],
    ['sortby as text', { sortby: 'mpn,'.repeat(MANY) }, 'sortby'],
    ['show', { show: list(MANY, () => 'mpn') }, 'show'],
    ['a map of slices', { slice: members(MANY, '[0:1]') as Record<string, string> }, 'slice'],
    ['values of a field', { filter: { fields: { mpn: list(MANY, () => 'a') } } }, 'filter.fields.mpn'],
    ['filtered fields', { filter: { fields: members(MANY, 'a') as Record<string, string[]> } }, 'filter.fields'],
    ['filter queries', { filter: { queries: list(MANY, () => 'mpn:a') } }, 'filter.queries'],
    ['facet queries', { facet: { queries: list(MANY, () => '') } }, 'facet.queries'],
    ['facets', { facet: { fields: members(MANY, {}) as never } }, 'facet.fields'],
    ['a request', members(MANY, 1) as SearchRequest, 'the request'],
  ];

  it.each(tooLong)('is refused unread: %s', async (_, request, argument) => {
    const error = await catalog.parts.search(request).catch((reason: Error) => reason);
    expect(error).toMatchObject({ name: 'ValidationError', issues: [{ code: 'too_many' }] });
    expect((error as Error).message).toBe(`${argument} must be at most 100000 elements, not ${MANY}`);
  });

  it('may be as long as the limits of conditions allow', async () => {
    const free = await openCatalog(await catalog.toBytes(), {
      limits: { filters: Number.POSITIVE_INFINITY, getMulti: MANY, milliseconds: 600_000 },
    });
    const { results } = await search({}, free);
    const { mpn } = results[0].item;
    const values = [...list(MANY, (i) => `nothing ${i}`), mpn];
    expect((await search({ filter: { fields: { mpn: values } } }, free)).hits).toBeGreaterThan(0);
    expect(Object.keys(await free.parts.getMulti([...list(MANY - 1, (i) => `nothing ${i}`), results[0].item.uid]))).toHaveLength(
      1,
    );
    await free.close();
  });

  it('repeats what it repeats, and is answered', async () => {
    const { mpn } = (await search({})).results[0].item;
    const once = await search({ filter: { fields: { mpn: [mpn] } }, show: ['mpn'] });
    const often = await search({
      filter: { fields: { mpn: list(50_000, () => mpn) } },
      show: list(50_000, () => 'mpn'),
      sortby: list(50_000, () => ({ field: 'score', order: 'desc' })),
    });
    expect([often.hits, often.results]).toEqual([once.hits, once.results]);
  });

  it('of values is refused as soon as too many of them are different', async () => {
    const fields = (name: string, count: number) => ({ filter: { fields: { [name]: list(count, String) } } });
    for (const name of ['mpn', 'avg_price']) {
      expect((await search(fields(name, 10_000))).request.filter?.fields?.[name]).toHaveLength(10_000);
      await expect(search(fields(name, 10_001))).rejects.toMatchObject({ argument: 'filter', issues: [{ code: 'too_many' }] });
    }
    const many = members(10_001, 'x');
    const specs = Object.fromEntries(Object.keys(many).map((name) => [`specs.${name}.value`, ['x']]));
    await expect(search({ filter: { fields: specs } })).rejects.toMatchObject({ issues: [{ code: 'too_many' }] });
  });

  it('reports its faults, and where they are', async () => {
    const values = list(3000, (i) => (i === 2345 ? 'dear' : '1'));
    const error = await search({ filter: { fields: { avg_price: values } } }).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ issues: [{ code: 'not_a_number', path: 'filter.fields.avg_price[2345]' }] });
    const unknown = await search({ show: list(50_000, (i) => `m${i}`) }).catch((reason: unknown) => reason);
    expect((unknown as { issues: unknown[] }).issues).toHaveLength(101);
    expect((unknown as { issues: unknown[] }).issues[100]).toMatchObject({ code: 'too_many_issues', found: 49_900 });
  });
});

describe('a text', () => {
  const LONGEST = 65_536;

  it.each<[string, (text: string) => SearchRequest, string]>([
    ['a value of a field', (text) => ({ filter: { fields: { 'brand.name': [text] } } }), 'filter.fields.brand.name[0]'],
    ['a single value', (text) => ({ filter: { fields: { mpn: text as never } } }), 'filter.fields.mpn'],
    [
      'a text of facet values',
      (text) => ({ facet: { fields: { 'brand.name': { include: true, contains: text } } } }),
      'facet.fields.brand.name.contains',
    ],
  ])('of conditions has at most 65,536 bytes: %s', async (_, request, path) => {
    for (const letter of ['a', 'ä', '語']) {
      const bytes = new TextEncoder().encode(letter).length;
      expect((await search(request(letter.repeat(Math.floor(LONGEST / bytes))))).hits).toBeGreaterThanOrEqual(0);
      const error = search(request(letter.repeat(Math.floor(LONGEST / bytes) + 1)));
      await expect(error).rejects.toMatchObject({ issues: [{ code: 'out_of_range', path }] });
    }
  });

  it('of directives is no name of a member where it is longer', async () => {
    const name = `specs.${'a.'.repeat(2_000_000)}`;
    await expect(search({ show: [name] })).rejects.toMatchObject({ issues: [{ code: 'unknown_member' }] });
  });

  it('of keywords is left out where a term is longer, and the others count', async () => {
    const right = await search({ q: 'smd' });
    for (const tooLong of ['a1.', 'ä', '½', '*a', '\\', 'a\u0301'].map((text) => text.repeat(1_000_000))) {
      for (const q of [`${tooLong} smd`, `smd -${tooLong}`, `smd "${tooLong}`]) {
        const { hits, warnings } = await search({ q });
        expect([hits, warnings]).toEqual([right.hits, ['terms of more than 65536 characters are ignored: 1 is longer']]);
      }
    }
  });
});

describe('variables of GraphQL', () => {
  const send = async (query: string, variables: Record<string, unknown>) => {
    const api = createGraphqlApi(catalog, { isValidToken: () => true });
    const { status, body } = await api.execute({ query, variables }, { token: 't' });
    return { status, message: (body as { errors?: { message: string }[] }).errors?.[0].message };
  };
  const MAP = 'query ($f: Map) { search(filters: $f, limit: 0) { total } }';
  const cyclic: Record<string, unknown> = {};
  cyclic.cyclic = cyclic;

  it.each([
    ['a BigInt', { manufacturer_id: [5n] }, 'the variable "f" has the BigInt 5, which is not a value of JSON'],
    ['a function', { manufacturer_id: [() => 1] }, 'the variable "f" has a function, which is not a value of JSON'],
    ['a symbol', { a: { b: Symbol('x') } }, 'the variable "f" has a symbol, which is not a value of JSON'],
    ['an object inside of itself', { a: cyclic }, 'variables must have at most 100000 values'],
    ['too many values', { a: list(100_000, String) }, 'variables must have at most 100000 values'],
  ])('may not have %s', async (_, f, message) => {
    expect(await send(MAP, { f })).toEqual({ status: 200, message });
  });

  it('may have very many values', async () => {
    expect(await send(MAP, { f: { a: list(99_000, String) } })).toMatchObject({
      message: expect.stringContaining('1000 values'),
    });
    let deep: unknown = 'x';
    for (let i = 0; i < 90_000; i++) deep = i % 2 === 0 ? [deep] : { a: deep };
    expect((await send(MAP, { f: { manufacturer_id: deep } })).status).toBe(200);
  });
});
