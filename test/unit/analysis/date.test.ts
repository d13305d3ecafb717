import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dateText, instantOf, parsePeriod, sortableDateText, sortableForm } from '../../../src/analysis/date.js';
import { parsePeriod as expectedPeriod } from '../../oracle/date.js';
import { forAll } from '../../support/for-all.js';

const period = (text: string) => {
  const found = parsePeriod(text);
  return found && [dateText(found.from), dateText(found.to)];
};

describe('a date', () => {
  it.each([
    ['2021', '2021-01-01T00:00:00Z', '2021-12-31T23:59:59.999Z'],
    ['2021-03', '2021-03-01T00:00:00Z', '2021-03-31T23:59:59.999Z'],
    ['2020-02', '2020-02-01T00:00:00Z', '2020-02-29T23:59:59.999Z'],
    ['1900-02', '1900-02-01T00:00:00Z', '1900-02-28T23:59:59.999Z'],
    ['2021-03-04', '2021-03-04T00:00:00Z', '2021-03-04T23:59:59.999Z'],
    ['0000', '0000-01-01T00:00:00Z', '0000-12-31T23:59:59.999Z'],
    ['0099-12-31', '0099-12-31T00:00:00Z', '0099-12-31T23:59:59.999Z'],
    ['9999', '9999-01-01T00:00:00Z', '9999-12-31T23:59:59.999Z'],
  ])('without a time is a period: %s', (text, from, to) => expect(period(text)).toEqual([from, to]));

  it.each([
    ['2021-03-04T05:06', '2021-03-04T05:06:00Z'],
    ['2021-03-04T05:06Z', '2021-03-04T05:06:00Z'],
    ['2021-03-04T05:06:07Z', '2021-03-04T05:06:07Z'],
    ['2021-03-04T05:06:07.1', '2021-03-04T05:06:07.100Z'],
    ['2021-03-04T05:06:07.1239Z', '2021-03-04T05:06:07.123Z'],
    ['2021-03-04T05:06:07+02:00', '2021-03-04T03:06:07Z'],
    ['2021-03-04T05:06:07-0130', '2021-03-04T06:36:07Z'],
    ['2021-01-01T00:30+01', '2020-12-31T23:30:00Z'],
  ])('with a time is an instant: %s', (text, instant) => expect(period(text)).toEqual([instant, instant]));

  it.each([
    '',
    '21',
    '2021-13',
    '2021-00',
    '2021-02-29',
    '2021-04-31',
    '2021-03-00',
    '2021-3-4',
    '20210304',
    '2021-03T05:06',
    '2021-03-04T05',
    '2021-03-04T24:00',
    '2021-03-04T05:60',
    '2021-03-04T05:06:60',
    '2021-03-04T05:06.5',
    '2021-03-04T05:06:07.',
    '2021-03-04t05:06',
    '2021-03-04T05:06z',
    '2021-03-04 05:06',
    ' 2021',
    '2021-03-04T05:06+24:00',
    '2021-03-04T05:06+01:60',
    '0000-01-01T00:00+00:01',
    '9999-12-31T23:59-00:01',
    '-001',
    `2021-03-04T05:06:07.${'1'.repeat(2000)}`,
  ])('is not %j', (text) => expect(parsePeriod(text)).toBeUndefined());

  const pieces = fc.array(
    fc.constantFrom('2021', '-03', '-31', '-02', '-29', 'T05:06', 'T23:59', ':07', '.5', '.1234', 'Z', '+02:00', '-0130', '0000', '9999-12-31'),
    { minLength: 1, maxLength: 6 },
  );

  it('is read as the oracle reads it', () =>
    forAll([pieces], (parts) => expect(parsePeriod(parts.join(''))).toEqual(expectedPeriod(parts.join(''))), 2_000));
});

describe('the text of an instant', () => {
  const instants = fc.integer({ min: -62_167_219_200_000, max: 253_402_300_799_999 });

  it('is read as this instant', () => forAll([instants], (instant) => expect(instantOf(dateText(instant))).toBe(instant)));

  it('has a form that sorts', () =>
    forAll([instants, instants], (a, b) => {
      expect(sortableForm(dateText(a))).toBe(sortableDateText(a));
      expect(Math.sign(a - b)).toBe(sortableDateText(a) < sortableDateText(b) ? -1 : a === b ? 0 : 1);
    }));

  it('names no instant without a time', () => expect(instantOf('2021-03')).toBeNaN());
});
