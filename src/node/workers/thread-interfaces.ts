import type { Catalog } from '../../catalog/catalog.js';
import type { Call } from '../../model/call.js';
import type { Verdict } from '../../model/scope.js';
import { createRestApi } from '../../rest/partdex-rest.js';
import { unpackRequest } from './carried-requests.js';
import type { Answer, Task } from './messages.js';
import type { RemoteCallbacks } from './remote-callbacks.js';

type InterfaceTask = Extract<Task, { kind: 'rest' | 'graphql' }>;

/** Answers a request of one of the interfaces. The server's callbacks run in its own thread. */
export function answerInterface(catalog: Catalog, task: InterfaceTask, call: Call, callbacks: RemoteCallbacks): Promise<Answer> {
  return task.kind === 'rest' ? answerRest(catalog, task, call, callbacks) : answerGraphql(catalog, task, call, callbacks);
}

async function answerRest(
  catalog: Catalog,
  { sent, options: { verdict, ifNoneMatch, ...options } }: InterfaceTask,
  call: Call,
  callbacks: RemoteCallbacks,
): Promise<Answer> {
  const api = createRestApi(catalog, {
    ...options,
    // The server has admitted the client and checked its key already.
    isValidKey: () => verdict as Verdict,
    onError: async (error) => void (await callbacks.report('onError', error)),
  });
  const headers = { 'if-none-match': ifNoneMatch as string | undefined };
  return { kind: 'response', ...(await api.handle(unpackRequest(sent) as string, { ...call, headers })) };
}

async function answerGraphql(
  catalog: Catalog,
  { sent, options: { verdict, ...options } }: InterfaceTask,
  call: Call,
  callbacks: RemoteCallbacks,
): Promise<Answer> {
  // Loaded with the first of these requests: it needs an optional package.
  const { createGraphqlApi } = await import('../../graphql/partdex-graphql.js');
  const api = createGraphqlApi(catalog, {
    ...options,
    // The server has checked the token already, and passes it to its own callback.
    isValidToken: () => verdict as Verdict,
    onUsage: async ({ parts }) => void (await callbacks.run('onUsage', parts)),
    onError: async (error) => void (await callbacks.report('onError', error)),
  });
  const response = await api.executeText(unpackRequest(sent) as { query: string }, { ...call, token: 'admitted' });
  return { kind: 'response', ...response };
}
