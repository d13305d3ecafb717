import { readdir, readFile, writeFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import { zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CapturedTerminal, plain } from '../../../support/captured-terminal.js';
import { buildFormulas, matchList, records } from '../../../support/matched-lists.js';
import { partdex, parts, runOn, SampleCatalog } from '../../../support/sample-catalog.js';
import { numberCell, row, textCell, workbookOf } from '../../../support/tables/workbooks.js';

let sample: SampleCatalog;
/** A catalog with texts that a spreadsheet would take for formulas. */
let formulas: string;

beforeAll(async () => {
  sample = await SampleCatalog.create();
  formulas = await buildFormulas(sample);
});

afterAll(() => sample?.remove());

const [first, second] = parts;

const match = (list: string | Uint8Array, ...options: string[]) => matchList(sample, list, ...options);

describe('partdex match', () => {
  const number = first.mpn;
  const other = number.replaceAll('-', '').toLowerCase();
  const sku = first.offers?.find(({ sku: text }) => text && text !== number)?.sku as string;

  it('writes the list with added columns, and reports the matches', async () => {
    const list = `MPN,Qty,Note\n${number},10,"a, ""b"""\n${other},,\n${sku},1,\n${number.slice(0, -1)},1,\nQQQQ-1,1,\n`;
    const { status, out, err } = await match(list);
    expect(status).toBe(0);
    const rows = records(out);
    expect(out.split('\n', 1)[0]).toMatch(/^MPN,Qty,Note,match,matched mpn,matched brand,matched uid,candidates,/);
    expect(rows.map((row) => row.match)).toEqual(['exact', 'normalised', 'sku', 'not found', 'not found']);
    expect(rows[0]).toMatchObject({
      MPN: number,
      Qty: '10',
      Note: 'a, "b"',
      'matched mpn': number,
      'matched brand': first.brand?.name,
      'matched uid': first.uid,
      candidates: '1',
    });
    expect(rows[3]).toMatchObject({ 'matched mpn': '', 'suggested mpn': number, suggestion: 'suffix', candidates: '0' });
    expect(rows[3].remarks).toBe('the same number with 1 more character at the end');
    expect(rows[4]).toMatchObject({ 'suggested mpn': '', suggestion: '' });
    expect(err).toMatch(/^5 lines in [\d.]+ m?s\ncolumns: mpn "MPN", quantity "Qty"\n\nMatch\n {2}exact +1 /);
    expect(err).toMatch(/ {2}not found +2 +1 with a suggestion\n\nline {2}not found/);
    expect(err).toMatch(/\n {3}5 +\S+ +\S+ .* {2}the same number with 1 more character at the end\n {3}6 +QQQQ-1\n$/);
  });

  it('keeps all that the list has: titles, blank lines, lines without a number, cells too many', async () => {
    const list = `Board,7\r\n\r\nMPN,Qty\r\n${number},1,x,,\r\n,\r\n,total 1\r\n${number}\r\n`;
    const { status, out } = await match(list);
    expect(status).toBe(0);
    const lines = out.split('\r\n');
    expect(lines.slice(0, 2)).toEqual(['Board,7', '']);
    expect(lines[3]).toMatch(/; 1 cell more than headings: is a quote missing\?,x$/);
    expect(lines[4]).toBe(',');
    expect(lines[5]).toBe(`,total 1,no number${','.repeat(13)}`);
    expect(lines).toHaveLength(8);
    const width = lines[2].split(',').length;
    expect(parse(`${lines[2]}\n${lines[5]}\n${lines[6]}\n`).map((cells: string[]) => cells.length)).toEqual([
      width,
      width,
      width,
    ]);
  });

  it('reads what spreadsheets write, and writes it so', async () => {
    const utf16 = await match(Buffer.from(`\ufeffTeilenummer\tStückzahl\tWürth\n${number}\t2\tµ\n`, 'utf16le'));
    expect(records(utf16.out, '\t')[0]).toMatchObject({ Stückzahl: '2', Würth: 'µ', match: 'exact' });
    expect(utf16.err).not.toContain('warning');
    const windows = await match(Buffer.from(`Hersteller-Nr.;Menge\n${number};3 St\xfcck\n`, 'latin1'));
    expect(records(windows.out, ';')[0]).toMatchObject({ Menge: '3 Stück', match: 'exact' });
    expect(windows.err).toMatch(/^warning: 1 line is not UTF-8, read as Windows-1252: check letters such as µ and ü\n/);
  });

  it('takes columns by option, and lists without headings', async () => {
    const titled = await match(`Foo,Bar\n1,${number}\n`, '--mpn', 'bar', '--qty', '1');
    expect(titled.err).toContain('columns: mpn "Bar", quantity "Foo"\n');
    const untitled = await match(`1;${number}\n2;QQQQ\n`, '--no-header', '--mpn', '2', '--qty', '1');
    expect(untitled.out.split('\n')[0]).toMatch(new RegExp(`^1;${number};exact;`));
    expect(untitled.err).toMatch(/^2 lines in .*\ncolumns: mpn 2, quantity 1\n/);
  });

  it('takes a brand for that of the catalog by its words, and reports it', async () => {
    const brand = first.brand?.name as string;
    const rows = records((await match(`MPN,Manufacturer\n${number},"${brand} Europe, Ltd."\n${number},-\n-,${brand}\n`)).out);
    expect(rows[0]).toMatchObject({ match: 'exact', 'matched brand': brand, suggestion: '' });
    expect(rows[0].remarks.split('; ')).toContain(`brand in the catalog: ${brand}`);
    expect(rows[1]).toMatchObject({ Manufacturer: '-', match: 'exact', 'matched brand': brand });
    expect(rows[1].remarks).not.toContain('brand in the catalog');
    expect(rows[2]).toMatchObject({ MPN: '-', match: 'no number' });
  });

  it('compares brands, unless it is not to look at them', async () => {
    const list = `MPN,Manufacturer\n${number},Nobody\n`;
    expect(records((await match(list)).out)[0]).toMatchObject({
      match: 'not found',
      'suggested mpn': number,
      suggestion: 'other brand',
    });
    expect(records((await match(list, '--no-brand')).out)[0]).toMatchObject({ match: 'exact' });
  });

  it('takes wildcards and exact writing where it is asked to', async () => {
    const pattern = `${number.slice(0, -2)}*`;
    expect(records((await match(`MPN\n${pattern}\n`)).out)[0].match).toBe('not found');
    expect(records((await match(`MPN\n${pattern}\n`, '--wildcards')).out)[0].match).toMatch(/^(wildcard|ambiguous)$/);
    const [row] = records((await match(`MPN\n${other}\n`, '--exact')).out);
    expect(row).toMatchObject({ match: 'not found', suggestion: 'other spelling' });
  });

  it('notes an invalid quantity, and goes on', async () => {
    const { out, err } = await match(`MPN,Qty\n${number},some\n${second.mpn},2\n`);
    expect(records(out).map(({ remarks }) => remarks)[0]).toMatch(/^quantity "some" is not a number of pieces/);
    expect(err).toMatch(/^warning: 1 quantity cannot be read; the last column says why\n/);
  });

  it('does not take a heading that the list has', async () => {
    const { out } = await match(`MPN,Match,partdex match,Unit Price USD\n${number},,,\n`);
    const [headings] = out.split('\n');
    expect(headings).toContain('Unit Price USD,partdex 2 match,matched mpn,');
    expect(headings).toContain(',partdex unit price USD,unit price seller,');
    const again = await match(out);
    expect(records(again.out)[0]).toMatchObject({ MPN: number, 'partdex 3 match': 'exact' });
  });

  it('makes no formula of what the catalog has', async () => {
    const list = await sample.write('formulas.csv', ['MPN,Note', '=1+1,=A1', '@F1,', '=2+2,', '1+12,']);
    const { out } = await partdex('match', formulas, list);
    const rows = records(out);
    expect(rows[0]).toMatchObject({
      MPN: '=1+1',
      Note: '=A1',
      'matched mpn': "'=1+1",
      'matched brand': "'-Brand",
      'matched uid': "'@1",
      'best stock seller': "'+Seller",
      'unit price seller': "'+Seller",
    });
    expect(rows[1]['matched mpn']).toBe("'=1+1");
    expect(rows[2]).toMatchObject({ 'matched mpn': "'\t=2+2", 'matched brand': "'\n@Other" });
  });

  it('has prices in a currency, with a decimal comma if that is wanted', async () => {
    const list = await sample.write('euro.csv', ['MPN;Menge', 'GOOD-1;1.000', 'GOOD-1;3']);
    const options = ['--currency', 'EUR', '--decimal-comma'];
    const rows = records((await partdex('match', formulas, list, ...options)).out, ';');
    expect(rows[0]).toMatchObject({ 'unit price EUR': '0,25', 'line total EUR': '250' });
    expect(rows[1]).toMatchObject({ 'unit price EUR': '0,25', 'line total EUR': '0,75' });
    const usual = records((await partdex('match', formulas, list)).out, ';');
    expect(usual[1]).toMatchObject({ 'unit price USD': '', 'line total USD': '' });
  });

  it('warns of a currency that no part found has a price in', async () => {
    const list = await sample.write('currency.csv', ['MPN', 'GOOD-1', 'QQQQ']);
    const matchIn = (...currency: string[]) => partdex('match', formulas, list, ...currency);
    expect((await matchIn()).err).toMatch(/^warning: no part that was found has a price in USD; there are prices in EUR\n/);
    expect((await matchIn('--currency', 'eur')).err).toMatch(/^2 lines in /);
    const unpriced = await sample.write('unpriced.csv', ['MPN;Manufacturer', '\t=2+2;']);
    expect((await partdex('match', formulas, unpriced)).err).toMatch(/^1 line in /);
    const requested = await partdex('match', formulas, unpriced, '--currency', 'CHF');
    expect(requested.err).toMatch(/^warning: no part that was found has a price in CHF\n/);
    const none = await sample.write('none.csv', ['MPN', 'QQQQ']);
    expect((await partdex('match', formulas, none, '--currency', 'CHF')).err).toMatch(/^1 line in /);
    const { status, err } = await matchIn('--currency', 'Euro');
    expect([status, err]).toEqual([2, expect.stringContaining('It must be a code of three letters such as EUR.')]);
  });
});

describe('the result for programs', () => {
  const list = `Ref,MPN,Qty\nR1,${first.mpn},5\nR2,${first.mpn.slice(0, -1)},\n`;

  it('is an object for each line', async () => {
    const { out, err } = await match(list, '--ndjson');
    const lines = out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines).toMatchObject([
      { line: 2, reference: 'R1', mpn: first.mpn, quantity: 5, match: 'exact', matched: { uid: first.uid }, suggestions: [] },
      {
        line: 3,
        reference: 'R2',
        quantity: null,
        match: 'not found',
        matched: null,
        suggestions: [{ uid: first.uid, reason: 'suffix' }],
      },
    ]);
    expect(err).toBe('');
  });

  it('is one object, with a summary', async () => {
    const whole = JSON.parse((await match(list, '--json')).out);
    expect(whole.lines).toHaveLength(2);
    expect(whole.summary).toEqual({
      lines: 2,
      exact: 1,
      normalised: 0,
      sku: 0,
      wildcard: 0,
      ambiguous: 0,
      not_found: 1,
      no_number: 0,
      suggested: 1,
    });
    expect(JSON.parse((await match('MPN\n', '--json')).out)).toMatchObject({ lines: [], summary: { lines: 0 } });
  });
});

