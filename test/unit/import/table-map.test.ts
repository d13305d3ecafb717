import { describe, expect, it } from 'vitest';
import { readTable, type TableMap } from '../../../src/import/partdex-import.js';
import { ValidationError } from '../../../src/partdex.js';
import { readText } from '../../support/tables/read-text.js';

function faultsOf(map: unknown): string[] {
  try {
    readTable(new Uint8Array(), { map: map as TableMap });
  } catch (error) {
    expect(error).toBeInstanceOf(ValidationError);
    return (error as ValidationError).issues.map(({ path }) => path);
  }
  return [];
}

describe('a map', () => {
  it('decides what columns become', async () => {
    const table = ['Nr,Wert,Lager,Regal,Farbe,Preis', 'A,47,5,R1; R2,rot,"1.234"', 'B,100,0,,blau,2'];
    const map: TableMap = {
      columns: {
        Nr: 'mpn',
        Wert: { as: 'specs.resistance', unit: 'kΩ', name: 'Resistance' },
        Lager: 'offers.in_stock_quantity',
        Regal: { as: 'specs.shelf', split: ';' },
        Farbe: 'ignored',
        Preis: { as: 'offers.prices.EUR.10', decimal: ',' },
      },
      constants: { 'brand.name': 'Acme', category_uids: 'Passives / Resistors', 'offers.packaging': 'Reel' },
      seller: 'Own stock',
    };
    const { parts, report } = await readText(table, { map });
    expect(parts[0]).toMatchObject({
      mpn: 'A',
      brand: { name: 'Acme' },
      offers: [{ seller: { name: 'Own stock' }, in_stock_quantity: 5, packaging: 'Reel', prices: { EUR: [[10, '1234']] } }],
      specs: {
        resistance: { value: ['47000'], metadata: { name: 'Resistance', unit: { name: 'ohm' } } },
        shelf: { value: ['R1', 'R2'] },
      },
    });
    expect(parts[0].category_uids).toHaveLength(1);
    expect(parts[0].specs?.farbe).toBeUndefined();
    expect(report[0].columns.map(({ as }) => as)).toContain('ignored');
  });

  it.each(['kOhm', 'kohms', 'kΩ'])('has a unit in any case: %s', async (unit) => {
    const { parts, report } = await readText(['MPN,R', 'A,4.7'], { map: { columns: { R: { as: 'specs.r', unit } } } });
    expect(parts[0].specs?.r).toMatchObject({ value: ['4700'], metadata: { unit: { symbol: 'Ω' } } });
    expect(report[0].columns[1]).toMatchObject({ unit: 'Ω', read: 1 });
  });

  it('may name the line of the headings, and members of its own', async () => {
    const table = ['MPN,old', 'Part,Bin', 'A,7', 'B,8'];
    const { parts } = await readText(table, { map: { header: 2, columns: { Part: 'mpn', Bin: 'own.bin' } } });
    expect(parts.map(({ mpn, own }) => [mpn, own])).toEqual([
      ['A', { bin: '7' }],
      ['B', { bin: '8' }],
    ]);
  });

  it('notes columns that the table does not have', async () => {
    const { report } = await readText(['MPN', 'A'], { map: { columns: { Nr: 'specs.number' } } });
    expect(report[0].notes).toEqual(['the map has a column "Nr", which the table does not have']);
  });

  it.each([
    [{ colums: {} }, 'colums'],
    [{ columns: [] }, 'columns'],
    [{ columns: { A: 'mnp' } }, 'columns.A'],
    [{ columns: { A: 7 } }, 'columns.A'],
    [{ columns: { A: {} } }, 'columns.A.as'],
    [{ columns: { A: { as: 'mpn', pattern: '.*' } } }, 'columns.A.pattern'],
    [{ columns: { A: { as: 'specs.a', unit: 'flurb' } } }, 'columns.A.unit'],
    [{ columns: { A: { as: 'specs.a', datatype: 'number' } } }, 'columns.A.datatype'],
    [{ columns: { A: { as: 'offers.prices.USD', quantity: 'B' } } }, 'columns.A.quantity'],
    [{ columns: { A: 'offers.prices.usd.1' } }, 'columns.A'],
    [{ columns: { A: 'offers.prices.USD.0' } }, 'columns.A'],
    [{ constants: { mpn: 'A' } }, 'constants.mpn'],
    [{ currency: 'dollar' }, 'currency'],
    [{ decimal: ';' }, 'decimal'],
    [{ delimiter: ';;' }, 'delimiter'],
    [{ encoding: 'utf-99' }, 'encoding'],
    [{ header: 0 }, 'header'],
    ['text', ''],
  ])('is checked: %j', (map, path) => {
    expect(faultsOf(map)).toEqual([path]);
  });

  it('tells every fault at once', () => {
    expect(faultsOf({ currency: 'x', columns: { A: 'b', C: { as: 'specs.c', unit: 'y' } } })).toHaveLength(3);
  });

  it('takes a currency of three capital letters beside it', () => {
    expect(() => readTable(new Uint8Array(), { currency: 'eur' })).toThrow('currency must be three capital letters');
    expect(() => readTable(new Uint8Array(), { curency: 'EUR' } as never)).toThrow('did you mean "currency" or "map"');
  });
});
