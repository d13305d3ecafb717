import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, expect, it } from 'vitest';
import writeWorkbook from 'write-excel-file/node';
import { openCatalog } from '../../src/partdex.js';
import { eventually, OfflinePage, type Tab } from '../support/browser/offline-page.js';

/** The offline page builds catalogs of tables. */
const offlinePage = await OfflinePage.start();
afterAll(() => offlinePage.stop());

let tab: Tab;
beforeEach(async () => {
  tab = await offlinePage.newTab();
});
afterEach(async () => {
  const { errors } = tab;
  await tab.page.context().close();
  expect(errors).toEqual([]);
});

const ROWS = [
  ['MPN', 'Manufacturer', 'Description', 'Stock', 'Price (EUR)', 'Resistance'],
  ['A-10K', 'Acme', 'Resistor, thick film', '1,200', '0.10', '10k'],
  ['A-4K7', 'Acme', 'Resistor, thick film', 'plenty', '0.12', '4k7'],
  ['B-22R', 'Brix', 'Resistor, <b>anti-surge</b>', '350', '0.05', '22R'],
];
const CSV = ROWS.map((row) => row.map((cell) => `"${cell}"`).join(',')).join('\n');

/** Opens a table, looks at its report and closes it. */
async function openTable(path: string): Promise<void> {
  await tab.openFile();
  await tab.pick(path);
  await tab.page.locator('#import[open]').waitFor();
}

it('a CSV becomes a catalog, with a report of its columns, which is searched and saved', async () => {
  await openTable(await offlinePage.file('stock.csv', Buffer.from(CSV)));
  const report = () => tab.page.locator('#import-tables').innerText();
  expect(await report()).toContain('stock.csv: 3 rows, 3 parts');
  const row = (heading: string) => tab.page.locator('#import-tables tr', { hasText: heading }).innerText();
  expect((await row('Resistance')).split(/\s*\t\s*/)).toEqual(['Resistance', 'specs.resistance in Ω', '3', '']);
  expect(await row('Stock')).toContain('1: line 3 “plenty”');
  await tab.page.getByRole('button', { name: 'Search it' }).click();
  await eventually(() => tab.shows('#import')).toBe(false);
  await eventually(() => tab.page.locator('#status strong').textContent()).toBe('3 parts');
  await tab.type('4.7k resistor');
  await eventually(() => tab.rows()).toEqual(['A-4K7']);
  await tab.page.locator('#import-open').click();
  expect(await tab.shows('#import[open]')).toBe(true);
  const download = tab.page.waitForEvent('download');
  await tab.page.locator('#import-save').click();
  const file = await download;
  expect(file.suggestedFilename()).toBe('stock.pdx');
  const saved = join(offlinePage.folder, 'saved.pdx');
  await file.saveAs(saved);
  const catalog = await openCatalog(await readFile(saved));
  expect(catalog.info).toMatchObject({ parts: 3, priceCurrency: 'EUR' });
  await catalog.close();
  await tab.page.keyboard.press('Escape');
  await tab.pick(saved);
  await eventually(() => tab.page.locator('#catalog-name').textContent()).toBe('saved.pdx');
  expect(await tab.shows('#import-tools')).toBe(false);
});

it('a workbook and a packed table are read, too', async () => {
  const book = await writeWorkbook(ROWS).toBuffer();
  await openTable(await offlinePage.file('book.xlsx', book));
  expect(await tab.page.locator('#import-tables h3').innerText()).toContain('3 rows, 3 parts');
  await tab.page.getByRole('button', { name: 'Search it' }).click();
  await eventually(() => tab.page.locator('#status strong').textContent()).toBe('3 parts');
  const { gzipSync } = await import('node:zlib');
  await tab.pick(await offlinePage.file('more.csv.gz', gzipSync(`${CSV}\n"C-1","Cora","Capacitor","1","1",""`)));
  await eventually(() => tab.page.locator('#import-tables h3').innerText()).toContain('4 rows, 4 parts');
});

it('a table without part numbers is refused with what would be right, and the catalog before it stays', async () => {
  await openTable(await offlinePage.file('stock.csv', Buffer.from(CSV)));
  await tab.page.getByRole('button', { name: 'Search it' }).click();
  await tab.pick(await offlinePage.file('people.csv', Buffer.from('Who,Where\nAnn,Ulm\n')));
  await eventually(() => tab.page.locator('#notice').innerText()).toMatch(/^people\.csv cannot be opened: .*name it MPN/);
  expect(await tab.page.locator('#catalog-name').textContent()).toBe('stock.csv');
  expect(await tab.shows('#import-tools')).toBe(true);
});
