import { afterAll, afterEach, beforeEach, expect, it } from 'vitest';
import { buildCatalog, type CatalogSource } from '../../src/partdex.js';
import { generateSample, sampleMetadata } from '../../src/sample/sample.js';
import { eventually, OfflinePage, type Tab } from '../support/browser/offline-page.js';

const offlinePage = await OfflinePage.start();
afterAll(() => offlinePage.stop());

const catalog = await buildCatalog({ parts: generateSample(500), ...sampleMetadata() });
const bytes = await catalog.toBytes();
const sample = await offlinePage.file('sample.pdx', bytes);

let tab: Tab;
beforeEach(async () => {
  tab = await offlinePage.newTab();
});
afterEach(async () => {
  const { errors } = tab;
  await tab.page.context().close();
  expect(errors).toEqual([]);
});

const statusOf = () => tab.page.locator('#status strong').textContent();
const noticeOf = () => tab.page.locator('#notice').innerText();

/** A catalog of one part that has everything. */
const EVERYTHING: CatalogSource = {
  parts: [
    {
      uid: 'p1',
      mpn: 'R-4K7',
      brand: { uid: 'b1', name: 'Nova', homepage_url: 'https://nova.example/' },
      manufacturer: { uid: 'm1', name: 'Nova Works' },
      short_description: 'A resistor',
      descriptions: [{ value: 'A resistor of 4.7 kΩ', attribution: { sources: [{ uid: 's', name: 'Handbook' }] } }],
      datasheets: [{ url: 'https://nova.example/r-4k7.pdf', mimetype: 'application/pdf' }],
      cad_models: [{ url: 'https://nova.example/r-4k7.step' }],
      external_links: { product_url: 'https://nova.example/r-4k7' },
      specs: {
        resistance: { value: ['4700'] },
        supply_voltage: { min_value: '2.7', max_value: '5.5', metadata: { unit: { name: 'volt', symbol: 'V' } } },
        colors: { value: ['red', 'blue'] },
      },
      category_uids: ['c2'],
      offers: [
        { sku: 'X', seller: { uid: 's2', name: 'Empty Shop' }, in_stock_quantity: 0 },
        {
          sku: '12-R4K7',
          seller: { uid: 's1', name: 'Acme' },
          product_url: 'https://acme.example/12-R4K7',
          in_stock_quantity: 12345,
          moq: 10,
          packaging: 'Reel',
          factory_lead_days: 42,
          is_authorized: true,
          prices: {
            USD: [
              [10, '0.1'],
              [1000, '0.0450'],
            ],
            EUR: [[10, '0.09']],
          },
        },
      ],
    },
  ],
  categories: [
    { uid: 'c1', name: 'Passive' },
    { uid: 'c2', name: 'Resistors', parent_uid: 'c1' },
  ],
  spec_metadata: [{ key: 'resistance', name: 'Resistance', datatype: 'decimal', unit: { name: 'ohm', symbol: 'Ω' } }],
};