describe('a brand of a list', () => {
  it('may be the short name of a maker, as in lists of KiCad', async () => {
    const path = await sample.write('makers.ndjson', [
      '{"uid":"1","mpn":"STM32F030RCT6","brand":{"name":"STMicroelectronics"}}',
      '{"uid":"2","mpn":"LM358","brand":{"name":"Gcore"}}',
      '{"uid":"3","mpn":"LT3042","brand":{"name":"Analog Devices"}}',
    ]);
    const makers = sample.file('makers.pdx');
    await partdex('build', path, '-o', makers);
    const list = sample.file('kicad.csv');
    await writeFile(list, 'MPN,Manufacturer\nSTM32F030RCT6,ST\nLM358,TI\nLT3042,Linear Technology\n');
    const { out } = await partdex('match', makers, list);
    expect(records(out).map((line) => [line.match, line['matched uid'], line.suggestion, line.remarks])).toEqual([
      ['exact', '1', '', 'brand in the catalog: STMicroelectronics'],
      ['not found', '', 'other brand', 'the same number, but not of the brand "TI"'],
      ['exact', '3', '', 'brand in the catalog: Analog Devices'],
    ]);
  });
});

describe('a list of another kind', () => {
  const rows =
    row(textCell('Board 7')) +
    row(textCell('MPN'), textCell('Qty'), textCell('Note')) +
    row(textCell(first.mpn), numberCell(10), numberCell(0.5));
  const text = `Board 7\nMPN,Qty,Note\n${first.mpn},10,0.5\n`;

  it.each([
    ['a workbook', workbookOf([row(textCell('Notes of others')), rows])],
    ['gzip', gzipSync(Buffer.from(text))],
    ['an archive', zipSync({ 'board/bom.csv': Buffer.from(text) })],
    ['JSON', JSON.stringify([{ MPN: first.mpn, Qty: 10, Note: 0.5 }])],
    ['JSON with blanks', `\n[ ${JSON.stringify({ MPN: first.mpn, Qty: 10, Note: 0.5 })} ]`],
    ['JSON with a mark', `\ufeff${JSON.stringify([{ MPN: first.mpn, Qty: 10, Note: 0.5 }])}`],
    ['JSON of several lines', JSON.stringify([{ MPN: first.mpn, Qty: 10, Note: 0.5 }], undefined, 2)],
  ])('%s is matched as a build reads it', async (_, bytes) => {
    const { status, out } = await match(bytes as Uint8Array);
    expect(status).toBe(0);
    const table = out.slice(out.indexOf('MPN,'));
    expect(records(table)).toMatchObject([{ MPN: first.mpn, Qty: '10', Note: '0.5', match: 'exact', 'matched uid': first.uid }]);
    expect(table.split('\n')[0]).toMatch(/^MPN,Qty,Note,match,/);
  });

  it('has numbers with a point, whatever mark the option says, and notes', async () => {
    const counts =
      row(textCell('MPN'), textCell('Qty')) +
      row(textCell(first.mpn), numberCell(1.5)) +
      row(textCell(first.mpn), numberCell(1000, 1)) +
      row(textCell('X'), '<c><f>1+1</f></c>');
    const bytes = workbookOf([counts], { formats: ['#,##0" szt."'] });
    const { out, err } = await match(bytes, '--decimal-comma');
    expect(out).toContain('quantity ""1.5"" is not a whole number of pieces');
    expect(out).not.toContain('szt."" is not');
    expect(err).toContain('1 formula has no result in the file and is blank');
  });

  it('has columns that an option names, by heading or number', async () => {
    const bytes = workbookOf([row(textCell('Ours'), textCell('Part')) + row(textCell('x'), textCell(first.mpn))]);
    for (const options of [
      ['--mpn', 'Part'],
      ['--mpn', '2'],
      ['--no-header', '--mpn', '2'],
    ]) {
      expect((await match(bytes, '--ndjson', ...options)).out).toContain('"match":"exact"');
    }
    const { status, err } = await match(bytes, '--mpn', 'Number');
    expect({ status, err }).toMatchObject({ status: 2, err: expect.stringContaining('line 1 has "Ours", "Part"') });
  });
});

