import type { Client } from '@opensearch-project/opensearch';
import type { OpenSearchClient } from '../../src/opensearch/partdex-opensearch.js';

/** A client that counts what is sent, and how long answers are waited for. */
export class CountingClient implements OpenSearchClient {
  /** Requests that were sent. */
  count = 0;
  /** Milliseconds in which at least one request was under way that an answer waits for. */
  waited = 0;
  readonly transport: OpenSearchClient['transport'];
  private underWay = 0;
  private since = 0;

  constructor({ transport }: Client) {
    this.transport = {
      maxRetries: transport.maxRetries,
      request: (params, options) => {
        this.count++;
        const send = () => transport.request(params as Parameters<typeof transport.request>[0], options);
        // Points in time are closed aside.
        if (params.method === 'DELETE') return send();
        if (this.underWay++ === 0) this.since = performance.now();
        const sent = send();
        const answered = (): void => {
          if (--this.underWay === 0) this.waited += performance.now() - this.since;
        };
        sent.then(answered, answered);
        return sent;
      },
    };
  }
}
