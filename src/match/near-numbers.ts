import { partNumberForm } from '../analysis/text.js';
import type { SuggestionReason } from '../model/match-requests.js';
import type { NumberQuery, PartNumberField, PartNumbers } from './part-number-query.js';
import { similarPartNumbers } from './similar-part-numbers.js';

/** Part numbers of a field that are near a requested one, all for the same reason. */
export interface NearNumbers {
  readonly reason: SuggestionReason;
  /** Distance from the requested number; 0 if they are the same. */
  readonly distance: number;
  readonly numbers: PartNumbers;
  /** At least one, distinct. */
  readonly ordinals: ArrayLike<number>;
  readonly requested: NumberQuery;
}

/** The order of reasons. The last two rank alike: the distance decides first. */
const REASONS: readonly SuggestionReason[] = ['same_number', 'other_field', 'suffix', 'edit'];
const SIMILAR = 2;

/**
 * The part numbers of a field that are near a requested one.
 * @param isRequestedField whether the request names this field
 */
export function findNearNumbers(requested: NumberQuery, numbers: PartNumbers, isRequestedField: boolean): NearNumbers[] {
  if (requested.form.length === 0) return [];
  const found: NearNumbers[] = [];
  const same = requested.ofForm(numbers);
  if (same.length > 0) {
    found.push({ reason: isRequestedField ? 'same_number' : 'other_field', distance: 0, numbers, ordinals: same, requested });
  }
  if (!isRequestedField) return found;
  const similar = numbers.similar.get(partNumberForm(requested.text), () => similarPartNumbers(numbers.forms, requested.form));
  for (const { reason, distance, ordinals } of similar) {
    found.push({ reason, distance, numbers, ordinals, requested });
  }
  return found;
}

const FIELDS: readonly PartNumberField[] = ['mpn', 'offers.sku', 'aka_mpns'];

/** Which of two reasons and distances comes first: below 0, 0 or above 0. */
export function compareReasons(a: Pick<NearNumbers, 'reason' | 'distance'>, b: Pick<NearNumbers, 'reason' | 'distance'>): number {
  const x = REASONS.indexOf(a.reason);
  const y = REASONS.indexOf(b.reason);
  return Math.min(x, SIMILAR) - Math.min(y, SIMILAR) || a.distance - b.distance || x - y;
}

/** Which of two fields comes first. */
export function compareFields(a: PartNumberField, b: PartNumberField): number {
  return FIELDS.indexOf(a) - FIELDS.indexOf(b);
}
