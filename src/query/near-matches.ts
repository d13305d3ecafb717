import { compareCodePoints } from '../analysis/text.js';
import { nearMatchText } from '../match/near-match-text.js';
import { compareFields, compareReasons, findNearNumbers, type NearNumbers } from '../match/near-numbers.js';
import { NumberQuery, PART_NUMBER_FIELDS, type PartNumberField } from '../match/part-number-query.js';
import type { CheckedMatchQuery } from '../model/check-match.js';
import type { PartSuggestion, SuggestionReason } from '../model/match-requests.js';
import type { Steps } from '../work/pauses.js';
import { meetsAlone } from './explain-score.js';
import { type BoundMatch, type NumberCondition, rowsHaving } from './match.js';
import { firstByOffers } from './match-order.js';
import type { Hit } from './merge.js';
import { and, evaluate, or } from './plan.js';

/** Most near matches of one query. */
const MOST_MATCHES = 5;

/** A part with a part number near the requested one. */
export interface NearMatch extends Omit<PartSuggestion, 'item'> {
  readonly hit: Hit;
  /** What orders it among the near matches of other segments. */
  readonly distance: number;
  readonly offers: number;
  readonly uid: string;
}

/** A match query without a match, and its conditions. */
export interface UnmatchedQuery {
  readonly query: CheckedMatchQuery;
  readonly conditions: readonly NumberCondition[];
}

/** The first near matches in one segment, in order. */
export function* findNearMatches(unmatched: UnmatchedQuery, bound: BoundMatch): Steps<NearMatch[]> {
  const near: NearNumbers[] = [];
  for (const { fields, query } of unmatched.conditions) {
    if (!(query instanceof NumberQuery)) continue;
    for (const field of PART_NUMBER_FIELDS) {
      const numbers = bound.sources.numbersOf(field);
      if (numbers) near.push(...findNearNumbers(query, numbers, fields.includes(field)));
    }
  }
  near.sort((a, b) => compareReasons(a, b) || compareFields(a.numbers.name, b.numbers.name));
  const matches: NearMatch[] = [];
  for (let from = 0; from < near.length && matches.length < MOST_MATCHES; ) {
    let to = from + 1;
    while (to < near.length && compareReasons(near[from], near[to]) === 0) to++;
    yield* addParts(near.slice(from, to), unmatched, bound, matches);
    from = to;
  }
  return matches;
}

/** The near matches of all segments in one order. */
export function mergeNearMatches(bySegment: readonly (readonly NearMatch[])[]): NearMatch[] {
  return bySegment
    .flat()
    .sort((a, b) => compareReasons(a, b) || b.offers - a.offers || compareCodePoints(a.uid, b.uid))
    .slice(0, MOST_MATCHES);
}

/** Adds the parts with some part numbers, all equally near, that are not in the list yet. */
function* addParts(
  near: readonly NearNumbers[],
  unmatched: UnmatchedQuery,
  bound: BoundMatch,
  matches: NearMatch[],
): Steps<void> {
  const { sources, universe } = bound;
  const { scratch } = universe;
  scratch.reset();
  const [{ reason, distance }] = near;
  const having = or(near.map(({ numbers, ordinals }) => rowsHaving(numbers, ordinals)));
  // The same number is worth showing whatever other conditions the part fails.
  const others = reason === 'same_number' ? [] : bound.others.map(({ node }) => node);
  const set = yield* evaluate(and([having, ...others, bound.within]), universe);
  const order = { offers: sources.offers, uidRanks: sources.uidRanks, wanted: Math.min(MOST_MATCHES, set.count) };
  if (set.count === 0) return;
  const { segment } = sources;
  for (const row of (yield* firstByOffers(set, order, scratch)).rows) {
    if (matches.length === MOST_MATCHES || matches.some(({ hit }) => hit.row === row)) continue;
    const { requested, numbers, ordinal } = bestNumber(near, row);
    const value = numbers.dictionary.value(ordinal);
    const text = textOf({ reason, field: numbers.name, value, requested }, row, unmatched, bound);
    const [offers, uid] = [sources.offers[row], sources.uidOf(row)];
    matches.push({ hit: { segment, row }, reason, distance, field: numbers.name, value, text, offers, uid });
  }
}

/** The part number of a row that the answer shows: mpn before sku, other numbers last, then the first in the order of code points. */
function bestNumber(near: readonly NearNumbers[], row: number): NearNumbers & { readonly ordinal: number } {
  let best: (NearNumbers & { ordinal: number }) | undefined;
  for (const candidate of near) {
    const { numbers, ordinals } = candidate;
    if (best && best.numbers !== numbers) break;
    for (let i = 0; i < ordinals.length; i++) {
      const ordinal = ordinals[i];
      if (!numbers.postings.has(ordinal, row)) continue;
      if (!best || numbers.dictionary.compare(ordinal, best.ordinal) < 0) best = { ordinal, ...candidate };
    }
  }
  return best as NearNumbers & { ordinal: number };
}

function textOf(
  match: { reason: SuggestionReason; field: PartNumberField; value: string; requested: NumberQuery },
  row: number,
  { query, conditions }: UnmatchedQuery,
  { universe, numbers, others }: BoundMatch,
): string {
  const { reason, field, value, requested } = match;
  const condition = (conditions.find((candidate) => candidate.query === requested) as NumberCondition).name;
  const unmet = [...numbers, ...others]
    .filter(({ node }) => !meetsAlone(node, row, universe))
    .map(({ name }) => ({ name, text: query[name] ?? '' }));
  return nearMatchText({ reason, field, value, requested: requested.text, condition, unmet });
}
