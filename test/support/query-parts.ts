import fc from 'fast-check';
import type { CatalogSource, Part } from '../../src/partdex.js';

// `𠮷` is after `\uFFFD` by code points and before it by UTF-16 units, and so do `𝐟𝐟` and `ﬀ`, which both fold to `ff`.
const BRANDS = ['Yageo', 'yageo', 'TDK', 'Würth', 'wurth', 'Murata Co', '村田', '𠮷', '\uFFFD', 'ﬀ', '𝐟𝐟'];
const SKUS = ['S-1', 's1', 'S 2', 'RC0603', '---', 'é9', '311-10', '𠮷', '\uFFFD', 'ﬀ', '𝐟𝐟'];
const WORDS = ['film', 'Film', 'thick', 'chip', 'resistor', 'rc0603', '10k', '10kΩ', 'TDK'];
const NUMBERS = ['1', '1.0', '10', '2e1', '-5', '1e-15', '1e400', '9007199254740993', '9007199254740992', '0.1', 'n/a'];
const STRINGS = ['0603', '0402', 'SOT-23', 'sot-23', 'É', 'e', '', '𠮷', '\uFFFD', 'ﬀ', '𝐟𝐟', 'ff'];

/** What is given beside parts, so that pieces of a catalog are typed as the whole. */
export const SHARED: Omit<CatalogSource, 'parts'> = {
  spec_metadata: [
    { key: 'n', datatype: 'decimal' },
    { key: 's', datatype: 'string', name: 'Size' },
    { key: 'ohms', datatype: 'decimal', unit: { name: 'ohm', symbol: 'Ω' } },
    { key: 'grade', datatype: 'string' },
  ] as NonNullable<CatalogSource['spec_metadata']> & object,
  categories: [
    { uid: 'root', name: 'Root' },
    { uid: 'leaf', name: 'Leaf', parent_uid: 'root' },
  ] as NonNullable<CatalogSource['categories']> & object,
};

const some = <T>(values: readonly T[], maxLength: number) => fc.array(fc.constantFrom(...values), { maxLength, size: 'max' });

const part = (uid: fc.Arbitrary<string>): fc.Arbitrary<Part> =>
  fc
    .record({
      uid,
      mpn: fc.constantFrom('RC0603FR-10K', 'rc0603fr 10k', 'RC0603', 'LM317', 'lm-317', '10K', 'É1', '-'),
      brand: fc.option(fc.constantFrom(...BRANDS)),
      skus: some(SKUS, 3),
      prices: some(NUMBERS, 2),
      stock: fc.option(fc.constantFrom(...NUMBERS)),
      words: some(WORDS, 5),
      n: some(NUMBERS, 3),
      s: some(STRINGS, 2),
      ohms: fc.option(fc.constantFrom('0', '1e-15', '4.7', '100', '2200', '4.7e6', '1e12')),
      limits: fc.option(fc.tuple(fc.constantFrom('-55', '-40', '0'), fc.constantFrom('85', '125'))),
      grade: fc.option(fc.constantFrom('A', 'A', 'B')),
      category: fc.option(fc.constantFrom('root', 'leaf', 'loose')),
    })
    .map(
      ({ uid: own, mpn, brand, skus, prices, stock, words, n, s, ohms, limits, grade, category }) =>
        ({
          uid: own,
          mpn,
          brand: brand && { uid: `b-${brand}`, name: brand },
          offers: skus.map((sku, i) => ({
            sku,
            seller: { uid: `s${i}`, name: ['Digi-Key', 'Mouser', 'TDK direct'][i] },
            in_stock_quantity: stock,
            prices: { USD: prices[i] === undefined ? [] : [[1, prices[i]]] },
          })),
          descriptions: [{ value: words.join(' ') }],
          specs: {
            ...(n.length > 0 && { n: { value: n } }),
            ...(s.length > 0 && { s: { value: s } }),
            ...(ohms !== null && { ohms: { value: [ohms] } }),
            ...(grade !== null && { grade: { value: [grade], ...(limits && { min_value: limits[0], max_value: limits[1] }) } }),
          },
          category_uids: category === null ? [] : [category],
        }) as unknown as Part,
    );

/** Parts whose values collide: as they are, folded, as part numbers or as numbers. */
export const partLists = (maxLength = 30): fc.Arbitrary<Part[]> =>
  fc.uniqueArray(
    part(
      fc.oneof(
        fc.nat(200).map((n) => n.toString(16).padStart(16, '0')),
        fc.constantFrom('a', 'Z', 'é', '😀', '\uffff'),
      ),
    ),
    {
      selector: ({ uid }) => uid,
      maxLength,
      size: 'max',
    },
  );

/** Fields to sort by: of one value, of several, of none. */
export const SORT_FIELDS = [
  'uid', 'mpn', 'brand.name', 'offers.sku', 'offers.seller.uid', 'offers.in_stock_quantity', 'avg_price', 'specs.n.value', 'specs.s.value',
  'specs.none.value', 'descriptions.value', 'category_uids', 'offers.packaging',
]; // biome-ignore format: a list
