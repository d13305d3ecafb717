import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { readTable, type TableOptions, UnreadableTableError } from '../../../src/import/partdex-import.js';
import type { Part } from '../../../src/partdex.js';
import { numberCell, row, type SharedXml, textCell, type WrittenSheet, workbookOf } from '../../support/tables/workbooks.js';

const workbook = (...sheets: string[]) => workbookOf(sheets);
const cell = (place: string, text: string) => textCell(text, place);
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

  it('may be at the last place of a sheet, as one note makes it', async () => {
    const note = `<row r="1048576">${cell('XFD1048576', 'x')}</row>`;
    expect(await read(workbook(TABLE + note))).toEqual([['RX-1', 5]]);
  });

  it.each([
    [
      'many rows up to the last column',
      [TABLE + Array.from({ length: 4200 }, (_, i) => `<row r="${i + 3}">${cell(`XFD${i + 3}`, 'x')}</row>`).join('')],
      /over 67108864 cells/,
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
    ['a tag without an end', [`${TABLE}<row r="3"><c a="${'x'.repeat(2_000_000)}`], /a tag without an end/],
    ['a text', [`${TABLE}<row r="3"><c t="str"><v>${'x'.repeat(2_000_000)}</v></c></row>`], /a text of over 1048576 characters/],
    [
      'a text of many runs',
      [`${TABLE}<row r="3"><c t="inlineStr"><is>${`<r><t>${'x'.repeat(50_000)}</t></r>`.repeat(40)}</is></c></row>`],
      /a text of over 1048576 characters/,
    ],
    ['a comment without an end', [`${TABLE}<!--${'x'.repeat(2_000_000)}`], /a tag without an end/],
    ['a declaration without an end', [`${TABLE}<!${'a'.repeat(1_000_000)}`], /a type of documents/],
    ['many declarations', [`${TABLE}${`<!${'a'.repeat(50)}>`.repeat(1000)}`], /a type of documents/],
  ])('that no sheet has room for are a fault: %s', async (_, sheets, message) => {
    expect(await faultOf(workbook(...sheets))).toMatch(message);
  });

  it('take nothing from what every object has', async () => {
    const rows = `<row r="3"><c hasOwnProperty="x" r="A3" t="str"><v>&constructor;</v></c></row>`;
    expect((await read(workbook(TABLE + rows)))[1]).toEqual(['&constructor;', undefined]);
  });

  it('are found where the bytes of a tag come in two pieces', async () => {
    for (let length = 65_400; length < 65_536; length += 7) {
      const padded = `${TABLE}<!--${'>'.repeat(length)}-->`;
      expect(await faultOf(workbook(`${padded}<row r="3">${cell('ZZZZZ3', 'x')}</row>`))).toMatch(/ZZZZZ3/);
    }
  });
});

/** The parts of a workbook, and its report. */
async function readBook(sheets: readonly (string | WrittenSheet)[], shared: SharedXml = {}, options: TableOptions = {}) {
  const table = readTable({ name: 'list.xlsx', data: workbookOf(sheets, shared) }, options);
  const parts: Part[] = [];
  for await (const part of table) parts.push(part);
  return { parts, report: table.report() };
}

