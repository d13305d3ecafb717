import type { GraphqlApi } from '../../src/graphql/partdex-graphql.js';
import type { Catalog } from '../../src/partdex.js';
import type { RestApi } from '../../src/rest/partdex-rest.js';
import type { WorstRequest } from './requests.js';

/** A catalog and its interfaces. */
export interface Asked {
  readonly catalog: Catalog;
  /** Accepts the key `k`. */
  readonly rest: RestApi;
  /** Accepts every token. */
  readonly graphql: GraphqlApi;
}

/**
 * How a request ended: with an answer, over its budget, rejected, or in a way that should never happen. A scan that exceeds its
 * budget counts as over budget, whatever it returned before.
 */
export interface Outcome {
  readonly ended: 'answered' | 'over budget' | 'refused' | 'fault';
  /** Hits, the exceeded budget with its step, or the error. */
  readonly detail: string;
}

/** Executes a request to its end. */
export async function carryOut(asked: Asked, request: WorstRequest): Promise<Outcome> {
  try {
    return await answerTo(asked, request);
  } catch (error) {
    return outcomeOf(error);
  }
}

/** A request that needs no other before it: that of a page behind a cursor fetches the cursor. */
export async function prepared({ catalog }: Asked, asked: WorstRequest): Promise<WorstRequest> {
  if (asked.via !== 'behind') return asked;
  const { start, ...request } = asked.request;
  try {
    const { next } = await catalog.parts.search({ ...request, start: start ?? 0, limit: 1, facet: {}, stats: {}, show: ['uid'] });
    return { via: 'search', request: next === null ? request : { ...request, after: next } };
  } catch {
    // The page itself is over its budget, or refused.
    return { via: 'search', request };
  }
}

async function answerTo(to: Asked, asked: WorstRequest): Promise<Outcome> {
  const {
    catalog: { parts },
    rest,
    graphql,
  } = to;
  switch (asked.via) {
    case 'search':
    case 'explain':
      return answered(`${(await parts[asked.via](asked.request)).hits} hits`);
    case 'match':
      return answered(`${(await parts.match(asked.request)).results.reduce((sum, { hits }) => sum + (hits ?? 0), 0)} hits`);
    case 'behind':
      return carryOut(to, await prepared(to, asked));
    case 'ask':
      return answered(`${(await parts.ask(asked.text, asked.request)).hits} hits`);
    case 'interpret':
      return answered(`${(await parts.interpret(asked.text)).readings.length} readings`);
    case 'complete':
      return answered(`${(await parts.completeFilter(asked.text)).length} completions`);
    case 'similar':
      return answered(`${(await parts.similar(asked.uid, asked.request)).hits} parts`);
    case 'scan': {
      let records = 0;
      for await (const _ of parts.scan(asked.request)) records++;
      return answered(`${records} records`);
    }
    case 'rest': {
      const { status, body } = await rest.handle(`${asked.url}${asked.url.includes('?') ? '&' : '?'}apikey=k`);
      return ofStatus(status, body);
    }
    case 'graphql': {
      const { status, body } = await graphql.execute({ query: asked.query }, { token: 't' });
      const text = JSON.stringify(body);
      return status === 200 && 'errors' in body ? { ended: 'refused', detail: beginning(text) } : ofStatus(status, text);
    }
  }
}

const answered = (detail: string): Outcome => ({ ended: 'answered', detail });

function ofStatus(status: number, body: string): Outcome {
  if (status === 200) return answered(`${body.length} characters`);
  const ended = status === 503 ? 'over budget' : status >= 400 && status < 500 ? 'refused' : 'fault';
  return { ended, detail: `${status} ${beginning(body)}` };
}

/** By the names of errors: an older build has other classes, or fewer. */
function outcomeOf(error: unknown): Outcome {
  if (!(error instanceof Error)) return { ended: 'fault', detail: String(error) };
  if (error.name === 'BudgetExceededError') {
    const { budget, step, clause, estimated } = error as Error &
      Partial<Record<'budget' | 'step' | 'clause', string>> & { estimated?: boolean };
    const place = clause === undefined ? step : `${step}: ${beginning(clause, 40)}`;
    return { ended: 'over budget', detail: `${budget}, ${estimated ? 'estimated, ' : ''}${place}` };
  }
  if (error.name === 'ValidationError' || error.name === 'FilterSyntaxError')
    return { ended: 'refused', detail: beginning(error.message) };
  return { ended: 'fault', detail: beginning(error.stack ?? error.message, 400) };
}

function beginning(text: string, length = 160): string {
  return text.length > length ? `${text.slice(0, length)}…` : text;
}
