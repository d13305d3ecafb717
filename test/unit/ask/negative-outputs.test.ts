import { afterAll, describe, expect, it } from 'vitest';
import { buildCatalog } from '../../../src/partdex.js';
import { catalogOf, numbersFound, type Row } from '../../support/questions/catalog-of-rows.js';

const regulator = (mpn: string, specs: string): Row => [mpn, 'Voltage Regulators', 'regulator', specs];

const catalog = await buildCatalog(
  catalogOf([
    ...Array.from({ length: 30 }, (_, i) => regulator(`POS-${i}`, 'output_voltage=5;output_configuration=Positive')),
    regulator('NEG-5', 'output_voltage=5;input_voltage=35;output_configuration=Negative;package=TO-220'),
    regulator('NEG-12', 'output_voltage=12;input_voltage=5;output_configuration=Negative'),
    regulator('SIGNED-5', 'output_voltage=-5'),
    ...Array.from({ length: 30 }, (_, i): Row => [`PMOS-${i}`, 'MOSFETs', 'p-channel', 'drain_source_voltage=20']),
  ]),
);
afterAll(() => catalog.close());

describe('a negative voltage', () => {
  it.each([
    ['-5V regulator', 'NEG-5 SIGNED-5'],
    ['voltage regulator -12V', 'NEG-12'],
    ['regulator -5V to-220', 'NEG-5'],
  ])('of a regulator comes out of it: %s finds %s', async (text, expected) => {
    expect(await numbersFound(catalog, text)).toBe(expected);
    const { readings } = await catalog.parts.interpret(text);
    const quantity = readings.find(({ as }) => as === 'quantity');
    expect(quantity).toMatchObject({ field: 'specs.output_voltage.value', value: text.includes('12') ? '-12' : '-5' });
    expect(quantity).not.toHaveProperty('corrected');
  });

  it('of what has no outputs is meant without its sign', async () => {
    expect((await numbersFound(catalog, 'mosfet -20V')).split(' ')).toHaveLength(30);
  });
});
