/** A selected range of numbers, including both ends; an undefined end is open. At least one end is defined. */
export interface Bounds {
  /** Decimal text in base units. */
  readonly from: string | undefined;
  readonly to: string | undefined;
}

/** The filter query for a range of a field: `specs.resistance.value:[1000 TO 47000]`. */
export function boundsQuery(field: string, { from = '*', to = '*' }: Bounds): string {
  return `${field.replace(/[\p{White_Space}()"*?[\]{}:\\]/gu, '\\$&')}:[${from} TO ${to}]`;
}

/** The range as written in an address: `1000..47000`, `1000..`, `..47000`. */
export function writeBounds({ from = '', to = '' }: Bounds): string {
  return `${from}..${to}`;
}

/** Parses the output of `writeBounds`; undefined for anything else. */
export function readBounds(text: string): Bounds | undefined {
  const at = text.indexOf('..');
  const [from, to] = [text.slice(0, at), text.slice(at + 2)];
  if (at < 0 || text === '..' || !isNumberOrEmpty(from) || !isNumberOrEmpty(to)) return undefined;
  return { from: from || undefined, to: to || undefined };
}

function isNumberOrEmpty(text: string): boolean {
  return text === '' || /^[+-]?\d{1,1000}(\.\d{1,1000})?(e[+-]?\d{1,4})?$/i.test(text);
}
