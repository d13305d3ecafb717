import type { Filter } from '../parser/ast.js';

/** What the request of one question may have, by the limits of the catalog. */
export interface Allowance {
  /** Most boosts. */
  readonly boosts: number;
  /** Whether a request may have a condition at all. */
  allows(condition: Filter): boolean;
  /** Adds a condition to the request, unless it would be too large then. Those of the same text are one. */
  takes(query: string, condition: Filter): boolean;
}
