import { afterEach, describe, expect, it, vi } from 'vitest';
import { openProgressLine } from '../../../../src/cli/terminal/progress.js';
import { CapturedTerminal, plain } from '../../../support/captured-terminal.js';

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
