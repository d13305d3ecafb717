import { BudgetExceededError, ClusterError, UnsupportedError } from '../model/errors.js';
import { refused } from './capabilities.js';
import { type ClusterConnection, itemError, type RequestBounds } from './client.js';

// biome-ignore lint/suspicious/noExplicitAny: an answer of the engine has the shape of its request.
export type EngineAnswer = any;

/** By default a shard that is away is left out in silence, and every count is then too small. */
const WHOLE = { allow_partial_search_results: false } as const;
/** How long a point in time outlives the last request to it; that of a reader that takes its time. */
const [KEEP_ALIVE, KEEP_FOR_READERS] = ['2m', '10m'];

/** A request that was sent, for explanations. */
export interface SentRequest {
  readonly body: object;
  readonly milliseconds: number;
  /** Hits that the engine counted. */
  readonly hits: number;
  /** What the engine did, of a request that asks for it. */
  readonly profile?: EngineAnswer;
}

/**
 * The requests of one answer. Where there are several, all of them see the same parts: they are sent to one point in time, which `end`
 * closes.
 */
export class EngineSession {
  readonly sent: SentRequest[] = [];
  private pit: string | undefined = undefined;
  private isProfiled = false;
  private keepAlive = KEEP_ALIVE;

  constructor(
    private readonly connection: ClusterConnection,
    readonly index: string,
    private bounds: RequestBounds,
    private isSeveral = false,
  ) {}

  /** From here on requests tell what the engine does. */
  profiled(): this {
    this.isProfiled = true;
    return this;
  }

  /** From here on all requests see the same parts. Whether they did not before: what was asked must then be asked again. */
  holdStill(): boolean {
    const wasSeveral = this.isSeveral;
    this.isSeveral = true;
    return !wasSeveral;
  }

  /** From here on the point in time outlives pauses of minutes between two requests. */
  forReader(): this {
    this.keepAlive = KEEP_FOR_READERS;
    return this;
  }

  /** The same session within the bounds of a further piece of its call. */
  renewed(bounds: RequestBounds): this {
    this.bounds = bounds;
    return this;
  }

  /**
   * @param paths of the answer, as `filter_path` takes them; by default all
   * @throws ClusterError, BudgetExceededError, UnsupportedError for what a cluster refuses to count, TooComplexPattern, or the reason of
   * the signal
   */
  async search(asked: object, step = 'search', paths?: string): Promise<EngineAnswer> {
    const body = this.isProfiled ? { ...asked, profile: true } : asked;
    if (this.isSeveral) this.pit ??= await this.open();
    const began = performance.now();
    const pit = this.pit;
    const { bounds } = this;
    const query = paths === undefined ? WHOLE : { ...WHOLE, filter_path: paths };
    try {
      const answer = await this.connection.send(
        pit === undefined
          ? { method: 'POST', path: `/${encodeURIComponent(this.index)}/_search`, query, body, step }
          : {
              method: 'POST',
              path: '/_search',
              query,
              body: { ...body, pit: { id: pit, keep_alive: this.keepAlive } },
              step,
            },
        bounds,
      );
      checkWhole(answer.body, bounds, step);
      const { hits, profile } = answer.body;
      const milliseconds = performance.now() - began;
      this.sent.push({ body, milliseconds, hits: hits?.total?.value ?? 0, ...(profile && { profile }) });
      return answer.body;
    } catch (error) {
      throw translated(error);
    }
  }

  /**
   * Several searches in one request.
   * @throws as `search`, if one of them fails
   */
  async searches(bodies: readonly object[], step: string): Promise<readonly EngineAnswer[]> {
    if (bodies.length === 0) return [];
    if (bodies.length === 1) return [await this.search(bodies[0], step)];
    if (this.isSeveral) this.pit ??= await this.open();
    const pit = this.pit && { id: this.pit, keep_alive: this.keepAlive };
    const header = JSON.stringify(pit ? WHOLE : { index: this.index, ...WHOLE });
    const lines = bodies.flatMap((body) => [header, pit ? { ...body, pit } : body]);
    const failureIn = ({ responses }: EngineAnswer): ClusterError | undefined => {
      const failed = responses.find(({ error }: EngineAnswer) => error);
      return failed && itemError(failed.status, failed.error, step);
    };
    try {
      const { body } = await this.connection.send({ method: 'POST', path: '/_msearch', lines, step, failureIn }, this.bounds);
      for (const answer of body.responses) checkWhole(answer, this.bounds, step);
      return body.responses;
    } catch (error) {
      throw translated(error);
    }
  }

  /** Closes the point in time, for which no answer waits. It would end by itself: a failure is none of the answer. */
  end(): void {
    if (this.pit === undefined) return;
    const body = { pit_id: [this.pit] };
    this.pit = undefined;
    this.connection.sendAside({ method: 'DELETE', path: '/_search/point_in_time', body, step: 'search' });
  }

  private async open(): Promise<string> {
    const path = `/${encodeURIComponent(this.index)}/_search/point_in_time`;
    const query = { keep_alive: this.keepAlive, allow_partial_pit_creation: false };
    const { body } = await this.connection.send({ method: 'POST', path, query, step: 'search' }, this.bounds);
    return body.pit_id;
  }
}

/** @throws BudgetExceededError, ClusterError for an answer that not all of the index is in */
function checkWhole(answer: EngineAnswer, { started = 0, budget = 0 }: RequestBounds, step: string): void {
  if (answer.timed_out) {
    const milliseconds = performance.now() - started;
    throw new BudgetExceededError('the cluster did not finish the search in time', {
      budget: 'time',
      limit: budget,
      milliseconds,
      step,
    });
  }
  const { total = 0, successful = 0, failed = 0 } = answer._shards ?? {};
  if (failed > 0 || successful < total)
    throw new ClusterError(`${total - successful} of ${total} shards did not answer`, { step });
}

/** The engine has refused a pattern as too complex: the same request with programs in place of its wildcards can be answered. */
export class TooComplexPattern extends Error {}

/** The engine has refused to count so many values at once: the same request with fewer values of each field can be answered. */
export class TooManyBuckets extends UnsupportedError {
  constructor(cause: ClusterError) {
    const { what, instead } = refused('values at once');
    super(what, instead, { cause });
  }
}

const TOO_COMPLEX = /too_complex_to_determinize|automaton|determinizing/i;
const TOO_MANY_BUCKETS = /too_many_buckets|too many buckets/i;
const TOO_MANY_CLAUSES = /too_many_(nested_)?clauses|maxClauseCount|max_clause_count/i;

function translated(error: unknown): unknown {
  if (!(error instanceof ClusterError)) return error;
  const { reason } = error;
  if (TOO_COMPLEX.test(reason)) return new TooComplexPattern(reason);
  if (TOO_MANY_BUCKETS.test(reason)) return new TooManyBuckets(error);
  if (!TOO_MANY_CLAUSES.test(reason)) return error;
  const what = 'a request with more clauses than the cluster allows (indices.query.bool.max_clause_count)';
  return new UnsupportedError(what, 'ask for fewer conditions, or raise the setting of its nodes', { cause: error });
}
