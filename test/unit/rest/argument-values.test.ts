import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Catalog } from '../../../src/partdex.js';
import { plain, Served } from '../../support/served.js';

let served: Served;
let catalog: Catalog;

beforeAll(async () => {
  served = await Served.of();
  catalog = served.catalog;
});

afterAll(() => catalog.close());

it('the fieldnames of each collection', async () => {
  const fields = {
    brands: ['name'],
    sellers: ['name'],
    categories: ['name', 'parent_uid', 'ancestor_uids'],
    parts: [
      ...['mpn', 'brand.name', 'offers.sku', 'offers.seller.name', 'descriptions.value', 'category_uids'],
      ...['specs.resistance.value', 'specs.resistance.min_value', 'specs.resistance.max_value'],
    ],
  };
  for (const [collection, names] of Object.entries(fields)) {
    for (const name of names) {
      const answer = await served.answer(
        `/${collection}/search?facet[fields][${name}][include]&filter[queries]=${name}:*&sortby=${name}`,
      );
      const { facets, missing } = (answer as Record<string, Record<string, Record<string, never>>>).facet_results.fields[name];
      expect({ name, missing, has: (facets as unknown[]).length > 0 }).toEqual({ name, missing: 0, has: true });
    }
  }
});

describe('a value', () => {
  it('that is empty counts as not sent', async () => {
    const empty =
      'q=&start=&limit=&sortby=&filter[fields][nothing][]=&filter[queries][]=&facet[queries]=&stats[x][include]=&include[]=';
    expect(await served.answer(`/parts/search?${empty}&show&slice[x]=&pretty_print=&callback=`)).toEqual(
      plain(await catalog.parts.search()),
    );
    expect(await served.refusal('/parts/match?queries=')).toContain('queries is missing: it must be sent as');
    expect(await served.answer('/parts/get_multi?uid[]=')).toEqual({});
  });

  it('may be sent several times where it is the same', async () => {
    expect(await served.answer('/parts/search?q=timer&q=timer&limit=1&limit=1')).toEqual(
      plain(await catalog.parts.search({ q: 'timer', limit: 1 })),
    );
  });

  it('of a path is percent-encoded, where a + is itself', async () => {
    const odd = await Served.of({
      parts: [
        { uid: 'a/b?c', mpn: 'X1' },
        { uid: 'a+b', mpn: 'X2' },
        { uid: 'search', mpn: 'X3' },
      ],
    });
    expect(await odd.answer('/parts/a%2Fb%3Fc')).toMatchObject({ mpn: 'X1' });
    expect(await odd.answer('/parts/a+b')).toMatchObject({ mpn: 'X2' });
    expect(await odd.answer('/parts/%73earch')).toMatchObject({ mpn: 'X3' });
    expect((await odd.send('/parts/a%20b')).status).toBe(404);
  });
});
