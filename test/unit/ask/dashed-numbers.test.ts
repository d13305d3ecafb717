import { afterAll, describe, expect, it } from 'vitest';
import { buildCatalog } from '../../../src/partdex.js';
import { catalogOf, numbersFound, type Row } from '../../support/questions/catalog-of-rows.js';

const regulator = (mpn: string, specs: string): Row => [mpn, 'Voltage Regulators', 'regulator', specs];

const catalog = await buildCatalog(
  catalogOf([
    regulator('LM1117MP-3.3', 'output_voltage=3.3;package=SOT-223'),
    regulator('LM1117DT-3.3', 'output_voltage=3.3;package=TO-252'),
    regulator('LM1117MP-5.0', 'output_voltage=5;package=SOT-223'),
    regulator('LM1117-ADJ', 'output_type=Adjustable'),
    regulator('LM340T-5.0', 'output_voltage=5'),
    regulator('LM340-12', 'output_voltage=12'),
    regulator('LM3405X', 'output_voltage=5'),
    regulator('LM2596-5.0FW05', 'output_voltage=5'),
    regulator('LM2596S-5.0', 'output_voltage=5'),
    regulator('AMS1117-3.3', 'output_voltage=3.3'),
    regulator('AMS1117A', 'output_voltage=3.3'),
    ['Q1', 'MOSFETs', 'mosfet', 'package=SOT23-5'],
  ]),
);
afterAll(() => catalog.close());

describe('a family of part numbers, a dash, and a value', () => {
  it.each([
    ['LM1117-3.3', 'LM1117DT-3.3 LM1117MP-3.3'],
    ['lm1117-3.3V', 'LM1117DT-3.3 LM1117MP-3.3'],
    ['(LM1117-3.3), sot-223', 'LM1117MP-3.3'],
    ['LM340-5', 'LM340T-5.0'],
    ['LM2596-5.0', 'LM2596-5.0FW05 LM2596S-5.0'],
    ['regulator LM1117-5', 'LM1117MP-5.0'],
  ])('%s finds %s', async (text, expected) => {
    expect(await numbersFound(catalog, text)).toBe(expected);
  });

  it.each([
    ['LM3405X-TUBE', 'LM3405X'],
    ['lm3405x-reel7 regulator', 'LM3405X'],
    ['AMS1117A/TRAY', 'AMS1117A'],
    ['LM340T-5.0-REEL', 'LM340T-5.0'],
  ])('%s finds %s, however it is packed', async (text, expected) => {
    expect(await numbersFound(catalog, text)).toBe(expected);
    const { readings } = await catalog.parts.interpret(text);
    expect(readings[0]).toMatchObject({ as: 'part number', text: text.split(' ')[0] });
  });

  it('is excluded as one word', async () => {
    const { readings } = await catalog.parts.interpret('regulator sot-223 -LM1117-3.3');
    expect(readings.map(({ text }) => text)).toEqual(['regulator', 'sot-223', '-LM1117-3.3']);
    expect(await numbersFound(catalog, 'regulator sot-223 -LM1117-5.0')).toBe('LM1117MP-3.3 LM1117MP-5.0');
  });

  it('are split in long questions, too, but few of them', async () => {
    const { readings } = await catalog.parts.interpret('LM1117-3.3 '.repeat(64));
    expect(readings.filter(({ text }) => text === 'LM1117-').length).toBeLessThanOrEqual(4);
  });

  it('are two readings, of which the first has the dash', async () => {
    const { readings } = await catalog.parts.interpret('(LM1117-3.3), regulator');
    expect(readings.map(({ text, offset, as }) => [text, offset, as])).toEqual([
      ['(LM1117-', 0, 'part number'],
      ['3.3),', 8, 'quantity'],
      ['regulator', 14, 'category'],
    ]);
  });

  it.each([
    ['AMS1117-3.3', 'AMS1117-3.3'],
    ['LM340-12', 'LM340-12'],
    ['sot23-5', 'Q1'],
  ])('stay one word where a part has that number or a package that name: %s', async (text, expected) => {
    expect(await numbersFound(catalog, text)).toBe(expected);
  });
});
