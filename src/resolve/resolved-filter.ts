import type { Decimal } from '../analysis/decimal.js';
import type { PatternPiece } from '../analysis/pattern.js';
import type { FieldKind } from '../model/fields.js';

/** One end of a range. */
export interface ResolvedBound<T> {
  readonly value: T;
  readonly inclusive: boolean;
}

/** An operand whose values are known to fit the field's kind. */
export type ResolvedOperand =
  | { readonly kind: 'and' | 'or'; readonly children: readonly ResolvedOperand[] }
  | { readonly kind: 'not'; readonly child: ResolvedOperand }
  /** The raw value itself, as in `filter.fields`. */
  | { readonly kind: 'value'; readonly text: string }
  | { readonly kind: 'term'; readonly text: string }
  | { readonly kind: 'pattern'; readonly parts: readonly PatternPiece[] }
  | { readonly kind: 'exists' }
  | { readonly kind: 'number'; readonly number: Decimal }
  | {
      readonly kind: 'number_range';
      readonly lower: ResolvedBound<Decimal> | undefined;
      readonly upper: ResolvedBound<Decimal> | undefined;
    }
  /** An interval of the extent holds all of the range. */
  | {
      readonly kind: 'covered_range';
      readonly lower: ResolvedBound<Decimal> | undefined;
      readonly upper: ResolvedBound<Decimal> | undefined;
    }
  | {
      readonly kind: 'text_range';
      readonly lower: ResolvedBound<string> | undefined;
      readonly upper: ResolvedBound<string> | undefined;
    };

/** A filter query whose fieldnames are resolved: the same for every segment of the catalog. */
export type ResolvedFilter =
  | { readonly kind: 'and' | 'or'; readonly children: readonly ResolvedFilter[] }
  | { readonly kind: 'not'; readonly child: ResolvedFilter }
  | { readonly kind: 'all' }
  /** Some offer of the part meets the filter, whose fields are named as those of parts: `offers.moq`. */
  | { readonly kind: 'offers'; readonly child: ResolvedFilter }
  | { readonly kind: 'field'; readonly name: string; readonly fieldKind: FieldKind; readonly operand: ResolvedOperand };
