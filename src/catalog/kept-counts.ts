import type { Filter } from '../parser/ast.js';
import { RecentCache } from '../work/recent-cache.js';
import type { SpecCounts } from './spec-counts.js';

/** What was counted among some parts: those of one context of a question. */
export class ContextCounts {
  /** How many of them may have each spec, by segment. */
  specs: readonly SpecCounts[] | undefined = undefined;
  /** How many of them have a field. */
  readonly having = new Map<string, number>();
  /** How many of them meet a condition. */
  readonly meeting = new WeakMap<Filter, number>();
}

/**
 * Contexts that come again: the parts of a category, or of a category in a package. One has the counts of all specs, some 10 KB for
 * the real parts.
 */
const MOST_CONTEXTS = 256;

/**
 * What was counted in the contexts of earlier questions. A context is known by the conditions that made it, each of which belongs to no
 * question or was typed again and again: what a quantity may mean beside `0603 resistor` is counted once, not once a question.
 */
export class KeptCounts {
  private readonly recent = new RecentCache<ContextCounts>({ entries: MOST_CONTEXTS });
  private readonly numbers = new WeakMap<Filter, number>();
  private next = 0;

  /** The name of the context of a condition that belongs to no question, the same as long as the condition lives. */
  keyOf(condition: Filter): string {
    let number = this.numbers.get(condition);
    if (number === undefined) this.numbers.set(condition, (number = this.next++));
    return `${number} `;
  }

  of(key: string): ContextCounts {
    return this.recent.get(key, () => new ContextCounts());
  }
}
