import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { InvalidDocumentError, PartdexError } from 'partdex';
import { type LiveCatalog, readChanges } from 'partdex/node';
import { adminOpenApi } from './admin-openapi.js';
import { RETRY_SOON, type RequestEnv, type Service, TOO_MANY_WAITING } from './service.js';

/** The base path of the requests that change the catalog. */
export const ADMIN_BASE = '/admin';

/** Bytes of a body, as they are sent. It is in memory until its commit. */
const LARGEST_UPDATE = 33_554_432;
/** NDJSON under each of its names. A page of another origin cannot send one of them without asking first. */
const NDJSON_TYPE = /^application\/(?:x-)?(?:ndjson|jsonl|jsonlines)\s*(?:;|$)/i;
const SERVER_ERROR = 500;

/** Changes of the catalog: a POST of NDJSON is one commit. */
export function adminRoute(live: LiveCatalog, service: Service): Hono<RequestEnv> {
  const { waiting } = service;
  const route = new Hono<RequestEnv>();
  const limit = bodyLimit({
    maxSize: LARGEST_UPDATE,
    onError: (c) => c.json({ message: `the body must be at most ${LARGEST_UPDATE} bytes long` }, 413),
  });
  const commits = new WeakMap<object, number>();
  live.onCommit(({ commit, report }) => void commits.set(report, commit));
  route.get('/openapi.json', (c) => c.json(adminOpenApi()));
  route.post('/parts', onlyAdmins(service), ndjsonOnly, limit, async (c) => {
    // First the whole body: a slow one must not delay other updates.
    const body = new Uint8Array(await c.req.arrayBuffer());
    const { signal } = c.var;
    try {
      const report = await waiting.answer(() => live.update(readChanges({ name: 'body', stream: onePiece(body) }), { signal }));
      if (!report) return c.json({ message: TOO_MANY_WAITING }, 503, RETRY_SOON);
      return c.json({ commit: commits.get(report) ?? live.commit, ...report });
    } catch (error) {
      return invalidChanges(c, error);
    }
  });
  route.all('/parts', (c) =>
    c.json({ message: `${c.req.method} is not known here: changes are a POST` }, 405, { allow: 'POST' }),
  );
  return route;
}

/** A key of its own, in the header `token` alone: URLs are in the logs of proxies. */
function onlyAdmins({ admit, isAdminKey }: Service) {
  return async (c: Context<RequestEnv>, next: () => Promise<void>): Promise<Response | undefined> => {
    const key = c.req.header('token');
    const admission = await admit({ ip: c.var.address, ...(key !== undefined && { key }) });
    const {
      admitted,
      message = 'too many requests',
      retryAfter = 1,
    } = typeof admission === 'object' ? admission : { admitted: admission };
    if (!admitted) return c.json({ message }, 429, { 'retry-after': String(retryAfter) });
    if (key === undefined) return c.json({ message: 'the header "token" with an admin key is missing' }, 401);
    if (!isAdminKey(key)) return c.json({ message: 'the admin key is not valid' }, 403);
    await next();
    return undefined;
  };
}

async function ndjsonOnly(c: Context, next: () => Promise<void>): Promise<Response | undefined> {
  if (!NDJSON_TYPE.test(c.req.header('content-type') ?? ''))
    return c.json({ message: 'the content-type must be application/x-ndjson' }, 415);
  await next();
  return undefined;
}

async function* onePiece(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield bytes;
}

/** What is wrong with the changes, for who sent them. @throws the error if it is the server's */
function invalidChanges(c: Context, error: unknown): Response {
  if (!(error instanceof PartdexError) || error.status >= SERVER_ERROR) throw error;
  const place = error instanceof InvalidDocumentError ? { line: error.line, path: error.path } : {};
  return c.json({ message: error.message, ...place }, error.status as ContentfulStatusCode);
}
