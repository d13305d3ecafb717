import { describe, expect, it } from 'vitest';
import { renderTable, textWidth } from '../../../../src/cli/terminal/table.js';
import { treeRows } from '../../../../src/cli/terminal/tree.js';
import { CapturedTerminal, plain } from '../../../support/captured-terminal.js';

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
