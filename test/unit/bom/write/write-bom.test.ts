import { strFromU8, unzipSync } from 'fflate';
import readSheet from 'read-excel-file/universal';
import { describe, expect, it } from 'vitest';
import { costBom } from '../../../../src/bom/cost/cost-bom.js';
import type { BomLine } from '../../../../src/bom/cost/costed-bom.js';
import { WORKBOOK_MARK } from '../../../../src/bom/write/workbook.js';
import { writeBom } from '../../../../src/bom/write/write-bom.js';
import { ValidationError } from '../../../../src/partdex.js';
import { rejectionOf } from '../../../support/thrown.js';

const offer = (seller: string, stock: number, price: string) => ({
  sku: '=1+1',
  seller: { uid: seller, name: `${seller}, Inc.` },
  in_stock_quantity: stock,
  prices: { USD: [[1, price]] as [number, string][] },
});

const LINES: BomLine[] = [
  {
    line: 2,
    quantity: 10,
    references: ['R1', 'R2'],
    value: '-5V "aux"',
    part: {
      uid: 'p',
      mpn: '@PART&<1>',
      brand: { uid: 'b', name: '+Brand' },
      offers: [offer('a', 6, '0.1'), offer('b', 9, '0.25')],
    },
  },
  { line: 3, quantity: 2, mpn: 'NONE' },
];
const COSTED = costBom(LINES);

describe('writeBom', () => {
  it('writes CSV that no spreadsheet runs', async () => {
    const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(await writeBom(COSTED, 'csv'));
    expect(text.split('\r\n')).toEqual([
      '\ufeffLine,References,Part number,Brand,Value,Footprint,State,Needed,Seller,SKU,Pieces,Price USD,Cost USD,Shortfall,Lead days,Risks,Remarks',
      `2,"R1, R2",'@PART&<1>,'+Brand,"'-5V ""aux""",,found,10,"a, Inc.",'=1+1,6,0.1,0.6,0,,not authorized,`,
      `2,"R1, R2",'@PART&<1>,'+Brand,"'-5V ""aux""",,found,,"b, Inc.",'=1+1,4,0.25,1,,,,`,
      '3,,NONE,,,,missing,2,,,,,,2,,"no offer, shortfall",',
      ',Total,,,,,,,,,,,1.6,,,,',
      '',
    ]);
  });

  it('writes a workbook with formulas, their results, and texts that are not formulas', async () => {
    const bytes = await writeBom(COSTED, 'xlsx');
    const xml = strFromU8(unzipSync(bytes)['xl/worksheets/sheet1.xml']);
    expect(xml).toContain('<c r="M2"><f>K2*L2</f><v>0.6</v></c>');
    expect(xml).toContain('<c r="M5"><f>SUM(M2:M4)</f><v>1.6</v></c>');
    expect(xml).toContain('<c r="C2" t="inlineStr"><is><t xml:space="preserve">@PART&amp;&lt;1&gt;</t></is></c>');
    expect(xml).toContain('<col min="2" max="2" width="12" customWidth="1"/>');
    // The command recognises its own workbooks by their first file, which is not compressed.
    expect(new TextDecoder().decode(bytes.subarray(0, 512))).toContain(WORKBOOK_MARK);
    const [{ data }] = await readSheet(new Blob([bytes as Uint8Array<ArrayBuffer>]));
    expect(data[1]).toEqual([
      2,
      'R1, R2',
      '@PART&<1>',
      '+Brand',
      '-5V "aux"',
      null,
      'found',
      10,
      'a, Inc.',
      '=1+1',
      6,
      0.1,
      0.6,
      0,
      null,
      'not authorized',
      null,
    ]);
    expect(data[4][12]).toBe(1.6);
    expect(await writeBom(COSTED, 'xlsx')).toEqual(bytes);
  });

  it('keeps decimals that a workbook cannot have as texts, and leaves out what XML cannot have', async () => {
    const costed = costBom([
      { quantity: 1, part: { uid: 'p', mpn: 'a\u0000b\ud800c', offers: [offer('a', 6, '0.12345678901234567')] } },
    ]);
    const xml = strFromU8(unzipSync(await writeBom(costed, 'xlsx'))['xl/worksheets/sheet1.xml']);
    expect(xml).toContain('<t xml:space="preserve">0.12345678901234567</t>');
    expect(xml).toContain('>abc<');
  });

  it('writes JSON as it is, and rejects other formats', async () => {
    expect(JSON.parse(new TextDecoder().decode(await writeBom(COSTED, 'json')))).toEqual(JSON.parse(JSON.stringify(COSTED)));
    expect(await rejectionOf(writeBom(COSTED, 'pdf' as never))).toBeInstanceOf(ValidationError);
    expect(await rejectionOf(writeBom([] as never, 'csv'))).toBeInstanceOf(ValidationError);
  });

  it.each(['csv', 'xlsx', 'json'] as const)('rejects lines that costBom has not costed: %s', async (format) => {
    const matched = { lines: [{ quantity: 1, state: 'missing', candidates: [] }], total: '0', currency: 'USD' };
    for (const wrong of [matched, { lines: [null] }, { lines: [{ line: null, purchases: [] }] }]) {
      expect(await rejectionOf(writeBom(wrong as never, format))).toMatchObject({ argument: 'costed' });
    }
  });
});

describe('writeBom of lines that costBom takes', () => {
  it.each([
    ['members that are null', { references: null, mpn: null, value: null, line: null }],
    ['members of the caller with names of matched lines', { state: 7, candidates: 'mine' }],
    ['candidates without a part', { candidates: [null, 5, { item: null }, { item: { mpn: {} }, remark: 5 }] }],
    ['a part whose members are not texts', { part: { mpn: ['a,b'], brand: { name: {} }, offers: null } }],
    [
      'an offer whose members are not texts',
      { part: { mpn: 'A', offers: [{ sku: ['a,b'], in_stock_quantity: 9, seller: { name: {} }, prices: { USD: [[1, '1']] } }] } },
    ],
  ])('does not fail: %s', async (_, members) => {
    const costed = costBom([{ quantity: 1, ...members } as never]);
    for (const format of ['csv', 'xlsx', 'json'] as const) expect((await writeBom(costed, format)).length).toBeGreaterThan(0);
    expect(new TextDecoder().decode(await writeBom(costed, 'csv'))).not.toMatch(/null|object|undefined/);
  });
});
