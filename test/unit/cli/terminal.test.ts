import { Writable } from 'node:stream';
import type { WriteStream } from 'node:tty';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { CommandError } from '../../../src/cli/failure.js';
import {
  bar,
  formatBytes,
  formatCount,
  formatMicroseconds,
  formatMilliseconds,
  formatShare,
  formatWait,
  jsonText,
  printable,
  wrap,
} from '../../../src/cli/format.js';
import { bestPriceOf, descriptionOf, stockOf, textAt } from '../../../src/cli/part-cells.js';
import { openProgressLine } from '../../../src/cli/progress.js';
import { reportFailure } from '../../../src/cli/report-failure.js';
import { interruptible, StoppedBySignal } from '../../../src/cli/signals.js';
import { renderTable, textWidth } from '../../../src/cli/table.js';
import { openOutput } from '../../../src/cli/terminal.js';
import { treeRows } from '../../../src/cli/tree.js';
import {
  AbortedError,
  CorruptCatalogError,
  FilterSyntaxError,
  type Offer,
  UnreadableFileError,
  ValidationError,
} from '../../../src/partdex.js';
import { CapturedTerminal, plain } from './captured-terminal.js';

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

  it.each([
    [0.04, '0.0 µs'],
    [3.14, '3.1 µs'],
    [312.4, '312 µs'],
    [1500, '1.5 ms'],
  ])('%d µs are %s', (microseconds, text) => expect(formatMicroseconds(microseconds)).toBe(text));

  it.each([
    [0.2, '1 s'],
    [59.1, '60 s'],
    [120, '2 min'],
    [3600, '60 min'],
  ])('%d s to wait are %s', (seconds, text) => expect(formatWait(seconds)).toBe(text));

  it('groups digits', () => expect(formatCount(1_234_567)).toBe('1,234,567'));

  it('knows no share of nothing', () => {
    expect(formatShare(1, 3)).toBe('33.3 %');
    expect(formatShare(0, 0)).toBe('');
  });

  it('draws bars: nothing for nothing, something for little, never more than the whole', () => {
    expect(bar(0, 10, 4)).toBe('');
    expect(bar(1, 1e6, 4)).toBe('▏');
    expect(bar(5, 10, 4)).toBe('██');
    expect(bar(9, 16, 4)).toBe('██▎');
    expect(bar(20, 10, 4)).toBe('████');
    expect(bar(1, 0, 4)).toBe('');
  });

  it('wraps at words', () => {
    expect(wrap('one two three four', 9)).toEqual(['one two', 'three', 'four']);
    expect(wrap('a verylongword b', 5)).toEqual(['a', 'verylongword', 'b']);
    expect(wrap('', 5)).toEqual(['']);
  });

  it('makes blanks of what a terminal would obey', () => {
    expect(printable('a\u001b[31m\nb\u0085c\u2028d\u202ee\u2066f')).toBe('a [31m b c d e f');
    expect(printable('日本 µΩ 👍🏽')).toBe('日本 µΩ 👍🏽');
  });

  it('escapes it in JSON', () => {
    const value = { 'a\u009b': '\u202e\u001b\u007f\n' };
    expect(jsonText(value)).toBe('{"a\\u009b":"\\u202e\\u001b\\u007f\\n"}');
    expect(JSON.parse(jsonText(value, 2))).toEqual(value);
  });
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
  const render = (table: string[][], settings?: ConstructorParameters<typeof CapturedTerminal>[0]) =>
    renderTable(columns, table, new CapturedTerminal(settings).stdout);

  it('aligns columns and leaves long texts whole where no terminal is', () => {
    expect(render(rows, { columns: 40 }).split('\n')).toEqual([
      'mpn     description                                           stock',
      'RC0603  a resistor of a long description that goes on and on  1,200',
      'X       short                                                     5',
    ]);
  });

  it('cuts the flexible column to the width of the terminal', () => {
    const lines = plain(render(rows, { isTTY: true, hasColors: true, columns: 40 })).split('\n');
    expect(lines[1]).toMatch(/^RC0603 {2}a resistor of .*… {2}1,200$/);
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(40);
  });

  it('cuts other columns where that is not enough, but no number', () => {
    const long = [['RC0603FR-0710KL-and-more', 'a resistor', '1,234,567']];
    const [, row] = render(long, { isTTY: true, columns: 34 }).split('\n');
    expect(row).toMatch(/^RC0603.*… {2}a resis… {2}1,234,567$/);
    expect(row.length).toBeLessThanOrEqual(34);
  });

  it('counts characters that take two places', () => {
    const wide = render([['日本電産', 'x', '1']], { isTTY: true, columns: 60 }).split('\n');
    expect(wide).toEqual(['mpn       description  stock', '日本電産  x                1']);
    expect(textWidth('日本')).toBe(4);
    expect(textWidth('')).toBe(0);
  });

  it('has no line of titles where there are none', () => {
    const untitled = columns.map((column) => ({ ...column, title: '' }));
    const [row] = rows;
    expect(renderTable(untitled, [row], new CapturedTerminal().stdout)).toBe(row.join('  '));
  });

  it('lets no control character of a catalog through', () => {
    expect(render([['a\u001b[31m\nb', '', '']])).toContain('a [31m b');
  });

  it('colors cells without moving them', () => {
    const styled = columns.map((column) => ({ ...column, style: (text: string) => `\u001b[31m${text}\u001b[39m` }));
    const { stdout } = new CapturedTerminal({ isTTY: true, hasColors: true, columns: 40 });
    expect(plain(renderTable(styled, rows, stdout))).toBe(plain(renderTable(columns, rows, stdout)));
  });
});

