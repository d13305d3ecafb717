import fc from 'fast-check';
import { deflateSync, gzipSync, unzipSync, zipSync } from 'fflate';
import { expect, it } from 'vitest';
import { readTable } from '../../../src/import/partdex-import.js';
import { buildCatalog, type InvalidDocumentError, type Part, PartdexError } from '../../../src/partdex.js';
import { toolFiles } from '../../support/tables/tool-files.js';
import { numberCell, row, textCell, workbookOf } from '../../support/tables/workbooks.js';

/** Files in `npm test`; `PARTDEX_RUNS=100000` reads more. */
const RUNS = Number(process.env.PARTDEX_RUNS ?? 300);

const files = await toolFiles();
const encoder = new TextEncoder();

const heading = fc.constantFrom(
  'MPN',
  'Manufacturer',
  'Stock',
  'Price@10',
  'Price (EUR)',
  'Qty 1',
  'Price 1',
  'Resistance (Ω)',
  'Capacitance',
  'Category',
  'SKU',
  'uid',
  '',
  'Note',
  '__proto__',
  'Lead Time (weeks)',
);
const cell = fc.oneof(
  fc.constantFrom(
    '',
    '-',
    'N/A',
    'Total',
    '0603',
    '1,234',
    '1.234',
    '0,5',
    '"',
    '""',
    '"x',
    '\n',
    '\r',
    '\u0000',
    '±1%',
    '100nF',
    '4k7',
    '1e999',
    '9'.repeat(400),
    '-5',
    '1: $0.1; 10: 0,2',
    'In Stock',
    '>5',
    '{',
    '[',
    '=1+1',
    '\ud800',
    '１２',
    'a'.repeat(3000),
  ),
  fc.double().map(String),
  fc.string({ unit: 'binary', maxLength: 12 }),
);
const utf8 = (text: string) => encoder.encode(text);
/** Tables that have numbers for sure. */
const numbers = fc
  .array(fc.tuple(fc.nat(1_000_000), fc.integer({ min: 1, max: 99_999_999 }), cell), { minLength: 1, maxLength: 4 })
  .map((rows) => [
    'MPN\tStock\tPrice (EUR)\tNote',
    ...rows.map(([stock, price, note], i) => `LM31${i}\t${stock}\t${price / 1000}\t${JSON.stringify(note)}`),
  ])
  .map((lines) => lines.join('\n'));
const table = fc
  .record({
    headings: fc.array(heading, { maxLength: 8 }),
    rows: fc.array(fc.array(cell, { maxLength: 9 }), { maxLength: 12 }),
    delimiter: fc.constantFrom(',', ';', '\t', '|'),
    end: fc.constantFrom('\n', '\r\n', '\r'),
  })
  .map(({ headings, rows, delimiter, end }) => [headings, ...rows].map((row) => row.join(delimiter)).join(end));

/** A file of a tool, with some of its bytes changed, removed or doubled. */
const mutated = fc
  .record({
    file: fc.integer({ min: 0, max: files.length - 1 }),
    changes: fc.array(
      fc.record({ at: fc.nat(), kind: fc.constantFrom('set', 'cut', 'double', 'end'), byte: fc.integer({ min: 0, max: 255 }) }),
      {
        minLength: 1,
        maxLength: 6,
      },
    ),
  })
  .map(({ file, changes }) => {
    let bytes = files[file].bytes;
    for (const { at, kind, byte } of changes) {
      const place = at % Math.max(1, bytes.length);
      if (kind === 'set') {
        bytes = bytes.slice();
        bytes[place] = byte;
      } else if (kind === 'end') bytes = bytes.subarray(0, place);
      else {
        const from = kind === 'cut' ? place + 1 + (byte % 16) : Math.max(0, place - (byte % 16));
        bytes = Uint8Array.from([...bytes.subarray(0, place), ...bytes.subarray(from)]);
      }
    }
    return bytes;
  });

