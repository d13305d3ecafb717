import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { internalsOf } from '../../../src/catalog/internals.js';
import { createGraphqlApi } from '../../../src/graphql/partdex-graphql.js';
import type { StoredRecord } from '../../../src/opensearch/facts.js';
import { type OpenSearchCatalog, openOpenSearchCatalog } from '../../../src/opensearch/partdex-opensearch.js';
import { createRestApi } from '../../../src/rest/partdex-rest.js';
import { FakeIndices } from '../../support/opensearch/fake-index.js';

const part = (uid: string) => ({ uid, mpn: uid.toUpperCase() });
const brand = (uid: string): StoredRecord => ({ collection: 'brands', key: uid, given: true, record: { uid, name: uid } });

let indices: FakeIndices;
let catalog: OpenSearchCatalog;
beforeEach(async () => {
  indices = new FakeIndices();
  indices.put('parts-1', { parts: [part('a'), part('b')], records: [brand('x')], synonyms: [['res', 'resistor']] });
  catalog = await openOpenSearchCatalog(indices.cluster, { index: 'parts' });
});
afterEach(async () => {
  indices.before = () => {};
  await catalog.close();
});

/** Another push: the index before is gone. */
function replace(): void {
  indices.put('parts-2', { parts: [part('c')], records: [brand('y')], synonyms: [['cap', 'capacitor']] });
  indices.byName.delete('parts-1');
}

async function uidsOf(parts: AsyncIterable<{ uid: string }>): Promise<string[]> {
  const uids: string[] = [];
  for await (const { uid } of parts) uids.push(uid);
  return uids;
}

async function textOf(pieces: AsyncIterable<Uint8Array>): Promise<string> {
  let text = '';
  for await (const piece of pieces) text += new TextDecoder().decode(piece);
  return text;
}

const names = async () => (await catalog.brands.search()).results.map(({ item }) => item.name);

describe('an index that is gone when a request comes', () => {
  beforeEach(replace);

  it.each([
    ['a scan', async () => expect(await uidsOf(catalog.parts.scan())).toEqual(['c'])],
    ['the parts as NDJSON', async () => expect(await textOf(catalog.toNdjson('parts'))).toBe('{"uid":"c","mpn":"C"}\n')],
    ['validation', async () => expect(await catalog.validate()).toBeUndefined()],
    ['whether parts have a member', async () => expect(await internalsOf(catalog).collections.parts.hasMember('x')).toBe(false)],
    [
      'the check of a request',
      async () => {
        const api = createRestApi(catalog, { isValidKey: () => true });
        expect((await api.handle('/parts/search?apikey=k&show[]=nothing&limit=x')).status).toBe(400);
        const { running, collections } = internalsOf(catalog);
        await running.answerAsync(undefined, (work) => collections.parts.recordsWithin(0, 10, work));
      },
    ],
  ])('is that of the alias for %s', async (_, request) => {
    await request();
    expect(await names()).toEqual(['y']);
    expect(internalsOf(catalog).synonyms).toEqual([['cap', 'capacitor']]);
  });

  it('leaves no point in time open', async () => {
    await uidsOf(catalog.parts.scan());
    await textOf(catalog.toNdjson('parts'));
    for await (const _ of catalog.parts.scan()) break;
    await catalog.close();
    expect([...indices.open]).toEqual([]);
  });

  it('is opened for all that wait for it, also where the first of them ends', async () => {
    let goOn = () => {};
    const held = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    indices.before = (_, asked) => (asked === 'GET /parts-2/_stats/store' ? held : undefined);
    const stop = new AbortController();
    const first = catalog.parts.get('c', undefined, { signal: stop.signal });
    await expect.poll(() => indices.cluster.times('GET /parts-2/_stats/store')).toBe(1);
    const asked = indices.cluster.times('POST /parts-1/_search');
    const second = catalog.parts.get('c');
    await expect.poll(() => indices.cluster.times('POST /parts-1/_search')).toBe(asked + 1);
    const reason = new Error('enough');
    stop.abort(reason);
    await expect(first).rejects.toBe(reason);
    goOn();
    expect(await second).toMatchObject(part('c'));
  });
});

