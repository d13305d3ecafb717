import fc from 'fast-check';
import { expect, it } from 'vitest';
import { prefixDistance } from '../../../src/suggest/prefix-distance.js';
import { forAll } from '../../support/for-all.js';

/** The distance of two whole words, by trying everything. */
function distance(a: string, b: string): number {
  if (a === '' || b === '') return a.length + b.length;
  if (a[0] === b[0]) return distance(a.slice(1), b.slice(1));
  const others = [distance(a.slice(1), b), distance(a, b.slice(1)), distance(a.slice(1), b.slice(1))];
  if (a.length > 1 && a[0] === b[1] && a[1] === b[0]) others.push(distance(a.slice(2), b.slice(2)));
  return 1 + Math.min(...others);
}

it('is the least distance to a beginning, up to the most', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 6 });
  forAll(
    [word, word, fc.nat(3)],
    (typed, other, most) => {
      const beginnings = Array.from({ length: other.length + 1 }, (_, i) => other.slice(0, i));
      const least = Math.min(...beginnings.map((beginning) => distance(typed, beginning)));
      expect(prefixDistance(typed, other, most)).toBe(Math.min(least, most + 1));
    },
    300,
  );
});

it.each([
  ['capac', 'capacitor', 0],
  ['kapac', 'capacitor', 1],
  ['capca', 'capacitor', 1],
  ['cpac', 'capacitor', 1],
  ['capaac', 'capacitor', 1],
  ['capacitors', 'capacitor', 1],
  ['resitanec', 'resistance', 2],
  ['film', 'capacitor', 3],
  ['', 'capacitor', 0],
  ['cap', '', 3],
])('of %s to %s', (typed, word, expected) => {
  expect(prefixDistance(typed, word, 2)).toBe(expected);
});
