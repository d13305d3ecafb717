import { describe, expect, it } from 'vitest';
import type { TableMap } from '../../../src/import/partdex-import.js';
import { readText } from '../../support/tables/read-text.js';

const TABLE = ['Nr;Wert;Preis', 'A-1;10;0,10', 'A-2;4,7;0,20'];
const read = (map: unknown, rows = TABLE) => readText(rows, { map: map as TableMap });

describe('a map that a person has written', () => {
  it('may have the number of pieces of a price as a number', async () => {
    const { parts } = await read({ columns: { Nr: 'mpn', Preis: { as: 'offers.prices.EUR.1', unit: 100 } } });
    expect(parts[0].offers?.[0].prices).toEqual({ EUR: [[1, '0.001']] });
  });

  it('with another number where a unit is needed says what would be valid', async () => {
    await expect(read({ columns: { Nr: 'mpn', Wert: { as: 'specs.r', unit: 5 } } })).rejects.toThrow(
      'must be the symbol or name of a unit',
    );
  });

  it('whose column of part numbers is missing says so', async () => {
    await expect(read({ columns: { nr: 'mpn' } })).rejects.toThrow(
      'heading "nr", which is the column of part numbers in the map; it has "Nr"; write the heading in the map like that',
    );
    await expect(read({ columns: { Nummer: 'mpn' } })).rejects.toThrow(
      'heading "Nummer", which is the column of part numbers in the map; a map names headings as they are written',
    );
  });

  it('says which heading a missing column may be', async () => {
    const { report } = await read({ columns: { Nr: 'mpn', preis: 'ignored', Fehlt: 'ignored' } });
    expect(report[0].notes).toEqual([
      'the map has a column "preis", which the table does not have; it has "Preis"',
      'the map has a column "Fehlt", which the table does not have',
    ]);
  });

  it('with two columns of part numbers says which counts', async () => {
    const { parts, report } = await read({ columns: { Wert: 'mpn', Nr: 'mpn' } });
    expect(parts.map(({ mpn }) => mpn)).toEqual(['A-1', 'A-2']);
    expect(report[0].notes).toEqual(['"Nr", "Wert" are mpn in the map; a part has one number, that of "Nr"']);
  });

  it('with sheets says that a text has none', async () => {
    const { report } = await read({ columns: { Nr: 'mpn' }, sheets: ['x'] });
    expect(report[0].notes).toEqual(['the map names sheets; the table is not one of a workbook and is read']);
  });
});
