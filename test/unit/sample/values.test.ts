import { describe, expect, it } from 'vitest';
import { Fingerprints } from '../../../src/sample/fingerprints.js';
import { Random, zipf } from '../../../src/sample/random.js';
import { type Choice, compileTemplate, fillTemplate } from '../../../src/sample/template.js';
import { decades, E12, E24, E96, FORMATS } from '../../../src/sample/values.js';

const format = (name: string, value: number, parameter = '') => FORMATS.get(name)?.(value, parameter);

describe('values', () => {
  it.each([
    ['rkm', 10, '', '10R'],
    ['rkm', 4.7, '', '4R7'],
    ['rkm', 4700, '', '4K7'],
    ['rkm', 1_000_000, '', '1M'],
    ['code', 47_000, '', '473'],
    ['code', 4.7, '', '4R7'],
    ['code', 10, '', '100'],
    ['code', 1e-7, '1e-12', '104'],
    ['code', 2.2e-6, '1e-6', '2R2'],
    ['eng', 4.7e-6, 'F', '4.7uF'],
    ['eng', 1e-11, 'F', '10pF'],
    ['eng', 2.2e6, 'Hz', '2.2MHz'],
    ['eng', 1, 'V', '1V'],
    ['pad', 7, '2', '07'],
    ['bare', 3.3, '', '33'],
    ['times', 12.5, '1e-12', '1.25e-11'],
  ])('%s of %d %s is %s', (name, value, parameter, expected) => {
    expect(format(name, value, parameter)).toBe(expected);
  });

  it('knows the preferred numbers', () => {
    expect([E12.length, E24.length, E96.length]).toEqual([12, 24, 96]);
    expect(E96.slice(0, 4)).toEqual([1, 1.02, 1.05, 1.07]);
    expect(decades([1, 4.7], -1, 1)).toEqual([0.1, 0.47, 1, 4.7, 10, 47]);
  });
});

describe('Random', () => {
  it('gives independent sequences for other streams and seeds', () => {
    const first = (seed: number, stream: string) => new Random(seed, stream).next32();
    expect(first(1, 'a')).toBe(first(1, 'a'));
    expect(new Set([first(1, 'a'), first(1, 'b'), first(2, 'a'), first(2 ** 40, 'a')]).size).toBe(4);
  });

  it('draws evenly, and by weight', () => {
    const random = new Random(7, 'test');
    const even = [0, 0, 0, 0];
    const weighted = [0, 0, 0];
    const weights = zipf(3, 1);
    for (let i = 0; i < 60_000; i++) {
      even[random.below(4)]++;
      weighted[random.weighted(weights)]++;
    }
    for (const count of even) expect(Math.abs(count - 15_000)).toBeLessThan(600);
    for (const [i, share] of [6 / 11, 3 / 11, 2 / 11].entries()) expect(weighted[i] / 60_000).toBeCloseTo(share, 1.5);
  });
});

describe('templates', () => {
  const choices = new Map<string, Choice>([
    ['size', [{ code: '0402', power: 0.063 }]],
    ['ohms', [4700]],
  ]);

  it('fills choices, formats, the prefix and random characters in', () => {
    const template = compileTemplate('{prefix}{size.code}-{ohms|rkm}-{ohms}-{size.power}-#@', choices);
    expect(fillTemplate(template, [0, 0], 'RC', new Random(1, 'test'))).toMatch(/^RC0402-4K7-4700-0\.063-\d[A-Z]$/);
  });

  it.each([
    ['{color}', 'there is no choice "color"'],
    ['{size.weight}', 'choice "size" has no column "weight"'],
    ['{ohms|roman}', 'there is no format "roman"'],
  ])('refuses %s', (source, message) => {
    expect(() => compileTemplate(source, choices)).toThrow(message);
  });
});

describe('Fingerprints', () => {
  it('behaves as a set of texts, growing', () => {
    const fingerprints = new Fingerprints();
    const set = new Set<string>();
    const random = new Random(3, 'test');
    const mistaken: string[] = [];
    for (let i = 0; i < 200_000; i++) {
      const text = `X${random.below(150_000)}`;
      if (fingerprints.add(text) === set.has(text)) mistaken.push(text);
      set.add(text);
    }
    expect(mistaken).toEqual([]);
  });
});
