import { mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
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
  await save(page, 'offline-page.png');
});

it('a picture of a bill of materials', async () => {
  const tab = await offlinePage.newTab({ viewport: { width: 1440, height: 720 } });
  const { page } = tab;
  await tab.openFile(sample);
  const parts = generateSample(20_000);
  // Parts with several offers, one that has too few pieces, one that is spelled otherwise, and one that does not exist.
  const lines = Array.from(parts)
    .filter(({ offers }) => offers && offers.length > 2 && offers.every(({ prices }) => prices?.USD))
    .slice(0, 9)
    .map(({ mpn, brand }, i) => `R${2 * i + 1} R${2 * i + 2},${i === 4 ? mpn.toLowerCase() : mpn},${brand?.name ?? ''},2`);
  await page.locator('#bill-open').click();
  await page.locator('#bill-text').fill(['Reference,MPN,Manufacturer,Qty', ...lines, 'U1,NO-SUCH-99,,1'].join('\n'));
  await page.locator('#bill-paste').click();
  await page.locator('#bill-boards').fill('250');
  await eventually(() => page.locator('#bill-lines tr td:nth-child(4)').first().innerText()).toBe('500');
  await page.mouse.move(0, 0);
  await save(page, 'offline-page-bill.png');
});

/** Saves what a page shows, and closes it. */
async function save(page: Page, name: string): Promise<void> {
  const path = join(folder, name);
  const { page: blank } = await offlinePage.newTab();
  await savePicture(page, path, { blank });
  expect((await stat(path)).size).toBeLessThan(MOST_BYTES);
  for (const done of [page, blank]) await done.context().close();
}
