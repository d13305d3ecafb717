/** The formats of stored dictionaries; the number is the first array of the section. */
export const FOLD = 0;
export const RAW = 1;
export const HEX = 2;
export const PACKED = 3;
export const DATES = 4;
