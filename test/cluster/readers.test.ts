import { afterEach, expect, it } from 'vitest';
import { openOpenSearchCatalog, pushCatalog } from '../../src/opensearch/partdex-opensearch.js';
import { buildCatalog, type CatalogSource, type Part } from '../../src/partdex.js';
import { connected, freshIndex, removeIndices } from '../support/cluster/connected.js';

const client = connected();
let index = freshIndex();

afterEach(async () => {
  await removeIndices(client, index);
  index = freshIndex();
});

const part = (number: number, text: string): Part =>
  ({ uid: `p${String(number).padStart(3, '0')}`, mpn: `N-${number}`, descriptions: [{ value: text }] }) as unknown as Part;

/** The uids of all hits, in their order. */
const uids = async (
  catalog: { parts: { scan: (request: object) => AsyncIterable<Part> } },
  request: object,
): Promise<string[]> => {
  const found: string[] = [];
  for await (const { uid } of catalog.parts.scan({ ...request, show: ['uid'] })) found.push(uid);
  return found;
};

it('a reader orders by the scores of the parts that there are now, whoever has written them', async () => {
  const texts = ['red resistor', 'red', 'resistor of a long description of many words', 'resistor red red'];
  const parts = Array.from({ length: 20 }, (_, i) => part(i, texts[i % texts.length]));
  const before = await buildCatalog({ parts } as CatalogSource);
  await pushCatalog(client, before, { index, replicas: 0 });
  const [writer, reader] = [await openOpenSearchCatalog(client, { index }), await openOpenSearchCatalog(client, { index })];
  const request = { q: 'red resistor' };
  expect(await uids(reader, request)).toEqual(await uids(before, request));
  const put = Array.from({ length: 30 }, (_, i) => part(100 + i, i % 3 === 0 ? 'red' : 'red and blue resistor'));
  await writer.update({ put, remove: ['p000'] });
  const after = await buildCatalog({ parts: [...parts.slice(1), ...put] } as CatalogSource);
  for (const catalog of [writer, reader]) expect(await uids(catalog, request)).toEqual(await uids(after, request));
  expect(writer.info.parts).toBe(49);
  expect(reader.info.parts).toBe(20);
  expect(await reader.refresh()).toBe(true);
  expect(reader.info.parts).toBe(49);
  await Promise.all([writer, reader, before, after].map((catalog) => catalog.close()));
});

it('a scan sees the parts that there were when it began', async () => {
  const parts = Array.from({ length: 1200 }, (_, i) => part(i, 'x'));
  await pushCatalog(client, { parts } as CatalogSource, { index, replicas: 0 });
  const catalog = await openOpenSearchCatalog(client, { index });
  const found: string[] = [];
  for await (const { uid } of catalog.parts.scan({ sortby: 'uid', show: ['uid'] })) {
    found.push(uid);
    if (found.length === 1) await catalog.update({ remove: ['p1100', 'p1101'] });
  }
  expect(found).toHaveLength(1200);
  expect((await catalog.parts.search({ limit: 0 })).hits).toBe(1198);
  await catalog.close();
});

it('requests go on, each from one index, while another catalog takes the alias', async () => {
  const texts = ['old', 'new'];
  const [old, next] = texts.map((text) => ({ parts: Array.from({ length: 50 }, (_, i) => part(i, text)) }) as CatalogSource);
  await pushCatalog(client, old, { index, replicas: 0 });
  const catalog = await openOpenSearchCatalog(client, { index });
  const seen = new Set<string>();
  let isDone = false;
  const reading = (async () => {
    while (!isDone) {
      const { hits, facet_results } = await catalog.parts.search({
        q: 'old',
        limit: 0,
        facet: { queries: ['descriptions.value:new'], fields: { 'descriptions.value': { include: true } } },
      });
      seen.add(JSON.stringify([hits, facet_results.fields['descriptions.value'].facets]));
    }
  })();
  await pushCatalog(client, next, { index, replicas: 0, keep: 0 });
  await new Promise((resolve) => setTimeout(resolve, 300));
  isDone = true;
  await reading;
  expect([...seen].sort()).toEqual(['[0,[]]', '[50,[{"value":"old","count":50}]]']);
  expect((await catalog.parts.search({ q: 'new' })).hits).toBe(50);
  await catalog.close();
});
