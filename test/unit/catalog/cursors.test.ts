import { describe, expect, it } from 'vitest';
import { openSources } from '../../../src/catalog/several-files.js';
import { portableCodec } from '../../../src/encoding/codec.js';
import { buildCatalog, openCatalog, type Part, type SearchRequest, ValidationError } from '../../../src/partdex.js';
import { createRestApi } from '../../../src/rest/partdex-rest.js';
import { MemorySource } from '../../../src/storage/byte-source.js';
import { fastPaths } from '../../../src/work/fast-paths.js';

const LONG = 'long '.repeat(500);
const parts = Array.from(
  { length: 30 },
  (_, i): Part => ({
    uid: `u${String(i).padStart(2, '0')}`,
    mpn: `M${i % 7}`,
    descriptions: [{ value: i % 4 === 0 ? 'long' : 'a long word' }],
    short_description: `${LONG}${i % 5}`,
    ...(i % 3 > 0 && { brand: { uid: 'b', name: 'Acme' } }),
    specs: { ohms: { value: [i % 4] } },
  }),
);
const catalog = await buildCatalog({ parts });
/** The same, but for a few parts. */
const smaller = await buildCatalog({ parts: parts.filter((_, i) => i % 5 !== 1) });

const uidsOf = async (request: SearchRequest, searched = catalog) =>
  (await searched.parts.search({ limit: 100, ...request, show: ['uid'] })).results.map(({ item }) => item.uid);

const nextOf = async (request: SearchRequest, searched = catalog) => (await searched.parts.search(request)).next as string;

const refused = (request: SearchRequest, searched = catalog) =>
  searched.parts.search(request).then(
    () => expect.unreachable(),
    (error: ValidationError) => error,
  );

describe('next', () => {
  it('is there where results follow, and null elsewhere', async () => {
    expect(await nextOf({})).toMatch(/^[A-Za-z0-9_-]{1,1024}$/);
    for (const request of [{ limit: 30 }, { limit: 100 }, { limit: 0 }, { start: 20 }, { start: 100 }, { q: 'nothing' }])
      expect(await nextOf(request)).toBeNull();
    const { next, results } = await catalog.parts.search({ after: await nextOf({ limit: 20 }) });
    expect([next, results.length]).toEqual([null, 10]);
    expect(await nextOf({ after: await nextOf({ limit: 20 }), limit: 0 })).toBeNull();
  });

  it('goes on behind its page, whatever the limit, the counts and the directives are', async () => {
    const request: SearchRequest = {
      q: 'long',
      sortby: 'mpn desc, score',
      filter: { fields: { 'specs.ohms.value': ['1', '2'] } },
    };
    const all = await uidsOf(request);
    const next = await nextOf({ ...request, limit: 4 });
    const again = {
      filter: { queries: [], fields: { 'specs.ohms.value': ['1', '2'] } },
      sortby: [{ field: 'mpn', order: 'desc' as const }, { field: 'score' }],
    };
    const answer = await catalog.parts.search({
      q: 'long',
      ...again,
      after: next,
      limit: 3,
      facet: { fields: { mpn: { include: true } } },
    });
    expect(answer.results.map(({ item }) => item.uid)).toEqual(all.slice(4, 7));
    expect(answer.hits).toBe(all.length);
    expect(answer.facet_results.fields.mpn.values).toBeGreaterThan(1);
    expect(answer.request.after).toBe(next);
  });

  it('is followed by a scan and an explanation too', async () => {
    const after = await nextOf({ sortby: 'mpn', limit: 25 });
    const scanned: string[] = [];
    for await (const { uid } of catalog.parts.scan({ sortby: 'mpn', after })) scanned.push(uid);
    expect(scanned).toEqual((await uidsOf({ sortby: 'mpn' })).slice(25));
    expect((await catalog.parts.explain({ sortby: 'mpn', after })).hits).toBe(30);
  });
});

