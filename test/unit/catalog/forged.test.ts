import { expect, it } from 'vitest';
import { type BundleArray, BundleReader, bundlePieces } from '../../../src/index/file/bundle.js';
import { buildCatalog, type Catalog, CorruptCatalogError, openCatalog } from '../../../src/partdex.js';
import { concatenated } from '../index/sections.js';
import { catalogOf, sectionsOf } from './crafted.js';

/**
 * Files of which the checksums fit and that nobody has validated: lengths in them are not believed, so that a request to a
 * small file does not take gigabytes, and what is no answer is told as damage.
 */

const parts = Array.from({ length: 300 }, (_, i) => ({
  uid: `part-${i}`,
  mpn: `RC${i}-07`,
  brand: { uid: 'b', name: 'Brand' },
  short_description: 'thick film',
  descriptions: [{ value: `thick film ${i % 7}` }],
  specs: { resistance: { value: [String(i)], metadata: { key: 'resistance', name: 'Resistance', datatype: 'decimal' } } },
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

const FORGERIES: [string, string, (arrays: BundleArray[]) => void, (catalog: Catalog) => Promise<unknown>][] = [
  [
    'more rows than the file has room for',
    'manifest',
    (arrays) => {
      const text = new TextDecoder().decode(arrays[0] as Uint8Array);
      arrays[0] = new TextEncoder().encode(text.replace('"rows":300', '"rows":1000000000'));
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
    'what is no number',
    'parts/fields/specs.resistance.value/dictionary',
    (arrays) => arrays[2].fill(0x78),
    search('specs.resistance.value:[7 TO 20]'),
  ],
];

it.each(FORGERIES)('%s is told as damage, and no memory is taken for it', async (_, section, change, ask) => {
  const file = await forged(section, change);
  const before = process.memoryUsage().arrayBuffers;
  const error: unknown = await openCatalog(file)
    .then(ask)
    .then(
      () => expect.fail('it was answered'),
      (thrown: unknown) => thrown,
    );
  expect(error).toBeInstanceOf(CorruptCatalogError);
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(50_000_000);
});
