import { partNumberForm } from '../analysis/text.js';
import type { Filter } from '../parser/ast.js';
import { all, any, beginsWith, endsAt, not } from './conditions.js';
import { BREAKDOWN_SERIES } from './trade-values.js';

const SERIES: ReadonlySet<string> = new Set(BREAKDOWN_SERIES.split(', ').map(partNumberForm));
const VOLTAGE = /^(\d{1,3})(?:\.(\d))?V$/iu;

/**
 * The part numbers of a series that are named by a voltage which is none of their specs: `P6KE 15V` is P6KE15A, which breaks down between
 * 14.3 V and 15.8 V. Undefined for other words.
 * @param volts the word behind the series
 */
export function numberOfSeries(series: string, volts: string): { readonly number: string; readonly within: Filter } | undefined {
  const [, whole, tenths] = VOLTAGE.exec(volts) ?? [];
  if (whole === undefined || !SERIES.has(partNumberForm(series))) return undefined;
  const number = series + whole;
  if (tenths !== undefined && tenths !== '0') {
    // Part numbers are compared without points, texts are not: P6KE6.8A is not P6KE68A.
    const within = any([
      all([endsAt('mpn', number + tenths), beginsWith('words', `${number}.${tenths}`)]),
      endsAt('mpn', `${number}V${tenths}`),
    ]);
    return { number: `${number}.${tenths}`, within };
  }
  const ends = endsAt('mpn', number);
  return { number, within: whole.length === 2 ? all([ends, not(beginsWith('words', `${number.slice(0, -1)}.`))]) : ends };
}
