import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SCHEMAS, shapeMember, shapeObject } from '../../../src/answers/shape.js';
import { checkPart } from '../../../src/model/check-documents.js';
import type { Part } from '../../../src/model/documents.js';
import { BRAND, CATEGORY, PART, SELLER, SPEC_METADATA } from '../../../src/model/schema.js';
import { documentsOf, withRequired } from '../../arbitraries/documents.js';

const shapePart = (part: object): Part => shapeObject(part, PART) as Part;

const EMPTY_PART = {
  offers: [],
  broker_listings: [],
  short_description: null,
  descriptions: [],
  imagesets: [],
  datasheets: [],
  compliance_documents: [],
  reference_designs: [],
  cad_models: [],
  specs: {},
  category_uids: [],
};
const EMPTY_OFFER = {
  eligible_region: null,
  product_url: null,
  catalog_rfq_url: null,
  on_order_quantity: null,
  on_order_eta: null,
  factory_lead_days: null,
  factory_order_multiple: null,
  order_multiple: null,
  moq: null,
  multipack_quantity: null,
  packaging: null,
};
const EMPTY_SELLER = { homepage_url: null, display_flag: null, has_ecommerce: null };

describe('the answer of a part', () => {
  it('puts the Empty value where a member is absent or null', () => {
    const part = { uid: 'u', mpn: 'M', brand: null, catalog_url: null, offers: null, specs: null };
    expect(shapePart(part)).toEqual({ uid: 'u', mpn: 'M', ...EMPTY_PART });
    expect(Object.keys(shapePart(part))).not.toContain('brand');
  });

  it('does so at every documented level', () => {
    const part = {
      uid: 'u',
      mpn: 'M',
      brand: { name: 'B' },
      external_links: {},
      offers: [{ seller: {}, prices: null }],
      broker_listings: [{ seller: { uid: 's' } }],
      descriptions: [{ value: 'd', attribution: {} }],
      imagesets: [{ small_image: { url: 'i' } }],
      compliance_documents: [{ url: 'c' }],
      reference_designs: [{ url: 'r' }],
      specs: { k: { metadata: { key: 'k', unit: { name: 'ohm' } }, attribution: null } },
    };
    expect(shapePart(part)).toEqual({
      ...EMPTY_PART,
      uid: 'u',
      mpn: 'M',
      brand: { name: 'B', homepage_url: null },
      external_links: { product_url: null, freesample_url: null, evalkit_url: null },
      offers: [{ ...EMPTY_OFFER, seller: EMPTY_SELLER }],
      broker_listings: [{ seller: { uid: 's', ...EMPTY_SELLER }, listing_url: null, catalog_rfq_url: null }],
      descriptions: [{ value: 'd', attribution: { sources: [], first_acquired: null } }],
      imagesets: [
        {
          swatch_image: null,
          small_image: { url: 'i' },
          medium_image: null,
          large_image: null,
          credit_string: null,
          credit_url: null,
        },
      ],
      compliance_documents: [{ url: 'c', subtypes: [] }],
      reference_designs: [{ url: 'r', title: [], description: [] }],
      specs: { k: { value: [], min_value: null, max_value: null, metadata: { key: 'k', unit: { name: 'ohm', symbol: null } } } },
    });
  });

  it('makes lists of single values and text of part numbers', () => {
    const part = { uid: 'u', mpn: 5, offers: { sku: 1e21 }, category_uids: ['a', null], specs: { k: { value: 0.5 }, l: null } };
    expect(shapePart(part)).toMatchObject({
      mpn: '5',
      offers: [{ sku: '1e+21' }],
      category_uids: ['a'],
      specs: { k: { value: [0.5] } },
    });
    expect(Object.keys(shapePart(part).specs!)).toEqual(['k']);
  });

  it('keeps other members as given, except __class__', () => {
    const part = JSON.parse(`{
      "uid": "u", "mpn": "M", "__class__": "Part", "uid_v2": 5, "__proto__": {"x": 1}, "nothing": null,
      "custom": [{"__class__": "X", "deep": [[{"__class__": "Y", "z": null}]]}],
      "offers": [{"__class__": "PartOffer", "is_realtime": false}],
      "datasheets": [{"url": "d", "metadata": {"__class__": "M", "pages": null}}]
    }`);
    const shaped = shapePart(part);
    expect(JSON.parse(JSON.stringify(shaped))).toEqual({
      ...EMPTY_PART,
      ...JSON.parse(`{
        "uid": "u", "mpn": "M", "uid_v2": 5, "nothing": null, "custom": [{"deep": [[{"z": null}]]}],
        "datasheets": [{"url": "d", "metadata": {"pages": null}}]
      }`),
      offers: [{ ...EMPTY_OFFER, is_realtime: false }],
      ['__proto__']: { x: 1 },
    });
    expect(Object.getPrototypeOf(shaped)).toBe(Object.prototype);
  });

  it('has maps without prototype', () => {
    const part = JSON.parse(
      '{"uid": "u", "mpn": "M", "specs": {"__proto__": {"value": "1"}}, "offers": [{"prices": {"USD": []}}], "cad_models": [{"metadata": {}}]}',
    );
    const shaped = shapePart(part) as ReturnType<typeof shapePart> & { specs: object; offers: { prices: object }[] };
    expect(Object.keys(shaped.specs)).toEqual(['__proto__']);
    for (const map of [shaped.specs, shaped.offers[0].prices, shaped.cad_models![0].metadata, shapePart({}).specs]) {
      expect(Object.getPrototypeOf(map)).toBeNull();
    }
  });

  it('copes with depth and with values of the wrong type', () => {
    const deep = JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`);
    expect(shapePart({ uid: 'u', mpn: 'M', deep })).toHaveProperty('deep');
    const wrong = { uid: 5, mpn: true, offers: 'x', specs: ['y'], brand: 7, descriptions: [[{ __class__: 'D' }]] };
    expect(shapePart(wrong)).toMatchObject({ uid: 5, mpn: true, offers: ['x'], specs: ['y'], brand: 7, descriptions: [[{}]] });
  });

  const parts = withRequired(documentsOf(PART, 'allowed'), { uid: 'u', mpn: 'm' });

  it('changes nothing the second time', () => {
    fc.assert(
      fc.property(parts, (part) => {
        const shaped = shapePart(part);
        expect(JSON.stringify(shapePart(shaped))).toBe(JSON.stringify(shaped));
      }),
    );
  });

  it('gives what the check accepts as it is', () => {
    fc.assert(
      fc.property(parts, (part) => {
        const shaped = shapePart(part);
        for (const design of shaped.reference_designs!) {
          // The tables' Empty value of these texts is a list, which the check turns into null.
          if (Array.isArray(design.title)) design.title = null;
          if (Array.isArray(design.description)) design.description = null;
        }
        expect(checkPart(shaped, { source: 's', line: 1 })).toBe(shaped);
      }),
    );
  });

  it('shares nothing with the document', () => {
    fc.assert(
      fc.property(parts, (part) => {
        const held = new Set(objectsIn(part));
        for (const object of objectsIn(shapePart(part))) expect(held.has(object)).toBe(false);
      }),
    );
  });

  it('is made of its members', () => {
    fc.assert(
      fc.property(parts, (part) => {
        const shaped = shapePart(part) as Record<string, unknown>;
        const names = new Set([...Object.keys(part), ...PART.members.map((member) => member.name)]);
        for (const name of names)
          expect(shapeMember(part, SCHEMAS.parts, name)).toEqual(Object.hasOwn(shaped, name) ? shaped[name] : undefined);
      }),
    );
  });
});

describe('records', () => {
  it('have their Empty values and never their aliases', () => {
    expect(shapeObject({ uid: 'u', name: 'n', aliases: ['a'], id: 5 }, BRAND)).toEqual({
      uid: 'u',
      name: 'n',
      homepage_url: null,
      id: 5,
    });
    expect(shapeObject({ uid: 'u', name: 'n', has_ecommerce: false }, SELLER)).toEqual({
      uid: 'u',
      name: 'n',
      ...EMPTY_SELLER,
      has_ecommerce: false,
    });
    expect(shapeObject({ uid: 'u', name: 'n', aliases: 'a', children_uids: 'c' }, CATEGORY)).toEqual({
      uid: 'u',
      name: 'n',
      parent_uid: null,
      children_uids: ['c'],
      ancestor_uids: [],
      ancestor_names: [],
      num_parts: null,
      imagesets: [],
    });
    expect(shapeObject({ key: 'k', datatype: 'decimal' }, SPEC_METADATA)).toEqual({ key: 'k', datatype: 'decimal', unit: null });
  });
});

function objectsIn(value: unknown): object[] {
  if (typeof value !== 'object' || value === null) return [];
  return [value, ...Object.values(value).flatMap(objectsIn)];
}
