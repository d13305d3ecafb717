import { utf8Length } from '../analysis/utf8.js';
import { ClusterError } from '../model/errors.js';
import { shorten } from '../model/nearest.js';
import { BUSY, type ClusterConnection, itemError, pause, type RequestBounds } from './client.js';
import { pathOf } from './index-names.js';

/** An action of `_bulk` on one part. */
export interface BulkAction {
  readonly uid: string;
  /** The line of the action, and that of the document. */
  readonly lines: readonly string[];
}

/** What became of an action. */
export interface BulkResult {
  readonly action: BulkAction;
  readonly status: number;
  /** `created`, `updated`, `deleted` or `not_found`; undefined for an error. */
  readonly result: string | undefined;
}

/** Bytes of a request, about: larger ones fill the memory of nodes, smaller ones cost more trips. */
const REQUEST_BYTES = 4_000_000;
/** Requests that are under way at a time. */
const AT_ONCE = 2;
/** Actions that a busy cluster refuses are sent again, after waits that double. */
const MOST_TRIES = 8;
const FIRST_WAIT = 200;
const LONGEST_WAIT = 10_000;
/** A request with more bytes than the cluster takes, or something in front of it. */
const TOO_LARGE = 413;

/** Sends actions on parts in requests of some size, as fast as the cluster takes them. */
export class BulkWriter {
  private pending: BulkAction[] = [];
  private bytes = 0;
  private readonly underWay = new Set<Promise<void>>();
  private failure: { readonly error: unknown } | undefined = undefined;

  /**
   * @param onResult called for each action, also for one with a status in `expected`
   * @param expected statuses of 400 and above that are no errors
   */
  constructor(
    private readonly connection: ClusterConnection,
    private readonly index: string,
    private readonly onResult: (result: BulkResult) => void,
    private readonly bounds: RequestBounds = {},
    private readonly expected: readonly number[] = [],
  ) {}

  /** Adds an action; waits while the cluster is busy with earlier ones. @throws what an earlier request failed with */
  async add(action: BulkAction): Promise<void> {
    this.pending.push(action);
    for (const line of action.lines) this.bytes += utf8Length(line) + 1;
    if (this.bytes >= REQUEST_BYTES) await this.flush();
  }

  /** Sends what is pending, and waits for all of it. */
  async end(): Promise<void> {
    if (this.pending.length > 0) await this.flush();
    await Promise.all(this.underWay);
    this.throwIfFailed();
  }

  private throwIfFailed(): void {
    if (this.failure) throw this.failure.error;
  }

  private async flush(): Promise<void> {
    const actions = this.pending;
    this.pending = [];
    this.bytes = 0;
    while (this.underWay.size >= AT_ONCE) await Promise.race(this.underWay);
    // What has been written is known when no other request is under way.
    if (this.failure) await Promise.all(this.underWay);
    this.throwIfFailed();
    const sent: Promise<void> = this.send(actions)
      .catch((error: unknown) => {
        this.failure ??= { error };
      })
      .finally(() => this.underWay.delete(sent));
    this.underWay.add(sent);
  }

  /** Sends actions until none of them is refused for now. */
  private async send(actions: readonly BulkAction[]): Promise<void> {
    let open = actions;
    for (let tries = 1; ; tries++) {
      const busy = await this.sendOnce(open, tries);
      if (busy.length === 0) return;
      open = busy;
      await pause(Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** tries), this.bounds, 'write parts');
    }
  }

  /** Returns the actions that the cluster was too busy for. */
  private async sendOnce(actions: readonly BulkAction[], tries: number): Promise<readonly BulkAction[]> {
    let body: { items: readonly Record<string, { status: number; result?: string; error?: unknown }>[] };
    try {
      ({ body } = await this.connection.send(
        {
          method: 'POST',
          path: pathOf(this.index, '_bulk'),
          lines: actions.flatMap(({ lines }) => lines),
          step: 'write parts',
        },
        this.bounds,
      ));
    } catch (error) {
      if (!(error instanceof ClusterError)) throw error;
      if (isBusy(error) && tries < MOST_TRIES) return actions;
      if (error.clusterStatus !== TOO_LARGE) throw error;
      return this.sendHalves(actions);
    }
    const busy: BulkAction[] = [];
    let fault: ClusterError | undefined;
    actions.forEach((action, i) => {
      const [{ status, result, error }] = Object.values(body.items[i]);
      if (error === undefined || this.expected.includes(status)) {
        this.onResult({ action, status, result });
        return;
      }
      const failed = itemError(status, error, `write the part "${shorten(action.uid)}"`);
      if (isBusy(failed) && tries < MOST_TRIES) busy.push(action);
      else fault ??= failed;
    });
    // The actions behind one that failed are done all the same.
    if (fault) throw fault;
    return busy;
  }

  /** Sends what was too much at once in halves, and so finds the part that is too large by itself. */
  private async sendHalves(actions: readonly BulkAction[]): Promise<readonly BulkAction[]> {
    const [{ uid }] = actions;
    if (actions.length === 1) {
      const step = `write the part "${shorten(uid)}"`;
      throw new ClusterError('it is larger than what the cluster takes at once', { step, clusterStatus: TOO_LARGE });
    }
    const middle = actions.length >> 1;
    await this.send(actions.slice(0, middle));
    await this.send(actions.slice(middle));
    return [];
  }
}

/** Whether the same will be taken later: not by an index that is read-only, which has the same status. */
function isBusy({ clusterStatus, reason }: ClusterError): boolean {
  return clusterStatus === BUSY && !reason.startsWith('cluster_block_exception');
}

/** Indexes a part under its uid. @param version what it must still be; undefined for whatever is there */
export function indexAction(uid: string, document: object, version?: { seqNo: number; primaryTerm: number }): BulkAction {
  const condition = version && { if_seq_no: version.seqNo, if_primary_term: version.primaryTerm };
  return { uid, lines: [JSON.stringify({ index: { _id: uid, ...condition } }), JSON.stringify(document)] };
}

export function deleteAction(uid: string): BulkAction {
  return { uid, lines: [JSON.stringify({ delete: { _id: uid } })] };
}
