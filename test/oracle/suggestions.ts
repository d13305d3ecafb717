/** What was perhaps meant where a match query finds nothing (docs/semantics.md, "Suggestions"). */
import type { SuggestionReason } from '../../src/model/match-requests.js';
import type { Row } from './documents.js';
import type { Catalog } from './fields.js';
import { byOffers, type NumberCondition, type NumberField, numbersOf } from './part-numbers.js';
import { compareText, pn } from './text.js';

const FIELDS: readonly NumberField[] = ['mpn', 'offers.sku', 'aka_mpns'];
/** In this order. */
const REASONS: readonly SuggestionReason[] = ['same_number', 'other_field', 'suffix', 'edit'];
const LOOK_ALIKES = ['0o', '1i', '1l', 'il', '5s', '8b', '2z', '6g'];

export interface Suggestion {
  readonly uid: string;
  readonly reason: SuggestionReason;
  readonly field: NumberField;
  /** As it is written. */
  readonly value: string;
}

type Candidate = Suggestion & { readonly row: Row; readonly distance: number };

/** At most five. @param rest the conditions that are not about part numbers */
export function suggestions(
  catalog: Catalog,
  conditions: readonly NumberCondition[],
  rest: (row: Row) => boolean,
): readonly Suggestion[] {
  const candidates: Candidate[] = [];
  for (const { fields, text } of conditions) {
    const wanted = [...pn(text ?? '')];
    for (const row of wanted.length === 0 ? [] : catalog.rows.parts) {
      for (const field of FIELDS) {
        for (const value of numbersOf(catalog, row, [field])) {
          const nearness = compare(wanted, [...pn(value)], fields.includes(field));
          if (!nearness || !(nearness.reason === 'same_number' || rest(row))) continue;
          candidates.push({ ...nearness, uid: row.uid, row, field, value });
        }
      }
    }
  }
  candidates.sort(inOrder);
  const best = candidates.filter(({ row }, i) => candidates.findIndex((other) => other.row === row) === i);
  return best.slice(0, 5).map(({ uid, reason, field, value }) => ({ uid, reason, field, value }));
}

/** How near a number is to the one that is wanted, both in part-number form; undefined where it is not. */
function compare(
  wanted: readonly string[],
  number: readonly string[],
  isInField: boolean,
): Pick<Candidate, 'reason' | 'distance'> | undefined {
  const [shorter, longer] = [wanted, number].sort((a, b) => a.length - b.length);
  const distance = longer.length - shorter.length;
  const isBeginning = shorter.every((character, i) => character === longer[i]);
  if (isBeginning && distance === 0) return { reason: isInField ? 'same_number' : 'other_field', distance };
  if (!isInField || shorter.length < 4) return undefined;
  if (isBeginning) return { reason: 'suffix', distance };
  const edit = oneEdit(shorter, longer);
  return edit === undefined ? undefined : { reason: 'edit', distance: edit };
}

/** 0.5 or 1 where one edit makes one of the two of the other; `shorter` has no more characters than `longer`. */
function oneEdit(shorter: readonly string[], longer: readonly string[]): number | undefined {
  if (shorter.length + 1 < longer.length) return undefined;
  if (shorter.length < longer.length) {
    return longer.some((_, left) => longer.filter((_, i) => i !== left).join('') === shorter.join('')) ? 1 : undefined;
  }
  const differing = [...shorter.keys()].filter((i) => shorter[i] !== longer[i]);
  const [first, second] = differing;
  if (differing.length === 1) {
    const pair = [shorter[first], longer[first]];
    return LOOK_ALIKES.includes(pair.join('')) || LOOK_ALIKES.includes(pair.reverse().join('')) ? 0.5 : 1;
  }
  const isSwap = second === first + 1 && shorter[first] === longer[second] && shorter[second] === longer[first];
  return differing.length === 2 && isSwap ? 1 : undefined;
}

function inOrder(a: Candidate, b: Candidate): number {
  const place = ({ reason }: Candidate) => REASONS.indexOf(reason);
  // Of the last two reasons the distance decides first.
  const group = (candidate: Candidate) => Math.min(2, place(candidate));
  return (
    group(a) - group(b) ||
    a.distance - b.distance ||
    place(a) - place(b) ||
    byOffers(a.row, b.row) ||
    FIELDS.indexOf(a.field) - FIELDS.indexOf(b.field) ||
    compareText(a.value, b.value)
  );
}
