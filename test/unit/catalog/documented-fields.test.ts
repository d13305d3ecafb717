import { describe, expect, it } from 'vitest';
import { buildCatalog, type CatalogSource, ValidationError } from '../../../src/partdex.js';
import { rejectionOf } from '../../support/thrown.js';

const SOURCE = {
  parts: [
    {
      uid: 'a',
      mpn: 'SN74S74N',
      aka_mpns: ['SN74S74NE4', 'DM74S74N'],
      datasheets: [{ url: 'u' }],
      cad_models: {},
      imagesets: [{ credit_string: 'c' }],
      compliance_documents: [{ subtypes: ['RoHS Statement', 'Conflict Minerals'] }],
      descriptions: [{ value: 'flip-flop' }],
      specs: { pins: { value: [14] } },
      offers: [
        {
          seller: { uid: 's', name: 'S', display_flag: 'US' },
          eligible_region: 'EU-DE',
          multipack_quantity: '5,000 pcs',
          order_multiple: 25,
          on_order_quantity: '100',
          last_updated: '2021-03-04T05:06:07.123Z',
        },
        { multipack_quantity: 'reel', last_updated: '2021-03-04T05:06:07Z' },
      ],
    },
    { uid: 'b', mpn: 'SN74S74NE4', datasheets: [], specs: {}, offers: [{ last_updated: '2020' }] },
    { uid: 'c', mpn: 'X1', aka_mpns: 'sn-74-s74-ne4', reference_designs: [{ url: 'r' }] },
    { uid: 'd', mpn: 'X2', aka_mpns: 555, offers: [{ last_updated: '2021-04-01T00:30+01:00' }] },
  ],
} as unknown as CatalogSource;

const notices: string[] = [];
const catalog = buildCatalog(SOURCE, { onNotice: (notice) => notices.push(notice) });

async function found(query: string): Promise<string[]> {
  const { results } = await (await catalog).parts.search({ filter: { queries: [query] }, sortby: 'uid asc' });
  return results.map(({ item }) => item.uid);
}

