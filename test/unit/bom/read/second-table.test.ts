import { describe, expect, it } from 'vitest';
import { type BomMap, readBom } from '../../../../src/bom/partdex-bom.js';
import { UnreadableTableError } from '../../../../src/model/errors.js';
import { rejectionOf } from '../../../support/thrown.js';

const rowsOf = (count: number) => Array.from({ length: count }, (_, i) => `P${i},${i + 1}\n`).join('');

async function read(text: string, map: BomMap = {}) {
  const { lines, report } = await readBom({ name: 'list.csv', data: new TextEncoder().encode(text) }, { map });
  return { lines, report, mpns: lines.map(({ mpn }) => mpn), notes: report.map(({ notes }) => notes) };
}

describe('a second table below a parts list', () => {
  it.each([1, 40, 150])('is read by its own headings, and the %d rows above are kept', async (count) => {
    const { lines, report, notes } = await read(`MPN,Qty\n${rowsOf(count)}\nMPN,Manufacturer,Qty\nGLUE,Loctite,5\n`);
    expect(lines).toHaveLength(count + 1);
    expect(lines[0]).toEqual({ line: 2, quantity: 1, mpn: 'P0' });
    expect(lines[count]).toEqual({ line: count + 4, quantity: 5, mpn: 'GLUE', brand: 'Loctite' });
    expect(notes).toEqual([[`a second table begins in line ${count + 3}; it is read by its own headings`], []]);
    expect(report.map(({ rows, parts }) => [rows, parts])).toEqual([
      [count, count],
      [1, 1],
    ]);
  });

  it('may have fewer columns, other columns, no numbers above it, and a title, which is left out', async () => {
    expect((await read('MPN,Manufacturer,Qty\nA-1,TI,3\nQty,MPN\n2,B-1\n')).lines).toEqual([
      { line: 2, quantity: 3, mpn: 'A-1', brand: 'TI' },
      { line: 4, quantity: 2, mpn: 'B-1' },
    ]);
    const { mpns, report, notes } = await read('MPN,Qty\nGLUE,2\nTAPE,1\n\nNot placed 2\nMPN,Manufacturer,Qty\nB-1,TI,5\n');
    expect(mpns).toEqual(['GLUE', 'TAPE', 'B-1']);
    expect(report[0].left_out).toEqual([{ line: 5, text: 'Not placed 2', why: 'it names no part' }]);
    expect(notes[0]).toEqual(['a second table begins in line 5; it is read by its own headings']);
    const { lines } = await read('Designator,Value\nR1,10k\nDesignator,Value,Footprint\nC1,1u,0603\n');
    expect(lines.map(({ value, footprint }) => [value, footprint])).toEqual([
      ['10k', undefined],
      ['1u', '0603'],
    ]);
  });

  it('may be known by headings that parts lists alone have', async () => {
    const { lines, notes } = await read('MPN,Qty\nGLUE,2\nVal,PatternName,Fitted\n10k,0603,yes\n1u,0805,no\n');
    expect(lines.map(({ mpn, value, footprint, dnp }) => [mpn, value, footprint, dnp])).toEqual([
      ['GLUE', undefined, undefined, undefined],
      [undefined, '10k', '0603', undefined],
      [undefined, '1u', '0805', true],
    ]);
    expect(notes[0]).toEqual(['a second table begins in line 3; it is read by its own headings']);
  });

  it('is known by the headings of a map', async () => {
    const map = { columns: { Ours: 'mpn', Pieces: 'quantity' } } as const;
    expect((await read('Ours,Pieces\nA-1,2\nPieces,Ours\n3,B-1\n', map)).lines).toEqual([
      { line: 2, quantity: 2, mpn: 'A-1' },
      { line: 4, quantity: 3, mpn: 'B-1' },
    ]);
  });

  it('does not begin with repeated headings, with parts, nor with headings that name no parts', async () => {
    const text = 'MPN,Qty,Description\nA-1,2,LED\nMPN,Qty,Description\nLED,1,Value\nDescription,Quantity,Comments\nB-1,1,\n';
    const { mpns, report } = await read(text);
    expect(mpns).toEqual(['A-1', 'LED', 'Description', 'B-1']);
    expect(report).toHaveLength(1);
    expect(report[0].left_out.map(({ why }) => why)).toEqual(['it repeats the headings']);
  });
});

describe('what is above the headings of a parts list', () => {
  it.each([
    ['a title', 'Part number\n\nRev 2\nMPN,Manufacturer,Qty\n'],
    ['facts', 'Part Number,X-100\nQuantity,10\nDescription,Board 2\nMPN,Manufacturer,Qty\n'],
    ['facts in pairs', 'MPN,X-100,Manufacturer,TI\nRev,2,Date,2024\nMPN,Manufacturer,Qty\n'],
    ['facts with colons', 'MPN:,X-100,Qty:,5\nBoard 7,,,\nMPN,Manufacturer,Qty\n'],
    ['groups', 'Part number,,Quantity\nMPN,Manufacturer,Qty\n'],
  ])('%s: no table of its own', async (_, above) => {
    const { lines, report } = await read(`${above}A-1,TI,5\n`);
    expect(lines).toMatchObject([{ quantity: 5, mpn: 'A-1', brand: 'TI' }]);
    expect(report).toHaveLength(1);
  });
});

describe('a list with very many tables', () => {
  it('is refused, with the line', async () => {
    const error = await rejectionOf(read('MPN,Qty\nA-1,2\nQty,MPN\n2,A-1\n'.repeat(600)));
    expect(error).toBeInstanceOf(UnreadableTableError);
    expect(error).toMatchObject({ line: 2001 });
  });

  it('has as many references as one table may have', async () => {
    const error = await rejectionOf(read('MPN,Reference\nA-1,"R1-R1000 R1-R1000 R1-R1000"\nReference,MPN\n'.repeat(400)));
    expect((error as Error).message).toContain('it has over 1048576 references');
  });
});
