import { describe, expect, it } from 'vitest';
import { ColumnError, type ColumnOptions, findHeader, noHeader } from '../../../src/bom/columns.js';
import { describeColumnFault } from '../../../src/cli/bom/column-faults.js';

const rowsOf = (text: string) => text.split('\n').map((line) => line.split(','));
const find = (text: string, options: Partial<ColumnOptions> = {}) => findHeader(rowsOf(text), { header: true, ...options });
const refuse = (text: string, options: Partial<ColumnOptions> = {}) =>
  describeColumnFault(noHeader(rowsOf(text), { header: true, ...options }).fault, 'bom.csv');

/** What the command says of columns that cannot be. */
function faultOf(text: string, options: Partial<ColumnOptions>): string {
  try {
    find(text, options);
  } catch (error) {
    if (error instanceof ColumnError) return describeColumnFault(error.fault, 'bom.csv');
    throw error;
  }
  return '';
}

describe('the headings of a list', () => {
  // What the programs of the trade export.
  it.each([
    [
      'KiCad',
      'Id,Designator,Footprint,Quantity,Designation,Supplier and ref,MPN',
      { mpn: 6, skus: [], quantity: 3, reference: 1 },
    ],
    [
      'Altium',
      'Comment,Description,Designator,Footprint,LibRef,Quantity,Manufacturer 1,Manufacturer Part Number 1,Supplier 1,Supplier Part Number 1',
      { mpn: 7, brand: 6, seller: 8, skus: [9], quantity: 5, reference: 2 },
    ],
    ['Eagle', 'Qty,Value,Device,Package,Parts,Description,MF,MPN', { mpn: 7, skus: [], quantity: 0, reference: 4 }],
    [
      'EasyEDA',
      'ID,Name,Designator,Footprint,Quantity,Manufacturer Part,Manufacturer,Supplier,Supplier Part',
      { mpn: 5, brand: 6, seller: 7, skus: [8], quantity: 4, reference: 2 },
    ],
    ['JLCPCB', 'Comment,Designator,Footprint,JLCPCB Part #', { skus: [3], reference: 1 }],
    [
      'a cart of Digi-Key',
      'Index,Quantity,Part Number,Manufacturer Part Number,Description,Customer Reference',
      { mpn: 3, skus: [], quantity: 1, reference: 5 },
    ],
    [
      'SamacSys',
      'Manufacturer_Name,Manufacturer_Part_Number,Mouser Part Number,Mouser Price/Stock,Arrow Part Number',
      { mpn: 1, brand: 0, skus: [2, 4] },
    ],
    [
      'German',
      'Pos.,Menge,Bezeichnung,Hersteller,Herstellernummer,Lieferant,Bestellnummer',
      { mpn: 4, brand: 3, seller: 5, skus: [6], quantity: 1 },
    ],
  ])('of %s', (_, headings, columns) => {
    expect(find(headings)).toMatchObject({ row: 0, columns });
  });

  it('may be Part where its cells look like part numbers and nothing is headed better', () => {
    expect(find('Part,Qty\nLM358DR2G,3\n1803303,1\nDNP,1')).toMatchObject({ row: 0, columns: { mpn: 0, quantity: 1 } });
    expect(find('Component,Qty\nLM358DR2G,3')).toMatchObject({ columns: { mpn: 0, quantity: 1 } });
    expect(find('Part,MPN\nLM358DR2G,A-1')).toMatchObject({ columns: { mpn: 1 } });
    expect(find('Board 7,\nPart,Qty\nLM358DR2G,3')).toMatchObject({ row: 1, columns: { mpn: 0 } });
    for (const cells of ['R1,1\nIC12,1', 'R1-R12,1', 'Power supply,1\nCover 2,1', 'Resistor,1', '']) {
      expect([cells, find(`Part,Qty\n${cells}`)]).toEqual([cells, undefined]);
    }
    expect(find('Part,Qty\nLM358DR2G,1', { brand: 'Part' })).toBeUndefined();
  });

  it('may follow title lines', () => {
    const header = find('Board rev 3,,\nQuantity,10,\n,,\nMPN,Mfr,Qty\nA-1,Acme,3');
    expect(header).toEqual({
      row: 3,
      known: 3,
      columns: { mpn: 0, brand: 1, quantity: 2, skus: [], seller: undefined, reference: undefined },
    });
  });

  it('are looked for in the first twenty lines', () => {
    expect(find(`${'title\n'.repeat(19)}MPN`)?.row).toBe(19);
    expect(find(`${'title\n'.repeat(20)}MPN`)).toBeUndefined();
  });

  it('name a column once', () => {
    expect(find('MPN,MPN 2,Qty,Qty 2')?.columns).toMatchObject({ mpn: 0, quantity: 2 });
    expect(find('Part Number,Mfr Part Number')?.columns.mpn).toBe(1);
    expect(find('Part Number,Our Name')?.columns.mpn).toBe(0);
  });
});

