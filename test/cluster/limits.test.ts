/** Requests at the limits of the engine: they have the answers of a catalog in process, or are refused. */
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { internalsOf } from '../../src/catalog/internals.js';
import { type OpenSearchCatalog, openOpenSearchCatalog, pushCatalog } from '../../src/opensearch/partdex-opensearch.js';
import {
  buildCatalog,
  type Catalog,
  type CatalogSource,
  type Limits,
  openCatalog,
  type SearchRequest,
  UnsupportedError,
} from '../../src/partdex.js';
import { createRestApi } from '../../src/rest/partdex-rest.js';
import { connected, freshIndex, removeIndices } from '../support/cluster/connected.js';

const client = connected();
let index: string;
let local: Catalog;
let remote: OpenSearchCatalog;

async function pushed(source: object, limits: Partial<Limits> = {}): Promise<void> {
  index = freshIndex();
  const built = await buildCatalog(source as CatalogSource);
  await pushCatalog(client, built, { index, shards: 2, replicas: 0 });
  local = await openCatalog(await built.toBytes(), { limits: { ...limits, milliseconds: 60_000 } });
  remote = await openOpenSearchCatalog(client, { index, limits: { ...limits, milliseconds: 60_000 } });
  await built.close();
}

afterEach(async () => {
  await remote.close();
  await local.close();
  await removeIndices(client, index);
});
afterAll(() => client.close());

/** An answer without its time, and without cursors where an order is that of one catalog. */
async function answer(call: Promise<unknown>): Promise<unknown> {
  const text = JSON.stringify(await call, (key, value) => (key === 'msec' ? 0 : key === 'next' ? typeof value : value));
  return JSON.parse(text ?? 'null');
}

async function isSame(ask: (catalog: Catalog) => Promise<unknown>): Promise<void> {
  expect(await answer(ask(remote))).toEqual(await answer(ask(local)));
}

const search = (request: SearchRequest) => (catalog: Catalog) => catalog.parts.search(request);

describe('spec keys that are longer than an expression of the engine', () => {
  it.each(['string', 'number'])('are counted, ranked and filtered by (%s)', async (type) => {
    const key = '电阻'.repeat(300);
    const spec = (value: string) =>
      type === 'string'
        ? { value: [value] }
        : { value: [value], min_value: '1', max_value: value, metadata: { datatype: 'decimal' } };
    const parts = ['5', '7', '9'].map((value) => ({
      uid: `p${value}`,
      mpn: value,
      specs: { [key]: spec(value), other: { value: ['x'] } },
    }));
    await pushed({ parts: [...parts, { uid: 'q', mpn: 'q', specs: { [key]: spec('5') } }] });
    const field = (member: string) => `specs.${key}.${member}`;
    await isSame(search({ spec_drilldown: { include: true } }));
    await isSame(search({ facet: { fields: { [field('value')]: { include: true, order: 'value' } } } }));
    if (type === 'string') return;
    await isSame(search({ stats: { [field('value')]: { include: true }, [field('range')]: { include: true } } }));
    await isSame(search({ facet: { fields: { [field('range')]: { include: true, ranges: 3 } } } }));
    await isSame(search({ filter: { queries: [`${field('range')}:[2 TO *]`, `${field('range')}:[* TO *]`] } }));
  });
});

describe('patterns that are too complex for the engine', () => {
  const PATTERN = '*a?????????????????????????b?????c*';
  const parts = Array.from({ length: 9 }, (_, i) => ({
    uid: `p${i}`,
    mpn: `xa${'1'.repeat(25)}b22222c${i}`,
    short_description: `thing ${i}`,
  }));

  it('are compared by programs, also for near matches and within the scope of a client', async () => {
    await pushed({ parts });
    const near = parts[0].mpn.slice(0, -2);
    for (const q of [PATTERN, '*z?????????????????????????b?????c*']) {
      await isSame((catalog) =>
        catalog.parts.match({
          queries: [
            { mpn: near, q },
            { mpn: 'other', q },
          ],
          suggest: true,
        }),
      );
    }
    const scope = { filter: `mpn:${PATTERN}` };
    for (const path of ['/parts/p1?', '/parts/search?q=thing&', '/parts/match?queries=[{"mpn":"xa*"}]&']) {
      const of = (catalog: Catalog) => createRestApi(catalog, { isValidKey: () => scope }).handle(`${path}apikey=k`);
      const [given, expected] = [await of(remote), await of(local)];
      expect([given.status, timeless(given.body)]).toEqual([200, timeless(expected.body)]);
    }
    const { running, collections } = internalsOf(remote);
    const rules = { scope: [scope.filter] };
    const ask = running.answerAsync(undefined, (work) => collections.parts.askWithin('thing', undefined, work, rules));
    await expect(ask).resolves.toBeDefined();
  });
});

