import fc from 'fast-check';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { createGraphqlApi } from '../../src/graphql/partdex-graphql.js';
import { countLimits } from '../../src/opensearch/compile/counts.js';
import { INDEX_FORMAT } from '../../src/opensearch/facts.js';
import { type OpenSearchCatalog, openOpenSearchCatalog, pushCatalog } from '../../src/opensearch/partdex-opensearch.js';
import { buildCatalog, type Catalog, type CatalogSource, CorruptCatalogError, NotFoundError } from '../../src/partdex.js';
import { createRestApi } from '../../src/rest/partdex-rest.js';
import { generateSample, sampleMetadata } from '../../src/sample/sample.js';
import { urls } from '../arbitraries/urls.js';
import { connected, freshIndex, removeIndices } from '../support/cluster/connected.js';
import { executorOf } from '../support/graphql-queries.js';
import { SEED } from '../support/property/settings.js';
import { SampleFolder, withoutTime } from '../support/sample-server.js';

const client = connected();
const index = freshIndex();
let local: Catalog;
let remote: OpenSearchCatalog;

beforeAll(async () => {
  local = await buildCatalog({ parts: generateSample(500), ...sampleMetadata() } as CatalogSource);
  await pushCatalog(client, local, { index, replicas: 0 });
  remote = await openOpenSearchCatalog(client, { index });
});

afterAll(async () => {
  await remote.close();
  await local.close();
  await removeIndices(client, index);
  await client.close();
});

/** Without the time, and the cursors of orders by score. */
const comparable = (body: string): string => body.replace(/"msec":[0-9.]+/g, '"msec":0').replace(/"next":"[^"]*"/g, '"next":""');

it('URLs of the version 3 interface have the same answers', async () => {
  const [here, there] = [local, remote].map((catalog) => createRestApi(catalog, { isValidKey: () => true }));
  const uids = (await local.parts.search({ limit: 20, show: ['uid'] })).results.map(({ item }) => item.uid);
  let refused = 0;
  const asked = fc.sample(urls(uids), { numRuns: 150, seed: SEED });
  for (const drawn of asked) {
    const url = `${drawn}&apikey=k`;
    const [expected, given] = [await here.handle(url), await there.handle(url)];
    if (given.status === 501) refused++;
    else expect([url, given.status, comparable(given.body)]).toEqual([url, expected.status, comparable(expected.body)]);
  }
  expect(refused).toBeLessThan(asked.length / 20);
});

it('names of categories in the place of uids have the same warnings', async () => {
  const [{ name }] = sampleMetadata().categories;
  for (const value of [name.toUpperCase(), 'nothing of the kind']) {
    const request = { filter: { fields: { category_uids: [value] } } };
    const [here, there] = await Promise.all([local, remote].map((catalog) => catalog.parts.search(request)));
    expect(here.warnings).toHaveLength(value === 'nothing of the kind' ? 0 : 1);
    expect(there.warnings).toEqual(here.warnings);
  }
});

it('a client with hidden members is refused with a code', async () => {
  const scope = { hide: ['offers.prices'] };
  const rest = createRestApi(remote, { isValidKey: () => scope });
  expect((await rest.handle('/parts/search?apikey=k')).status).toBe(501);
  const faults: unknown[] = [];
  const graphql = createGraphqlApi(remote, { isValidToken: () => scope, onError: (error) => void faults.push(error) });
  const { status, body } = await graphql.execute({ query: '{ search { total } }' }, { token: 't' });
  expect({ status, body, faults }).toMatchObject({
    status: 501,
    body: { errors: [{ extensions: { code: 'unsupported' } }], data: null },
    faults: [],
  });
});

it('queries of GraphQL have the same answers', async () => {
  const [here, there] = [local, remote].map((catalog) => executorOf(catalog, { dialect: 'sup' }));
  const { mpn } = (await local.parts.search({ limit: 1 })).results[0].item;
  const queries = [
    '{ supSearch(q: "resistor", limit: 5, inStockOnly: true) { hits results { part { mpn manufacturer { name } specs { attribute { name } displayValue } } } } }',
    '{ supSearchMpn(q: "RC0603", limit: 3) { hits results { part { mpn sellers { company { name } offers { sku inventoryLevel } } } } } }',
    `{ supMultiMatch(queries: [{ mpn: "${mpn}" }, { mpn: "*06*03*" }, { mpn: "nothing of the kind" }]) { hits parts { mpn bestDatasheet { url } } } }`,
    '{ supSearch(q: "capacitor", limit: 0) { hits manufacturerAgg(size: 5) { company { name } count } specAggs(attributeNames: ["capacitance"]) { min max } } }',
    `{ supMultiMatch(queries: [{ mpn: "${mpn}" }]) { parts { mpn similarParts { mpn } extras { alternatives(first: 3) { partId description } } } } }`,
    '{ supCategories { id name numParts } supManufacturers { id name slug } }',
  ];
  for (const query of queries) {
    const expected = await here(query);
    expect(expected.errors).toBeUndefined();
    expect(await there(query)).toEqual(expected);
  }
});

