import { describe, expect, it } from 'vitest';
import { findHeader } from '../../../../src/bom/columns.js';
import { readBom } from '../../../../src/bom/read/read-bom.js';
import { rejectionOf } from '../../../support/thrown.js';

const POLISH = 'Lp;Nazwa;Oznaczenie;Ilosc;Dostawca\n1;100nF;C1;3;Mouser\n2;10k;R1;4;LCSC\n3;1k;R4;4;Farnell\n';
const CHINESE =
  '序号,名称,位号,封装,数量,制造商,制造商型号,供应商,供应商编号\n1,100nF,"C1,C2",C0603,2,YAGEO,CC0603KRX7R9BB104,LCSC,C14663\n';

describe('a row of parts with the name of a seller', () => {
  it.each([
    ['numbers beside it', POLISH],
    ['nothing below it', CHINESE],
    ['the unit of its quantity beside it', 'Lp;Nazwa;Ozn.;Ilosc;Jm;Dostawca\n1;100nF;C1;3;Stk;Mouser\n'],
    ['a seller below it', 'Nazwa;Ozn.;Dostawca\nKondensator;C1;Mouser\nRezystor;R1;TME\n'],
  ])('is not a row of headings: %s', async (_, text) => {
    expect(await rejectionOf(readBom(new TextEncoder().encode(text)))).toMatchObject({ code: 'unreadable_table' });
    const rows = text.split('\n').map((line) => line.split(/[;,]/));
    expect(findHeader(rows, { header: true })).toBeUndefined();
  });

  it('is not a second table', async () => {
    const { lines } = await readBom('Ref,MPN,Supplier,Supplier 2\nR1,1k0,LCSC,Mouser\nR2,2k0,Mouser,LCSC\n');
    expect(lines).toMatchObject([
      { mpn: '1k0', seller: 'LCSC' },
      { mpn: '2k0', seller: 'Mouser' },
    ]);
  });

  it.each([
    ['LCSC', 'C14663', {}],
    ['Mouser,Qty', '595-NE555DR,5', { quantity: 5 }],
    ['Lp;Nazwa;LCSC', '1;Kondensator;C14663', {}],
    ['LCSC,Qty,10,100', 'C14663,5,0.1,0.05', { quantity: 5 }],
    ['Comment,Designator,Footprint,LCSC', '100nF,C1,0603,C14663', { value: '100nF' }],
  ])('differs from headings with one: %s', async (headings, cells, more) => {
    const [line] = (await readBom(`${headings}\n${cells}\n`)).lines;
    expect(line).toMatchObject({ ...more, seller: headings.startsWith('Mouser') ? 'Mouser' : 'LCSC', sku: expect.any(String) });
  });

  it('may be what a map says', async () => {
    const map = { header: 1 };
    const { lines } = await readBom('1,Foo,Bar,Baz,LCSC\nx,y,z,q,C14663\n', { map });
    expect(lines).toMatchObject([{ sku: 'C14663' }]);
  });
});
