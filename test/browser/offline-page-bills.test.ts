import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import readWorkbook from 'read-excel-file/node';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import writeWorkbook from 'write-excel-file/node';
import { buildCatalog, type CatalogSource } from '../../src/partdex.js';
import { eventually, OfflinePage, type Tab } from '../support/browser/offline-page.js';

/** The offline page costs bills of materials, and shows prices at a quantity. */
const offlinePage = await OfflinePage.start();
afterAll(() => offlinePage.stop());

const offer = (seller: string, stock: number, ...prices: (readonly [number, string])[]) => ({
  sku: `${seller}-1`,
  seller: { uid: seller.toLowerCase(), name: seller },
  in_stock_quantity: stock,
  is_authorized: true,
  prices: { USD: prices },
});
const ti = { uid: 'ti', name: 'Texas Instruments' };
const SOURCE = {
  parts: [
    {
      uid: 'p1',
      mpn: 'NE555DR',
      brand: ti,
      offers: [offer('North', 900, [1, '0.20'], [100, '0.11']), offer('South', 60, [1, '0.10'])],
    },
    { uid: 'p2', mpn: 'LM358DR', brand: ti, offers: [offer('North', 40, [1, '0.15'], [1000, '0.02'])] },
    { uid: 'p3', mpn: 'LM358DR', brand: { uid: 'st', name: 'STM' }, offers: [offer('South', 5000, [1, '0.30'], [1000, '0.01'])] },
    { uid: 'p4', mpn: 'TL431', brand: ti },
  ],
} as unknown as CatalogSource;
const catalog = await buildCatalog(SOURCE);
const path = await offlinePage.file('parts.pdx', await catalog.toBytes());
const BILL = [
  ['Reference', 'MPN', 'Manufacturer', 'Qty', 'DNP'],
  ['U1 U2', 'NE555DR', 'TI', '2', ''],
  ['U3', 'LM358DR', '', '1', ''],
  ['U4', 'NOSUCH99', '', '1', ''],
  ['U5', 'TL431', '', '1', 'DNP'],
];
const CSV = BILL.map((row) => row.join(',')).join('\n');

let tab: Tab;
beforeEach(async () => {
  tab = await offlinePage.newTab();
  await tab.openFile(path);
});
afterEach(async () => {
  const { errors } = tab;
  await tab.page.context().close();
  expect(errors).toEqual([]);
});

describe('a long bill of many sellers', () => {
  const makers = Array.from({ length: 40 }, (_, i) => ({
    uid: `q${i}`,
    mpn: `PART-${i}-WITH-A-RATHER-LONG-NUMBER`,
    brand: ti,
    offers: [offer(`Distribution of Number ${i}`, 100, [1, `${1000 - i}.125`])],
  }));
  const rows = makers.map(({ mpn }, i) => `${Array.from({ length: 12 }, (_, n) => `R${i}${n}`).join(' ')},${mpn},TI,1`);
  const long = Buffer.from(['Reference,MPN,Manufacturer,Qty', ...rows].join('\n'));

  it.each([
    [1000, 800],
    [360, 740],
  ])('shows its first lines on a page of %i by %i', async (width, height) => {
    const built = await buildCatalog({ parts: makers } as unknown as CatalogSource);
    await tab.openFile(await offlinePage.file('long.pdx', await built.toBytes()));
    const { page } = tab;
    await page.setViewportSize({ width, height });
    const button = await page.locator('#bill-open').boundingBox();
    expect(button).toMatchObject({ y: expect.any(Number), height: expect.any(Number) });
    expect([(button?.y ?? -1) >= 0, (button?.height ?? 99) <= 34]).toEqual([true, true]);
    await page.locator('#bill-open').click();
    await page.setInputFiles('#bill-file', await offlinePage.file('long.csv', long));
    await eventually(() => page.locator('#bill-total').textContent()).toBe('$39,225');
    expect(await page.locator('#bill-sellers summary').textContent()).toBe('and 35 others');
    const { y = height } = (await page.locator('#bill-lines tr').nth(1).boundingBox()) ?? {};
    expect(y).toBeLessThan(height - 100);
    const isCut = () => page.locator('#bill-scroller').evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth);
    if (width >= 900) expect(await isCut()).toBe(false);
    await page.locator('#bill-sellers summary').click();
    expect(await page.locator('#bill-sellers').innerText()).toContain('Distribution of Number 39 $961.125');
  });
});

