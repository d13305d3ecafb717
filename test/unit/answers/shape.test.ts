import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SCHEMAS, shapeMember, shapeObject } from '../../../src/answers/shape.js';
import { checkPart } from '../../../src/model/check-documents.js';
import type { Part } from '../../../src/model/documents.js';
import { BRAND, CATEGORY, PART, SELLER, SPEC_METADATA } from '../../../src/model/schema.js';
import { documentsOf, withRequired } from '../../arbitraries/documents.js';

const shapePart = (part: object): Part => shapeObject(part, PART) as Part;

const EMPTY_LINKS = { product_url: null, freesample_url: null, evalkit_url: null };
const EMPTY_ATTRIBUTION = { sources: [], first_acquired: null };
const EMPTY_PART = {
  manufacturer: { homepage_url: null },
  brand: { homepage_url: null },
  external_links: EMPTY_LINKS,
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
const EMPTY_SELLER = { homepage_url: null, display_flag: null, has_ecommerce: null };
const EMPTY_OFFER = {
  seller: EMPTY_SELLER,
  prices: {},
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

describe('the answer of a part', () => {
  it('puts the Empty value where a member is absent or null', () => {
    const part = { uid: 'u', mpn: 'M', brand: null, catalog_url: null, offers: null, specs: null };
    expect(shapePart(part)).toEqual({ uid: 'u', mpn: 'M', ...EMPTY_PART });
    // It is in no table of the document.
    expect(Object.keys(shapePart(part))).not.toContain('redirected_uids');
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
      external_links: EMPTY_LINKS,
      offers: [EMPTY_OFFER],
      broker_listings: [{ seller: { uid: 's', ...EMPTY_SELLER }, listing_url: null, catalog_rfq_url: null }],
      descriptions: [{ value: 'd', attribution: EMPTY_ATTRIBUTION }],
      imagesets: [
        {
          swatch_image: null,
          small_image: { url: 'i', metadata: {} },
          medium_image: null,
          large_image: null,
          attribution: EMPTY_ATTRIBUTION,
          credit_string: null,
          credit_url: null,
        },
      ],
      compliance_documents: [{ url: 'c', metadata: {}, attribution: EMPTY_ATTRIBUTION, subtypes: [] }],
      reference_designs: [{ url: 'r', metadata: {}, attribution: EMPTY_ATTRIBUTION, title: [], description: [] }],
      specs: {
        k: {
          value: [],
          min_value: null,
          max_value: null,
          metadata: { key: 'k', unit: { name: 'ohm', symbol: null } },
          attribution: EMPTY_ATTRIBUTION,
        },
      },
    });
  });

  it('has its members in the order of the tables, then the others in that of the document', () => {
    const part = { own: 1, cad_models: [{ attribution: {}, own: 2, url: 'c' }], mpn: 'M', another: 3, uid: 'u' };
    const shaped = shapePart(part);
    expect(Object.keys(shaped)).toEqual([
      ...['uid', 'mpn', 'manufacturer', 'brand', 'external_links', 'offers', 'broker_listings', 'short_description'],
      ...['descriptions', 'imagesets', 'datasheets', 'compliance_documents', 'reference_designs', 'cad_models', 'specs'],
      ...['category_uids', 'own', 'another'],
    ]);
    expect(Object.keys(shaped.cad_models?.[0] ?? {})).toEqual(['url', 'metadata', 'attribution', 'own']);
  });

  it('takes from the catalog what a part leaves out of a company and of the metadata of a spec', () => {
    const known = { uid: 'b', name: 'B', homepage_url: 'http://b', aliases: ['a'], own: 1 };
    const metadata = { key: 'k', name: 'K', datatype: 'decimal', unit: { name: 'ohm' } };
    const asked: string[] = [];
    const filling = {
      record: (collection: string, uid: string) => {
        asked.push(`${collection} ${uid}`);
        return collection === 'brands' ? known : undefined;
      },
      specMetadata: (key: string) => (key === 'k' ? metadata : undefined),
    };
    const part = {
      brand: { uid: 'b', name: null, more: 2 },
      manufacturer: { uid: 'm', name: '', homepage_url: 'http://m' },
      offers: [{ seller: { uid: 's', name: 'S' } }, { seller: { name: 'T' } }],
      specs: { k: { metadata: null }, l: {}, m: { metadata: {} } },
    };
    expect(shapeObject(part, PART, filling)).toMatchObject({
      brand: { uid: 'b', name: 'B', homepage_url: 'http://b', more: 2 },
      manufacturer: { uid: 'm', name: '', homepage_url: 'http://m' },
      offers: [{ seller: { ...EMPTY_SELLER, uid: 's', name: 'S' } }, { seller: { ...EMPTY_SELLER, name: 'T' } }],
      specs: {
        k: { metadata: { ...metadata, unit: { name: 'ohm', symbol: null } } },
        l: { metadata: { unit: null } },
        m: { metadata: { unit: null } },
      },
    });
    // Nothing is asked for where nothing is left out.
    expect(asked).toEqual(['brands b', 'sellers s']);
    expect(shapeMember(part, PART, 'brand', filling)).toEqual({ uid: 'b', name: 'B', homepage_url: 'http://b', more: 2 });
  });

  it('gives each spec metadata of its own, however often it is asked', () => {
    const flat = { key: 'k', name: 'K', unit: { name: 'ohm' } };
    const nested = { key: 'n', unit: null, own: ['a', { b: [1] }] };
    const filling = { record: () => undefined, specMetadata: (key: string) => (key === 'k' ? flat : nested) };
    const shapes = [1, 2, 3].map(() => shapeObject({ specs: { k: { value: '1' }, n: {} } }, PART, filling));
    const expected = structuredClone(shapes[0].specs);
    for (const { specs } of shapes) {
      expect(structuredClone(specs)).toEqual(expected);
      const { k, n } = specs as Record<string, { metadata: Record<string, unknown> }>;
      expect(Object.keys(k)).toEqual(['value', 'min_value', 'max_value', 'metadata', 'attribution']);
      // What a caller does with one answer is not seen in the next.
      k.metadata.name = 'changed';
      (k.metadata.unit as { name: string }).name = 'changed';
      (n.metadata.own as unknown[]).push('changed');
      (n.metadata.own as { b: number[] }[])[1].b.push(2);
    }
    expect([flat, nested]).toEqual([
      { key: 'k', name: 'K', unit: { name: 'ohm' } },
      { key: 'n', unit: null, own: ['a', { b: [1] }] },
    ]);
  });

  it('has the same members in a spec with values alone as in any other', () => {
    const filling = { record: () => undefined, specMetadata: () => ({ key: 'k', name: 'K', unit: { name: 'ohm' } }) };
    const shapedSpec = (spec: object) => {
      const { specs } = shapeObject({ uid: 'u', mpn: 'M', specs: { k: spec } }, PART, filling) as Part;
      const { own: _, ...members } = (specs as NonNullable<Part['specs']>).k as object as Record<string, unknown>;
      return JSON.stringify(members);
    };
    const plain = [
      {},
      { value: ['1'] },
      { value: '1' },
      { value: null },
      { value: [] },
      { value: ['1', null, '2'] },
      { value: [null] },
    ];
    for (const spec of [...plain, { value: ['1'], min_value: null, attribution: null, metadata: null }]) {
      expect(shapedSpec(spec)).toBe(shapedSpec({ ...spec, own: 1 }));
    }
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
        "datasheets": [{"url": "d", "metadata": {"pages": null}, "attribution": {"sources": [], "first_acquired": null}}]
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

  it('is the same if it keeps lists of the document, and shares metadata', () => {
    fc.assert(
      fc.property(fc.array(parts, { maxLength: 3 }), fc.boolean(), (some, isNested) => {
        const unit = isNested ? { name: 'ohm', symbol: 'Ω', also: ['R'] } : { name: 'ohm', symbol: 'Ω' };
        const specMetadata = (key: string) => (key < 'n' ? { key, name: `name of ${key}`, datatype: 'number', unit } : undefined);
        const filling = { record: () => undefined, specMetadata };
        const expected = some.map((part) => shapeObject(part, PART, filling));
        const keeping = { ...filling, keepsLists: true, shared: new Map<string, object>() };
        const shaped = some.map((part) => shapeObject(JSON.parse(JSON.stringify(part)), PART, keeping));
        expect(JSON.stringify(shaped)).toBe(JSON.stringify(expected));
        const prototypes = (values: unknown) => objectsIn(values).map((object) => Object.getPrototypeOf(object));
        expect(prototypes(shaped)).toEqual(prototypes(expected));
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
