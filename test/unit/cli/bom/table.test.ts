import { describe, expect, it } from 'vitest';
import type { TableRow } from '../../../../src/bom/bom-line.js';
import type { ColumnOptions } from '../../../../src/bom/columns.js';
import { TableText } from '../../../../src/cli/bom/decode.js';
import { openTable } from '../../../../src/cli/bom/table.js';

type Settings = Partial<ColumnOptions> & { delimiter?: string };

/** A table of bytes that come in pieces of some size, and the warnings of its text. */
async function read(bytes: Uint8Array | string, settings: Settings = {}, pieceSize = Number.POSITIVE_INFINITY) {
  const all = typeof bytes === 'string' ? Buffer.from(bytes) : bytes;
  async function* pieces() {
    for (let start = 0; start < all.length; start += pieceSize) yield all.subarray(start, start + pieceSize);
  }
  const text = new TableText(pieces(), 'bom.csv');
  const table = await openTable(text.pieces(), { header: true, ...settings }, 'bom.csv');
  const rows: TableRow[] = [];
  for await (const row of table.rows()) rows.push(row);
  return { table, rows, cells: rows.map((row) => row.cells), windowsLines: text.windowsLines };
}

const TABLE = [
  ['MPN', 'Mfr', 'Qty'],
  ['A-1', 'Acme, Inc.', '1'],
  ['B;2', 'Würth "E"', '2'],
];