describe('places', () => {
  it.each([
    ['cells', `<row r="1"><c t="s"><v>0</v></c><c t="s"><v>1</v></c></row><row r="2"><c t="s"><v>2</v></c><c><v>5</v></c></row>`],
    [
      'rows',
      `<row><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c></row><row><c r="A2" t="s"><v>2</v></c><c r="B2"><v>5</v></c></row>`,
    ],
    ['both', `<row><c t="s"><v>0</v></c><c t="s"><v>1</v></c></row><row><c t="s"><v>2</v></c><c><v>5</v></c></row>`],
    [
      'some cells',
      `<row><c r="B1" t="s"><v>0</v></c><c t="s"><v>1</v></c></row><row><c/><c t="s"><v>2</v></c><c><v>5</v></c></row>`,
    ],
  ])('follow from the order where %s have none', async (_, rows) => {
    const texts =
      '<si><t>MPN</t></si><si><t>Stock</t></si><si><r><t>RX</t></r><r><t xml:space="preserve">-1</t></r><rPh><t>x</t></rPh></si>';
    const { parts } = await readBook([rows], { texts });
    expect(parts.map(({ mpn, offers }) => [mpn, offers?.[0].in_stock_quantity])).toEqual([['RX-1', 5]]);
  });

  it('are the lines of the report', async () => {
    const { report } = await readBook([`${TABLE}<row r="9">${cell('A9', 'RX-2')}${cell('B9', 'many')}</row>`]);
    expect(report[0].columns[1].examples).toEqual([{ line: 9, text: 'many' }]);
  });
});

