import { describe, expect, it } from 'vitest';
import { readBom } from '../../../../src/bom/read/read-bom.js';

/** The marks of lines that are not placed. */
async function notPlaced(heading: string, marks: readonly string[]): Promise<string[]> {
  const { lines } = await readBom(`MPN\t${heading}\n${marks.map((mark) => `A-1\t${mark}\n`).join('')}`);
  return marks.filter((_, i) => lines[i].dnp);
}

const empty = ['-', '--', '–', '~', '?', '...', '/', '()', '_', "'", 'n/a', '—'];

describe('marks without letters', () => {
  it('in a column of what is not placed', async () => {
    const marks = ['✓', '☑', '✔', '✔️', '✅', '*', '**', '•', '!', '+', '●', '×', 'x', '1'];
    expect(await notPlaced('DNP', [...marks, ...empty, '☐', '[ ]'])).toEqual(marks);
    expect(await notPlaced('DNP', ['✗', '❌', '☒'])).toEqual(['✗', '❌', '☒']);
    expect(await notPlaced('DNP', ['✗', '✓', '❌'])).toEqual(['✓']);
  });

  it('in a column of what is placed', async () => {
    const marks = ['✗', '✘', '❌', '✖️', '☐', '[ ]', 'no'];
    expect(await notPlaced('Fitted', [...marks, ...empty, '✓', '☑', '✅', '*', '•', '[x]', 'x'])).toEqual(marks);
  });

  it('do not count elsewhere: stars and dashes are not part numbers', async () => {
    const { lines } = await readBom('MPN\tValue\n*\t10k\n-\t✓\n-\t1k\n');
    expect(lines).toEqual([
      { line: 2, quantity: 1, value: '10k' },
      { line: 4, quantity: 1, value: '1k' },
    ]);
  });
});