describe('trees', () => {
  interface Node {
    name: string;
    inside: Node[];
  }
  const node = (name: string, ...inside: Node[]): Node => ({ name, inside });

  it('lead branches to every node, and past its further lines', () => {
    const rows = treeRows(node('a', node('b', node('c'), node('d')), node('e')), ({ inside }) => inside);
    expect(rows.map(({ before, below, node: { name } }) => [`${before}${name}`, `${below}|`])).toEqual([
      ['a', '│  |'],
      ['├─ b', '│  │  |'],
      ['│  ├─ c', '│  │     |'],
      ['│  └─ d', '│        |'],
      ['└─ e', '      |'],
    ]);
  });
});

describe('what stands behind a stream', () => {
  const open = (isTTY: boolean, environment: Record<string, string>, columns = 0) =>
    openOutput(Object.assign(new Writable(), { isTTY, columns }) as unknown as WriteStream, environment);

  it.each([
    [true, {}, true],
    [false, {}, false],
    [true, { NO_COLOR: '1' }, false],
    [true, { NO_COLOR: '' }, true],
    [true, { TERM: 'dumb' }, false],
    [false, { FORCE_COLOR: '1' }, true],
    [true, { FORCE_COLOR: '0' }, false],
    [true, { FORCE_COLOR: '3', NO_COLOR: '1' }, false],
  ])('terminal: %s, environment %j: colors %s', (isTTY, environment, colors) => {
    expect(open(isTTY, environment as Record<string, string>).hasColors).toBe(colors);
  });

  it('has no bars on a dumb terminal, and a width anywhere', () => {
    expect(open(true, { TERM: 'dumb' }).isTTY).toBe(false);
    expect(open(true, { TERM: 'xterm' }, 77)).toMatchObject({ isTTY: true, columns: 77 });
    expect(open(false, {}).columns).toBe(100);
  });
});

