import { compareCodePoints } from '../analysis/text.js';
import { NumberQuery, type PartNumberField } from '../match/part-number-query.js';
import { compareFields, compareReasons, type SuggestedNumbers, suggestNumbers } from '../match/suggested-numbers.js';
import { suggestionText } from '../match/suggestion-text.js';
import type { CheckedMatchQuery } from '../model/check-match.js';
import type { PartSuggestion, SuggestionReason } from '../model/match-requests.js';
import type { Steps } from '../work/pauses.js';
import { meetsAlone } from './explain-score.js';
import { type BoundMatch, type NumberCondition, rowsHaving } from './match.js';
import { firstByOffers } from './match-order.js';
import type { Hit } from './merge.js';
import { and, evaluate, or } from './plan.js';

/** Suggestions of one query at most. */
const MOST = 5;
const FIELDS: readonly PartNumberField[] = ['mpn', 'offers.sku'];

/** A part that was perhaps meant. */
export interface SuggestedPart extends Omit<PartSuggestion, 'item'> {
  readonly hit: Hit;
  /** What orders it among those of other segments. */
  readonly distance: number;
  readonly offers: number;
  readonly uid: string;
}

/** A match query that nothing matches, with what it asks. */
export interface UnmatchedQuery {
  readonly query: CheckedMatchQuery;
  readonly conditions: readonly NumberCondition[];
}

/** The first parts of one segment that were perhaps meant, in order. */
export function* suggestParts(unmatched: UnmatchedQuery, bound: BoundMatch): Steps<SuggestedPart[]> {
  const found: SuggestedNumbers[] = [];
  for (const { fields, query } of unmatched.conditions) {
    if (!(query instanceof NumberQuery)) continue;
    for (const field of FIELDS) {
      const numbers = bound.sources.numbersOf(field);
      if (numbers) found.push(...suggestNumbers(query, numbers, fields.includes(field)));
    }
  }
  found.sort((a, b) => compareReasons(a, b) || compareFields(a.numbers.name, b.numbers.name));
  const suggested: SuggestedPart[] = [];
  for (let from = 0; from < found.length && suggested.length < MOST; ) {
    let to = from + 1;
    while (to < found.length && compareReasons(found[from], found[to]) === 0) to++;
    yield* addParts(found.slice(from, to), unmatched, bound, suggested);
    from = to;
  }
  return suggested;
}

/** The suggestions of all segments in one order. */
export function mergeSuggestions(bySegment: readonly (readonly SuggestedPart[])[]): SuggestedPart[] {
  return bySegment
    .flat()
    .sort((a, b) => compareReasons(a, b) || b.offers - a.offers || compareCodePoints(a.uid, b.uid))
    .slice(0, MOST);
}

/** Adds the parts with some numbers, all of them equally near, that are not there already. */
function* addParts(
  near: readonly SuggestedNumbers[],
  unmatched: UnmatchedQuery,
  bound: BoundMatch,
  suggested: SuggestedPart[],
): Steps<void> {
  const { sources, universe } = bound;
  const { scratch } = universe;
  scratch.reset();
  const [{ reason, distance }] = near;
  const having = or(near.map(({ numbers, ordinals }) => rowsHaving(numbers, ordinals)));
  // The same number is worth a look whatever else the part fails.
  const others = reason === 'same_number' ? [] : bound.others.map(({ node }) => node);
  const set = yield* evaluate(and([having, ...others, bound.within]), universe);
  const order = { offers: sources.offers, uidRanks: sources.uidRanks, wanted: Math.min(MOST, set.count) };
  if (set.count === 0) return;
  const { segment } = sources;
  for (const row of (yield* firstByOffers(set, order, scratch)).rows) {
    if (suggested.length === MOST || suggested.some(({ hit }) => hit.row === row)) continue;
    const { asked, numbers, ordinal } = bestNumber(near, row);
    const value = numbers.dictionary.value(ordinal);
    const text = textOf({ reason, field: numbers.name, value, asked }, row, unmatched, bound);
    const [offers, uid] = [sources.offers[row], sources.uidOf(row)];
    suggested.push({ hit: { segment, row }, reason, distance, field: numbers.name, value, text, offers, uid });
  }
}

/** The number of a row that is told: mpn before sku, then the first in the order of code points. */
function bestNumber(near: readonly SuggestedNumbers[], row: number): SuggestedNumbers & { readonly ordinal: number } {
  let best: (SuggestedNumbers & { ordinal: number }) | undefined;
  for (const suggested of near) {
    const { numbers, ordinals } = suggested;
    if (best && best.numbers !== numbers) break;
    for (let i = 0; i < ordinals.length; i++) {
      const ordinal = ordinals[i];
      if (!numbers.postings.has(ordinal, row)) continue;
      if (!best || numbers.dictionary.compare(ordinal, best.ordinal) < 0) best = { ...suggested, ordinal };
    }
  }
  return best as SuggestedNumbers & { ordinal: number };
}

function textOf(
  told: { reason: SuggestionReason; field: PartNumberField; value: string; asked: NumberQuery },
  row: number,
  { query, conditions }: UnmatchedQuery,
  { universe, numbers, others }: BoundMatch,
): string {
  const { reason, field, value, asked } = told;
  const condition = (conditions.find((candidate) => candidate.query === asked) as NumberCondition).name;
  const unmet = [...numbers, ...others]
    .filter(({ node }) => !meetsAlone(node, row, universe))
    .map(({ name }) => ({ name, text: query[name] ?? '' }));
  return suggestionText({ reason, field, value, asked: asked.text, condition, unmet });
}
