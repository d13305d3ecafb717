import { expect, it } from 'vitest';
import { buildCatalog, type CatalogSource } from '../../../src/partdex.js';

async function noticesOf(source: object): Promise<string[]> {
  const notices: string[] = [];
  const catalog = await buildCatalog(source as unknown as CatalogSource, { onNotice: (notice) => notices.push(notice) });
  await catalog.close();
  return notices;
}

const part = (uid: string, members: object) => ({ uid, mpn: uid, ...members });
const brand = (uid: string, ...names: string[]) => names.map((name, i) => part(`${uid}${i}`, { brand: { uid, name } }));

it('tells once of each company that is called by several names', async () => {
  const parts = [
    ...brand('a', 'One', 'One', 'Two', 'Three', 'One'),
    ...brand('b', 'Same', 'Same'),
    ...brand('c', 'Of parts', 'Of parts'),
    part('offer', { offers: [{ seller: { uid: 's', name: 'S' } }], broker_listings: [{ seller: { uid: 's', name: 'Other' } }] }),
  ];
  const notices = await noticesOf({ parts, brands: [{ uid: 'c', name: 'Given' }] });
  expect(notices).toEqual([
    'brand c is "Given" in its record and "Of parts" in a part; parts keep their own text',
    'brand a is "One" in the first part that names it and "Two" in a part; parts keep their own text',
    'seller s is "S" in the first part that names it and "Other" in a part; parts keep their own text',
  ]);
});

it('tells once of each number field that has values which are no numbers', async () => {
  const k = { value: ['1', 'n/a', 'none'], min_value: 'low', metadata: { datatype: 'decimal' } };
  const offers = [{ moq: 'many', in_stock_quantity: '5' }];
  const notices = await noticesOf({ parts: [part('a', { specs: { k }, offers }), part('b', { specs: { k }, offers })] });
  expect(notices.map((notice) => notice.split(':')[0]).sort()).toEqual(['offers.moq', 'specs.k.min_value', 'specs.k.value']);
  expect(notices.join('\n')).toContain('"n/a"');
});

it('tells of a spec key whose given type is not that of its values', async () => {
  const specs = { k: { value: [1], metadata: { datatype: 'decimal' } } };
  const notices = await noticesOf({ parts: [part('a', { specs })], spec_metadata: [{ key: 'k', datatype: 'string' }] });
  expect(notices).toEqual(['specs.k: its metadata says "string", but to its values it is a number']);
});

it('tells nothing of what is in order', async () => {
  const specs = { k: { value: ['1'], metadata: { datatype: 'decimal' } }, s: { value: ['n/a'] } };
  expect(await noticesOf({ parts: [part('a', { specs, brand: { uid: 'x', name: 'X' } })] })).toEqual([]);
});
