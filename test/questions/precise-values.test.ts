import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildCatalog, type Catalog } from '../../src/partdex.js';
import { catalogOf, numbersFound, type Row } from '../support/questions/catalog-of-rows.js';

const SUPERVISORS = Array.from({ length: 60 }, (_, i): Row => {
  return [`SUP-${10 + i}`, 'Supervisors', 'Reset', `input_voltage=1..5.5;threshold_voltage=${i < 2 ? '3.08' : '2.9'}`];
});
const ROWS: readonly Row[] = [
  ...SUPERVISORS,
  ...Array.from({ length: 5 }, (_, i): Row => [`SEN-${i}`, 'Sensors', 'Hall', 'input_voltage=0..5']),
];

describe('numbers that say more than their digits', () => {
  let catalog: Catalog;
  beforeAll(async () => {
    catalog = await buildCatalog(catalogOf(ROWS));
  });
  afterAll(() => catalog.close());

  it('three digits are a value, and no point of a range', async () => {
    expect(await numbersFound(catalog, 'supervisor 3.08V')).toBe('SUP-10 SUP-11');
    expect((await numbersFound(catalog, 'supervisor 3.3V')).split(' ')).toHaveLength(SUPERVISORS.length);
  });

  it('f alone is a farad, not a femtovolt within a range from 0', async () => {
    const { readings } = await catalog.parts.interpret('sensor 1f');
    expect(readings.map(({ text, as }) => [text, as])).toEqual([
      ['sensor', 'category'],
      ['1f', 'ignored'],
    ]);
  });
});
