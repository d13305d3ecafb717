import type { Catalog } from '../../catalog/catalog.js';
import { FrontCall } from '../../catalog/front-call.js';
import { internalsOf } from '../../catalog/internals.js';
import type { Call } from '../../model/call.js';
import type { Verdict } from '../../model/scope.js';
import { type AdmittedClient, type AnswerOptions, RestAnswers } from '../../rest/answers.js';
import { SentRequest } from '../../rest/sent-request.js';
import { unpackRequest } from './carried-requests.js';
import type { Answer, Task } from './messages.js';
import type { RemoteCallbacks } from './remote-callbacks.js';

type InterfaceTask = Extract<Task, { kind: 'rest' | 'graphql' }>;

/** Programs have one interface, or one for each kind of client. */
const MOST_KEPT = 16;
/** What answers for each set of options, by their JSON: it keeps what it has derived from the catalog. */
const restAnswers = new Map<string, RestAnswers>();

/** Answers a request of one of the interfaces. The server's callbacks run in its own thread. */
export function answerInterface(catalog: Catalog, task: InterfaceTask, call: Call, callbacks: RemoteCallbacks): Promise<Answer> {
  return task.kind === 'rest' ? answerRest(catalog, task, call, callbacks) : answerGraphql(catalog, task, call, callbacks);
}

/** The server has admitted the client and checked its key already. */
async function answerRest(
  catalog: Catalog,
  { sent, options }: InterfaceTask,
  given: Call,
  callbacks: RemoteCallbacks,
): Promise<Answer> {
  const answers = answersFor(options.answers as AnswerOptions);
  const admitted = options.admitted as AdmittedClient;
  const call = FrontCall.begin(given);
  const request = SentRequest.read(unpackRequest(sent) as string);
  try {
    const internals = internalsOf(catalog);
    const { status, headers, body } = await internals.running.answerAsync(call.rest(), (work) =>
      answers.answer(request, admitted, internals, work),
    );
    return { kind: 'response', status, headers, body };
  } catch (error) {
    if (call.isAborted) throw call.rejection(error);
    const report = async (unexpected: unknown) => void (await callbacks.report('onError', unexpected));
    const { status, headers, body } = await answers.failure(call.inWhole(error), request.form, (e) => call.report(report, e));
    return { kind: 'response', status, headers, body };
  }
}

function answersFor(options: AnswerOptions): RestAnswers {
  const key = JSON.stringify(options);
  const known = restAnswers.get(key);
  if (known) return known;
  if (restAnswers.size >= MOST_KEPT) restAnswers.clear();
  const answers = new RestAnswers(options);
  restAnswers.set(key, answers);
  return answers;
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
    // The server has checked the token already, and passes it to its own callback.
    isValidToken: () => verdict as Verdict,
    onUsage: async ({ parts }) => void (await callbacks.run('onUsage', parts)),
    onError: async (error) => void (await callbacks.report('onError', error)),
    ...options,
  });
  const response = await api.executeText(unpackRequest(sent) as { query: string }, { token: 'admitted', ...call });
  return { kind: 'response', ...response };
}
