import { afterAll, describe, expect, it } from 'vitest';
import { buildCatalog } from '../../../src/partdex.js';
import { catalogOf, numbersFound } from '../../support/questions/catalog-of-rows.js';

const catalog = await buildCatalog(
  catalogOf([
    ['KIT-STM32F103', 'Evaluation Boards', 'board of an STM32F103', ''],
    ['STM32F103C8', 'Microcontrollers', 'STM32F103 mcu', 'package=LQFP-48'],
    ['RC-103', 'Resistors', 'resistor', 'resistance=10000;package=0603'],
    ['AC-DC-5', 'Power Modules', 'AC-DC module', ''],
    ['M-12', 'Power Modules', 'DC module', ''],
  ]),
);
afterAll(() => catalog.close());

describe('a compound', () => {
  it.each([
    ['STM32F103-board', 'KIT-STM32F103'],
    ['STM32F103/board', 'KIT-STM32F103'],
    ['0603-10k-resistor', 'RC-103'],
    ['LQFP-48-STM32F103', 'STM32F103C8'],
  ])('that no part has is several words: %s', async (text, expected) => expect(await numbersFound(catalog, text)).toBe(expected));

  it('that a part has is one', async () => expect(await numbersFound(catalog, 'AC-DC module')).toBe('AC-DC-5'));

  it('tells of each of its words', async () => {
    const { readings } = await catalog.parts.interpret('(STM32F103-board)');
    expect(readings.map(({ text, offset }) => [text, offset])).toEqual([
      ['(STM32F103-', 0],
      ['board)', 11],
    ]);
  });

  it('that is excluded is one', async () => {
    const { readings } = await catalog.parts.interpret('module -STM32F103-foo');
    expect(readings.map(({ text }) => text)).toEqual(['module', '-STM32F103-foo']);
  });
});
