import { expect, it } from 'vitest';
import { type BundleArray, BundleReader, bundlePieces } from '../../../src/encoding/bundle.js';
import { buildCatalog, type Catalog, CorruptCatalogError, openCatalog } from '../../../src/partdex.js';
import { catalogOf, sectionsOf } from '../../support/crafted-catalog.js';
import { concatenated } from '../../support/sections.js';

/**
 * Files with fitting checksums that were never validated: lengths in them are not believed, so that a request to a
 * small file does not take gigabytes, and an impossible answer is reported as damage.
 */

const parts = Array.from({ length: 300 }, (_, i) => ({
  uid: `part-${i}`,
  mpn: `RC${i}-07`,
  brand: { uid: 'b', name: 'Brand' },
  short_description: 'thick film',
  descriptions: [{ value: `thick film ${i % 7}` }],
  specs: {
    resistance: { value: [String(i)], metadata: { key: 'resistance', name: 'Resistance', datatype: 'decimal' } },
    colors: { value: i % 2 === 0 ? ['red', 'blue'] : ['green'] },
  },
  offers: [{ sku: `S${i % 100}-X` }],
}));
const good = await sectionsOf(await (await buildCatalog({ parts } as never)).toBytes());

type Kind = 'u8' | 'u16' | 'u32' | 'i32' | 'f64';
const KINDS: readonly Kind[] = ['u8', 'u16', 'u32', 'i32', 'f64'];

/** The catalog with other arrays in a section. */
async function forged(name: string, change: (arrays: BundleArray[]) => void): Promise<Uint8Array> {
  const bytes = (good.get(name) ?? expect.fail(`there is no section ${name}`)).slice();
  const view = new DataView(bytes.buffer);
  const reader = new BundleReader(name, bytes);
  const kinds = Array.from({ length: view.getUint32(0, true) }, (_, i) => KINDS[view.getUint32(8 + i * 16, true)]);
  const arrays = kinds.map((kind) => reader[kind]());
  change(arrays);
  return catalogOf(new Map(good).set(name, concatenated(bundlePieces(arrays))));
}

const search = (query: string) => (catalog: Catalog) => catalog.parts.search({ filter: { queries: [query] } });
const keywords = (q: string) => (catalog: Catalog) => catalog.parts.search({ q });
const facet =
  (field: string, ranges = 0) =>
  (catalog: Catalog) =>
    catalog.parts.search({ limit: 0, facet: { fields: { [field]: { include: true, ranges } } } });

const FORGERIES: [string, string, (arrays: BundleArray[]) => void, (catalog: Catalog) => Promise<unknown>][] = [
  [
    'more rows than the file has room for',
    'manifest',
    (arrays) => {
      const text = new TextDecoder().decode(arrays[0] as Uint8Array);
      arrays[0] = new TextEncoder().encode(text.replace('"rowCount":300', '"rowCount":1000000000'));
    },
    async (catalog) => catalog.parts.get('part-1'),
  ],
  [
    'a list of more rows than there are',
    'parts/texts/keywords/postings',
    (arrays) => {
      for (let at = 0; at < arrays[1].length; at += 3) arrays[1][at] = 0xf0000000;
    },
    (catalog) => catalog.parts.search({ q: 'film 3' }),
  ],
  [
    'a list that runs past the others',
    'parts/fields/brand.name/postings',
    (arrays) => {
      arrays[1][1] = 0x10000000;
    },
    search('brand.name:brand'),
  ],
  [
    'a part number of gigabytes',
    'parts/fields/mpn/dictionary',
    (arrays) => arrays[1].fill(0xefffffff, 5, 200),
    search('mpn:rc2007'),
  ],
  [
    'a number of gigabytes',
    'parts/fields/specs.resistance.value/dictionary',
    (arrays) => arrays[1].fill(0xefffffff, 5, 200),
    search('specs.resistance.value:[7 TO 20]'),
  ],
  [
    'what is not a number',
    'parts/fields/specs.resistance.value/dictionary',
    (arrays) => arrays[2].fill(0x78),
    search('specs.resistance.value:[7 TO 20]'),
  ],
];

