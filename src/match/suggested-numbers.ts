import type { SuggestionReason } from '../model/match-requests.js';
import type { NumberQuery, PartNumberField, PartNumbers } from './part-number-query.js';
import { similarPartNumbers } from './similar-part-numbers.js';

/** Numbers of a field that were perhaps meant, all for the same reason. */
export interface SuggestedNumbers {
  readonly reason: SuggestionReason;
  /** How far they are from the number that is asked for; 0 for the same one. */
  readonly distance: number;
  readonly numbers: PartNumbers;
  /** At least one, distinct. */
  readonly ordinals: ArrayLike<number>;
  readonly asked: NumberQuery;
}

/** In this order; of the last two the distance decides first. */
const REASONS: readonly SuggestionReason[] = ['same_number', 'other_field', 'suffix', 'edit'];
const SIMILAR = 2;

/**
 * The numbers of a field that were perhaps meant by one that is asked for.
 * @param isAsked whether it is asked for in this field
 */
export function suggestNumbers(asked: NumberQuery, numbers: PartNumbers, isAsked: boolean): SuggestedNumbers[] {
  if (asked.form.length === 0) return [];
  const found: SuggestedNumbers[] = [];
  const same = asked.ofForm(numbers);
  if (same.length > 0) {
    found.push({ reason: isAsked ? 'same_number' : 'other_field', distance: 0, numbers, ordinals: same, asked });
  }
  if (!isAsked) return found;
  for (const { reason, distance, ordinals } of similarPartNumbers(numbers.forms, asked.form)) {
    found.push({ reason, distance, numbers, ordinals, asked });
  }
  return found;
}

const FIELDS: readonly PartNumberField[] = ['mpn', 'offers.sku'];

/** Which of two reasons and distances comes first: below 0, 0 or above 0. */
export function compareReasons(
  a: Pick<SuggestedNumbers, 'reason' | 'distance'>,
  b: Pick<SuggestedNumbers, 'reason' | 'distance'>,
): number {
  const x = REASONS.indexOf(a.reason);
  const y = REASONS.indexOf(b.reason);
  return Math.min(x, SIMILAR) - Math.min(y, SIMILAR) || a.distance - b.distance || x - y;
}

/** Which of two fields comes first. */
export function compareFields(a: PartNumberField, b: PartNumberField): number {
  return FIELDS.indexOf(a) - FIELDS.indexOf(b);
}
