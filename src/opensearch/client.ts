import { BudgetExceededError, ClusterError } from '../model/errors.js';
import { wrongArgument } from '../model/issues.js';
import { onAbort } from '../work/on-abort.js';
import { MOST_TIMER_MS } from '../work/within-call.js';
import type { Work } from '../work/work.js';

/**
 * The connection to a cluster. `OpenSearchClient` is all that partdex uses of a client: that of `@opensearch-project/opensearch` has
 * it, and so may another.
 */

/** What a client sends. */
export interface ClientRequest {
  /** `GET`, `POST`, `PUT`, `DELETE` or `HEAD`. */
  readonly method: string;
  /** The path, encoded: `/parts/_search`. */
  readonly path: string;
  /** Arguments behind the path. */
  readonly querystring?: Record<string, unknown>;
  /** JSON. */
  readonly body?: Record<string, unknown> | string;
  /** Lines of JSON, as they are sent: of `_bulk` and `_msearch`. */
  readonly bulkBody?: string;
}

/** How a client sends it. */
export interface ClientRequestOptions {
  /** Milliseconds. */
  readonly requestTimeout?: number;
  /** How often the client itself tries again, on other nodes. */
  readonly maxRetries?: number;
}

/** What a client returns. */
export interface ClientResponse {
  /** The HTTP status. */
  readonly statusCode: number | null;
  /** The answer: parsed JSON, or text. */
  // biome-ignore lint/suspicious/noExplicitAny: what a cluster answers has the shape of its request.
  readonly body: any;
}

/** What can be given up. */
export interface Abortable {
  /** Gives it up. */
  abort?(): void;
}

/**
 * The part of a client that partdex uses: the client of `@opensearch-project/opensearch` 3 has it. Its nodes, credentials and
 * certificates are the caller's. `request` rejects for a status of 400 or more with an error that has the answer as `meta`.
 */
export interface OpenSearchClient {
  /** What sends requests to the nodes. */
  readonly transport: {
    /** How often the client tries a request again by itself. Where it is 0, partdex tries again. */
    readonly maxRetries?: number;
    /** Sends a request. */
    request(params: ClientRequest, options?: ClientRequestOptions): PromiseLike<ClientResponse> & Abortable;
  };
}

/** A request to a cluster. */
export interface ClusterRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'HEAD';
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number | boolean>>;
  readonly body?: object;
  /** Lines of JSON in place of a body. */
  readonly lines?: readonly (string | object)[];
  /** What the call is doing, for an error: `search`. */
  readonly step: string;
  /** Whether sending it twice does the same as once. Default true. */
  readonly isIdempotent?: boolean;
  /** Statuses of 400 and above that are answers. */
  readonly expected?: readonly number[];
  /** The failure that an answer with status 200 tells: of one of several things that it answers. It is tried again as any other. */
  readonly failureIn?: (body: ClusterAnswer['body']) => ClusterError | undefined;
}

/** What bounds a request. */
export interface RequestBounds {
  readonly signal?: AbortSignal | undefined;
  /** When the call must have ended, as `performance.now()` counts; undefined for no end. */
  readonly deadline?: number | undefined;
  /** When the call began, likewise, and its time budget: for the error. */
  readonly started?: number | undefined;
  readonly budget?: number | undefined;
}

/** An answer of a cluster. */
// biome-ignore lint/suspicious/noExplicitAny: what a cluster answers has the shape of its request.
export type ClusterAnswer<Body = any> = { readonly status: number; readonly body: Body };

/** How often a request that failed is sent again, on other nodes. */
const RETRIES = 2;
const FIRST_WAIT = 100;
/** Without a deadline: a request that a busy cluster needs minutes for is still waited for. */
const LONGEST_REQUEST = 300_000;
/** What nobody waits for but the end of a catalog. */
const LONGEST_ASIDE = 5_000;
/** A cluster that has no memory or no thread to spare at the moment. Clients do not try this again by themselves. */
export const BUSY = 429;
/** What a cluster without memory to spare answers, with status 500 where another node than the one that was asked had none. */
const NO_MEMORY = /\bcircuit_breaking_exception\b/;
/** Statuses of a cluster that may answer the same request a little later. */
const PASSING: readonly number[] = [BUSY, 502, 503, 504];
/** What a node answers, with status 500, where another one that it asked has gone. Clients do not try these again by themselves. */
const NODE_LOST =
  /\b(node_disconnected|node_not_connected|node_closed|connect_transport)_exception\b|\bno node found for id\b|\bNode not connected\b/;

const NOT_JSON = 'its answer is not JSON; is it a cluster of OpenSearch?';

/** Sends requests to a cluster. Every failure is one of `ClusterError`, `BudgetExceededError` and the reason of the signal. */
export class ClusterConnection {
  private readonly aside = new Set<Promise<unknown>>();

  /** @throws ValidationError for what is not a client */
  constructor(private readonly client: OpenSearchClient) {
    if (typeof (client as OpenSearchClient | undefined)?.transport?.request === 'function') return;
    throw wrongArgument('client', 'a client of @opensearch-project/opensearch, or one with the same transport', client);
  }

