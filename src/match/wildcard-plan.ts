import type { Pattern } from '../analysis/pattern.js';
import { EDGE, SYMBOL_OF, SYMBOLS, trigram } from '../encoding/trigrams.js';
import type { PartNumberWildcards } from '../index/dictionary/part-number-wildcards.js';
import { fastPaths } from '../work/fast-paths.js';

/** How to find the part numbers that may match a pattern; each of them is then compared. */
export type WildcardPlan =
  /** No part number can match: the index does not have a trigram of the pattern. */
  | { readonly kind: 'none' }
  /** Places `[from, to)` in the order of forms: the forms that begin as the pattern does. */
  | { readonly kind: 'range'; readonly from: number; readonly to: number }
  /** Blocks that are in all of some lists. */
  | { readonly kind: 'common'; readonly lists: readonly number[] }
  /** Blocks that are in any of some lists. */
  | { readonly kind: 'any'; readonly lists: readonly number[] }
  /** All part numbers, filtered by their signatures. */
  | { readonly kind: 'scan' };

/**
 * Costs relative to reading the signature of one part number in a scan; bench/README.md, "Part numbers with wildcards".
 * A place of a range is a random access; a byte of a list is about one block, whose part numbers may then be read.
 */
const RANGE_COST = 12;
const LIST_COST = 6;
/** Most lists that are intersected: a further list removes less than reading it costs. */
const MOST_LISTS = 4;

/** The cheapest plan for a pattern; `[from, to)` are the places of the forms that begin as it does. */
export function planWildcards(pattern: Pattern, index: PartNumberWildcards, from: number, to: number): WildcardPlan {
  const listed = fastPaths.trigrams ? planLists(pattern, index) : NO_LISTS;
  if (listed.plan.kind === 'none') return listed.plan;
  const range = pattern.prefix.length > 0 ? (to - from) * RANGE_COST : Number.POSITIVE_INFINITY;
  if (range <= Math.min(listed.cost, index.size)) return { kind: 'range', from, to };
  return listed.cost < index.size ? listed.plan : { kind: 'scan' };
}

interface CostedPlan {
  readonly plan: WildcardPlan;
  readonly cost: number;
}

const NOWHERE: CostedPlan = { plan: { kind: 'none' }, cost: 0 };
const NO_LISTS: CostedPlan = { plan: { kind: 'scan' }, cost: Number.POSITIVE_INFINITY };

function planLists(pattern: Pattern, index: PartNumberWildcards): CostedPlan {
  const symbols = symbolsOf(pattern);
  const places = new Set<number>();
  for (let i = 0; i + 2 < symbols.length; i++) {
    if (symbols[i] < 0 || symbols[i + 1] < 0 || symbols[i + 2] < 0) continue;
    const code = trigram(symbols[i], symbols[i + 1], symbols[i + 2]);
    const place = index.placeOf(code);
    if (index.trigramAt(place) !== code) return NOWHERE;
    places.add(place);
  }
  if (places.size === 0) return planPairs(symbols, index);
  const lists = [...places].sort((a, b) => index.listBytes(a) - index.listBytes(b));
  const rarest = lists.slice(0, MOST_LISTS);
  return { plan: { kind: 'common', lists: rarest }, cost: index.listBytes(rarest[0]) * LIST_COST };
}

/** Symbols of the pattern between its edges; -1 is a wildcard. */
function symbolsOf({ codes }: Pattern): Int8Array {
  const symbols = new Int8Array(codes.length + 2).fill(EDGE);
  for (let i = 0; i < codes.length; i++) symbols[i + 1] = codes[i] < 0 ? -1 : SYMBOL_OF[codes[i]];
  return symbols;
}

/** For a pattern without three adjacent symbols: the trigrams that contain a pair of its symbols, for the rarest pair. */
function planPairs(symbols: Int8Array, index: PartNumberWildcards): CostedPlan {
  let best = NO_LISTS;
  for (let i = 0; i + 1 < symbols.length; i++) {
    const first = symbols[i];
    const second = symbols[i + 1];
    if (first < 0) continue;
    let pair: CostedPlan | undefined;
    if (second >= 0) pair = second === EDGE ? pairAtEnd(first, index) : pairFollowed(first, second, index);
    if (pair === NOWHERE) return NOWHERE;
    if (pair && pair.cost < best.cost) best = pair;
  }
  return best;
}

/** Two symbols and any third: these trigrams are adjacent in the table. */
function pairFollowed(first: number, second: number, index: PartNumberWildcards): CostedPlan {
  const code = trigram(first, second, 0);
  const from = index.placeOf(code);
  const lists: number[] = [];
  for (let place = from; (index.trigramAt(place) ?? Number.POSITIVE_INFINITY) < code + SYMBOLS; place++) lists.push(place);
  return anyOf(lists, index);
}

/** Any symbol, another and the end. */
function pairAtEnd(last: number, index: PartNumberWildcards): CostedPlan {
  const lists: number[] = [];
  for (let before = 0; before < SYMBOLS; before++) {
    const code = trigram(before, last, EDGE);
    const place = index.placeOf(code);
    if (index.trigramAt(place) === code) lists.push(place);
  }
  return anyOf(lists, index);
}

function anyOf(lists: readonly number[], index: PartNumberWildcards): CostedPlan {
  if (lists.length === 0) return NOWHERE;
  const bytes = lists.reduce((sum, place) => sum + index.listBytes(place), 0);
  return { plan: { kind: 'any', lists }, cost: bytes * LIST_COST };
}
