/** Reading a character of a filter takes about as long as this many steps of a plain loop. */
export const CHARACTER_COST = 256;
