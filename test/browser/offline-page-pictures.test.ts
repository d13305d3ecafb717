import { mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { generateSample, sampleMetadata } from '../../src/cli/sample/sample.js';
import { buildCatalog } from '../../src/partdex.js';
import { Desk, eventually } from './offline-page-desk.js';
import { savePicture } from './offline-page-picture.js';

const MOST_BYTES = 200_000;

const desk = await Desk.set();
afterAll(() => desk.clear());

/** Where the pictures go: to keep them, name a folder in `PARTDEX_PICTURES`. */
const folder = process.env.PARTDEX_PICTURES ?? desk.folder;
await mkdir(folder, { recursive: true });
const catalog = await buildCatalog({ parts: generateSample(20_000), ...sampleMetadata() });
const sample = await desk.file('sample.pdx', await catalog.toBytes());

it('a picture for the documents', async () => {
  const tab = await desk.newTab({ viewport: { width: 1440, height: 900 } });
  const { page } = tab;
  await tab.openFile(sample);
  await page.getByLabel('Find a category').fill('chip res');
  await page.locator('#panels .choice', { hasText: 'Chip Resistors' }).click();
  await page.getByLabel('Find a category').fill('');
  const filter = 'specs.resistance.value:[1000 TO 47000] AND offers.in_stock_quantity:[100 TO *]';
  await page.fill('#filter', filter);
  const q = '"thick film" 0603';
  await tab.type(q);
  const category = (await catalog.categories.search({ q: '"chip resistors"' })).results[0].item.uid;
  const { hits } = await catalog.parts.search({ q, filter: { fields: { category_uids: [category] }, queries: [filter] } });
  await eventually(() => page.locator('#status strong').textContent()).toBe(`${hits} parts`);
  // The time that is shown shall be that of a request whose sections are loaded.
  for (const order of ['ascending', 'descending', null, 'ascending']) {
    await tab.heading('Resistance').click();
    await eventually(() => page.locator('#table-head th', { hasText: 'Resistance' }).getAttribute('aria-sort')).toBe(order);
  }
  await page.locator('#table-body tr').nth(3).click();
  await page.locator('#details h2').waitFor();
  await page.locator('#q').focus();
  await page.mouse.move(0, 0);
  const path = join(folder, 'offline-page.png');
  const { page: blank } = await desk.newTab();
  await savePicture(page, path, { blank });
  expect((await stat(path)).size).toBeLessThan(MOST_BYTES);
  for (const done of [page, blank]) await done.context().close();
});
