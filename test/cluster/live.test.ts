/** After any updates a cluster answers as a catalog that is built from the documents that live. */
import { afterAll, expect, it } from 'vitest';
import { mergePatch } from '../../src/model/merge-patch.js';
import type { SearchRequest } from '../../src/model/requests.js';
import { openOpenSearchCatalog, pushCatalog } from '../../src/opensearch/partdex-opensearch.js';
import {
  buildCatalog,
  type Catalog,
  type CatalogChanges,
  type CatalogSource,
  diffCatalogs,
  type Part,
} from '../../src/partdex.js';
import { generateSample, sampleMetadata } from '../../src/sample/sample.js';
import { connected, freshIndex, removeIndices } from '../support/cluster/connected.js';
import { RUNS, SEED } from '../support/property/settings.js';
import { SeededRandom } from '../support/seeded-random.js';

const client = connected();
const index = freshIndex();
afterAll(async () => {
  await removeIndices(client, index);
  await client.close();
});

const PARTS = 300;
const ROUNDS = Math.max(2, Math.min(8, Math.ceil(RUNS / 100)));
const random = new SeededRandom(SEED);
const metadata = sampleMetadata();
/** The parts that come by and by, beyond those of the first push. */
const stock = [...generateSample(PARTS + 200)];

/** The documents that live, in the order of a build. */
const live = new Map(stock.slice(0, PARTS).map((part) => [part.uid, part]));
const brands = new Map(metadata.brands.map((brand) => [brand.uid, brand]));
const categories = new Map(metadata.categories.map((category) => [category.uid, category]));

const source = (): CatalogSource => ({
  ...metadata,
  parts: live.values(),
  brands: brands.values(),
  categories: categories.values(),
});

/** A random update, also made to `live`. */
function randomChanges(): CatalogChanges {
  const uids = [...live.keys()];
  const chosen = new Set(Array.from({ length: 30 }, () => uids[random.below(uids.length)]));
  const [put, patch, remove]: [Part[], { uid: string }[], string[]] = [[], [], []];
  for (const uid of chosen) {
    const kind = random.below(3);
    if (kind === 0) remove.push(uid);
    else if (kind === 1) patch.push(randomPatch(uid));
    else put.push({ ...stock[random.below(stock.length)], uid, redirected_uids: [] });
  }
  for (let i = 0; i < 10; i++) {
    const part = stock[random.below(stock.length)];
    if (!live.has(part.uid) && !put.some(({ uid }) => uid === part.uid)) put.push(part);
  }
  for (const part of put) live.set(part.uid, part);
  for (const one of patch) live.set(one.uid, mergePatch(live.get(one.uid) as Part, one) as Part);
  for (const uid of remove) live.delete(uid);
  return { put, patch, remove: [...remove, 'nobody'], ...randomRecords() };
}

function randomPatch(uid: string): { uid: string } {
  const patches: object[] = [
    {
      offers: [
        { sku: `S-${random.below(1000)}`, seller: { uid: metadata.sellers[0].uid }, in_stock_quantity: String(random.below(50)) },
      ],
    },
    { brand: { uid: metadata.brands[random.below(5)].uid, name: null } },
    { short_description: 'patched', descriptions: null },
    { specs: { resistance: null, patched: { value: [`v${random.below(3)}`] } } },
    { category_uids: [metadata.categories[random.below(metadata.categories.length)].uid] },
    {},
  ];
  return { uid, ...patches[random.below(patches.length)] };
}

/** A renamed brand, and a leaf of the tree that moves. */
function randomRecords(): CatalogChanges {
  const brand = { ...metadata.brands[random.below(5)], name: `Brand ${random.below(1000)}` };
  brands.set(brand.uid, brand);
  const parents = new Set([...categories.values()].map(({ parent_uid }) => parent_uid));
  const [leaf] = [...categories.values()].filter(({ uid }) => !parents.has(uid)).slice(random.below(5));
  const others = [...parents].filter((uid) => uid && uid !== leaf.uid);
  const moved = { uid: leaf.uid, name: leaf.name, parent_uid: others[random.below(others.length)] ?? null };
  categories.set(moved.uid, moved);
  return { brands: [brand], categories: [moved] };
}

function requestsOf({ specs }: Catalog): SearchRequest[] {
  const keys = specs.slice(0, 6).map(({ key }) => key);
  const fields = [
    'brand.name',
    'category_uids',
    'offers.seller.name',
    'offers.packaging',
    ...keys.map((key) => `specs.${key}.value`),
  ];
  const parts = [...live.values()];
  const texts = Array.from({ length: 8 }, () => parts[random.below(parts.length)].mpn);
  return [
    { limit: 50, facet: { fields: Object.fromEntries(fields.map((field) => [field, { include: true }])) } },
    { stats: { avg_price: { include: true }, 'offers.in_stock_quantity': { include: true } } },
    { spec_drilldown: { include: true } },
    { q: 'patched' },
    ...texts.flatMap((mpn) => [
      { q: mpn, limit: 20 },
      { q: `${mpn.slice(0, 3)}*`, limit: 20 },
    ]),
    ...[...brands.values()].slice(0, 5).map(({ name }) => ({ q: name, sortby: 'uid' })),
    ...[...categories.keys()]
      .slice(-5)
      .map((uid) => ({ filter: { fields: { category_uids: [uid] } }, limit: 50, sortby: 'mpn' })),
  ];
}

async function isSame(onCluster: Catalog, built: Catalog): Promise<void> {
  for (const request of requestsOf(built)) {
    const [{ next: _a, ...a }, { next: _b, ...b }] = await Promise.all([
      onCluster.parts.search(request),
      built.parts.search(request),
    ]);
    expect({ ...a, msec: 0 }, JSON.stringify(request)).toEqual({ ...b, msec: 0 });
  }
  for (const name of ['categories', 'brands', 'sellers', 'manufacturers'] as const) {
    const [a, b] = await Promise.all([onCluster, built].map((catalog) => catalog[name].search({ limit: 100, sortby: 'uid' })));
    expect({ ...a, msec: 0, next: null }, name).toEqual({ ...b, msec: 0, next: null });
  }
  const { bytes: _x, formatVersion: _y, ...info } = onCluster.info;
  expect(built.info).toMatchObject(info);
  for await (const difference of diffCatalogs(onCluster, built)) expect(difference).toBeUndefined();
}

it('answers as a build of the live documents, after each update', async () => {
  await pushCatalog(client, source(), { index, replicas: 0 });
  const catalog = await openOpenSearchCatalog(client, { index });
  for (let round = 0; round < ROUNDS; round++) {
    const changes = randomChanges();
    const report = await catalog.update(changes);
    expect(report.missing).toEqual(['nobody']);
    const built = await buildCatalog(source());
    await isSame(catalog, built);
    await built.close();
  }
  await catalog.close();
});

it('can be pushed again from the cluster itself', async () => {
  const catalog = await openOpenSearchCatalog(client, { index });
  const { parts } = await pushCatalog(client, catalog, { index: `${index}-copy`, replicas: 0 });
  const copy = await openOpenSearchCatalog(client, { index: `${index}-copy` });
  expect(parts).toBe(live.size);
  const built = await buildCatalog(source());
  await isSame(copy, built);
  for (const one of [catalog, copy, built]) await one.close();
});
