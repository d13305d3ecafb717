import type { PatternPiece } from '../analysis/pattern.js';

/**
 * The syntax trees of the two query texts, as frozen plain data: comparable, cacheable, cloneable to a worker. They follow the
 * grammar and are independent of any catalog; fieldnames are text here, and `src/resolve` resolves them.
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

/** The operand of a field clause. `and`, `or` and `not` are those of a group `field:(…)`. */
export type Operand =
  | { readonly kind: 'and'; readonly children: readonly Operand[] }
  | { readonly kind: 'or'; readonly children: readonly Operand[] }
  | { readonly kind: 'not'; readonly child: Operand }
  | { readonly kind: 'term'; readonly text: string }
  | { readonly kind: 'phrase'; readonly text: string }
  /** A pattern that is just `any_run` matches every record that has a value. */
  | { readonly kind: 'pattern'; readonly parts: readonly PatternPiece[] }
  | { readonly kind: 'range'; readonly lower: Bound; readonly upper: Bound };

/** A parsed filter query. `and` and `or` have at least two children, none of which is of the same kind. */
export type Filter =
  | { readonly kind: 'and'; readonly children: readonly Filter[] }
  | { readonly kind: 'or'; readonly children: readonly Filter[] }
  | { readonly kind: 'not'; readonly child: Filter }
  /** `*:*` */
  | { readonly kind: 'all' }
  | { readonly kind: 'field'; readonly field: string; readonly operand: Operand }
  /** `offers:( … )`: some offer meets all of it. The fieldnames inside are those of an offer. */
  | { readonly kind: 'offers'; readonly child: Filter };
