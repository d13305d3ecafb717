/** Dates (docs/semantics.md, "Dates"): instants in milliseconds since 1970. */

const FIRST = new Date('0000-01-01T00:00:00Z').getTime();
const LAST = new Date('9999-12-31T23:59:59.999Z').getTime();

/** The first instant of a text, or undefined if the text is not a date. */
export function instantOf(text) {
  const [all, year, month = '01', day = '01', time = 'T00:00', rest = ''] =
    /^(\d{4})(?:-(\d\d))?(?:(?<=^\d{4}-\d\d)-(\d\d))?(?:(?<=^\d{4}-\d\d-\d\d)(T\d\d:\d\d)([:.\dZ+-]*))?$/.exec(text) ?? [];
  if (all === undefined || time > 'T23:59') return undefined;
  const [matched, seconds = '00', fraction = '', sign = '+', hours = '00', minutes = '00'] =
    /^(?::(\d\d)(?:\.(\d+))?)?(?:Z|([+-])(\d\d):?(\d\d)?)?$/.exec(rest) ?? [];
  if (matched === undefined || seconds > '59' || hours > '23' || minutes > '59') return undefined;
  const local = new Date(`${year}-${month}-${day}${time}:${seconds}.${fraction.padEnd(3, '0').slice(0, 3)}Z`);
  if (Number.isNaN(local.getTime()) || !local.toISOString().startsWith(`${year}-${month}-${day}`)) return undefined;
  const ahead = (60 * Number(hours) + Number(minutes)) * (sign === '-' ? -1 : 1);
  const instant = local.getTime() - ahead * 60_000;
  return instant < FIRST || instant > LAST ? undefined : instant;
}

/** The canonical text of an instant. */
export function dateText(instant) {
  return new Date(instant).toISOString().replace('.000Z', 'Z');
}
