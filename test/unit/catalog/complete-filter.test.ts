import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CatalogInternals, INTERNALS } from '../../../src/catalog/internals.js';
import type { CatalogParts } from '../../../src/catalog/parts.js';
import { Issues } from '../../../src/model/issues.js';
import { parseFilter } from '../../../src/parser/filter.js';
import { buildCatalog, type FilterCompletion, ValidationError } from '../../../src/partdex.js';
import { holds } from '../../support/property/settings.js';
import { rejectionOf } from '../../support/thrown.js';

const names = ['Yageo', 'Yageo', 'Yageo', 'TDK', 'TDK', 'TDK Micronas', 'Texas Instruments', 'AND', '-x "y"\\', '100% pure'];
const parts = names.map((name, i) => ({
  uid: `p${i}`,
  mpn: `RC-${i}0`,
  brand: { uid: `b${i}`, name },
  descriptions: [{ value: i < 4 ? 'thick film resistor' : 'ceramic capacitor' }],
  short_description: i < 2 ? 'Resistor' : 'Other',
  specs: {
    resistance: { value: [i < 5 ? 10 : 4700], metadata: { key: 'resistance', datatype: 'decimal' } },
    'case/package': { value: [i < 6 ? '0603 (1608)' : 'SOT-23'] },
    lifecycle_status: { value: [i < 7 ? 'Active' : 'NRND'] },
    ...(i < 2 && { temperature: { min_value: '-40' } }),
  },
  offers: [{ sku: `s${i}`, seller: { uid: 's', name: 'North' }, is_authorized: i < 8, packaging: 'Cut Tape' }],
  category_uids: [i < 4 ? 'c1' : 'c2'],
  tags: i < 3 ? ['preferred'] : [],
}));
const categories = [
  { uid: 'c1', name: 'Chip Resistors' },
  { uid: 'c2', name: 'Capacitors' },
];
const catalog = buildCatalog({ parts, categories } as never, { fields: [{ name: 'tags', kind: 'name' }] });

/** The completions at the `|` of a text, and the text with each of them. */
async function completions(marked: string): Promise<(FilterCompletion & { readonly whole: string })[]> {
  const offset = marked.indexOf('|');
  const text = marked.replace('|', '');
  const found = await (await catalog).parts.completeFilter(text, offset < 0 ? undefined : offset);
  return found.map((one) => ({ ...one, whole: text.slice(0, one.from) + one.text + text.slice(one.to) }));
}
const wholes = async (marked: string, kind?: string) =>
  (await completions(marked)).filter((one) => kind === undefined || one.kind === kind).map(({ whole }) => whole);
const texts = async (marked: string) =>
  (await completions(marked)).map(({ text, parts: count }) => `${text} ${count ?? ''}`.trim());

