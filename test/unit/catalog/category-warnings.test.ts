import { expect, it } from 'vitest';
import { buildCatalog, type SearchRequest } from '../../../src/partdex.js';

async function warningsOf(request: SearchRequest): Promise<readonly string[]> {
  const catalog = await buildCatalog({
    parts: [{ uid: '1', mpn: 'R-1', category_uids: ['a'] }],
    categories: [
      { uid: 'a', name: 'Resistors' },
      { uid: 'b', name: 'Resistors', parent_uid: 'a' },
      { uid: 'Fuses', name: 'Fuses' },
    ],
  });
  const { warnings } = await catalog.parts.search(request);
  await catalog.close();
  return warnings;
}

const byCategory = (...uids: string[]): SearchRequest => ({ filter: { fields: { category_uids: uids } } });

it('a warning names the uids of a category whose name a request has in their place', async () => {
  const warning = 'no category has the uid "resistors", which is the name of "a", "b"';
  expect(await warningsOf(byCategory('resistors'))).toEqual([warning]);
  expect(await warningsOf(byCategory('resistors', 'Fuses', 'Relays'))).toEqual([warning]);
});

it('there is none for other requests', async () => {
  for (const request of [
    byCategory('a'),
    byCategory('a', 'Resistors'),
    byCategory('Fuses'),
    byCategory('Relays'),
    { q: 'Resistors' },
  ])
    expect(await warningsOf(request)).toEqual([]);
});

it('what is requested without include: true is named, unless it is turned off', async () => {
  const request = {
    facet: { fields: { 'brand.name': {}, mpn: { limit: 5 }, 'manufacturer.name': { include: false } } },
    stats: { avg_price: {}, 'offers.moq': { include: true } },
    spec_drilldown: {},
  };
  expect(await warningsOf(request)).toEqual([
    'facet.fields.brand.name requests nothing without include: true',
    'facet.fields.mpn requests nothing without include: true',
    'stats.avg_price requests nothing without include: true',
    'spec_drilldown requests nothing without include: true',
  ]);
});
