import { describe, expect, it } from 'vitest';
import { isAmount, valueQuestion } from '../../../../src/bom/matched/value-question.js';

const asked = (value: string, reference = 'R1') =>
  valueQuestion({ quantity: 1, value, footprint: '0603', references: [reference] })?.text;

/** Source: questions and tables, A14. */
describe('a value with blanks gives the question of one without', () => {
  it.each([
    ['R1', '10kohm 0603 resistor', '10kohm', '10k ohm', '10 k ohm', '10 k'],
    ['R1', '10kΩ 0603 resistor', '10k Ω', '10 kΩ', '10 K Ω'],
    ['R1', '10kOHM 0603 resistor', '10 K OHM', '10K OHM'],
    ['R1', '4.7kohms 0603 resistor', '4.7K ohms', '4.7 K ohms', '4k7 ohms'],
    ['R1', '10kΩ 0603 resistor 1%', '10 kΩ, 1%', '10 kΩ, 1 %', '10kΩ,1%', '10 k Ω / 1%'],
    ['R1', '10kΩ 0603 resistor ±1%', '10 kΩ ± 1 %', '10kΩ +/- 1%'],
    ['R1', '10kilohm 0603 resistor', '10 kilohm'],
    ['C1', '4.7uF 0603 capacitor 16V', '4.7uF, 16V', '4.7 uF 16 V', '4.7 uF, 16 V', '4.7uF,16V', '4.7u F; 16 V'],
    ['C1', '100nF 0603 capacitor 25V', '100 nF, 25 V', '100n F 25V', '100 n F/25 V'],
    ['C1', '100nF 0603 capacitor ceramic 25V', '100 nF ceramic 25 V'],
  ])('%s: %s', (reference, question, ...values) => {
    expect(values.map((value) => [value, asked(value, reference)])).toEqual(values.map((value) => [value, question]));
  });

  it('and words that are not its unit stay words', () => {
    expect(asked('10 V min', 'X1')).toBe('10V 0603 crystal min');
    expect(asked('2 pos', 'J1')).toBe('2 0603 pos');
    expect(asked('BAT54C,215', 'Q1')).toBe('BAT54C,215 0603');
  });

  it('is an amount', () => {
    for (const value of ['10k, 1%', '10 K OHM', '4.7 uF, 16 V', '10k ohm']) {
      expect([value, isAmount({ quantity: 1, value })]).toEqual([value, true]);
    }
    for (const value of ['BAT54C,215', '1N4148', '74HC595D,118']) {
      expect([value, isAmount({ quantity: 1, value })]).toEqual([value, false]);
    }
  });
});
