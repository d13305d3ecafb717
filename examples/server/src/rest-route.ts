import { Hono } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { createRestApi } from 'partdex/rest';
import { inPieces } from './pieces.js';
import { clientOf, RETRY_SOON, type RequestEnv, type Service, TOO_MANY_WAITING } from './service.js';

/** The base path of the version 3 interface on this server. */
export const REST_BASE = '/api/v3';

/** The version 3 interface: it receives the URL as it was sent, and its result is sent as it is. */
export function restRoute(service: Service): Hono<RequestEnv> {
  const { catalog, isValidKey, admit, assist, waiting, onError } = service;
  const api = createRestApi(catalog, { isValidKey, admit, assist, onError });
  const route = new Hono<RequestEnv>();
  route.get('*', async (c) => {
    const { incoming } = c.env;
    const { address: ip, signal } = c.var;
    const target = originForm(incoming.url ?? '').slice(REST_BASE.length);
    const client = {
      ip,
      headers: { ...incoming.headers, 'set-cookie': undefined },
      signal,
      client: clientOf(keyOf(target), ip, service),
    };
    const answer = await waiting.answer(() => api.handle(target, client));
    if (!answer) return c.json({ message: TOO_MANY_WAITING }, 503, RETRY_SOON);
    // The client has the answer already.
    if (answer.status === 304) return c.body(null, 304, answer.headers);
    const { body, length } = inPieces(answer.body);
    return c.body(body, answer.status as ContentfulStatusCode, {
      ...answer.headers,
      ...(length !== undefined && { 'content-length': String(length) }),
    });
  });
  route.all('*', (c) => c.json({ message: `${c.req.method} is not known here: every request is a GET` }, 405, { allow: 'GET' }));
  return route;
}

/** A target without scheme and host, which clients may send before the path: proxies do. */
function originForm(target: string): string {
  return target.replace(/^https?:\/\/[^/?#]*/i, '');
}

/** The key of a request, under each name of version 3: `apikey`, `apikey[]`, `apikey[0]`. */
function keyOf(target: string): string | undefined {
  const mark = target.indexOf('?');
  if (mark < 0) return undefined;
  for (const [name, value] of new URLSearchParams(target.slice(mark))) if (name.split('[')[0] === 'apikey') return value;
  return undefined;
}