const packed = fc
  .tuple(fc.oneof(table.map(utf8), fc.uint8Array({ maxLength: 64 })), fc.constantFrom('gzip', 'zip', 'deflate', 'json'))
  .map(([bytes, how]) => {
    if (how === 'gzip') return gzipSync(bytes);
    if (how === 'zip') return zipSync({ 'a.csv': bytes });
    if (how === 'deflate') return deflateSync(bytes);
    return encoder.encode(`[${JSON.stringify({ mpn: 'A', note: new TextDecoder().decode(bytes) })}`);
  });

/** The digits of a number that count, without its exponent. */
function digitsOf(number: string): string {
  return number
    .replace(/e.*$/i, '')
    .replace(/\D/g, '')
    .replace(/^0+|0+$/g, '');
}

/** Those of every number that a text may have, however its decimal marks, groups and prefixes (`4k7`) are read. */
function writtenDigits(text: string): Set<string> {
  const written = new Set<string>();
  for (const [number] of text.matchAll(/\d(?:[\d.,'\s]|\p{L}(?=\d))*/gu)) {
    const pieces = number.split(/[^\d]+/);
    for (let from = 0; from < pieces.length; from++) {
      for (let to = from + 1; to <= Math.min(pieces.length, from + 8); to++)
        written.add(digitsOf(pieces.slice(from, to).join('')));
    }
  }
  return written;
}

it('numbers of malformed tables are those that they have', { timeout: 60 * 60_000 }, async () => {
  let checked = 0;
  const check = (number: unknown, written: ReadonlySet<string>) => {
    const digits = digitsOf(String(number));
    if (digits !== '' && !written.has(digits)) throw new Error(`${number} is not in the table`);
    checked++;
  };
  await fc.assert(
    fc.asyncProperty(fc.oneof({ weight: 4, arbitrary: table }, { weight: 1, arbitrary: numbers }), async (text) => {
      const written = writtenDigits(text);
      try {
        for await (const { offers, specs } of readTable({ name: 'fuzz.csv', data: utf8(text) })) {
          for (const { prices, in_stock_quantity: stock, moq } of offers ?? []) {
            for (const [from, price] of Object.values(prices ?? {}).flat()) {
              check(price, written);
              // A price without a quantity is that of one piece.
              if (from !== 1) check(from, written);
            }
            // The codes of availability are negative.
            for (const count of [stock, moq]) if (Number(count ?? -1) > 0) check(count, written);
          }
          for (const { value, metadata } of Object.values(specs ?? {})) {
            // Numbers of columns in other units, such as inches, are converted; these have decimal units.
            if (metadata?.datatype === 'string') continue;
            for (const one of [value ?? []].flat()) check(one, written);
          }
        }
      } catch (error) {
        if (!(error instanceof PartdexError)) throw error;
      }
    }),
    { numRuns: RUNS, ...(process.env.PARTDEX_SEED !== undefined && { seed: Number(process.env.PARTDEX_SEED) }) },
  );
  expect(checked).toBeGreaterThan(RUNS / 10);
});

it('malformed files and documents are merged, or there is a clear error', { timeout: 60 * 60_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(table, table, async (one, other) => {
      const tables = [one, other].map((text, i) => readTable({ name: `${i}.csv`, data: utf8(text) }));
      const parts: Part[] = [];
      for (const source of tables) {
        try {
          for await (const part of source) parts.push(part);
        } catch (error) {
          if (!(error instanceof PartdexError)) throw error;
        }
      }
      const invalid: InvalidDocumentError[] = [];
      const catalog = await buildCatalog(
        { parts },
        { merge: 'brand and part number', onInvalid: (error) => invalid.push(error) },
      );
      for (const { uid } of parts) {
        if (invalid.length === 0) expect((await catalog.parts.get(uid))?.uid).toBeDefined();
      }
      await catalog.close();
    }),
    { numRuns: Math.ceil(RUNS / 20), ...(process.env.PARTDEX_SEED !== undefined && { seed: Number(process.env.PARTDEX_SEED) }) },
  );
});

it('malformed files give parts and a report, or a clear error', { timeout: 60 * 60_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.oneof({ weight: 3, arbitrary: table.map(utf8) }, { weight: 2, arbitrary: mutated }, { weight: 1, arbitrary: packed }),
      async (bytes) => {
        const source = readTable({ name: 'fuzz.csv', data: bytes });
        const uids = new Set<string>();
        try {
          for await (const part of source) {
            expect(part.mpn).not.toBe('');
            expect(uids.has(part.uid)).toBe(false);
            uids.add(part.uid);
            for (const { prices, in_stock_quantity: stock } of part.offers ?? []) {
              for (const [, value] of Object.values(prices ?? {}).flat())
                expect(String(value)).toMatch(/^\d+(?:\.\d+)?(?:e[+-]?\d+)?$/);
              if (stock != null) expect(Number.isInteger(stock)).toBe(true);
            }
          }
          for (const { columns, rows, parts } of source.report()) {
            expect(parts).toBeLessThanOrEqual(rows);
            for (const { read, unread, examples } of columns) {
              expect(read + unread).toBeLessThanOrEqual(rows);
              expect(examples.length).toBe(Math.min(unread, 5));
            }
          }
        } catch (error) {
          if (!(error instanceof PartdexError)) throw error;
          expect(error.message).toContain('"fuzz.csv"');
        }
      },
    ),
    { numRuns: RUNS, ...(process.env.PARTDEX_SEED !== undefined && { seed: Number(process.env.PARTDEX_SEED) }) },
  );
});

