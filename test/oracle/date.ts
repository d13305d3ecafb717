/** Dates (docs/semantics.md, "Dates"). */
import { OracleError } from './errors.js';

/** The first and the last millisecond that a text names. */
export interface Period {
  readonly from: number;
  readonly to: number;
}

const DATE = /^(\d{4})(?:-(\d\d)(?:-(\d\d)(?:T(\d\d:\d\d)(:\d\d)?(?:(?<=:\d\d:\d\d)\.(\d+))?(Z|[+-]\d\d(?::?\d\d)?)?)?)?)?$/;

/** Undefined for a text that is not a date. */
export function parsePeriod(text: string): Period | undefined {
  const match = DATE.exec(text);
  if (!match) return undefined;
  const [, year, month, day, time, seconds = ':00', fraction = '', zone = 'Z'] = match;
  if (month === undefined) return between(`${year}-01-01`, `${year}-12-31`);
  if (day === undefined) {
    const last = ['31', '30', '29', '28'].find((end) => isDay(`${year}-${month}-${end}`));
    return last === undefined ? undefined : between(`${year}-${month}-01`, `${year}-${month}-${last}`);
  }
  const date = `${year}-${month}-${day}`;
  if (!isDay(date)) return undefined;
  if (time === undefined) return between(date, date);
  const local = Date.parse(`${date}T${time}${seconds}.${fraction.slice(0, 3).padEnd(3, '0')}Z`);
  const ahead = minutesAhead(zone);
  // 24:00 is a time of JavaScript's, and none of ours.
  if (Number.isNaN(local) || time.startsWith('24') || ahead === undefined) return undefined;
  const instant = local - ahead * 60_000;
  const { from, to } = between('0000-01-01', '9999-12-31');
  return instant < from || instant > to ? undefined : { from: instant, to: instant };
}

function between(first: string, last: string): Period {
  return { from: Date.parse(`${first}T00:00:00.000Z`), to: Date.parse(`${last}T23:59:59.999Z`) };
}

/** JavaScript takes the 31st of a month of 30 days for the first of the next. */
function isDay(date: string): boolean {
  const instant = Date.parse(`${date}T00:00:00.000Z`);
  return !Number.isNaN(instant) && new Date(instant).toISOString().startsWith(date);
}

function minutesAhead(zone: string): number | undefined {
  const [, sign, hours = '00', minutes = '00'] = /^(?:Z|([+-])(\d\d):?(\d\d)?)$/.exec(zone) ?? [];
  if (Number(hours) > 23 || Number(minutes) > 59) return undefined;
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}

/** The text of an instant in answers. */
export function dateText(instant: number): string {
  return new Date(instant).toISOString().replace('.000Z', 'Z');
}

/** The period of a text that a request compares a date with. */
export function requestedPeriod(text: string, name: string): Period {
  const period = parsePeriod(text);
  if (!period) throw new OracleError('ValidationError', `${name}: "${text}" is not a date`);
  return period;
}