describe('the URL argument after', () => {
  it('goes on behind an answer, in every collection', async () => {
    const api = createRestApi(catalog, { isValidKey: () => true });
    const ask = async (url: string) => JSON.parse((await api.handle(`${url}&apikey=k`)).body);
    const { next } = await ask('/parts/search?limit=28&sortby=mpn&show[]=uid');
    const { results, next: none, hits } = await ask(`/parts/search?sortby=mpn&show[]=uid&after=${next}`);
    expect(results.map(({ item }: { item: Part }) => item.uid)).toEqual((await uidsOf({ sortby: 'mpn' })).slice(28));
    expect([none, hits]).toEqual([null, 30]);
    expect(await ask(`/parts/search?sortby=mpn&start=1&after=${next}`)).toMatchObject({ issues: [{ path: 'after' }] });
    expect(Object.keys(await ask('/brands/search?limit=1')).slice(-2)).toEqual(['next', 'warnings']);
  });
});

describe('a cursor', () => {
  it('that no answer has given is refused', async () => {
    const next = await nextOf({ sortby: 'mpn' });
    const changed = `${next.slice(0, 20)}${next[20] === 'A' ? 'B' : 'A'}${next.slice(21)}`;
    for (const after of ['', 'x', 'é', `${next}A`, next.slice(1), next.slice(0, -1), changed, 'A'.repeat(2000)]) {
      const error = await refused({ sortby: 'mpn', after });
      expect([error.name, error.argument, error.status]).toEqual(['ValidationError', 'after', 400]);
      expect(error.issues.map(({ code }) => code)).toEqual(['bad_cursor']);
      expect(error.message).toMatch(/^after must be the `next` of an earlier answer/);
    }
    expect((await refused({ after: 5 as unknown as string })).argument).toBe('after');
  });

  it('of another request is refused, and one with a start', async () => {
    const after = await nextOf({ q: 'long', sortby: 'mpn' });
    const others: SearchRequest[] = [
      { q: 'lon' },
      { sortby: 'mpn desc' },
      { sortby: 'mpn, uid' },
      { filter: { fields: { mpn: 'M1' } } } as never,
    ];
    for (const other of others) {
      const error = await refused({ q: 'long', sortby: 'mpn', ...other, after });
      expect([error.name, error.argument]).toEqual(['ValidationError', 'after']);
      expect(error.message).toMatch(/another request/);
    }
    const error = await refused({ q: 'long', sortby: 'mpn', start: 1, after });
    expect([error.argument, error.issues.length]).toEqual(['after', 1]);
    await expect(catalog.brands.search({ after })).rejects.toThrow(ValidationError);
  });

  it('of another catalog goes on behind its place where fields order, and is refused where scores do', async () => {
    for (const sortby of ['mpn', 'specs.ohms.value desc, mpn', 'uid desc', 'brand.name, uid']) {
      const all = await uidsOf({ sortby });
      for (const limit of [1, 2, 7, 11, 29]) {
        const after = await nextOf({ sortby, limit });
        const left = new Set(await uidsOf({}, smaller));
        expect(await uidsOf({ sortby, after }, smaller), `${sortby} ${limit}`).toEqual(
          all.slice(limit).filter((uid) => left.has(uid)),
        );
      }
    }
    for (const request of [{}, { q: 'long' }, { q: 'long', sortby: 'mpn, score' }]) {
      const error = await refused({ ...request, after: await nextOf(request) }, smaller);
      expect([error.name, error.argument]).toEqual(['ValidationError', 'after']);
      expect(error.message).toMatch(/another catalog/);
    }
  });

  it('goes on in a copy of its catalog, whatever orders', async () => {
    const copy = await openCatalog(await catalog.toBytes());
    const after = await nextOf({ q: 'long', limit: 9 });
    expect(await uidsOf({ q: 'long', after }, copy)).toEqual((await uidsOf({ q: 'long' })).slice(9));
    await copy.close();
  });

  it('of sort values that are too long finds its place by the record', async () => {
    const sortby = 'short_description desc, mpn';
    const all = await uidsOf({ sortby });
    for (const limit of [1, 6, 13, 28]) {
      const after = await nextOf({ sortby, limit });
      expect(after.length).toBeLessThan(60);
      expect(await uidsOf({ sortby, after })).toEqual(all.slice(limit));
      const left = new Set(await uidsOf({}, smaller));
      if (left.has(all[limit - 1])) {
        expect(await uidsOf({ sortby, after }, smaller)).toEqual(all.slice(limit).filter((uid) => left.has(uid)));
      } else expect((await refused({ sortby, after }, smaller)).argument).toBe('after');
    }
    const changed = await buildCatalog({ parts: parts.map((part) => ({ ...part, short_description: `${LONG}x` })) });
    expect((await refused({ sortby, after: await nextOf({ sortby }) }, changed)).argument).toBe('after');
  });

  it('whose values are numbers is refused where they have become text', async () => {
    const after = await nextOf({ sortby: 'specs.ohms.value' });
    const texts = await buildCatalog({ parts: parts.map((part) => ({ ...part, specs: { ohms: { value: ['low'] } } })) });
    expect((await refused({ sortby: 'specs.ohms.value', after }, texts)).argument).toBe('after');
    const none = await buildCatalog({ parts: parts.map(({ specs: _specs, ...part }) => part) });
    expect(await uidsOf({ sortby: 'specs.ohms.value', after }, none)).toHaveLength(30);
  });

  it('fits 1,024 characters with the longest uids and many keys', async () => {
    const long = await buildCatalog({
      parts: Array.from({ length: 12 }, (_, i) => ({
        uid: `${'é'.repeat(126)}${i % 10}${Math.floor(i / 10)}`,
        mpn: `${'M'.repeat(220)}${i % 3}`,
      })),
    });
    for (const sortby of ['mpn', 'mpn, manufacturer.name, uid', 'uid', 'mpn desc, offers.sku']) {
      const all = await uidsOf({ sortby }, long);
      const after = await nextOf({ sortby, limit: 5 }, long);
      expect(after.length).toBeLessThanOrEqual(1024);
      expect(await uidsOf({ sortby, after }, long)).toEqual(all.slice(5));
    }
  });

  it('of several files goes on in each of them', async () => {
    const files = [parts.filter((_, i) => i % 3 === 0), parts.filter((_, i) => i % 3 !== 0)];
    const sources = await Promise.all(
      files.map(async (file, i) => ({
        name: `${i}`,
        source: new MemorySource([await (await buildCatalog({ parts: file })).toBytes()]),
      })),
    );
    const several = await openSources(sources, portableCodec);
    for (const request of [
      {},
      { q: 'long' },
      { q: 'long', sortby: 'brand.name desc, score, mpn' },
      { sortby: 'short_description' },
    ]) {
      const all = await uidsOf(request, several);
      expect(all).toHaveLength(30);
      for (const limit of [1, 5, 20]) {
        const after = await nextOf({ ...request, limit }, several);
        expect(await uidsOf({ ...request, after }, several)).toEqual(all.slice(limit));
      }
    }
    expect((await refused({ q: 'long', after: await nextOf({ q: 'long' }) }, several)).argument).toBe('after');
  });
});

