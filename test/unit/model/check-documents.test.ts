import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isCanonicalPart } from '../../../src/model/canonical.js';
import { checkCategory, checkCompany, checkPart, checkSeller, checkSpecMetadata } from '../../../src/model/check-documents.js';
import { conform } from '../../../src/model/conform.js';
import { InvalidDocumentError } from '../../../src/model/errors.js';
import { PART } from '../../../src/model/schema.js';
import { documentsOf, withRequired } from '../../arbitraries/documents.js';

const place = { source: 'parts.ndjson', line: 7 };
const check = (members: object) => checkPart({ uid: 'u', mpn: 'M', ...members }, place);

function fault(act: () => unknown): InvalidDocumentError {
  try {
    act();
  } catch (error) {
    expect(error).toBeInstanceOf(InvalidDocumentError);
    return error as InvalidDocumentError;
  }
  throw new Error('nothing was refused');
}

describe('checkPart', () => {
  it('takes what needs nothing as it is', () => {
    const part = {
      uid: '0123456789abcdef',
      mpn: 'RC0603',
      brand: { uid: 'b', name: 'Yageo', unknown: new Date(0) },
      offers: [
        {
          sku: 'S',
          prices: {
            USD: [
              [1, '0.10'],
              ['10', 0.05],
            ],
          },
          in_stock_quantity: -2,
          multipack_quantity: '5 ea',
          moq: null,
        },
      ],
      specs: { 'a.b': { value: ['1', 2], metadata: { datatype: 'float', unit: null } }, ['__proto__']: {} },
      descriptions: [{ value: 'x', attribution: { sources: [{ uid: 's', name: 'S' }], first_acquired: null } }],
      catalog_url: undefined,
      whatever: { __class__: 5 },
    };
    expect(checkPart(part, place)).toBe(part);
    expect(isCanonicalPart(part)).toBe(true);
  });

  it.each<[object, object]>([
    [{ mpn: 12 }, { mpn: '12' }],
    [{ mpn: 1e21 }, { mpn: '1e+21' }],
    [{ offers: { sku: 5 } }, { offers: [{ sku: '5' }] }],
    [{ offers: [null, { sku: 'a' }, undefined] }, { offers: [{ sku: 'a' }] }],
    [{ category_uids: 'c' }, { category_uids: ['c'] }],
    [{ specs: { a: { value: 0.5 }, b: null } }, { specs: { a: { value: [0.5] } } }],
    [{ specs: { a: { value: ['x', null] }, __class__: 'Specs' } }, { specs: { a: { value: ['x'] } } }],
    [{ offers: [{ prices: { USD: null, EUR: [] } }] }, { offers: [{ prices: { EUR: [] } }] }],
    [{ compliance_documents: { url: 'u', subtypes: 'rohs' } }, { compliance_documents: [{ url: 'u', subtypes: ['rohs'] }] }],
    [
      { descriptions: { attribution: { sources: { uid: 's' } } } },
      { descriptions: [{ attribution: { sources: [{ uid: 's' }] } }] },
    ],
    [{ reference_designs: [{ title: [], description: 'd' }] }, { reference_designs: [{ title: null, description: 'd' }] }],
    [{ brand: { aliases: 'B' } }, { brand: { aliases: ['B'] } }],
  ])('normalises %j', (members, expected) => {
    const part = { uid: 'u', mpn: 'M', kept: 1, ...members };
    const before = structuredClone(part);
    expect(checkPart(part, place)).toEqual({ uid: 'u', mpn: 'M', kept: 1, ...expected });
    expect(part).toEqual(before);
  });

  it('copies only what has to change', () => {
    const part = { uid: 'u', mpn: 'M', offers: [{ sku: 'a' }, { sku: 5 }], specs: { a: { value: ['1'] } } };
    const checked = checkPart(part, place);
    expect(checked.specs).toBe(part.specs);
    expect(checked.offers?.[0]).toBe(part.offers[0]);
    expect(checked.offers?.[1]).toEqual({ sku: '5' });
  });

  it('keeps a spec key named __proto__ when it copies', () => {
    const specs = JSON.parse('{"__proto__": {"value": "1"}, "b": {"value": "2"}}');
    const checked = check({ specs }).specs!;
    expect(Object.keys(checked)).toEqual(['__proto__', 'b']);
    expect(checked.__proto__).toEqual({ value: ['1'] });
  });

  it.each<[object, string, string]>([
    [{ uid: undefined }, 'uid', 'expected a non-empty string of at most 255 bytes, which is missing'],
    [{ uid: '' }, 'uid', 'found ""'],
    [{ uid: 'é'.repeat(128) }, 'uid', 'expected a non-empty string of at most 255 bytes, found "é'],
    [{ uid: '\ud800' }, 'uid', 'found "\\ud800"'],
    [{ uid: 5 }, 'uid', 'found 5'],
    [{ mpn: null }, 'mpn', 'which is missing'],
    [{ mpn: '' }, 'mpn', 'expected a non-empty string, found ""'],
    [{ mpn: Number.NaN }, 'mpn', 'found NaN'],
    [{ mpn: true }, 'mpn', 'expected a string or a finite number, found true'],
    [
      { offers: [{}, {}, { prices: { USD: [[1, true]] } }] },
      'offers[2].prices.USD[0][1]',
      'expected a finite number or a string, found true',
    ],
    [
      { offers: [{ prices: { USD: [[1]] } }] },
      'offers[0].prices.USD[0]',
      'expected a pair [break, price] such as [100, "0.25"], found a list of 1',
    ],
    [{ offers: [{ prices: { USD: '0.1' } }] }, 'offers[0].prices.USD', 'expected a list of pairs [break, price]'],
    [{ offers: [{ prices: [] }] }, 'offers[0].prices', 'expected an object, found an empty list'],
    [{ offers: [{ is_authorized: 'true' }] }, 'offers[0].is_authorized', 'expected true or false, found "true"'],
    [{ offers: [{ moq: {} }] }, 'offers[0].moq', 'found an empty object'],
    [{ offers: 'Digi-Key' }, 'offers', 'expected a list of objects, found "Digi-Key"'],
    [{ specs: { 'a.b': { value: [true] } } }, 'specs["a.b"].value[0]', 'found true'],
    [{ specs: { a: 'red' } }, 'specs.a', 'expected an object, found "red"'],
    [
      { specs: { a: { value: { x: 1, y: 2 } } } },
      'specs.a.value',
      'expected a list of finite numbers or strings, found an object with "x", "y"',
    ],
    [{ specs: new Map([['a', 1]]) }, 'specs', 'found an instance of Map'],
    [{ brand: 'Yageo' }, 'brand', 'expected an object, found "Yageo"'],
    [{ brand: { name: 3 } }, 'brand.name', 'expected a string, found 3'],
    [{ brand: { uid: '' } }, 'brand.uid', 'found ""'],
    [{ catalog_url: new Date(0) }, 'catalog_url', 'found an instance of Date'],
    [{ brand: new Date(0) }, 'brand', 'found an instance of Date'],
    [{ short_description: 10n }, 'short_description', 'found the BigInt 10'],
    [{ short_description: () => 1 }, 'short_description', 'found a function'],
    [{ short_description: Symbol('x') }, 'short_description', 'found a symbol'],
    [{ short_description: ['x'] }, 'short_description', 'expected a string, found a list of 1'],
    [{ category_uids: ['a', 5] }, 'category_uids[1]', 'found 5'],
    [{ redirected_uids: [''] }, 'redirected_uids[0]', 'found ""'],
    [{ imagesets: [{ small_image: { metadata: 'x' } }] }, 'imagesets[0].small_image.metadata', 'expected an object, found "x"'],
    [{ descriptions: [{ value: 'y'.repeat(500) }, { value: ['z'] }] }, 'descriptions[1].value', 'found a list of 1'],
  ])('refuses %o', (members, path, message) => {
    const error = fault(() => check(members));
    expect(error.path).toBe(path);
    expect(error.message).toContain(`parts.ndjson:7: ${path}: `);
    expect(error.message).toContain(message);
    expect(error.message.length).toBeLessThan(300);
    expect(error).toMatchObject({ code: 'invalid_document', status: 400, source: 'parts.ndjson', line: 7 });
  });

  it.each([[null], [undefined], [5], ['x'], [[]], [[{ uid: 'u', mpn: 'M' }]]])('refuses %j as a whole', (value) => {
    expect(fault(() => checkPart(value, place)).path).toBe('');
  });

  it('looks at own members alone', () => {
    class Record {
      uid = 'u';
      mpn = 'M';
    }
    const record = new Record();
    expect(checkPart(record, place)).toBe(record);
    expect(fault(() => checkPart(Object.create({ uid: 'u', mpn: 'M' }), place)).path).toBe('uid');
    expect(check({ specs: Object.create({ inherited: 5 }) }).specs).toEqual({});
  });

  it('does not follow circles', () => {
    const circle: { [member: string]: unknown } = { name: 'x' };
    circle.attribution = circle;
    circle.sources = circle;
    expect(check({ brand: circle, datasheets: [{ attribution: circle }] }).uid).toBe('u');
    const list: unknown[] = [];
    list.push(list);
    expect(fault(() => check({ offers: list })).path).toBe('offers[0]');
  });

  it('never changes what it was given, and takes its own result as it is', () => {
    const parts = withRequired(documentsOf(PART, 'allowed'), { uid: 'u', mpn: 'm' });
    fc.assert(
      fc.property(parts, (part) => {
        const text = JSON.stringify(part);
        deepFreeze(part);
        const checked = checkPart(part, place);
        expect(JSON.stringify(part)).toBe(text);
        expect(checkPart(checked, place)).toBe(checked);
      }),
    );
  });

  it('takes at the first look only what the thorough check takes as it is', () => {
    const parts = withRequired(documentsOf(PART, 'stray'), { uid: 'u', mpn: 'm' });
    fc.assert(
      fc.property(parts, (part) => {
        const isCanonical = isCanonicalPart(part);
        let thorough: unknown;
        try {
          thorough = conform(part, PART, ['uid', 'mpn'], place);
        } catch (error) {
          expect(error).toBeInstanceOf(InvalidDocumentError);
        }
        // An empty mpn is refused apart from the tables.
        expect(isCanonical).toBe(thorough === part && part.mpn !== '');
      }),
      { numRuns: 1000 },
    );
  });

  it('takes canonical parts at the first look', () => {
    const parts = withRequired(documentsOf(PART, 'canonical'), { uid: 'u', mpn: 'm' });
    fc.assert(fc.property(parts, (part) => isCanonicalPart(part)));
  });
});