describe('completeFilter', () => {
  it.each([
    ['bra', ['brand.name 10', 'brand.uid 10']],
    ['name', ['brand.name 10', 'offers.seller.name 10', 'manufacturer.name 0']],
    ['resis', ['specs.resistance.value 10']],
    ['case', ['specs.case/package.value 10']],
    ['temp', ['specs.temperature.covers 2', 'specs.temperature.min_value 2', 'specs.temperature.range 2']],
    ['specs.temperature.ra', ['specs.temperature.range 2']],
    ['STOCK', ['sellers_in_stock 10', 'total_stock 10', 'offers.in_stock_quantity 0']],
    ['tag', ['tags 3']],
    ['nosuchfield', []],
    ['brand.name', ['brand.name 10', ':']],
    ['brand.name:ya', ['Yageo 3']],
    // A value finds what it is a phrase of, too.
    ['brand.name:t', ['TDK 3', '"TDK Micronas" 1', '"Texas Instruments" 1']],
    ['brand.name:"texas i', ['"Texas Instruments" 1']],
    ['brand.name:inst', ['"Texas Instruments" 1']],
    ['brand.name:an', ['"AND" 1']],
    ['brand.name:-', ['"-x \\"y\\"\\\\" 1']],
    ['specs.case/package.value:0', ['"0603 (1608)" 6']],
    ['specs.lifecycle_status.value:', ['Active 7', 'NRND 3']],
    ['offers.is_authorized:', ['true 8', 'false 2']],
    ['offers.is_authorized:f', ['false 2']],
    ['category_uids:resis', ['c1 4']],
    ['category_uids:c', ['c2 6', 'c1 4']],
    ['specs.resistance.value:', ['10 5', '4700 5']],
    ['specs.resistance.value:[4', ['4700 5']],
    ['specs.resistance.value:[10 TO ', ['10 5', '4700 5']],
    ['specs.resistance.value:[10 ', ['TO']],
    ['specs.resistance.value:[10 t', ['TO']],
    ['specs.resistance.value:[10 TO 20', []],
    ['specs.resistance.value:[10 TO 20 ', [']', '}']],
    ['mpn:rc-3', ['RC-30 1']],
    ['mpn:rc5', ['RC-50 1']],
    ['descriptions.value:res', ['resistor 4']],
    ['short_description:o', ['other 8']],
    ['has:', ['descriptions 10', 'offers 10', 'specs 10']],
    ['nosuch:x', []],
    ['a: : b', []],
    ['"', []],
    ['brand.name:(ya', ['Yageo 3']],
    ['brand.name:(TDK OR ya', ['Yageo 3']],
    ['brand.name:(TDK ya', ['Yageo 3']],
    ['NOT bran', ['brand.name 10', 'brand.uid 10']],
    ['-bran', ['brand.name 10', 'brand.uid 10']],
    ['*:* AND bran', ['brand.name 10', 'brand.uid 10']],
    ['(mpn:x OR bran', ['brand.name 10', 'brand.uid 10']],
    ['brand.name:ya*', ['Yageo 3']],
    ['offers:(is_a', ['is_authorized 10']],
    ['offers:(offers.', []],
    ['offers:(is_authorized:f', ['false 2']],
    ['offers:(NOT (is_authorized:(true OR f', ['false 2']],
    ['offers:(is_authorized:true) AND bran', ['brand.name 10', 'brand.uid 10']],
  ])('%s', async (marked, expected) => {
    expect(await texts(marked)).toEqual(expected);
  });

  it('completes the name of a group of offers, and of their fields', async () => {
    expect(await texts('offers')).toEqual(expect.arrayContaining([':', 'offers.sku 10', 'offers_count 10']));
  });

  it('completes the fieldnames of prices, of parts and of offers', async () => {
    const offers = (...prices: object[]) => prices.map((one) => ({ prices: one }));
    const source = {
      parts: [
        { uid: '1', mpn: 'A', offers: offers({ USD: [[1, '2']], bits: [[1, '3']] }, { USD: [[10, 'ask']] }) },
        { uid: '2', mpn: 'B', offers: offers({ USD: [[1, '2']], EUR: [[5, '1']] }) },
        { uid: '3', mpn: 'C' },
      ],
    };
    const texts = async (text: string, options = {}) => {
      const priced = await buildCatalog(source as never, options);
      const found = await priced.parts.completeFilter(text);
      await priced.close();
      return found.map(({ text: whole, parts: count }) => `${whole} ${count ?? ''}`.trim());
    };
    const all = (currency: string, count: number) => [1, 10, 100, 1000].map((n) => `price.${currency}.${n} ${count}`);
    expect(await texts('price')).toEqual(expect.arrayContaining([...all('USD', 2), ...all('EUR', 1)]));
    expect(await texts('eur')).toEqual(all('EUR', 1));
    expect(await texts('eur', { rates: { base: 'USD', rates: { EUR: '0.9' } } })).toEqual(all('EUR', 2));
    expect(await texts('price.gb', { rates: { base: 'USD', rates: { GBP: '0.8' } } })).toEqual(all('GBP', 2));
    expect(await texts('offers:(price.u')).toEqual(all('USD', 2));
    expect(await texts('price.usd.25')).toEqual(['price.USD.25 2']);
    expect(await texts('price.USD.25')).toEqual(['price.USD.25 2', ':']);
    expect(await texts('price.bits')).toEqual([]);
    expect(await texts('offers.price.u')).toEqual(all('USD', 2).map((text) => `offers.${text}`));
    expect(await texts('offers.price.eur.25')).toEqual(['offers.price.EUR.25 1']);
    expect(await texts('offers.price.EUR.25')).toEqual(['offers.price.EUR.25 1', ':']);
    expect(await texts('offers.price.USD.25:')).toEqual(['2 2']);
    expect((await texts('price')).filter((text) => text.startsWith('offers'))).toEqual([]);
    expect(await texts('offers:(offers.price')).toEqual([]);
    expect(await texts('offers:(price.USD.25:')).toEqual(['2 2']);
    expect((await texts('')).filter((text) => text.startsWith('price'))).toEqual([]);
  });

  it('replaces the whole word or phrase at the place', async () => {
    expect(await wholes('brand.name:Ya|xx AND mpn:y')).toEqual(['brand.name:Yageo AND mpn:y']);
    expect(await wholes('brand.name:"Tex|as" mpn:y')).toEqual(['brand.name:"Texas Instruments" mpn:y']);
    expect(await wholes('brand.name:"Tex| mpn:y')).toEqual(['brand.name:"Texas Instruments" mpn:y']);
    expect(await wholes('br|:x')).toEqual(['brand.name:x', 'brand.uid:x']);
    expect(await wholes('(brand.name:|)')).toContain('(brand.name:Yageo)');
    expect(await wholes('brand.name:|mpn')).toContain('brand.name:Yageo');
    expect(await wholes('(|mpn:x)')).toContain('(brand.name:x)');
  });

  it('sets blanks where the grammar asks for them', async () => {
    expect(await wholes('(mpn:x)|', 'operator')).toEqual(['(mpn:x) AND', '(mpn:x) OR', '(mpn:x) NOT']);
    expect(await wholes('mpn:x |mpn:y', 'operator')).toContain('mpn:x AND mpn:y');
    expect(await wholes('(mpn:x |', 'operator')).toContain('(mpn:x )');
    const [first] = await wholes('(mpn:x)|', 'fieldname');
    expect(first).toMatch(/^\(mpn:x\) \S/);
  });

  it('returns at most 20, and operators among them', async () => {
    const found = await completions('mpn:x |');
    expect(found.length).toBe(20);
    expect(found.filter(({ kind }) => kind === 'operator').map(({ text }) => text)).toEqual(['AND', 'OR', 'NOT']);
    const counts = found.filter(({ kind }) => kind === 'fieldname').map(({ parts: count }) => count as number);
    expect(counts).toEqual([...counts].sort((a, b) => b - a));
  });

  it('rejects what is not a text, or not a place', async () => {
    const { parts: collection } = await catalog;
    expect(await rejectionOf(collection.completeFilter(5 as never))).toBeInstanceOf(ValidationError);
    expect(await rejectionOf(collection.completeFilter('a', -1))).toMatchObject({ argument: 'offset' });
    expect(await rejectionOf(collection.completeFilter('a', 0.5))).toMatchObject({ argument: 'offset' });
    expect(await collection.completeFilter('bran', 1000)).toEqual(await collection.completeFilter('bran'));
  });

  it('hides hidden members', async () => {
    const internals = ((await catalog) as unknown as { [INTERNALS]: CatalogInternals })[INTERNALS];
    const { collections } = internals.hiding(['brand', 'specs.resistance', 'short_description']);
    const hidden = collections.parts as unknown as CatalogParts;
    expect((await hidden.completeFilter('brand')).map(({ text }) => text)).toEqual([]);
    expect(await hidden.completeFilter('resis')).toEqual([]);
    expect(await hidden.completeFilter('brand.name:')).toEqual([]);
    expect(await hidden.completeFilter('short_description:o')).toEqual([]);
    expect((await hidden.completeFilter('specs.lifecycle_status.value:a')).map(({ text }) => text)).toEqual(['Active']);
  });

  it('ends for texts of any size and depth', async () => {
    const { parts: collection } = await catalog;
    for (const text of [
      '('.repeat(60_000),
      'a:('.repeat(20_000),
      'a:x '.repeat(16_000),
      '"'.repeat(60_000),
      'x'.repeat(200_000),
    ]) {
      expect((await collection.completeFilter(text)).length).toBeLessThanOrEqual(20);
    }
    expect(await texts(`${'brand.name:(x OR y) AND '.repeat(2000)}bran`)).toEqual(['brand.name 10', 'brand.uid 10']);
  });

  it('never throws, and each value or operator of a valid query leaves a query that can be valid', () => {
    const piece = fc.constantFrom(
      ...['brand.name:', 'mpn:', 'specs.resistance.value:', 'ya', 'TDK', '"Tex', '"x"'],
      ...['(', ')', '[', ']', '{', ' TO ', ' AND ', ' OR ', 'NOT ', '-', '*', '*:*', ' ', ':', '\\', '10'],
      ...['offers.is_authorized:', 't', 'category_uids:', '\u00e9', '\ud800', 'to'],
    );
    const marked = fc.tuple(fc.array(piece, { maxLength: 8 }), fc.nat(40));
    return holds(
      marked,
      async ([pieces, offset]) => {
        const text = pieces.join('');
        const { parts: collection } = await catalog;
        const at = Math.min(offset, text.length);
        for (const { from, to, text: written, kind, parts: count } of await collection.completeFilter(text, at)) {
          expect(0 <= from && from <= at && at <= to && to <= text.length, text).toBe(true);
          if (kind !== 'value') continue;
          // The value alone is one that finds its parts.
          const before = text.slice(0, from);
          const field = /([a-z_.]+):[^:]*$/.exec(before)?.[1];
          if (field === undefined || /[[{][^\]}]*$/.test(before)) continue;
          const query = `${field}:${written.trim()}`;
          expect(parseFilter(query, {}, ['x'], new Issues()), query).toBeDefined();
          expect((await collection.search({ filter: { queries: [query] }, limit: 0 })).hits, query).toBe(count);
        }
      },
      20,
    );
  });
});

it('has no values for extents of a spec of texts, on which a filter query is an error', async () => {
  const metadata = { datatype: 'decimal' };
  const own = await buildCatalog({
    parts: [
      {
        uid: 'a',
        mpn: 'A',
        specs: { grade: { value: ['high'], min_value: '3' }, supply: { min_value: '3', max_value: '5', metadata } },
      },
      { uid: 'b', mpn: 'B', specs: { grade: { value: ['low'] }, supply: { value: ['4'], metadata } } },
    ],
  } as never);
  const values = async (text: string) =>
    (await own.parts.completeFilter(text)).filter(({ kind }) => kind === 'value').map((one) => one.text);
  expect(await values('specs.supply.covers:[')).toEqual(['3', '4', '5']);
  expect(await values('specs.grade.covers:[')).toEqual([]);
  expect(await values('specs.grade.value:')).toEqual(['high', 'low']);
  await own.close();
});