describe('a list that cannot be matched', () => {
  it.each([
    ['', 1, /^error: "\S+bom\.csv" is empty; a table of parts is needed, with headings\n$/],
    [
      'Foo,Bar\n1,2\n',
      2,
      /^error: "\S+bom\.csv" has no column of part numbers in its first 20 lines; line 1 has "Foo", "Bar"\. Name it/,
    ],
    ['PK\x03\x04xlsx', 1, /^error: "\S+bom\.csv": the archive is damaged or not whole/],
    ['{"Foo": 1}\n', 2, /^error: "\S+bom\.csv" has no column of part numbers in its first 20 lines; line 1 has "Foo"/],
    ['MPN\nA\0B\n', 1, /^error: "\S+bom\.csv" has zero bytes/],
  ])('%j', async (list, status, message) => {
    const output = sample.file('never.csv');
    const ended = await match(list, '-o', output);
    expect({ status: ended.status, out: ended.out }).toEqual({ status, out: '' });
    expect(ended.err).toMatch(message);
    expect(await readdir(sample.folder)).not.toContain('never.csv');
  });

  it('is not there, or is a folder', async () => {
    const nowhere = sample.file('nowhere.csv');
    expect(await partdex('match', sample.path, nowhere)).toEqual({
      status: 1,
      out: '',
      err: `error: "${nowhere}": there is no such file or folder\n`,
    });
    expect((await partdex('match', sample.path, sample.folder)).err).toBe(
      `error: "${sample.folder}": it is a folder, and a file is needed\n`,
    );
  });

  it('has options that say nothing', async () => {
    expect((await match('MPN\n', '--delimiter', 'abc')).err).toMatch(
      /^error: option '--delimiter <character>' argument 'abc' is invalid/,
    );
    expect((await match('MPN\n', '--json', '--ndjson')).status).toBe(2);
    expect((await match('MPN\n', '--brand', 'Maker')).err).toMatch(
      /^error: --brand "Maker": .* has no such column; line 1 has "MPN"\n$/,
    );
  });
});

