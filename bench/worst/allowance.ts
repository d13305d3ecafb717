import type { Limits } from '../../src/partdex.js';

/** What one request may have of what limits count. */
export type Counted = 'wildcards' | 'clauses' | 'filters' | 'facets' | 'sortKeys' | 'terms' | 'bytes' | 'matchQueries';

/** What is left of the limits of one request while it is put together. */
export class Allowance {
  private readonly left: Record<Counted, number>;

  constructor(readonly limits: Limits) {
    const { wildcards, queryClauses: clauses, filters, facets, sortKeys, terms, queryLength: bytes, matchQueries } = limits;
    this.left = { wildcards, clauses, filters, facets, sortKeys, terms, bytes, matchQueries };
  }

  /** Takes all of it, or nothing. Returns whether it was left. */
  take(wanted: Partial<Record<Counted, number>>): boolean {
    const entries = Object.entries(wanted) as [Counted, number][];
    if (entries.some(([name, amount]) => amount > this.left[name])) return false;
    for (const [name, amount] of entries) this.left[name] -= amount;
    return true;
  }
}

/** 1 for a value with a wildcard before its end, which `limits.wildcards` counts. */
export function wildcardsOf(value: string): number {
  const isPattern = /^[^"[{].*$/.test(value) && /[*?]/.test(value);
  return isPattern && value !== '*' && !/^[^*?]*\*$/.test(value) ? 1 : 0;
}

/** Bytes of a value and what joins it to others. */
export function bytesWith(value: string): number {
  return Buffer.byteLength(value) + 5;
}
