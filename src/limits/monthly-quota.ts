import type { Admission, AdmissionClient } from '../model/admission.js';
import { MemberReader } from '../model/check-arguments.js';
import { withoutIssues } from '../model/issues.js';
import { isObject } from '../model/plain.js';
import { memoryStore, type QuotaStore } from './quota-store.js';

/** How many parts a token may get in a month. */
export interface MonthlyQuotaOptions {
  /** The quota of every token, or of each. Infinity for none. */
  parts: number | ((token: string) => number);
  /** Where the sums are kept. Default: in memory. */
  store?: QuotaStore;
  /** The time in milliseconds since 1970. Default `Date.now`. */
  now?(): number;
}

/** A quota, to be spread into the options of `createGraphqlApi`. */
export interface MonthlyQuota {
  /** Whether a token is below its quota. */
  admit(client: AdmissionClient): Promise<Admission>;
  /** Adds the parts of an answer. */
  onUsage(usage: { token: string; parts: number }): Promise<void>;
  /** The parts of a token in this month. It is not enumerable, so that a spread does not copy it. */
  usage(token: string): Promise<number>;
}

const SECOND = 1000;

/**
 * A quota of parts for each token and month (UTC), as the successor interface has it: a token is admitted while its sum of the month
 * is below its quota. So the last answer may exceed it. A request without a token is admitted: the interface refuses it.
 *
 * `createGraphqlApi(catalog, { isValidToken, ...monthlyQuota({ parts: 1000 }) })`
 * @throws ValidationError for invalid options
 */
export function monthlyQuota(options: MonthlyQuotaOptions): MonthlyQuota {
  checkOptions(options);
  const { parts, store = memoryStore(), now = Date.now } = options;
  const keyOf = (token: string) => `${new Date(now()).toISOString().slice(0, 7)} ${token}`;
  const usage = async (token: string) => store.add(keyOf(token), 0);
  const quota = {
    admit: async ({ key: token }: AdmissionClient): Promise<Admission> => {
      if (token === undefined) return true;
      const most = typeof parts === 'function' ? parts(token) : parts;
      if ((await usage(token)) < most) return true;
      const message = `the monthly quota of ${most} parts is used up; a new month begins on the first, UTC`;
      return { admitted: false, retryAfter: secondsToNextMonth(now()), message };
    },
    onUsage: async ({ token, parts: used }: { token: string; parts: number }): Promise<void> => {
      await store.add(keyOf(token), used);
    },
  };
  return Object.defineProperty(quota, 'usage', { value: usage }) as MonthlyQuota;
}

function secondsToNextMonth(now: number): number {
  const date = new Date(now);
  const next = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1);
  return Math.max(1, Math.ceil((next - now) / SECOND));
}

function checkOptions(options: MonthlyQuotaOptions): void {
  withoutIssues({ options }, (issues) => {
    const given = MemberReader.of(options, ['options'], ['parts', 'store', 'now'], issues);
    const parts = given.value('parts');
    const isQuota = typeof parts === 'function' || (typeof parts === 'number' && parts >= 0);
    if (!isQuota) issues.addWrongType(given.at('parts'), 'a number of at least 0, or a function', parts);
    const store = given.value('store');
    if (store !== undefined && !(isObject(store) && typeof (store as { add?: unknown }).add === 'function')) {
      issues.addWrongType(given.at('store'), 'an object with the method "add"', store);
    }
    const now = given.value('now');
    if (now !== undefined && typeof now !== 'function') issues.addWrongType(given.at('now'), 'a function', now);
  });
}
