import { afterAll, afterEach, beforeEach, expect, it } from 'vitest';
import { type Brand, buildCatalog, type SearchRequest } from '../../src/partdex.js';
import { generateSample, sampleMetadata } from '../../src/sample/sample.js';
import { askedRequest } from '../support/browser/asked.js';
import { eventually, OfflinePage, type Tab } from '../support/browser/offline-page.js';

const offlinePage = await OfflinePage.start();
afterAll(() => offlinePage.stop());

const limits = { start: Number.POSITIVE_INFINITY };
const catalog = await buildCatalog({ parts: generateSample(2000), ...sampleMetadata() }, { limits });
const bytes = await catalog.toBytes();
const sample = await offlinePage.file('sample.pdx', bytes);
const PAGE_SIZE = 50;

let tab: Tab;
beforeEach(async () => {
  offlinePage.server.files.delete('catalog.pdx');
  offlinePage.server.latency = 0;
  offlinePage.server.held = undefined;
  offlinePage.server.requests.length = 0;
  tab = await offlinePage.newTab();
});
afterEach(async () => {
  const { errors } = tab;
  await tab.page.context().close();
  expect(errors).toEqual([]);
});

/** What the engine in Node answers: the part numbers of the first page, and the count as the page writes it. */
async function answerOf(request: SearchRequest) {
  const { results, hits } = await catalog.parts.search({ limit: PAGE_SIZE, ...(await askedRequest(catalog.parts, request)) });
  return { rows: results.map(({ item }) => item.mpn), count: `${hits.toLocaleString('en-US')} part${hits === 1 ? '' : 's'}` };
}

async function expectAnswer(request: SearchRequest): Promise<void> {
  const { rows, count } = await answerOf(request);
  await eventually(() => tab.page.locator('#status strong').textContent()).toBe(count);
  await eventually(() => tab.rows()).toEqual(rows);
}

it('as a file it asks for a catalog kindly, and opens one that is picked', async () => {
  await tab.openFile();
  await eventually(() => tab.page.locator('#start').innerText()).toContain('cannot look for a catalog');
  expect(await tab.shows('main')).toBe(false);
  await tab.pick(sample);
  await expectAnswer({});
  expect(await tab.shows('#start')).toBe(false);
  expect(await tab.page.locator('#catalog-name').textContent()).toBe('sample.pdx');
  expect(await tab.page.locator('#catalog-size').textContent()).toMatch(/^2,000 parts, \d\.\d\d MB$/);
  expect(await tab.page.title()).toBe('sample.pdx – partdex');
});

it('a catalog is dropped anywhere, and the page shows where', async () => {
  await tab.openFile();
  const transfer = await tab.page.evaluateHandle((base64) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))], 'dropped.pdx'));
    return transfer;
  }, Buffer.from(bytes).toString('base64'));
  await tab.page.dispatchEvent('#top', 'dragenter', { dataTransfer: transfer });
  await eventually(() => tab.shows('#drop-target')).toBe(true);
  await tab.page.dispatchEvent('#top', 'dragleave', { dataTransfer: transfer });
  await eventually(() => tab.shows('#drop-target')).toBe(false);
  await tab.page.dispatchEvent('#top', 'dragenter', { dataTransfer: transfer });
  await tab.page.dispatchEvent('#start', 'drop', { dataTransfer: transfer });
  await expectAnswer({});
  expect(await tab.shows('#drop-target')).toBe(false);
  expect(await tab.page.locator('#catalog-name').textContent()).toBe('dropped.pdx');
});

it('from a server it opens the catalog beside it, and fetches what it needs of it', async () => {
  offlinePage.server.files.set('catalog.pdx', { bytes, headers: { ETag: '"1"' } });
  await tab.openUrl();
  await expectAnswer({});
  await tab.settled();
  const fetches = offlinePage.server.requests.filter(({ path }) => path === 'catalog.pdx');
  expect(fetches.every(({ range }) => range !== undefined)).toBe(true);
  expect(fetches.reduce((sum, { sent }) => sum + sent, 0)).toBeLessThan(bytes.length / 2);
  expect(tab.requested.every((url) => url.startsWith(offlinePage.server.origin) || url.startsWith('blob:'))).toBe(true);
});

