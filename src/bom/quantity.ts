/** Words that may follow a number of pieces. */
const UNITS = new Set([
  'x',
  'pc',
  'pcs',
  'piece',
  'pieces',
  'ea',
  'each',
  'unit',
  'units',
  'stk',
  'stck',
  'st',
  'stück',
  'pz',
  'pza',
  'u',
]);

/** Longest quantity; a cell of a megabyte must not be scanned at every place where its number might end. */
const LONGEST = 60;
/** A number, which may be grouped by one kind of separator, and a word. */
const QUANTITY = /^(?:x\s*)?(\d[\d.,'’ \u00a0\u202f]*?)\s*(\p{L}*)\.?$/iu;
const GROUPED = /^\d{1,3}(?:([,'’ \u00a0\u202f])\d{3})(?:\1\d{3})*$/u;
const GROUPED_BY_POINTS = /^\d{1,3}(?:\.\d{3})+$/;

/** A quantity of a line: the number of pieces, or why it is not known. Neither if the cell is empty. */
export interface Quantity {
  readonly count?: number;
  readonly fault?: string;
}

/**
 * Reads `10`, `1,000`, `10 pcs`, `x10`, `10.0`.
 * @param hasDecimalComma whether `1.000` is a thousand; otherwise it could as well be one
 */
export function readQuantity(text: string, hasDecimalComma: boolean): Quantity {
  const trimmed = text.trim();
  if (trimmed === '') return {};
  if (trimmed.length > LONGEST) return { fault: `quantity "${trimmed.slice(0, LONGEST)}…" is not a number of pieces` };
  const [, number = '', unit = ''] = QUANTITY.exec(trimmed) ?? [];
  if (number === '' || (unit !== '' && !UNITS.has(unit.toLowerCase())))
    return { fault: `quantity "${trimmed}" is not a number of pieces` };
  const written = hasDecimalComma ? swapped(number) : number;
  if (!hasDecimalComma && GROUPED_BY_POINTS.test(written)) {
    return {
      fault: `quantity "${trimmed}" may be ${Number(written)} or ${written.replaceAll('.', '')}; --decimal-comma says the latter`,
    };
  }
  const whole = written.replace(/\.0*$/, '');
  const digits = GROUPED.test(whole) ? whole.replace(/\D/g, '') : whole;
  const count = /^\d+$/.test(digits) ? Number(digits) : Number.NaN;
  return Number.isSafeInteger(count) ? { count } : notWhole(trimmed);
}

/** The quantity of a cell that is a number in its file. */
export function quantityOf(number: number): Quantity {
  if (Number.isSafeInteger(number) && number >= 0) return { count: number };
  return notWhole(String(number));
}

function notWhole(text: string): Quantity {
  return { fault: `quantity "${text}" is not a whole number of pieces` };
}

/** Swaps decimal points and commas. */
function swapped(number: string): string {
  return number.replace(/[.,]/g, (mark) => (mark === ',' ? '.' : ','));
}
