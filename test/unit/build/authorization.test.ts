import { describe, expect, it } from 'vitest';
import { buildCatalog, type CatalogSource, ValidationError } from '../../../src/partdex.js';

const offer = (seller: object | null, more: object = {}) => ({ sku: 's', seller, ...more });
const sellersOf = async (source: CatalogSource, authorized: object) => {
  const catalog = await buildCatalog(source, { authorized });
  const part = await catalog.parts.get('p');
  return part?.offers?.map(({ is_authorized }) => is_authorized);
};

describe('terms of authorization', () => {
  const offers = [offer({ uid: 'a' }), offer({ uid: 'b' }, { is_authorized: true }), offer({ name: 'C' }), offer(null)];
  const part = { uid: 'p', mpn: 'M', manufacturer: { uid: 'm' }, brand: { uid: 'b1' }, offers };

  it('let the list of a maker decide alone', async () => {
    expect(await sellersOf({ parts: [part] }, { lists: { m: ['a'], b1: ['b'] }, members: ['b'] })).toEqual([
      true,
      false,
      undefined,
      undefined,
    ]);
  });

  it('take the brand for a manufacturer that has neither uid nor name', async () => {
    const authorized = { lists: { b1: ['a'] } };
    const makers = [{}, null, { homepage_url: 'h' }, { name: '' }].map((manufacturer) => ({ ...part, manufacturer }));
    for (const one of makers) expect(await sellersOf({ parts: [one] }, authorized)).toEqual([true, false, undefined, undefined]);
    expect(await sellersOf({ parts: [{ ...part, manufacturer: { name: 'M' } }] }, authorized)).toEqual([
      false,
      true,
      undefined,
      undefined,
    ]);
  });

  it('ask for membership, then for what the offer says', async () => {
    expect(await sellersOf({ parts: [part] }, { lists: { other: ['a'] }, members: ['a'] })).toEqual([
      true,
      true,
      undefined,
      undefined,
    ]);
    expect(await sellersOf({ parts: [part] }, {})).toEqual([false, true, undefined, undefined]);
  });

  it('are seen by filters and facets, and stay in the file', async () => {
    const catalog = await buildCatalog({ parts: [part] }, { authorized: { members: ['a'] } });
    const field = 'offers.is_authorized';
    const { hits, facet_results } = await catalog.parts.search({
      filter: { fields: { [field]: ['true'] } },
      facet: { fields: { [field]: { include: true } } },
    });
    expect(hits).toBe(1);
    expect(facet_results.fields[field].facets).toEqual([{ value: 'true', count: 1 }]);
  });

  it('read documents in any form that a check allows', async () => {
    const odd = { uid: 'p', mpn: 5, brand: { uid: 'm' }, offers: offer({ uid: 'a' }), specs: { k: { value: '1' } } };
    const source = { parts: [odd] } as unknown as CatalogSource;
    expect(await sellersOf(source, { lists: { m: ['a'] } })).toEqual([true]);
  });

  it('are checked', async () => {
    const wrong = [null, 5, [], { list: {} }, { lists: [] }, { lists: { m: 'a' } }, { members: 'a' }, { members: [5] }];
    for (const authorized of wrong) {
      await expect(buildCatalog({ parts: [] }, { authorized } as object), JSON.stringify(authorized)).rejects.toThrow(
        ValidationError,
      );
    }
  });
});
