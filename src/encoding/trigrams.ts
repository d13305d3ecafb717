/**
 * Trigrams of part-number forms, as numbers. A form has letters and digits in UTF-8, with an edge symbol at both ends: "lm3" has the
 * trigrams ^lm, lm3 and m3$, which serve anchored patterns. All bytes that are not ASCII are one symbol.
 */
export const OTHER = 36;
export const EDGE = 37;
/** Number of symbols: 26 letters, 10 digits, all other bytes, the edge. */
export const SYMBOLS = 38;
/** Number of trigrams; they fit 16 bits. */
export const TRIGRAMS = SYMBOLS ** 3;

/** The symbol of each byte of a form. */
export const SYMBOL_OF = new Uint8Array(256).fill(OTHER);
for (let i = 0; i < 26; i++) SYMBOL_OF[0x61 + i] = i;
for (let i = 0; i < 10; i++) SYMBOL_OF[0x30 + i] = 26 + i;

/** The trigram of three symbols. */
export function trigram(a: number, b: number, c: number): number {
  return (a * SYMBOLS + b) * SYMBOLS + c;
}
