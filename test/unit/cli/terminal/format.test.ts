import { describe, expect, it } from 'vitest';
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
} from '../../../../src/cli/terminal/format.js';

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