describe('the fields of documented members', () => {
  it.each([
    ['has:datasheets', ['a']],
    ['has:cad_models', ['a']],
    ['has:images', ['a']],
    ['has:compliance_documents', ['a']],
    ['has:reference_designs', ['c']],
    ['has:descriptions', ['a']],
    ['has:offers', ['a', 'b', 'd']],
    ['has:specs', ['a']],
    ['has:(datasheets specs)', ['a']],
    ['has:re*', ['c']],
    ['-has:*', []],
    ['compliance_documents.subtypes:"conflict minerals"', ['a']],
    ['offers.eligible_region:de', ['a']],
    ['offers.seller.display_flag:us', ['a']],
    ['offers.order_multiple:25', ['a']],
    ['offers.on_order_quantity:[100 TO 100]', ['a']],
    ['offers.multipack_quantity:5000', ['a']],
    ['aka_mpns:dm74s74n', ['a']],
    ['aka_mpns:555', ['d']],
    ['offers.last_updated:2021-03', ['a', 'd']],
    ['offers.last_updated:[2021-03 TO 2021-03]', ['a', 'd']],
    ['offers.last_updated:{2021-03-30 TO *]', ['d']],
    ['offers.last_updated:[* TO 2021-03}', ['b']],
    ['offers.last_updated:"2021-03-31T23:30Z"', ['d']],
    ['offers.last_updated:2020-01-01', ['b']],
  ])('filter: %s', async (query, uids) => expect(await found(query)).toEqual(uids));

  it('count dates in canonical text, and sort by them', async () => {
    const { facet_results } = await (await catalog).parts.search({
      facet: { fields: { 'offers.last_updated': { include: true }, has: { include: true, limit: 2 } } },
    });
    expect(facet_results.fields['offers.last_updated'].facets.map(({ value }) => value)).toEqual([
      '2020-01-01T00:00:00Z',
      '2021-03-04T05:06:07Z',
      '2021-03-04T05:06:07.123Z',
      '2021-03-31T23:30:00Z',
    ]);
    expect(facet_results.fields.has.facets[0]).toEqual({ value: 'offers', count: 3 });
    const { results } = await (await catalog).parts.search({ sortby: 'offers.last_updated desc' });
    expect(results.map(({ item }) => item.uid)).toEqual(['d', 'a', 'b', 'c']);
  });

  it('take dates as values of filter.fields', async () => {
    const { hits } = await (await catalog).parts.search({ filter: { fields: { 'offers.last_updated': ['2020', '2021-03-31'] } } });
    expect(hits).toBe(2);
  });

  it('report what is not a number or a date', async () => {
    await catalog;
    expect(notices).toContain('offers.multipack_quantity: "reel" is not a number (in parts:1)');
  });

  it.each([
    [{ filter: { queries: ['offers.last_updated:soon'] } }, '"soon" is not a date'],
    [{ filter: { queries: ['offers.last_updated:[2021 TO x]'] } }, '"x" is not a date'],
    [{ filter: { queries: ['offers.last_updated:2021*'] } }, 'is a date field and takes no wildcards'],
    [{ filter: { fields: { 'offers.last_updated': ['2021-02-30'] } } }, '"2021-02-30" is not a date'],
    [{ stats: { 'offers.last_updated': { include: true } } }, 'is a date field, and only number fields have statistics'],
    [{ facet: { fields: { 'offers.last_updated': { include: true, ranges: 5 } } } }, 'is a date field'],
  ])('refuse %j', async (request, message) => {
    const error = await rejectionOf((await catalog).parts.search(request as object));
    expect(error).toBeInstanceOf(ValidationError);
    expect((error as ValidationError).message).toContain(message);
  });

  it('warn of a value that has never has', async () => {
    const request = { filter: { queries: ['has:pictures'], fields: { has: ['Datasheets'] } } };
    const { hits, warnings } = await (await catalog).parts.search(request);
    expect(hits).toBe(0);
    const all = 'datasheets, cad_models, images, compliance_documents, reference_designs, descriptions, offers, specs';
    expect(warnings).toEqual([
      `has:"Datasheets" matches nothing; the values of has are ${all}`,
      `has:"pictures" matches nothing; the values of has are ${all}`,
    ]);
  });

  it('warn of a range of dates that is the wrong way round', async () => {
    const { warnings } = await (await catalog).parts.search({ filter: { queries: ['offers.last_updated:[2022 TO 2021]'] } });
    expect(warnings).toEqual([expect.stringContaining('its lower bound is above the upper one')]);
  });
});

describe('other part numbers', () => {
  const searched = async (q: string) => {
    const { results } = await (await catalog).parts.search({ q, sortby: 'uid asc' });
    return results.map(({ item }) => item.uid);
  };
  const matched = async (query: object, exact_only = false) => {
    const { results } = await (await catalog).parts.match({ queries: [query], exact_only });
    return results[0].items.map(({ uid }) => uid);
  };

  it('are searched by words, form and wildcards', async () => {
    expect(await searched('SN74S74NE4')).toEqual(['a', 'b', 'c']);
    expect(await searched('"s74 ne4"')).toEqual(['c']);
    expect(await searched('dm74*')).toEqual(['a']);
    expect(await searched('555')).toEqual(['d']);
  });

  it('match, after own numbers that match as well', async () => {
    expect(await matched({ mpn: 'SN74S74NE4' })).toEqual(['b', 'a', 'c']);
    expect(await matched({ mpn_or_sku: 'sn74s74ne4' })).toEqual(['b', 'a', 'c']);
    expect(await matched({ mpn: 'SN74*NE4' })).toEqual(['b', 'a', 'c']);
    expect(await matched({ mpn: 'SN74S74NE4' }, true)).toEqual(['b', 'a']);
    expect(await matched({ sku: 'SN74S74NE4' })).toEqual([]);
  });

  it('are suggested', async () => {
    const { results } = await (await catalog).parts.match({ queries: [{ sku: 'DM74S74N' }], suggest: true });
    expect(results[0].suggestions).toMatchObject([{ reason: 'other_field', field: 'aka_mpns', value: 'DM74S74N' }]);
  });
});
