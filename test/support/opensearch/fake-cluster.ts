import type { ClientRequest, OpenSearchClient } from '../../../src/opensearch/client.js';

/** What a cluster answers to a request; undefined: `{}`. */
export type Answer = { readonly status?: number; readonly body?: unknown } | undefined;

/** A cluster that answers as a test says, and notes what it was sent. */
export class FakeCluster implements OpenSearchClient {
  /** Method and path of each request, in order. */
  readonly sent: string[] = [];
  readonly transport: OpenSearchClient['transport'];

  /** @param answer the answer to a request; what it throws is what the client rejects with */
  constructor(answer: (request: ClientRequest, asked: string) => Answer | Promise<Answer>, maxRetries?: number) {
    const request = async (given: ClientRequest) => {
      const asked = `${given.method} ${given.path}`;
      this.sent.push(asked);
      const { status = 200, body = {} } = (await answer(given, asked)) ?? {};
      if (status < 400) return { statusCode: status, body };
      throw Object.assign(new Error('Response Error'), { name: 'ResponseError', meta: { statusCode: status, body } });
    };
    this.transport = { ...(maxRetries !== undefined && { maxRetries }), request };
  }

  /** How often something was sent. */
  times(asked: string): number {
    return this.sent.filter((one) => one === asked).length;
  }
}

/** The error of a request, as a cluster writes it. */
export const failed = (status: number, type: string, reason: string): Answer => ({
  status,
  body: { error: { type, reason }, status },
});
