import { type Decimal, parseDecimal } from './decimal.js';

/** Digits, perhaps in groups of three, and a fraction. */
const LEADING = /^\p{White_Space}*([+-]?)([0-9]{1,3}(?:,[0-9]{3})+(?![0-9])|[0-9]+)(\.[0-9]+)?/u;

/**
 * The number that a text is or begins with: `5000 pcs` is 5000, `1,000/reel` 1000. Undefined if it begins with none.
 */
export function parseLeadingNumber(text: string): Decimal | undefined {
  const whole = parseDecimal(text);
  if (whole) return whole;
  const match = LEADING.exec(text);
  return match ? parseDecimal(`${match[1]}${match[2].replaceAll(',', '')}${match[3] ?? ''}`) : undefined;
}
