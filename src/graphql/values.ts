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

const DECIMAL = /^\s*[+-]?\d+(?:\.\d+)?(?:[eE][+-]?\d{1,4})?\s*$/;
const LONGEST_DECIMAL = 1000;

/** Whether a text is a number in the syntax of filters: docs/semantics.md, "Numbers". */
export function isDecimal(text: string): boolean {
  if (text.length > LONGEST_DECIMAL || !DECIMAL.test(text)) return false;
  const exponent = /[eE]([+-]?\d+)/.exec(text);
  return exponent === null || Math.abs(Number(exponent[1])) <= 1000;
}

/** A number as a double; null for other values. */
export function floatOf(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value !== 'string' || !isDecimal(value)) return null;
  const number = Number(value);
  return Number.isFinite(number) ? number : null;
}

const LARGEST_INT = 2_147_483_647;

/** A number as GraphQL's Int; null for other values, and outside its 32 bits. */
export function intOf(value: unknown): number | null {
  const number = floatOf(value);
  return number !== null && Number.isInteger(number) && Math.abs(number) <= LARGEST_INT ? number : null;
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
