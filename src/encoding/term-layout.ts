/** Terms of one front-coded block: the first is stored whole, the others without the prefix that they share with the term before. */
export const BLOCK_TERMS = 16;
/** Lengths up to 254 are one byte; greater ones are this byte and four more. */
export const LONG = 255;