describe('what others change beside the parts', () => {
  it('is seen within a minute of requests', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    try {
      indices.byName.set('parts-1', { parts: [part('a')], records: [brand('x'), brand('z')] });
      indices.changes++;
      await uidsOf(catalog.parts.scan());
      expect(await names()).toEqual(['x']);
      vi.advanceTimersByTime(3_600_000);
      await uidsOf(catalog.parts.scan());
    } finally {
      vi.useRealTimers();
    }
    await expect.poll(names).toEqual(['x', 'z']);
  });

  it.each([
    ['a company', () => catalog.brands.get('z')],
    ['the REST interface', () => createRestApi(catalog, { isValidKey: () => true }).handle('/brands/z?apikey=k')],
  ])('is seen also where only %s is requested', async (_, ask) => {
    vi.useFakeTimers({ toFake: ['performance'] });
    try {
      indices.byName.set('parts-1', { parts: [part('a')], records: [brand('x'), brand('z')] });
      indices.changes++;
      vi.advanceTimersByTime(3_600_000);
      await ask();
    } finally {
      vi.useRealTimers();
    }
    await expect.poll(names).toEqual(['x', 'z']);
  });

  it('does not open the index again where nothing changed', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    try {
      vi.advanceTimersByTime(3_600_000);
      await uidsOf(catalog.parts.scan());
    } finally {
      vi.useRealTimers();
    }
    await expect.poll(() => indices.cluster.times('GET /parts-1-records/_stats/docs')).toBe(2);
    await uidsOf(catalog.parts.scan());
    expect(indices.cluster.times('POST /parts-1-records/_search')).toBe(1);
  });

  it.each([
    ['is read once more where searches did not see it yet', () => void indices.seen++, ['x', 'z']],
    ['is read once more where the last change removed a record, and not again', () => {}, ['x']],
  ])('%s', async (_, refresh, expected) => {
    vi.useFakeTimers({ toFake: ['performance'] });
    try {
      const state = () => internalsOf(catalog).state?.();
      const looks = () => indices.cluster.times('GET /parts-1-records/_stats/docs');
      const look = async () => {
        vi.advanceTimersByTime(3_600_000);
        const before = looks();
        await uidsOf(catalog.parts.scan());
        await expect.poll(looks).toBeGreaterThan(before);
      };
      const lookAndRead = async () => {
        const before = state();
        await look();
        await expect.poll(state).not.toBe(before);
      };
      indices.changes++;
      await lookAndRead();
      expect(await names()).toEqual(['x']);
      refresh();
      if (indices.seen > 0) indices.byName.set('parts-1', { parts: [part('a')], records: [brand('x'), brand('z')] });
      await lookAndRead();
      expect(await names()).toEqual(expected);
      await look();
      await uidsOf(catalog.parts.scan());
      expect(indices.cluster.times('POST /parts-1-records/_search')).toBe(3);
    } finally {
      vi.useRealTimers();
    }
  });

  it('is not waited for by the end of the catalog', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    try {
      vi.advanceTimersByTime(3_600_000);
      indices.before = (_, asked) => (asked === 'GET /parts/_mapping' ? new Promise(() => {}) : undefined);
      await uidsOf(catalog.parts.scan());
    } finally {
      vi.useRealTimers();
    }
    expect(indices.cluster.times('GET /parts/_mapping')).toBe(2);
    const closed = catalog.close().then(() => true);
    expect(await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, 2000))])).toBe(true);
  });
});

describe('refresh', () => {
  it('reads what was written before it, also while an earlier one is under way', async () => {
    let goOn = () => {};
    const held = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    // The first one has read the records when another brand comes.
    indices.before = (_, asked) => (asked === 'GET /parts-1/_stats/store' ? held : undefined);
    const first = catalog.refresh();
    await expect.poll(() => indices.cluster.times('GET /parts-1/_stats/store')).toBe(2);
    indices.byName.set('parts-1', { parts: [part('a'), part('b')], records: [brand('x'), brand('new')] });
    const second = catalog.refresh();
    goOn();
    await Promise.all([first, second]);
    expect(await names()).toEqual(['new', 'x']);
  });
});

