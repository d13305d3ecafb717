import { readFile } from 'node:fs/promises';
import { afterAll, afterEach, beforeEach, expect, it } from 'vitest';
import { buildCatalog, overlay, type Part, parseChanges } from '../../src/partdex.js';
import { eventually, OfflinePage, type Tab } from '../support/browser/offline-page.js';

/** The offline page keeps notes and own prices. */
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

const PARTS = [
  {
    uid: 'a',
    mpn: 'AAA-1',
    descriptions: [{ value: 'a resistor' }],
    offers: [{ seller: { uid: 's', name: 'Shop' }, prices: { USD: [[1, '2']] } }],
  },
  { uid: 'b', mpn: 'BBB-2' },
  { uid: 'c', mpn: 'CCC-3' },
] as Part[];

async function catalogFile(name: string, parts: readonly Part[]): Promise<string> {
  const catalog = await buildCatalog({ parts });
  return offlinePage.file(name, await catalog.toBytes());
}

const count = () => tab.page.locator('#status strong').textContent();

async function noteOn(mpn: string, text: string, price: string): Promise<void> {
  await tab.page.locator('#results').getByText(mpn, { exact: true }).click();
  await tab.page.locator('#details .mpn', { hasText: mpn }).waitFor();
  const form = tab.page.locator('#details form.own');
  if (!(await form.isVisible())) await tab.page.getByText('My notes').click();
  await tab.page.fill('#own-text', text);
  await tab.page.fill('#own-price', price);
  await tab.page.getByRole('button', { name: 'Keep' }).click();
}

it('notes and prices are found, stay in the browser, and leave the catalog as it is', async () => {
  const path = await catalogFile('noted.pdx', PARTS);
  await tab.openFile(path);
  await noteOn('AAA-1', 'for the Zebra board', '0,75');
  await eventually(() => tab.page.locator('#details .offer').allInnerTexts()).toHaveLength(2);
  expect((await tab.page.locator('#details .offer').allInnerTexts()).join('\n')).toMatch(/My price[\s\S]*0\.75/);
  await tab.type('zebra');
  await eventually(() => tab.rows()).toEqual(['AAA-1']);
  // Another visit, and a newer version of the catalog under the same name.
  await catalogFile('noted.pdx', [
    { ...PARTS[0], descriptions: [{ value: 'a better resistor' }] } as Part,
    ...PARTS.slice(1),
    { uid: 'd', mpn: 'DDD' } as Part,
  ]);
  await tab.openFile(path);
  await eventually(count).toBe('4 parts');
  await tab.type('zebra better');
  await eventually(() => tab.rows()).toEqual(['AAA-1']);
  await tab.page.locator('#results').getByText('AAA-1', { exact: true }).click();
  await eventually(() => tab.page.inputValue('#own-text')).toBe('for the Zebra board');
  expect(await tab.page.inputValue('#own-price')).toBe('0.75');
  // A catalog of another name has no notes, and an empty note is removed.
  await tab.pick(await catalogFile('other.pdx', PARTS));
  await eventually(() => tab.page.locator('#catalog-name').textContent()).toBe('other.pdx');
  await tab.page.fill('#q', 'zebra');
  await eventually(count).toBe('No part');
  await tab.openFile(path);
  await eventually(count).toBe('4 parts');
  await noteOn('AAA-1', '', '');
  await eventually(() => tab.page.locator('#details .offer').allInnerTexts()).toHaveLength(1);
  expect(await tab.page.evaluate(() => Object.keys(localStorage))).toEqual([]);
});

it('all notes are saved as a file of changes, which lead to the same catalog elsewhere', async () => {
  await tab.openFile(await catalogFile('saved-notes.pdx', PARTS));
  await noteOn('AAA-1', 'first', '');
  await eventually(() => tab.page.evaluate(() => Object.values(localStorage).join())).toContain('first');
  await noteOn('BBB-2', '', '1.5');
  await eventually(() => tab.page.evaluate(() => Object.values(localStorage).join())).toContain('1.5');
  const download = tab.page.waitForEvent('download');
  await tab.page.getByRole('button', { name: 'Save all notes' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe('notes.ndjson');
  const text = await readFile(await file.path(), 'utf8');
  const over = await overlay(await buildCatalog({ parts: PARTS }), parseChanges(text));
  expect(over.report).toMatchObject({ added: 0, replaced: 2, missing: [] });
  expect((await over.parts.search({ q: 'first' })).hits).toBe(1);
  expect((await over.parts.search({ filter: { queries: ['offers:(seller.uid:own AND price.USD.1:1.5)'] } })).hits).toBe(1);
});

it('a price that is not a number is marked, and unreadable notes are reported and kept', async () => {
  const path = await catalogFile('faulty.pdx', PARTS);
  await tab.openFile(path);
  await noteOn('CCC-3', 'mine', 'cheap');
  expect(await tab.page.locator('#own-price').evaluate((input: HTMLInputElement) => input.validationMessage)).toMatch(/0\.05/);
  expect(await tab.page.evaluate(() => localStorage.length)).toBe(0);
  await tab.page.evaluate(() => localStorage.setItem('partdex notes of faulty.pdx', '{"patch":{"uid":"c"}}\n{"put'));
  await tab.openFile(path);
  await eventually(() => tab.page.locator('#notice').innerText()).toMatch(
    /notes about faulty\.pdx cannot be read: changes:2: is not JSON/,
  );
  expect(await tab.rows()).toEqual(['AAA-1', 'BBB-2', 'CCC-3']);
  expect(await tab.page.evaluate(() => localStorage.getItem('unreadable partdex notes of faulty.pdx'))).toContain('{"put');
});