it('text typed before the catalog is open is searched for once it is', async () => {
  offlinePage.server.files.set('catalog.pdx', { bytes, headers: { ETag: '"1"' } });
  offlinePage.server.latency = 100;
  await tab.openUrl();
  await tab.page.locator('#q').pressSequentially('cap ceramic x7r pad smd', { delay: 40 });
  expect(await tab.page.locator('#q').inputValue()).toBe('cap ceramic x7r pad smd');
  await expectAnswer({ q: 'cap ceramic x7r pad smd' });
});

it('?catalog= names another one, on the same server', async () => {
  offlinePage.server.files.set('other.pdx', { bytes, headers: { ETag: '"1"' } });
  await tab.openUrl('?catalog=other.pdx');
  await expectAnswer({});
  await tab.openUrl('?catalog=http://127.0.0.1:1/x.pdx');
  await eventually(() => tab.page.locator('#notice').innerText()).toContain('opens catalogs of its own server only');
  offlinePage.server.files.set('other.pdx', { bytes: bytes.subarray(0, 1000), headers: { ETag: '"2"' } });
  await tab.openUrl('?catalog=other.pdx');
  await eventually(() => tab.page.locator('#notice').innerText()).toContain(
    'other.pdx cannot be opened: catalog section "header"',
  );
  await eventually(() => tab.shows('#start')).toBe(true);
});

it('reports that there is no catalog beside it', async () => {
  tab.foreseen = '404';
  await tab.openUrl();
  await eventually(() => tab.page.locator('#start').innerText()).toContain('There is no catalog.pdx beside this page.');
  expect(await tab.shows('#notice')).toBe(false);
  await tab.openUrl('?catalog=gone.pdx');
  await eventually(() => tab.page.locator('#notice').innerText()).toContain('the server answered 404');
});

it('searches while the user types, half-typed words included', async () => {
  await tab.openFile(sample);
  await tab.type('ceramic x7r');
  await expectAnswer({ q: 'ceramic x7r' });
  await eventually(() => tab.page.locator('#warnings li').count()).toBe(0);
  await tab.type('thick fil');
  await expectAnswer({ q: 'thick', filter: { queries: ['words:fil* OR mpn:fil* OR offers.sku:fil*'] } });
  await eventually(() => tab.page.locator('#warnings').innerText()).toContain(
    'No part has the whole word “fil”. These have a word that begins with it.',
  );
  await tab.type('ceramic "xyzzy qyzzx"');
  await eventually(() => tab.shows('#nothing-found')).toBe(true);
  expect(await tab.page.locator('#examples-list button').count()).toBeGreaterThan(2);
  await tab.type('r*');
  await eventually(() => tab.page.locator('#warnings').innerText()).toContain('r* is ignored');
});

it('of several questions only the newest is answered', async () => {
  offlinePage.server.files.set('catalog.pdx', { bytes, headers: { ETag: '"1"' } });
  await tab.openUrl();
  await expectAnswer({});
  const isWaiting = () => tab.page.locator('#results').evaluate((results) => results.classList.contains('is-waiting'));
  const release = offlinePage.server.hold();
  await tab.page.fill('#q', 'resistor');
  await tab.page.evaluate(() => {
    const shown: string[] = [];
    Object.assign(globalThis, { shown });
    const status = document.getElementById('status') as HTMLElement;
    new MutationObserver(() => shown.push(status.innerText)).observe(status, { childList: true });
  });
  await eventually(isWaiting).toBe(true);
  await tab.page.fill('#q', 'ceramic');
  await tab.hasRequested('ceramic');
  release();
  await expectAnswer({ q: 'ceramic' });
  await eventually(isWaiting).toBe(false);
  // All requests are answered, and no answer is still to be shown.
  await tab.settled();
  const shown = await tab.page.evaluate(() => (globalThis as unknown as { shown: string[] }).shown);
  expect(shown.length).toBe(1);
});

