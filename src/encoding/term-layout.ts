/** Terms of one front-coded block: the first whole, the others by the length of what they share with the one before. */
export const BLOCK_TERMS = 16;
/** Lengths up to 254 are one byte; longer ones are this byte and four more. */
export const LONG = 255;
