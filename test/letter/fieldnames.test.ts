import { describe, expect, it } from 'vitest';
import { serve } from '../support/letter.js';

const asset = { url: 'https://a.example/1' };

const SOURCE = {
  sellers: [{ uid: 's1', name: 'North', display_flag: 'US' }],
  parts: [
    {
      uid: 'full',
      mpn: 'F-1',
      datasheets: [asset],
      cad_models: [asset],
      imagesets: [{ small_image: asset }],
      compliance_documents: [{ ...asset, subtypes: ['rohs_statement'] }],
      reference_designs: [asset],
      descriptions: [{ value: 'all' }],
      specs: { resistance: { value: [1] } },
      offers: [
        {
          sku: 'a',
          seller: { uid: 's1' },
          eligible_region: 'US',
          order_multiple: 25,
          on_order_quantity: '100',
          multipack_quantity: '5,000 pcs',
          last_updated: '2021-03-04T05:06:07Z',
        },
      ],
    },
    { uid: 'bare', mpn: 'B-1', datasheets: [], offers: [{ sku: 'b', last_updated: '2022-01-02' }] },
  ],
};

const HAS = [
  'datasheets',
  'cad_models',
  'images',
  'compliance_documents',
  'reference_designs',
  'descriptions',
  'offers',
  'specs',
];

describe('M10: documented members as fieldnames', () => {
  it.each(HAS)('has:%s', async (value) => {
    const { uids } = await serve(SOURCE);
    expect(await uids({ filter: { queries: [`has:${value}`] }, sortby: 'uid' })).toEqual(
      value === 'offers' ? ['bare', 'full'] : ['full'],
    );
    expect(await uids({ filter: { fields: { has: [value] } }, sortby: 'uid' })).toContain('full');
  });

  it('another value of `has` finds nothing, with a warning that lists the eight', async () => {
    const { hits, warnings } = await (await serve(SOURCE)).search({ filter: { queries: ['has:datasheet'] } });
    expect(hits).toBe(0);
    expect(warnings.some((text: string) => HAS.every((value) => text.includes(value)))).toBe(true);
  });

  it.each([
    'compliance_documents.subtypes:rohs_statement',
    'offers.eligible_region:US',
    'offers.seller.display_flag:us',
    'offers.order_multiple:[20 TO 30]',
    'offers.on_order_quantity:100',
    'offers.multipack_quantity:5000',
    'offers.last_updated:2021-03',
    'offers.last_updated:[2021-03 TO 2021-03]',
    'offers.last_updated:"2021-03-04T05:06:07Z"',
    'offers.last_updated:[* TO 2021-12-31]',
  ])('%s', async (query) => {
    expect(await (await serve(SOURCE)).uids({ filter: { queries: [query] } })).toEqual(['full']);
  });

  it('as facets and sorts; statistics of dates are an error', async () => {
    const { search, uids, url } = await serve(SOURCE);
    const fields = { 'offers.last_updated': { include: true }, has: { include: true } };
    const { facet_results } = await search({ facet: { fields } });
    expect(facet_results.fields['offers.last_updated'].facets).toEqual([
      { value: '2021-03-04T05:06:07Z', count: 1 },
      { value: '2022-01-02T00:00:00Z', count: 1 },
    ]);
    expect(facet_results.fields.has.facets[0]).toEqual({ value: 'offers', count: 2 });
    expect(await uids({ sortby: 'offers.last_updated desc' })).toEqual(['bare', 'full']);
    const { status } = await url('/parts/search?stats[offers.last_updated][include]=true');
    expect(status).toBe(400);
  });
});
