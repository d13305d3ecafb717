import type { AskRequest, AskResponse } from '../model/ask.js';
import { orList } from '../model/check-arguments.js';
import type { Issues } from '../model/issues.js';
import type { SearchRequest } from '../model/requests.js';
import type { RequestContext } from './request-context.js';

/** The keywords of a request, read as a question, and what was sent with them. */
interface GivenQuestion {
  readonly text: string;
  readonly request: AskRequest;
}

/** The question of a request to `parts/search`; undefined without one, and where the server does not read questions. */
export function questionOf({ assists, request }: RequestContext): GivenQuestion | undefined {
  const { q, ...rest } = request;
  return assists && typeof q === 'string' ? { text: q, request: rest } : undefined;
}

/** Adds every issue of a request with a question. */
export function checkQuestion({ text, request }: GivenQuestion, context: RequestContext, issues: Issues): Promise<void> {
  const { catalog, work, rules } = context;
  return catalog.collections.parts.checkAsk(text, request, issues, work, rules);
}

/** The answer to a question: `request` is what was sent, and `understood` what the question became. */
export async function askParts({ text, request }: GivenQuestion, context: RequestContext): Promise<AskResponse> {
  const { catalog, work, rules } = context;
  const response = await catalog.collections.parts.askWithin(text, request, work, rules);
  const { hits, understood, warnings } = response;
  const near = hits === 0 ? understood.suggestions : [];
  return {
    ...response,
    request: asSent(text, response),
    warnings: near.length === 0 ? warnings : [...warnings, `q: nothing was found; did you mean ${orList(near)}?`],
  };
}

/**
 * The request of an answer in the terms of the interface: the question is its `q`, and its filter queries are those that were sent. The
 * order is that of the answer.
 */
function asSent(text: string, { request, understood }: AskResponse): SearchRequest {
  const { rank: _rank, ...sent } = request;
  const own = understood.request.filter?.queries?.length ?? 0;
  return { ...sent, q: text, filter: { ...request.filter, queries: request.filter?.queries?.slice(own) ?? [] } };
}
