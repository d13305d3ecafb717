import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { readTable, UnreadableTableError } from '../../../src/import/partdex-import.js';

const XMLNS = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'xmlns="http://schemas.openxmlformats.org/package/2006/relationships"';

/** A workbook of sheets of these rows, as their XML. */
function workbook(...sheets: string[]): Uint8Array {
  const numbers = sheets.map((_, i) => i + 1);
  const each = (text: (n: number) => string) => numbers.map(text).join('');
  const files: Record<string, string> = {
    'xl/workbook.xml': `<workbook ${XMLNS} xmlns:r="${OFFICE}"><sheets>${each((n) => `<sheet name="S${n}" sheetId="${n}" r:id="r${n}"/>`)}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships ${PACKAGE}>${each((n) => `<Relationship Id="r${n}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${n}.xml"/>`)}</Relationships>`,
  };
  sheets.forEach((rows, i) => {
    files[`xl/worksheets/sheet${i + 1}.xml`] = `<worksheet ${XMLNS}><sheetData>${rows}</sheetData></worksheet>`;
  });
  return zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])));
}

const cell = (place: string, text: string) => `<c r="${place}" t="inlineStr"><is><t>${text}</t></is></c>`;
const TABLE = `<row r="1">${cell('A1', 'MPN')}${cell('B1', 'Stock')}</row><row r="2">${cell('A2', 'RX-1')}<c r="B2"><v>5</v></c></row>`;

async function read(data: Uint8Array): Promise<unknown[]> {
  const read: unknown[] = [];
  for await (const { mpn, offers } of readTable({ name: 'list.xlsx', data })) read.push([mpn, offers?.[0]?.in_stock_quantity]);
  return read;
}

async function faultOf(data: Uint8Array): Promise<string> {
  const error = await read(data).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(UnreadableTableError);
  return (error as UnreadableTableError).message;
}

describe('the cells of a workbook', () => {
  it('may be far below the table', async () => {
    expect(await read(workbook(`${TABLE}<row r="200000">${cell('A200000', 'RX-2')}</row>`))).toEqual([
      ['RX-1', 5],
      ['RX-2', undefined],
    ]);
  });

  it('may be far from it if they are blank', async () => {
    const blank = '<row r="1048575"/><row r="1048576"><c r="XFD1048576" s="0"/></row>';
    expect(await read(workbook(TABLE + blank))).toEqual([['RX-1', 5]]);
  });

  it.each([
    [
      'one at the last place of a sheet',
      [`${TABLE}<row r="1048576">${cell('XFD1048576', 'x')}</row>`],
      /row 1048576 and up to column 16384/,
    ],
    [
      'one at the last column and one in the last row',
      [`${TABLE}<row r="3">${cell('XFD3', 'x')}</row><row r="1048576">${cell('A1048576', 'x')}</row>`],
      /delete what is far/,
    ],
    [
      'a row that no sheet has',
      [`${TABLE}<row r="99999999999">${cell('A99999999999', 'x')}</row>`],
      /no workbook has a cell or row "99999999999"/,
    ],
    ['a column that no sheet has', [`${TABLE}<row r="3">${cell('ZZZZZ3', 'x')}</row>`], /no workbook has a cell or row "ZZZZZ3"/],
    [
      'the same in other quotes, with a prefix',
      [`${TABLE}<x:row r='3'><x:c t=">" r = 'ZZZZZ3'><v>1</v></x:c></x:row>`],
      /no workbook has a cell or row "ZZZZZ3"/,
    ],
    ['behind an attribute that looks like it', [`${TABLE}<row r="3"><c x=" r='A3'" r="ZZZZZ3"><v>1</v></c></row>`], /"ZZZZZ3"/],
    ['with a letter that is written as its number', [`${TABLE}<row r="3"><c r="&#88;FDDD3"><v>1</v></c></row>`], /damaged/],
    [
      'many sheets with large gaps',
      Array.from({ length: 40 }, () => `${TABLE}<row r="1048576">${cell('CV1048576', 'x')}</row>`),
      /up to column 100/,
    ],
    ['a tag without an end', [`${TABLE}<row r="3"><c a="${'x'.repeat(200_000)}`], /damaged/],
  ])('that need too much room are a fault: %s', async (_, sheets, message) => {
    expect(await faultOf(workbook(...sheets))).toMatch(message);
  });

  it('are found where the bytes of a tag come in two pieces', async () => {
    for (let length = 65_400; length < 65_536; length += 7) {
      const padded = `${TABLE}<!--${'-'.repeat(length)}>`.replaceAll('---', '- -');
      expect(await faultOf(workbook(`${padded}<row r="3">${cell('ZZZZZ3', 'x')}</row>`))).toMatch(/ZZZZZ3/);
    }
  });
});
