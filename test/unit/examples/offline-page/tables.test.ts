import { afterEach, describe, expect, it, vi } from 'vitest';
import { OpenedCatalog } from '../../../../examples/offline-page/src/engine/opened-catalog.js';
import { commonCurrency, isCatalog } from '../../../../examples/offline-page/src/engine/read-table.js';
import { catalogName, importTexts } from '../../../../examples/offline-page/src/parts/import-texts.js';
import { UnreadableTableError } from '../../../../src/import/partdex-import.js';
import { buildCatalog, openCatalog } from '../../../../src/partdex.js';

const CSV = 'MPN;Hersteller;Preis (€);Lager;Widerstand\nA-10K;Acme;0,10;1.200;10k\nA-4K7;Acme;0,12;viele;4k7\n;;Summe;;\n';

afterEach(() => vi.restoreAllMocks());

describe('a table in the offline page', () => {
  it('becomes a catalog, with a report, that can be saved', async () => {
    const engine = new OpenedCatalog();
    const contents = await engine.open({ name: 'teile.csv', file: new File([CSV], 'teile.csv') });
    expect(contents).toMatchObject({ name: 'teile.csv', isRemote: false, info: { parts: 2, priceCurrency: 'EUR' } });
    expect(contents.imported).toMatchObject([{ source: 'teile.csv', rows: 3, parts: 2, left_out: [{ line: 4 }] }]);
    const { response } = await engine
      .count({ filter: { queries: ['specs.widerstand.value:4.7k'] } } as never)
      .then((response) => ({ response }));
    expect(response.hits).toBe(1);
    const saved = await openCatalog(await engine.save());
    expect((await saved.parts.search({ sortby: 'avg_price desc' })).results.map(({ item }) => item.mpn)).toEqual([
      'A-4K7',
      'A-10K',
    ]);
    await saved.close();
  });

  it('leaves the catalog before it open if it cannot be read', async () => {
    const engine = new OpenedCatalog();
    const catalog = await buildCatalog({ parts: [{ uid: '1', mpn: 'A' }] });
    const bytes = (await catalog.toBytes()) as Uint8Array<ArrayBuffer>;
    const opened = await engine.open({ name: 'any.name', file: new File([bytes], 'any.name') });
    expect(opened.imported).toBeUndefined();
    const notes = new File(['only words\nand more of them\n'], 'notes.txt');
    await expect(engine.open({ name: 'notes.txt', file: notes })).rejects.toThrow(UnreadableTableError);
    const damaged = new File(['mpn\nA\n'], 'table.pdx');
    await expect(engine.open({ name: 'table.pdx', file: damaged })).rejects.toThrow('this is not a partdex catalog');
    expect((await engine.count({ limit: 0 })).hits).toBe(1);
  });

  it('differs from a catalog by its first bytes and its name', async () => {
    expect(await isCatalog(new Blob(['PARTDEX\0 and more']), 'x.csv')).toBe(true);
    expect(await isCatalog(new Blob(['MPN,Stock']), 'x.PDX')).toBe(true);
    expect(await isCatalog(new Blob(['MPN,Stock']), 'x.csv')).toBe(false);
    expect(await isCatalog(new Blob([]), 'x')).toBe(false);
  });

  it('has the currency of most of its prices', () => {
    const columns = { a: 'offers.prices.EUR.1', b: { as: 'offers.prices.EUR' }, c: 'offers.prices.GBP.1', d: 'mpn' };
    expect(commonCurrency({ columns })).toBe('EUR');
    expect(commonCurrency({})).toBe('USD');
  });
});

describe('the report of an import', () => {
  it('says how each column was read, and what was not', async () => {
    const { imported = [] } = await new OpenedCatalog().open({ name: 'teile.csv', file: new File([CSV], 'teile.csv') });
    const [table] = importTexts(imported);
    expect(table.title).toBe('teile.csv: 3 rows, 2 parts');
    expect(table.columns[3]).toEqual({
      heading: 'Lager',
      as: 'offers.in_stock_quantity',
      cells: '1',
      unread: '1: line 3 “viele”',
    });
    expect(table.columns[4].as).toBe('specs.widerstand in Ω');
    expect(table.notes).toEqual([expect.stringMatching(/^Line 4 is left out, since it has no part number: /)]);
  });

  it('shows twenty of the rows that were left out, and counts the others', () => {
    const left_out = Array.from({ length: 25 }, (_, i) => ({ line: i + 2, text: 'x', why: 'it has no part number' }));
    const conflicts = [{ uid: 'u', path: 'brand', kept: { name: 'A' }, given: { name: 'B' }, source: 'b.csv' }];
    const [{ title, notes }] = importTexts([
      { source: 'a.xlsx', sheet: 'One', rows: 26, parts: 1, columns: [], left_out, conflicts, notes: ['a note'] },
    ]);
    expect(title).toBe('a.xlsx, One: 26 rows, 1 part');
    expect(notes).toHaveLength(23);
    expect(notes.slice(-3)).toEqual([
      '5 more rows are left out',
      'Part u has two values of brand: {"name":"A"} is kept, {"name":"B"} is not',
      'a note',
    ]);
  });

  it('names the catalog after the table', () => {
    expect(catalogName('parts.csv')).toBe('parts.pdx');
    expect(catalogName('my parts.CSV.gz')).toBe('my parts.pdx');
    expect(catalogName('.csv')).toBe('catalog.pdx');
    expect(catalogName('list')).toBe('list.pdx');
  });
});
