import { afterAll, describe, expect, it } from 'vitest';
import { buildCatalog } from '../../../src/partdex.js';
import { catalogOf, numbersFound } from '../../support/questions/catalog-of-rows.js';

const catalog = await buildCatalog(
  catalogOf([
    ['R1', 'Resistors', 'resistor', 'resistance=10000;package=0603'],
    ['R2', 'Resistors', 'resistor', 'resistance=22000;package=0603'],
    ['R3', 'Resistors', 'resistor', 'resistance=470;package=0402'],
    ['F1', 'Fuses', 'fuse', 'current=1'],
    ['F2', 'Fuses', 'fuse', 'current=2'],
    ['Q1', 'MOSFETs', 'smaller', 'package=SOT-23'],
    ['Q2', 'MOSFETs', 'transistor', 'package=SOT-23'],
  ]),
);
afterAll(() => catalog.close());

describe('comparisons', () => {
  it.each([
    ['10k or larger resistor', 'R1 R2'],
    ['1A or bigger fuse', 'F1 F2'],
    ['fuse 1A or smaller', 'F1'],
  ])('of a number: %s finds %s', async (text, expected) => {
    expect(await numbersFound(catalog, text)).toBe(expected);
  });

  it.each([
    ['resistor 0603 or smaller 10k', 'R1', 'or smaller'],
    ['resistor smaller than 0603 10k', 'R1', 'smaller than'],
    ['sot-23 or smaller mosfet', 'Q1 Q2', 'or smaller'],
  ])('of what has no order are not asked: %s finds %s', async (text, expected, ignored) => {
    expect(await numbersFound(catalog, text)).toBe(expected);
    const { readings } = await catalog.parts.interpret(text);
    const [left] = readings.filter(({ as }) => as === 'ignored');
    expect(left).toMatchObject({ text: ignored, relaxed: 'not asked: packages have no order' });
  });
});
