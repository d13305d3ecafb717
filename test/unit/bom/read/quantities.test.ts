import { describe, expect, it } from 'vitest';
import { readBom } from '../../../../src/bom/read/read-bom.js';

async function quantitiesOf(text: string, decimal?: '.' | ','): Promise<unknown[]> {
  const { lines } = await readBom(text, { map: decimal && { decimal } });
  return lines.map(({ quantity }) => quantity);
}

/** Source: questions and tables, E8 and E9. */
describe('the quantities of a list', () => {
  it.each([
    ['its own cells have a decimal comma', 'MPN;Menge\nA;2,5\nB;1.000\nC;10.000\n', [2.5, 1000, 10_000]],
    ['the prices beside them have a decimal comma', 'MPN;Menge;Preis\nA;5;0,05\nB;1.000;0,1\n', [5, 1000]],
    ['semicolons separate the cells', 'MPN;Qty\nA;1.000\nB;1,000\n', [1000, 1000]],
    ['the prices beside them have a point', 'MPN;Qty;Price\nA;1,000;0.05\nB;2;1.25\n', [1000, 2]],
    ['its own cells have a point', 'MPN,Qty\nA,2.0\nB,"1,000"\n', [2, 1000]],
    ['part numbers and values beside them have marks', 'MPN,Value,Qty\nA-1,2,"1,000"\nLM1117-3.3,"4,7k",20\n', [1000, 20]],
  ])('are read as the list writes numbers: %s', async (_, text, quantities) => {
    expect(await quantitiesOf(text)).toEqual(quantities);
  });

  it('are read as the map says', async () => {
    expect(await quantitiesOf('MPN,Qty\nA,1.000\n', ',')).toEqual([1000]);
    expect(await quantitiesOf('MPN;Menge\nA;"1,000"\n', '.')).toEqual([1000]);
  });
});

describe('a quantity that is not read', () => {
  const unread = ['-5', '1e400', 'NaN', '½', '1/2', 'some'];

  it('is one piece, or one for each reference, and the report has a note', async () => {
    const rows = unread.map((quantity, i) => `A${i},${quantity},R${i}`);
    const { lines, report } = await readBom(`MPN,Qty,Reference\n${rows.join('\n')}\nB,x,C1-C3\nC,7,D1-D7\nD,,E1-E2\n`);
    expect(lines.map(({ quantity }) => quantity)).toEqual([...unread.map(() => 1), 3, 7, 2]);
    expect(report[0].columns[1]).toMatchObject({ as: 'quantity', read: 1, unread: 7 });
    const first = 'line 2: "-5", line 3: "1e400", line 4: "NaN", line 5: "½", line 6: "1/2", …';
    expect(report[0].notes).toEqual([`7 cells of "Qty" cannot be read (${first}); the references count, or 1 piece`]);
  });

  it.each([
    ['MPN,Qty\nA,½\n', '1 cell of "Qty" cannot be read (line 2: "½")'],
    ['MPN,Menge\nA,½\nB,2\nC,-1\n', '2 cells of "Menge" cannot be read (line 2: "½", line 4: "-1")'],
  ])('is named by its line: %j', async (text, note) => {
    expect((await readBom(text)).report[0].notes).toEqual([`${note}; the references count, or 1 piece`]);
  });

  it('needs no note where all are read', async () => {
    expect((await readBom('MPN,Qty\nA,0\nB,\n')).report[0].notes).toEqual([]);
  });
});
