import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Catalog } from '../../../src/partdex.js';
import { Served } from '../../support/served.js';

let named: Served;
let unnamed: Served;
let catalog: Catalog;

beforeAll(async () => {
  named = await Served.of(undefined, { classNames: true });
  unnamed = await Served.of();
  catalog = named.catalog;
});

afterAll(() => Promise.all([catalog.close(), unnamed.catalog.close()]));

/** The name of each object, by its place; keys of maps that are the catalog's are left as they are. */
function namesOf(value: unknown, path = '', found = new Map<string, string | undefined>()): Map<string, string | undefined> {
  if (Array.isArray(value)) {
    for (const element of value) namesOf(element, `${path}[]`, found);
  } else if (typeof value === 'object' && value !== null) {
    found.set(path, (value as { __class__?: string }).__class__);
    for (const [key, member] of Object.entries(value)) namesOf(member, path === '' ? key : `${path}.${key}`, found);
  }
  return found;
}

function without(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value, (name, member: unknown) => (name === '__class__' ? undefined : member)));
}

const ALL =
  'include[]=short_description&include[]=datasheets&include[]=compliance_documents&include[]=descriptions&include[]=imagesets' +
  '&include[]=specs&include[]=category_uids&include[]=external_links&include[]=reference_designs&include[]=cad_models' +
  '&include[]=broker_listings';

it('objects of a part', async () => {
  expect(Object.fromEntries(namesOf(await named.answer(`/parts/p1?${ALL}`)))).toEqual({
    '': 'Part',
    manufacturer: 'Manufacturer',
    brand: 'Brand',
    external_links: 'ExternalLinks',
    'offers[]': 'PartOffer',
    'offers[].seller': 'Seller',
    'offers[].prices': undefined,
    'broker_listings[]': 'BrokerListing',
    'broker_listings[].seller': 'Seller',
    'descriptions[]': 'Description',
    'descriptions[].attribution': 'Attribution',
    'descriptions[].attribution.sources[]': 'Source',
    'imagesets[]': 'ImageSet',
    'imagesets[].swatch_image': 'Asset',
    'imagesets[].swatch_image.metadata': undefined,
    'imagesets[].attribution': 'Attribution',
    'imagesets[].attribution.sources[]': 'Source',
    ...withAsset('datasheets[]', 'Datasheet'),
    ...withAsset('compliance_documents[]', 'ComplianceDocument'),
    ...withAsset('reference_designs[]', 'ReferenceDesign'),
    ...withAsset('cad_models[]', 'CADModel'),
    specs: undefined,
    'specs.resistance': 'SpecValue',
    'specs.resistance.metadata': 'SpecMetadata',
    'specs.resistance.metadata.unit': 'UnitOfMeasurement',
    'specs.resistance.attribution': 'Attribution',
    'specs.resistance.attribution.sources[]': 'Source',
    'specs.case': 'SpecValue',
    'specs.case.metadata': 'SpecMetadata',
    'specs.case.attribution': 'Attribution',
    'specs.case.attribution.sources[]': 'Source',
    'specs.__proto__.x][y': 'SpecValue',
    'specs.__proto__.x][y.metadata': 'SpecMetadata',
    'specs.__proto__.x][y.attribution': 'Attribution',
  });
});

function withAsset(path: string, name: string): Record<string, string | undefined> {
  return {
    [path]: name,
    [`${path}.metadata`]: undefined,
    [`${path}.attribution`]: 'Attribution',
    [`${path}.attribution.sources[]`]: 'Source',
  };
}

it('objects of a search', async () => {
  const url =
    '/parts/search?show[]=mpn&facet[fields][mpn][include]&facet[queries][]=mpn:rc*&stats[avg_price][include]&spec_drilldown[include]';
  const names = [...namesOf(await named.answer(url))].filter(([, name]) => name !== undefined);
  const facets = ['mpn', 'specs.__proto__.x][y.value', 'specs.case.value'];
  const stats = ['avg_price', 'specs.resistance.value', 'specs.resistance.min_value', 'specs.resistance.max_value'];
  const keys = ['__proto__.x][y', 'case', 'resistance'];
  expect(Object.fromEntries(names)).toEqual({
    '': 'SearchResponse',
    request: 'SearchRequest',
    'results[]': 'SearchResult',
    'results[].item': 'Part',
    ...Object.fromEntries(facets.map((name) => [`facet_results.fields.${name}`, 'SearchFacetResult'])),
    ...Object.fromEntries(stats.map((name) => [`stats_results.${name}`, 'SearchStatsResult'])),
    ...Object.fromEntries(keys.map((key) => [`spec_metadata.${key}`, 'SpecMetadata'])),
    'spec_metadata.resistance.unit': 'UnitOfMeasurement',
  });
});

it('objects of a match', async () => {
  const url = '/parts/match?queries=[{"mpn":"ne555p"},{"mpn":"ne555q"}]&suggest&show=mpn';
  expect(Object.fromEntries(namesOf(await named.answer(url)))).toEqual({
    '': 'PartsMatchResponse',
    request: 'PartsMatchRequest',
    'request.queries[]': 'PartsMatchQuery',
    'results[]': 'PartsMatchResult',
    'results[].items[]': 'Part',
    'results[].suggestions[]': undefined,
    'results[].suggestions[].item': 'Part',
  });
});

it.each([
  ['/brands/b1', { '': 'Brand' }],
  ['/sellers/n', { '': 'Seller' }],
  ['/categories/c2?include=imagesets', { '': 'Category', 'imagesets[]': 'ImageSet', 'imagesets[].attribution': 'Attribution' }],
  ['/categories/get_multi?uid=c1&uid=c2', { '': undefined, c1: 'Category', c2: 'Category' }],
  ['/parts/get_multi?uid=p1&show=uid', { '': undefined, p1: 'Part' }],
])('objects of %s', async (url, expected) => {
  expect(Object.fromEntries(namesOf(await named.answer(url)))).toMatchObject(expected);
});

it('bodies of errors', async () => {
  expect(JSON.parse((await named.send('/parts/none')).body)).toEqual({
    __class__: 'ClientErrorResponse',
    message: 'no part has the uid "none"',
  });
});

it.each([
  [`/parts/p1?${ALL}`],
  [`/parts/get_multi?uid=p1&uid=p3&${ALL}`],
  ['/parts/search?spec_drilldown[include]&include=specs&facet[fields][mpn][include]'],
  ['/parts/match?queries=[{"mpn":"rc0603*"},{"mpn":"ne555q"}]&suggest'],
  ['/categories/search'],
])('nothing else is changed: %s', async (url) => {
  const answer = await unnamed.answer(url);
  expect(JSON.stringify(answer)).not.toContain('__class__');
  expect(without(await named.answer(url))).toEqual(answer);
  // Answers share nothing with the catalog: a second one is the same.
  expect(await unnamed.answer(url)).toEqual(answer);
});