describe('a number is what the workbook shows', () => {
  const shownIn = async (heading: string, code: string, number: number | string) => {
    const rows = row(textCell('MPN'), textCell(heading)) + row(textCell('RX-1'), numberCell(number, 1));
    return (await readBook([rows], { formats: [code] })).parts[0];
  };

  it.each([
    ['00000', 123, '00123'],
    ['0000-000', 1234567, '1234-567'],
    ['000-00', 7, '000-07'],
    ['"SKU-"0000', 42, 'SKU-0042'],
    ['\\A000', 12345, 'A12345'],
    ['00000', 123456, '123456'],
    ['00000', 1.5, '1.5'],
    ['0', 123, '123'],
    ['#,##0', 12345, '12345'],
    ['# ##0', 12345, '12345'],
    ['0.00', 5, '5'],
    ['General', 4820000000123, '4820000000123'],
    ['yyyy\\-mm\\-dd', 45000, '2023-03-15'],
    ['yyyy-mm-dd', 45000.25, '2023-03-15'],
    ['mmm yy', 45000.99, '2023-03-15'],
    ['[$-409]d/m/yy h:mm;@', 45000.5, '2023-03-15T12:00:00'],
    ['dd.mm.yyyy hh:mm', 45000, '2023-03-15'],
    ['h:mm', 0.5, '12:00:00'],
    ['[$-F400]h:mm:ss AM/PM', 45000.25, '06:00:00'],
    ['[<1000]0;0,"k"', 5000, '5000'],
    ['[h]:mm', 1.5, '1.5'],
    ['[mm]:ss', 0.5, '0.5'],
    ['0;-0;;@', 5, '5'],
  ])('%s of %s is %s', async (code, number, shown) => {
    expect((await shownIn('SKU', code, number)).offers?.[0].sku).toBe(shown);
  });

  it.each([
    ['[$€-407] #,##0.00', 'EUR', '0.0021'],
    ['#,##0.00\\ "€"', 'EUR', '0.0021'],
    ['_-[$£-809]* #,##0.00_-', 'GBP', '0.0021'],
    ['"$"#,##0.00_);[Red]\\("$"#,##0.00\\)', 'USD', '0.0021'],
    ['[$CHF] 0.00', 'CHF', '0.0021'],
    ['0.00', 'USD', '0.0021'],
    ['#,##0.00 "zł"', 'PLN', '0.0021'],
    ['#,##0.00\\ [$Kč-405]', 'CZK', '0.0021'],
    ['[$SFr.-807]\\ #,##0.00', 'CHF', '0.0021'],
    ['#,##0.00 [$₽-419]', 'RUB', '0.0021'],
    ['"R$" #,##0.00', 'BRL', '0.0021'],
    ['#,##0.00 "kr"', 'USD', '0.0021'],
  ])('a price in %s is in %s', async (code, currency, price) => {
    const { offers } = await shownIn('Price', code, '2.0999999999999999E-3');
    expect(offers?.[0].prices).toEqual({ [currency]: [[1, price]] });
  });

  it.each([
    ['0%', 0.05, 'percent', '5'],
    ['0.00" V"', 3.3, 'volt', '3.3'],
    ['General" nF"', 100, 'farad', '1e-7'],
    ['0.0', 3.3, undefined, '3.3'],
    ['0.0\\%', 5, 'percent', '5'],
    ['0"%"', 5, 'percent', '5'],
    ['0" V"', -40, 'volt', '-40'],
    ['0" V";[Red]-0" V"', -40, 'volt', '-40'],
    ['0.00" bottles"', 3.5, undefined, '3.5'],
  ])('a quantity in %s has its unit', async (code, number, unit, value) => {
    const { specs } = await shownIn('Rating', code, number);
    expect([specs?.rating.metadata?.unit?.name, specs?.rating.value]).toEqual([unit, [value]]);
  });

  it.each([
    ['Stock', '#,##0" szt."', 'in_stock_quantity', 500],
    ['MOQ', '0" kusů"', 'moq', 500],
    ['Stock', '0" szt."', 'in_stock_quantity', -2],
  ] as const)('a count of %s in %s', async (heading, code, member, count) => {
    expect((await shownIn(heading, code, count)).offers?.[0][member]).toBe(count);
  });

  it('a lead time in days with an unknown word', async () => {
    const rows =
      row(textCell('MPN'), textCell('SKU'), textCell('Lead Time (days)')) +
      row(textCell('RX-1'), textCell('A'), numberCell(14, 1));
    const { parts } = await readBook([rows], { formats: ['0" dagar"'] });
    expect(parts[0].offers?.[0].factory_lead_days).toBe(14);
  });

  it.each(['NaN', 'INF', '1,5'])('but a blank where it is none: %s', async (value) => {
    const { mpn, offers } = await shownIn('Stock', 'General', value);
    expect([mpn, offers?.[0]?.in_stock_quantity]).toEqual(['RX-1', undefined]);
  });

  it('but a blank where a zero is not shown', async () => {
    expect((await shownIn('Stock', '0;-0;;@', 0)).offers?.[0]?.in_stock_quantity).toBeUndefined();
  });

  it('in its own format, not that of a condition', async () => {
    const rows = row(textCell('MPN'), textCell('SKU')) + row(textCell('RX-1'), numberCell(123, 1));
    const dxfs = '<dxfs><dxf><numFmt numFmtId="164" formatCode="0%"/></dxf></dxfs>';
    const { parts } = await readBook([rows], { formats: ['00000'], behindStyles: dxfs });
    expect(parts[0].offers?.[0].sku).toBe('00123');
  });

  it('with a point, whatever the texts beside it have', async () => {
    const rows =
      row(textCell('MPN'), textCell('Price')) +
      row(textCell('A'), textCell('0,5 €')) +
      row(textCell('B'), numberCell(1.234, 1)) +
      row(textCell('C'), numberCell(1.234));
    const { parts } = await readBook([rows], { formats: ['[$€-407] #,##0.00'] });
    expect(parts.map(({ offers }) => offers?.[0].prices?.EUR)).toEqual([[[1, '0.5']], [[1, '1.234']], [[1, '1.234']]]);
  });

  it('without the rest of a sum of binary fractions', async () => {
    const { offers } = await shownIn('Price', 'General', '0.30000000000000004');
    expect(offers?.[0].prices?.USD).toEqual([[1, '0.3']]);
  });

  it('counts days from 1904 where the workbook says so', async () => {
    const rows = row(textCell('MPN'), textCell('Built')) + row(textCell('RX-1'), numberCell(43538, 1));
    const { parts } = await readBook([rows], { formats: ['yyyy-mm-dd'], properties: 'date1904="1"' });
    expect(parts[0].specs?.built.value).toEqual(['2023-03-15']);
  });
});

