import { describe, expect, it } from 'vitest';
import { contentOf } from '../../../src/bom/part-cells.js';

describe('the cells of a column', () => {
  it.each([
    'R1',
    'C12',
    'IC2A',
    'U$3',
    'JP1',
    'R1001',
    'R1, R2',
    'R1 R2-R5',
    'R1-12',
    'R1—R5',
    'R1、R2',
    'R1 and R2',
    'J1_2',
    'LED1',
  ])('%s: references', (cell) => {
    expect(contentOf([cell])).toBe('references');
  });

  it.each(['LM358', 'NE555DR', 'BC547', '1N4148', '2N2222', 'TP4056', 'DS1307', '74HC04', 'L293D', '1803303'])(
    '%s: a part number',
    (cell) => {
      expect(contentOf([cell])).toBe('mpn');
    },
  );

  it('are what most of them are', () => {
    expect(contentOf(['R1', 'LOGO-123', 'R2'])).toBe('references');
    expect(contentOf(['LM358DR', 'R1', 'NE555DR'])).toBe('mpn');
    expect(contentOf(['LM358DR', 'Cover'])).toBeUndefined();
    expect(contentOf(['', ' '])).toBeUndefined();
    expect(contentOf([])).toBeUndefined();
  });

  it('are read without delay where they are very long', () => {
    const began = performance.now();
    expect(contentOf(['R1,'.repeat(300_000), '1'.repeat(500_000), 'R$'.repeat(300_000)])).toBeUndefined();
    expect(performance.now() - began).toBeLessThan(1000);
  });
});
