import type { Limits } from '../../src/partdex.js';

/** The allowance of one request under the limits. */
export type Counted = 'wildcards' | 'clauses' | 'filters' | 'facets' | 'sortKeys' | 'terms' | 'bytes' | 'matchQueries';

/** The rest of the limits of one request while it is assembled. */
export class Allowance {
  private readonly left: Record<Counted, number>;

  constructor(readonly limits: Limits) {
    const { wildcards, queryClauses: clauses, filters, facets, sortKeys, terms, queryLength: bytes, matchQueries } = limits;
    this.left = { wildcards, clauses, filters, facets, sortKeys, terms, bytes, matchQueries };
  }

  /** Takes the whole amount or nothing. Returns whether it was available. */
  take(wanted: Partial<Record<Counted, number>>): boolean {
    const entries = Object.entries(wanted) as [Counted, number][];
    if (entries.some(([name, amount]) => amount > this.left[name])) return false;
    for (const [name, amount] of entries) this.left[name] -= amount;
    return true;
  }
}

/** 1 for a value with a wildcard before its end, which counts for `limits.wildcards`. */
export function wildcardsOf(value: string): number {
  const isPattern = /^[^"[{].*$/.test(value) && /[*?]/.test(value);
  return isPattern && value !== '*' && !/^[^*?]*\*$/.test(value) ? 1 : 0;
}

/** Bytes of a value and its separator. */
export function bytesWith(value: string): number {
  return Buffer.byteLength(value) + 5;
}
