import { expect, it } from 'vitest';
import type { SearchRequest } from '../../src/model/requests.js';
import { buildCatalog, openCatalog } from '../../src/partdex.js';
import { createOracle } from '../oracle/oracle.js';
import { difference } from '../support/property/compare.js';

const source = {
  parts: [
    { uid: 'a', mpn: 'LM317T', brand: { uid: 'ti', name: 'Texas Instruments' }, offers: [{ sku: 'S-1' }, { sku: 'S-2' }] },
    { uid: 'b', mpn: 'NE555P', specs: { ohms: { value: ['10'], metadata: { datatype: 'decimal' as const } } } },
  ],
};
const oracle = createOracle(source);

const nested = (depth: number) => `${'('.repeat(depth)}mpn:lm317t${')'.repeat(depth)}`;
const group = (values: number) => `mpn:(${'x OR '.repeat(values - 1)}lm317t)`;
const alternatives = (clauses: number) => Array(clauses).fill('uid:a').join(' OR ');

it.each<[string, SearchRequest]>([
  ['start at its limit', { start: 1000 }],
  ['start over it', { start: 1001 }],
  ['a negative start', { start: -1 }],
  ['half a start', { start: 0.5 }],
  ['limit at its limit', { limit: 100 }],
  ['limit 0', { limit: 0 }],
  ['limit over it', { limit: 101 }],
  ['a negative limit', { limit: -1 }],
  ['parentheses 100 deep', { filter: { queries: [nested(100)] } }],
  ['parentheses 101 deep', { filter: { queries: [nested(101)] } }],
  ['parentheses 50,000 deep', { filter: { queries: ['('.repeat(50_000)] } }],
  ['10,000 values', { filter: { queries: [group(10_000)] } }],
  ['10,001 values', { filter: { queries: [group(10_001)] } }],
  ['7,000 clauses', { filter: { queries: [alternatives(7_000)] } }],
  ['64 KiB', { filter: { queries: [`mpn:${'a'.repeat(65_532)}`] } }],
  ['64 KiB and one', { filter: { queries: [`mpn:${'a'.repeat(65_533)}`] } }],
  ['an unknown field', { filter: { fields: { 'brand.nam': ['x'] } } }],
  ['no number', { filter: { fields: { 'specs.ohms.value': ['ten'] } } }],
  ['no values', { filter: { fields: { 'specs.ohms.value': [] } } }],
  ['a wildcard on a number', { filter: { queries: ['specs.ohms.value:1?'] } }],
  ['a bound that is not a number', { filter: { queries: ['specs.ohms.value:[low TO 5]'] } }],
  ['a keyword query of quotes', { q: '"'.repeat(5_000) }],
  ['a keyword query of stars', { q: `l${'*m'.repeat(5_000)}` }],
  ['a wildcard that backtracks', { q: `${'*1?'.repeat(200)}x*` }],
  ['a facet at its limits', { facet: { fields: { mpn: { include: true, start: 1000, limit: 100 } } } }],
  ['as many ranges as can be', { facet: { fields: { 'specs.ohms.value': { include: true, ranges: 100 } } } }],
  ['a facet query of 10,000 values', { facet: { queries: [group(10_000)] } }],
  ['a drilldown at its limit', { spec_drilldown: { include: true, limit: 100 } }],
])('%s', async (_, request) => {
  const catalog = await buildCatalog(source);
  expect(await difference(catalog, oracle, { collection: 'parts', request })).toBeUndefined();
  await catalog.close();
});

it.each<[string, string, SearchRequest]>([
  ['facet.fields.mpn.limit', 'between 0 and 100', { facet: { fields: { mpn: { include: true, limit: 101 } } } }],
  ['facet.fields.mpn.limit', 'between 0 and 100', { facet: { fields: { mpn: { include: true, limit: -1 } } } }],
  ['facet.fields.mpn.start', 'between 0 and 1000', { facet: { fields: { mpn: { include: true, start: 1001 } } } }],
  ['facet.fields.mpn.start', 'between 0 and 1000', { facet: { fields: { mpn: { include: true, start: -1 } } } }],
  ['facet.fields', 'mpn', { facet: { fields: { mpm: { include: true } } } }],
  ['facet.fields.mpn.ranges', 'number', { facet: { fields: { mpn: { include: true, ranges: 5 } } } }],
  [
    'facet.fields.specs.ohms.value.ranges',
    'between 0 and 100',
    { facet: { fields: { 'specs.ohms.value': { include: true, ranges: 101 } } } },
  ],
  ['facet.queries', 'found the end', { facet: { queries: ['mpn:('] } }],
  ['facet.queries', 'number', { facet: { queries: ['specs.ohms.value:ten'] } }],
  ['facet.queries', '10000', { facet: { queries: [group(10_001)] } }],
  ['stats.mpn', 'number', { stats: { mpn: { include: true } } }],
  ['stats.descriptions.value', 'number', { stats: { 'descriptions.value': { include: true } } }],
  ['stats', 'mpn', { stats: { mpm: {} } }],
  ['spec_drilldown.limit', 'between 0 and 100', { spec_drilldown: { include: true, limit: 101 } }],
])('%s is refused with a message that says "%s"', async (argument, says, request) => {
  const catalog = await buildCatalog(source);
  await expect(catalog.parts.search(request)).rejects.toMatchObject({
    status: 400,
    argument: expect.stringContaining(argument),
    message: expect.stringContaining(says),
  });
  expect(await difference(catalog, oracle, { collection: 'parts', request })).toBeUndefined();
  await catalog.close();
});

it('the limits are the embedding program’s to set', async () => {
  const built = await buildCatalog(source, { limits: { start: 1, limit: 1, getMulti: 1 } });
  await expect(built.parts.search({ limit: 2 })).rejects.toMatchObject({ name: 'ValidationError' });
  expect((await built.parts.search({ limit: 1, start: 1, show: ['uid'] })).results).toEqual([{ item: { uid: 'b' } }]);
  await expect(built.parts.getMulti(['a', 'b'])).rejects.toMatchObject({ name: 'ValidationError' });

  const opened = await openCatalog(await built.toBytes(), { limits: { limit: 500, facetLimit: 1 } });
  const facet = { fields: { 'specs.ohms.value': { include: true, limit: 1, ranges: 2 } } };
  await expect(opened.parts.search({ facet })).rejects.toMatchObject({ argument: 'facet.fields.specs.ohms.value.ranges' });
  // The default is no more than the limit.
  const { request } = await opened.parts.search({ facet: { fields: { mpn: {} } }, spec_drilldown: {} });
  expect([request.facet?.fields?.mpn.limit, request.spec_drilldown?.limit]).toEqual([1, 1]);
  expect((await opened.parts.search({ limit: 500 })).results).toHaveLength(2);
  await expect(opened.parts.search({ limit: 501 })).rejects.toMatchObject({ name: 'ValidationError' });
  await built.close();
  await opened.close();
});
