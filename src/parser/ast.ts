import type { PatternPiece } from '../analysis/pattern.js';

/**
 * The syntax trees of the two query texts, as frozen plain data: comparable, cacheable, cloneable to a worker.
 * They know the grammar and nothing of a catalog; fieldnames are text here and `src/resolve` gives them their meaning.
 */

/** One term of `q`. `text` has its escapes resolved. */
export type KeywordTerm =
  | { readonly kind: 'word'; readonly text: string; readonly excluded: boolean }
  | { readonly kind: 'phrase'; readonly text: string; readonly excluded: boolean }
  | { readonly kind: 'pattern'; readonly parts: readonly PatternPiece[]; readonly excluded: boolean };

/** A parsed `q`. */
export interface KeywordQuery {
  readonly kind: 'keywords';
  readonly terms: readonly KeywordTerm[];
}

/** One end of a range; `value` null is the unbounded `*`. */
export interface Bound {
  readonly value: string | null;
  readonly inclusive: boolean;
}

/** What a fieldname is compared with. `and`, `or` and `not` are those of a group `field:(…)`. */
export type Operand =
  | { readonly kind: 'and'; readonly children: readonly Operand[] }
  | { readonly kind: 'or'; readonly children: readonly Operand[] }
  | { readonly kind: 'not'; readonly child: Operand }
  | { readonly kind: 'term'; readonly text: string }
  | { readonly kind: 'phrase'; readonly text: string }
  /** A pattern of nothing but `any_run` asks whether the field has a value at all. */
  | { readonly kind: 'pattern'; readonly parts: readonly PatternPiece[] }
  | { readonly kind: 'range'; readonly lower: Bound; readonly upper: Bound };

/** A parsed filter query. `and` and `or` have two children or more and never a child of their own kind. */
export type Filter =
  | { readonly kind: 'and'; readonly children: readonly Filter[] }
  | { readonly kind: 'or'; readonly children: readonly Filter[] }
  | { readonly kind: 'not'; readonly child: Filter }
  /** `*:*` */
  | { readonly kind: 'all' }
  | { readonly kind: 'field'; readonly field: string; readonly operand: Operand };