const timeless = (body: string | Uint8Array): string => String(body).replace(/"msec":[0-9.e-]+/g, '');

describe("pages at the end of the engine's window", () => {
  it('are answered where they end with the hits, and refused where hits are behind them', async () => {
    const most = Number.POSITIVE_INFINITY;
    const parts = Array.from({ length: 10_050 }, (_, i) => ({ uid: `p${String(i).padStart(5, '0')}`, mpn: `PART${i}` }));
    await pushed({ parts }, { start: most, limit: most, getMulti: most });
    const show = ['uid'];
    for (const request of [{ start: 1e15 }, { start: 10_050, limit: 3 }, { start: 9990, limit: 10 }, { limit: 10_000 }]) {
      await isSame(search({ ...request, show }));
    }
    const filter = { queries: ['mpn:PART1??'] };
    await isSame(search({ filter, limit: 20_000, show }));
    await isSame(search({ filter, start: 90, limit: 20_000, show }));
    const queries = [{ mpn: 'PART1*', start: 20_000 }, { mpn: 'PART1??', start: 95, limit: 20_000 }, { mpn: 'PART1' }];
    await isSame((catalog) => catalog.parts.match({ queries, show }));
    await isSame((catalog) =>
      catalog.parts.getMulti(
        parts.map(({ uid }) => uid),
        { show },
      ),
    );
    for (const request of [{ start: 9990, limit: 20 }, { start: 10_000 }, { limit: 10_001 }]) {
      await expect(remote.parts.search({ ...request, show })).rejects.toThrow(UnsupportedError);
    }
    await expect(remote.parts.match({ queries: [{ mpn: 'PART*', start: 9995, limit: 20 }] })).rejects.toThrow(UnsupportedError);
    const { next } = await remote.parts.search({ limit: 1, show });
    await expect(remote.parts.search({ limit: 10_000, after: next as string, show })).rejects.toThrow(UnsupportedError);
    const { next: last } = await remote.parts.search({ start: 9000, limit: 1, show });
    expect((await remote.parts.search({ limit: 10_000, after: last as string, show })).results).toHaveLength(1049);
  });
});

describe('more terms than a score of the engine holds', () => {
  const words = Array.from({ length: 14 }, (_, i) => `w${i}x`);
  const parts = Array.from({ length: 60 }, (_, i) => ({
    uid: `p${String(i).padStart(2, '0')}`,
    mpn: `M${i % 7}`,
    short_description: words.slice(0, 12 + (i % 3)).join(' '),
    descriptions: [{ value: words.join(' ') }],
    brand: { uid: 'b', name: words[i % 14] },
    offers: i % 4 === 0 ? [] : [{ sku: `S${i % 3}` }],
  }));
  const q = words.slice(0, 12).join(' ');

  it('are ordered by the score and by other fields', async () => {
    await pushed({ parts });
    for (const sortby of [
      'score desc',
      'score asc',
      'score desc, uid desc',
      'mpn asc, score desc',
      'offers.sku desc, score asc, mpn asc',
    ]) {
      await isSame(search({ q, sortby, limit: 60, show: ['uid'] }));
      let after: string | null = null;
      const uids: string[] = [];
      do {
        const found: Awaited<ReturnType<Catalog['parts']['search']>> = await remote.parts.search({
          q,
          sortby,
          limit: 7,
          show: ['uid'],
          ...(after && { after }),
        });
        uids.push(...found.results.map(({ item }) => item.uid));
        after = found.next;
      } while (after !== null);
      const { results } = await local.parts.search({ q, sortby, limit: 60, show: ['uid'] });
      expect(uids).toEqual(results.map(({ item }) => item.uid));
    }
    await isSame(search({ q, rank: {}, limit: 60, show: ['uid'] }));
  });

  it('go on behind a part that was removed since', async () => {
    await pushed({ parts });
    const request: SearchRequest = { q, sortby: 'mpn asc, score desc', show: ['uid', 'mpn'] };
    const { results, next } = await remote.parts.search({ ...request, limit: 9 });
    expect(results.map(({ item }) => item.mpn)).toEqual(Array(9).fill('M0'));
    const before = await remote.parts.search({ ...request, start: 9, limit: 60 });
    await remote.update({ remove: [results[8].item.uid] });
    const rest = await remote.parts.search({ ...request, limit: 60, after: next as string });
    expect(rest.results).toEqual(before.results);
  });
});
