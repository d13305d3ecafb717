import { describe, expect, it } from 'vitest';
import { type Block, renderBlocks } from '../../../../src/cli/terminal/blocks.js';
import { CapturedTerminal, plain } from '../../../support/captured-terminal.js';

/** A block that says how wide it may be. */
const block = (name: string, width: number, lines = 1): Block => ({
  width,
  render: ({ columns }) => Array.from({ length: lines }, (_, i) => `${name}${i} of ${columns}`),
});

const render = (blocks: Block[], columns: number, isTTY = true) =>
  renderBlocks(blocks, new CapturedTerminal({ isTTY, columns }).stdout);

describe('blocks', () => {
  it('are side by side where two of them fit', () => {
    expect(render([block('a', 30), block('b', 38, 2), block('c', 10)], 80).split('\n')).toEqual([
      'a0 of 38                                  b0 of 38',
      '                                          b1 of 38',
      '',
      'c0 of 38',
    ]);
    expect(render([block('a', 30), block('b', 39)], 80)).toBe('a0 of 80\n\nb0 of 80');
  });

  it('have a line of their own where they are too wide, in their order', () => {
    expect(render([block('a', 20), block('b', 50), block('c', 20), block('d', 20), block('e', 200)], 80).split('\n')).toEqual([
      'a0 of 38',
      '',
      'b0 of 80',
      '',
      'c0 of 38                                  d0 of 38',
      '',
      'e0 of 80',
    ]);
  });

  it('are at most four beside each other, and no more than there are', () => {
    const all = Array.from('abcdef', (name) => block(name, 10));
    expect(render(all, 200).split('\n')[0].match(/of 47/g)).toHaveLength(4);
    expect(render(all.slice(0, 3), 200).split('\n')).toHaveLength(1);
    expect(render(all.slice(0, 1), 200)).toBe('a0 of 200');
    expect(render([], 80)).toBe('');
  });

  it('are below each other where there is no terminal', () => {
    expect(render([block('a', 5), block('b', 5)], 80, false)).toBe('a0 of 80\n\nb0 of 80');
  });

  it('are cut rather than moved where they are wider than they say', () => {
    const lines = (text: string): Block => ({ width: 10, render: () => [`\u001b[1m${text}\u001b[22m`] });
    const [line] = plain(render([lines('x'.repeat(60)), lines('y')], 80)).split('\n');
    expect(line).toBe(`${'x'.repeat(39)}…  y`);
  });
});