/**
 * What the checks of loaded sections find. Without them the first set, the uid of all rows and the descending numbers ran for ever, and
 * the descending list ended in a TypeError; the others were answered wrongly, or reported for another section.
 */
const BROKEN_PROMISES: typeof FORGERIES = [
  [
    'a set of values that goes on to the end of all numbers',
    'parts/fields/specs.colors.value/codes',
    (arrays) => {
      arrays[3][1] = 0xffffffff;
    },
    facet('specs.colors.value'),
  ],
  [
    'a value that there is not',
    'parts/fields/specs.colors.value/codes',
    (arrays) => {
      arrays[4][1] = 0xffffffff;
    },
    facet('specs.colors.value'),
  ],
  ['a code that there is not', 'parts/fields/brand.name/codes', (arrays) => arrays[2].fill(200, 256), facet('brand.name')],
  [
    'a row past the last',
    'parts/fields/offers.sku/postings',
    (arrays) => {
      arrays[2][1] = 0xfffffff0;
    },
    search('offers.sku:s0x'),
  ],
  [
    'a list that does not ascend',
    'parts/fields/offers.sku/postings',
    (arrays) => arrays[2].reverse(),
    (catalog) => catalog.parts.match({ queries: [{ mpn: 'S7-X' }], suggest: true }),
  ],
  ['a uid of all rows', 'parts/fields/uid/codes', (arrays) => arrays[2].fill(1, 256, 556), search('NOT offers.sku:s0x')],
  ['a uid that there is not', 'parts/fields/uid/codes', (arrays) => arrays[2].fill(0, 256, 556), search('mpn:rc107')],
  ['a document that there is not', 'parts/rows', (arrays) => arrays[0].fill(0xffffffff), search('mpn:rc107')],
  [
    'exceptions that go on to the end of all numbers',
    'parts/texts/keywords/masks',
    (arrays) => {
      arrays[1][1] = 0xffffffff;
    },
    search('descriptions.value:film'),
  ],
  ['a field that there is not', 'parts/texts/keywords/masks', (arrays) => arrays[0].fill(0xff), keywords('film')],
  [
    'tokens of a row that go on to the end of all numbers',
    'parts/texts/keywords/tokens',
    (arrays) => {
      arrays[1][7] = 0xffffffff;
    },
    keywords('"thick film 3"'),
  ],
  ['best rows that there are not', 'parts/texts/keywords/scores', (arrays) => arrays[2].fill(0xffffffff), keywords('thick')],
  [
    'an order of part numbers that there are not',
    'parts/fields/mpn/forms',
    (arrays) => arrays[0].fill(0xffffffff),
    search('mpn:rc107'),
  ],
  [
    'numbers that do not ascend',
    'parts/fields/specs.resistance.value/dictionary',
    (arrays) => arrays[0].reverse(),
    facet('specs.resistance.value', 5),
  ],
];

it.each(BROKEN_PROMISES)('%s is reported as damage of its section', async (_, section, change, send) => {
  const error: unknown = await openCatalog(await forged(section, change))
    .then(send)
    .then(
      () => expect.fail('it was answered'),
      (thrown: unknown) => thrown,
    );
  expect(error).toBeInstanceOf(CorruptCatalogError);
  expect((error as CorruptCatalogError).section).toBe(section);
});

it.each([...FORGERIES, ...BROKEN_PROMISES])('without %s the same is answered', async (_, section, __, send) => {
  await openCatalog(await forged(section, () => {})).then(send);
});

it.each(FORGERIES)('%s is reported as damage, and no memory is allocated for it', async (_, section, change, send) => {
  const file = await forged(section, change);
  const before = process.memoryUsage().arrayBuffers;
  const error: unknown = await openCatalog(file)
    .then(send)
    .then(
      () => expect.fail('it was answered'),
      (thrown: unknown) => thrown,
    );
  expect(error).toBeInstanceOf(CorruptCatalogError);
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(50_000_000);
});