it('shows all of a part', async () => {
  await tab.openFile(await offlinePage.file('one.pdx', await (await buildCatalog(EVERYTHING)).toBytes()));
  await tab.page.locator('#table-body tr').click();
  const details = tab.page.locator('#details-content');
  await details.locator('h2').waitFor();
  expect(await details.locator('nav.path button').allInnerTexts()).toEqual(['Passive', 'Resistors']);
  expect(await details.locator('h2 .mpn').innerText()).toBe('R-4K7');
  expect(await details.locator('.maker').innerText()).toBe('Nova made by Nova Works');
  const specs = details.locator('table.specs');
  expect(await specs.locator('th').allInnerTexts()).toEqual(['Colors', 'Resistance', 'Supply voltage']);
  expect(await specs.locator('td:nth-child(2)').allInnerTexts()).toEqual(['red, blue', '4.7 kΩ', '2.7 … 5.5 V']);
  expect(await specs.getByText('4.7 kΩ').getAttribute('title')).toBe('4700 ohm');
  const [acme, empty] = await details.locator('.offer').allInnerTexts();
  for (const text of ['Acme', 'authorized', '12,345 in stock', '12-R4K7', 'Reel', 'at least 10', 'lead time 42 days']) {
    expect(acme).toContain(text);
  }
  expect(empty).toContain('0 in stock');
  expect(await details.locator('.prices').allInnerTexts()).toEqual(['10+\n$0.1\n1,000+\n$0.0450', '10+\n€0.09']);
  const links = await details
    .locator('a')
    .evaluateAll((all) => all.map((link) => [link.textContent, (link as HTMLAnchorElement).href]));
  expect(links).toEqual([
    ['Nova', 'https://nova.example/'],
    ['Acme', 'https://acme.example/12-R4K7'],
    ['Datasheet', 'https://nova.example/r-4k7.pdf'],
    ['CAD model', 'https://nova.example/r-4k7.step'],
    ['Product page', 'https://nova.example/r-4k7'],
  ]);
  expect(await details.locator('a:not([rel="noopener noreferrer"][target="_blank"])').count()).toBe(0);
  expect(await details.locator('.descriptions').innerText()).toContain('Handbook');
  await details.locator('summary', { hasText: 'The part as JSON' }).click();
  // The page fills it in when the browser reports that it is open, which may be later than the click.
  await eventually(async () => JSON.parse((await details.locator('pre').textContent()) || '{}').mpn).toBe('R-4K7');
});

it('loads the images of a part when they are opened, and shows their credit', async () => {
  const credit = { credit_string: 'Nova pictures', credit_url: 'https://nova.example/credit' };
  const part = { uid: 'p1', mpn: 'R-4K7', imagesets: [{ small_image: { url: 'https://img.example/r-4k7.svg' }, ...credit }] };
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"><rect width="40" height="30"/></svg>';
  await tab.page.route('https://img.example/**', (route) => route.fulfill({ contentType: 'image/svg+xml', body: svg }));
  await tab.openFile(await offlinePage.file('image.pdx', await (await buildCatalog({ parts: [part] })).toBytes()));
  await tab.page.locator('#table-body tr').click();
  const details = tab.page.locator('#details-content');
  const summary = details.getByText('Image').first();
  await summary.waitFor();
  expect(tab.requested.filter((url) => url.includes('img.example'))).toEqual([]);
  await summary.click();
  const widthOf = () => details.locator('figure img').evaluate((image) => (image as HTMLImageElement).naturalWidth);
  await eventually(widthOf).toBe(40);
  const link = details.locator('figcaption a');
  expect([await link.innerText(), await link.getAttribute('href')]).toEqual(['Nova pictures', 'https://nova.example/credit']);
});

it('a value of a part becomes a filter, and the part stays open', async () => {
  await tab.openFile(sample);
  await tab.type('thick film');
  const found = await catalog.parts.ask('thick film', { limit: 50, include: ['specs'] });
  await eventually(() => tab.rows()).toEqual(found.results.map(({ item }) => item.mpn));
  await tab.settled();
  const sized = found.results.findIndex(({ item }) => item.specs?.case_package);
  const [size] = found.results[sized].item.specs!.case_package.value as string[];
  await tab.page.locator('#table-body tr').nth(sized).click();
  const row = tab.page.locator('table.specs tr', { hasText: 'Case/Package' });
  await row.hover();
  await row.getByRole('button').click();
  await eventually(() => tab.page.locator('#chips').innerText()).toBe(`Case/Package\n${size}`);
  const fields = { 'specs.case_package.value': [size] };
  const { hits } = await catalog.parts.ask('thick film', { filter: { fields } });
  await eventually(statusOf).toBe(`${hits} parts`);
  expect(await tab.shows('#details')).toBe(true);
  await row.getByRole('button', { pressed: true }).click();
  await eventually(() => tab.shows('#chips')).toBe(false);
  await tab.page.locator('#details nav.path button').last().click();
  await eventually(() => tab.page.locator('#chips').innerText()).toBe('Category\nChip Resistors');
});

