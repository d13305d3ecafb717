/**
 * The version 3 interface: URLs in, JSON out, as a function of a request. Runs in Node and in browsers, inside any server.
 * @module partdex/rest
 */
export type { Admission, AdmissionClient } from '../model/admission.js';
export type { AccessScope, Verdict } from '../model/scope.js';
export { createRestApi, type RestApi, type RestAsker, type RestClient, type RestOptions } from './api.js';
export type { MemberNames } from './member-names.js';
export { openApiDocument } from './openapi.js';
export type { RestResponse } from './response.js';
export { statusOf } from './status.js';
