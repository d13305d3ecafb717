import { readFile, writeFile } from 'node:fs/promises';
import { unzipSync, zipSync } from 'fflate';
import readSheet from 'read-excel-file/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Ended, partdex, SampleCatalog } from '../../../support/sample-catalog.js';

let sample: SampleCatalog;
let catalog: string;

const offer = (seller: string, stock: number, price: string) => ({
  sku: `${seller}-1`,
  seller: { uid: seller.toLowerCase(), name: seller },
  in_stock_quantity: stock,
  prices: { USD: [[1, price]] },
  is_authorized: true,
});

const PARTS = [
  {
    uid: 'a',
    mpn: 'ABC-100',
    brand: { uid: 'b', name: 'Texas Instruments' },
    offers: [offer('Shop', 1000, '0.1'), offer('Store', 50, '0.05')],
  },
  { uid: 'b', mpn: 'DEF-200', brand: { uid: 'c', name: 'Brand' }, offers: [offer('Store', 30, '2')] },
];
const LIST = 'Reference,MPN,Manufacturer,Qty\n"R1,R2",ABC100,TI,2\nU1,DEF-200,,1\nU2,NO-SUCH-1,,1\nU3,DEF-200 DNP,,1\n';

beforeAll(async () => {
  sample = await SampleCatalog.create();
  const path = await sample.write(
    'costs.ndjson',
    PARTS.map((line) => JSON.stringify(line)),
  );
  catalog = sample.file('costs.pdx');
  expect((await partdex('build', path, '-o', catalog)).status).toBe(0);
  await writeFile(sample.file('list.csv'), LIST);
});

afterAll(() => sample?.remove());

const cost = (...options: string[]): Promise<Ended> => partdex('match', catalog, sample.file('list.csv'), ...options);

