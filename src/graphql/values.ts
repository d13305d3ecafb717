import { parseAskedDecimal } from '../analysis/decimal.js';
import { trimWhiteSpace } from '../analysis/white-space.js';

/** The part numbers of a member: texts and numbers of JSON, one or in lists. */
export function partNumbersOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(partNumbersOf);
  return typeof value === 'string' || typeof value === 'number' ? [String(value)] : [];
}

/** Readers of members of documents. An undocumented member may hold any value. */

/** A list: of one for a single value, empty for an absent one. */
export function listOf<T>(value: readonly T[] | T | null | undefined): readonly T[] {
  if (value === null || value === undefined) return [];
  return Array.isArray(value) ? value : [value as T];
}

/** A text that is not empty. */
export function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

/** An identifier as text; numbers as well. */
export function idOf(value: unknown): string | null {
  return typeof value === 'number' && Number.isFinite(value) ? String(value) : textOf(value);
}

/** Most numbers of documents. */
const SHORT_DECIMAL = /^[+-]?\d{1,15}(?:\.\d{1,15})?$/;

/** Whether a text is a number in the syntax of filters: docs/semantics.md, "Numbers". */
export function isDecimal(text: string): boolean {
  return SHORT_DECIMAL.test(text) || parseAskedDecimal(text) !== undefined;
}

/** A number as a double; null for other values, and for those beyond the largest double. */
export function floatOf(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value !== 'string' || !isDecimal(value)) return null;
  const number = Number(trimWhiteSpace(value));
  return Number.isFinite(number) ? number : null;
}

/** An integer; null for other values. The schema bounds it to the 32 bits of GraphQL's Int. */
export function intOf(value: unknown): number | null {
  const number = floatOf(value);
  return number !== null && Number.isInteger(number) ? number : null;
}

const LEADING_NUMBER = /^\s*([+-]?\d{1,3}(?:,\d{3})+(?!\d)|[+-]?\d+)(\.\d+)?([eE][+-]?\d+)?/;

/** The integer that a text begins with, such as `5,000 pcs`; null if there is none. */
export function leadingIntOf(value: unknown): number | null {
  const whole = intOf(value);
  if (whole !== null || typeof value !== 'string') return whole;
  const [, digits = '', decimals = '', exponent = ''] = LEADING_NUMBER.exec(value) ?? [];
  return digits === '' ? null : intOf(`${digits.replaceAll(',', '')}${decimals}${exponent}`);
}

/** A text as a part of an address: its letters and digits in lower case, joined by `-`. */
export function slugOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');
}

/** Whether a member is an object with members of its own. */
export function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
}

/** The order of names: by code points, which for UTF-16 texts is that of their code points one by one. */
export function compareTexts(a: string, b: string): number {
  if (a === b) return 0;
  const left = [...a];
  const right = [...b];
  const length = Math.min(left.length, right.length);
  for (let i = 0; i < length; i++) {
    if (left[i] !== right[i]) return (left[i].codePointAt(0) as number) - (right[i].codePointAt(0) as number);
  }
  return left.length - right.length;
}
