/** The numbers of postings' arrays (postings.ts). */
export const BLOCK_SHIFT = 11;
export const BLOCK_WORDS = 1 << (BLOCK_SHIFT - 5);
/** Heads with this bit are the number of a multi-row entry, others the only row itself. */
export const MULTI = 0x80000000;
export const NO_ROW = 0x7fffffff;
/** Columns of the table of multi-row entries. */
export const ENTRY_FIELDS = 3;

/** The arrays of postings, as their section has them. */
export interface PostingsArrays {
  readonly heads: Uint32Array;
  readonly entries: Uint32Array;
  readonly arena: Uint32Array;
  readonly directories: Uint32Array;
  readonly blocks: Int32Array;
}
