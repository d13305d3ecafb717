import { mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { buildCatalog } from '../../src/partdex.js';
import { generateSample, sampleMetadata } from '../../src/sample/sample.js';
import { eventually, OfflinePage } from '../support/browser/offline-page.js';
import { savePicture } from '../support/browser/picture.js';

const MOST_BYTES = 200_000;

const offlinePage = await OfflinePage.start();
afterAll(() => offlinePage.stop());

/** Where the pictures go: to keep them, name a folder in `PARTDEX_PICTURES`. */
const folder = process.env.PARTDEX_PICTURES ?? offlinePage.folder;
await mkdir(folder, { recursive: true });
const catalog = await buildCatalog({ parts: generateSample(20_000), ...sampleMetadata() });
const sample = await offlinePage.file('sample.pdx', await catalog.toBytes());

it('a picture for the documents', async () => {
  const tab = await offlinePage.newTab({ viewport: { width: 1440, height: 900 } });
  const { page } = tab;
  await tab.openFile(sample);
  await tab.settled();
  await page.getByLabel('Find a category').fill('chip res');
  await page.getByRole('checkbox', { name: 'Chip Resistors' }).check();
  await page.getByLabel('Find a category').fill('');
  const panel = (title: string) => page.locator(`#panels section[aria-label="${title}"]`);
  // Room for the specs.
  await panel('Brand').getByRole('button', { name: 'Brand' }).click();
  await panel('Resistance').locator('.bar').first().waitFor();
  await tab.settled();
  for (const [label, text] of [
    ['Least Resistance', '1k'],
    ['Greatest Resistance', '50k'],
  ]) {
    await page.getByRole('textbox', { name: label }).fill(text);
    await page.keyboard.press('Enter');
    await tab.settled();
  }
  for (const size of ['0603', '0402']) {
    await panel('Case/Package').getByRole('checkbox', { name: size, exact: true }).check();
    await tab.settled();
  }
  // The time that is shown must be that of a request whose sections are loaded.
  for (const order of ['ascending', 'descending', null, 'ascending']) {
    await tab.heading('Resistance').click();
    await eventually(() => page.locator('#table-head th', { hasText: 'Resistance' }).getAttribute('aria-sort')).toBe(order);
  }
  await eventually(() => page.locator('#chips .chip').count()).toBe(4);
  await tab.settled();
  await page.locator('#panels').evaluate((side) => side.scrollTo(0, 0));
  await page.locator('#q').focus();
  await page.mouse.move(0, 0);
  const path = join(folder, 'offline-page.png');
  const { page: blank } = await offlinePage.newTab();
  await savePicture(page, path, { blank });
  expect((await stat(path)).size).toBeLessThan(MOST_BYTES);
  for (const done of [page, blank]) await done.context().close();
});