describe('a second table in a sheet', () => {
  it('is read by its own headings, and notes are those of the whole sheet', async () => {
    const rows =
      row(textCell('MPN'), textCell('Stock')) +
      row(textCell('RX-1'), numberCell(5)) +
      row(textCell('MPN'), textCell('Wert'), textCell('Price')) +
      row(textCell('RX-2'), textCell('x'), numberCell(0.5)) +
      row(textCell('RX-3'), textCell('y'), numberCell(0.25)).replace('<row', '<row hidden="1"');
    const { parts, report } = await readBook([rows]);
    expect(parts.map(({ mpn, offers }) => [mpn, offers?.[0].in_stock_quantity, offers?.[0].prices])).toEqual([
      ['RX-1', 5, undefined],
      ['RX-2', undefined, { USD: [[1, '0.5']] }],
      ['RX-3', undefined, { USD: [[1, '0.25']] }],
    ]);
    expect(report.map(({ notes }) => notes.length)).toEqual([1, 1]);
    expect(report[1].notes[0]).toMatch(/hidden/);
  });
});

describe('merged cells', () => {
  const merged = (...places: string[]) =>
    `<mergeCells>${places.map((place) => `<mergeCell ref="${place}"/>`).join('')}</mergeCells>`;

  it('stand for the cells below them', async () => {
    const rows =
      row(textCell('MPN'), textCell('Supplier'), textCell('Stock')) +
      row(textCell('RX-1'), textCell('North'), numberCell(5)) +
      row('<c/>', textCell('South'), numberCell(7)) +
      row(textCell('RX-2'), textCell('North'), numberCell(1));
    const { parts, report } = await readBook([{ rows, behind: merged('A2:A3') }]);
    expect(parts.map(({ mpn, offers }) => [mpn, offers?.map(({ in_stock_quantity: stock }) => stock)])).toEqual([
      ['RX-1', [5, 7]],
      ['RX-2', [1]],
    ]);
    expect(report[0].left_out).toEqual([]);
  });

  it('group no headings right of them', async () => {
    const cells = [textCell('RX-1'), textCell('X'), numberCell(0.5), numberCell(0.25), textCell('4011'), textCell('neu')];
    const headingsOf = async (rows: string, ...places: string[]) => {
      const { report } = await readBook([{ rows: rows + row(...cells), behind: merged(...places) }]);
      return report[0].columns.map(({ heading }) => heading);
    };
    const expected = ['MPN', 'Hersteller', 'Preise 1', 'Preise 100', 'EAN', 'Notiz'];
    const members = [numberCell(1), numberCell(100), textCell('EAN')];
    const above =
      row('<c/>', '<c/>', textCell('Preise')) + row(textCell('MPN'), textCell('Hersteller'), ...members, textCell('Notiz'));
    expect(await headingsOf(above, 'C1:D1')).toEqual(expected);
    const beside =
      row(textCell('MPN'), textCell('Hersteller'), textCell('Preise'), '<c/>', '<c/>', textCell('Notiz')) +
      row('<c/>', '<c/>', ...members);
    expect(await headingsOf(beside, 'A1:A2', 'B1:B2', 'C1:D1', 'F1:F2')).toEqual(expected);
  });

  it('may be headings of two rows', async () => {
    const rows =
      row(textCell('MPN'), textCell('Price'), '<c/>') +
      row('<c/>', numberCell(1), numberCell(100)) +
      row(textCell('RX-1'), numberCell(0.5), numberCell(0.25));
    const { parts } = await readBook([{ rows, behind: merged('A1:A2', 'B1:C1') }]);
    expect(parts.map(({ offers }) => offers?.[0].prices)).toEqual([
      {
        USD: [
          [1, '0.5'],
          [100, '0.25'],
        ],
      },
    ]);
  });
});

