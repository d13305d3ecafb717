import { type Link, LinkedList } from '../../work/linked-list.js';

/** A call that waits for a thread or runs in one. */
export interface Job {
  /** The client of the call; calls without one share `undefined`. */
  readonly client: string | undefined;
  /** Whether it is expected to take long. */
  readonly isLong: boolean;
  /** Whether it is known to take no longer than `TINY_MS`. */
  readonly isTiny?: boolean;
  /** The thread that it needs, if any other is unsuitable. */
  readonly thread?: number | undefined;
}

/** Milliseconds after which a running call counts as long, whatever its estimate was. */
export const LONG_MS = 20;
/**
 * Short calls that run in one thread at a time: while one waits for the file, or for its answer to be sent, the other continues.
 */
const MOST_SHORT = 2;
/**
 * Milliseconds of a tiny call. It counts as half a short one until it has been in its thread for a few times as long: threads send two
 * answers together, and have two further calls meanwhile (docs/decisions/0100-two-answers-in-a-message.md).
 */
export const TINY_MS = 1;
const TINY_LOAD = 0.5;
const MOST_TINY_MS = 5;
/** Calls that run in one thread at a time, and how many of them one client may have: there is always room for others. */
const MOST_RUNNING = 6;
const MOST_OWN = 3;
/** A client without a running call may start one beside this many more short ones, and beside this many more calls. */
const ONE_MORE = 1;
const TWO_MORE = 2;
/** Clients are dropped if there are more than this, and more than twice the active ones. */
const CLIENTS_KEPT = 256;
/** A long call counts as this many short ones in a thread: a new call waits some milliseconds for its next pause. */
const LONG_LOAD = 2.2;
/** Milliseconds for which a client counts as active after its last call. */
const ACTIVE_MS = 1000;

/** Other clients are entitled to a further thread only from this share of one on. */
const SPARE = 0.1;
/** Calls of one thread that wait for their callers at a time. */
const MOST_SUSPENDED = 40;

interface Running<J> {
  readonly job: J;
  readonly began: number;
}

interface Thread<J> {
  isReady: boolean;
  readonly running: Running<J>[];
  /** Calls that wait for a callback, and how long each had run before. */
  readonly suspended: Map<J, number>;
}

interface Client<J> {
  readonly name: string | undefined;
  readonly short: J[];
  readonly long: J[];
  /** Its running calls, now and on average. */
  readonly load: LoadAverage;
  lastActive: number;
}

/** Average number of running calls; a value one second old has a weight of about one third. */
class LoadAverage {
  running = 0;
  private average = 0;
  private at = 0;

  add(calls: 1 | -1, now: number): void {
    this.average = this.read(now);
    this.at = now;
    this.running += calls;
  }

  copy(): LoadAverage {
    const { running, average, at } = this;
    return Object.assign(new LoadAverage(), { running, average, at });
  }

  read(now: number): number {
    return this.running + (this.average - this.running) * Math.exp((this.at - now) / ACTIVE_MS);
  }
}

/** A call and the thread to run it. */
export interface Placement<J> {
  readonly job: J;
  readonly thread: number;
}

/**
 * Decides which call runs next, and in which thread: docs/decisions/0018-requests-in-threads.md. Threads are only numbers to it,
 * and the caller passes the time.
 *
 * - Clients take turns; within a client short calls go before long ones.
 * - A thread takes a second call while its first is short. A call that has run for long shares its thread: the two yield to each
 *   other every few milliseconds, so that no call waits for the end of a long one.
 * - A client has at most one call in a thread that is known to be long. While other clients are active, it leaves them as many threads as
 *   they have recently used, at least one, if it still has one itself.
 */
export class Scheduler<J extends Job> {
  private readonly threads: Thread<J>[];
  private readonly clients = new Map<string | undefined, Link<Client<J>>>();
  /** In the order of their turns: the client served last is last. */
  private readonly turns = new LinkedList<Client<J>>();
  private load = new LoadAverage();
  private waitingCount = 0;
  private forgetAt = CLIENTS_KEPT;

  constructor(threads: number) {
    this.threads = Array.from({ length: threads }, () => ({ isReady: false, running: [], suspended: new Map() }));
  }

  /** Calls that wait. */
  get waiting(): number {
    return this.waitingCount;
  }

