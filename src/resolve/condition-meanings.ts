import { Issues } from '../model/issues.js';
import type { Limits } from '../model/limits.js';
import type { Filter } from '../parser/ast.js';
import { type FieldTypes, FilterResolver, type FilterSource } from './filters.js';
import { isWritable, type Sized } from './request-room.js';

/** Where issues of conditions are reported that no text of a request has. */
export const CONDITION_PLACE: FilterSource = { path: ['filter'], places: new Map() };

/**
 * What conditions mean that occur more than once: programs send the same few texts again, and a question asks about each of its
 * conditions before its request has them. Those are kept that have neither issues nor warnings.
 */
export class ConditionMeanings {
  private readonly kept = new WeakMap<Filter, Sized>();

  constructor(private readonly types: FieldTypes) {}

  /** The meaning of a condition that was asked about before. */
  known(condition: Filter): Sized | undefined {
    return this.kept.get(condition);
  }

  /** How often the types were in doubt, to be noted before a condition is resolved. */
  get doubts(): number {
    return this.types.doubts?.() ?? 0;
  }

  /**
   * Keeps a meaning that has neither issues nor warnings, unless it may have warnings once the doubts are settled.
   * @param doubts those before it was resolved
   */
  keep(condition: Filter, meaning: Sized, doubts: number): void {
    if (this.doubts === doubts) this.kept.set(condition, meaning);
  }

  /** The meaning of a condition; undefined if it has a fault, or if a request of these limits may not have it. */
  within(condition: Filter, limits: Limits): Sized | undefined {
    if (!isWritable(condition, limits)) return undefined;
    const sized = this.kept.get(condition) ?? this.resolved(condition);
    return sized && sized.wildcards <= limits.wildcards ? sized : undefined;
  }

  private resolved(condition: Filter): Sized | undefined {
    const { doubts } = this;
    const issues = new Issues();
    const resolver = new FilterResolver(this.types, issues);
    const filter = resolver.filter(condition, CONDITION_PLACE);
    if (!issues.isEmpty) return undefined;
    const sized: Sized = { filter, wildcards: resolver.wildcards };
    if (resolver.warnings.size === 0) this.keep(condition, sized, doubts);
    return sized;
  }
}