describe('columns by options', () => {
  const text = 'Thing,Maker of it,How many,Mfr\nA-1,Acme,3,Brix';

  it('are named by heading, in any case and punctuation, or number', () => {
    const columns = { mpn: 0, brand: 3, quantity: 2 };
    expect(find(text, { mpn: 'Thing', qty: 'how-many' })).toMatchObject({ row: 0, columns });
    expect(find(text, { mpn: '1', qty: '3' })).toMatchObject({ row: 0, columns });
    expect(find(text, { mpn: '1', brand: '2' })?.columns.brand).toBe(1);
    expect(find(text, { mpn: '1', brand: false })?.columns.brand).toBeUndefined();
    expect(find(text, { sku: ['1', 'Mfr'] })?.columns).toMatchObject({ skus: [0, 3], brand: undefined });
  });

  it('go before what headings say', () => {
    expect(find('MPN,Other', { mpn: 'Other' })?.columns.mpn).toBe(1);
  });

  it('may be numbers where no heading is known', () => {
    expect(find('x,y\nA-1,3', { mpn: '1' })).toMatchObject({ row: 0, columns: { mpn: 0 } });
    expect(find('title\nx,y\nA-1,3', { mpn: '2' })).toMatchObject({ row: 1, columns: { mpn: 1 } });
    expect(find('title,\nFoo,Qty\nA-1,3', { mpn: '1' })).toMatchObject({ row: 1, columns: { mpn: 0, quantity: 1 } });
  });

  it('are numbers without headings', () => {
    expect(find('A-1,Acme', { header: false, mpn: '1', brand: '2' })).toMatchObject({ row: -1, columns: { mpn: 0, brand: 1 } });
    expect(faultOf('A-1,Acme', { header: false, mpn: 'MPN' })).toBe(
      '--mpn "MPN": without headings columns are named by numbers, from 1',
    );
    expect(faultOf('A-1,Acme', { header: false, mpn: '3' })).toBe('--mpn 3: the first lines have 2 columns');
    expect(faultOf('A-1,Acme', { header: false, brand: '2' })).toMatch(/^--no-header needs --mpn or --sku with the number/);
  });

  it('that are missing are reported with those that exist', () => {
    expect(find('MPN,Qty', { brand: 'Maker' })).toBeUndefined();
    expect(refuse('title,\nMPN,Qty', { brand: 'Maker' })).toBe(
      '--brand "Maker": "bom.csv" has no such column; line 2 has "MPN", "Qty"',
    );
    expect(refuse('MPN,Qty', { mpn: '7' })).toBe('--mpn "7": "bom.csv" has no such column; line 1 has "MPN", "Qty"');
  });

  it('are required if no heading is known', () => {
    expect(refuse('a board\nFoo,Bar,Qty\nx,y,z')).toMatch(
      /^"bom\.csv" has no column of part numbers in its first 20 lines; line 2 has "Foo", "Bar", "Qty"\. Name it with --mpn/,
    );
  });
});
