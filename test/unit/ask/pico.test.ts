import { afterAll, describe, expect, it } from 'vitest';
import { buildCatalog } from '../../../src/partdex.js';
import { catalogOf, numbersFound, type Row } from '../../support/questions/catalog-of-rows.js';

const capacitor = (mpn: string, farads: string, rest: string): Row => [mpn, 'Capacitors', 'cap', `capacitance=${farads};${rest}`];

const catalog = await buildCatalog(
  catalogOf([
    capacitor('C22', '22e-12', 'package=0402;dielectric=C0G'),
    capacitor('C22B', '22e-12', 'package=0603;dielectric=X7R'),
    capacitor('C470', '470e-12', 'package=0603;dielectric=C0G'),
    ...Array.from({ length: 9 }, (_, i) => capacitor(`C100-${i}`, '100e-12', 'package=0402;voltage_supply=50')),
    ['EEE100P', 'Capacitors', 'cap', 'capacitance=0.0001;package=0402'],
    ['XX470PR', 'Resistors', 'resistor', 'resistance=470;package=0603'],
    ['J22', 'Connectors', 'connector', 'number_of_pins=22'],
    ['J22A', 'Connectors', 'connector', 'number_of_pins=22'],
    ['J22B', 'Connectors', 'connector', 'number_of_pins=22'],
    ['J8', 'Connectors', 'connector', 'number_of_pins=8'],
  ]),
);
afterAll(() => catalog.close());

describe('a p behind a number', () => {
  it.each([
    ['22p 0402', 'C22'],
    ['22p capacitor', 'C22 C22B'],
    ['22p C0G', 'C22'],
    ['470p NP0 0603', 'C470'],
    ['470p', 'C470'],
    ['0402 100p 50V', 'C100-0 C100-1 C100-2 C100-3 C100-4 C100-5 C100-6 C100-7 C100-8'],
    ['100p 0402', 'C100-0 C100-1 C100-2 C100-3 C100-4 C100-5 C100-6 C100-7 C100-8'],
  ])('is pico where the others have such a quantity: %s finds %s', async (text, expected) => {
    expect(await numbersFound(catalog, text)).toBe(expected);
  });

  it.each([
    ['22p', 'J22 J22A J22B'],
    ['22p connector', 'J22 J22A J22B'],
    ['8p connector', 'J8'],
  ])('counts pins elsewhere: %s finds %s', async (text, expected) => {
    expect(await numbersFound(catalog, text)).toBe(expected);
  });
});