describe('what a cell cannot say', () => {
  it('is blank: errors, formulas without a result', async () => {
    const rows =
      row(textCell('MPN'), textCell('Stock'), textCell('Grade')) +
      row(textCell('A'), '<c t="e"><f>1/0</f><v>#DIV/0!</v></c>', '<c t="e"><v>#N/A</v></c>') +
      row(textCell('B'), '<c><f>A1*2</f><v></v></c>', '<c t="str"><f>"x"</f><v>x</v></c>') +
      row(textCell('C'), '<c><f>1+1</f><v>2</v></c>', '<c t="b"><v>1</v></c>') +
      row(textCell('D'), '<c><f>A1*2</f></c>', '<c t="str"><f>""</f><v></v></c>');
    const { parts, report } = await readBook([rows]);
    expect(parts.map(({ offers, specs }) => [offers?.[0].in_stock_quantity, specs?.grade?.value])).toEqual([
      [undefined, undefined],
      [undefined, ['x']],
      [2, ['yes']],
      [undefined, undefined],
    ]);
    expect(report[0].notes).toEqual([
      '2 formulas have no result in the file and are blank; a spreadsheet program computes them when it saves the workbook',
    ]);
  });

  it('is told of hidden rows and sheets, which are read', async () => {
    const rows = TABLE.replace('<row r="2">', '<row r="2" hidden="1">');
    const { parts, report } = await readBook([{ rows, state: 'veryHidden' }]);
    expect(parts).toHaveLength(1);
    expect(report[0].notes).toEqual([
      'the sheet is hidden in the workbook, and was read',
      '1 row is hidden in the workbook, and read like the others',
    ]);
  });

  it('is a fault of a map: a sheet that there is not', async () => {
    await expect(readBook([TABLE, TABLE], {}, { map: { sheets: ['Stock'] } })).rejects.toThrow(
      'it has no sheet "Stock"; it has "S1", "S2"',
    );
  });
});

describe('a damaged workbook', () => {
  it('has no two sheets of the same file', async () => {
    const files = unzipSync(workbookOf([TABLE]));
    const sheets = strFromU8(files['xl/workbook.xml']).replace(/<sheet .*?\/>/, '$&$&');
    expect(await faultOf(zipSync({ ...files, 'xl/workbook.xml': strToU8(sheets) }))).toMatch('the sheet "S1" is another one too');
  });

  it('has no end of merged cells', async () => {
    const behind = `<mergeCells>${'<mergeCell ref="A1:A2"/>'.repeat(300_000)}</mergeCells>`;
    expect(await faultOf(workbookOf([{ rows: TABLE, behind }]))).toMatch('over 262144 merged cells');
  });
});

describe('texts', () => {
  it('may be long, and come in pieces that end anywhere', async () => {
    const ends = ['&amp;', '&#x1F600;', '\u{1F600}', '<![CDATA[]]x]]>'];
    for (const [i, end] of ends.entries()) {
      const read = ['&', '\u{1F600}', '\u{1F600}', ']]x'][i];
      // 4,096 units are parsed at a time.
      for (let length = 4080; length < 4096 && i >= 0; length++) {
        const text = `<si><t>${'x'.repeat(length)}${end}y</t></si>`;
        const rows = row(textCell('MPN'), textCell('Note')) + row(textCell('RX-1'), '<c t="s"><v>0</v></c>');
        const { parts } = await readBook([rows], { texts: text });
        const value = String(parts[0].specs?.note.value);
        if (!value.endsWith(`xx${read}y`)) throw new Error(`${length}: ${value.slice(-10)}`);
      }
    }
  });

  it('have attributes of over 64 kB beside them', async () => {
    const { parts } = await readBook([{ rows: TABLE, behind: `<x sqref="${'A1 '.repeat(100_000)}"/>` }]);
    expect(parts).toHaveLength(1);
  });

  it('have references, sections of characters and escapes', async () => {
    const rows =
      row(textCell('MPN'), textCell('Note')) +
      row(textCell('A&B <1>'), '<c t="inlineStr"><is><t>x&#x41;&#66;<![CDATA[<&>]]>_x000D_\n&unknown;y</t></is></c>');
    const { parts } = await readBook([rows]);
    expect([parts[0].mpn, parts[0].specs?.note.value]).toEqual(['A&B <1>', ['xAB<&>\n&unknown;y']]);
  });
});
