import { afterAll, describe, expect, it } from 'vitest';
import { buildCatalog } from '../../../src/partdex.js';
import { catalogOf, numbersFound } from '../../support/questions/catalog-of-rows.js';

const catalog = await buildCatalog(
  catalogOf([
    ['A1', 'Connectors', 'housing', 'brand=Aptiv'],
    ['A2', 'Connectors', 'housing', 'brand=Aptiv'],
    ['A3', 'Connectors', 'housing', 'brand=Aptiv'],
    ['B1', 'Buzzers', 'buzzer 5V', 'output_voltage=5'],
    ['B2', 'Buzzers', 'buzzer 12V', 'output_voltage=12'],
    ['C1', 'Capacitors', 'capacitor', 'capacitance=0.00001'],
  ]),
);
afterAll(() => catalog.close());

describe('a name that a word was corrected to', () => {
  it.each([
    ['5 V aktiv', 'B1'],
    ['aktiv 12 V wxyz', 'B2'],
    ['bzzers 12 V wxyz', 'B2'],
    ['aktiv', 'A1 A2 A3'],
    ['capacitr wxyz 10uF', 'C1'],
  ])('is dropped before a value: %s finds %s', async (text, expected) => {
    expect(await numbersFound(catalog, text)).toBe(expected);
  });

  it('is dropped before another name', async () => {
    expect(await numbersFound(catalog, 'aktiv buzzers')).toBe('B1 B2');
  });
});
