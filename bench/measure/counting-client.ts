import type { Client } from '@opensearch-project/opensearch';
import type {
  ClientRequest,
  ClientRequestOptions,
  ClientResponse,
  OpenSearchClient,
} from '../../src/opensearch/partdex-opensearch.js';

/** A client that counts what is sent, how long answers are waited for, and gives kept answers once more without a cluster. */
export class CountingClient implements OpenSearchClient {
  /** Requests that were sent, except looks aside. */
  count = 0;
  /** Milliseconds in which at least one request was under way that an answer waits for. */
  waited = 0;
  readonly transport: OpenSearchClient['transport'];
  private underWay = 0;
  private since = 0;
  private kept: ClientResponse[] | undefined;
  private repeated: ClientResponse[] | undefined;

  constructor({ transport }: Client) {
    const send = (params: ClientRequest, options?: ClientRequestOptions) =>
      transport.request(params as Parameters<typeof transport.request>[0], options);
    this.transport = {
      maxRetries: transport.maxRetries,
      request: (params, options) => {
        // A catalog looks aside, once in a while, where its alias leads.
        if (params.method === 'GET') return send(params, options);
        this.count++;
        // Points in time are closed aside.
        const isAside = params.method === 'DELETE';
        const { kept, repeated } = this;
        if (repeated) return isAside ? Promise.resolve({ statusCode: 200, body: {} }) : next(repeated);
        if (isAside) return send(params, options);
        if (this.underWay++ === 0) this.since = performance.now();
        const sent = send(params, options);
        const at = kept ? kept.push({ statusCode: null, body: {} }) - 1 : 0;
        const answered = (): void => {
          if (--this.underWay === 0) this.waited += performance.now() - this.since;
        };
        sent.then((response) => {
          answered();
          if (kept) kept[at] = structuredClone({ statusCode: response.statusCode, body: response.body });
        }, answered);
        return sent;
      },
    };
  }

  /** Keeps the answers to all requests of `ask`, in their order. */
  async keep(ask: () => Promise<unknown>): Promise<readonly ClientResponse[]> {
    const kept: ClientResponse[] = [];
    this.kept = kept;
    try {
      await ask();
      return kept;
    } finally {
      this.kept = undefined;
    }
  }

  /** Milliseconds of `ask` where each request has its kept answer at once: what partdex itself does. Nothing is sent. */
  async timeOf(ask: () => Promise<unknown>, kept: readonly ClientResponse[]): Promise<number> {
    const repeated = structuredClone(kept) as ClientResponse[];
    this.repeated = repeated;
    try {
      const began = performance.now();
      await ask();
      const time = performance.now() - began;
      if (repeated.length > 0) throw new Error('the request was answered with fewer answers than before');
      return time;
    } finally {
      this.repeated = undefined;
    }
  }
}

function next(answers: ClientResponse[]): Promise<ClientResponse> {
  const answer = answers.shift();
  return answer ? Promise.resolve(answer) : Promise.reject(new Error('the request wants more answers than before'));
}
