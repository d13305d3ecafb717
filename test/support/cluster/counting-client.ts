import type { Client } from '@opensearch-project/opensearch';
import type { OpenSearchClient } from '../../../src/opensearch/partdex-opensearch.js';

/** Requests for an answer: neither those of points in time nor those at opening. */
const ANSWERS = /\/_m?search$/;

/** A client that notes the requests that an answer costs. */
export interface CountingClient extends OpenSearchClient {
  /** The paths of these requests; empty it to count again. */
  readonly sent: string[];
}

export function countingClient(client: Client): CountingClient {
  const sent: string[] = [];
  const request: OpenSearchClient['transport']['request'] = (params, options) => {
    if (ANSWERS.test(params.path)) sent.push(params.path);
    return client.transport.request(params as never, options) as never;
  };
  return { sent, transport: { request } };
}
