import { copyFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, expect, it } from 'vitest';
import { openCatalogFile } from '../../src/node/partdex-node.js';
import { ended } from '../support/built-command.js';
import { PARTS } from '../support/faults/build.js';
import { CatalogFolder, EARLIER_PARTS, hashOf, partsOf, start } from '../support/faults/catalog-folder.js';

const catalogs = CatalogFolder.create();

afterEach(() => catalogs.restore());

/** Builds the target from these parts several times, in a separate process. */
function builds(parts: string, times: number): Promise<{ status: number | null; stderr: string }> {
  const code = `for (let i = 0; i < ${times}; i++) await library.buildCatalogFile({ parts: '${parts}', out: 'parts.pdx' });`;
  return ended(start(code, { cwd: catalogs.folder }));
}

it('two builds of one file at once both end well, and the file is one of the two', async () => {
  copyFileSync(catalogs.path('parts.ndjson'), catalogs.path('other.ndjson'));
  const all = await Promise.all([builds('fewer.ndjson', 5), builds('parts.ndjson', 2), builds('other.ndjson', 2)]);
  for (const result of all) expect(result).toMatchObject({ status: 0, stderr: '' });
  expect([EARLIER_PARTS, PARTS]).toContain(await partsOf(catalogs.target));
  expect(catalogs.temporaries()).toEqual([]);
});

it('who opens the file while it is replaced has the one or the other, whole, and goes on with it', async () => {
  let done = false;
  const seen = new Set<number>();
  const kept = await openCatalogFile(catalogs.target);
  const building = Promise.all([builds('fewer.ndjson', 8), builds('parts.ndjson', 3)])
    // Which of the two ends last depends on the machine.
    .then((all) => builds('parts.ndjson', 1).then((last) => [...all, last]))
    .finally(() => {
      done = true;
    });
  while (!done) {
    seen.add(await partsOf(catalogs.target));
    await wait(5);
  }
  for (const result of await building) expect(result).toMatchObject({ status: 0, stderr: '' });
  seen.add(await partsOf(catalogs.target));
  expect([...seen].sort((a, b) => a - b)).toEqual([EARLIER_PARTS, PARTS]);
  // Only the manifest of this one was read before.
  let scanned = 0;
  for await (const part of kept.parts.scan({ sortby: 'mpn asc' })) if (part.mpn !== undefined) scanned++;
  expect(scanned).toBe(EARLIER_PARTS);
  await kept.validate();
  await kept.close();
  expect(hashOf(catalogs.path('good.pdx'))).toBe(catalogs.earlier);
});
