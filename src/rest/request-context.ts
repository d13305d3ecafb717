import type { CallRules, CatalogInternals, Work } from '../catalog/internals.js';

/** The members of a request, assembled from the arguments. */
export type RequestMembers = Readonly<Record<string, unknown>>;

/** The sources of an answer. */
export interface RequestContext {
  readonly catalog: CatalogInternals;
  readonly request: RequestMembers;
  readonly work: Work;
  readonly rules: CallRules;
  /** Whether the keywords of a search of parts are a question. */
  readonly assists: boolean;
}
