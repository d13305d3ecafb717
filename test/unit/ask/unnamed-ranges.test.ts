import { afterAll, describe, expect, it } from 'vitest';
import { buildCatalog } from '../../../src/partdex.js';
import { catalogOf, numbersFound } from '../../support/questions/catalog-of-rows.js';

const catalog = await buildCatalog(
  catalogOf([
    ['P1', 'Pressure Sensors', '0-10 bar', 'number_of_joints=4'],
    ['P2', 'Pressure Sensors', '0-16 bar', 'number_of_joints=8'],
    ['P3', 'Pressure Sensors', '0-25 bar', 'number_of_joints=12'],
    ['R1', 'Resistors', '10 ohm', 'resistance=10;number_of_joints=2'],
    ['R2', 'Resistors', '22 ohm', 'resistance=22;number_of_joints=2'],
    ['1N4148', 'Diodes', 'diode', 'number_of_joints=2'],
  ]),
);
afterAll(() => catalog.close());

describe('a range of two numbers without a unit', () => {
  it.each([
    ['pressure sensor 0-10 bar', 'P1'],
    ['resistor 5-15', 'R1'],
    ['pressure sensor 0-10 joints', 'P1 P2'],
    ['1n-4148', '1N4148'],
  ])('is a count only of what is named: %s finds %s', async (text, expected) => {
    expect(await numbersFound(catalog, text)).toBe(expected);
  });
});