it('counts neither lines of totals nor headings that are repeated', async () => {
  const totals = ['Gesamtsumme', 'Zwischensumme', 'Summe netto', 'Totals', 'Sous-total'].map((total) => `${total},5`);
  const list = `Part Number,Qty\n${first.mpn},2\nPart Number,Qty\n${first.mpn},3\n${totals.join('\n')}\n`;
  const { status, out, err } = await match(list, '--strict');
  expect(status).toBe(0);
  expect(err).toMatch(/no number +5/);
  expect(err).not.toMatch(/not found +\d/);
  expect(out.split('\n')[2]).toBe('Part Number,Qty');
});

it('ends with status 1 under --strict where a line is open, and writes the result all the same', async () => {
  const output = sample.file('strict.csv');
  const found = `MPN\n${first.mpn}\n`;
  expect((await match(found, '--strict', '-o', output)).status).toBe(0);
  const { status, err } = await match(`${found}QQQQ-1\n`, '--strict', '-o', output);
  expect({ status, err }).toEqual({ status: 1, err: 'error: --strict: 1 of 2 lines ambiguous or not found\n' });
  expect(records(await readFile(output, 'utf8')).map((row) => row.match)).toEqual(['exact', 'not found']);
});

it('reads the input', async () => {
  const terminal = new CapturedTerminal({ input: `MPN\n${first.mpn}\n` });
  const { status, out } = await runOn(terminal, 'match', sample.path, '-');
  expect(status).toBe(0);
  expect(records(out)[0].match).toBe('exact');
});

