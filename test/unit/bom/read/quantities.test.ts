import { describe, expect, it } from 'vitest';
import { readBom } from '../../../../src/bom/read/read-bom.js';

async function quantitiesOf(text: string, decimal?: '.' | ','): Promise<unknown[]> {
  const { lines } = await readBom(text, { map: decimal && { decimal } });
  return lines.map(({ quantity }) => quantity);
}

/** Source: questions and tables, E8 and E9. */
describe('the quantities of a list', () => {
  it.each([
    ['its own cells have a decimal comma', 'MPN;Menge\nA;2,5\nB;1.000\nC;10.000\n', [2.5, 1000, 10_000]],
    ['the prices beside them have a decimal comma', 'MPN;Menge;Preis\nA;5;0,05\nB;1.000;0,1\n', [5, 1000]],
    ['semicolons separate the cells', 'MPN;Qty\nA;1.000\nB;1,000\n', [1000, 1000]],
    ['the prices beside them have a point', 'MPN;Qty;Price\nA;1,000;0.05\nB;2;1.25\n', [1000, 2]],
    ['its own cells have a point', 'MPN,Qty\nA,2.0\nB,"1,000"\n', [2, 1000]],
    ['part numbers and values beside them have marks', 'MPN,Value,Qty\nA-1,2,"1,000"\nLM1117-3.3,"4,7k",20\n', [1000, 20]],
  ])('are read as the list writes numbers: %s', async (_, text, quantities) => {
    expect(await quantitiesOf(text)).toEqual(quantities);
  });

  it('are read as the map says', async () => {
    expect(await quantitiesOf('MPN,Qty\nA,1.000\n', ',')).toEqual([1000]);
    expect(await quantitiesOf('MPN;Menge\nA;"1,000"\n', '.')).toEqual([1000]);
  });
});