it('works without a mouse', async () => {
  await tab.openFile(sample);
  const { page } = tab;
  const focused = () => page.evaluate(() => document.activeElement?.id || (document.activeElement as HTMLElement).dataset.uid);
  const uids = await page.locator('#table-body tr').evaluateAll((rows) => rows.map((row) => (row as HTMLElement).dataset.uid));
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  await eventually(focused).toBe('q');
  await press('ArrowDown');
  await eventually(focused).toBe(uids[0]);
  await press('ArrowDown', 'ArrowDown', 'Enter');
  await eventually(focused).toBe(uids[2]);
  const open = () => page.locator('#table-body tr[aria-selected="true"]').getAttribute('data-uid');
  const focusedAndOpen = async () => [await focused(), await open()];
  await eventually(open).toBe(uids[2]);
  await press('ArrowUp');
  await eventually(focusedAndOpen).toEqual([uids[1], uids[1]]);
  await press('End');
  await eventually(focusedAndOpen).toEqual([uids[49], uids[49]]);
  await press('Escape');
  await eventually(() => tab.shows('#details')).toBe(false);
  await eventually(focused).toBe(uids[49]);
  await press('ArrowRight');
  await eventually(() => page.locator('#page-range').textContent()).toBe('51–100 of 500');
  const [next] = (await catalog.parts.search({ start: 50, limit: 1 })).results;
  await eventually(focused).toBe(next.item.uid);
  await press('ArrowLeft');
  await eventually(focused).toBe(uids[0]);
  await press('ArrowUp');
  await eventually(focused).toBe('q');
  await press('ArrowDown');
  await eventually(focused).toBe(uids[0]);
  await press('/');
  await eventually(focused).toBe('q');
  await page.keyboard.type('film');
  await press('Enter');
  const { results, hits } = await catalog.parts.ask('film');
  await eventually(statusOf).toBe(`${hits} parts`);
  await eventually(focused).toBe(results[0].item.uid);
  await press('?');
  await eventually(() => tab.shows('#help')).toBe(true);
  await press('Escape');
  await eventually(() => tab.shows('#help')).toBe(false);
  await press('/', 'Escape');
  await eventually(statusOf).toBe('500 parts');
});

it('a filter query that is wrong is marked where it is wrong, and the answer before it stays', async () => {
  await tab.openFile(sample);
  const { page } = tab;
  await page.fill('#filter', 'specs.resistance.value:[1000 TO 4700 AND x');
  const fault = page.locator('#filter-fault');
  await eventually(() => fault.locator('mark').textContent()).toBe('AND');
  expect(await fault.innerText()).toContain('Found "AND" at character 38, expected "]" or "}"');
  expect(await page.locator('#filter').getAttribute('aria-invalid')).toBe('true');
  expect(await statusOf()).toBe('500 parts');
  await fault.locator('.query').click();
  await eventually(() => page.evaluate(() => getSelection()?.toString())).toBe('AND');
  await page.fill('#filter', 'mpn:');
  await eventually(() => fault.innerText()).toContain('Found the end of the query');
  await page.fill('#filter', 'specs.resistance.value:big');
  await eventually(() => fault.innerText()).toContain('"big" is neither a number nor a quantity');
  expect(await fault.locator('mark').count()).toBe(0);
  await page.fill('#filter', 'specs.resistance.value:[10 TO 1]');
  await eventually(() => page.locator('#warnings').innerText()).toContain('its lower bound is above the upper one');
  await eventually(() => fault.isVisible()).toBe(false);
  await eventually(() => tab.shows('#nothing-found')).toBe(true);
  await page.locator('#search-all').click();
  await eventually(statusOf).toBe('500 parts');
  await eventually(() => page.locator('#filter').inputValue()).toBe('');
});