describe('on a terminal', () => {
  it('there are bars, and a line with the progress', async () => {
    const terminal = new CapturedTerminal({ isTTY: true, hasColors: true, columns: 90 });
    const bom = sample.file('long.csv');
    await writeFile(bom, `MPN\n${`${first.mpn}\n`.repeat(700)}QQQQ-1\n`);
    const { status, out, err } = await runOn(terminal, 'match', sample.path, bom, '-o', sample.file('long-matched.csv'));
    expect(status).toBe(0);
    expect(plain(out)).toMatch(/\n {2}exact +█+ {2}700 {2}as it is written\n {2}not found {2}▏ +1\n/);
    expect(
      Math.max(
        ...plain(out)
          .split('\n')
          .slice(1)
          .map((line) => line.length),
      ),
    ).toBeLessThanOrEqual(90);
    expect(plain(err)).toContain('0 %');
    // The bar is gone in the end, and the cursor is back.
    expect(err.lastIndexOf('\u001b[?25h')).toBeGreaterThan(err.lastIndexOf('\u001b[?25l'));
    expect(plain(err.slice(err.lastIndexOf('\u001b[?25h')))).toBe('');
  });

  it('a suggestion has a sentence where that fits, else a word', async () => {
    const bom = await sample.write('near.csv', ['MPN', first.mpn.slice(0, -1)]);
    const on = async (columns: number) =>
      plain((await runOn(new CapturedTerminal({ isTTY: true, columns }), 'match', sample.path, bom)).err);
    expect(await on(120)).toMatch(/ {2}why\n.* {2}the same number with 1 more character at the end\n$/);
    expect(await on(80)).toMatch(/ {2}why\n.* {2}suffix\n$/);
  });

  it('the bar does not go into a result that is shown there', async () => {
    const terminal = new CapturedTerminal({ isTTY: true });
    const bom = await sample.write('shown.csv', ['MPN', first.mpn]);
    const { out, err } = await runOn(terminal, 'match', sample.path, bom);
    expect(out).toMatch(/^MPN,match,/);
    expect(err).toMatch(/^1 line in /);
  });
});
