import type { ServerResponse } from 'node:http';
import { getConnInfo } from '@hono/node-server/conninfo';
import { type Context, Hono } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { ADMIN_BASE, adminRoute } from './admin-route.js';
import { GRAPHQL_PATH, graphqlRoute, refused } from './graphql-route.js';
import { CLIENT_GONE, type LoggedRequest } from './log-line.js';
import { REST_BASE, restRoute } from './rest-route.js';
import type { RequestEnv, Service } from './service.js';

/** The context of every request. */
export interface Surroundings {
  isStopping(): boolean;
  /** Runs a request and tracks it while it runs. */
  during(request: () => Promise<void>): Promise<void>;
  log(request: LoggedRequest): void;
}

/** All routes of the server, with their log lines. */
export function createApp(service: Service, surroundings: Surroundings): Hono<RequestEnv> {
  const app = new Hono<RequestEnv>();
  app.use(async (c, next) => {
    const began = performance.now();
    const { incoming, outgoing } = c.env;
    const address = getConnInfo(c).remote.address ?? '';
    const signal = leavingOf(outgoing);
    c.set('address', address);
    c.set('signal', signal);
    // Browsers must not guess another content type.
    c.header('x-content-type-options', 'nosniff');
    await surroundings.during(next);
    // A stopping server waits until its connections are closed. And the unread part of a body must not delay the next request.
    if (surroundings.isStopping() || !incoming.complete) closeAfter(outgoing);
    const { method = '', url: target = '' } = incoming;
    const status = signal.aborted ? CLIENT_GONE : c.res.status;
    surroundings.log({ address, method, target, status, milliseconds: performance.now() - began });
  });
  app.route(REST_BASE, restRoute(service));
  app.route(GRAPHQL_PATH, graphqlRoute(service));
  if (service.live) app.route(ADMIN_BASE, adminRoute(service.live, service));
  app.notFound((c) => c.json({ message: `there is nothing here; requests go to ${REST_BASE}/… or ${GRAPHQL_PATH}` }, 404));
  app.onError((error, c) => {
    // The client has disconnected, and that is not an error of the server.
    if (c.get('signal').aborted) return c.body(null, CLIENT_GONE as ContentfulStatusCode);
    service.onError(error);
    return failed(c, 500, 'internal error');
  });
  return app;
}

/** A signal that is aborted when the client disconnects before its answer. */
function leavingOf(outgoing: ServerResponse): AbortSignal {
  const left = new AbortController();
  outgoing.once('close', () => {
    if (!outgoing.writableFinished) left.abort(new Error('the client has left'));
  });
  return left.signal;
}

function closeAfter(outgoing: ServerResponse): void {
  if (!outgoing.headersSent) outgoing.setHeader('connection', 'close');
}

/** An answer of the server itself, in the format of the requested interface. */
function failed(c: Context, status: ContentfulStatusCode, message: string): Response {
  return c.req.path === GRAPHQL_PATH ? refused(c, status, message) : c.json({ message }, status);
}
