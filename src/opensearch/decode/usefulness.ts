import { compareCodePoints } from '../../analysis/text.js';
import type { CountedField } from '../counted-field.js';

/** A field of a ranked key that some part has. */
export interface RankedField {
  readonly name: string;
  readonly isString: boolean;
  readonly counts: CountedField;
}

/** A spec key of a drilldown. */
export interface RankedKey {
  readonly key: string;
  readonly usefulness: number;
  readonly fields: readonly RankedField[];
}

/** How useful a key is as a filter, by its first field (docs/semantics.md, "Spec drilldown"): doubles, multiplied from left to right. */
export function usefulnessOf({ isString, counts }: RankedField): number {
  const { having, total } = counts;
  const { values, pairs, squares } = counts.sums();
  const coverage = having / total;
  const difference = 1 - squares / (pairs * pairs);
  const repetition = !isString ? 1 : pairs > 1 ? (pairs - values) / (pairs - 1) : 0;
  return coverage * difference * repetition;
}

/** The best keys so far, and those that are returned in any case. */
export class BestKeys {
  private readonly best: RankedKey[] = [];
  private readonly filtered: RankedKey[] = [];

  constructor(
    private readonly most: number,
    private readonly always: ReadonlySet<string>,
  ) {}

  /** No key that is less useful is among the best. */
  get least(): number {
    if (this.best.length < this.most) return -1;
    return this.most === 0 ? Number.POSITIVE_INFINITY : this.best[this.most - 1].usefulness;
  }

  add(key: RankedKey): void {
    insert(this.best, key);
    this.best.length = Math.min(this.best.length, this.most);
    if (this.always.has(key.key)) insert(this.filtered, key);
  }

  /** In order, those that are returned in any case last. */
  ranked(): RankedKey[] {
    return [...this.best, ...this.filtered.filter((key) => !this.best.includes(key))];
  }
}

function insert(keys: RankedKey[], key: RankedKey): void {
  let at = keys.length;
  while (at > 0 && isBefore(key, keys[at - 1])) at--;
  keys.splice(at, 0, key);
}

function isBefore(a: RankedKey, b: RankedKey): boolean {
  return a.usefulness === b.usefulness ? compareCodePoints(a.key, b.key) < 0 : a.usefulness > b.usefulness;
}
