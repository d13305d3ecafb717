import { afterAll, describe, expect, it } from 'vitest';
import { buildCatalog } from '../../../src/partdex.js';
import { catalogOf, numbersFound } from '../../support/questions/catalog-of-rows.js';

const catalog = await buildCatalog(
  catalogOf([
    ['FH1', 'Fuse Holders', 'clip'],
    ['FH2', 'Fuse Holders', 'clip'],
    ['BH1', 'Battery Connectors', 'clip', 'battery_type=CR2450'],
    ['BH2', 'Battery Connectors', 'clip', 'battery_type=CR2032'],
    ['CELL', 'Batteries', 'cell', 'battery_type=CR2450'],
    ['BAT', 'Battery Holders', 'clip 18650'],
  ]),
);
afterAll(() => catalog.close());

describe('a holder', () => {
  it.each([
    ['CR2450 holder', 'BH1'],
    ['holder for CR2450', 'BH1'],
    ['18650 holder', 'BAT'],
    ['holder', 'BAT FH1 FH2'],
    ['fuse holder', 'FH1 FH2'],
  ])('is what holds what stands beside it: %s finds %s', async (text, expected) => {
    expect(await numbersFound(catalog, text)).toBe(expected);
  });
});