it('a server in front of it has the answers of the version 3 interface', async () => {
  const folder = await SampleFolder.create();
  const hosts = inject('clusterUrls').map((url) => new URL(url).host);
  const started = await folder.start({ catalog: `opensearch+http://${hosts.join(',')}/${index}`, timeout: 30_000 });
  const here = createRestApi(local, { isValidKey: () => true });
  for (const target of ['/parts/search?q=resistor&limit=5', '/categories/search?q=capacitors', '/parts/search?limit=-1']) {
    const { status, text } = await started.send(target);
    const expected = await here.handle(`${target}&apikey=demo-key`);
    expect([status, withoutTime(comparable(text))]).toEqual([expected.status, withoutTime(comparable(expected.body))]);
  }
  await started.server.reload();
  expect(started.lines.at(-1)).toContain(`a new catalog: ${local.info.parts} parts`);
  await folder.remove();
});

it('walks all hits behind cursors, by fields and by score', async () => {
  for (const request of [{ sortby: 'brand.name desc, offers.moq asc' }, { q: 'resistor' }, { q: '0603', rank: {} }]) {
    const all: string[] = [];
    for await (const { uid } of local.parts.scan({ ...request, show: ['uid'] })) all.push(uid);
    const walked: string[] = [];
    for (let after: string | null | undefined; after !== null; ) {
      const page = await remote.parts.search({ ...request, limit: 7, show: ['uid'], ...(after && { after }) });
      walked.push(...page.results.map(({ item }) => item.uid));
      after = page.next;
    }
    expect(walked).toEqual(all);
  }
});

it('goes on in process where a page on the cluster has ended, and the other way round', async () => {
  const request = { sortby: 'manufacturer.name asc', limit: 9, show: ['uid'] };
  const [here, there] = [await local.parts.search(request), await remote.parts.search(request)];
  expect(there.next).toBe(here.next);
  const [second, other] = await Promise.all(
    [local, remote].map(({ parts }) => parts.search({ ...request, after: here.next as string })),
  );
  expect(other.results).toEqual(second.results);
});

it('tells what it is', async () => {
  const { bytes, formatVersion, ...info } = remote.info;
  expect(local.info).toMatchObject(info);
  expect(bytes).toBeGreaterThan(1000);
  expect(formatVersion).toBe(INDEX_FORMAT);
  expect(remote.specs).toEqual(local.specs);
  await remote.validate();
  expect(await remote.refresh()).toBe(false);
});

it('knows the same where its facts are read in many pieces', async () => {
  const { values } = countLimits;
  countLimits.values = 60;
  try {
    const again = await openOpenSearchCatalog(client, { index });
    expect(again.specs).toEqual(local.specs);
    expect(again.info).toEqual(remote.info);
    const { results } = await again.categories.search({ limit: 100 });
    expect(results).toEqual((await local.categories.search({ limit: 100 })).results);
    await again.close();
  } finally {
    countLimits.values = values;
  }
});

it('gives back its documents', async () => {
  const lines = async (catalog: Catalog, name: 'parts' | 'brands' | 'categories') => {
    let text = '';
    for await (const piece of catalog.toNdjson(name)) text += new TextDecoder().decode(piece);
    return text.split('\n').sort();
  };
  for (const name of ['parts', 'brands', 'categories'] as const)
    expect(await lines(remote, name)).toEqual(await lines(local, name));
});

it('refuses what it cannot answer exactly, and says what can be done', async () => {
  const unsupported = { code: 'unsupported', status: 501 };
  await expect(remote.toBytes()).rejects.toMatchObject(unsupported);
  await expect(remote.parts.search({ start: 9999, limit: 100 })).rejects.toMatchObject({ code: 'validation' });
});

it('says why it cannot be opened', async () => {
  await expect(openOpenSearchCatalog(client, { index: 'no-such-index' })).rejects.toThrow(NotFoundError);
  const foreign = freshIndex();
  await client.indices.create({ index: foreign });
  await expect(openOpenSearchCatalog(client, { index: foreign })).rejects.toThrow(CorruptCatalogError);
  await client.indices.delete({ index: foreign });
});
