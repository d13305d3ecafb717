import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openLiveCatalog } from '../../../../src/node/partdex-node.js';
import type { Part } from '../../../../src/partdex.js';

let folder: string;

beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'live-')), 'catalog');
});

afterEach(() => rmSync(join(folder, '..'), { recursive: true, force: true }));

it('writes what commits share only if the first part that names a seller changes what it says of it', async () => {
  const selling = (uid: string, seller: object) =>
    ({ uid, mpn: `M-${uid}`, offers: [{ sku: uid, seller: { uid: 's', ...seller } }] }) as Part;
  const live = await openLiveCatalog(folder, { create: true });
  await live.update({ put: [selling('a', { name: 'North' }), selling('b', { name: 'North' })] });
  const factsNow = () => readdirSync(folder).filter((name) => name.startsWith('facts-'));
  const sellerNow = async () => (await live.sellers.get('s'))?.name;
  for (const homepage_url of ['https://north.example', null])
    await live.update({ put: [selling('b', { name: 'South', homepage_url })] });
  const facts = factsNow();
  expect([facts.length, await sellerNow()]).toEqual([1, 'North']);
  await live.update({ put: [selling('b', { name: 'West' }), selling('c', { name: 'East' })] });
  expect([factsNow(), await sellerNow()]).toEqual([facts, 'North']);
  await live.update({ put: [selling('a', { name: 'South' })] });
  expect([factsNow().every((name) => facts.includes(name)), await sellerNow()]).toEqual([false, 'South']);
  await live.update({ remove: ['a'] });
  expect(await sellerNow()).toBe('West');
  await live.close();
});
