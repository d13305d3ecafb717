import { describe, expect, it } from 'vitest';
import { type AdmissionClient, createGraphqlApi, type GraphqlBody } from '../../../src/graphql/partdex-graphql.js';
import { buildCatalog, ValidationError } from '../../../src/partdex.js';
import { executorOf, SOURCE, smallCatalog, UIDS } from '../../support/graphql-queries.js';

const PARTS = '{ parts(ids: ["255"]) { mpn } }';

describe('tokens and bodies', () => {
  const options = {
    isValidToken: async (token: string) => token === 'good',
    admit: ({ key }: AdmissionClient) => key !== 'over',
  };

  it.each([
    ['no token', {}, 401],
    ['an empty token', { token: '' }, 401],
    ['a bad token', { token: 'bad' }, 403],
    ['a good token', { token: 'good' }, 200],
  ])('%s', async (_name, auth, status) => {
    const api = createGraphqlApi(await smallCatalog(), options);
    expect((await api.execute({ query: PARTS }, auth)).status).toBe(status);
  });

  it('refuses before anything is executed', async () => {
    let usage = 0;
    const api = createGraphqlApi(await smallCatalog(), {
      isValidToken: () => true,
      admit: () => false,
      onUsage: () => void usage++,
    });
    const { status, body } = await api.execute({ query: PARTS }, { token: 't' });
    expect([status, usage, (body as { data: unknown }).data]).toEqual([429, 0, null]);
  });

  it.each([
    ['a text', 'query'],
    ['a list', [PARTS]],
    ['null', null],
    ['no query', {}],
    ['variables that are a list', { query: PARTS, variables: [] }],
    ['an operation that is a number', { query: PARTS, operationName: 1 }],
  ])('a body that is %s is 400', async (_name, body) => {
    const api = createGraphqlApi(await smallCatalog(), { isValidToken: () => true });
    expect((await api.execute(body as unknown as GraphqlBody, { token: 't' })).status).toBe(400);
  });

  it('answers 503 for a closed catalog, and 500 without internals for faults of the server', async () => {
    const closed = await buildCatalog(SOURCE);
    await closed.close();
    const api = createGraphqlApi(closed, { isValidToken: () => true });
    for (const query of [PARTS, '{ search(q: "x") { hits } }', '{ categories { id } }', '{ attributes { id } }']) {
      expect((await api.execute({ query }, { token: 't' })).status).toBe(503);
    }
    const seen: unknown[] = [];
    const broken = createGraphqlApi(
      () => {
        throw new Error('the secret');
      },
      { isValidToken: () => true, onError: (error) => void seen.push(error) },
    );
    const answer = await broken.execute({ query: PARTS }, { token: 't' });
    expect(answer).toEqual({ status: 500, headers: {}, body: { errors: [{ message: 'internal error' }], data: null } });
    expect(seen).toHaveLength(1);
  });

  it('checks its options', async () => {
    const catalog = await smallCatalog();
    const make = (given: object) => () => createGraphqlApi(catalog, given as never);
    expect(make({})).toThrow(ValidationError);
    expect(make({ isValidToken: () => true, dialect: 'v5' })).toThrow('options.dialect must be "v4" or "sup"');
    expect(make({ isValidToken: () => true, guards: { depth: 0 } })).toThrow('options.guards.depth');
    expect(() => createGraphqlApi({} as never, { isValidToken: () => true })).toThrow(ValidationError);
  });
});

describe('usage', () => {
  it.each([
    ['parts', '{ parts(ids: ["255", "nothing"]) { mpn } }', 1],
    ['a search', '{ search { results { part { mpn } } } }', 4],
    ['a count alone', '{ search { hits manufacturer_agg { count } } }', 0],
    ['matches', '{ multi_match(queries: [{mpn: "RC0603*"}, {mpn: "NE555P"}, {}]) { parts { mpn } } }', 3],
    ['results without a part', '{ search { results { description } } }', 0],
    ['matches without their parts', '{ multi_match(queries: [{mpn: "RC0603*"}]) { hits } }', 0],
    ['all together', '{ a: parts(ids: ["255"]) { mpn } b: search(limit: 2) { results { part { mpn } } } }', 3],
  ])('counts the parts of %s', async (_name, query, parts) => {
    const reported: unknown[] = [];
    const send = executorOf(await smallCatalog(), { onUsage: (usage) => void reported.push(usage) });
    await send(query);
    expect(reported).toEqual(parts === 0 ? [] : [{ token: 'token', parts }]);
  });
});

it('counts no parts that a fault took from the answer', async () => {
  const keys = Array.from({ length: 51 }, (_, i) => `key${i}`);
  const specs = Object.fromEntries(keys.map((key) => [key, { value: ['a'] }]));
  const reported: unknown[] = [];
  const catalog = await buildCatalog({ parts: [{ uid: 'p', mpn: 'A', specs }] });
  const send = executorOf(catalog, { dialect: 'sup', onUsage: (usage) => void reported.push(usage) });
  const { data, errors } = await send(
    `query ($keys: [String!]!) {
      supParts(ids: ["p"]) { mpn }
      supSearch { specAggs(attributeNames: $keys, attributeSelection: ALL) { min } }
    }`,
    { keys },
  );
  expect([data, errors?.length, reported]).toEqual([null, 1, []]);
});

