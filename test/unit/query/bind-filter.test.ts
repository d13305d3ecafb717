import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildCatalog, type Catalog, type Part } from '../../../src/partdex.js';

const decimal = { metadata: { datatype: 'decimal' as const } };
const parts = [
  {
    uid: '1',
    mpn: 'RC0603FR-07 10KL',
    brand: { uid: 'y', name: 'Yageo Corp' },
    descriptions: [{ value: 'Thick film chip resistor' }],
    specs: { v: { value: ['-5', '10'], ...decimal }, s: { value: ['Gold Plated', 'TIN'] } },
    offers: [{ sku: 'AA-1', is_authorized: true }, { sku: '---' }],
  },
  {
    uid: '2',
    mpn: 'LM317T',
    brand: { uid: 't', name: 'TI (US): "z" \\ *' },
    descriptions: [{ value: 'voltage regulator, low-noise' }],
    specs: { v: { value: ['1e2'], ...decimal } },
    offers: [{ is_authorized: false }],
  },
  { uid: '3', mpn: '---', brand: { uid: 'z', name: 'AND' }, descriptions: [{ value: '™' }, { value: '' }] },
  { uid: 'Zz', mpn: 'x:y(z)', brand: { uid: 'a b', name: '—' }, short_description: 'thick film' },
] as unknown as Part[];

let catalog: Catalog;
beforeAll(async () => {
  catalog = await buildCatalog({ parts });
});
afterAll(() => catalog.close());

async function found(query: string): Promise<string> {
  const { results } = await catalog.parts.search({ filter: { queries: [query] }, sortby: 'uid', show: ['uid'] });
  return results.map(({ item }) => item.uid).join(' ');
}

/** Queries with the uids that they find. */
const CASES: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  'a part number': [
    ['mpn:rc-0603-fr0710kl', '1'],
    ['mpn:"RC0603FR 0710KL"', '1'],
    ['mpn:lm317', ''],
    ['mpn:rc06*', '1'],
    ['mpn:*7?0KL', '1'],
    ['mpn:l?317t', '2'],
    ['mpn:[lm-300 TO lm400]', '2'],
    ['mpn:{lm317t TO x]', '1'],
    ['mpn:[rc0603fr0710kl TO rc0603fr0710kl]', '1'],
    ['mpn:[* TO lm]', '3'],
  ],
  'a part number without a letter or digit': [
    ['mpn:"---"', ''],
    ['mpn:"."', ''],
    ['offers.sku:"-"', ''],
    ['mpn:?*', '1 2 Zz'],
    ['mpn:-*', '1 2 Zz'],
    ['mpn:*', '1 2 3 Zz'],
    ['offers.sku:*', '1'],
  ],
  'a name': [
    ['brand.name:corp', '1'],
    ['brand.name:yageo-corp', '1'],
    ['brand.name:"corp yageo"', ''],
    ['brand.name:yage', ''],
    ['brand.name:yag*', '1'],
    ['brand.name:yageo*corp', '1'],
    ['brand.name:?ageo', '1'],
    ['brand.name:o\\ c*', ''],
    ['brand.name:*o\\ c*', '1'],
    ['brand.name:—', 'Zz'],
    ['brand.name:"-"', ''],
    ['brand.name:["YAGEO" TO "yageo corp"]', '1'],
    ['brand.name:{a TO b}', '3'],
    ['brand.name:*', '1 2 3 Zz'],
  ],
  'a text': [
    ['descriptions.value:FILM', '1'],
    ['descriptions.value:"thick film"', '1'],
    ['descriptions.value:"film thick"', ''],
    ['short_description:"thick film"', 'Zz'],
    ['descriptions.value:regulat*', '2'],
    ['descriptions.value:*gul*', '2'],
    ['descriptions.value:r*r', '1 2'],
    ['descriptions.value:th*k', '1'],
    ['descriptions.value:thick*resistor', '1'],
    ['descriptions.value:film*chip', ''],
    ['descriptions.value:*k\\ film*', '1'],
    ['descriptions.value:*w-n*', '2'],
    ['descriptions.value:""', '3'],
    ['descriptions.value:"™"', '3'],
    ['descriptions.value:?', ''],
    ['descriptions.value:[t TO u]', '1'],
  ],
  'a string': [
    ['specs.s.value:gold', '1'],
    ['specs.s.value:GOL?', '1'],
    ['specs.s.value:[t TO u]', '1'],
    ['specs.s.value:[h TO s]', ''],
  ],
  'a number': [
    ['specs.v.value:-5', '1'],
    ['specs.v.value:100.0', '2'],
    ['specs.v.value:[10 TO 100]', '1 2'],
    ['specs.v.value:{10 TO 100}', ''],
    ['specs.v.value:{10 TO 100]', '2'],
    ['specs.v.value:[10 TO 100}', '1'],
    ['specs.v.value:[* TO -5}', ''],
    ['specs.v.value:[* TO -5]', '1'],
    ['specs.v.value:*', '1 2'],
    ['NOT specs.v.value:[* TO *]', '3 Zz'],
  ],
  'a uid or a boolean': [
    ['uid:Zz', 'Zz'],
    ['uid:zz', ''],
    ['uid:Z*', 'Zz'],
    ['uid:?', '1 2 3'],
    ['uid:[2 TO Z]', '2 3'],
    ['brand.uid:a\\ b', 'Zz'],
    ['offers.is_authorized:true', '1'],
    ['offers.is_authorized:TRUE', ''],
    ['offers.is_authorized:[false TO true}', '2'],
    ['offers.is_authorized:*', '1 2'],
  ],
};

describe.each(Object.entries(CASES))('asked for %s', (_, cases) => {
  it.each(cases)('%s finds "%s"', async (query, uids) => expect(await found(query)).toBe(uids));
});
