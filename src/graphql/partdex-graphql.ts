/**
 * The successor interface of a catalog, as a function of a request. It is a separate entry because it needs the package
 * `graphql`, which no other entry does.
 * @module partdex/graphql
 */
export type { Admission, AdmissionClient } from '../model/admission.js';
export type { AccessScope, Verdict } from '../model/scope.js';
export {
  createGraphqlApi,
  type GraphqlApi,
  type GraphqlBody,
  type GraphqlClient,
  type GraphqlOptions,
  type GraphqlResponse,
  type GraphqlTextResponse,
} from './api.js';
export type { Dialect } from './dialect.js';
export { DEFAULT_GUARDS, type GraphqlGuards } from './guards.js';
export { type GraphqlNames, type GraphqlSchemaOptions, graphqlSchemaText } from './schema-options.js';
