/**
 * Catalogs on clusters of OpenSearch: the same requests, with the same answers. {@link pushCatalog} puts a catalog there, and
 * {@link openOpenSearchCatalog} opens it. It needs a client, such as that of `@opensearch-project/opensearch` 3. See docs/opensearch.md.
 * @module partdex/opensearch
 */

export type { Capability } from './capabilities.js';
export { type OpenSearchCatalog, type OpenSearchOptions, openOpenSearchCatalog } from './catalog.js';
export type { Abortable, ClientRequest, ClientRequestOptions, ClientResponse, OpenSearchClient } from './client.js';
export { type PushOptions, type PushReport, pushCatalog } from './push.js';
