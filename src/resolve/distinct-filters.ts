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

/** At most this many filters are compared by their fields instead of by keys. */
const FEW = 4;

/** Some distinct filters, and the number of their distinct conditions. */
export class DistinctFilters {
  readonly all: SearchFilter[] = [];
  /** The keys of the distinct conditions of these filters and of the earlier ones, but of those without a key. */
  private readonly clauses: Set<string>;
  /** By the keys of the filters, of those that have one. */
  private byKey: Map<string, ResolvedFilter> | undefined = undefined;
  /** How many of the filters have no key yet: the first ones, as long as each is one condition and on another field. */
  private withoutKey = 0;

  constructor(
    private readonly limits: Limits,
    private readonly issues: Issues,
    /** Others of the same request: their conditions count, too. */
    private readonly earlier?: DistinctFilters,
  ) {
    this.clauses = earlier?.clauses ?? new Set();
  }

  /** Whether they exceed the limit, so that others need not be looked at. */
  get areTooMany(): boolean {
    return this.clauses.size > this.limits.filters;
  }

  /** The filter as it is evaluated: one object for all filters with the same meaning. */
  add(filter: ResolvedFilter, excludedFor?: string): ResolvedFilter {
    this.earlier?.giveKeys();
    // Most requests have few filters, which cannot be the same.
    if (!this.byKey && this.withoutKey < this.mostWithoutKey && isSingle(filter) && this.isOfAnotherField(filter)) {
      this.withoutKey++;
      this.all.push({ filter, excludedFor });
      return filter;
    }
    this.giveKeys();
    return this.addAnother(filter, excludedFor);
  }

  /** Counts the conditions of all filters so far. */
  private giveKeys(): void {
    this.earlier?.giveKeys();
    if (this.withoutKey === 0) return;
    this.byKey ??= new Map();
    for (const { filter } of this.all.slice(0, this.withoutKey)) this.byKey.set(distinctAgain(filter, this.clauses).key, filter);
    this.withoutKey = 0;
  }

  private get mostWithoutKey(): number {
    return this.clauses.size > 0 ? 0 : Math.min(this.limits.filters, FEW);
  }

  private isOfAnotherField(filter: ResolvedFilter): boolean {
    for (const { filter: other } of this.all) {
      if (filter.kind !== 'field' || other.kind !== 'field' || filter.name === other.name) return false;
    }
    return true;
  }

  private addAnother(filter: ResolvedFilter, excludedFor: string | undefined): ResolvedFilter {
    const before = this.clauses.size;
    const distinct = distinctAgain(filter, this.clauses);
    if (before <= this.limits.filters && this.areTooMany) this.addTooMany();
    this.byKey ??= new Map();
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
