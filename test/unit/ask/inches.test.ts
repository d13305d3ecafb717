import { afterAll, describe, expect, it } from 'vitest';
import { buildCatalog } from '../../../src/partdex.js';
import { catalogOf, numbersFound } from '../../support/questions/catalog-of-rows.js';

const catalog = await buildCatalog(
  catalogOf([
    ['S56', 'LED Segment Displays', 'digit', 'number_of_digits=1;digit_size_inch=0.56'],
    ['S39', 'LED Segment Displays', 'digit', 'number_of_digits=1;digit_size_inch=0.39'],
    ['O96', 'OLED Displays', 'display', 'size=0.96'],
    ['O13', 'OLED Displays', 'display', 'size=1.3'],
    ['OT', 'OLED Displays', 'display 0.96 inch'],
    ['P1', 'Pipes', 'pipe', 'pitch=0.0254'],
    ['P2', 'Pipes', 'pipe', 'pitch=0.0508'],
  ]),
);
afterAll(() => catalog.close());

describe('a number of inches', () => {
  it.each([
    ['0.56 inch 7 segment', 'S56'],
    ['7 segment display 0.56in', 'S56'],
    ['oled 0.96 inch', 'O96 OT'],
    ['oled 1.3 inches', 'O13'],
    ['pipe 1 inch', 'P1'],
  ])('%s finds %s', async (text, expected) => {
    expect(await numbersFound(catalog, text)).toBe(expected);
  });
});
