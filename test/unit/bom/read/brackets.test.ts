import { describe, expect, it } from 'vitest';
import { knownName } from '../../../../src/bom/column-names.js';
import { readBom } from '../../../../src/bom/read/read-bom.js';
import { readText } from '../../../support/tables/read-text.js';

const columnsOf = async (headings: string, cells = headings.replace(/[^,]+/g, '1')) =>
  (await readBom(`${headings}\n${cells}\n`)).report[0].columns.map(({ as }) => as);

describe('brackets behind headings of a parts list', () => {
  it('are left out where the heading is known without them', async () => {
    const { lines } = await readBom('Comment,Designator,Footprint,JLCPCB Part #（optional）\n100nF,"C1,C2",0603,C14663\n');
    expect(lines).toMatchObject([{ sku: 'C14663', seller: 'JLCPCB', quantity: 2 }]);
    expect(await columnsOf('MPN,Designator (RefDes),Manufacturer (optional),Value (Comment),Footprint [PCB]')).toEqual([
      'mpn',
      'references',
      'brand',
      'value',
      'footprint',
    ]);
    expect(await columnsOf('MPN,Reference Designator (optional),Hersteller (Name),Supplier (main)')).toEqual([
      'mpn',
      'references',
      'brand',
      'seller',
    ]);
  });

  it.each([
    ...['Manufacturer Part Number (MPN)', 'Part Number (MPN)', 'MPN (Manufacturer Part Number)', 'MPN（必填）'],
    ...['Part Number (Manufacturer)', 'P/N [Mfr.]', 'Manufacturer Part Number 1 (optional)'],
  ])('may be behind the part number: %s', async (heading) => {
    expect((await readBom(`${heading},Qty\nNE555DR,3\n`)).lines).toEqual([{ line: 2, quantity: 3, mpn: 'NE555DR' }]);
  });

  it('say whose number it is', async () => {
    const { lines } = await readBom('Part No. (Mouser),Part Number (Supplier),Qty\n595-NE555DR,,3\n');
    expect(lines).toEqual([{ line: 2, quantity: 3, sku: '595-NE555DR', seller: 'Mouser' }]);
    expect(await columnsOf('Part Number (IPN),Part Number (MPN),Qty')).toEqual(['ignored', 'mpn', 'quantity']);
  });

  it('come behind headings without them', async () => {
    expect(await columnsOf('MPN (alternative),MPN,Value (old),Value')).toEqual(['ignored', 'mpn', 'ignored', 'value']);
    expect(await columnsOf('Part Number,Manufacturer Part Number (MPN)')).toEqual(['ignored', 'mpn']);
  });

  it('are not left out where they say how many pieces or which money', async () => {
    const { lines, report } = await readBom('MPN,Qty (10 boards),Value (USD),Package (pcs)\nA,30,1.5,1000\n');
    expect(lines).toEqual([{ line: 2, quantity: 1, mpn: 'A' }]);
    expect(report[0].notes).toEqual([expect.stringContaining('"Qty (10 boards)"')]);
    expect(await columnsOf('MPN,Qty (per board),Menge (Stk.)')).toEqual(['mpn', 'quantity', 'ignored']);
    expect(knownName('Stock (LCSC)')).toBeUndefined();
  });
});

describe('full-width brackets behind headings of a table', () => {
  it('are left out, as others are', async () => {
    const { parts } = await readText(
      'Manufacturer Part Number（MPN）,JLCPCB Part #（optional）,Lead Time（weeks）\nA-1,C14663,2\n',
    );
    expect(parts).toMatchObject([{ mpn: 'A-1', offers: [{ sku: 'C14663', seller: { name: 'JLCPCB' }, factory_lead_days: 14 }] }]);
  });
});