describe('toNdjson', () => {
  it('rejects another name, and a call that is aborted or wrong', async () => {
    for (const name of ['specs', 'copy', 'constructor', undefined]) {
      await expect(textOf(catalog.toNdjson(name as 'brands'))).rejects.toMatchObject({ code: 'validation' });
    }
    const reason = new Error('enough');
    await expect(textOf(catalog.toNdjson('brands', { signal: AbortSignal.abort(reason) }))).rejects.toBe(reason);
    await expect(textOf(catalog.toNdjson('brands', { timeout: -1 }))).rejects.toMatchObject({ code: 'validation' });
    expect(await textOf(catalog.toNdjson('brands'))).toBe('{"uid":"x","name":"x"}\n');
  });
});

describe('parts that were removed since they were counted', () => {
  it('end the reading of parts for GraphQL', async () => {
    const { DocumentReader } = await import('../../../src/graphql/document-reader.js');
    const { running, collections } = internalsOf(catalog);
    indices.byName.set('parts-1', { parts: [part('a')], records: [] });
    const reader = new DocumentReader(collections.parts, 'reading');
    const read: unknown[] = [];
    await running.answerAsync({ timeout: 2000 }, (work) => reader.read(work, (document) => void read.push(document.uid)));
    expect(read).toEqual(['a']);
  });
});

describe('parts that are read in turn', () => {
  const read = async (position: number, count: number, last?: object) => {
    const { running, collections } = internalsOf(catalog);
    const parts = await running.answerAsync(undefined, (work) => collections.parts.recordsWithin(position, count, work, last));
    return parts as { uid: string }[];
  };

  it('are found by their positions', async () => {
    const parts = Array.from({ length: 12_500 }, (_, i) => part(`p${String(i).padStart(5, '0')}`));
    indices.byName.set('parts-1', { parts, records: [] });
    const uids = async (position: number) => (await read(position, 3)).map(({ uid }) => uid);
    expect(await uids(12_000)).toEqual(['p12000', 'p12001', 'p12002']);
    expect(await uids(12_499)).toEqual(['p12499']);
    expect(await uids(13_000)).toEqual([]);
  });

  it('follow the last one of their reader, whatever other readers and writers do meanwhile', async () => {
    const first = await read(0, 1);
    indices.byName.set('parts-1', { parts: [part('0'), part('a'), part('b')], records: [] });
    await read(0, 1);
    const sent = indices.cluster.sent.length;
    expect([...first, ...(await read(1, 2, first.at(-1)))].map(({ uid }) => uid)).toEqual(['a', 'b']);
    // No part is read but those behind it.
    expect(indices.cluster.sent.length).toBe(sent + 1);
  });
});

describe('answers of the GraphQL interface', () => {
  it('have the records that are known by now', async () => {
    const category = (name: string): StoredRecord => ({
      collection: 'categories',
      key: 'c',
      given: true,
      record: { uid: 'c', name },
    });
    const parts = [part('a')];
    indices.byName.set('parts-1', { parts, records: [category('Before')] });
    await catalog.refresh();
    const api = createGraphqlApi(catalog, { isValidToken: () => true });
    const query = '{ categories(ids: ["c"]) { name } }';
    const categories = async () => (await api.executeText({ query }, { token: 't' })).body;
    expect(await categories()).toContain('Before');
    indices.byName.set('parts-1', { parts, records: [category('After')] });
    expect(await categories()).toContain('Before');
    await catalog.refresh();
    expect(await categories()).toContain('After');
  });
});

