/**
 * Limits on what clients may send: `admit` and `onUsage` of both interfaces. Runs in Node and in browsers.
 * @module partdex/limits
 */
export type { Admission, AdmissionClient } from '../model/admission.js';
export { type Admit, admitAll } from './admit-all.js';
export { type MonthlyQuota, type MonthlyQuotaOptions, monthlyQuota } from './monthly-quota.js';
export { memoryStore, type QuotaStore } from './quota-store.js';
export { type RateLimitOptions, rateLimit } from './rate-limit.js';
