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
    ['the prices beside them show that commas are decimal', 'MPN;Menge;Preis\nA;2,000;0,05\nB;10,000;0,1\n', [2, 10]],
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

describe('the column of quantities', () => {
  const read = async (text: string) => {
    const { lines, report } = await readBom(text);
    return { quantities: lines.map(({ quantity }) => quantity), notes: report[0].notes };
  };

  it.each([
    ...[
      'Qty/Board',
      'Quantity per Assembly',
      'QUANTITY NEEDED',
      'Pcs/Board',
      'Qty per board',
      'Qty. per PCB',
      'Qty/Assy',
      "Qty Req'd",
    ],
    ...[
      'Required Qty',
      'Qty per unit',
      'Quantity (per unit)',
      'Pcs/PCB',
      'Qty/Unit',
      'Qty required per board',
      'Anzahl pro Platine',
    ],
  ])('may be called %s', async (heading) => {
    expect(await read(`MPN,${heading}\nA-1,20\n`)).toEqual({ quantities: [20], notes: [] });
  });

  it.each(['Anz.', 'Bestellmenge', 'Gesamtmenge', 'Bedarf', 'Nb', 'Nbre', 'Piezas'])('may be called %s', async (heading) => {
    expect(await read(`MPN;${heading}\nA-1;1.000\nA-2;25\n`)).toEqual({ quantities: [1000, 25], notes: [] });
  });

  it('is that of a board where another one may be that of all', async () => {
    expect(await read('MPN;Bestellmenge;Menge\nA-1;30;3\nA-2;40;\n')).toEqual({
      quantities: [3, 40],
      notes: ['1 cell of "Menge" is blank where "Bestellmenge" has a number (line 3); that number was taken'],
    });
    expect((await read('MPN;Bedarf;Anz.\nA-1;30;3\n')).quantities).toEqual([3]);
  });

  it('is not one of several boards where another one has no number', async () => {
    const notes = ['"Qty 1", "Qty 10" may have quantities and are not read; a map names the column that counts'];
    expect(await read('MPN,Qty 1,Qty 10,Qty\nA-1,3,30,20\n')).toEqual({ quantities: [20], notes });
    expect((await read('MPN,Qty needed,Qty/Board\nA-1,30,3\n')).quantities).toEqual([3]);
    expect((await read('MPN,Quantity 1\nA-1,30\n')).quantities).toEqual([30]);
  });

  it('is completed by the one of all boards, with a note, where there are no references', async () => {
    const notes = ['2 cells of "Qty" are blank where "Total Qty" has a number (line 2, line 4); that number was taken'];
    const list = 'MPN,Ref,Qty,Total Qty\nA-1,,,20\nA-2,,3,30\nA-3,,-,40\nA-4,"R1,R2",,50\nA-5,,,\n';
    expect(await read(list)).toEqual({ quantities: [20, 3, 40, 2, 1], notes });
  });

  it('is looked for by a person where its heading is not known', async () => {
    const notes = ['"Qty for 5 kits" may have quantities and is not read; a map names the column that counts'];
    expect(await read('MPN,Qty for 5 kits\nA-1,20\n')).toEqual({ quantities: [1], notes });
    for (const heading of ['Fehlmenge', 'Bedarf Projekt X', 'Nb (lot)', 'Piezas (lote)', 'Anz. (Satz)'])
      expect([heading, (await read(`MPN,${heading}\nA-1,20\n`)).notes]).toEqual([heading, [expect.stringContaining(heading)]]);
    expect((await read('MPN;Menge;Mindestbestellmenge;Lagermenge\nA-1;2;9;1\n')).notes).toEqual([]);
    expect((await read('MPN,Qty,Stock Qty,Min Qty,Total Qty,Price per 100 pcs\nA-1,2,9,1,20,1.2\n')).notes).toEqual([]);
  });
});
