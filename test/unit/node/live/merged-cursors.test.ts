import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type LiveCatalog, openCatalogFolder, openLiveCatalog } from '../../../../src/node/partdex-node.js';
import type { Part } from '../../../../src/partdex.js';
import { createRestApi } from '../../../../src/rest/partdex-rest.js';

let folder: string;

beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'live-')), 'catalog');
});

afterEach(() => rmSync(join(folder, '..'), { recursive: true, force: true }));

const part = (uid: string, more: object = {}): Part => ({ uid, mpn: `M-${uid}`, ...more }) as Part;

it('cursors and tags outlast a merge, also for other readers and later openings, and end with the next update', async () => {
  const live = await openLiveCatalog(folder, { create: true });
  const words = (i: number) => ({ descriptions: [{ value: i % 3 === 0 ? 'thick film' : 'film' }] });
  for (let from = 0; from < 30; from += 10) {
    await live.update({ put: Array.from({ length: 10 }, (_, i) => part(`p${from + i}`, words(from + i))) });
  }
  await live.update({ remove: ['p4', 'p17'] });
  const request = { q: 'film', limit: 4, show: ['uid'] };
  const { next, results } = await live.parts.search(request);
  const whole = (await live.parts.search({ ...request, limit: 100 })).results;
  const tagOf = async (catalog: Pick<LiveCatalog, 'parts'>) => {
    const { headers } = await createRestApi(catalog as LiveCatalog, { isValidKey: () => true }).handle('/parts/search?apikey=k');
    return headers.etag;
  };
  const tag = await tagOf(live);
  const goesOn = async (catalog: Pick<LiveCatalog, 'parts'>) => {
    const later = await catalog.parts.search({ ...request, limit: 100, after: next as string });
    expect([...results, ...later.results]).toEqual(whole);
    expect(await tagOf(catalog)).toBe(tag);
  };
  await goesOn(live);
  await live.compact();
  expect(live.info.segments).toBe(1);
  await goesOn(live);
  const reader = await openCatalogFolder(folder);
  await goesOn(reader);
  await reader.close();
  await live.close();
  const again = await openLiveCatalog(folder);
  await goesOn(again);
  await again.update({ patch: [part('p1', { mpn: 'N' })] });
  await expect(again.parts.search({ ...request, after: next as string })).rejects.toMatchObject({ argument: 'after' });
  expect(await tagOf(again)).not.toBe(tag);
  await again.close();
});

it('cursors and tags end where the same parts have another order, which decides who names a company', async () => {
  const live = await openLiveCatalog(folder, { create: true });
  const first = part('a', { brand: { uid: 'B', name: 'Acme' } });
  const second = part('b', { brand: { uid: 'B', name: 'Acme International Holdings Group' } });
  const others = [part('c', { brand: { uid: 'C', name: 'Acme Co' } }), part('d', { brand: { uid: 'D', name: 'Acme D E' } })];
  await live.update({ put: [part('a', { brand: { uid: 'B', name: 'old' } }), second, ...others] });
  await live.update({ put: [first] });
  const api = createRestApi(live, { isValidKey: () => true });
  const url = '/brands/search?apikey=k&q=acme';
  const { headers, body } = await api.handle(url);
  const { next } = await live.brands.search({ q: 'acme', limit: 2 });
  // Put once more, the part goes to the end; the files have the same bytes.
  await live.update({ remove: ['a'] });
  await live.update({ put: [first] });
  const answer = await api.handle(url, { headers: { 'if-none-match': headers.etag } });
  expect(answer.status).toBe(200);
  expect(answer.body).not.toBe(body);
  await expect(live.brands.search({ q: 'acme', limit: 2, after: next as string })).rejects.toMatchObject({ argument: 'after' });
  await live.close();
});