describe('pages behind cursors', () => {
  it('are the same whatever finds them', async () => {
    const many = await buildCatalog({
      parts: Array.from(
        { length: 900 },
        (_, i): Part => ({
          uid: `u${(i * 37) % 900}`,
          mpn: i % 50 === 0 ? 'Common' : `m${i}`,
          brand: { uid: 'b', name: i % 3 === 0 ? 'common brand' : 'other' },
          descriptions: [{ value: i % 2 === 0 ? 'a common word' : 'common' }],
        }),
      ),
    });
    const walked = async (request: SearchRequest) => {
      const uids: string[] = [];
      for (let next: string | null | undefined; next !== null; ) {
        const answer = await many.parts.search({ ...request, limit: 17, show: ['uid'], ...(next && { after: next }) });
        expect(answer.hits).toBeGreaterThan(200);
        uids.push(...answer.results.map(({ item }) => item.uid));
        next = answer.next;
      }
      return uids;
    };
    const common: SearchRequest[] = [
      { q: 'common' },
      {},
      { filter: { fields: { 'brand.name': ['other'] } } },
      { q: 'word', sortby: 'uid' },
    ];
    for (const request of common) {
      const all: string[] = [];
      for await (const { uid } of many.parts.scan({ ...request, show: ['uid'] })) all.push(uid);
      expect(await walked(request)).toEqual(all);
      for (const path of ['champions', 'uidWalk', 'heap'] as const) {
        fastPaths[path] = false;
        try {
          expect(await walked(request), path).toEqual(all);
        } finally {
          fastPaths[path] = true;
        }
      }
    }
    await many.close();
  });
});
