import { afterAll, describe, expect, it } from 'vitest';
import { buildCatalog } from '../../../src/partdex.js';
import { catalogOf, numbersFound } from '../../support/questions/catalog-of-rows.js';

const catalog = await buildCatalog(
  catalogOf([
    ['P1', 'Potentiometers', 'pot', 'resistance=10000;number_of_turns=1;resistance_value_change=Logarithmic'],
    ['P2', 'Potentiometers', 'pot', 'resistance=10000;number_of_turns=1;resistance_value_change=Linear'],
    ['P3', 'Potentiometers', 'pot', 'resistance=10000;number_of_turns=25'],
    ['P4', 'Potentiometers', 'multiturn pot', 'resistance=10000'],
  ]),
);
afterAll(() => catalog.close());

describe('what is said of potentiometers', () => {
  it.each([
    ['pot 10k log', 'P1'],
    ['10k audio taper potentiometer', 'P1'],
    ['pot 10k multiturn', 'P3 P4'],
    ['multi-turn potentiometer', 'P3'],
    ['pot multi turn 10k', 'P3'],
    ['single turn pot 10k', 'P1 P2'],
  ])('%s finds %s', async (text, expected) => {
    expect(await numbersFound(catalog, text)).toBe(expected);
  });
});