  /** Sends a request that nobody waits for, and whose failure is nobody's. */
  sendAside(request: ClusterRequest): void {
    const bounds = { deadline: performance.now() + LONGEST_ASIDE, budget: LONGEST_ASIDE };
    const sent: Promise<unknown> = this.send(request, bounds)
      .catch(() => {})
      .finally(() => this.aside.delete(sent));
    this.aside.add(sent);
  }

  /** Waits for what was sent aside. */
  async settled(): Promise<void> {
    await Promise.all(this.aside);
  }

  /** @throws ClusterError, BudgetExceededError, or the reason of the signal */
  async send(request: ClusterRequest, bounds: RequestBounds = {}): Promise<ClusterAnswer> {
    const isOurs = this.client.transport.maxRetries === 0;
    const retries = request.isIdempotent === false ? 0 : RETRIES;
    for (let attempt = 0; ; attempt++) {
      // Clients know nothing of a failure inside an answer.
      let isInside = false;
      try {
        const answer = await this.sendOnce(request, bounds);
        const failure = request.failureIn?.(answer.body);
        if (!failure) return answer;
        isInside = true;
        throw failure;
      } catch (error) {
        const mayPass = isNodeLost(error) || isBusy(error) || ((isOurs || isInside) && isPassing(error));
        if (attempt >= retries || !mayPass) throw error;
        await pause(FIRST_WAIT * 2 ** attempt, bounds, request.step);
      }
    }
  }

  private async sendOnce(request: ClusterRequest, bounds: RequestBounds): Promise<ClusterAnswer> {
    const guard = new Guard(bounds, request.step);
    try {
      const sent = this.client.transport.request(paramsOf(request), {
        requestTimeout: Math.ceil(Math.min(guard.left, LONGEST_REQUEST)),
        ...(request.isIdempotent === false && { maxRetries: 0 }),
      });
      const { statusCode, body } = await guard.race(sent);
      // The page of a gateway, which clients leave as it is.
      if (typeof body !== 'object' || body === null) throw new ClusterError(NOT_JSON, { step: request.step });
      return { status: statusCode ?? 0, body };
    } catch (error) {
      if (error instanceof ClusterError) throw error;
      const { meta } = error as ClientError;
      const status = meta?.statusCode ?? 0;
      if (request.expected?.includes(status)) return { status, body: meta?.body };
      throw guard.translated(error);
    } finally {
      guard.end();
    }
  }
}

function paramsOf({ method, path, query, body, lines }: ClusterRequest): ClientRequest {
  return {
    method,
    path,
    ...(query && { querystring: { ...query } }),
    ...(body && { body: body as Record<string, unknown> }),
    ...(lines && { bulkBody: lines.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join('') }),
  };
}

/** Ends one request at its deadline or signal: the client closes its connection, by which the cluster cancels a search. */
class Guard {
  /** Milliseconds until the deadline. */
  readonly left: number;
  private stopped: { readonly error: unknown } | undefined = undefined;
  private timer: ReturnType<typeof setTimeout> | undefined = undefined;
  private removeListener: (() => void) | undefined = undefined;

  /** @throws BudgetExceededError, or the reason of the signal */
  constructor(
    private readonly bounds: RequestBounds,
    private readonly step: string,
  ) {
    const { signal, deadline } = bounds;
    if (signal?.aborted) throw signal.reason;
    this.left = deadline === undefined ? Number.POSITIVE_INFINITY : deadline - performance.now();
    if (this.left <= 0) throw outOfTime(bounds, step);
  }

  /** The answer, unless the deadline or the signal comes first. */
  race<T>(sent: PromiseLike<T> & { abort?(): void }): Promise<T> {
    const { signal } = this.bounds;
    return new Promise((resolve, reject) => {
      const stop = (error: unknown): void => {
        this.stopped = { error };
        reject(error);
        sent.abort?.();
      };
      if (signal) this.removeListener = onAbort(signal, () => stop(signal.reason));
      if (this.left <= MOST_TIMER_MS) this.timer = setTimeout(() => stop(outOfTime(this.bounds, this.step)), this.left);
      sent.then(resolve, reject);
    });
  }

  /** What the caller gets for an error of the client. */
  translated(error: unknown): unknown {
    if (this.stopped) return this.stopped.error;
    const isLate = (error as ClientError).name === 'TimeoutError' && this.left < LONGEST_REQUEST;
    return isLate ? outOfTime(this.bounds, this.step) : clusterError(error, this.step);
  }

  end(): void {
    clearTimeout(this.timer);
    this.removeListener?.();
  }
}

/**
 * Waits for what goes on by itself, as long as a call may.
 * @throws BudgetExceededError, or the reason of the signal
 */
export async function waitWithin<T>(bounds: RequestBounds, step: string, begin: () => Promise<T>): Promise<T> {
  const guard = new Guard(bounds, step);
  try {
    return await guard.race(begin());
  } finally {
    guard.end();
  }
}

