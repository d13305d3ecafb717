/**
 * The version 3 interface: URLs in, JSON out, as a function of a request. Runs in Node and in browsers, inside any server.
 * @module partdex/rest
 */
export { createRestApi, type RestApi, type RestAsker, type RestClient, type RestOptions } from './api.js';
export type { RestResponse } from './response.js';
export { statusOf } from './status.js';