describe('a bill of materials', () => {
  const total = () => tab.page.locator('#bill-total').textContent();
  const cells = async (line: number) =>
    (await tab.page.locator('#bill-lines tr').nth(line).locator('td').allInnerTexts()).slice(3);
  const openBill = () => tab.page.locator('#bill-open').click();

  it('is matched and costed for a number of boards, and a choice of a line is costed again', async () => {
    await openBill();
    await tab.page.setInputFiles('#bill-file', await offlinePage.file('bill.csv', Buffer.from(CSV)));
    await eventually(() => tab.page.locator('#bill-status').textContent()).toBe(
      '4 lines, 1 found, 1 choose a part, 1 not in the catalog, 1 not placed',
    );
    await eventually(total).toBe('$0.2');
    expect(await cells(0)).toEqual(['2', '2 at $0.1, South', '$0.2', expect.stringContaining('Details')]);
    await tab.page.locator('#bill-boards').fill('50');
    // 100 pieces: 60 of South are too few, so that North has all of them.
    await eventually(total).toBe('$11');
    expect((await cells(0))[1]).toBe('100 at $0.11, North');
    const choice = tab.page.getByRole('combobox', { name: 'Part of LM358DR' });
    await choice.selectOption({ label: 'LM358DR, Texas Instruments' });
    await eventually(async () => (await cells(1))[3]).toContain('10 missing');
    await eventually(total).toBe('$17');
    await choice.selectOption({ label: 'LM358DR, STM' });
    // A thousand at a cent are cheaper than fifty.
    await eventually(async () => (await cells(1))[1]).toBe('1000 at $0.01, South');
    await eventually(total).toBe('$21');
    expect(await tab.page.locator('#bill-sellers').textContent()).toBe('North $11, South $10');
    expect(await tab.page.locator('#bill-lines tr').nth(3).locator('select').count()).toBe(0);
    await tab.page.locator('#bill-boards').fill('many');
    expect(await tab.page.locator('#bill-boards').getAttribute('aria-invalid')).toBe('true');
    expect(await total()).toBe('$21');
  });

  it('is saved as CSV and as a workbook', async () => {
    await openBill();
    await tab.page.locator('#bill-text').fill('NE555DR\t2\nLM358DR\t1');
    await tab.page.locator('#bill-paste').click();
    await eventually(total).toBe('$0.2');
    await tab.page.getByRole('combobox', { name: 'Part of LM358DR' }).selectOption('1');
    await eventually(total).not.toBe('$0.2');
    const saved = async (format: string) => {
      const download = tab.page.waitForEvent('download');
      await tab.page.locator(`#bill-${format}`).click();
      const file = await download;
      expect(file.suggestedFilename()).toBe(`bill-costed.${format}`);
      const target = join(offlinePage.folder, `saved.${format}`);
      await file.saveAs(target);
      return readFile(target);
    };
    const csv = String(await saved('csv'));
    expect(csv.split('\r\n')).toHaveLength(5);
    expect(csv).toMatch(/NE555DR.*South/);
    const [{ data: rows }] = await readWorkbook(await saved('xlsx'));
    expect(rows.flat()).toContain('NE555DR');
  });

  it('is dropped as a workbook while its dialog is open, instead of a catalog', async () => {
    const drop = async (name: string, bytes: Uint8Array) => {
      const transfer = await tab.page.evaluateHandle(
        ([file, content]) => {
          const given = new DataTransfer();
          given.items.add(new File([new Uint8Array(content as number[])], file as string));
          return given;
        },
        [name, [...bytes]] as const,
      );
      await tab.page.dispatchEvent('body', 'drop', { dataTransfer: transfer });
    };
    await openBill();
    await drop('list.xlsx', await writeWorkbook(BILL).toBuffer());
    await eventually(total).toBe('$0.2');
    expect(await tab.page.locator('#catalog-name').textContent()).toBe('parts.pdx');
    // Another catalog has other parts.
    await tab.page.keyboard.press('Escape');
    await drop('others.pdx', await catalog.toBytes());
    await eventually(() => tab.page.locator('#catalog-name').textContent()).toBe('others.pdx');
    await openBill();
    expect(await tab.shows('#bill-result')).toBe(false);
    expect(await tab.shows('#bill-source')).toBe(true);
  });

  it('that is not one is refused with what would be right; nothing of a list is executed', async () => {
    await openBill();
    await tab.page.setInputFiles('#bill-file', await offlinePage.file('people.csv', Buffer.from('Who,Where\nAnn,Ulm\n')));
    await eventually(() => tab.page.locator('#bill-fault').innerText()).toMatch(/name it MPN/);
    await tab.page.locator('#bill-text').fill('MPN,Qty,Reference\n<img src=x onerror=alert(1)>,1,<b>R1</b>');
    await tab.page.locator('#bill-paste').click();
    await eventually(() => tab.page.locator('#bill-lines').innerText()).toContain('<b>R1</b>');
    expect(await tab.shows('#bill-fault')).toBe(false);
    expect(await tab.page.locator('#bill-lines img').count()).toBe(0);
  });

  it('leads to the details of a part', async () => {
    await openBill();
    await tab.page.locator('#bill-text').fill('NE555DR\t2');
    await tab.page.locator('#bill-paste').click();
    await tab.page.locator('#bill-lines').getByRole('button', { name: 'Details' }).click();
    await eventually(() => tab.page.locator('#details h2').innerText()).toBe('NE555DR');
    expect(await tab.shows('#bill')).toBe(false);
  });
});