describe('partdex match --boards', () => {
  it('says where parts are sold in other currencies alone', async () => {
    const { status, err } = await cost('--boards', '1', '--currency', 'EUR');
    expect([status, err]).toEqual([0, expect.stringContaining('2 lines without a price in EUR, with prices in USD')]);
    expect((await cost('--boards', '1')).err).not.toContain('without a price');
  });

  it('says which sellers of --from sell none of the parts, and how their names are written', async () => {
    const { status, err } = await cost(
      '--boards',
      '1',
      '--from',
      'shop',
      '--from',
      'STORE',
      '--from',
      'Shp',
      '--from',
      'Farnell',
    );
    expect(status).toBe(0);
    expect(err).not.toContain('--from "shop"');
    expect(err).toContain(
      'warning: --from "STORE": no offer of these parts is from a seller of that uid or name; names are compared as written; did you mean "Store"?',
    );
    expect(err).toContain(
      '--from "Shp": no offer of these parts is from a seller of that uid or name; names are compared as written; did you mean "Shop"?',
    );
    expect(err).toContain(
      '--from "Farnell": no offer of these parts is from a seller of that uid or name; the parts are sold by Shop, Store',
    );
  });

  it('writes the separator and the decimal mark of the list, and tabs in a .tsv', async () => {
    const list = sample.file('semicolons.csv');
    await writeFile(list, 'Reference;MPN;Qty\nR1,R2;ABC100;2\n');
    const of = (...options: string[]) => partdex('match', catalog, list, '--boards', '1', '--from', 'Store', ...options);
    expect((await of('--decimal-comma')).out).toContain(
      '2;R1, R2;ABC-100;Texas Instruments;;;found;2;Store;Store-1;2;0,05;0,1;0;',
    );
    expect((await of()).out).toContain(';2;0.05;0.1;0;');
    const path = sample.file('costed.tsv');
    for (const _ of [1, 2]) expect(await of('-o', path)).toMatchObject({ status: 0 });
    expect(await readFile(path, 'utf8')).toContain('2\tR1, R2\tABC-100\tTexas Instruments\t');
    expect((await cost('--boards', '1', '--decimal-comma', '--from', 'Store')).out).toContain(',2,"0,05","0,1",0,');
  });

  it('says how many lines are not UTF-8', async () => {
    const list = sample.file('windows.csv');
    await writeFile(list, Buffer.from('Referenz;MPN;Menge;Bemerkung\nR1;ABC100;1;f\u00fcr\n', 'latin1'));
    const { err } = await partdex('match', catalog, list, '--boards', '1');
    expect(err).toContain('warning: 1 line is not UTF-8, read as Windows-1252: check letters such as µ and ü');
    expect((await cost('--boards', '1')).err).not.toContain('UTF-8');
  });

  it('names the option of an attrition that is not a share', async () => {
    for (const share of ['2%', '-1', 'some']) {
      const { status, err } = await cost('--boards', '1', '--attrition', share);
      expect([status, err]).toEqual([
        2,
        expect.stringContaining('--attrition takes a share from 0, such as 0.02 for two of a hundred'),
      ]);
    }
    expect((await cost('--boards', '100', '--attrition', '0.02')).status).toBe(0);
  });

  it('writes a workbook, and prints what was found, what it costs, and what is missing', async () => {
    const out = sample.file('costed.xlsx');
    const { status, out: stdout, err: stderr } = await cost('--boards', '100', '-o', out);
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toContain('4 lines: 2 found, 1 missing, 1 do not place');
    expect(stdout).toContain('total 80 USD  (without 1 line that has no part yet)');
    expect(stdout).toMatch(/Store +1 +60/);
    expect(stdout).toMatch(/U2 +NO-SUCH-1 +100 +100/);
    expect(stdout).toMatch(/U1 +DEF-200 +100 +70/);
    const [{ data }] = await readSheet(await readFile(out));
    expect(data[1].slice(2, 4)).toEqual(['ABC-100', 'Texas Instruments']);
    expect(data.at(-1)?.[12]).toBe(80);
    // Its own results are replaced, other files are not.
    expect((await cost('--boards', '1', '-o', out)).status).toBe(0);
    await writeFile(sample.file('mine.csv'), 'my notes');
    expect((await cost('--boards', '1', '-o', sample.file('mine.csv'))).err).toContain('exists');
    const { '[Content_Types].xml': types, ...rest } = unzipSync(await readFile(out));
    const own = zipSync({ '[Content_Types].xml': types, ...rest });
    await writeFile(sample.file('mine.xlsx'), own);
    expect((await cost('--boards', '1', '-o', sample.file('mine.xlsx'))).err).toContain('exists');
    expect(await readFile(sample.file('mine.xlsx'))).toEqual(Buffer.from(own));
  });

  it('writes CSV to the output, and JSON; the summary goes beside it', async () => {
    const csv = await cost('--boards', '1', '--from', 'Store');
    expect(csv.out).toContain('2,"R1, R2",ABC-100,Texas Instruments,,,found,2,Store,Store-1,2,0.05,0.1,0,');
    expect(csv.err).toContain('total 2.1 USD');
    const json = await cost('--boards', '1', '--max-sellers', '1', '--json');
    expect(JSON.parse(json.out)).toMatchObject({ total: '2.1', exact: true });
  });

  it('names the makers of parts with one number, and how many references a line has', async () => {
    const alike = ['First', 'Second'].map((name) => ({ uid: name, mpn: 'SAME-1', brand: { uid: name, name }, offers: [] }));
    const path = await sample.write(
      'alike.ndjson',
      alike.map((line) => JSON.stringify(line)),
    );
    expect((await partdex('build', path, '-o', sample.file('alike.pdx'))).status).toBe(0);
    await writeFile(sample.file('alike.csv'), 'Reference,MPN,Qty\n"U1,U2,U3,U4,U5",SAME-1,5\n');
    const { err } = await partdex('match', sample.file('alike.pdx'), sample.file('alike.csv'), '--boards', '1');
    expect(err).toMatch(/U1 U2 U3 \+2 +SAME-1 +5 +5 +First SAME-1, Second SAME-1/);
  });

  it('takes the columns that options name, by heading or number, and says what it could not read', async () => {
    const list = sample.file('named.csv');
    const named = async (...options: string[]) => partdex('match', catalog, list, '--boards', '1', '--json', ...options);
    const linesOf = ({ out }: Ended) =>
      JSON.parse(out).lines.map(({ line }: { line: { mpn?: string; brand?: string; quantity: number } }) => [
        line.mpn,
        line.brand,
        line.quantity,
      ]);
    await writeFile(list, 'Our Number,Manufacturer,Pieces\nABC100,Nobody,2\nDEF-200,,many\n,,3\n');
    for (const column of ['Our Number', 'our number', '1']) {
      const read = await named('--mpn', column, '--qty', '3', '--no-brand');
      expect(linesOf(read), column).toEqual([
        ['ABC100', undefined, 2],
        ['DEF-200', undefined, 1],
      ]);
      expect(read.err).toContain('warning: 1 cell of "Pieces" cannot be read (line 3: "many"); the references count, or 1 piece');
      expect(read.err).toContain('warning: 1 line without a part left out: line 4');
    }
    expect((await named('--mpn', '1', '--qty', 'Part')).err).toContain(
      'named.csv" has no such column; it has "Our Number", "Manufacturer", "Pieces"',
    );
    expect((await named('--mpn', 'Part')).err).toContain('have no heading of a column of part numbers or values');
    expect((await named('--mpn', '1', '--qty', '9')).err).toContain('--qty 9: the first lines have 3 columns');
    await writeFile(list, '7,ABC100\n2,DEF-200\n');
    expect(linesOf(await named('--no-header', '--mpn', '2', '--qty', '1'))).toEqual([
      ['ABC100', undefined, 7],
      ['DEF-200', undefined, 2],
    ]);
    expect((await named('--no-header')).err).toContain('--no-header needs --mpn or --sku with the number of a column');
    expect((await named('--no-header', '--mpn', 'MPN')).err).toContain('without headings columns are named by numbers');
    expect((await named('--exact')).err).toContain('--exact: not for a list that is bought');
    expect((await partdex('match', catalog, list, '--boards', '1', '--ndjson')).err).toContain('use --json');
  });

  it('is written to the standard output for the name -', async () => {
    const { status, out } = await cost('--boards', '1', '-o', '-');
    expect([status, out]).toEqual([0, (await cost('--boards', '1')).out]);
    expect(out).toContain('Line,References,');
  });

  it('is rejected for numbers that are not whole, other workbooks, and its own inputs', async () => {
    expect((await cost('--boards', '0')).err).toContain('whole number from 1');
    expect((await cost('--boards', '1', '--attrition', 'much')).status).not.toBe(0);
    expect((await cost('--boards', '1', '-o', sample.file('x.ods'))).err).toContain('.xlsx');
    expect((await cost('--boards', '1', '-o', sample.file('x.pdf'))).err).toContain('is written as .xlsx, .csv, .tsv or .json');
    expect((await cost('--boards', '1', '-o', sample.file('list.csv'))).err).toContain('that is what is read');
    expect((await cost('--boards', '1', '--strict')).status).toBe(1);
  });
});
