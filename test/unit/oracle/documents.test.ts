import { describe, expect, it } from 'vitest';
import { decimalKey } from '../../oracle/decimal.js';
import type { OracleSource } from '../../oracle/documents.js';
import { OracleError } from '../../oracle/errors.js';
import { numbersOf, resolveField, textsOf } from '../../oracle/fields.js';
import { createOracle } from '../../oracle/oracle.js';

const part = (members: object = {}) => ({ uid: 'u', mpn: 'm', ...members });
const values = (source: OracleSource, name: string) => {
  const { catalog } = createOracle(source);
  const field = resolveField(catalog, 'parts', name);
  const row = catalog.rows.parts[0];
  return field.kind === 'number' ? numbersOf(catalog, row, field).map(decimalKey) : textsOf(catalog, row, field);
};

describe('values of fields', () => {
  it('are distinct, without null, with the empty text', () => {
    const offers = [
      { sku: 'a', moq: '1.0' },
      { sku: 'a', moq: 1 },
      { sku: null, moq: null },
      { sku: '' },
      { sku: 5, moq: 'abc' },
    ];
    expect(values({ parts: [part({ offers })] }, 'offers.sku')).toEqual(['a', '', '5']);
    expect(values({ parts: [part({ offers })] }, 'offers.moq')).toEqual(['1e0']);
  });

  it('take a scalar for a list of one', () => {
    expect(values({ parts: [part({ offers: { sku: 'a' } })] }, 'offers.sku')).toEqual(['a']);
    expect(values({ parts: [part({ category_uids: 'c' })] }, 'category_uids')).toEqual(['c']);
  });

  it('average the prices at the lowest breaks of the offers in the currency', () => {
    const offers = [
      {
        prices: {
          USD: [
            [10, '0.1'],
            ['1', '0.30'],
          ],
        },
      },
      { prices: { USD: [[5, 0.2]], EUR: [[1, '9']] } },
      { prices: { EUR: [[1, '9']] } },
      { prices: { USD: [] } },
    ];
    expect(values({ parts: [part({ offers })] }, 'avg_price')).toEqual(['25e-2']);
    const { catalog } = createOracle({ parts: [part({ offers })] }, { priceCurrency: 'EUR' });
    expect(numbersOf(catalog, catalog.rows.parts[0], resolveField(catalog, 'parts', 'avg_price')).map(decimalKey)).toEqual([
      '9e0',
    ]);
  });
});

describe('the type of a spec key', () => {
  const typeOf = (specs: object[], spec_metadata?: OracleSource['spec_metadata']) =>
    createOracle({
      parts: specs.map((k, i) => ({ uid: String(i), mpn: 'm', specs: { k } })),
      spec_metadata,
    }).catalog.specTypes.get('k');
  const metadata = (datatype: unknown) => ({ datatype });

  it.each([
    [[{ value: ['a'], metadata: metadata('decimal') }], 'number'],
    [[{ value: [1], metadata: metadata('string') }], 'string'],
    [
      [
        { value: ['1', '2'], metadata: metadata('string') },
        { value: '1', metadata: metadata('integer') },
      ],
      'string',
    ],
    [
      [
        { value: '1', metadata: metadata('string') },
        { value: '1', metadata: metadata('integer') },
      ],
      'string',
    ],
    [[{ metadata: metadata('decimal') }, { metadata: metadata('decimal') }, { value: [] }], 'number'],
    [[{ value: [1, 2, 'x'] }], 'number'],
    [[{ value: [1, 'x'] }], 'string'],
    [[{ value: '1' }], 'string'],
    [[{ value: ['1'], metadata: metadata('float') }], 'string'],
    [[{}], 'string'],
    [[{ min_value: 1 }, { min_value: 2 }, {}], 'number'],
    [[{ min_value: '1' }], 'string'],
  ])('of %j is %s', (specs, type) => expect(typeOf(specs)).toBe(type));

  it('follows the catalog where the part says nothing', () => {
    expect(typeOf([{ value: '1' }], [{ key: 'k', datatype: 'integer' }])).toBe('number');
    expect(typeOf([{ value: '1', metadata: { datatype: 'string' } }], [{ key: 'k', datatype: 'integer' }])).toBe('string');
    expect(typeOf([{ min_value: '1' }], [{ key: 'k', datatype: 'integer' }])).toBe('number');
  });

  it('leaves out what does not parse', () => {
    const specs = { k: { value: [1, 'x', '1.0', 2], metadata: metadata('decimal') } };
    expect(values({ parts: [part({ specs })] }, 'specs.k.value')).toEqual(['1e0', '2e0']);
  });

  it('reads a JSON number of a string key as its text', () => {
    const specs = { k: { value: [1e21, 0.1, '0.1'], metadata: metadata('string') } };
    expect(values({ parts: [part({ specs })] }, 'specs.k.value')).toEqual(['1e+21', '0.1']);
  });

  it('takes any key', () => {
    for (const key of ['__proto__', 'constructor', 'a.value', '', '.']) {
      const specs = Object.fromEntries([[key, { value: ['x'] }]]);
      expect(values({ parts: [part({ specs })] }, `specs.${key}.value`)).toEqual(['x']);
    }
  });
});

