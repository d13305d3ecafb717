import { afterAll, expect, it } from 'vitest';
import { openOpenSearchCatalog, pushCatalog } from '../../src/opensearch/partdex-opensearch.js';
import { buildCatalog, type Catalog, type CatalogSource, type SearchRequest } from '../../src/partdex.js';
import { connected, freshIndex, removeIndices } from '../support/cluster/connected.js';

const client = connected();
const index = freshIndex();
afterAll(async () => {
  await removeIndices(client, index);
  await client.close();
});

/** Half of a surrogate pair would arrive at the cluster as the replacement character, which some of these names have. */
const NAMES = ['x', '\ufffdx', '\ud7ffx', '\ue000x', '\u{10000}x', 'a\ufffdx', 'ax'];
const HALF = '\udc00x';

const source = {
  parts: NAMES.map((name, i) => ({
    uid: `u${i}`,
    mpn: `m${i}`,
    brand: { uid: `b${i}`, name },
    descriptions: [{ value: name }],
    specs: { colour: { value: [name] } },
  })),
} as unknown as CatalogSource;

const filter = (...queries: string[]): SearchRequest => ({ filter: { queries } });
const fields = (name: string, ...values: string[]): SearchRequest => ({ filter: { fields: { [name]: values } } });

it.each<[string, SearchRequest]>([
  ['values of words', fields('words', HALF, 'ax')],
  ['one value', fields('specs.colour.value', HALF)],
  ['values', fields('specs.colour.value', HALF, 'x')],
  ['a term', filter(`brand.name:"${HALF}"`)],
  ['a negated term', filter(`NOT specs.colour.value:"${HALF}"`)],
  ['a prefix', filter(`specs.colour.value:${HALF}*`)],
  ['a pattern', filter(`words:*${HALF}*`)],
  ['a range from it', filter(`specs.colour.value:["${HALF}" TO *]`)],
  ['a range to it', filter(`brand.name:[* TO "${HALF}"}`)],
  ['a range from a text with it', filter(`specs.colour.value:{"a${HALF}" TO *]`)],
  ['a range to a text with it', filter(`descriptions.value:[a TO "a${HALF}"]`)],
])('half of a surrogate pair is found by nothing: %s', async (_, request) => {
  const { local, remote } = await catalogs();
  const uids = async (catalog: Catalog) =>
    (await catalog.parts.search({ ...request, sortby: 'uid asc', show: ['uid'] })).results.map(({ item }) => item.uid);
  expect(await uids(remote)).toEqual(await uids(local));
});

let opened: Promise<{ local: Catalog; remote: Catalog }> | undefined;

function catalogs() {
  opened ??= (async () => {
    await pushCatalog(client, source, { index, replicas: 0, keep: 0 });
    return { local: await buildCatalog(source), remote: await openOpenSearchCatalog(client, { index }) };
  })();
  return opened;
}
