import { describe, expect, it } from 'vitest';
import { CommandError } from '../../../src/cli/failure.js';
import { reportFailure } from '../../../src/cli/report-failure.js';
import { StoppedBySignal } from '../../../src/cli/signals.js';
import { invalid } from '../../../src/model/issues.js';
import { AbortedError, CorruptCatalogError, UnreadableFileError } from '../../../src/partdex.js';
import { CapturedTerminal } from '../../support/captured-terminal.js';

describe('failures', () => {
  const report = (error: unknown) => {
    const terminal = new CapturedTerminal();
    const status = reportFailure(error, terminal);
    return { status, text: terminal.err };
  };
  const syntaxError = (query: string, offset: number, length: number) =>
    invalid('syntax', ['filter', 'queries', 0], ': found ")" at character 14, expected a value', {
      query,
      offset,
      length,
    });

  it('marks the place in a filter query', () => {
    expect(report(syntaxError('a:1 AND µb:(2 )', 14, 1))).toEqual({
      status: 2,
      text: ['error: --filter: found ")" at character 14, expected a value', '  a:1 AND µb:(2 )', '                ^', ''].join(
        '\n',
      ),
    });
  });

  it('distinguishes filter queries from counted ones', () => {
    const details = { query: 'a:)', offset: 2, length: 1 };
    const error = invalid('syntax', ['facet', 'queries', 1], ': found ")" at character 3, expected a value', details);
    expect(report(error).text).toBe('error: --facet-query: found ")" at character 3, expected a value\n  a:)\n    ^\n');
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
    [invalid('out_of_range', ['limit'], ' must be between 0 and 100'), 2, '--limit must be between 0 and 100'],
    [new CommandError('no\nsuch'), 2, 'no such'],
    [new CommandError('gone', 1), 1, 'gone'],
    [new UnreadableFileError('x', 'no such file'), 1, 'cannot read "x": no such file'],
    [Object.assign(new Error('m'), { code: 'ENOSPC', syscall: 'write', path: 'x' }), 1, '"x": the disk is full'],
    [Object.assign(new Error('strange'), { code: 'EWHAT', syscall: 'write', path: 'x' }), 1, 'strange'],
  ])('reports others in one line: %s', (error, status, text) => {
    expect(report(error)).toEqual({ status, text: `error: ${text}\n` });
  });

  it('says what to do with a damaged catalog', () => {
    expect(report(new CorruptCatalogError('parts/rows', 'checksum does not match'))).toEqual({
      status: 1,
      text: 'error: catalog section "parts/rows": checksum does not match; build the catalog again, or take a whole copy\n',
    });
  });

  it('reports a stop by a signal, with its status', () => {
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
