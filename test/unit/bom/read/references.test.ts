import { describe, expect, it } from 'vitest';
import { readBom } from '../../../../src/bom/read/read-bom.js';

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
    ['R3-R1'],
    ['R1-C5'],
    ['R1-R5000'],
    ['and'],
    ['GND', 'to'],
    ['to'],
  ])('may have dashes, and may be words: %j, %j', async (...names) => {
    expect(await referencesOf(names.join(', '))).toEqual(names);
  });

  it('are two where a word is between them and they are not a range', async () => {
    expect(await referencesOf('R5 to R1')).toEqual(['R5', 'R1']);
    expect(await referencesOf('R1 to C5')).toEqual(['R1', 'C5']);
  });
});
