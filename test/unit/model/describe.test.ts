import { describe, expect, it } from 'vitest';
import { describeValue, formatPath } from '../../../src/model/describe.js';

describe('describeValue', () => {
  it.each<[unknown, string]>([
    ['a"b', '"a\\"b"'],
    ['x'.repeat(100), `"${'x'.repeat(60)}…"`],
    [-0.5, '-0.5'],
    [undefined, 'undefined'],
    [null, 'null'],
    [true, 'true'],
    [10n, 'the BigInt 10'],
    [() => 1, 'a function'],
    [Symbol('x'), 'a symbol'],
    [[], 'an empty list'],
    [[1, 2], 'a list of 2'],
    [{}, 'an empty object'],
    [{ a: 1, b: 2, c: 3, d: 4 }, 'an object with "a", "b", "c", …'],
    [Object.create(null), 'an empty object'],
    [new Date(0), 'an instance of Date'],
  ])('%o', (value, text) => expect(describeValue(value)).toBe(text));

  it('is short whatever the value', () => {
    const names = Object.fromEntries(Array.from({ length: 5 }, (_, i) => [`${i}${'n'.repeat(1000)}`, i]));
    for (const value of ['x'.repeat(1e6), 10n ** 1000n, names]) expect(describeValue(value).length).toBeLessThan(120);
  });
});

describe('formatPath', () => {
  it.each<[(string | number)[], string]>([
    [[], ''],
    [['offers', 2, 'prices', 'USD', 0, 1], 'offers[2].prices.USD[0][1]'],
    [['specs', 'my.key', 'value'], 'specs["my.key"].value'],
    [['specs', '', 'value'], 'specs[""].value'],
    [['specs', 'a-b_9'], 'specs.a-b_9'],
    [['specs', 'µ'], 'specs["µ"]'],
  ])('%j', (steps, path) => expect(formatPath(steps)).toBe(path));
});
