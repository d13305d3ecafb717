/**
 * Dates (docs/semantics.md, "Dates"): a date is an instant, counted in milliseconds since 1970-01-01T00:00:00Z, of one of the years 0
 * to 9999 of the Gregorian calendar in UTC.
 */

/** The instants that a text names, both included: one for a text with a time, else a whole year, month or day. */
export interface Period {
  readonly from: number;
  readonly to: number;
}

const SYNTAX =
  /^([0-9]{4})(?:-([0-9]{2})(?:-([0-9]{2})(?:T([0-9]{2}):([0-9]{2})(?::([0-9]{2})(?:\.([0-9]+))?)?(Z|[+-][0-9]{2}(?::?[0-9]{2})?)?)?)?)?$/;

const MINUTE = 60_000;
const DAY = 86_400_000;
const MONTHS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** The first and the last instant of the years. */
export const FIRST_INSTANT = startOfDay(0, 1, 1);
export const LAST_INSTANT = startOfDay(10_000, 1, 1) - 1;

/** The period of a text, or undefined if the text is not a date. */
export function parsePeriod(text: string): Period | undefined {
  const match = text.length <= LONGEST ? SYNTAX.exec(text) : null;
  if (!match) return undefined;
  const year = Number(match[1]);
  if (match[2] === undefined) return { from: startOfDay(year, 1, 1), to: startOfDay(year + 1, 1, 1) - 1 };
  const month = Number(match[2]);
  if (month < 1 || month > 12) return undefined;
  if (match[3] === undefined) {
    const from = startOfDay(year, month, 1);
    return { from, to: from + daysOf(year, month) * DAY - 1 };
  }
  const day = Number(match[3]);
  if (day < 1 || day > daysOf(year, month)) return undefined;
  const from = startOfDay(year, month, day);
  if (match[4] === undefined) return { from, to: from + DAY - 1 };
  const time = timeOf(match);
  const instant = time === undefined ? undefined : from + time;
  return instant === undefined || instant < FIRST_INSTANT || instant > LAST_INSTANT ? undefined : { from: instant, to: instant };
}

/** Longest text that can be a date: digits beyond milliseconds are cut, but nobody writes a thousand. */
const LONGEST = 1000;

/** Milliseconds from the start of the day in UTC to the time of a match; undefined for a time that no day has. */
function timeOf(match: RegExpExecArray): number | undefined {
  const [hours, minutes, seconds] = [Number(match[4]), Number(match[5]), Number(match[6] ?? 0)];
  const offset = offsetOf(match[8] ?? 'Z');
  if (hours > 23 || minutes > 59 || seconds > 59 || offset === undefined) return undefined;
  const milliseconds = Number((match[7] ?? '').slice(0, 3).padEnd(3, '0'));
  return (hours * 60 + minutes - offset) * MINUTE + seconds * 1000 + milliseconds;
}

/** Minutes that a time zone is ahead of UTC; undefined for an offset that no zone can have. */
function offsetOf(zone: string): number | undefined {
  if (zone === 'Z') return 0;
  const hours = Number(zone.slice(1, 3));
  const minutes = Number(zone.slice(3).replace(':', '') || 0);
  if (hours > 23 || minutes > 59) return undefined;
  return (zone[0] === '-' ? -1 : 1) * (hours * 60 + minutes);
}

function daysOf(year: number, month: number): number {
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return month === 2 && isLeap ? 29 : MONTHS[month - 1];
}

/** The first instant of a day. `Date.UTC` alone takes the years 0 to 99 for those of the 20th century. */
function startOfDay(year: number, month: number, day: number): number {
  return new Date(0).setUTCFullYear(year, month - 1, day);
}

/** The canonical text of an instant: `2021-03-04T05:06:07Z`, with `.123` where the milliseconds are not 0. */
export function dateText(instant: number): string {
  const text = sortableDateText(instant);
  return text.endsWith('.000Z') ? `${text.slice(0, -5)}Z` : text;
}

/** The text of an instant with its milliseconds: these texts are in the order of their instants. */
export function sortableDateText(instant: number): string {
  return new Date(instant).toISOString();
}

/** Whether a text is a date without a time: a whole year, month or day. */
export function isPeriod(text: string): boolean {
  const period = parsePeriod(text);
  return period !== undefined && period.from !== period.to;
}

/** Characters of the shortest canonical text of an instant. */
const SHORTEST = '2021-03-04T05:06:07Z'.length;

/** The sortable form of a canonical text. A period comes before its first instant, and a longer period before a shorter one. */
export function sortableForm(text: string): string {
  const period = text.length < SHORTEST ? parsePeriod(text) : undefined;
  if (period) return `${sortableDateText(period.from).slice(0, -1)}Y${text}`;
  return text.includes('.') ? text : `${text.slice(0, -1)}.000Z`;
}

/** The instant of a canonical text, or of any text of one instant; NaN for other texts. */
export function instantOf(text: string): number {
  const period = parsePeriod(text);
  return period !== undefined && period.from === period.to ? period.from : Number.NaN;
}
