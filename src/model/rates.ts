import { MemberReader } from './check-arguments.js';
import { describeValue } from './describe.js';
import type { Path } from './issue.js';
import type { Issues } from './issues.js';
import { isPlainObject } from './plain.js';

/** What converts prices from one currency into another. */
export interface Rates {
  /** The currency that the rates are for one unit of: three capital letters. */
  base: string;
  /** By currency, how many units of it one unit of the base is worth: decimals above 0, as text or as numbers. */
  rates: Record<string, string | number>;
  /** When the rates were those; plain text that is not looked at. */
  as_of?: string;
}

const CURRENCY = /^[A-Z]{3}$/;

/**
 * The option `rates`, as answers repeat it. What is wrong with it is added to the issues.
 * @param at its path
 * @param isRate whether a text is a decimal above 0
 */
export function checkRates(option: unknown, at: Path, isRate: (text: string) => boolean, issues: Issues): Rates | undefined {
  if (option === undefined || option === null) return undefined;
  const given = MemberReader.of(option, at, ['base', 'rates', 'as_of'], issues);
  const base = given.value('base');
  const isCurrency = (name: unknown) => typeof name === 'string' && CURRENCY.test(name);
  if (!isCurrency(base)) issues.addWrongType(given.at('base'), 'a currency of three capital letters', base);
  const rates: Record<string, string | number> = {};
  const units = given.value('rates');
  if (!isPlainObject(units)) issues.addWrongType(given.at('rates'), 'an object of rates by currency', units);
  else {
    for (const [name, rate] of Object.entries(units)) {
      const path = [...given.at('rates'), name];
      if (!isCurrency(name)) {
        const expected = ['a currency of three capital letters'];
        issues.add('unknown_argument', path, ` is not ${expected[0]}`, { found: name, expected });
      } else if ((typeof rate === 'string' || typeof rate === 'number') && isRate(String(rate))) rates[name] = rate;
      else issues.addWrongType(path, 'a decimal above 0', rate);
    }
  }
  if (typeof base === 'string' && Object.hasOwn(rates, base) && Number(rates[base]) !== 1) {
    const text = ` must be 1, since ${base} is the base, not ${describeValue(rates[base])}`;
    issues.add('out_of_range', [...given.at('rates'), base], text, { found: rates[base], expected: ['1'] });
  }
  const asOf = given.value('as_of');
  if (asOf !== undefined && asOf !== null && typeof asOf !== 'string') issues.addWrongType(given.at('as_of'), 'a string', asOf);
  return Object.freeze({
    base: base as string,
    rates: Object.freeze(rates),
    ...(typeof asOf === 'string' && { as_of: asOf }),
  });
}
