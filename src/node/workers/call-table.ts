import { MOST_TIMER_MS } from '../../work/within-call.js';
import type { PendingCall } from './pending-call.js';

/** Numbers of calls are a place below this, and how often it was taken: no number is used twice. */
const PLACES = 2 ** 24;

/** The calls that wait and those that run, by their numbers, and one timer for those that take too long. */
export class CallTable {
  private readonly places: (PendingCall | undefined)[] = [];
  private readonly free: number[] = [];
  /** How often each place was taken. */
  private readonly times: number[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined = undefined;
  private wakesAt = Number.POSITIVE_INFINITY;
  private isWaitedFor = false;

  /** @param overdue called with a call whose time is over; returns when to look at it again, as `performance.now()` counts */
  constructor(private readonly overdue: (call: PendingCall) => number) {}

  /** A number for a call. */
  number(): number {
    const place = this.free.pop() ?? this.places.push(undefined) - 1;
    this.times[place] = (this.times[place] ?? 0) + 1;
    return this.times[place] * PLACES + place;
  }

  add(call: PendingCall): void {
    this.places[call.id % PLACES] = call;
    this.wakeAt(call.due);
  }

  get(id: number): PendingCall | undefined {
    const call = this.places[id % PLACES];
    return call?.id === id ? call : undefined;
  }

  delete({ id }: PendingCall): void {
    if (!this.get(id)) return;
    this.places[id % PLACES] = undefined;
    this.free.push(id % PLACES);
  }

  /** All of them as they are now. */
  values(): PendingCall[] {
    return this.places.filter((call) => call !== undefined);
  }

  /** Whether the process waits for the timer before it exits. */
  set keepsProcess(keeps: boolean) {
    this.isWaitedFor = keeps;
    if (keeps) this.timer?.ref();
    else this.timer?.unref();
  }

  private wakeAt(time: number): void {
    if (time >= this.wakesAt) return;
    clearTimeout(this.timer);
    this.wakesAt = time;
    this.timer = setTimeout(this.look, Math.min(time - performance.now(), MOST_TIMER_MS));
    if (!this.isWaitedFor) this.timer.unref();
  }

  private readonly look = () => {
    this.timer = undefined;
    this.wakesAt = Number.POSITIVE_INFINITY;
    const now = performance.now();
    let next = Number.POSITIVE_INFINITY;
    for (const call of this.values()) {
      if (call.isSettled) continue;
      if (call.due <= now) call.due = this.overdue(call);
      next = Math.min(next, call.due);
    }
    this.wakeAt(next);
  };
}
