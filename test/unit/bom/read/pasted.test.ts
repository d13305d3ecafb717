import { describe, expect, it } from 'vitest';
import { readBom } from '../../../../src/bom/read/read-bom.js';
import { rejectionOf } from '../../../support/thrown.js';

const read = async (text: string) => (await readBom(text)).lines.map(({ mpn, quantity }) => [mpn, quantity]);

describe('quantities of a thousand or more in a pasted text', () => {
  it.each([
    [
      'NE555DR\t1,000\nLM358DR\t2,500\n',
      [
        ['NE555DR', 1000],
        ['LM358DR', 2500],
      ],
    ],
    [
      'NE555DR;1.000\nLM358DR;2.500\n',
      [
        ['NE555DR', 1000],
        ['LM358DR', 2500],
      ],
    ],
    [
      'NE555DR;1,000\nLM358DR;25\n',
      [
        ['NE555DR', 1000],
        ['LM358DR', 25],
      ],
    ],
    [
      '1,000 x NE555DR\n1,234,567\tLM358DR\n',
      [
        ['NE555DR', 1000],
        ['LM358DR', 1234567],
      ],
    ],
    [
      'NE555DR 1,000 pcs\n74HC595D,118\t2,000\n1,000 74HC595D,118\n',
      [
        ['NE555DR', 1000],
        ['74HC595D,118', 2000],
        ['74HC595D,118', 1000],
      ],
    ],
    [
      '1803303\t1,000\n1,000\t1803303\n',
      [
        ['1803303', 1000],
        ['1803303', 1000],
      ],
    ],
    [
      '74HC04D,118, 3\n74HC595D, 118\n',
      [
        ['74HC04D,118', 3],
        ['74HC595D', 118],
      ],
    ],
  ])('have marks, as spreadsheets show them: %j', async (text, lines) => {
    expect(await read(text)).toEqual(lines);
  });

  it('may not be known: a point between tabs could be a decimal one', async () => {
    const { lines, report } = await readBom('NE555DR\t1.000\n');
    expect(lines).toMatchObject([{ mpn: 'NE555DR', quantity: 1 }]);
    expect(report[0].notes).toEqual([expect.stringContaining('line 1: "1.000"')]);
    expect((await readBom('NE555DR\t1.000\n', { map: { decimal: ',' } })).lines).toMatchObject([{ quantity: 1000 }]);
  });

  it.each(['NE555DR,1,000', '1,000,NE555DR', '5, 100,NE555DR', '1,000 2,000', 'NE555DR;1,00', 'NE555DR\t0,500'])(
    'are refused where commas separate cells, or do not mark thousands: %s',
    async (text) => {
      expect(await rejectionOf(readBom(text))).toMatchObject({ code: 'unreadable_table' });
    },
  );
});
