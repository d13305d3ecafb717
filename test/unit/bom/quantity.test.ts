import { describe, expect, it } from 'vitest';
import { readQuantity } from '../../../src/bom/quantity.js';

describe('a quantity', () => {
  it.each([
    ['10', 10],
    [' 10 ', 10],
    ['0', 0],
    ['1,000', 1000],
    ['1,234,567', 1234567],
    ["1'000", 1000],
    ['1 000', 1000],
    ['1\u00a0000', 1000],
    ['10.0', 10],
    ['1,000.00', 1000],
    ['10 pcs', 10],
    ['10pcs.', 10],
    ['10 Stück', 10],
    ['10x', 10],
    ['x10', 10],
    ['5 EA', 5],
  ])('%j is %d', (text, count) => {
    expect(readQuantity(text, false)).toEqual({ count });
  });

  it.each(['', '  '])('%j is missing', (text) => {
    expect(readQuantity(text, false)).toEqual({});
  });

  it.each(['x', '?', '-5', '1.5', '10k', '10 m', '2 x 10', '1,00', '1e3', '1,000,00', '9007199254740993', 'ten', '١٠'])(
    '%j is reported as invalid',
    (text) => {
      const { count, fault } = readQuantity(text, false);
      expect(count).toBeUndefined();
      expect(fault).toMatch(/^quantity ".*" is not a (whole )?number of pieces$/);
    },
  );

  it('that is a long text is reported as invalid without delay, by its beginning', () => {
    const began = performance.now();
    const { fault } = readQuantity(`1${' '.repeat(100_000)}!`, false);
    expect(performance.now() - began).toBeLessThan(1000);
    expect(fault).toMatch(/^quantity "1 +…" is not a number of pieces$/);
    expect(fault?.length).toBeLessThan(100);
  });

  it('with three digits after a point is questioned', () => {
    expect(readQuantity('1.000', false)).toEqual({ fault: 'quantity "1.000" may be 1 or 1000; --decimal-comma says the latter' });
    expect(readQuantity('1.000', true)).toEqual({ count: 1000 });
    expect(readQuantity('10,0', true)).toEqual({ count: 10 });
    expect(readQuantity('1,500', true).fault).toMatch(/whole/);
  });
});
