import { describe, expect, it } from 'vitest';
import { readBom } from '../../../../src/bom/read/read-bom.js';

async function read(heading: string, ...marks: string[]) {
  const { lines, report } = await readBom(
    `Ref;Menge;MPN;${heading}\n${marks.map((mark, i) => `R${i};1;A${i};${mark}\n`).join('')}`,
  );
  return [heading, report[0].columns[3].as, lines.map(({ dnp }) => dnp === true)];
}

describe('headings of columns', () => {
  it.each([
    ['DNP', 'DNI', 'DNF', 'DNM', 'DNP?', 'Do Not Populate (DNP)', 'Exclude from BOM', 'Nopop'],
    ['Do not place', 'Do not mount', 'Do not install', 'DO NOT STUFF', 'Don’t fit', 'Not to be fitted', 'No fit', 'No load'],
    ['Not mounted', 'Not populated', 'Not fitted', 'Not placed', 'Not installed', 'Unpopulated', 'Unplaced'],
    [
      'Nicht bestücken',
      'Nicht bestückt',
      'nicht-bestueckt',
      'NICHT BESTUCKT',
      'Unbestückt',
      'Nicht zu bestücken',
      'Nicht montieren',
    ],
    ['Ne pas monter', 'Non monté', 'NON MONTE', 'Non montée', 'À ne pas câbler', 'Non câblé'],
    ['No montar', 'No montado', 'No poner', 'No colocar'],
  ])('of lines that are not placed: %s', async (...headings) => {
    for (const heading of headings) expect(await read(heading, 'x', 'nein', '')).toEqual([heading, 'dnp', [true, false, false]]);
  });

  it.each([
    ['Fitted', 'Mounted', 'Populate', 'Populated', 'Placed', 'Mount', 'Assemble', 'Installed', 'Fitted (Y/N)'],
    ['Bestückt', 'Bestücken', 'Bestueckt', 'Bestückung', 'Montiert'],
    ['Monté', 'A monter', 'Câblé', 'Montado', 'Montar'],
  ])('of lines that are placed: %s', async (...headings) => {
    for (const heading of headings) expect(await read(heading, 'x', 'nein', '')).toEqual([heading, 'dnp', [false, true, false]]);
  });

  it('of other columns', async () => {
    for (const heading of ['Place', 'Load', 'Not used', 'Notes', 'Mounting Type', 'Unit', 'Nominal', 'Placement']) {
      expect((await read(heading, 'x', 'nein'))[1]).toBe('ignored');
    }
  });
});

it('values say in the same words that a line is not placed', async () => {
  const values = ['nicht bestücken', '10k (nicht bestueckt)', 'no poner', 'not installed', '10k'];
  const { lines } = await readBom(`Ref;Value\n${values.map((value, i) => `R${i};${value}\n`).join('')}`);
  expect(lines.map(({ dnp }) => dnp === true)).toEqual([true, true, true, true, false]);
});
