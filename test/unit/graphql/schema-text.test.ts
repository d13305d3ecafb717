import {
  buildClientSchema,
  buildSchema,
  getIntrospectionQuery,
  lexicographicSortSchema,
  parse,
  printSchema,
  validate,
} from 'graphql';
import { describe, expect, it } from 'vitest';
import { createGraphqlApi, type GraphqlOptions, graphqlSchemaText } from '../../../src/graphql/partdex-graphql.js';
import { buildCatalog, ValidationError } from '../../../src/partdex.js';
import { executorOf, SOURCE, smallCatalog } from '../../support/graphql-queries.js';

const VARIANTS = [
  {},
  { dialect: 'v4', strict: true },
  { dialect: 'sup' },
  { dialect: 'sup', strict: true },
  { names: { catalog_url: 'octopart_url' } },
  { dialect: 'sup', strict: true, names: { catalogUrl: 'octopartUrl' } },
] as const;

describe.each(VARIANTS)('the schema text of %j', (options) => {
  it('is what introspection describes, sorted', async () => {
    const { data, errors } = await executorOf(await smallCatalog(), { ...options, guards: { aliases: 1000 } })(
      getIntrospectionQuery(),
    );
    expect(errors).toBeUndefined();
    const described = printSchema(lexicographicSortSchema(buildClientSchema(data)));
    expect(graphqlSchemaText(options).trimEnd()).toBe(described);
  });

  it('is a schema against which a client checks its documents, and their answers fit', async () => {
    const { dialect = 'v4' } = options as { dialect?: string };
    const strict = 'strict' in options;
    const schema = buildSchema(graphqlSchemaText(options));
    const query =
      dialect === 'v4'
        ? '{ search(q: "rc0603", after: null) { hits next results { part { id mpn manufacturer { name } total_avail } } } }'
        : '{ supSearch(q: "rc0603", after: null) { hits next results { part { id mpn manufacturer { name } totalAvail } } } }';
    expect(validate(schema, parse(query))).toEqual([]);
    expect(String(schema.getType(dialect === 'v4' ? 'PartMatch' : 'SupPartMatch')?.toConfig().name)).toContain('PartMatch');
    expect(graphqlSchemaText(options).includes('manufacturer: Company!') || dialect === 'sup').toBe(strict || dialect === 'sup');
    expect((await executorOf(await smallCatalog(), options)(query)).errors).toBeUndefined();
  });
});

describe('the option names', () => {
  const parts = [
    { uid: 'a', mpn: 'A', catalog_url: 'https://a.example' },
    { uid: 'b', mpn: 'B', octopart_url: 'https://b.example' },
    { uid: 'c', mpn: 'C' },
  ];

  it('renames the field, which has the value of a member of that name', async () => {
    const v4 = executorOf(await buildCatalog({ parts }), { names: { catalog_url: 'octopart_url' } });
    expect((await v4('{ parts(ids: ["a", "b", "c"]) { octopart_url } }')).data.parts).toEqual([
      { octopart_url: 'https://a.example' },
      { octopart_url: 'https://b.example' },
      { octopart_url: null },
    ]);
    expect((await v4('{ parts(ids: ["a"]) { catalog_url } }')).errors?.[0].message).toContain('Cannot query field');
    const sup = executorOf(await buildCatalog({ parts }), { dialect: 'sup', names: { catalogUrl: 'octopartUrl' } });
    expect((await sup('{ supParts(ids: ["b"]) { octopartUrl } }')).data.supParts).toEqual([{ octopartUrl: 'https://b.example' }]);
  });

  it('may be that of a member of another type', async () => {
    const execute = executorOf(await buildCatalog(SOURCE), { names: { catalog_url: 'url' } });
    const { data } = await execute('{ parts(ids: ["255"]) { url images { url } } }');
    expect(data.parts[0]).toEqual({ url: 'https://parts.example/ff', images: [{ url: 'https://i.example/l.png' }] });
  });

  it.each([
    { names: { catalogUrl: 'x' } },
    { names: { catalog_rfq_url: 'x' } },
    { names: { catalog_url: '1x' } },
    { names: { catalog_url: '__x' } },
    { names: { catalog_url: '' } },
    { names: { catalog_url: 5 } },
    { names: { catalog_url: 'mpn' } },
    { names: { catalog_url: 'broker_listings' } },
    { dialect: 'sup', names: { catalog_url: 'x' } },
    { dialect: 'sup', names: { catalogUrl: 'shortDescription' } },
    { strict: 'yes' },
  ])('is checked, as all options: %j', async (options) => {
    const given = { isValidToken: () => true, ...options } as unknown as GraphqlOptions;
    const catalog = await smallCatalog();
    expect(() => createGraphqlApi(catalog, given)).toThrow(ValidationError);
    expect(() => graphqlSchemaText(options as object)).toThrow(ValidationError);
  });
});
