import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareCodePoints, fold } from '../../../../src/analysis/text.js';
import { orderByFold, orderRaw } from '../../../../src/build/dictionary/value-order.js';
import { forAll } from '../../../support/for-all.js';
import { interned } from '../../../support/sections.js';
import { anyString, collidingString } from '../../../support/strings.js';

const texts = () => fc.array(fc.oneof(collidingString(4), anyString(6)), { maxLength: 60, size: 'max' });
const distinct = (given: readonly string[]) => [...new Set(given)];

describe('the order of interned values', () => {
  it('raw is that of code points', () => {
    forAll([texts()], (given) => {
      const values = distinct(given);
      expect(Array.from(orderRaw(interned(values)), (i) => values[i])).toEqual(values.slice().sort(compareCodePoints));
    });
  });

  it('by fold is that of the folded text, then of the raw one', () => {
    forAll([texts()], (given) => {
      const values = distinct(given);
      const expected = values.slice().sort((a, b) => compareCodePoints(fold(a), fold(b)) || compareCodePoints(a, b));
      expect(Array.from(orderByFold(interned(values)), (i) => values[i])).toEqual(expected);
    });
  });

  it('by fold puts equal folds together whatever they are written in', () => {
    const values = ['10KOHM', '10kΩ', '10kohm', '10kOhm', '10kω', '10k', '10kOHN', 'É', 'e', 'E', 'e\u0301', 'f', '\u0301', ''];
    const expected = ['', '\u0301', '10k', '10KOHM', '10kOhm', '10kohm', '10kΩ', '10kω', '10kOHN', 'E', 'e', 'e\u0301', 'É', 'f'];
    expect(Array.from(orderByFold(interned(values)), (i) => values[i])).toEqual(expected);
  });
});