it('sorts by the headings: one order, the other, relevance', async () => {
  await tab.openFile(sample);
  await tab.type('thick film');
  await expectAnswer({ q: 'thick film' });
  const heading = tab.heading('Resistance');
  const ariaSort = () => tab.page.locator('#table-head th', { hasText: 'Resistance' }).getAttribute('aria-sort');
  await heading.click();
  await expectAnswer({ q: 'thick film', sortby: 'specs.resistance.value asc' });
  await eventually(ariaSort).toBe('ascending');
  await heading.click();
  await expectAnswer({ q: 'thick film', sortby: 'specs.resistance.value desc' });
  await eventually(ariaSort).toBe('descending');
  await heading.click();
  await expectAnswer({ q: 'thick film' });
  await eventually(ariaSort).toBe(null);
  for (const [title, sortby] of [
    ['Part number', 'mpn asc'],
    ['Brand', 'brand.name asc'],
    ['Stock', 'offers.in_stock_quantity desc'],
    ['Avg. price', 'avg_price asc'],
  ]) {
    await tab.heading(title).click();
    await expectAnswer({ q: 'thick film', sortby });
  }
});

it('the displayed average price is the one that results are sorted by', async () => {
  await tab.openFile(sample);
  for (const order of ['asc', 'desc']) {
    await tab.heading('Avg. price').click();
    await expectAnswer({ sortby: `avg_price ${order}` });
    const texts = await tab.page.locator('#table-body td.price').allTextContents();
    const prices = texts.map((text) => Number(text.replace(/[$,]/g, '')));
    expect(texts.every((text) => /^\$[\d,]+\.\d{2,}$/.test(text))).toBe(true);
    expect(prices).toEqual([...prices].sort((a, b) => (order === 'asc' ? a - b : b - a)));
  }
});

it('pages to the end and back', async () => {
  await tab.openFile(sample);
  const { page } = tab;
  expect(await page.locator('#page-range').textContent()).toBe('1–50 of 2,000');
  expect(await page.locator('#page-previous').isDisabled()).toBe(true);
  await page.locator('#page-next').click();
  await expectAnswer({ start: 50 });
  await page.locator('#page-last').click();
  await expectAnswer({ start: 1950 });
  await eventually(() => page.locator('#page-range').textContent()).toBe('1,951–2,000 of 2,000');
  expect(await page.locator('#page-next').isDisabled()).toBe(true);
  await page.locator('#page-first').click();
  await expectAnswer({});
  await tab.page.evaluate(() => {
    location.hash = '#page=1000';
  });
  await eventually(() => page.locator('#page-range').textContent()).toBe('1,951–2,000 of 2,000');
});

it('chooses a category and brands, shows them as chips, and takes them back', async () => {
  await tab.openFile(sample);
  const { page } = tab;
  const capacitors = (await catalog.categories.search({ q: '"ceramic capacitors"' })).results[0].item;
  await tab.settled();
  await page.getByLabel('Find a category').fill('ceram');
  await page.getByRole('checkbox', { name: 'Ceramic Capacitors' }).check();
  const category = { category_uids: [capacitors.uid] };
  await expectAnswer({ filter: { fields: category } });
  const { results } = await catalog.parts.search({ filter: { fields: category }, sortby: 'brand.name asc', limit: 100 });
  const brands = [results[0], results[99]].map(({ item }) => item.brand as Brand);
  for (const { name } of brands) {
    await tab.settled();
    await page.getByLabel('Find a brand').fill(name.slice(0, 8));
    await tab.settled();
    await page.getByLabel(name, { exact: true }).check();
  }
  await expectAnswer({ filter: { fields: { ...category, 'brand.uid': brands.map(({ uid }) => uid) } } });
  const chips = page.locator('#chips .chip');
  const texts = ['Category\nCeramic Capacitors', ...brands.map(({ name }) => `Brand\n${name}`)];
  await eventually(() => chips.allInnerTexts()).toEqual(texts);
  await chips.nth(1).click();
  await expectAnswer({ filter: { fields: { ...category, 'brand.uid': [brands[1].uid] } } });
  await tab.settled();
  await page.getByLabel('Find a category').fill('');
  await page.getByRole('checkbox', { name: 'Ceramic Capacitors', checked: true }).uncheck();
  await expectAnswer({ filter: { fields: { 'brand.uid': [brands[1].uid] } } });
});

