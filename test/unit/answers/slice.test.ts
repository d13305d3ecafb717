import { describe, expect, it } from 'vitest';
import { parseSlice, type SliceRange, sliceList } from '../../../src/answers/slice.js';

describe('slices', () => {
  it.each<[string, number[]]>([
    ['[0:2]', [0, 1]],
    ['[:]', [0, 1, 2, 3]],
    ['[1:]', [1, 2, 3]],
    ['[:-1]', [0, 1, 2]],
    ['[-2:]', [2, 3]],
    ['[-3:-1]', [1, 2]],
    ['[3:1]', []],
    ['[4:9]', []],
    ['[-9:2]', [0, 1]],
    ['[-9:-8]', []],
    [' [ 1 : +2 ] ', [1]],
    ['[0:99999999999999999999999]', [0, 1, 2, 3]],
    [`[-${'9'.repeat(400)}:${'9'.repeat(400)}]`, [0, 1, 2, 3]],
  ])('%j', (text, expected) => expect(sliceList([0, 1, 2, 3], parseSlice(text) as SliceRange)).toEqual(expected));

  it.each(['', '[]', '[1]', '0:1', '[0:1', '[0:1:2]', '[a:b]', '[1.5:2]', '[0x1:2]', '[- 1:2]', '[1e1:]', '[[0:1]]', '['])(
    '%j is refused',
    (text) => {
      expect(parseSlice(text)).toBeUndefined();
    },
  );

  it('reads hostile text in no time', () => {
    const started = performance.now();
    expect(parseSlice(`[${' '.repeat(1e6)}`)).toBeUndefined();
    expect(parseSlice(`[${' '.repeat(1e6)}:${' '.repeat(1e6)}x]`)).toBeUndefined();
    expect(performance.now() - started).toBeLessThan(500);
  });
});
