import { Writable } from 'node:stream';
import type { WriteStream } from 'node:tty';
import { describe, expect, it } from 'vitest';
import { openOutput } from '../../../../src/cli/terminal/terminal.js';

describe('the terminal of a stream', () => {
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
