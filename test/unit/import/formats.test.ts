import { gzipSync, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { readTable, readTables, UnreadableTableError } from '../../../src/import/partdex-import.js';
import type { Part } from '../../../src/partdex.js';
import { readText } from '../../support/tables/read-text.js';
import { damaged, toolFiles } from '../../support/tables/tool-files.js';

const utf8 = (text: string) => new TextEncoder().encode(text);

async function mpnsOf(data: Parameters<typeof readTable>[0], options?: Parameters<typeof readTable>[1]): Promise<string[]> {
  const mpns: string[] = [];
  for await (const part of readTable(data, options)) mpns.push(part.mpn);
  return mpns;
}

async function faultOf(data: Parameters<typeof readTable>[0], options?: Parameters<typeof readTable>[1]) {
  const error = await mpnsOf(data, options).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(UnreadableTableError);
  return error as UnreadableTableError;
}

describe('text', () => {
  const table = 'MPN;Größe\nA;5 µF\nB;6 µF\n';

  it.each([
    ['UTF-8', utf8(table)],
    ['UTF-8 with its mark', utf8(`\ufeff${table}`)],
    ['UTF-16 without its mark', Uint8Array.from([...table].flatMap((c) => [c.charCodeAt(0), 0]))],
    ['UTF-16 with the other order', Uint8Array.from([0xfe, 0xff, ...[...table].flatMap((c) => [0, c.charCodeAt(0)])])],
    ['Windows-1252', Uint8Array.from(table, (c) => c.charCodeAt(0))],
    ['line ends of two characters', utf8(table.replaceAll('\n', '\r\n'))],
    ['line ends of old Macs', utf8(table.replaceAll('\n', '\r'))],
    ['gzip', gzipSync(utf8(table))],
    ['two members of gzip', Uint8Array.from([...gzipSync(utf8('MPN;Größe\nA;5 µF\n')), ...gzipSync(utf8('B;6 µF\n'))])],
    ['zip', zipSync({ 'a/b.csv': utf8(table) })],
    ['tabs', utf8(table.replaceAll(';', '\t'))],
    ['bars', utf8(table.replaceAll(';', '|'))],
    ['quotes', utf8('"MPN","Größe"\n"A","5 µF"\n"B","6 µF"')],
  ])('is read in %s', async (_, bytes) => {
    const parts: Part[] = [];
    for await (const part of readTable(bytes)) parts.push(part);
    expect(parts.map(({ mpn, specs }) => [mpn, specs?.große?.value ?? specs?.grosse?.value ?? specs?.gro_e?.value])).toEqual([
      ['A', ['0.000005']],
      ['B', ['0.000006']],
    ]);
  });

  it('is in the encoding and with the delimiter of the map', async () => {
    const bytes = Uint8Array.from([...utf8('MPN^Note\nA^'), 0xb5, 0xe7, 0xd7, 0xe8]);
    const { value } = await readTable(bytes, { map: { encoding: 'gb18030', delimiter: '^' } })
      [Symbol.asyncIterator]()
      .next();
    expect(value.specs.note.value).toEqual(['电阻']);
  });

  it('is read from a stream in pieces of any length, once', async () => {
    const all = utf8('MPN,Note\nA,"línea\nä"\nB,ü\n');
    for (const length of [1, 2, 3, 7]) {
      let reads = 0;
      async function* stream() {
        reads++;
        for (let at = 0; at < all.length; at += length) yield all.subarray(at, at + length);
      }
      const source = readTable({ name: 'stream', data: stream() });
      const notes: unknown[] = [];
      for await (const part of source) notes.push(part.specs?.note.value);
      expect([notes, reads]).toEqual([[['línea\nä'], ['ü']], 1]);
    }
  });

  it.each([
    ['"5 inch" cable', '"5 inch" cable'],
    ['"5 inch" cable ', '"5 inch" cable'],
    ['"19" rack"', '19" rack'],
    ['"19" rack, black"', '19" rack, black'],
    ['"a ""b"" c" d', '"a "b" c" d'],
    ['"two\nlines" x', '"two\nlines" x'],
    ['5" cable', '5" cable'],
  ])('a cell that goes on behind its quotes takes nothing of what follows: %s', async (cell, value) => {
    for (const next of ['"n,1"', 'n', '']) {
      const { parts, report } = await readText(`MPN,Note,More\nA,${cell},${next}\n"B","m",7\nC,${cell},${next}`);
      expect(parts.map(({ mpn }) => mpn)).toEqual(['A', 'B', 'C']);
      expect([parts[0].specs?.note?.value].flat()).toEqual([value]);
      expect([parts[2].specs?.note?.value].flat()).toEqual([value]);
      expect([parts[2].specs?.more?.value].flat()).toEqual([next === '' ? undefined : next.replaceAll('"', '')]);
      expect(report[0]).toMatchObject({ rows: 3, parts: 3 });
    }
  });

  it('many cells that go on behind their quotes are read in pieces, and name their lines', async () => {
    const rows = Array.from({ length: 9000 }, (_, i) => (i % 90 === 0 ? `P-${i},"a" b,"x\ny"` : `P-${i},"c, d",e`));
    const { parts, report } = await readText(['MPN,Note,More', ...rows, ',end,'].join('\n'));
    expect(parts).toHaveLength(9000);
    expect(parts.filter(({ specs }) => [specs?.note?.value].flat()[0] === '"a" b')).toHaveLength(100);
    expect(report[0].left_out).toMatchObject([{ line: 9102 }]);
  });

  it('keeps a quote within a cell, and counts lines in cells', async () => {
    const { parts, report } = await readText('MPN,Note,Stock\nA,0.1" header,1\nB,"two\nlines",x\n,"no\nnumber",3\nC,,y\n');
    expect(parts[0].specs?.note.value).toEqual(['0.1" header']);
    expect(report[0].columns[2].examples).toEqual([
      { line: 3, text: 'x' },
      { line: 7, text: 'y' },
    ]);
    expect(report[0].left_out[0].line).toBe(5);
  });

  it('may have rows of any width', async () => {
    const { parts } = await readText('MPN,Note\nA\nB,x,extra\n,,\nC,y\n');
    expect(parts.map(({ specs }) => Object.keys(specs ?? {}))).toEqual([[], ['note', 'column_3'], ['note']]);
  });
});

describe('objects', () => {
  it.each([
    ['an array', '[{"mpn":"A","stock":5},\n{"mpn":"B","price":0.25}]'],
    ['lines', '{"mpn":"A","stock":5}\n{"mpn":"B","price":0.25}\n'],
    ['several lines each', '[\n {\n "mpn": "A",\n "stock": 5\n },\n {\n "mpn": "B",\n "price": 0.25 }\n]'],
  ])('are rows: %s', async (_, text) => {
    const { parts } = await readText(text, undefined, 'parts.json');
    expect(parts.map(({ mpn, offers }) => [mpn, offers?.[0].in_stock_quantity, offers?.[0].prices])).toEqual([
      ['A', 5, undefined],
      ['B', undefined, { USD: [[1, '0.25']] }],
    ]);
  });

  it('may have members of any name', async () => {
    const text = '[{"mpn":"A","__proto__":"x","constructor":"y","toString":"z"}]';
    const { parts } = await readText(text, undefined, 'parts.json');
    expect(Object.keys(parts[0].specs ?? {}).sort()).toEqual(['constructor', 'proto', 'tostring']);
    expect(({} as Record<string, unknown>).x).toBeUndefined();
  });
});

describe('several tables', () => {
  it('become one, the first source first; what contradicts it is reported', async () => {
    const one = {
      name: 'one.csv',
      data: utf8('MPN,Brand,Description,Resistance,Supplier,SKU,Stock\nA-1,Acme,first,1k,X,S1,5\nB,Acme,,2k,X,S2,1\n'),
    };
    const two = {
      name: 'two.csv',
      data: utf8('MPN;Brand;Description;Resistance;Supplier;SKU;Stock\na1;ACME;second;1.5k;X;S1;7\nA1;Acme;second;1k;Y;S9;8\n'),
    };
    const table = readTables([one, two]);
    const parts: Part[] = [];
    for await (const part of table) parts.push(part);
    const a = parts.find(({ mpn }) => mpn === 'A-1');
    expect(a?.descriptions?.map(({ value }) => value)).toEqual(['first', 'second']);
    expect(a?.offers?.map(({ seller, in_stock_quantity: stock }) => [seller?.name, stock])).toEqual([
      ['X', 5],
      ['Y', 8],
    ]);
    expect(a?.specs?.resistance.value).toEqual(['1000']);
    expect(parts).toHaveLength(2);
    expect(table.report()[1].conflicts.map(({ path, source }) => [path, source])).toEqual([
      ['offers[0]', 'two.csv'],
      ['specs.resistance', 'two.csv'],
    ]);
  });

  it('of a workbook without part numbers are named in the report', async () => {
    const file = (await toolFiles()).find(({ name }) => name === 'stock.xlsx');
    const table = readTable({ name: 'stock.xlsx', data: file?.bytes ?? utf8('') });
    for await (const _ of table);
    expect(table.report().map(({ sheet, parts, notes }) => [sheet, parts, notes])).toEqual([
      ['Stock', 3, []],
      ['Notes', 0, ['it has no column of part numbers and was not read']],
    ]);
  });
});

describe('faults', () => {
  it.each([
    ['an empty file', '', 'it is empty'],
    ['blanks', ' \n\n', 'it is empty'],
    ['no headings of part numbers', 'a,b\n1,2\n', 'no heading of a column of part numbers'],
    ['no rows', 'MPN,Stock\n', 'no row with a part number'],
    ['a web page', '<html><body>', 'it is a web page'],
    ['a PDF', '%PDF-1.7 ...', 'it is a PDF'],
    ['an old workbook', '\u00d0\u00cf\u0011\u00e0', 'no heading'],
    ['JSON that ends early', '[{"mpn":"A"},{"mpn":', 'the JSON ends inside an object'],
    ['JSON that is not', '[{"mpn":"A"},{"mpn"}]', 'not valid JSON'],
    ['a JSON array that ends behind an object', '[{"mpn":"A"}', 'the JSON array is not closed; the file is not whole'],
    [
      'a JSON array that ends behind a comma',
      '[{"mpn":"A","stock":1},\n{"mpn":"B","stock":2},\n',
      'the JSON array is not closed',
    ],
    ['a second end of a JSON array', '[{"mpn":"A"}]]', 'something follows the end of the JSON array'],
    ['a second JSON array', '[{"mpn":"A"}]\n[{"mpn":"B"}]', 'something follows the end of the JSON array'],
    ['an object behind a JSON array', '[{"mpn":"A"}],{"mpn":"B"}', 'something follows the end of the JSON array'],
    ['the end of an array that never began', '{"mpn":"A"}]', 'expected an object'],
    ['a list of numbers among objects', '[{"mpn":"A"},7]', 'expected an object'],
    ['zero bytes', 'MPN,Note\nA,x\u0000y\n', 'zero bytes'],
  ])('%s', async (_, text, message) => {
    const error = await faultOf({ name: 'f.csv', data: utf8(text) });
    expect(error.message).toContain(message);
    expect(error).toMatchObject({ code: 'unreadable_table', source: 'f.csv' });
  });

  it('JSON that is nested deeper than a document may be, with its line', async () => {
    const nested = (depth: number, open = '{"b":', close = '}') =>
      utf8(`[{"mpn":"A"},\n{"mpn":"B","a":${open.repeat(depth)}1${close.repeat(depth)}}]`);
    expect(await mpnsOf({ name: 'f.json', data: nested(999) })).toEqual(['A', 'B']);
    for (const data of [nested(1000), nested(100_000), nested(100_000, '[', ']')]) {
      const error = await faultOf({ name: 'f.json', data });
      expect(error.message).toContain('nested too deep; an object may have 1000 objects and lists one inside the other');
      expect(error).toMatchObject({ source: 'f.json', line: 2 });
    }
  });

  it('a workbook of other bytes, by its name', async () => {
    const bytes = Uint8Array.from({ length: 5000 }, (_, i) => (i * i * 31 + i * 7) % 251);
    expect((await faultOf({ name: 'a.XLSX', data: bytes })).message).toContain('it is not a readable XLSX file');
    expect((await faultOf({ name: 'a.csv', data: bytes })).message).toContain('zero bytes');
    expect(await mpnsOf({ name: 'text.xlsx', data: utf8('MPN,Note\nA,x\n') })).toEqual(['A']);
  });

  it('a quote that is never closed, with its line', async () => {
    const error = await faultOf(utf8('MPN,Note\nA,x\nB,"y\nC,z\n'));
    expect(error.line).toBe(3);
    expect((await faultOf(utf8(`MPN,Note\nA,x\nB,"${'y\n'.repeat(1_000_000)}`))).line).toBe(3);
  });

  it('a damaged archive or workbook', async () => {
    const files = await toolFiles();
    for (const name of ['price-list.csv.gz', 'stock.xlsx', 'export.zip']) {
      const { bytes } = files.find((file) => file.name === name) as { bytes: Uint8Array };
      expect((await faultOf({ name, data: damaged(bytes) })).message).toMatch(/damaged|ends too early/);
      expect((await faultOf({ name, data: bytes.subarray(0, bytes.length - 9) })).message).toMatch(/damaged|ends too early/);
    }
  });

  it('an error of the stream is passed on', async () => {
    const failure = Object.assign(new Error('gone'), { code: 'ECONNRESET' });
    async function* broken() {
      yield utf8('MPN\nA\n');
      throw failure;
    }
    await expect(mpnsOf(broken())).rejects.toBe(failure);
  });

  it('anything that is no source is refused at once', () => {
    for (const wrong of ['MPN\nA\n', 7, null, { name: 'a' }, { name: 7, data: utf8('') }, { name: 'a', data: 'text' }]) {
      expect(() => readTable(wrong as never)).toThrow(/source.* must be /);
    }
  });
});

describe('the lines of a text file', () => {
  it.each(['', '\n'])('are those of the file where cells have several: %j at the end', async (end) => {
    const { report } = await readText(`MPN,Stock,Note\nA,none of it,"one\ntwo"\nB,some,x\n,left,out${end}`);
    expect(report[0].columns[1].examples.map(({ line }) => line)).toEqual([2, 4]);
    expect(report[0].left_out.map(({ line }) => line)).toEqual([5]);
  });
});

describe('blank lines of a text file', () => {
  it('hide no delimiter', async () => {
    const data = utf8(`${'\n'.repeat(300)}MPN;Manufacturer;Price USD\nA;Acme;1.5\n`);
    const mpns: string[] = [];
    for await (const { mpn } of readTable({ name: 'p.csv', data })) mpns.push(mpn);
    expect(mpns).toEqual(['A']);
  });

  it('separate rows once, however many they are, and count as lines', { timeout: 60_000 }, async () => {
    const count = 3_000_000;
    const blank = '\n'.repeat(count);
    const data = gzipSync(
      utf8(`Parts,,of March\n${blank}MPN,Stock\n${blank}A,some of it\n\n\n,\n"B","none\n\nof it"${blank}\nC,x`),
    );
    const before = process.cpuUsage();
    const table = readTable({ name: 'a.csv.gz', data });
    const mpns: string[] = [];
    for await (const { mpn } of table) mpns.push(mpn);
    const { user } = process.cpuUsage(before);
    expect(mpns).toEqual(['A', 'B', 'C']);
    const [{ columns }] = table.report();
    // The title is not a row of groups above the headings.
    expect(columns.map(({ heading }) => heading)).toEqual(['MPN', 'Stock']);
    expect(columns[1].examples.map(({ line }) => line)).toEqual([2 * count + 3, 2 * count + 7, 3 * count + 10]);
    // It takes half a second, and took ten.
    expect(user / 1e6).toBeLessThan(4);
  });

  it('do not hide the line of a quote that is never closed', async () => {
    expect((await faultOf(utf8('MPN,Note\nA,x\n\n\n"\n\n'))).line).toBe(5);
  });
});
