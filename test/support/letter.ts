import { createGraphqlApi, type GraphqlOptions } from '../../src/graphql/partdex-graphql.js';
import { type BuildOptions, buildCatalog, type Catalog, type CatalogSource, type SearchRequest } from '../../src/partdex.js';
import { createRestApi, type RestOptions } from '../../src/rest/partdex-rest.js';

// biome-ignore lint/suspicious/noExplicitAny: an answer has the shape that its request and the documents give it
export type Json = any;

/** Options beside the data, of any shape: a case may need one that the types do not have. */
export interface ServeOptions {
  readonly build?: object;
  readonly rest?: object;
  readonly graphql?: object;
}

export interface Response {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: Json;
}

/** A catalog in process, behind URLs and behind both dialects of GraphQL. Answers are as a client reads them, as JSON. */
export interface Served {
  readonly catalog: Catalog;
  readonly notices: readonly string[];
  /** A part with all named members. */
  get(uid: string, ...include: string[]): Promise<Json>;
  search(request?: object): Promise<Json>;
  /** The names of the parts that a request finds, in order. */
  uids(request?: object): Promise<string[]>;
  url(path: string, client?: object): Promise<Response>;
  /** The body of a v4 query. */
  ask(query: string, variables?: object): Promise<Json>;
  /** The body of a query of the later dialect. */
  later(query: string, variables?: object): Promise<Json>;
}

export async function serve(source: object, { build, rest, graphql }: ServeOptions = {}): Promise<Served> {
  const notices: string[] = [];
  const options = { onNotice: (notice: string) => void notices.push(notice), ...build };
  const catalog = await buildCatalog(source as CatalogSource, options as BuildOptions);
  const api = createRestApi(catalog, { isValidKey: () => true, ...rest } as RestOptions);
  const execute = (dialect: 'v4' | 'sup') => {
    const settings = { isValidToken: () => true, dialect, ...graphql };
    const successor = createGraphqlApi(catalog, settings as GraphqlOptions);
    return async (query: string, variables: object = {}) =>
      asRead((await successor.execute({ query, variables: { ...variables } }, { token: 't' })).body);
  };
  const search = async (request: object = {}) => asRead(await catalog.parts.search(request as SearchRequest));
  return {
    catalog,
    notices,
    get: async (uid, ...include) => asRead(await catalog.parts.get(uid, { include })),
    search,
    uids: async (request) => (await search(request)).results.map(({ item }: Json) => item.uid),
    url: async (path, client = {}) => {
      const { status, headers, body } = await api.handle(`${path}${path.includes('?') ? '&' : '?'}apikey=k`, client);
      return { status, headers, body: body === '' ? undefined : JSON.parse(body) };
    },
    ask: execute('v4'),
    later: execute('sup'),
  };
}

/** An answer as it arrives at the other end. */
export function asRead(answer: unknown): Json {
  return answer === undefined ? undefined : JSON.parse(JSON.stringify(answer));
}

/** The warnings of a GraphQL body. */
export function warningsOf(body: Json): string[] {
  return body.extensions?.warnings ?? [];
}

/** An entry of the package by its name. */
export async function entry(name: string): Promise<Json> {
  return import(/* @vite-ignore */ name);
}
