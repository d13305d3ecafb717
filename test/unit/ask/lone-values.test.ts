import { afterAll, describe, expect, it } from 'vitest';
import { buildCatalog } from '../../../src/partdex.js';
import { catalogOf, numbersFound, type Row } from '../../support/questions/catalog-of-rows.js';

const part = (mpn: string, category: string, topology: string, volts = 5): Row => [
  mpn,
  category,
  'power',
  `topology=${topology};output_voltage=${volts}`,
];

const catalog = await buildCatalog(
  catalogOf([
    part('DC-1', 'DC-DC Converters', 'Buck'),
    part('DC-2', 'DC-DC Converters', 'Boost'),
    part('DC-3', 'DC-DC Converters', 'Buck', 12),
    part('LED-1', 'LED Drivers', 'Buck'),
    part('LED-2', 'LED Drivers', 'Boost'),
  ]),
);
afterAll(() => catalog.close());

describe('a value that is a name of things', () => {
  it.each([
    ['buck 5V', 'DC-1'],
    ['step-up', 'DC-2'],
    ['12V buck', 'DC-3'],
    // Where something else is a thing, it is a value of it.
    ['buck led driver', 'LED-1'],
    ['led driver boost', 'LED-2'],
  ])('%s finds %s', async (text, expected) => {
    expect(await numbersFound(catalog, text)).toBe(expected);
  });

  it('is read as it is typed', async () => {
    const { readings } = await catalog.parts.interpret('buck 5V');
    expect(readings.map(({ text, as }) => [text, as])).toEqual([
      ['buck', 'category'],
      ['5V', 'quantity'],
    ]);
  });
});
