import type { Catalog } from '../../catalog/catalog.js';
import type { Call } from '../../model/call.js';
import { createRestApi } from '../../rest/partdex-rest.js';
import { unpackRequest } from './carried-requests.js';
import type { Answer, Task } from './messages.js';
import type { Questions } from './questions.js';

type InterfaceTask = Extract<Task, { kind: 'rest' | 'graphql' }>;

/** Answers a request of one of the interfaces; what the server decides is asked of it in its own thread. */
export function answerInterface(catalog: Catalog, task: InterfaceTask, call: Call, questions: Questions): Promise<Answer> {
  return task.kind === 'rest' ? answerRest(catalog, task, call, questions) : answerGraphql(catalog, task, call, questions);
}

async function answerRest(
  catalog: Catalog,
  { sent, options: { isAdmitted, validKey, ...options } }: InterfaceTask,
  call: Call,
  questions: Questions,
): Promise<Answer> {
  const api = createRestApi(catalog, {
    ...options,
    isValidKey: (key) => key === validKey || questions.ask('isValidKey', key),
    // The server has been asked already.
    admit: () => isAdmitted === true,
    onError: async (error) => void (await questions.report('onError', error)),
  });
  return { kind: 'response', ...(await api.handle(unpackRequest(sent) as string, call)) };
}

async function answerGraphql(
  catalog: Catalog,
  { sent, options }: InterfaceTask,
  call: Call,
  questions: Questions,
): Promise<Answer> {
  // Loaded with the first of these requests: it needs a package that need not be there.
  const { createGraphqlApi } = await import('../../graphql/partdex-graphql.js');
  const api = createGraphqlApi(catalog, {
    ...options,
    // The server has looked at the token already, and tells it to its callback.
    isValidToken: () => true,
    onUsage: async ({ parts }) => void (await questions.ask('onUsage', parts)),
    onError: async (error) => void (await questions.report('onError', error)),
  });
  const response = await api.executeText(unpackRequest(sent) as { query: string }, { ...call, token: 'admitted' });
  return { kind: 'response', ...response };
}
