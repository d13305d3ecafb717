import type { HttpBindings } from '@hono/node-server';
import { getConnInfo } from '@hono/node-server/conninfo';
import { Hono } from 'hono';
import { createRestApi } from 'partdex/rest';
import type { Service } from './service.js';

/** The base address of the version 3 interface on this server. */
export const REST_BASE = '/api/v3';

/** The version 3 interface: the URL goes in as it was sent, what comes out is sent as it is. */
export function restRoute({ catalog, isValidKey, limiter, onError }: Service): Hono<{ Bindings: HttpBindings }> {
  const api = createRestApi(catalog, {
    isValidKey,
    admit: ({ ip = '' }) => limiter.admits(ip),
    onError,
  });
  const route = new Hono<{ Bindings: HttpBindings }>();
  route.get('*', async (c) => {
    const target = c.env.incoming.url ?? '';
    const { status, headers, body } = await api.handle(target.slice(REST_BASE.length), { ip: getConnInfo(c).remote.address });
    return new Response(body, { status, headers: status === 429 ? { ...headers, 'retry-after': '1' } : headers });
  });
  route.all('*', (c) => c.json({ message: `${c.req.method} is not known here: every request is a GET` }, 405, { allow: 'GET' }));
  return route;
}
