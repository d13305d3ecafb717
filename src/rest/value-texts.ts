const INTEGER = /^-?\d+$/;
/** Integers of more digits than a number holds exactly; they are beyond every limit. */
const MOST_DIGITS = 15;

/** A truth value; any other text is left as it is, for the message of whoever checks it. */
export function readFlag(text: string): boolean | string {
  if (text === 'true' || text === '1') return true;
  return text === 'false' || text === '0' ? false : text;
}

/** A whole number; any other text is left as it is, likewise. */
export function readCount(text: string): number | string {
  if (!INTEGER.test(text)) return text;
  if (text.length <= MOST_DIGITS) return Number(text);
  return text.startsWith('-') ? Number.MIN_SAFE_INTEGER : Number.MAX_SAFE_INTEGER;
}

/** A slice, which may be sent without its brackets. */
export function readSlice(text: string): string {
  const trimmed = text.trim();
  return trimmed.startsWith('[') ? trimmed : `[${trimmed}]`;
}
