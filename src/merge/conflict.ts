/** A value of a document that was merged into an earlier one, which has another. */
export interface MergeConflict {
  /** The uid of the merged part. */
  readonly uid: string;
  /** The member: `specs.resistance`, `offers[2]`, `category_uids`. */
  readonly path: string;
  /** The value that the part has. */
  readonly kept: unknown;
  /** The value that it does not have. */
  readonly given: unknown;
  /** What gave that value: the file, or `parts` for documents in memory. */
  readonly source: string;
}

/** The values alone. */
export type Conflict = Pick<MergeConflict, 'path' | 'kept' | 'given'>;
