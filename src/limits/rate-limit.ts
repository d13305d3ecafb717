import type { Admission, AdmissionClient } from '../model/admission.js';
import { MemberReader } from '../model/check-arguments.js';
import { type Issues, withoutIssues } from '../model/issues.js';

/** How many requests a client may send. */
export interface RateLimitOptions {
  /** Requests of one address in any 1,000 ms, an integer or Infinity. Default 3, as the version 3 document has it ("Limits"). */
  perSecond?: number;
  /**
   * Keys with a rate of their own, in requests per second: they are counted by key in place of the address. A function returns
   * undefined for a key without one.
   */
  keys?: Readonly<Record<string, number>> | ((key: string) => number | undefined);
  /** The time in milliseconds. Default: a clock that never goes back. */
  now?(): number;
}

const DEFAULT_RATE = 3;
const SECOND = 1000;
/**
 * Most clients that are counted apart. When so many have sent a request within one second, further ones share one count, so that a
 * flood from many addresses takes no more memory.
 */
const MOST_CLIENTS = 100_000;
const SHARED = '';
const REFUSED: Admission = Object.freeze({
  admitted: false,
  retryAfter: 1,
  message: 'too many requests in a second; try again later',
});

/**
 * A rate limiter for `admit` of `createRestApi` and `createGraphqlApi`: within any 1,000 ms it admits at most so many requests of an
 * address, or of a key that has a rate of its own. Refused requests do not count. Clients without an address share one count.
 * @throws ValidationError for invalid options
 */
export function rateLimit(options: RateLimitOptions = {}): (client: AdmissionClient) => Admission {
  const { perSecond, rateOf, now } = readOptions(options);
  const counts = new RecentRequests();
  return ({ ip, key }) => {
    const own = key === undefined ? undefined : rateOf(key);
    const client = own !== undefined ? `key ${key}` : ip ? `address ${ip}` : SHARED;
    return counts.admits(client, own ?? perSecond, now()) || REFUSED;
  };
}

/** The times of the admitted requests of the last second, by client. The client that was admitted last is the last of the map. */
class RecentRequests {
  private readonly clients = new Map<string, number[]>();
  private latest = Number.NEGATIVE_INFINITY;

  admits(client: string, rate: number, now: number): boolean {
    // A clock that was set back must not block clients for longer.
    if (now < this.latest - SECOND) this.clients.clear();
    this.latest = now;
    this.forget(now - SECOND);
    if (rate === Number.POSITIVE_INFINITY) return true;
    const counted = this.clients.has(client) || this.clients.size < MOST_CLIENTS ? client : SHARED;
    const times = this.clients.get(counted) ?? [];
    const first = times.findIndex((time) => time > now - SECOND);
    times.splice(0, first < 0 ? times.length : first);
    if (times.length >= rate) return false;
    times.push(now);
    this.clients.delete(counted);
    this.clients.set(counted, times);
    return true;
  }

  /** Drops the clients that were last admitted at a time or before. */
  private forget(time: number): void {
    for (const [client, times] of this.clients) {
      if (times[times.length - 1] > time) return;
      this.clients.delete(client);
    }
  }
}

function readOptions(options: RateLimitOptions) {
  return withoutIssues({ options }, (issues) => {
    const given = MemberReader.of(options, ['options'], ['perSecond', 'keys', 'now'], issues);
    const { perSecond = DEFAULT_RATE, keys = {}, now = () => performance.now() } = options ?? {};
    checkRate(perSecond, given.at('perSecond'), issues);
    if (typeof now !== 'function') issues.addWrongType(given.at('now'), 'a function', now);
    if (typeof keys === 'function') return { perSecond, now, rateOf: keys };
    const rates = new Map(given.entries('keys') as [string, number][]);
    for (const [key, rate] of rates) checkRate(rate, [...given.at('keys'), key], issues);
    return { perSecond, now, rateOf: (key: string) => rates.get(key) };
  });
}

function checkRate(rate: unknown, path: readonly (string | number)[], issues: Issues): void {
  const isRate = typeof rate === 'number' && rate >= 0 && (Number.isInteger(rate) || rate === Number.POSITIVE_INFINITY);
  if (!isRate) issues.addWrongType(path, 'an integer of at least 0, or Infinity', rate);
}
