/** Bytes as text of `A-Z a-z 0-9 - _`, without padding (RFC 4648, section 5). */

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const VALUES = new Int8Array(128).fill(-1);
for (let i = 0; i < ALPHABET.length; i++) VALUES[ALPHABET.charCodeAt(i)] = i;

export function encodeBase64url(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 3) {
    const left = bytes.length - at;
    const group = (bytes[at] << 16) | (left > 1 ? bytes[at + 1] << 8 : 0) | (left > 2 ? bytes[at + 2] : 0);
    text += ALPHABET[group >>> 18] + ALPHABET[(group >>> 12) & 63];
    if (left > 1) text += ALPHABET[(group >>> 6) & 63];
    if (left > 2) text += ALPHABET[group & 63];
  }
  return text;
}

/** The bytes of a text that `encodeBase64url` has written; undefined for any other text. */
export function decodeBase64url(text: string): Uint8Array | undefined {
  const bytes = new Uint8Array(Math.floor((text.length * 3) / 4));
  let bits = 0;
  let held = 0;
  let length = 0;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    const value = unit < VALUES.length ? VALUES[unit] : -1;
    if (value < 0) return undefined;
    bits = (bits << 6) | value;
    held += 6;
    if (held < 8) continue;
    held -= 8;
    bytes[length++] = (bits >>> held) & 0xff;
    bits &= (1 << held) - 1;
  }
  // One character cannot end a byte, and unused bits are zero.
  return bits === 0 && held < 6 ? bytes : undefined;
}
