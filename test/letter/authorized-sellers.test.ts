import { describe, expect, it } from 'vitest';
import { serve } from '../support/letter.js';

const offer = (seller: string, is_authorized?: boolean) => ({
  sku: `sku-${seller}`,
  seller: { uid: seller, name: `Seller ${seller}` },
  ...(is_authorized !== undefined && { is_authorized }),
});

const SOURCE = {
  parts: [
    // The maker has a list: the list alone decides, whatever offers say and whoever is a member.
    { uid: 'listed', mpn: 'L-1', manufacturer: { uid: 'm1', name: 'Maker' }, offers: [offer('s1'), offer('s2', true)] },
    // The brand stands for an absent manufacturer.
    { uid: 'brand', mpn: 'B-1', brand: { uid: 'm1', name: 'Maker' }, offers: [offer('s1', false)] },
    // Without a list: members, then what the offer says; absent is false.
    {
      uid: 'open',
      mpn: 'O-1',
      brand: { uid: 'b2', name: 'Other' },
      offers: [offer('s2', false), offer('s3', true), offer('s4')],
    },
    // Without a seller's uid the offer stays as it is.
    { uid: 'nobody', mpn: 'N-1', offers: [{ sku: 'x', seller: { name: 'Corner Shop' } }] },
  ],
};
const authorized = { lists: { m1: ['s1'] }, members: ['s2'] };

describe('M4: who is authorised', () => {
  it.each([
    ['listed', [true, false]],
    ['brand', [true]],
    ['open', [true, true, false]],
    ['nobody', [undefined]],
  ])('offers of %s', async (uid, expected) => {
    const { get } = await serve(SOURCE, { build: { authorized } });
    expect((await get(uid)).offers.map((given: { is_authorized?: boolean }) => given.is_authorized)).toEqual(expected);
  });

  it('filters, facets and GraphQL see it', async () => {
    const { search, uids, ask } = await serve(SOURCE, { build: { authorized } });
    const field = 'offers.is_authorized';
    expect((await uids({ filter: { fields: { [field]: ['true'] } }, sortby: 'uid' })).sort()).toEqual([
      'brand',
      'listed',
      'open',
    ]);
    const { facet_results } = await search({ facet: { fields: { [field]: { include: true } } } });
    expect(facet_results.fields[field].facets).toEqual([
      { value: 'true', count: 3 },
      { value: 'false', count: 2 },
    ]);
    const { data } = await ask('{ parts(ids: ["listed"]) { sellers { is_authorized company { id } } } }');
    expect(data.parts[0].sellers).toEqual([
      { is_authorized: true, company: { id: 's1' } },
      { is_authorized: false, company: { id: 's2' } },
    ]);
  });

  it('without the option offers are as the data have them', async () => {
    const { get } = await serve(SOURCE);
    expect((await get('open')).offers.map((given: { is_authorized?: boolean }) => given.is_authorized)).toEqual([
      false,
      true,
      undefined,
    ]);
  });
});
