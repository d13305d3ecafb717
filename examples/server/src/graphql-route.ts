import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { createGraphqlApi, type GraphqlBody } from 'partdex/graphql';
import { admitAll } from 'partdex/limits';
import { inPieces } from './pieces.js';
import { clientOf, RETRY_SOON, type RequestEnv, type Service, TOO_MANY_WAITING } from './service.js';

/** The path of the successor interface on this server. */
export const GRAPHQL_PATH = '/graphql';

const LARGEST_BODY = 262_144;
/** `application/json`, `application/graphql+json` and the like, with or without a character set. */
const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i;

/** The successor interface: a POST of JSON, with a key as the token in the header or the URL. */
export function graphqlRoute(service: Service): Hono<RequestEnv> {
  const { catalog, isValidKey, admit, assist, quota, waiting, onError } = service;
  const limits = quota ? { ...quota, admit: admitAll(admit, quota.admit) } : { admit };
  const api = createGraphqlApi(catalog, { isValidToken: isValidKey, ...limits, assist, onError });
  const route = new Hono<RequestEnv>();
  const limit = bodyLimit({
    maxSize: LARGEST_BODY,
    onError: (c) => refused(c, 413, `the body must be at most ${LARGEST_BODY} bytes long`),
  });
  route.post('/', jsonOnly, limit, async (c) => {
    const sent = parsed(await c.req.text());
    if (!sent) return refused(c, 400, 'the body is not JSON');
    const { address: ip, signal } = c.var;
    const token = c.req.header('token') ?? c.req.query('token') ?? '';
    const client = { token, ip, signal, client: clientOf(token, ip, service) };
    // Only now does the request count as waiting: a slow body must not occupy a place.
    const answer = await waiting.answer(() => api.execute(sent.value as GraphqlBody, client));
    if (!answer) return refused(c, 503, TOO_MANY_WAITING, RETRY_SOON);
    const { body, length } = inPieces(JSON.stringify(answer.body));
    return c.body(body, answer.status as ContentfulStatusCode, {
      'content-type': 'application/json',
      ...answer.headers,
      ...(length !== undefined && { 'content-length': String(length) }),
    });
  });
  route.all('/', (c) => refused(c, 405, `${c.req.method} is not known here: every request is a POST`, { allow: 'POST' }));
  return route;
}

/** A browser sends other content types to foreign servers without a preflight request. */
async function jsonOnly(c: Context, next: () => Promise<void>): Promise<Response | undefined> {
  if (!JSON_TYPE.test(c.req.header('content-type') ?? '')) return refused(c, 415, 'the content-type must be application/json');
  await next();
  return undefined;
}

/** The value of a JSON text; undefined if it is invalid. */
function parsed(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

/** A rejection in the format of this interface. */
export function refused(c: Context, status: ContentfulStatusCode, message: string, headers?: Record<string, string>): Response {
  return c.json({ errors: [{ message }], data: null }, status, headers);
}