  /** Calls that would still wait if some threads were ready: those that wait for other calls. Starts nothing. */
  waitingOnceReady(threads: readonly number[], now: number): number {
    if (threads.every((thread) => this.threads[thread].isReady)) return this.waitingCount;
    const trial = this.copy();
    for (const thread of threads) trial.setReady(thread, true);
    while (trial.next(now)) {}
    return trial.waiting;
  }

  private copy(): Scheduler<J> {
    const copy = new Scheduler<J>(0);
    for (const { isReady, running, suspended } of this.threads) {
      copy.threads.push({ isReady, running: [...running], suspended: new Map(suspended) });
    }
    for (const { name, short, long, load, lastActive } of this.turns.values()) {
      copy.know({ name, short: [...short], long: [...long], load: load.copy(), lastActive });
    }
    copy.load = this.load.copy();
    copy.waitingCount = this.waitingCount;
    return copy;
  }

  /** Clients in its memory. */
  get clientsKnown(): number {
    return this.clients.size;
  }

  setReady(thread: number, isReady: boolean): void {
    this.threads[thread].isReady = isReady;
  }

  get hasReady(): boolean {
    return this.threads.some(({ isReady }) => isReady);
  }

  add(job: J, now: number): void {
    let client = this.clientOf(job);
    if (!client) {
      if (this.clients.size >= this.forgetAt) this.forgetIdle(now);
      client = this.know({ name: job.client, short: [], long: [], load: new LoadAverage(), lastActive: now });
    }
    client.lastActive = now;
    laneOf(client, job).push(job);
    this.waitingCount++;
  }

  /** Removes a call from its queue; false if it does not wait. */
  remove(job: J): boolean {
    const client = this.clientOf(job);
    const lane = client && laneOf(client, job);
    const at = lane ? lane.indexOf(job) : -1;
    if (at < 0) return false;
    lane?.splice(at, 1);
    this.waitingCount--;
    return true;
  }

  /** The next call to run, which counts as running from now on; undefined if no thread can take a waiting call. */
  next(now: number): Placement<J> | undefined {
    if (this.waitingCount === 0 || !this.hasRoom(now)) return undefined;
    for (let turn = this.turns.first; turn; turn = turn.next) {
      const client = turn.value;
      const placement = this.place(client.short, client, now) ?? this.place(client.long, client, now);
      if (!placement) continue;
      this.begin(placement, turn, now);
      return placement;
    }
    return undefined;
  }

  /** A call has ended, or cannot run: its thread has ended. */
  ended(job: J, thread: number, now: number): void {
    const wasSuspended = this.threads[thread].suspended.delete(job);
    if (!wasSuspended && !this.takeOut(job, thread)) return;
    const client = this.clientOf(job);
    this.load.add(-1, now);
    if (!client) return;
    client.load.add(-1, now);
    client.lastActive = now;
  }

  /** A call waits for its caller; its thread has room for another one meanwhile. */
  suspend(job: J, thread: number, now: number): void {
    const running = this.takeOut(job, thread);
    if (running) this.threads[thread].suspended.set(job, now - running.began);
  }

  /** A call continues, at once: it is most useful for it to end. */
  resume(job: J, thread: number, now: number): void {
    const { running, suspended } = this.threads[thread];
    const ran = suspended.get(job);
    if (ran === undefined) return;
    suspended.delete(job);
    running.push({ job, began: now - ran });
  }

  private clientOf(job: J): Client<J> | undefined {
    return this.clients.get(job.client)?.value;
  }

  private know(client: Client<J>): Client<J> {
    this.clients.set(client.name, this.turns.add(client));
    return client;
  }

  private takeOut(job: J, thread: number): Running<J> | undefined {
    const { running } = this.threads[thread];
    const at = running.findIndex((other) => other.job === job);
    return at < 0 ? undefined : running.splice(at, 1)[0];
  }

  private forgetIdle(now: number): void {
    for (const [name, turn] of this.clients) {
      if (isActive(turn.value, now)) continue;
      this.clients.delete(name);
      this.turns.remove(turn);
    }
    this.forgetAt = Math.max(CLIENTS_KEPT, 2 * this.clients.size);
  }

  /** Whether some thread could take a call of some client. */
  private hasRoom(now: number): boolean {
    return this.threads.some((thread) => hasPlace(thread, TWO_MORE) && countShort(thread.running, now) < MOST_SHORT + ONE_MORE);
  }