describe('invalid documents', () => {
  it.each([
    [{}],
    [{ uid: 'u' }],
    [{ mpn: 'm' }],
    [part({ uid: '' })],
    [part({ uid: 5 })],
    [part({ uid: 'ä'.repeat(128) })],
    [part({ uid: '\ud800' })],
    [part({ mpn: '' })],
    [part({ mpn: true })],
    [part({ brand: 'x' })],
    [part({ brand: { name: 5 } })],
    [part({ offers: 'x' })],
    [part({ offers: [{ is_authorized: 'true' }] })],
    [part({ offers: [{ prices: { USD: [[1]] } }] })],
    [part({ offers: [{ prices: { USD: [1, '2'] } }] })],
    [part({ specs: { k: 'x' } })],
    [part({ specs: { k: { value: [true] } } })],
    [part({ specs: { k: { value: {} } } })],
    [part({ redirected_uids: ['u'] })],
    [part({ redirected_uids: ['a', 'a'] })],
    ['x'],
  ])('%j', (document) => expect(() => createOracle({ parts: [document] })).toThrow(OracleError));

  it('share a uid', () => expect(() => createOracle({ parts: [part(), part()] })).toThrow(OracleError));
});

describe('collections', () => {
  it('take the record before what parts say, else the first seen with a name', () => {
    const oracle = createOracle({
      parts: [
        {
          uid: '1',
          mpn: 'm',
          brand: { uid: 'a', name: 'seen' },
          manufacturer: { uid: 'm' },
          offers: [{ seller: { uid: 's', name: 'S' } }],
        },
        { uid: '2', mpn: 'm', brand: { uid: 'b', name: 'first', id: 7 }, manufacturer: { uid: 'm', name: 'M' } },
        { uid: '3', mpn: 'm', brand: { uid: 'b', name: 'second' }, broker_listings: { seller: { uid: 't', name: 'T' } } },
      ],
      brands: [{ uid: 'a', name: 'given', aliases: 'also' }],
    });
    expect(oracle.get('brands', 'a')).toEqual({ uid: 'a', name: 'given', homepage_url: null });
    expect(oracle.get('brands', 'b')).toEqual({ uid: 'b', name: 'first', id: 7, homepage_url: null });
    expect(oracle.get('manufacturers', 'm')).toEqual({ uid: 'm', name: 'M', homepage_url: null });
    expect(oracle.get('sellers', 't')).toEqual({
      uid: 't',
      name: 'T',
      homepage_url: null,
      display_flag: null,
      has_ecommerce: null,
    });
    expect(oracle.get('sellers', 'nobody')).toBeUndefined();
  });

  it('follow redirected uids', () => {
    const oracle = createOracle({ parts: [part({ redirected_uids: ['old'] })] });
    expect(oracle.get('parts', 'old')).toMatchObject({ uid: 'u' });
    expect([...oracle.getMulti('parts', ['old', 'none', 'u']).keys()]).toEqual(['old', 'u']);
  });
});