describe('variables', () => {
  it('reports all required ones that are missing', async () => {
    const send = executorOf(await smallCatalog());
    const query = 'query($ids: [String!]!, $q: String!, $n: Int) { parts(ids: $ids) { id } search(q: $q, limit: $n) { hits } }';
    expect(await send(query)).toEqual({
      error: {
        errors: [
          { message: 'must be defined', path: ['variable', 'ids'] },
          { message: 'must be defined', path: ['variable', 'q'] },
        ],
      },
      data: null,
    });
    expect((await send(query, { ids: ['255'], q: '' })).data.parts).toEqual([{ id: '255' }]);
  });

  it('takes digit strings for integers, inside of queries too', async () => {
    const send = executorOf(await smallCatalog());
    const search = 'query($n: Int = 1) { search(limit: $n) { results { part { mpn } } } }';
    expect((await send(search, { n: '2' })).data.search.results).toHaveLength(2);
    expect((await send(search)).data.search.results).toHaveLength(1);
    expect((await send(search, { n: 'two' })).errors?.[0].message).toContain('Int cannot represent');
    const match = 'query($queries: [PartMatchQuery!]!) { multi_match(queries: $queries) { parts { mpn } } }';
    expect((await send(match, { queries: [{ mpn: 'RC0603*', limit: '1' }] })).data.multi_match[0].parts).toHaveLength(1);
  });

  it('refuses a selection without subfields', async () => {
    const { errors, data } = await executorOf(await smallCatalog())('{ parts(ids: ["255"]) { manufacturer } }');
    expect(data).toBeNull();
    expect(errors?.[0].message).toContain('must have a selection of subfields');
  });

  it('chooses the operation by its name', async () => {
    const api = createGraphqlApi(await smallCatalog(), { isValidToken: () => true });
    const query = 'query a { search { hits } } query b { attributes { id } }';
    const send = async (operationName?: string) => (await api.execute({ query, operationName }, { token: 't' })).body;
    expect(await send('a')).toEqual({ data: { search: { hits: 4 } } });
    expect(JSON.stringify(await send())).toContain('operationName must name one');
    expect(JSON.stringify(await send('c'))).toContain('no operation named');
    expect(JSON.stringify((await api.execute({ query: 'mutation { a }' }, { token: 't' })).body)).toMatch(/mutation/i);
  });
});

describe('guards', () => {
  it.each([
    ['depth', `{ categories ${'{ children '.repeat(20)} { id } ${'}'.repeat(20)} }`, 'nested too deeply: at most 20'],
    [
      'root fields',
      `{ ${Array.from({ length: 21 }, (_, i) => `a${i}: attributes { id }`).join(' ')} }`,
      'at most 20 in an operation',
    ],
    ['aliases', `{ search { ${Array.from({ length: 101 }, (_, i) => `a${i}: hits`).join(' ')} } }`, 'too many aliases'],
    ['fields', `{ search { ${'hits '.repeat(1001)} } }`, 'too many fields: at most 1000'],
    [
      'fields of fragments',
      `{ search { ...a ...a ...a ...a ...a } } fragment a on PartResultSet { ${'...b '.repeat(20)} } fragment b on PartResultSet { ${'hits '.repeat(20)} }`,
      'too many fields',
    ],
    ['parts', `{ ${Array.from({ length: 20 }, (_, i) => `a${i}: search(limit: 100) { hits }`).join(' ')} }`, undefined],
    ['tokens', `{ ${'a '.repeat(20_000)} }`, 'more that 10000 tokens|more than 10000 tokens|10000'],
    ['length', ' '.repeat(70_000), 'at most 65536 characters'],
    ['brackets', `{ search(filters: {a: ${'['.repeat(9000)}`, 'too deeply|Syntax Error|10000'],
  ])('%s', async (_name, query, message) => {
    const { errors } = await executorOf(await smallCatalog())(query);
    if (message === undefined) expect(errors).toBeUndefined();
    else expect(errors?.[0].message).toMatch(new RegExp(message));
  });

  it('counts the requested parts', async () => {
    const send = executorOf(await smallCatalog(), { guards: { parts: 150 } });
    expect((await send('{ a: search(limit: 100) { hits } b: search(limit: 51) { hits } }')).errors?.[0].message).toContain(
      '150 at most',
    );
    expect((await send('{ a: search(limit: 100) { hits } b: search(limit: 50) { hits } }')).errors).toBeUndefined();
  });

  it('knows a fragment in itself', async () => {
    const { errors } = await executorOf(await smallCatalog())('{ search { ...a } } fragment a on PartResultSet { hits ...a }');
    expect(errors?.[0].message).toContain('within itself');
  });
});

it('is answered for the catalog of the moment', async () => {
  const other = await buildCatalog({ parts: [{ uid: UIDS.kilo, mpn: 'OTHER' }] });
  let catalog = await smallCatalog();
  const api = createGraphqlApi(async () => catalog, { isValidToken: () => true });
  const send = async () =>
    JSON.parse(JSON.stringify((await api.execute({ query: PARTS }, { token: 't' })).body)).data.parts[0].mpn;
  expect(await send()).toBe('RC0603FR-0710KL');
  catalog = other;
  expect(await send()).toBe('OTHER');
});