describe('the line of a progress', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it('says what is read, how fast, and how long it takes', () => {
    vi.useFakeTimers();
    let now = 0;
    const terminal = new CapturedTerminal({ isTTY: true });
    const line = openProgressLine(terminal.stderr, () => now);
    const shown = (progress: Parameters<typeof line.update>[0], at: number) => {
      now = at;
      terminal.err = '';
      line.update(progress);
      // The library draws a few times a second.
      vi.advanceTimersByTime(300);
      return plain(terminal.err).split('\r').at(-1)?.trim() ?? '';
    };
    expect(shown({ phase: 'read', done: 0, total: 100, parts: 0 }, 0)).toContain('0 %  reading  0 parts');
    expect(shown({ phase: 'read', done: 50, total: 100, parts: 4000 }, 2000)).toMatch(
      /32 % {2}reading {2}4,000 parts {2}2,000 parts\/s {2}5 s left$/,
    );
    expect(shown({ phase: 'index', done: 1, total: 8 }, 5000)).toMatch(/82 % {2}indexing {2}1 of 8 fields {2}2 s left$/);
    // A phase that turns out longer does not lead back.
    expect(shown({ phase: 'index', done: 1, total: 100 }, 6000)).toContain('82 %');
    expect(shown({ phase: 'index', done: 8, total: 8 }, 7000)).toMatch(/100 % {2}indexing {2}8 of 8 fields$/);
    const listeners = process.listenerCount('exit');
    line.stop();
    expect(process.listenerCount('exit')).toBe(listeners - 1);
  });

  it('is nothing where no terminal is', () => {
    const terminal = new CapturedTerminal();
    const line = openProgressLine(terminal.stderr);
    line.update({ phase: 'read', done: 1 });
    line.say('x');
    line.stop();
    expect(terminal.err).toBe('');
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
        'error: filter query: found ")" at character 14, expected a value',
        '  a:1 AND µb:(2 )',
        '                ^',
        '',
      ].join('\n'),
    });
  });

  it('marks the beginning', () => {
    expect(report(syntaxError(') a:1', 0, 1)).text.split('\n')[2]).toBe('  ^');
  });

  it('marks the end, behind characters of any width', () => {
    expect(report(syntaxError('😀:', 3, 0)).text.split('\n')[2]).toBe('     ^');
    expect(report(syntaxError('日本:日', 3, 1)).text.split('\n')[2]).toBe('       ^^');
  });

  it('shows a window of a long query', () => {
    const [, query, mark] = report(syntaxError('x'.repeat(1000), 500, 3)).text.split('\n');
    expect(query).toBe(`  …${'x'.repeat(123)}…`);
    expect(mark).toBe(`${' '.repeat(63)}^^^`);
  });

  it.each([
    [new ValidationError('limit', 'limit must be between 0 and 100'), 2, 'limit must be between 0 and 100'],
    [new CommandError('no\nsuch'), 2, 'no such'],
    [new CommandError('gone', 1), 1, 'gone'],
    [new UnreadableFileError('x', 'no such file'), 1, 'cannot read "x": no such file'],
    [Object.assign(new Error('m'), { code: 'ENOSPC', syscall: 'write', path: 'x' }), 1, '"x": the disk is full'],
    [Object.assign(new Error('strange'), { code: 'EWHAT', syscall: 'write', path: 'x' }), 1, 'strange'],
  ])('tells others in one line: %s', (error, status, text) => {
    expect(report(error)).toEqual({ status, text: `error: ${text}\n` });
  });

  it('says what to do with a damaged catalog', () => {
    expect(report(new CorruptCatalogError('parts/rows', 'checksum does not match'))).toEqual({
      status: 1,
      text: 'error: catalog section "parts/rows": checksum does not match; build the catalog again, or take a whole copy\n',
    });
  });

  it('tells a stop by a signal, and gives its status', () => {
    const controller = new AbortController();
    controller.abort(new StoppedBySignal('SIGHUP', 'nothing has changed'));
    expect(report(new AbortedError(controller.signal))).toEqual({
      status: 129,
      text: 'error: stopped by SIGHUP; nothing has changed\n',
    });
  });

  it('asks for a report of a fault of the program, with its trace', () => {
    const { status, text } = report(new TypeError('x is not a function'));
    expect(status).toBe(1);
    expect(text).toMatch(/^error: this is a fault of partdex; please report it .*\npartdex \d+\.\d+\.\d+, Node v\d+/);
    expect(text).toContain('TypeError: x is not a function\n    at ');
  });
});

describe('interruptible work', () => {
  it('is told of the first signal', async () => {
    const stops: string[] = [];
    const stopped = interruptible(
      async (signal) => {
        process.emit('SIGTERM', 'SIGTERM');
        return { aborted: signal.aborted, reason: signal.reason };
      },
      'all is as it was',
      () => stops.push('stop'),
    );
    const { aborted, reason } = await stopped;
    expect(aborted).toBe(true);
    expect(reason).toMatchObject({ status: 143, message: 'stopped by SIGTERM; all is as it was' });
    expect(stops).toEqual(['stop']);
  });

  it('leaves the signals alone when it is done, or has failed', async () => {
    const before = process.listenerCount('SIGINT');
    expect(await interruptible(async () => process.listenerCount('SIGINT'), '')).toBe(before + 1);
    await expect(interruptible(() => Promise.reject(new Error('x')), '')).rejects.toThrow('x');
    expect(process.listenerCount('SIGINT')).toBe(before);
  });
});
