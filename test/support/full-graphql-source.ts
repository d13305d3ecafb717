import type { CatalogSource } from '../../src/partdex.js';

const OHM = { key: 'resistance', name: 'Resistance', datatype: 'decimal' as const, unit: { name: 'ohm', symbol: 'Ω' } };
const image = (size: string) => ({ url: `https://i.example/${size}.png`, mimetype: 'image/png' });
const attribution = { sources: [{ uid: 'src', name: 'A Source' }], first_acquired: '2020-01-02T03:04:05Z' };
const asset = (name: string) => ({
  url: `https://d.example/${name}.pdf`,
  mimetype: 'application/pdf',
  metadata: { name, num_pages: 3, date_created: '2019-05-06T07:08:09Z' },
  attribution,
});

/** A catalog whose records have every member that a field of the successor interface reads, ids and aliases too. */
export const FULL_SOURCE: CatalogSource = {
  categories: [
    { uid: 'c1', name: 'Passives', ...{ id: '1' } },
    { uid: 'c2', name: 'Resistors', parent_uid: 'c1', ...{ id: '2' } },
  ],
  manufacturers: [{ uid: 'm1', name: 'Yageo', aliases: ['Phycomp'], homepage_url: 'https://yageo.example', ...{ id: '569' } }],
  sellers: [
    { uid: 's1', name: 'Digi-Key', aliases: ['DK'], homepage_url: 'https://dk.example', display_flag: 'US', ...{ id: '459' } },
    { uid: 's2', name: 'Broker Inc' },
  ],
  parts: [
    {
      uid: '00000000000000ff',
      mpn: 'RC0603FR-0710KL',
      aka_mpns: ['RC0603-10K'],
      manufacturer: { uid: 'm1', name: 'Yageo', homepage_url: 'https://yageo.example' },
      brand: { uid: 'b1', name: 'Yageo' },
      catalog_url: 'https://parts.example/ff',
      short_description: 'RES 10K OHM',
      descriptions: [{ value: 'Thick film resistor', attribution }],
      datasheets: [asset('sheet')],
      compliance_documents: [{ ...asset('rohs'), subtypes: ['rohs_statement'] }],
      reference_designs: [{ ...asset('design'), title: 'Divider', description: 'Two of them' }],
      cad_models: [asset('model')],
      imagesets: [
        {
          ...{ swatch_image: image('55'), small_image: image('75'), medium_image: image('90'), large_image: image('large') },
          ...{ attribution, credit_string: 'Yageo', credit_url: 'https://yageo.example' },
        },
      ],
      external_links: {
        product_url: 'https://yageo.example/p',
        freesample_url: 'https://yageo.example/free',
        evalkit_url: 'https://yageo.example/kit',
      },
      specs: {
        resistance: { value: ['10000'], min_value: '9900', max_value: '10100', metadata: OHM, attribution },
        rohs: { value: ['Compliant'] },
        lifecycle_status: { value: ['Active'] },
      },
      category_uids: ['c2'],
      broker_listings: [{ seller: { uid: 's2', name: 'Broker Inc' }, catalog_rfq_url: 'https://rfq.example' }],
      offers: [
        {
          sku: '311-10KCT',
          seller: { uid: 's1', name: 'Digi-Key' },
          eligible_region: 'US',
          product_url: 'https://dk.example/1',
          catalog_rfq_url: 'https://rfq.example/1',
          prices: {
            USD: [
              [1, '0.10'],
              [1000, '0.0021'],
            ],
          },
          in_stock_quantity: 5000,
          on_order_quantity: 100,
          on_order_eta: '2021-01-01T00:00:00Z',
          factory_lead_days: 70,
          factory_order_multiple: 5000,
          order_multiple: 10,
          moq: 1,
          multipack_quantity: '5,000 pcs',
          packaging: 'Cut Tape',
          is_authorized: true,
          last_updated: '2017-03-12T12:36:54Z',
          ...{ id: '77', is_custom_pricing: false },
        },
      ],
      ...{ id: '4711' },
    },
    {
      uid: '0000000000000101',
      mpn: 'CRCW060310K0',
      brand: { uid: 'b2', name: 'Vishay' },
      category_uids: ['c2'],
      specs: {
        resistance: { value: ['10000'], metadata: OHM },
        rohs: { value: ['Compliant'] },
        lifecycle_status: { value: ['Active'] },
      },
    },
    { uid: '0000000000000100', mpn: 'RC0603FR-071ML', brand: { uid: 'b1', name: 'Yageo' }, category_uids: ['c1'] },
  ],
};
