import { describe, expect, it } from 'vitest';
import { matchBom } from '../../../../src/bom/partdex-bom.js';
import { readBom } from '../../../../src/bom/read/read-bom.js';
import { buildCatalog } from '../../../../src/partdex.js';
import { readText } from '../../../support/tables/read-text.js';

const LIST = [
  'Controller Board  Revised: Tuesday, March 12, 2024',
  '',
  'Item\tQuantity\tReference\tPart\tPCB Footprint',
  '______________________________________________',
  '1\t12\tR12,R13,R14,R15,\t100R\tSM/R_0603',
  '\t\tR16,R17,R18,R19,',
  '\t\tR20,R21,R22,R23',
  '2\t3\tC1,C2,\t100n\tSM/C_0603',
  '\t\tC3',
  '3\t2\tU1,U2\tLM358\tSO8',
].join('\n');

describe('a parts list of OrCAD', () => {
  it('has values below Part, and references that go on in further lines', async () => {
    const { lines, report } = await readBom(LIST);
    expect(lines).toMatchObject([
      { line: 5, quantity: 12, value: '100R', footprint: 'SM/R_0603' },
      { line: 8, quantity: 3, value: '100n', references: ['C1', 'C2', 'C3'] },
      { line: 10, quantity: 2, value: 'LM358', references: ['U1', 'U2'] },
    ]);
    expect(lines[0].references).toHaveLength(12);
    expect(report[0].left_out.map(({ line }) => line)).toEqual([4]);
    expect(report[0].notes).toEqual([]);
  });

  it('finds a part number among its values', async () => {
    const catalog = await buildCatalog({ parts: [{ uid: '1', mpn: 'LM358', brand: { name: 'TI' } }] });
    const { lines } = await readBom(LIST);
    expect((await matchBom(catalog, lines.slice(2)))[0]).toMatchObject({ state: 'found', by: 'part number' });
    await catalog.close();
  });

  it('counts the references of all its lines where it has no quantity', async () => {
    const { lines } = await readBom('Reference\tPart\nC1,C2,\t100n\nC3,\t\nC4\t\nR1\t10k\n');
    expect(lines).toMatchObject([{ quantity: 4, references: ['C1', 'C2', 'C3', 'C4'] }, { quantity: 1 }]);
  });

  it('has lines of references alone left out behind a line that does not go on', async () => {
    const { lines, report } = await readBom(
      'Reference\tQty\tValue\n\t\t\nC0,\t\t\nC1,C2\t2\t100n\nC3\t\t\nC4,\t1\t10n\n\t5\t\nR1\t1\t10k',
    );
    expect(lines.map(({ references }) => references)).toEqual([['C1', 'C2'], ['C4'], ['R1']]);
    expect(report[0].left_out.map(({ line }) => line)).toEqual([3, 5, 7]);
  });

  it('reports a quantity that is not the number of all references', async () => {
    const { report } = await readBom('Reference\tQty\tValue\nC1,C2,\t2\t100n\nC3\t\t\nC5,C6\t2\t10n\n');
    expect(report[0].notes).toEqual([expect.stringContaining('of 1 line is not the number of its references')]);
  });
});

describe('the quantity of a list', () => {
  it.each(['Total Qty,Qty', 'Qty,Total Qty', 'Order Qty,Quantity', 'Total Quantity,Menge'])(
    'is the one per board: %s',
    async (headings) => {
      const cells = headings.startsWith('Qty') ? '2,50' : '50,2';
      expect((await readBom(`MPN,${headings}\nA,${cells}\n`)).lines[0].quantity).toBe(2);
    },
  );

  it('is the whole one where there is no other', async () => {
    expect((await readBom('MPN,Total Qty\nA,50\n')).lines[0].quantity).toBe(50);
  });

  it('of OrCAD CIS has its references below Part Reference', async () => {
    const { lines } = await readBom('Part Reference,Value,PCB Footprint,Manufacturer PN\n"C1,C2",100n,C0603,GRM188\n');
    expect(lines).toMatchObject([{ quantity: 2, references: ['C1', 'C2'], value: '100n', mpn: 'GRM188' }]);
    expect((await readBom('Part Reference,Qty\nNE555DR,3\nLM358DR,1\n')).lines[0]).toMatchObject({ mpn: 'NE555DR', quantity: 3 });
  });
});

describe('a parts list with fields of SnapEDA', () => {
  it('has the manufacturer and its number below MF and MP', async () => {
    const { lines } = await readBom('Parts,Value,MF,MP\nMP1,HOLE,Wuerth,7466213\n"U1,U2",LM358,TI,LM358DR\n');
    expect(lines).toMatchObject([
      { references: ['MP1'], brand: 'Wuerth', mpn: '7466213' },
      { references: ['U1', 'U2'], brand: 'TI', mpn: 'LM358DR' },
    ]);
    expect((await readBom('MP,MPN\nA,B\n')).lines).toMatchObject([{ mpn: 'B' }]);
  });
});

/** A cart or a list of LCSC. */
const CART =
  'LCSC Part Number,Manufacture Part Number,Manufacturer,Customer NO.,Package,Description,RoHS,Order Qty.,Min\\Mult Order Qty.,Unit Price($),Order Price($)\n' +
  'C14663,CC0603KRX7R9BB104,YAGEO,,0603,50V 100nF X7R,YES,100,100\\100,0.0021,0.21\n';

describe('a cart of LCSC', () => {
  it('has part numbers below Manufacture Part Number', async () => {
    const part = { mpn: 'CC0603KRX7R9BB104', brand: 'YAGEO', sku: 'C14663', seller: 'LCSC', quantity: 100 };
    expect((await readBom(CART)).lines).toMatchObject([part]);
  });

  it('is a table of parts too', async () => {
    const [part] = (await readText(CART.split('\n'))).parts;
    expect(part).toMatchObject({ mpn: 'CC0603KRX7R9BB104', manufacturer: { name: 'YAGEO' } });
    expect(part.offers).toMatchObject([{ sku: 'C14663', seller: { name: 'LCSC' } }]);
  });
});
