import { afterAll, describe, expect, it } from 'vitest';
import { buildCatalog } from '../../../src/partdex.js';
import { catalogOf, numbersFound, type Row } from '../../support/questions/catalog-of-rows.js';

const isolator = (mpn: string, forward: number, reverse?: number): Row => {
  const specs = `number_of_forward_channels=${forward}${reverse === undefined ? '' : `;number_of_reverse_channels=${reverse}`}`;
  return [mpn, 'Digital Isolators', 'isolator', specs];
};

const catalog = await buildCatalog(
  catalogOf([
    isolator('I40', 4, 0),
    isolator('I31', 3, 1),
    isolator('I22', 2, 2),
    isolator('I42', 4, 2),
    isolator('I4', 4),
    isolator('I20', 2, 0),
    isolator('I11', 1, 1),
    ['IC4', 'Digital Isolators', 'isolator', 'number_of_channels=4'],
  ]),
);
afterAll(() => catalog.close());

describe('channels in two directions', () => {
  it.each([
    ['4 channel digital isolator', 'I22 I31 I4 I40 IC4'],
    ['quad digital isolator', 'I22 I31 I4 I40 IC4'],
    ['dual digital isolator', 'I11 I20'],
    ['2 channel digital isolator', 'I11 I20'],
  ])('are added: %s finds %s', async (text, expected) => {
    expect(await numbersFound(catalog, text)).toBe(expected);
  });
});
