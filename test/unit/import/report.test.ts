import { describe, expect, it } from 'vitest';
import { readTable, readTables } from '../../../src/import/partdex-import.js';

const LIST = 'MPN,Brand,Resistance,Stock\nA,Acme,10k,5\nA,Acme,11k,6\n,,,total\nB,Acme,12k,1+\n';
const utf8 = (text: string) => new TextEncoder().encode(text);
const list = () => readTable({ name: 'l.csv', data: utf8(LIST) });

async function readAll(table: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of table);
}

async function readFirst(table: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of table) break;
}

/** Source: questions and tables, E2; the documentation of `TableSource`. */
describe('the report of a table that is read several times', () => {
  it('is that of one reading', async () => {
    const table = list();
    await readAll(table);
    const first = table.report();
    expect(first[0]).toMatchObject({ rows: 4, parts: 2 });
    expect([first[0].left_out.length, first[0].conflicts.length, first[0].notes.length]).toEqual([1, 1, 1]);
    for (let n = 0; n < 2; n++) {
      await readAll(table);
      expect(table.report()).toEqual(first);
    }
  });

  it('is whole however many readings break off or go on at the same time', async () => {
    const table = list();
    await readFirst(table);
    await Promise.all([readAll(table), readAll(table)]);
    const once = list();
    await readAll(once);
    expect(table.report()).toEqual(once.report());
    await readFirst(table);
    expect(table.report()).toEqual(once.report());
  });

  it('has the notes of the map and each of several tables', async () => {
    const sources = ['a.csv', 'b.csv'].map((name) => ({ name, data: utf8(LIST) }));
    const table = readTables(sources, { map: { columns: { Gone: 'ignored' } } });
    await readAll(table);
    const first = table.report();
    expect(first.map(({ parts, notes }) => [parts, notes.length])).toEqual([
      [2, 2],
      [0, 2],
    ]);
    await readAll(table);
    expect(table.report()).toEqual(first);
  });

  it('has what a first reading has read so far', async () => {
    const table = list();
    await readFirst(table);
    expect(table.report()[0].columns).toHaveLength(4);
    await readFirst(table);
    expect(table.report()[0].rows).toBe(4);
  });
});