function outOfTime({ started = 0, budget = 0 }: RequestBounds, step: string): BudgetExceededError {
  const milliseconds = performance.now() - started;
  const message = `the cluster did not answer within ${Math.round(budget)} ms (${step}); ask for less, or set a longer timeout`;
  return new BudgetExceededError(message, { budget: 'time', limit: budget, milliseconds, step });
}

/** What errors of clients have: those of opensearch-js, and others of the same shape. */
interface ClientError {
  readonly name?: string;
  readonly message?: string;
  readonly meta?: {
    readonly statusCode?: number | null;
    readonly body?: unknown;
    readonly meta?: { readonly connection?: { readonly url?: { readonly host?: string } } | null };
  };
}

/** An error as a cluster writes it. */
interface ErrorBody {
  readonly type?: string;
  readonly reason?: string;
  readonly root_cause?: readonly ErrorBody[];
  readonly caused_by?: ErrorBody;
}

/** Longest reason in an error. */
const LONGEST_REASON = 300;
/** What messages of clients and clusters may quote of an address. */
const CREDENTIALS = /\/\/[^/@\s]*@/g;

/** The error for a failure of a client, without the request, its answer and credentials. */
function clusterError(error: unknown, step: string): ClusterError {
  const { name, message, meta } = error as ClientError;
  const status = meta?.statusCode ?? undefined;
  const body = (meta?.body as { error?: ErrorBody | string } | undefined)?.error;
  const node = meta?.meta?.connection?.url?.host;
  const reason = status === undefined || status === 0 ? unreached(name, message) : (reasonOf(body) ?? withoutReason(status));
  return new ClusterError(tidy(reason), { step, clusterStatus: status || undefined, node });
}

/** The error of a request inside another one: an item of `_bulk`, a search of `_msearch`. */
export function itemError(status: number, error: unknown, step: string): ClusterError {
  return new ClusterError(tidy(reasonOf(error as ErrorBody) ?? 'no reason given'), { step, clusterStatus: status });
}

/** Gateways and the security plugin answer with a text or a page. */
function withoutReason(status: number): string {
  if (status === 401) return 'it does not accept the user and the password, or needs them';
  if (status === 403) return 'the user is not permitted to do this';
  return 'no reason given';
}

function unreached(name: string | undefined, message: string | undefined): string {
  if (name === 'TimeoutError') return 'it did not answer in time';
  if (name === 'NoLivingConnectionsError') return 'none of its nodes can be reached';
  if (name === 'DeserializationError') return NOT_JSON;
  return message ?? 'it cannot be reached';
}

/** The type and reason of an error, and of what caused it where that says more. */
function reasonOf(error: ErrorBody | string | undefined): string | undefined {
  if (typeof error === 'string') return error;
  if (!error) return undefined;
  const root = error.root_cause?.[0] ?? error;
  const cause = root.caused_by ?? error.caused_by;
  const text = [root.type, root.reason].filter(Boolean).join(': ');
  return cause?.reason && cause.reason !== root.reason ? `${text} (${cause.reason})` : text;
}

function tidy(reason: string): string {
  const line = reason.replace(CREDENTIALS, '//').replace(/\s+/g, ' ').trim();
  return line.length > LONGEST_REASON ? `${line.slice(0, LONGEST_REASON)}…` : line;
}

/** Whether the same request may succeed a little later, on another node. */
function isPassing(error: unknown): boolean {
  if (!(error instanceof ClusterError)) return false;
  return error.clusterStatus === undefined || PASSING.includes(error.clusterStatus);
}

function isBusy(error: unknown): boolean {
  return error instanceof ClusterError && (error.clusterStatus === BUSY || NO_MEMORY.test(error.reason));
}

/** Whether a node has gone while it was asked: others have copies of what it had, but not its points in time. */
export function isNodeLost(error: unknown): boolean {
  return error instanceof ClusterError && error.clusterStatus !== undefined && NODE_LOST.test(error.reason);
}

/** Waits before a request is sent again. @throws BudgetExceededError, or the reason of the signal */
export function pause(milliseconds: number, { signal, deadline, ...bounds }: RequestBounds, step: string): Promise<void> {
  const left = deadline === undefined ? Number.POSITIVE_INFINITY : deadline - performance.now();
  return new Promise((resolve, reject) => {
    const abort = (): void => {
      clearTimeout(timer);
      forget?.();
      reject(signal?.reason);
    };
    const end = (): void => {
      forget?.();
      if (milliseconds < left) resolve();
      else reject(outOfTime(bounds, step));
    };
    const timer = setTimeout(end, Math.max(0, Math.min(milliseconds, left)));
    const forget = signal && onAbort(signal, abort);
    if (signal?.aborted) abort();
  });
}

/** What bounds the requests of a call. */
export function boundsOf({ signal, started, budget }: Work): RequestBounds {
  const { milliseconds } = budget;
  const deadline = Number.isFinite(milliseconds) ? started + milliseconds : undefined;
  return { signal, started, budget: milliseconds, deadline };
}
