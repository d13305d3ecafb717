import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseDecimal, decimalText as textOf } from '../../src/analysis/decimal.js';
import { parseQuantity } from '../../src/analysis/quantity.js';
import { formatQuantity } from '../../src/analysis/quantity-format.js';
import { UNITS } from '../../src/analysis/units.js';
import type { Range } from '../../src/model/quantity.js';
import { decimals, quantityTexts, UNIT_OF } from '../arbitraries/quantities.js';
import { type Decimal, decimalText } from '../oracle/decimal.js';
import { type Bound, readQuantity } from '../oracle/quantities.js';
import { forAll } from '../support/for-all.js';
import { RUNS } from '../support/property/settings.js';

const units = fc.constantFrom(...Object.keys(UNIT_OF));
const texts = units.chain((unit) => fc.tuple(fc.constant(unit), quantityTexts(unit)));

/** What the oracle reads, in the shape of the library's answer. */
function expected(text: string, unit: object): object | null {
  const read = readQuantity(text, unit);
  if (!read) return null;
  if ('digits' in read) return { value: decimalText(read), unit };
  const end = (bound: Bound | undefined) => (bound ? decimalText(bound.at as Decimal) : null);
  return {
    min: end(read.min),
    max: end(read.max),
    ...(read.min?.excluded && { min_excluded: true }),
    ...(read.max?.excluded && { max_excluded: true }),
    unit,
  };
}

it('texts are read as the oracle reads them', () => {
  let read = 0;
  forAll(
    [texts],
    ([unit, text]) => {
      const field = UNIT_OF[unit];
      const quantity = parseQuantity(text, field);
      if (quantity) read++;
      expect(quantity, `${text} in ${unit}`).toEqual(expected(text, field));
    },
    RUNS,
  );
  expect(read).toBeGreaterThan(10);
});

it('what is printed is read back as the same number', () => {
  const known = fc.constantFrom(
    ...UNITS.map(({ symbol }) => symbol),
    'kΩ',
    'µF',
    'mm',
    'mV/°C',
    'V/µs',
    'N·m',
    'ppm/°C',
    '%/V',
    'dBm/Hz',
    'KB',
    'items',
    '',
  );
  forAll(
    [decimals(), known],
    (number, symbol) => {
      const unit = { name: '', symbol };
      const text = formatQuantity(number, unit);
      const value = textOf(parseDecimal(number) as NonNullable<ReturnType<typeof parseDecimal>>);
      expect(parseQuantity(text, unit), text).toMatchObject({ value });
    },
    RUNS,
  );
});

it('a range that is printed is read back', () => {
  forAll([decimals(), decimals(), fc.constantFrom('Ω', 'F', 'Hz', '°C', 'B', 's', 'mm', '')], (a, b, symbol) => {
    const [min, max] = [a, b].map((text) => textOf(parseDecimal(text) as NonNullable<ReturnType<typeof parseDecimal>>));
    const isOrdered = parseDecimal(min)?.lte(parseDecimal(max) as never);
    const range = isOrdered ? { min, max } : { min: max, max: min };
    const unit = { name: '', symbol };
    expect(parseQuantity(formatQuantity(range, unit), unit)).toMatchObject(range);
    expect(parseQuantity(formatQuantity({ min, max: null }, unit), unit) as Range).toMatchObject({ min, max: null });
  });
});

it('any text is answered, and fast', () => {
  const characters = fc.constantFrom(...'0123456789.,-–~/kmuµΩRVF eE+±to …"°%', 'min', 'max', '..', '1/2');
  const anyText = fc.array(characters, { maxLength: 250, size: 'max' }).map((pieces) => pieces.join(''));
  forAll([fc.oneof(anyText, fc.string()), units], (text, unit) => {
    const quantity = parseQuantity(text, UNIT_OF[unit]);
    if (text.length > 200) expect(quantity).toBeNull();
    expect(parseQuantity(text) === undefined).toBe(false);
  });
});
