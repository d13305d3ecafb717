import type { HttpBindings } from '@hono/node-server';
import { getConnInfo } from '@hono/node-server/conninfo';
import { type Context, Hono } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { GRAPHQL_PATH, graphqlRoute, refused } from './graphql-route.js';
import { logLine } from './log-line.js';
import { REST_BASE, restRoute } from './rest-route.js';
import type { Service } from './service.js';

/** What surrounds every request. */
export interface Surroundings {
  isStopping(): boolean;
  /** Runs a request, and knows of it while it runs. */
  during(request: () => Promise<void>): Promise<void>;
  log(line: string): void;
}

/** All that the server answers, and the line of the log about it. */
export function createApp(service: Service, surroundings: Surroundings): Hono<{ Bindings: HttpBindings }> {
  const app = new Hono<{ Bindings: HttpBindings }>();
  app.use(async (c, next) => {
    const began = performance.now();
    const { incoming } = c.env;
    const address = getConnInfo(c).remote.address ?? '';
    if (surroundings.isStopping()) c.res = failed(c, 503, 'the server is stopping; try again later', { 'retry-after': '5' });
    else await surroundings.during(next);
    // A server that stops waits until its connections are closed. And what nobody reads of a body must not hold up the next request.
    if (surroundings.isStopping() || !incoming.complete) c.header('connection', 'close');
    const { method = '', url: target = '' } = incoming;
    surroundings.log(logLine({ address, method, target, status: c.res.status, milliseconds: performance.now() - began }));
  });
  app.route(REST_BASE, restRoute(service));
  app.route(GRAPHQL_PATH, graphqlRoute(service));
  app.notFound((c) => c.json({ message: `there is nothing here; requests go to ${REST_BASE}/… or ${GRAPHQL_PATH}` }, 404));
  app.onError((error, c) => {
    service.onError(error);
    return failed(c, 500, 'internal error');
  });
  return app;
}

/** An answer of the server itself, as the interface that was asked writes it. */
function failed(c: Context, status: ContentfulStatusCode, message: string, headers?: Record<string, string>): Response {
  return c.req.path === GRAPHQL_PATH ? refused(c, status, message, headers) : c.json({ message }, status, headers);
}
