const INTEGER = /^-?\d+$/;
/** Integers of more digits than a number holds exactly; they exceed every limit. */
const MOST_DIGITS = 15;

/** A boolean; any other text is returned unchanged, for the message of the check. */
export function readFlag(text: string): boolean | string {
  if (text === 'true' || text === '1') return true;
  return text === 'false' || text === '0' ? false : text;
}

/** A whole number; any other text is returned unchanged, likewise. */
export function readCount(text: string): number | string {
  if (!INTEGER.test(text)) return text;
  if (text.length <= MOST_DIGITS) return Number(text);
  return text.startsWith('-') ? Number.MIN_SAFE_INTEGER : Number.MAX_SAFE_INTEGER;
}

/** A slice; its brackets are optional. */
export function readSlice(text: string): string {
  const trimmed = text.trim();
  return trimmed.startsWith('[') ? trimmed : `[${trimmed}]`;
}