  private begin({ job, thread }: Placement<J>, turn: Link<Client<J>>, now: number): void {
    const client = turn.value;
    const lane = laneOf(client, job);
    lane.splice(lane.indexOf(job), 1);
    this.waitingCount--;
    this.threads[thread].running.push({ job, began: now });
    client.load.add(1, now);
    this.load.add(1, now);
    client.lastActive = now;
    // Its turn is over.
    this.turns.moveToEnd(turn);
  }

  /** The first call of a lane that some thread can take: calls that need a particular thread may have to wait for it. */
  private place(lane: readonly J[], client: Client<J>, now: number): Placement<J> | undefined {
    for (const job of lane) {
      const thread = this.threadFor(job, client, now);
      if (thread >= 0) return { job, thread };
      if (job.thread === undefined) return undefined;
    }
    return undefined;
  }

  /** The thread with the least work among those that can take a call; -1 if none can. */
  private threadFor(job: J, client: Client<J>, now: number): number {
    let best = -1;
    let least = Number.POSITIVE_INFINITY;
    for (let thread = 0; thread < this.threads.length; thread++) {
      if (job.thread !== undefined && job.thread !== thread) continue;
      if (!this.canTake(thread, job, client, now)) continue;
      const load = this.loadOf(thread, now);
      if (load < least) {
        least = load;
        best = thread;
      }
    }
    return best;
  }

  private canTake(thread: number, job: J, client: Client<J>, now: number): boolean {
    const { running } = this.threads[thread];
    const isFirst = client.load.running === 0;
    if (!hasPlace(this.threads[thread], isFirst ? TWO_MORE : 0)) return false;
    if (running.filter((other) => other.job.client === client.name).length >= MOST_OWN) return false;
    // Other clients' calls wait for no one else's long calls: not even while all of those still count as short.
    if (countShort(running, now) >= (isFirst ? MOST_SHORT + ONE_MORE : MOST_SHORT)) return false;
    if (!job.isLong) return true;
    const long = running.filter((other) => isLong(other, now));
    return long.length > 0 ? this.mayShare(long, client) : this.mayHold(client, now);
  }

  /**
   * A long call shares a thread with other long ones only if they belong to clients that hold all threads, one or as many as there are
   * threads. Each of them may have several, which were taken for short.
   */
  private mayShare(long: readonly Running<J>[], client: Client<J>): boolean {
    const others = new Set(long.map(({ job }) => job.client));
    return others.size <= this.threads.length && !others.has(client.name) && [...others].every((other) => this.holdsAll(other));
  }

  private holdsAll(client: string | undefined): boolean {
    return this.threads.every(({ running }) => running.some(({ job }) => job.client === client));
  }

  /** Whether a client may have a long call in one more thread. */
  private mayHold(client: Client<J>, now: number): boolean {
    const held = this.threads.filter(({ running }) =>
      running.some((other) => other.job.client === client.name && isLong(other, now)),
    ).length;
    if (held === 0 || !this.othersActive(client, now)) return true;
    const othersUse = Math.ceil(this.load.read(now) - client.load.read(now) - SPARE);
    return held + 1 + Math.max(1, othersUse) <= this.threads.length;
  }

  private othersActive(client: Client<J>, now: number): boolean {
    for (let turn = this.turns.first; turn; turn = turn.next) {
      if (turn.value !== client && isActive(turn.value, now)) return true;
    }
    return false;
  }

  private loadOf(thread: number, now: number): number {
    let load = 0;
    for (const running of this.threads[thread].running) load += isLong(running, now) ? LONG_LOAD : shortLoad(running, now);
    return load;
  }
}

function laneOf<J extends Job>(client: Client<J>, job: J): J[] {
  return job.isLong ? client.long : client.short;
}

function isActive<J>({ short, long, load, lastActive }: Client<J>, now: number): boolean {
  return load.running > 0 || short.length > 0 || long.length > 0 || now - lastActive < ACTIVE_MS;
}

function countShort<J extends Job>(running: readonly Running<J>[], now: number): number {
  return running.reduce((count, other) => (isLong(other, now) ? count : count + shortLoad(other, now)), 0);
}

function shortLoad<J extends Job>({ job, began }: Running<J>, now: number): number {
  return job.isTiny && now - began < MOST_TINY_MS ? TINY_LOAD : 1;
}

function hasPlace<J>({ isReady, running, suspended }: Thread<J>, more: number): boolean {
  return isReady && running.length < MOST_RUNNING + more && suspended.size < MOST_SUSPENDED;
}

function isLong<J extends Job>({ job, began }: Running<J>, now: number): boolean {
  return job.isLong || now - began >= LONG_MS;
}
