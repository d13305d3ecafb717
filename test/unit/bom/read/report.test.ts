import { describe, expect, it } from 'vitest';
import { readBom } from '../../../../src/bom/read/read-bom.js';

const countsOf = async (text: string, table = 0) => {
  const { report } = await readBom(text);
  return report[table].columns.map(({ heading, as, read, unread }) => `${heading} ${as} ${read}+${unread}`);
};

/** Source: questions and tables, E2. */
describe('the report counts the cells of lines that are not blank', () => {
  it('in every column, and not those of totals and repeated headings', async () => {
    const rows = ['Item,Ref,Qty,MPN,Price', '1,R1,1,A,0.5', ',Total:,1,,', 'Item,Ref,Qty,MPN,Price', '2,R2,2,B,', '3,R3,x,C,-'];
    expect(await countsOf(rows.join('\n'))).toEqual([
      'Item ignored 3+0',
      'Ref references 3+0',
      'Qty quantity 2+1',
      'MPN mpn 3+0',
      'Price ignored 1+0',
    ]);
    expect(await countsOf('MPN,Value,Qty\nA,10k,1\nTotal,,5\n')).toEqual(['MPN mpn 1+0', 'Value value 1+0', 'Qty quantity 1+0']);
  });

  it('of several columns of a kind, of marks, and of references that go on', async () => {
    const rows = [
      'Ref,MPN,LCSC Part #,Mouser Part #,DNP,Fitted',
      '"R1,",A,C1,M1,x,no',
      'R2,,,,,',
      'R3,B,,M2,?,',
      'R4,dnp,C3,,*,yes',
    ];
    expect(await countsOf(rows.join('\n'))).toEqual([
      'Ref references 4+0',
      'MPN mpn 3+0',
      'LCSC Part # sku 2+0',
      'Mouser Part # sku 2+0',
      'DNP dnp 2+1',
      'Fitted dnp 2+0',
    ]);
  });
});

/** Source: living catalogs and offers, D7. */
it('a line has the seller that the list names, without a number of it too', async () => {
  const { lines } = await readBom('MPN,Supplier,LCSC Part #,Qty\nA,Mouser,,2\nB,Mouser,C1,1\nC,,C2,1\nD,,,1\n');
  expect(lines.map(({ mpn, sku, seller }) => [mpn, sku, seller])).toEqual([
    ['A', undefined, 'Mouser'],
    ['B', 'C1', 'LCSC'],
    ['C', 'C2', 'LCSC'],
    ['D', undefined, undefined],
  ]);
});
