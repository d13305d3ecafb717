import { afterAll, beforeAll, expect, it } from 'vitest';
import { CurrentCatalog } from '../../../../examples/server/src/current-catalog.js';
import type { Catalog } from '../../../../src/partdex.js';
import { PARTS, SampleFolder } from '../../../support/sample-server.js';

let folder: SampleFolder;

beforeAll(async () => {
  folder = await SampleFolder.create();
}, 60_000);

afterAll(() => folder.remove());

const count = async (catalog: Catalog) => (await catalog.parts.search({ limit: 0 })).hits;

/** A request that has its catalog, and searches it only when the test says. */
function heldRequest(current: CurrentCatalog): { answer: Promise<number>; send: () => void } {
  let send = (): void => {};
  const reported = new Promise<void>((resolve) => {
    send = resolve;
  });
  const catalog = current.get();
  const answer = current.during(async () => {
    await reported;
    return count(catalog);
  });
  return { answer, send };
}

it('closes an old catalog when the requests that may have it have ended', async () => {
  const current = await CurrentCatalog.open(folder.catalog, { workers: 0 });
  const old = current.get();
  await folder.writeCatalog(50);
  const held = heldRequest(current);
  const swap = current.swap();
  await expect.poll(() => count(current.get())).toBe(50);
  held.send();
  expect(await held.answer).toBe(PARTS);
  await swap;
  await expect(count(old)).rejects.toThrow('closed');
  await current.close();
});

it('waits for running requests before it closes', async () => {
  const current = await CurrentCatalog.open(folder.catalog, { workers: 0 });
  const held = heldRequest(current);
  const closed = current.close();
  setTimeout(held.send, 50);
  expect(await held.answer).toBeGreaterThan(0);
  await closed;
  await expect(count(current.get())).rejects.toThrow('closed');
});

it('swaps one after the other, and waits for them before it closes', async () => {
  const current = await CurrentCatalog.open(folder.catalog, { workers: 0 });
  const catalogs = new Set([current.get()]);
  const swaps = [1, 2, 3].map(() => current.swap().then(() => catalogs.add(current.get())));
  await current.close();
  await Promise.all(swaps);
  for (const catalog of catalogs) await expect(count(catalog)).rejects.toThrow('closed');
  expect(catalogs.size).toBeGreaterThan(1);
});
