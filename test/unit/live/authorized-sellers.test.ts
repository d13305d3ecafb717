import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { buildCatalogFile, openCatalogFiles, openCatalogFolder, openLiveCatalog } from '../../../src/node/partdex-node.js';
import { type Authorized, buildCatalog, type Catalog, openCatalog, overlay, type Part } from '../../../src/partdex.js';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'authorized-'));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

const offer = (seller: string, more: object = {}) => ({ seller: { uid: seller, name: seller }, ...more });
const part = (uid: string, maker: string, offers: object[]) =>
  ({ uid, mpn: uid, manufacturer: { uid: maker, name: maker }, offers }) as unknown as Part;
/** The list of a maker contradicts both offers; one is of a member. */
const listed = (uid: string) =>
  part(uid, 'listed', [offer('s1', { is_authorized: false }), offer('s2', { is_authorized: true })]);
const member = (uid: string) => part(uid, 'other', [offer('s1'), offer('s3')]);
const TERMS = { lists: { listed: ['s1'] }, members: ['s3'] };
const put = () => [listed('a'), member('c'), listed('n')];
const parts = () => [listed('a'), member('b')];

/** What each part says of its offers, in order, and how many parts have an authorized one of these sellers. */
async function told(catalog: Pick<Catalog, 'parts'>) {
  const { results } = await catalog.parts.search({ sortby: 'uid', limit: 100 });
  const said = results.map(({ item }) => [item.uid, ...(item.offers ?? []).map(({ is_authorized }) => is_authorized)]);
  const counts = await Promise.all(
    ['s1', 's2', 's3'].map(async (seller) => {
      const queries = [`offers:(seller.uid:${seller} AND is_authorized:true)`];
      return (await catalog.parts.search({ filter: { queries } })).hits;
    }),
  );
  return { said, counts };
}

const AFTER = {
  said: [
    ['a', true, false],
    ['b', false, true],
    ['c', false, true],
    ['n', true, false],
  ],
  counts: [2, 0, 2],
};

it('the terms of a build hold for parts that an overlay puts, and for what is laid over a saved overlay', async () => {
  const built = await buildCatalog({ parts: parts() }, { authorized: TERMS });
  const over = await overlay(built, { put: put() });
  expect(await told(over)).toEqual(AFTER);
  expect(await told(await overlay(await overlay(built, { put: [listed('a')] }), { put: put() }))).toEqual(AFTER);
  const again = await openCatalog(await over.toBytes());
  expect(await told(again)).toEqual(AFTER);
  expect(await told(await overlay(again, { put: put() }))).toEqual(AFTER);
  await over.update({ patch: [{ uid: 'b', offers: [offer('s3', { is_authorized: false }), offer('s4')] }] as never });
  expect((await over.parts.get('b'))?.offers?.map(({ is_authorized }) => is_authorized)).toEqual([true, false]);
});

it('they hold in a live catalog, however often it is opened, merged and read by others', async () => {
  const file = join(folder, 'base.pdx');
  const partsFile = join(folder, 'parts.ndjson');
  writeFileSync(
    partsFile,
    parts()
      .map((one) => JSON.stringify(one))
      .join('\n'),
  );
  await buildCatalogFile({ parts: partsFile, out: file, authorized: TERMS, segments: 2 });
  const live = await openLiveCatalog(join(folder, 'live'), { create: true, base: file });
  await live.update({ put: [listed('a'), member('c')] });
  // The folder has the terms once; the segments of updates do not.
  const updates = readdirSync(join(folder, 'live')).filter((name) => name.startsWith('segment-'));
  const haveTerms = updates.filter((name) => readFileSync(join(folder, 'live', name)).includes('"authorized":'));
  expect([updates.length, haveTerms.length]).toEqual([3, 2]);
  await live.close();
  const again = await openLiveCatalog(join(folder, 'live'));
  await again.compact();
  await again.update({ put: [listed('n')] });
  expect(await told(again)).toEqual(AFTER);
  const reader = await openCatalogFolder(join(folder, 'live'));
  expect(await told(reader)).toEqual(AFTER);
  const saved = await openCatalog(await again.snapshot().toBytes());
  for (const base of [saved, reader]) expect(await told(await overlay(base, { put: put() }))).toEqual(AFTER);
  await again.close();
  await reader.close();
});

it('of several files, a maker has the list of the first that has one, and members are those of all', async () => {
  const file = async (name: string, one: Part, authorized?: Authorized) => {
    const path = join(folder, name);
    writeFileSync(path, await (await buildCatalog({ parts: [one] }, { ...(authorized && { authorized }) })).toBytes());
    return path;
  };
  const several = await openCatalogFiles([
    await file('none', part('z', 'listed', [offer('s2', { is_authorized: true })])),
    await file('first', listed('a'), { lists: TERMS.lists }),
    await file('other', member('b'), { members: ['s3'] }),
  ]);
  // What was built without terms stays as it is, also when all becomes one file.
  expect((await several.parts.get('z'))?.offers?.[0].is_authorized).toBe(true);
  const one = await openCatalog(await several.toBytes());
  expect((await one.parts.get('z'))?.offers?.[0].is_authorized).toBe(true);
  const base = join(folder, 'one.pdx');
  writeFileSync(base, await several.toBytes());
  const live = await openLiveCatalog(join(folder, 'live'), { create: true, base });
  await live.update({ put: [listed('n')] });
  await live.compact();
  expect((await live.parts.get('z'))?.offers?.[0].is_authorized).toBe(true);
  expect((await live.parts.get('n'))?.offers?.map(({ is_authorized }) => is_authorized)).toEqual([true, false]);
  await live.close();
  for (const opened of [several, one]) {
    const over = await overlay(opened, { put: put(), remove: ['z'] });
    expect(await told(over)).toEqual(AFTER);
  }
});
