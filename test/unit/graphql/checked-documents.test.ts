import { describe, expect, it } from 'vitest';
import { checkedDocument } from '../../../src/graphql/checked-documents.js';
import { DEFAULT_GUARDS } from '../../../src/graphql/guards.js';
import { createGraphqlApi } from '../../../src/graphql/partdex-graphql.js';
import { schemaOf } from '../../../src/graphql/schema.js';
import { UNBOUNDED, Work } from '../../../src/work/work.js';
import { build } from '../../support/served.js';

const SCHEMA = schemaOf({ dialect: 'v4', strict: false, catalogUrl: undefined });
const OTHER = schemaOf({ dialect: 'sup', strict: false, catalogUrl: undefined });
const QUERY = '{ search(q: "checked documents") { a: hits b: total } }';

const check = (query: string, schema = SCHEMA, guards = DEFAULT_GUARDS) =>
  checkedDocument(query, schema, guards, new Work(UNBOUNDED));
const messagesOf = (checked: Awaited<ReturnType<typeof check>>) =>
  'kind' in checked ? [] : checked.map(({ message }) => message);

describe('checked documents', () => {
  it('are parsed and validated once', async () => {
    const first = await check(QUERY);
    expect('kind' in first).toBe(true);
    expect(await check(QUERY)).toBe(first);
    expect(await check(`${QUERY} `)).not.toBe(first);
  });

  it('are checked against the guards of each interface', async () => {
    expect(messagesOf(await check(QUERY))).toEqual([]);
    expect(messagesOf(await check(QUERY, SCHEMA, { ...DEFAULT_GUARDS, aliases: 1 }))).toEqual([
      'too many aliases: at most 1 in a request',
    ]);
    expect(messagesOf(await check(QUERY))).toEqual([]);
  });

  it('are validated against each schema', async () => {
    await check(QUERY);
    expect(messagesOf(await check(QUERY, OTHER))).not.toEqual([]);
    expect(messagesOf(await check(QUERY, OTHER))).toEqual(messagesOf(await check(QUERY, OTHER)));
  });

  it('have their faults each time', async () => {
    const faulty = '{ search { nothing } }';
    const first = messagesOf(await check(faulty));
    expect(first).toHaveLength(1);
    expect(messagesOf(await check(faulty))).toEqual(first);
    expect(messagesOf(await check('{ search {'))).toEqual(messagesOf(await check('{ search {')));
  });

  it('are forgotten when many others came, and long ones at once', async () => {
    const first = await check(QUERY);
    for (let i = 0; i < 100; i++) await check(`{ search(q: "${i}") { hits } }`);
    const again = await check(QUERY);
    expect(again).not.toBe(first);
    expect(again).toEqual(first);
    const long = `{ search { hits } } # ${'x'.repeat(10_000)}`;
    expect(await check(long)).not.toBe(await check(long));
  });
});

/** Freezes a tree with all that it refers to. */
function freezeAll(root: object): void {
  const seen = new Set<object>([root]);
  for (const object of seen) {
    Object.freeze(object);
    for (const value of Object.values(object)) if (typeof value === 'object' && value !== null) seen.add(value);
  }
}

it('answering a document changes nothing in its tree, which other requests share', async () => {
  const api = createGraphqlApi(await build(), { isValidToken: () => true });
  const query = `query Q($q: String!, $few: Boolean = true, $limit: Int) {
    search(q: $q, limit: $limit, filters: { manufacturer_id: [] }) {
      hits results { ...R part @include(if: $few) { name: mpn specs { attribute { shortname } display_value } } }
    }
    parts(ids: ["p1", "p2"]) { ... on Part { mpn sellers { company { name } offers { prices { quantity price } } } } }
    __schema { queryType { name } }
  }
  fragment R on PartResult { part { mpn manufacturer { name } category { name } } }`;
  const ask = async (variables: Record<string, unknown>) => (await api.execute({ query, variables }, { token: 't' })).body;
  const checked = await check(query);
  expect(messagesOf(checked)).toEqual([]);
  const before = [await ask({ q: 'resistor' }), await ask({ q: 'timer', few: false, limit: 1 }), await ask({})];
  freezeAll(checked);
  expect(await check(query)).toBe(checked);
  expect([await ask({ q: 'resistor' }), await ask({ q: 'timer', few: false, limit: 1 }), await ask({})]).toEqual(before);
  expect(JSON.stringify(before[0])).toContain('"name":"RC0603');
});
