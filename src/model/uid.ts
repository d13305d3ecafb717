/** Longest uid, in UTF-8 bytes. */
export const MAX_UID_BYTES = 255;

/** Whether a value can be a uid: a non-empty string of at most 255 UTF-8 bytes, without half surrogate pairs. */
export function isUid(value: unknown): value is string {
  if (typeof value !== 'string' || value.length === 0 || value.length > MAX_UID_BYTES) return false;
  for (let i = 0; i < value.length; i++) {
    if (value.charCodeAt(i) >= 0x80) return fitsAsUtf8(value);
  }
  return true;
}

function fitsAsUtf8(text: string): boolean {
  let bytes = 0;
  for (const character of text) {
    const code = character.codePointAt(0)!;
    // A lone surrogate has no UTF-8 form: two such uids would become one.
    if (code >= 0xd800 && code <= 0xdfff) return false;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return bytes <= MAX_UID_BYTES;
}
