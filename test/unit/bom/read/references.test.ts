import { describe, expect, it } from 'vitest';
import { readBom } from '../../../../src/bom/read/read-bom.js';
import { rejectionOf } from '../../../support/thrown.js';

const referencesOf = async (cell: string) => (await readBom(`Designator\tValue\n${cell}\t10k\n`)).lines[0].references;

describe('the references of a cell', () => {
  const five = ['R1', 'R2', 'R3', 'R4', 'R5'];

  it.each([
    'R1-R5',
    'R1 - 5',
    'R1–R5',
    'R1—R5',
    'R1‑R5',
    'R1−R5',
    'R1~R5',
    'R1..R5',
    'R1 to R5',
    'R1 TO 5',
    'R1 bis R5',
    'R1 to R3 and R4, R5',
    'R1...R5',
    'R1:R5',
    'R1 : R5',
    'R1/R2/R3/R4/R5',
    'R1 / R2 / R3 / R4 / R5',
    'R1/R2,R3+R4+R5',
    'R1-R3/R4/R5',
    'R 1, R 2, R 3-R 5',
    'R 1 to 5',
  ])('%s: five', async (cell) => {
    expect(await referencesOf(cell)).toEqual(five);
  });

  it.each(['R1 and R2', 'R1 & R2', 'R1&R2', 'R1 und R2', 'R1，R2', 'R1、R2', 'R1；R2', 'R1, and R2'])('%s: two', async (cell) => {
    expect(await referencesOf(cell)).toEqual(['R1', 'R2']);
  });

  it('keep the zeros before their numbers', async () => {
    expect(await referencesOf('R01-R03')).toEqual(['R01', 'R02', 'R03']);
    expect(await referencesOf('C008-10')).toEqual(['C008', 'C009', 'C010']);
    expect(await referencesOf('R0-R2')).toEqual(['R0', 'R1', 'R2']);
  });

  it.each([
    ['TP1-1'],
    ['TP1-1', 'TP1-2'],
    ['J2-3', 'J2-4', 'J3-1'],
    ['R3-1'],
    ['R1-C5'],
    ['R1-20261130'],
    ['U1:A', 'U1:2'],
    ['U1/A', 'R1/C2'],
    ['TP1', '+5V'],
    ['and'],
    ['GND', 'to'],
    ['to'],
  ])('may have dashes, and may be words: %j, %j', async (...names) => {
    expect(await referencesOf(names.join(', '))).toEqual(names);
  });

  it('are two where a word is between them and they are not a range', async () => {
    expect(await referencesOf('R1 to C5')).toEqual(['R1', 'C5']);
    expect(await referencesOf('R1+C5')).toEqual(['R1', 'C5']);
    expect(await referencesOf('Y 1, Y 2')).toEqual(['Y1', 'Y2']);
  });

  it('may begin with the last one', async () => {
    for (const cell of ['R5-R1', 'R5 to R1']) expect(await referencesOf(cell)).toEqual(five.toReversed());
    expect(await referencesOf('R10-R08')).toEqual(['R10', 'R09', 'R08']);
  });
});

describe('a wide range', () => {
  it.each([
    [1001, 'D1-D1001'],
    [5000, 'D1-5000'],
    [1 << 20, `D1-D${1 << 20}`],
    [1 << 20, `D${1 << 20} to D1`],
  ])('has all of its %i references: %s', async (count, cell) => {
    const [line] = (await readBom(`Ref,MPN\n${cell},A-1\n`)).lines;
    expect([line.quantity, line.references?.length]).toEqual([count, count]);
  });

  it('of more than a list may have is an error', async () => {
    for (const cell of [`D0-D${1 << 20}`, 'D1-D2000000', 'D1-D999999999', 'D999999999-D1'])
      expect(await rejectionOf(readBom(`Ref,MPN\n${cell},A-1\n`))).toMatchObject({ code: 'unreadable_table', line: 2 });
  });
});

describe('a reference that may be several', () => {
  const notesOf = async (text: string) => (await readBom(text)).report[0].notes;

  it('is one piece, with a note', async () => {
    const cells = ['R1/C2', 'R1-C5', 'R1/2/3', 'R1\\R2', 'R1:4', 'R1...C3', 'U1A/U1B'];
    const lines = cells.slice(0, 5).map((cell, i) => `line ${i + 2}: "${cell}"`);
    expect(await notesOf(`Ref,MPN\n${cells.map((cell) => `${cell},A\n`).join('')}`)).toEqual([
      `7 cells of "Ref" may name several parts in one reference, which counts as one piece (${lines.join(', ')}, …)`,
    ]);
    expect(await notesOf('Ref,MPN\n"R1,R2/C2",A\n')).toEqual([
      '1 cell of "Ref" may name several parts in one reference, which counts as one piece (line 2: "R2/C2")',
    ]);
  });

  it('needs no note where it is a name, or the list has its quantity', async () => {
    const names = ['TP1-1', 'U1:A', 'U1/A', 'J1_2', 'J1.2', 'U$3', '+5V', 'TP_3V3/1', 'R5-1', 'GND', 'R?'];
    expect(await notesOf(`Ref,MPN\n${names.map((name) => `${name},A\n`).join('')}`)).toEqual([]);
    expect(await notesOf('Ref,MPN,Qty\nR1/C2,A,1\n')).toEqual([]);
  });
});