it('chosen columns stay, and automatic ones come back', async () => {
  await tab.openFile(sample);
  const { page } = tab;
  // Not letter by letter: which columns are shown depends on those of the answer before.
  await page.fill('#q', 'thick film');
  await expectAnswer({ q: 'thick film' });
  const specs = () => page.locator('#table-head th.spec').allInnerTexts();
  await eventually(specs).toContain('Resistance');
  await page.locator('#columns-button').click();
  await page.locator('#columns-search').fill('voltage rat');
  const voltage = page.locator('#columns').getByLabel('Voltage Rating');
  expect(await voltage.isChecked()).toBe(false);
  await voltage.check();
  await eventually(specs).toContain('Voltage Rating');
  const ratings = await page.locator('#table-body td[data-title="Voltage Rating"]').allInnerTexts();
  expect(ratings.some((rating) => /^\d+ V$/.test(rating))).toBe(true);
  await page.keyboard.press('Escape');
  await eventually(() => tab.shows('#columns')).toBe(false);
  await tab.type('ceramic capacitor');
  await expectAnswer({ q: 'ceramic capacitor' });
  await eventually(specs).toEqual(expect.arrayContaining(['Resistance', 'Voltage Rating']));
  await page.locator('#columns-button').click();
  await page.locator('#columns-automatic').click();
  await eventually(specs).toContain('Capacitance');
  await eventually(specs).not.toContain('Resistance');
});

it('the address keeps everything, and the way back', async () => {
  offlinePage.server.files.set('catalog.pdx', { bytes, headers: { ETag: '"1"' } });
  await tab.openUrl();
  await tab.type('film');
  await tab.page.fill('#filter', 'specs.resistance.value:[1000 TO *]');
  const request = { q: 'film', filter: { queries: ['specs.resistance.value:[1000 TO *]'] } };
  await expectAnswer(request);
  await tab.heading('Part number').click();
  await tab.page.locator('#page-next').click();
  await expectAnswer({ ...request, sortby: 'mpn asc', start: 50 });
  await tab.page.locator('#table-body tr').nth(2).click();
  const mpn = await tab.page.locator('#details h2 .mpn').innerText();
  await tab.page.reload();
  await expectAnswer({ ...request, sortby: 'mpn asc', start: 50 });
  await eventually(() => tab.page.locator('#details h2 .mpn').innerText()).toBe(mpn);
  expect(await tab.page.locator('#q').inputValue()).toBe('film');
  await tab.page.goBack();
  await eventually(() => tab.shows('#details')).toBe(false);
  await tab.page.goBack();
  await expectAnswer({ ...request, sortby: 'mpn asc' });
  await tab.page.goBack();
  await expectAnswer(request);
});

it('every example finds something', async () => {
  await tab.openFile(sample);
  const { page } = tab;
  const examples = page.locator('#examples-list button');
  const count = await examples.count();
  expect(count).toBe(5);
  for (let i = 0; i < count; i++) {
    await page.locator('#logo').click();
    await eventually(() => page.locator('#status strong').textContent()).toBe('2,000 parts');
    await examples.nth(i).click();
    await eventually(() => tab.shows('#examples')).toBe(false);
    await eventually(() => page.locator('#status strong').textContent()).toMatch(/^[\d,]+ parts?$/);
  }
});
