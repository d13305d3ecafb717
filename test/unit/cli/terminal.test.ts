import { describe, expect, it } from 'vitest';
import { reportFailure } from '../../../src/cli/failure.js';
import { bestPriceOf, descriptionOf, stockOf, textAt } from '../../../src/cli/part-cells.js';
import { renderTable } from '../../../src/cli/table.js';
import { formatBytes, formatCount, formatMilliseconds } from '../../../src/cli/terminal.js';
import { FilterSyntaxError, type Offer, ValidationError } from '../../../src/partdex.js';
import { CapturedTerminal } from './captured-terminal.js';

const part = (offers: Offer[]) => ({ uid: '1', mpn: 'X', offers });

describe('formats', () => {
  it.each([
    [0, '0 B'],
    [937, '937 B'],
    [999_600, '1 MB'],
    [1_468_000_000, '1.47 GB'],
    [12_345, '12.3 kB'],
  ])('%d bytes are %s', (bytes, text) => expect(formatBytes(bytes)).toBe(text));

  it.each([
    [0.0354, '0.035 ms'],
    [3.14, '3.1 ms'],
    [12.4, '12 ms'],
    [999.9, '1.0 s'],
    [3210, '3.2 s'],
  ])('%d ms are %s', (msec, text) => expect(formatMilliseconds(msec)).toBe(text));

  it('groups digits', () => expect(formatCount(1_234_567)).toBe('1,234,567'));
});

describe('cells of a part', () => {
  it.each([
    ['sums what is in stock', [100, 0, 1200, -1], '1,300'],
    ['knows stock of unknown quantity', [0, -2], 'in stock'],
    ['says 0 where an offer does', [0, -4], '0'],
    ['says nothing where nothing is known', [-3, null], ''],
  ])('%s', (_, quantities, text) => {
    expect(stockOf(part(quantities.map((quantity) => ({ in_stock_quantity: quantity }))))).toBe(text);
  });

  it('takes the lowest price at the lowest break, in the currency if there is one', () => {
    const offers: Offer[] = [
      { prices: { EUR: [[1, '0.01']] } },
      {
        prices: {
          USD: [
            [100, '0.02'],
            [10, '0.05'],
          ],
        },
      },
      { prices: { USD: [[1, '0.06']] } },
      { prices: null },
    ];
    expect(bestPriceOf(part(offers), 'USD')).toBe('0.05 USD');
    expect(bestPriceOf(part(offers), 'JPY')).toBe('0.01 EUR');
    expect(bestPriceOf(part([{ prices: {} }]), 'USD')).toBe('');
  });

  it('prefers the short description', () => {
    expect(descriptionOf({ uid: '1', mpn: 'X', short_description: 'short', descriptions: [{ value: 'long' }] })).toBe('short');
    expect(descriptionOf({ uid: '1', mpn: 'X', short_description: null, descriptions: [{ value: 'long' }] })).toBe('long');
    expect(descriptionOf({ uid: '1', mpn: 'X' })).toBe('');
  });

  it('follows dotted paths through lists and keys with dots', () => {
    const document = { offers: [{ sku: 'a' }, { sku: 'b' }, {}], specs: { 'v.max': { value: ['5', '6'] } }, none: null };
    expect(textAt(document, 'offers.sku')).toBe('a, b');
    expect(textAt(document, 'specs.v.max.value')).toBe('5, 6');
    expect(textAt(document, 'none')).toBe('');
    expect(textAt(document, 'toString.length')).toBe('');
  });
});

describe('tables', () => {
  const columns = [
    { title: 'mpn', text: (row: string[]) => row[0] },
    { title: 'description', flexible: true, text: (row: string[]) => row[1] },
    { title: 'stock', align: 'right' as const, text: (row: string[]) => row[2] },
  ];
  const rows = [
    ['RC0603', 'a resistor of a long description that goes on and on', '1,200'],
    ['X', 'short', '5'],
  ];

  it('aligns columns and leaves long texts whole where no terminal is', () => {
    expect(renderTable(columns, rows, new CapturedTerminal({ columns: 40 })).split('\n')).toEqual([
      'mpn     description                                           stock',
      'RC0603  a resistor of a long description that goes on and on  1,200',
      'X       short                                                     5',
    ]);
  });

  it('cuts the flexible column to the width of the terminal', () => {
    const text = renderTable(columns, rows, new CapturedTerminal({ isTTY: true, columns: 40 }));
    // biome-ignore lint/suspicious/noControlCharactersInRegex: color codes are control characters
    const lines = text.replace(/\u001b\[\d+m/g, '').split('\n');
    expect(lines[1]).toMatch(/^RC0603 {2}a resistor of .*… {2}1,200$/);
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(40);
  });

  it('lets no control character of a catalog through', () => {
    expect(renderTable(columns, [['a\u001b[31m\nb', '', '']], new CapturedTerminal())).toContain('a [31m b');
  });
});

describe('failures', () => {
  const report = (error: unknown) => {
    const terminal = new CapturedTerminal();
    const status = reportFailure(error, terminal);
    return { status, text: terminal.err };
  };
  const syntaxError = (query: string, offset: number, length: number) =>
    new FilterSyntaxError('filter.queries[0]: found ")" at character 14, expected a value', {
      query,
      offset,
      length,
      found: query.slice(offset, offset + length),
      expected: ['a value'],
      argument: 'filter.queries[0]',
    });

  it('marks the place in a filter query', () => {
    expect(report(syntaxError('a:1 AND µb:(2 )', 14, 1))).toEqual({
      status: 2,
      text: [
        'error: this filter query does not follow the grammar',
        '  a:1 AND µb:(2 )',
        '                ^',
        '  found ")" at character 14, expected a value',
        '',
      ].join('\n'),
    });
  });

  it('marks the end, and characters outside the basic plane as one', () => {
    expect(report(syntaxError('😀:', 3, 0)).text.split('\n')[2]).toBe('    ^');
  });

  it('shows a window of a long query', () => {
    const [, query, mark] = report(syntaxError('x'.repeat(1000), 500, 3)).text.split('\n');
    expect(query).toBe(`  …${'x'.repeat(123)}…`);
    expect(mark).toBe(`${' '.repeat(63)}^^^`);
  });

  it('tells other bad requests in one line', () => {
    expect(report(new ValidationError('limit', 'limit must be between 0 and 100'))).toEqual({
      status: 2,
      text: 'error: limit must be between 0 and 100\n',
    });
  });

  it('shows where a fault of the program is', () => {
    const { status, text } = report(new TypeError('x is not a function'));
    expect(status).toBe(1);
    expect(text).toContain('at ');
  });
});
