import { expect, it } from 'vitest';
import { readBom } from '../../../../src/bom/read/read-bom.js';

async function read(headings: string, ...rows: string[]) {
  const { lines, report } = await readBom([headings, ...rows].join('\n'));
  return { columns: report[0].columns.map(({ as }) => as), lines };
}

it.each([
  ['Qté;Désignation;Référence fabricant', 'Qte;Designation;Reference fabricant', 'QTE;DESIGNATION;REFERENCE FABRICANT'],
  ['Désignation;Fabricant;Référence fabricant', 'Designation;Fabricant;Reference fabricant'],
  ['Repère;Désignation;Qté;Référence fabricant', 'Repere;Designation;Qte;Reference fabricant'],
  ['Quantité;Désignation;Boîtier;Valeur', 'Quantite;Designation;Boitier;Valeur'],
])('a designation without its accent is what %s has', async (headings, ...others) => {
  const columns = headings.split(';').length;
  const row = ['2', 'Resistance, 10k, 1%', 'RC1', 'RC2'].slice(0, columns).join(';');
  const expected = await read(headings, row);
  expect(expected.columns).toContain('description');
  for (const other of others) {
    expect(await read(other, row)).toEqual(expected);
    // Blank cells say nothing.
    expect((await read(other, row.replace('Resistance, 10k, 1%', ''))).columns).toEqual(expected.columns);
  }
});

it('a designation is a description where it has several words and no other column has references', async () => {
  const { columns, lines } = await read('Qty,Designation,MPN', ',"Resistor, 10k, 1%",RC1', ',Voltage regulator 3.3 V,LM1');
  expect(columns).toEqual(['quantity', 'description', 'mpn']);
  expect(lines.map(({ quantity, description }) => [quantity, description])).toEqual([
    [1, 'Resistor, 10k, 1%'],
    [1, 'Voltage regulator 3.3 V'],
  ]);
});

it.each([
  ['Designation,Value,MPN', '"R1, R2",10k,RC1'],
  ['Designation;Valeur;Reference fabricant', 'R1 R2;10k;RC1'],
  ['Designation,Qty,MPN', 'MAIN_CONN,1,X1'],
])('a designation has references in a list of %s', async (headings, row) => {
  expect((await read(headings, row)).columns[0]).toBe('references');
});

it('a designation is the value beside designators', async () => {
  expect((await read('Designator,Designation,Quantity', 'U1,LM358,1')).columns).toEqual(['references', 'value', 'quantity']);
});
