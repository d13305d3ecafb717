import { expect, it } from 'vitest';
import { firstFew } from '../../../src/import/first-few.js';

it('names five texts, and has an ellipsis for more', () => {
  expect(firstFew([1, 2, 3, 4, 5])).toBe('1, 2, 3, 4, 5');
  expect(firstFew([1, 2, 3, 4, 5, 6])).toBe('1, 2, 3, 4, 5, …');
  expect(firstFew(['a', 'b', 'c', 'd', 'e'], 9)).toBe('a, b, c, d, e, …');
  expect(firstFew([])).toBe('');
});
