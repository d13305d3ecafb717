import type { Filter } from '../parser/ast.js';
import { printFilter } from '../parser/print.js';
import type { Allowance } from './allowance.js';
import { isWish, queriesOf } from './offer-wishes.js';
import type { Resolved } from './resolution.js';

/** The filter queries of the request of one question: those of its readings, and one of all wishes for an offer. */
export class RequestQueries {
  private readonly taken = new Map<string, Filter>();
  private readonly wishes: readonly Resolved[];
  private fitting: ReadonlySet<Resolved> | undefined = undefined;

  /** @param kept the pieces that were not dropped */
  constructor(
    kept: readonly Resolved[],
    private readonly allowance: Allowance,
  ) {
    this.wishes = kept.filter(isWish);
  }

  /** The queries by their texts, in the order of the pieces. */
  get conditions(): ReadonlyMap<string, Filter> {
    return this.taken;
  }

  /** Adds the condition of a piece, unless the request would be too large then; with the first wish, as many of the wishes as may be. */
  takes(one: Resolved): boolean {
    if (!one.meant) return true;
    if (!isWish(one)) return this.takesAll([one.meant.condition]);
    this.fitting ??= this.fittingWishes();
    return this.fitting.has(one);
  }

  private fittingWishes(): ReadonlySet<Resolved> {
    const allowed = this.wishes.filter(({ meant }) => meant && this.allowance.allows(meant.condition));
    for (let count = allowed.length; count > 0; count--) {
      const some = allowed.slice(0, count);
      if (this.takesAll(queriesOf(some))) return new Set(some);
    }
    return new Set();
  }

  private takesAll(conditions: readonly Filter[]): boolean {
    const printed = conditions.map((condition) => [printFilter(condition), condition] as const);
    if (!printed.every(([query, condition]) => this.allowance.takes(query, condition))) return false;
    for (const [query, condition] of printed) this.taken.set(query, condition);
    return true;
  }
}