describe('answers of the REST interface', () => {
  it('have an entity tag of what they say, since other programs change the parts', async () => {
    const api = createRestApi(catalog, { isValidKey: () => true });
    const url = '/brands/x?apikey=k';
    const { status, headers, body } = await api.handle(url);
    expect([status, headers.etag]).toEqual([200, expect.stringMatching(/^W\/"[0-9a-f]{32}"$/)]);
    for (const sent of [headers.etag, `W/"1", ${headers.etag}`, '*']) {
      const unchanged = await api.handle(url, { headers: { 'if-none-match': sent } });
      expect(unchanged).toEqual({ status: 304, headers: { etag: headers.etag }, body: '' });
    }
    const other = await api.handle(url, { headers: { 'if-none-match': 'W/"1", ""' } });
    expect([other.status, other.headers.etag, other.body]).toEqual([200, headers.etag, body]);
    const shown = await api.handle(`${url}&show=name`);
    expect(shown.headers.etag).not.toBe(headers.etag);
  });
});

describe('opening', () => {
  it.each([
    undefined,
    {},
    { index: 7 },
    { index: '' },
    { index: '*' },
    { index: '_all' },
    { index: 'parts,other' },
    { index: 'parts', limit: {} },
  ])('rejects %j before the cluster is asked', async (options) => {
    const { cluster } = new FakeIndices();
    await expect(openOpenSearchCatalog(cluster, options as { index: string })).rejects.toMatchObject({ code: 'validation' });
    expect(cluster.sent).toEqual([]);
  });

  it('refuses rates', async () => {
    const options = { index: 'parts', rates: { base: 'USD', rates: {} } };
    await expect(openOpenSearchCatalog(indices.cluster, options as never)).rejects.toMatchObject({ code: 'unsupported' });
  });
});

describe('a point in time', () => {
  it('is closed where many parts are read by uid', async () => {
    const uids = Array.from({ length: 2_001 }, (_, i) => `u${i}`);
    const wide = await openOpenSearchCatalog(indices.cluster, { index: 'parts', limits: { getMulti: 10_000 } });
    expect(Object.keys(await wide.parts.getMulti([...uids, 'b']))).toEqual(['b']);
    expect(indices.cluster.times('POST /parts-1/_search/point_in_time')).toBe(1);
    await wide.close();
    expect([...indices.open]).toEqual([]);
  });

  it('outlives a reader of a scan that pauses for some minutes', async () => {
    const kept: unknown[] = [];
    indices.before = ({ querystring, body }, asked) => {
      if (asked.endsWith('/point_in_time') && querystring) kept.push(querystring.keep_alive);
      if (asked === 'POST /_search') kept.push((body as { pit: { keep_alive: string } }).pit.keep_alive);
    };
    await uidsOf(catalog.parts.scan());
    expect(kept).toEqual(['10m', '10m']);
  });
});

describe('a validation', () => {
  it('is right while another program writes', async () => {
    const parts = [part('a'), part('b')];
    indices.before = (_, asked) => {
      if (asked !== 'POST /parts-1/_search') return;
      parts.push(part(`n${parts.length}`));
      indices.byName.set('parts-1', { parts: [...parts], records: [] });
    };
    await catalog.validate();
  });

  it('tells of an index that counts otherwise than it says', async () => {
    let asked = 0;
    indices.before = ({ body }) => {
      // The fewer parts are those that the counts of the opening have.
      const isOpening = Object.keys((body as { aggs?: object })?.aggs ?? {}).length > 0;
      asked++;
      indices.byName.set('parts-1', { parts: isOpening ? [part('a')] : [part('a'), part('b'), part('c')], records: [] });
    };
    await expect(catalog.validate()).rejects.toMatchObject({ code: 'corrupt_catalog' });
    expect(asked).toBeGreaterThan(0);
  });
});

describe('an index of which all lists together are more than the cluster answers with', () => {
  it('is opened list by list', async () => {
    let refused = 0;
    indices.before = ({ body }) => {
      const aggs = Object.values((body as { aggs?: Record<string, { terms?: object }> })?.aggs ?? {});
      if (aggs.filter(({ terms }) => terms).length < 2) return;
      refused++;
      const error = { type: 'too_many_buckets_exception', reason: 'Trying to create too many buckets' };
      throw Object.assign(new Error('Response Error'), { name: 'ResponseError', meta: { statusCode: 503, body: { error } } });
    };
    const opened = await openOpenSearchCatalog(indices.cluster, { index: 'parts' });
    expect([opened.info.parts, refused]).toEqual([2, 1]);
    await opened.close();
  });
});
