import type { HttpBindings } from '@hono/node-server';
import { getConnInfo } from '@hono/node-server/conninfo';
import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { createGraphqlApi, type GraphqlBody } from 'partdex/graphql';
import type { Service } from './service.js';

/** The address of the successor interface on this server. */
export const GRAPHQL_PATH = '/graphql';

const LARGEST_BODY = 262_144;

/** The successor interface: a POST of JSON, with a key as the token in the header or the URL. */
export function graphqlRoute({ catalog, isValidKey, limiter, onError }: Service): Hono<{ Bindings: HttpBindings }> {
  const api = createGraphqlApi(catalog, { isValidToken: isValidKey, onError });
  const route = new Hono<{ Bindings: HttpBindings }>();
  route.use(async (c, next) => {
    if (await limiter.admits(getConnInfo(c).remote.address ?? '')) return next();
    return refused(c, 429, 'too many requests; try again later', { 'retry-after': '1' });
  });
  const limit = bodyLimit({
    maxSize: LARGEST_BODY,
    onError: (c) => refused(c, 413, `the body must be at most ${LARGEST_BODY} bytes long`),
  });
  route.post('/', limit, async (c) => {
    const sent = parsed(await c.req.text());
    if (!sent) return refused(c, 400, 'the body is no JSON');
    const token = c.req.header('token') ?? c.req.query('token') ?? '';
    const { status, body } = await api.execute(sent.value as GraphqlBody, { token });
    return c.json(body, status as ContentfulStatusCode);
  });
  route.all('/', (c) => refused(c, 405, `${c.req.method} is not known here: every request is a POST`, { allow: 'POST' }));
  return route;
}

/** The value of a JSON text; undefined where it is none. */
function parsed(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

/** A refusal as this interface writes it. */
export function refused(c: Context, status: ContentfulStatusCode, message: string, headers?: Record<string, string>): Response {
  return c.json({ errors: [{ message }], data: null }, status, headers);
}
