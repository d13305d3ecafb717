import { describe, expect, it } from 'vitest';
import { agrees, outputLines, readCommands, refreshed } from '../support/package/console.js';
import { readAnchors, readBlocks, readLinks } from '../support/package/markdown.js';
import { promisedOutput, readPrograms, sourceOf } from '../support/package/programs.js';

describe('output of a command', () => {
  it.each([
    ['74 parts found, 27 ms', '74 parts found, 1.2 s'],
    ['2,000 parts in 250 ms (1,732 parts/s); a.pdx has 2.44 MB', '2,000 parts in 1.2 s (900 parts/s); a.pdx has 937 kB'],
    ['parts/documents       705 kB  28.8 %', 'parts/documents  1.1 MB   9.3 %'],
    ['bytes           2,444,952', 'bytes             999,999'],
    ['  "msec": 27.10507000000007,', '  "msec": 3,'],
    ['done  ', 'done'],
  ])('agrees where only what varies does: %s', (one, other) => {
    expect(agrees([one], [other])).toBe(true);
  });

  it.each([
    ['74 parts found, 27 ms', '75 parts found, 27 ms'],
    ['2,000 parts in 250 ms', '2,001 parts in 250 ms'],
    ['parts/documents  705 kB  28.8 %', 'parts/texts  705 kB  28.8 %'],
    ['parts           2,000', 'parts           2,001'],
    ['a  b', 'a b'],
    ['100 %', '50 %'],
    ['10 sellers', '11 sellers'],
  ])('does not agree where anything else does: %s', (one, other) => {
    expect(agrees([one], [other])).toBe(false);
  });

  it('may leave lines out', () => {
    expect(agrees(['a', '…', 'z'], ['a', 'b', 'c', 'z'])).toBe(true);
    expect(agrees(['a', '…', 'z'], ['a', 'z'])).toBe(true);
    expect(agrees(['a', '…'], ['b', 'a'])).toBe(false);
    expect(agrees(['a', '…', 'a'], ['a'])).toBe(false);
    expect(() => agrees(['…', '…'], [])).toThrow('one "…"');
  });

  it('is rewritten with as many lines around those left out', () => {
    expect(refreshed(['1', '…', '9'], ['a', 'b', 'c', 'd'])).toEqual(['a', '…', 'd']);
    expect(refreshed(['1', '…', '9'], ['a', 'b'])).toEqual(['a', 'b']);
    expect(refreshed(['1', '2'], ['a', 'b', 'c'])).toEqual(['a', 'b', 'c']);
    expect(outputLines('a  \n\n b\n\n')).toEqual(['a', '', ' b']);
  });
});

describe('a console block', () => {
  it('has commands, each with its output', () => {
    const lines = ['$ partdex a \\', '    -b', 'one', '', 'two', '', '$ partdex c'];
    const [first, second] = readCommands(lines);
    expect(first).toMatchObject({ at: 0, text: 'partdex a \\\n    -b', expected: ['one', '', 'two'], from: 2, to: 6 });
    expect(second).toMatchObject({ at: 6, text: 'partdex c', expected: [], from: 7, to: 7 });
    expect(() => readCommands(['partdex a'])).toThrow('begins with "$ "');
  });
});

describe('a document', () => {
  const text = [
    '# A `b` [c](d.md), e!',
    '## Same',
    '## Same',
    '[one](x.md#y "title") and `[no](code.md)` and [web](https://example.com/)',
    '```js',
    'console.log(1); // 1',
    '```',
    '1. list',
    '   ```js continues',
    '   console.log(`2',
    '   3`);',
    '   console.log(4);',
    '   // 4',
    '   // and more',
    '   f(); // no output',
    '   ```',
    '````sh no-run',
    '```',
    '# no heading [no](link.md)',
    '````',
    '<img src="a.svg" alt="">',
  ].join('\n');

  it('has blocks', () => {
    expect(readBlocks(text).map(({ line, language, words }) => [line, language, ...words])).toEqual([
      [6, 'js'],
      [10, 'js', 'continues'],
      [18, 'sh', 'no-run'],
    ]);
    expect(() => readBlocks('```js\n')).toThrow('has no end');
  });

  it('has programs with the line numbers of the document', () => {
    const programs = [...readPrograms(readBlocks(text)).values()];
    expect(programs.map(({ file, continued }) => [file, continued])).toEqual([
      ['line-6.mjs', true],
      ['line-10.mjs', false],
    ]);
    const lines = sourceOf(programs[1]).split('\n');
    expect([lines[5], lines[9], lines[10]]).toEqual(['console.log(1); // 1', 'console.log(`2', '3`);']);
    expect(promisedOutput(programs[1])).toEqual(['1', '4', 'and more']);
  });

  it('has headings and links', () => {
    expect([...readAnchors(text)]).toEqual(['a-b-c-e', 'same', 'same-1']);
    expect(readLinks(text).map(({ line, target }) => [line, target])).toEqual([
      [1, 'd.md'],
      [4, 'x.md#y'],
      [21, 'a.svg'],
    ]);
  });
});
