import type { Issues } from '../model/issues.js';
import type { Limits } from '../model/limits.js';
import { distinctAgain, isSingle } from './distinct.js';
import type { ResolvedFilter } from './resolved-filter.js';

/** A filter of a search. */
export interface SearchFilter {
  readonly filter: ResolvedFilter;
  /** If this is the only filter of its field: the field. Its counts then include the rows that only this filter removes. */
  readonly excludedFor: string | undefined;
}

/** Some distinct filters, and the number of their distinct conditions. */
export class DistinctFilters {
  readonly all: SearchFilter[] = [];
  private readonly byKey = new Map<string, ResolvedFilter>();
  /** The only filter so far, as long as it is one condition. */
  private single: ResolvedFilter | undefined = undefined;

  constructor(
    private readonly limits: Limits,
    private readonly issues: Issues,
    readonly clauses = new Set<string>(),
  ) {}

  /** Whether they exceed the limit, so that others need not be looked at. */
  get areTooMany(): boolean {
    return this.clauses.size > this.limits.filters;
  }

  /** The filter as it is evaluated: one object for all filters with the same meaning. */
  add(filter: ResolvedFilter, excludedFor?: string): ResolvedFilter {
    // Most requests have at most one filter, which has no repetitions.
    if (this.all.length === 0 && this.clauses.size === 0 && this.limits.filters > 0 && isSingle(filter)) {
      this.single = filter;
      this.all.push({ filter, excludedFor });
      return filter;
    }
    if (this.single) this.byKey.set(distinctAgain(this.single, this.clauses).key, this.single);
    this.single = undefined;
    return this.addAnother(filter, excludedFor);
  }

  private addAnother(filter: ResolvedFilter, excludedFor: string | undefined): ResolvedFilter {
    const before = this.clauses.size;
    const distinct = distinctAgain(filter, this.clauses);
    if (before <= this.limits.filters && this.areTooMany) this.addTooMany();
    const known = this.byKey.get(distinct.key);
    if (known) return known;
    this.byKey.set(distinct.key, distinct.filter);
    this.all.push({ filter: distinct.filter, excludedFor });
    return distinct.filter;
  }

  /** Adds the issue that there are too many conditions. */
  addTooMany(): void {
    const expected = `at most ${this.limits.filters} different values and clauses (limit filters)`;
    const text = `: the filters and facet queries of a request may have ${expected}`;
    this.issues.add('too_many', ['filter'], text, { found: this.clauses.size, expected: [expected] });
  }
}