it('a file that is damaged or foreign is refused, and the catalog before it stays open', async () => {
  const damaged = (at: number) => {
    const copy = bytes.slice();
    copy[at] ^= 0xff;
    return copy;
  };
  await tab.openFile(sample);
  const faults: [string, Uint8Array, string][] = [
    [
      'notes.txt',
      Buffer.from('no catalog at all'),
      'notes.txt cannot be opened: its first 100 lines have no heading of a column of part numbers',
    ],
    ['empty.pdx', new Uint8Array(0), 'empty.pdx cannot be opened'],
    ['header.pdx', damaged(20), 'catalog section "header": checksum does not match'],
    ['short.pdx', bytes.subarray(0, bytes.length - 100), `of ${bytes.length} bytes`],
    [
      'documents.pdx',
      damaged(placeOf('categories/documents')),
      'documents.pdx cannot be opened: catalog section "categories/documents"',
    ],
  ];
  for (const [i, [name, content, message]] of faults.entries()) {
    await tab.pick(await offlinePage.file(name, content));
    await eventually(noticeOf).toContain(message);
    expect(await tab.page.locator('#catalog-name').textContent()).toBe('sample.pdx');
    const q = ['ceramic', 'film'][i % 2];
    await tab.type(q);
    await eventually(statusOf).toBe(`${(await catalog.parts.ask(q)).hits} parts`);
    await tab.page.locator('#notice-close').click();
    await eventually(() => tab.shows('#notice')).toBe(false);
  }
  await tab.pick(await offlinePage.file('one.pdx', await (await buildCatalog(EVERYTHING)).toBytes()));
  await eventually(() => tab.page.locator('#catalog-name').textContent()).toBe('one.pdx');
});

it('damage that shows only later is reported, and the readable parts are still found', async () => {
  const copy = bytes.slice();
  copy[placeOf('parts/fields/avg_price/codes')] ^= 0xff;
  await tab.openFile(await offlinePage.file('later.pdx', copy));
  await eventually(statusOf).toBe('500 parts');
  await tab.heading('Avg. price').click();
  await eventually(noticeOf).toContain('catalog section "parts/fields/avg_price/codes": checksum does not match');
  expect((await tab.rows()).length).toBe(50);
  await tab.heading('Part number').click();
  await eventually(() => tab.shows('#notice')).toBe(false);
  const { results } = await catalog.parts.search({ sortby: 'mpn asc', limit: 50 });
  await eventually(() => tab.rows()).toEqual(results.map(({ item }) => item.mpn));
});

/** Where a section of the catalog begins, as its table says (docs/format.md). */
function placeOf(section: string): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const name = Buffer.from(bytes.buffer, bytes.byteOffset).indexOf(Buffer.from(section), Number(view.getBigUint64(16, true)));
  expect(name).toBeGreaterThan(0);
  return Number(view.getBigUint64(name - 24, true));
}

it('prices are not cut off beside the details', async () => {
  const parts = Array.from({ length: 60 }, (_, i) => ({
    uid: `p${i}`,
    mpn: `0122M4-37.400F12DTNLL-${i}`,
    brand: { uid: 'b1', name: 'A Manufacturer of Electronic Components' },
    short_description: 'Description of a part that is longer than any column of a table',
    specs: Object.fromEntries(['resistance', 'tolerance', 'power'].map((key) => [key, { value: [`${i} of a kind`] }])),
    offers: [
      { sku: `${i}`, seller: { uid: 's1', name: 'Acme' }, in_stock_quantity: 1_234_567, prices: { USD: [[1, '1234.56']] } },
    ],
  }));
  const built = await buildCatalog({ parts } as unknown as CatalogSource);
  const path = await offlinePage.file('wide.pdx', await built.toBytes());
  const { page } = tab;
  const isCut = () => page.locator('#table-scroller').evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth);
  for (const [width, describes] of [
    [1400, true],
    [1200, false],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await tab.openFile(path);
    await page.locator('#table-body tr').first().click();
    await page.locator('#details h2').first().waitFor();
    await eventually(isCut).toBe(false);
    await eventually(() => page.locator('#table-body td.description').first().isVisible()).toBe(describes);
  }
});
