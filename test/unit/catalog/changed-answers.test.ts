import { expect, it } from 'vitest';
import { buildCatalog, type Part } from '../../../src/partdex.js';

const PARTS = ['a', 'b'].map((uid) => ({
  uid,
  mpn: `R-${uid}`,
  category_uids: ['chip'],
  specs: { resistance: { value: ['10000', '4700'] } },
  offers: [{ sku: `S-${uid}`, seller: { uid: 's', name: 'Seller' }, prices: { USD: [[1, '0.10']] } }],
})) as unknown as Part[];

/** Changes everything in a value. */
function spoil(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  for (const name of Object.keys(value)) {
    spoil((value as Record<string, unknown>)[name]);
    (value as Record<string, unknown>)[name] = 'spoiled';
  }
}

const INCLUDED = { include: true };
const SHOWN = ['uid', 'specs', 'offers', 'category_uids'];

it.each([
  ['everything', { show: SHOWN }],
  ['a slice', { show: SHOWN, slice: { 'specs.resistance.value': '[1:]' } }],
  ['less', { show: SHOWN, hide: ['offers.prices'] }],
  ['the counts of all parts', { facet: { fields: { mpn: INCLUDED, 'specs.resistance.value': INCLUDED } } }],
  ['a tree of categories', { facet: { fields: { category_uids: { ...INCLUDED, tree: 2 } } } }],
  ['statistics', { stats: { 'specs.resistance.value': INCLUDED } }],
  ['a drilldown', { spec_drilldown: INCLUDED }],
])('a program that changes an answer with %s does not change the next one', async (_name, directives) => {
  const sellers = [{ uid: 's', name: 'Seller', homepage_url: 'https://seller.example' }];
  const spec_metadata = [{ key: 'resistance', name: 'Resistance', datatype: 'decimal' as const }];
  const catalog = await buildCatalog({ parts: PARTS, sellers, spec_metadata });
  const ask = async () => ({ ...(await catalog.parts.search({ ...directives, sortby: 'uid asc' } as never)), msec: 0 });
  const first = await ask();
  const expected = JSON.stringify(first);
  spoil(first);
  expect(JSON.stringify(await ask())).toBe(expected);
  await catalog.close();
});
