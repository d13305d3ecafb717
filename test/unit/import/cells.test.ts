import { describe, expect, it } from 'vitest';
import { readColumn, readText } from '../../support/tables/read-text.js';

describe('blank cells', () => {
  it.each([
    'N/A       ',
    '       N/A',
    '  -          ',
    '#N/A          ',
    '\u00a0\u00a0\u00a0\u00a0\u00a0~\u00a0\u00a0\u00a0\u00a0',
    '            ',
    '#REF!',
    '#DIV/0!',
    ' #name? ',
    '#NV',
  ])('%j', async (cell) => {
    const { parts } = await readText(
      [['MPN', 'Grade'].join('\t'), ['A', cell].join('\t'), [cell, 'B'].join('\t')],
      {},
      'list.tsv',
    );
    expect(parts).toMatchObject([{ mpn: 'A' }]);
    expect(parts[0]).not.toHaveProperty('specs');
  });

  it('are not words that begin so', async () => {
    expect(await readColumn('Grade', ['N/A of course ', '- / -', 'none     '], ({ specs }) => specs?.grade.value)).toEqual([
      ['N/A of course'],
      ['- / -'],
      ['none'],
    ]);
  });
});
