import type { RemoteAnswers, RemoteRequest, RemoteResponse } from '../../catalog/internals.js';
import type { Call } from '../../model/call.js';
import type { Caller } from './caller.js';
import { packRequest } from './carried-requests.js';
import type { Answer } from './messages.js';

/** The interfaces of a catalog whose requests run in worker threads. */
export class RemoteInterfaces implements RemoteAnswers {
  constructor(private readonly caller: Caller) {}

  rest(request: RemoteRequest, call: Call): Promise<RemoteResponse> {
    return this.ask('rest', request, call);
  }

  graphql(request: RemoteRequest, call: Call): Promise<RemoteResponse> {
    return this.ask('graphql', request, call);
  }

  private async ask(kind: 'rest' | 'graphql', request: RemoteRequest, call: Call): Promise<RemoteResponse> {
    const { sent, options, callbacks } = request;
    const answer = await this.caller.call(call, () => ({ kind, sent: packRequest(sent), options }), { callbacks });
    const { status, headers, body } = answer as Extract<Answer, { kind: 'response' }>;
    return { status, ...(headers && { headers }), body };
  }
}
