import type { Filter } from '../parser/ast.js';
import { has, is, words } from './conditions.js';

/**
 * The conditions of a catalog that belong to no question: that a part has a field, is of a category or a maker, or has a value that
 * the vocabulary knows. They are made once, so that what is known of them can be kept for all questions.
 */
export class GeneralConditions {
  private readonly known = new WeakSet<Filter>();
  private readonly lasting = new WeakSet<Filter>();
  private readonly fields = new Map<string, Filter>();
  private readonly texts = new Map<string, Filter>();
  private readonly categories = new Map<readonly string[], Filter>();

  /** A part has a field: the same condition every time. @param field of the catalog */
  has(field: string): Filter {
    let condition = this.fields.get(field);
    if (!condition) this.fields.set(field, (condition = this.add(has(field))));
    return condition;
  }

  /** A part is in one of some categories: the same condition every time. @param uids the same list every time */
  isIn(uids: readonly string[]): Filter {
    let condition = this.categories.get(uids);
    if (!condition) this.categories.set(uids, (condition = this.add(is('category_uids', uids))));
    return condition;
  }

  /** A text of the trade stands in a part. @param text one of those of the vocabulary, which are few */
  words(text: string): Filter {
    let condition = this.texts.get(text);
    if (!condition) this.texts.set(text, (condition = this.add(words(text))));
    return condition;
  }

  /** Notes that a condition is general, and each of its alternatives, which may become those of another one. */
  add(condition: Filter): Filter {
    this.known.add(condition);
    if (condition.kind === 'or') for (const child of condition.children) this.known.add(child);
    return condition;
  }

  /** Notes that a condition, a number of a spec, comes with other questions again: it is bound once, its parts are not kept. */
  addLasting(condition: Filter): Filter {
    this.lasting.add(condition);
    return condition;
  }

  /** Whether what a condition means to the index may be kept as long as the condition. */
  isLasting(condition: Filter): boolean {
    return this.known.has(condition) || this.lasting.has(condition);
  }

  includes(condition: Filter): boolean {
    return this.known.has(condition);
  }
}
