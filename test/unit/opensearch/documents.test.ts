import { describe, expect, it } from 'vitest';
import { checkPart } from '../../../src/model/check-documents.js';
import { InvalidDocumentError } from '../../../src/model/errors.js';
import { DocumentMaker, type SpecTyping } from '../../../src/opensearch/documents.js';
import { indexLayout, SPEC } from '../../../src/opensearch/schema.js';

const specs: Record<string, SpecTyping> = {
  resistance: { type: 'number', unit: { name: 'ohm', symbol: 'Ω' } },
  'a.b=c': { type: 'string' },
};

const maker = new DocumentMaker({
  layout: indexLayout([{ name: 'stock.no', kind: 'part number', keywords: true }]),
  priceCurrency: 'EUR',
  companies: {
    brands: new Map([['b', { uid: 'b', name: 'Acme' }]]),
    manufacturers: new Map(),
    sellers: new Map(),
  },
  ancestorsOf: (category) => (category === 'low' ? ['top'] : []),
  specOf: (key) => specs[key],
});

const PLACE = { source: 'parts', line: 7 };
const documentOf = (members: object) => {
  const part = { uid: 'p', mpn: 'RC-1', ...members };
  return maker.documentOf(checkPart(part, PLACE), JSON.stringify(part), PLACE);
};

describe('the document of a part', () => {
  it('has the terms of its fields, and itself as text', () => {
    const document = documentOf({
      category_uids: ['low'],
      offers: [
        {
          sku: 'Ärger 5',
          prices: {
            EUR: [
              ['1', '2'],
              ['1', '9'],
            ],
          },
        },
      ],
    });
    expect(document).toMatchObject({
      uid: ['p'],
      mpn: ['RC-1'],
      mpn_p: ['rc1'],
      mpn_x: ['rc-1\u00003'],
      offers_sku_f: ['arger 5'],
      offers_sku_t: ['arger 5'],
      category_uids: ['low', 'top'],
      own_category_uids: ['low'],
      avg_price: ['650002'],
      has: ['offers'],
      q8: ['rc 1', 'arger 5'],
      q_p: ['rc1', 'arger5'],
      length: 4,
      offer_count: 1,
    });
    expect(JSON.parse(document.part as string)).toMatchObject({ uid: 'p', mpn: 'RC-1' });
  });

  it('has its offers as documents of their own, and prices with the quantities at which they count', () => {
    const offers = [
      { sku: 'S-1', moq: '5', seller: { uid: 's', name: 'Shop' }, prices: { EUR: [['1', '2']], bits: [['1', '1']] } },
      { is_authorized: true, prices: { EUR: [['10', '0.5']] } },
      {},
    ];
    expect(documentOf({ offers })).toMatchObject({
      offer: [
        {
          sku: ['S-1'],
          sku_p: ['s1'],
          moq: ['650005'],
          seller_uid: ['s'],
          seller_name_t: ['shop'],
          prices: ['EUR=650002 000000001 999999999'],
        },
        { is_authorized: ['true'], prices: ['EUR=649995 000000001 999999999'] },
        {},
      ],
      prices: ['EUR=650002 000000001 999999999', 'EUR=649995 000000001 999999999'],
      currencies: ['EUR'],
      multi: ['offers.price'],
      total_stock: ['5'],
      offers_count: ['650003'],
    });
    expect(documentOf({})).not.toHaveProperty('offer');
  });

  it('has the sellers of broker listings apart from those of offers', () => {
    const document = documentOf({ broker_listings: [{ seller: { uid: 'only', name: 'Only' } }, { seller: { name: 'None' } }] });
    expect(document).toMatchObject({ brokers: ['only'], left_out: expect.arrayContaining(['sellers=only']) });
    expect(document).not.toHaveProperty('offers_seller_uid');
  });

  it('has what a record says of a company, and which ones leave something out', () => {
    expect(documentOf({ brand: { uid: 'b' } })).toMatchObject({ brand_name: ['Acme'], q3: ['acme'], left_out: ['brands=b'] });
    expect(documentOf({ brand: { uid: 'b', name: 'Own' } })).toMatchObject({
      brand_name: ['Own'],
      brand_name_o: ['own\u0000Own'],
    });
  });

  it('is the same after more numbers than are kept', () => {
    const small = { specs: { resistance: { value: ['1 kΩ', '3', 'no number'], max_value: '2.50' } } };
    const before = documentOf(small);
    const value = Array.from({ length: 70_000 }, (_, i) => String(i));
    const numbers = documentOf({ specs: { resistance: { value } } })[SPEC.numbers] as string[];
    expect(numbers.filter((term) => term.startsWith('resistance.value='))).toHaveLength(70_000);
    expect(documentOf(small)).toEqual(before);
    expect(before[SPEC.numbers]).toEqual(expect.arrayContaining(['resistance.value=650031', 'resistance.max_value=6500025']));
  });

  it('has specs with their keys, numbers in the unit of the key, and extents', () => {
    const document = documentOf({
      specs: { resistance: { value: ['4k7'], min_value: '1' }, 'a.b=c': { value: ['Red', 'red'] } },
    });
    expect(document).toMatchObject({
      spec_key: ['resistance', 'a%2eb%3Dc'],
      spec_has: ['resistance.value', 'resistance.min_value', 'resistance.range', 'a%2eb%3Dc.value'],
      spec_s: ['a%2eb%3Dc.value=Red', 'a%2eb%3Dc.value=red'],
      strings_t: ['red', 'red'],
      extent_from: ['resistance=650001'],
      extent_to: ['resistance=9'],
      multi: ['specs.resistance.range', 'specs.a.b=c.value'],
    });
    expect(document.spec_n).toEqual(expect.arrayContaining(['resistance.value=6500347', 'resistance.range=6500347']));
  });

  it('has fields of the catalog itself, through lists', () => {
    expect(documentOf({ stock: [{ no: 'W 1' }, { no: 2 }, { no: true }] })).toMatchObject({
      own_0: ['W 1', '2'],
      own_0_p: ['w1', '2'],
    });
  });

  it('has the paths of undocumented members', () => {
    expect(documentOf({ mine: { deep: [{ x: 1 }] } }).paths).toEqual(['mine', 'mine.deep', 'mine.deep.x']);
  });

  it.each([
    ['a value that is too long as a term', { short_description: 'x'.repeat(40_000) }, 'short_description', /holds at most 32766/],
    ['one that is too long with its fold', { short_description: 'x '.repeat(9000) }, 'short_description', /holds at most 32766/],
    ['a spec that is', { specs: { 'a.b=c': { value: ['x'.repeat(33_000)] } } }, 'specs.a.b=c.value', /holds at most/],
    ['half of a surrogate pair', { descriptions: [{ value: 'a\ud800' }] }, 'descriptions.value', /surrogate/],
    ['half of one in a key', { specs: { '\udc00': { value: ['x'] } } }, 'specs.\udc00', /surrogate/],
  ])('refuses %s, with the name of the field', (_, members, path, message) => {
    const make = () => documentOf(members);
    expect(make).toThrow(InvalidDocumentError);
    expect(make).toThrow(message);
    expect(make).toThrow(expect.objectContaining({ source: 'parts', line: 7, path }));
  });
});
