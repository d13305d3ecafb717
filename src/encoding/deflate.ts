/** A byte of deflate becomes 1,032 bytes at most: two bits repeat 258 of them. */
export const LARGEST_RATIO = 1032;