describe('what is to be bought', () => {
  const prices = () => tab.page.locator('#table-body td.price').allTextContents();

  it('the price column and its order are those of the quantity, and only parts with that many in stock are shown', async () => {
    await tab.heading('Avg. price').click();
    await eventually(prices).toEqual(['$0.15', '$0.15', '$0.30', '']);
    await tab.page.locator('#pieces').fill('1000');
    await eventually(() => tab.rows()).toEqual(['LM358DR', 'LM358DR', 'NE555DR', 'TL431']);
    await eventually(prices).toEqual(['$0.01', '$0.02', '$0.1', '']);
    expect(await tab.heading('Price at 1,000').count()).toBe(1);
    await tab.page.locator('#in-stock').check();
    await eventually(prices).toEqual(['$0.01']);
    await tab.page.locator('#pieces').fill('50');
    await eventually(prices).toEqual(['$0.1', '$0.3']);
    await tab.page.locator('#pieces').fill('');
    await eventually(() => tab.rows()).toEqual(['NE555DR', 'LM358DR', 'LM358DR']);
  });

  it('is in the address, and a text that is not a quantity changes nothing', async () => {
    await tab.page.locator('#pieces').fill('100');
    await tab.page.locator('#in-stock').check();
    await eventually(async () => new URL(tab.page.url()).hash).toBe('#stock=1&pieces=100');
    await tab.page.locator('#pieces').fill('1o0');
    expect(await tab.page.locator('#pieces').getAttribute('aria-invalid')).toBe('true');
    expect(new URL(tab.page.url()).hash).toBe('#stock=1&pieces=100');
    const again = await offlinePage.newTab();
    await again.openFile(path, '#stock=1&pieces=100');
    await eventually(() => again.rows()).toEqual(['NE555DR', 'LM358DR']);
    expect([await again.page.locator('#pieces').inputValue(), await again.page.locator('#in-stock').isChecked()]).toEqual([
      '100',
      true,
    ]);
    await again.page.context().close();
  });
});