const workbook = unzipSync(
  workbookOf(
    [
      {
        rows:
          row(textCell('MPN'), textCell('Stock'), textCell('Price'), textCell('Note')) +
          row(textCell('A&B'), numberCell(5, 1), numberCell('1.5E-3', 2), '<c t="s"><v>0</v></c>') +
          row('<c/>', numberCell(45000, 3), '<c t="e"><v>#N/A</v></c>', '<c t="str"><f>A1</f><v>x</v></c>'),
        behind: '<mergeCells count="1"><mergeCell ref="A2:A3"/></mergeCells>',
      },
      row(textCell('MPN')) + row('<c r="A2" t="b"><v>1</v></c>'),
    ],
    { texts: '<si><r><t>a</t></r><r><t>b_x000D_</t></r></si>', formats: ['0" pcs"', '[$€-407] 0.00', 'yyyy-mm-dd'] },
  ),
);
/** What damage puts into XML. */
const damage = fc.oneof(
  fc.constantFrom('<', '>', '/', '"', '&', '&amp', ';', '<!', '<!--', '<![CDATA[', ']]>', '<?', '<c>', '</row>', 'r="XFD1"'),
  fc.constantFrom(
    '9',
    '-1',
    'NaN',
    '1e400',
    '99999999999',
    '__proto__',
    'constructor',
    'hasOwnProperty="1" ',
    '\ud800',
    '\u0000',
  ),
  fc.string({ maxLength: 4 }),
);
const damagedWorkbook = fc
  .array(fc.tuple(fc.constantFrom(...Object.keys(workbook)), fc.nat(), fc.nat(20), damage), { minLength: 1, maxLength: 4 })
  .map((changes) => {
    const changed = { ...workbook };
    for (const [name, at, cut, text] of changes) {
      const xml = new TextDecoder().decode(changed[name]);
      const place = at % xml.length;
      changed[name] = utf8(xml.slice(0, place) + text + xml.slice(place + cut));
    }
    return zipSync(changed, { level: 0 });
  });

it('damaged workbooks give parts, or a clear error', { timeout: 60 * 60_000 }, async () => {
  let read = 0;
  await fc.assert(
    fc.asyncProperty(damagedWorkbook, async (data) => {
      try {
        for await (const { mpn } of readTable({ name: 'fuzz.xlsx', data })) if (mpn !== '') read++;
      } catch (error) {
        if (!(error instanceof PartdexError)) throw error;
        expect(error.message).toContain('"fuzz.xlsx"');
      }
    }),
    { numRuns: RUNS, ...(process.env.PARTDEX_SEED !== undefined && { seed: Number(process.env.PARTDEX_SEED) }) },
  );
  expect(read).toBeGreaterThan(0);
});