function written(delimiter: string, lineEnd = '\n'): string {
  const quoted = (cell: string) => (/[",;\t|\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
  return TABLE.map((cells) => cells.map(quoted).join(delimiter) + lineEnd).join('');
}

describe('a table', () => {
  it.each([',', ';', '\t', '|'])('with %j between its cells', async (delimiter) => {
    const { table, cells } = await read(written(delimiter));
    expect(table).toMatchObject({ delimiter, lineEnd: '\n', headings: TABLE[0], header: { row: 0 } });
    expect(cells).toEqual(TABLE);
  });

  it.each(['\n', '\r\n', '\r'])('with lines that end by %j', async (lineEnd) => {
    const { table, cells } = await read(written(',', lineEnd));
    expect(cells).toEqual(TABLE);
    expect(table.lineEnd).toBe(lineEnd === '\r\n' ? '\r\n' : '\n');
  });

  it('whose lines end in several ways', async () => {
    expect((await read('MPN,Qty\r\nA,1\nB,2\rC,3')).cells).toEqual([
      ['MPN', 'Qty'],
      ['A', '1'],
      ['B', '2'],
      ['C', '3'],
    ]);
  });

  it('is the same in whatever pieces it comes', async () => {
    const text = `\ufeffTitle;;\r\n${written(';', '\r\n')}"a ""b""\r\nc";é;µ\r\n`;
    const whole = await read(text);
    for (const size of [1, 2, 3, 7]) expect((await read(text, {}, size)).rows).toEqual(whole.rows);
    expect(whole.cells.at(-1)).toEqual(['a "b"\r\nc', 'é', 'µ']);
  });

  it('has the lines of its rows, whatever line ends are in cells', async () => {
    const { rows } = await read('MPN,Ref\nA,"R1,\nR2"\nB,"R3\r\nR4\r\nR5"\n\nC,R6\n');
    expect(rows.map(({ line, cells }) => [line, cells[0]])).toEqual([
      [1, 'MPN'],
      [2, 'A'],
      [4, 'B'],
      [7, ''],
      [8, 'C'],
    ]);
  });

  it('may be ragged, and have quotes inside of cells', async () => {
    const { cells } = await read('MPN,Qty,Note\nA\nB,1,0.1" pitch,more\nC,2,5" x 3"\n');
    expect(cells.slice(1)).toEqual([['A'], ['B', '1', '0.1" pitch', 'more'], ['C', '2', '5" x 3"']]);
  });

  it('is recognised by its headings where its cells are full of other marks', async () => {
    const text = 'MPN;Ref;Qty\nA;"R1,R2,R3,R4";4\nB;C1,C2,C3;3\nC;D1,D2,D3;3\n';
    expect((await read(text)).table.delimiter).toBe(';');
    const untitled = await read('A;R1,R2;2\nB;R3,R4;2\nC;;1\n', { header: false, mpn: '1' });
    expect(untitled.table).toMatchObject({ delimiter: ';', headings: undefined, header: { row: -1 } });
  });

  it('may declare the separator of its cells, as Excel writes it', async () => {
    const { table, cells } = await read('sep=;\r\nMPN;Qty\r\nA;1\r\n');
    expect(table).toMatchObject({ delimiter: ';', header: { row: 1 } });
    expect(cells[0]).toEqual(['sep=', '']);
  });

  it('takes the mark that an option gives', async () => {
    expect((await read('MPN~Qty\nA,1~2\n', { delimiter: '~' })).cells[1]).toEqual(['A,1', '2']);
  });

  it('of one column has no mark at all', async () => {
    expect((await read('MPN\nA-1\nB-2\n')).cells).toEqual([['MPN'], ['A-1'], ['B-2']]);
  });

  it('is longer than its beginning', async () => {
    const { cells } = await read(`MPN,Qty\n${'A-1,1\n'.repeat(50_000)}`, {}, 65_536);
    expect(cells).toHaveLength(50_001);
    expect(new Set(cells.slice(1).map((row) => row.join()))).toEqual(new Set(['A-1,1']));
  });
});

describe('encodings', () => {
  const text = 'MPN,Hersteller\nA-1,Würth 10 µF Ω\n';
  const expected = text
    .trim()
    .split('\n')
    .map((line) => line.split(','));
  const big = Buffer.from(`\ufeff${text}`, 'utf16le').swap16();

  it.each([
    ['UTF-8', Buffer.from(text)],
    ['UTF-8 with a mark', Buffer.from(`\ufeff${text}`)],
    ['UTF-16, little end first', Buffer.from(`\ufeff${text}`, 'utf16le')],
    ['UTF-16, big end first', big],
  ])('%s', async (_, bytes) => {
    for (const size of [1, 3, 1000]) {
      const { cells, windowsLines } = await read(bytes, {}, size);
      expect(cells).toEqual(expected);
      expect(windowsLines).toBe(0);
    }
  });

  it('Windows-1252, line by line', async () => {
    const windows = Buffer.concat([
      Buffer.from('MPN,Hersteller\n'),
      Buffer.from('A-1,W\xfcrth \x96 10 \xb5F \x80\n', 'latin1'),
      Buffer.from('B-2,Würth 10 µF\n'),
    ]);
    for (const size of [1, 5, 1000]) {
      const { cells, windowsLines } = await read(windows, {}, size);
      expect(cells.slice(1)).toEqual([
        ['A-1', 'Würth – 10 µF €'],
        ['B-2', 'Würth 10 µF'],
      ]);
      expect(windowsLines).toBe(1);
    }
  });
});

describe('a file that is not a table', () => {
  it.each([
    ['', /^"bom\.csv" is empty; a table of parts is needed/],
    ['\ufeff \r\n\n', /^"bom\.csv" is empty/],
    [Buffer.from('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', 'latin1'), /is a workbook of an older Excel \(\.xls\).*save it as CSV/],
    ['%PDF-1.7\n', /is a PDF, not CSV/],
    ['<html><table>', /is a web page or XML, not CSV/],
    ['PARTDEX\0...', /is a catalog; the parts list comes after it/],
    [Buffer.from('MPN,Qty\nA,1\n', 'utf16le'), /has zero bytes, which no text has: save it as CSV in UTF-8/],
    ['MPN,Qty\nA\0,1\n', /has zero bytes/],
    ['Foo,Bar\n1,2\n', /^"bom\.csv" has no column of part numbers in its first 20 lines; line 1 has "Foo", "Bar"/],
  ])('%j', async (bytes, message) => {
    await expect(read(bytes)).rejects.toThrow(message);
    await expect(read(bytes, {}, 1)).rejects.toThrow(message);
  });

  it('a quote that is never closed, with its line', async () => {
    const message =
      /^"bom\.csv", line 3: a cell that begins with a quote there is never closed; a quote in a cell is written twice$/;
    await expect(read('MPN,Ref\nA,R1\nB,"R2\nC,R3\n')).rejects.toThrow(message);
    await expect(read(`MPN,Ref\nA,R1\nB,"R2\n${'C,R3\n'.repeat(300_000)}`)).rejects.toThrow(message);
  });

  it('a line without an end', async () => {
    await expect(read(`MPN,Ref\n${'x'.repeat(1_200_000)}`, {}, 65_536)).rejects.toThrow('has a line of over a million bytes');
  });
});
