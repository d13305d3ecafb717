import { createGraphqlApi } from '../../../src/graphql/partdex-graphql.js';
import type { Call, Catalog } from '../../../src/partdex.js';
import { createRestApi } from '../../../src/rest/partdex-rest.js';
import type { RandomCall } from '../../arbitraries/calls.js';
import { match } from './compare-match.js';
import { canonical, collectionOf } from './engine.js';

/** How a call ended: with an answer, as text without times, or with what it rejected with. */
export type Ended = { readonly answer: string } | { readonly error: unknown; readonly given: readonly string[] };

/** Members that depend on time, or on the way to an answer and not on the answer. */
const VARYING: ReadonlySet<string> = new Set(['msec', 'plan']);

/** Carries out a call. Of a scan `given` are the records that came before it rejected. */
export async function perform(randomCall: RandomCall, catalog: Catalog, call?: Call): Promise<Ended> {
  const given: string[] = [];
  try {
    return { answer: await answerOf(randomCall, catalog, call, given) };
  } catch (error) {
    return { error, given };
  }
}

async function answerOf(randomCall: RandomCall, catalog: Catalog, call: Call | undefined, given: string[]): Promise<string> {
  switch (randomCall.method) {
    case 'search':
      return comparable(await collectionOf(catalog, randomCall.collection).search(randomCall.request, call));
    case 'searchText':
      return comparable(JSON.parse(await collectionOf(catalog, randomCall.collection).searchText(randomCall.request, call)));
    case 'scan':
      for await (const record of collectionOf(catalog, randomCall.collection).scan(randomCall.request, call))
        given.push(comparable(record));
      return given.join('\n');
    case 'explain':
      return comparable(await catalog.parts.explain(randomCall.request, undefined, call));
    case 'match':
      return comparable(await match(catalog, randomCall.request, call));
    case 'get':
      return comparable(await collectionOf(catalog, randomCall.collection).get(randomCall.uid, randomCall.directives, call));
    case 'getMulti':
      return comparable(await collectionOf(catalog, randomCall.collection).getMulti([...randomCall.uids], undefined, call));
    case 'rest': {
      const { status, headers, body } = await apiOf(catalog).rest.handle(randomCall.url, call);
      return overBudget(status, headers) ?? `${status} ${body.replace(/"msec":\s*[0-9.e-]+/, '"msec":0')}`;
    }
    case 'graphql': {
      const { status, headers, body } = await apiOf(catalog).graphql.execute(
        { query: randomCall.query },
        { ...call, token: 't' },
      );
      if (status !== 503) return `${status} ${canonical(body)}`;
      const isRight = canonical(body).startsWith('{"data":null,"errors":[{"extensions":{"code":"budget_exceeded"},"message":');
      return isRight ? (overBudget(status, headers) as string) : `503 with another body: ${canonical(body)}`;
    }
  }
}

/** How an interface says that a request was over its budget. */
export const OVER_BUDGET = 'status 503, retry after a second';

function overBudget(status: number, headers: Readonly<Record<string, string>> | undefined): string | undefined {
  if (status !== 503) return undefined;
  return headers?.['retry-after'] === '1' ? OVER_BUDGET : `status 503 with the headers ${canonical(headers)}`;
}

function comparable(answer: unknown): string {
  return canonical(JSON.parse(JSON.stringify(answer ?? null, (key, value) => (VARYING.has(key) ? undefined : value))));
}

/** Members of documents may have these names as well; they are the same in each answer. */
interface Interfaces {
  readonly rest: ReturnType<typeof createRestApi>;
  readonly graphql: ReturnType<typeof createGraphqlApi>;
}

const interfaces = new WeakMap<Catalog, Interfaces>();

function apiOf(catalog: Catalog): Interfaces {
  const known = interfaces.get(catalog);
  if (known) return known;
  const made = {
    rest: createRestApi(catalog, { isValidKey: () => true }),
    graphql: createGraphqlApi(catalog, { isValidToken: () => true }),
  };
  interfaces.set(catalog, made);
  return made;
}
