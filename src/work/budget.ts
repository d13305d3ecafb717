/** The limits of a call. */
export interface WorkBudget {
  /** Most milliseconds from its beginning to its end. */
  readonly milliseconds: number;
  /** Most milliseconds of processor time. */
  readonly processor: number;
  /**
   * From this share of them on, counted, all that the thread uses counts, if it uses more for the call than is counted. Default: 1, only what is
   * counted does.
   */
  readonly countedShare?: number;
  /** Most bytes of scratch and answer. */
  readonly bytes: number;
}

/** A budget without limits. */
export const UNBOUNDED: WorkBudget = {
  milliseconds: Number.POSITIVE_INFINITY,
  processor: Number.POSITIVE_INFINITY,
  bytes: Number.POSITIVE_INFINITY,
};
