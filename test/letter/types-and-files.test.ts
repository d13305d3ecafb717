import { existsSync, readFileSync } from 'node:fs';
import { buildSchema, type GraphQLSchema, getNamedType, isNonNullType, isObjectType } from 'graphql';
import { describe, expect, it } from 'vitest';
import { entry, type Json, serve } from '../support/letter.js';

const SOURCE = { parts: [{ uid: 'own', mpn: 'P-1', offers: [{ sku: 's', prices: { USD: [[1, '0.5']] } }] }] };
const strict = { graphql: { strict: true } };

describe('M7: fields that are never null', () => {
  it('strict: data without a value have an empty one', async () => {
    const { ask } = await serve(SOURCE, strict);
    const { data } = await ask(
      '{ parts(ids: ["own"]) { id generic_mpn short_description catalog_url total_avail avg_avail manufacturer { id name is_verified } sellers { is_authorized offers { click_url updated is_custom_pricing inventory_level } } } }',
    );
    expect(data.parts[0]).toEqual({
      id: 'own',
      generic_mpn: '',
      short_description: '',
      catalog_url: '',
      total_avail: 0,
      avg_avail: 0,
      manufacturer: { id: '', name: '', is_verified: false },
      sellers: [
        {
          is_authorized: false,
          offers: [{ click_url: '', updated: '1970-01-01T00:00:00Z', is_custom_pricing: false, inventory_level: 0 }],
        },
      ],
    });
  });

  it('strict: a match with an error has no hits; a price without a rate stays in its currency', async () => {
    const { ask } = await serve(SOURCE, strict);
    const { data } = await ask('{ multi_match(queries: [{}]) { hits error } }');
    expect(data.multi_match).toEqual([{ hits: 0, error: expect.any(String) }]);
    const prices = 'prices { price currency converted_price converted_currency conversion_rate }';
    const priced = await ask(`{ parts(ids: ["own"], currency: "EUR") { sellers { offers { ${prices} } } } }`);
    expect(priced.data.parts[0].sellers[0].offers[0].prices).toEqual([
      { price: 0.5, currency: 'USD', converted_price: 0.5, converted_currency: 'USD', conversion_rate: 1 },
    ]);
  });

  it('decided otherwise: without the option fields without data are null', async () => {
    const { ask } = await serve(SOURCE);
    const { data } = await ask('{ parts(ids: ["own"]) { id short_description } multi_match(queries: [{}]) { hits error } }');
    expect(data.parts).toEqual([{ id: null, short_description: null }]);
    expect(data.multi_match).toEqual([{ hits: null, error: expect.any(String) }]);
  });
});

describe('M7: descriptions for programs', () => {
  const nonNullFields = (schema: GraphQLSchema) =>
    Object.values(schema.getTypeMap()).flatMap((type) =>
      isObjectType(type) && !type.name.startsWith('__')
        ? Object.values(type.getFields()).filter((field) => isNonNullType(field.type))
        : [],
    ).length;

  it.each(['v4', 'sup'] as const)('the schema as text, dialect %s', async (dialect) => {
    const { graphqlSchemaText } = await entry('partdex/graphql');
    const [loose, tight] = [false, true].map((isStrict) => buildSchema(graphqlSchemaText({ dialect, strict: isStrict })));
    expect(Object.keys(tight.getTypeMap()).sort()).toEqual(Object.keys(loose.getTypeMap()).sort());
    expect(nonNullFields(tight)).toBeGreaterThan(nonNullFields(loose));
    const part = tight.getType(dialect === 'v4' ? 'Part' : 'SupPart');
    if (!isObjectType(part)) throw new Error('there is no part');
    const { id } = part.getFields();
    expect([isNonNullType(id.type), getNamedType(id.type).name]).toEqual([true, 'ID']);
  });

  it('OpenAPI has the thirteen paths', async () => {
    const { openApiDocument } = await entry('partdex/rest');
    const document: Json = openApiDocument();
    expect(document.openapi).toMatch(/^3\.1\./);
    const collections = ['parts', 'brands', 'categories', 'sellers'];
    const paths = collections.flatMap((name) => [`/${name}/{uid}`, `/${name}/search`, `/${name}/get_multi`]);
    expect(Object.keys(document.paths).sort()).toEqual([...paths, '/parts/match'].sort());
    expect(document.components.securitySchemes.apiKey).toMatchObject({ type: 'apiKey', in: 'query', name: 'apikey' });
  });

  it('the package ships them', () => {
    const { exports } = JSON.parse(readFileSync('package.json', 'utf8'));
    const files = ['v4', 'sup', 'v4-strict', 'sup-strict'].map((name) => `./graphql/${name}.graphql`);
    const schemas = ['search-request', 'parts-match-request', 'part'].map((name) => `./schemas/${name}.json`);
    const names = [...files, './rest/openapi.json', ...schemas];
    const covered = (name: string) =>
      Object.keys(exports).some((key) => key === name || (key.endsWith('*') && name.startsWith(key.slice(0, -1))));
    expect(names.filter((name) => !covered(name))).toEqual([]);
    expect(existsSync('package.json')).toBe(true);
  });
});
