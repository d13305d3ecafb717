import { describe, expect, it } from 'vitest';
import { serve } from '../support/letter.js';

const ATTRIBUTION = { sources: [], first_acquired: null };
const LINKS = { product_url: null, freesample_url: null, evalkit_url: null };
const COMPANY = { homepage_url: null };
const SELLER = { homepage_url: null, display_flag: null, has_ecommerce: null };
const RESISTANCE = { key: 'resistance', name: 'Resistance', datatype: 'decimal', unit: { name: 'ohms', symbol: 'Ω' } };

/** A part whose objects have no member at all, one that has nothing but its number, and one with metadata of its own. */
const SOURCE = {
  spec_metadata: [RESISTANCE],
  parts: [
    {
      uid: 'hollow',
      mpn: 'HOLLOW-1',
      manufacturer: {},
      brand: {},
      external_links: {},
      offers: [{}],
      broker_listings: [{}],
      descriptions: [{}],
      imagesets: [{ small_image: {} }],
      datasheets: [{}],
      compliance_documents: [{}],
      reference_designs: [{}],
      cad_models: [{}],
      specs: { resistance: { value: ['1'] } },
    },
    { uid: 'bare', mpn: 'BARE-1' },
    { uid: 'told', mpn: 'TOLD-1', specs: { resistance: { value: ['2'], metadata: { key: 'resistance' } } } },
  ],
};

const ALL = [
  'external_links',
  'broker_listings',
  'short_description',
  'descriptions',
  'imagesets',
  'datasheets',
  'compliance_documents',
  'reference_designs',
  'cad_models',
  'specs',
  'category_uids',
];

const get = async (uid: string) => (await serve(SOURCE)).get(uid, ...ALL);

describe('D2: documented members that an answer shows are there', () => {
  it.each([
    ['datasheets', { metadata: {}, attribution: ATTRIBUTION }],
    ['cad_models', { metadata: {}, attribution: ATTRIBUTION }],
    ['compliance_documents', { metadata: {}, attribution: ATTRIBUTION, subtypes: [] }],
    ['reference_designs', { metadata: {}, attribution: ATTRIBUTION, title: [], description: [] }],
    ['descriptions', { attribution: ATTRIBUTION }],
    ['broker_listings', { seller: SELLER, listing_url: null, catalog_rfq_url: null }],
  ])('an empty object of %s', async (member, expected) => {
    expect((await get('hollow'))[member]).toEqual([expected]);
  });

  it('an empty image of an image set; sizes without one are null', async () => {
    expect((await get('hollow')).imagesets).toEqual([
      {
        swatch_image: null,
        small_image: { metadata: {} },
        medium_image: null,
        large_image: null,
        attribution: ATTRIBUTION,
        credit_string: null,
        credit_url: null,
      },
    ]);
  });

  it('an empty offer: prices are a map; texts, numbers and booleans that the document calls n/a stay absent', async () => {
    expect((await get('hollow')).offers).toEqual([
      {
        seller: SELLER,
        eligible_region: null,
        product_url: null,
        catalog_rfq_url: null,
        prices: {},
        on_order_quantity: null,
        on_order_eta: null,
        factory_lead_days: null,
        factory_order_multiple: null,
        order_multiple: null,
        moq: null,
        multipack_quantity: null,
        packaging: null,
      },
    ]);
  });

  it.each(['hollow', 'bare'])('brand, manufacturer and external links of a part without them: %s', async (uid) => {
    const part = await get(uid);
    expect(part.brand).toEqual(COMPANY);
    expect(part.manufacturer).toEqual(COMPANY);
    expect(part.external_links).toEqual(LINKS);
    expect(part).not.toHaveProperty('catalog_url');
  });

  it('over URLs too, without an include', async () => {
    const { body } = await (await serve(SOURCE)).url('/parts/bare');
    expect(body).toEqual({ uid: 'bare', mpn: 'BARE-1', manufacturer: COMPANY, brand: COMPANY, offers: [] });
  });

  it('directives apply to this form', async () => {
    const { catalog } = await serve(SOURCE);
    const part = await catalog.parts.get('bare', { show: ['external_links.product_url'] });
    expect(part).toEqual({ external_links: { product_url: null } });
  });

  it('a part that is built from an answer has the same answer', async () => {
    const { catalog } = await serve({ spec_metadata: [RESISTANCE], parts: [await get('hollow')] });
    expect(JSON.parse(JSON.stringify(await catalog.parts.get('hollow', { include: ALL })))).toEqual(await get('hollow'));
  });
});

describe('D2: metadata of a spec value', () => {
  it('is that of the catalog where the part gives none', async () => {
    const { url, search } = await serve(SOURCE);
    const { body } = await url('/parts/hollow?include[]=specs');
    expect(body.specs.resistance).toEqual({
      value: ['1'],
      min_value: null,
      max_value: null,
      metadata: RESISTANCE,
      attribution: ATTRIBUTION,
    });
    const { spec_metadata } = await search({ spec_drilldown: { include: true } });
    expect(body.specs.resistance.metadata).toEqual(spec_metadata.resistance);
  });

  it('stays as the part gives it, with its Empty values', async () => {
    expect((await get('told')).specs.resistance.metadata).toEqual({ key: 'resistance', unit: null });
  });
});

describe('D2: the order of members', () => {
  it('is that of the tables of the document, then that of the data', async () => {
    const asset = { note: 'n', attribution: null, metadata: { pages: 1 }, mimetype: 'text/html', url: 'https://a.example' };
    const { get } = await serve({ parts: [{ uid: 'p', mpn: 'X-1', datasheets: [asset], brand: {}, manufacturer: {} }] });
    const part = await get('p', 'datasheets');
    expect(Object.keys(part.datasheets[0])).toEqual(['url', 'mimetype', 'metadata', 'attribution', 'note']);
    expect(Object.keys(part)).toEqual(['uid', 'mpn', 'manufacturer', 'brand', 'offers', 'datasheets']);
  });

  it('of a search answer and of a facet', async () => {
    const { catalog } = await serve(SOURCE);
    const answer = await catalog.parts.search({ facet: { fields: { mpn: { include: true } } } });
    const documented = ['request', 'results', 'hits', 'msec', 'facet_results', 'stats_results', 'spec_metadata'];
    expect(Object.keys(answer).slice(0, documented.length)).toEqual(documented);
    const facet = ['facets', 'missing', 'spec_drilldown_rank'];
    expect(Object.keys(answer.facet_results.fields.mpn).slice(0, facet.length)).toEqual(facet);
  });
});