describe('records', () => {
  it('need uid and name', () => {
    expect(fault(() => checkCompany({ uid: 'u' }, place)).path).toBe('name');
    expect(fault(() => checkSeller({ name: 'n' }, place)).path).toBe('uid');
    expect(fault(() => checkCategory({ uid: 'u', name: null }, place)).message).toBe(
      'parts.ndjson:7: name: expected a string, which is missing',
    );
  });

  it('are normalised', () => {
    expect(checkCompany({ uid: 'u', name: 'n', aliases: 'a' }, place)).toEqual({ uid: 'u', name: 'n', aliases: ['a'] });
    expect(checkCategory({ uid: 'u', name: 'n', ancestor_uids: 'a' }, place)).toEqual({
      uid: 'u',
      name: 'n',
      ancestor_uids: ['a'],
    });
    const seller = { uid: 'u', name: '', has_ecommerce: false, display_flag: 'DE' };
    expect(checkSeller(seller, place)).toBe(seller);
  });

  it('are checked member by member', () => {
    expect(fault(() => checkSeller({ uid: 'u', name: 'n', has_ecommerce: 1 }, place)).path).toBe('has_ecommerce');
    expect(fault(() => checkCategory({ uid: 'u', name: 'n', num_parts: '5' }, place)).path).toBe('num_parts');
    expect(fault(() => checkCategory({ uid: 'u', name: 'n', num_parts: 1.5 }, place)).message).toContain(
      'expected an integer, found 1.5',
    );
    expect(fault(() => checkCategory({ uid: 'u', name: 'n', children_uids: [1] }, place)).path).toBe('children_uids[0]');
    expect(fault(() => checkCompany('Yageo', place)).path).toBe('');
  });
});

describe('checkSpecMetadata', () => {
  it('needs a key and one of three datatypes', () => {
    const metadata = { key: '', datatype: 'integer', unit: { name: 'ohm', symbol: 'Ω' } };
    expect(checkSpecMetadata(metadata, place)).toBe(metadata);
    expect(checkSpecMetadata({ key: 'k', datatype: null }, place)).toEqual({ key: 'k', datatype: null });
    expect(fault(() => checkSpecMetadata({ name: 'n' }, place)).path).toBe('key');
    expect(fault(() => checkSpecMetadata({ key: 'k', datatype: 'float' }, place)).message).toBe(
      'parts.ndjson:7: datatype: expected "string", "integer" or "decimal", found "float"',
    );
    expect(fault(() => checkSpecMetadata({ key: 'k', unit: 'V' }, place)).path).toBe('unit');
  });
});

function deepFreeze(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  Object.freeze(value);
  for (const member of Object.values(value)) deepFreeze(member);
}
