import type { Query } from '../compile/queries.js';

/** A condition of parts as the engine has it. */
export interface Clause {
  readonly id: number;
  readonly query: Query;
}
