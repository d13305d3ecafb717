import {
  HAS_DESCRIPTION,
  HAS_SHORT_DESCRIPTION,
  IN_STOCK,
  IS_PRICED,
  knownPoints,
  LONGEST_NUMBER,
  SPECS_SHIFT,
  STAGE_SHIFT,
} from '../encoding/merit.js';
import { hasBit } from '../index/row-set/bits.js';
import { ALL, BITS, copyOf, LIST, RowSet, release } from '../index/row-set/row-set.js';
import type { Needs } from '../index/section.js';
import type { Segment } from '../index/segment.js';
import type { Universe } from '../index/universe.js';
import { parseSpecField } from '../model/fields.js';
import type { ResolvedRank } from '../resolve/resolved-search.js';
import { finished, type Steps } from '../work/pauses.js';
import type { Work } from '../work/work.js';
import { bindFilter, needFilter } from './bind-filter.js';
import { ascendingPlaces } from './places.js';
import { type PlanNode, restrict } from './plan.js';

/*
 * What `score` means in a request with `rank` (docs/semantics.md, "Order of a search box"): the score times the factors of the boosts
 * that a row meets. Scores are compared by steps first; rows of one step by their merit, then by the score itself.
 */

/** A filter that multiplies the scores of the rows that meet it. */
interface BoundBoost {
  readonly query: string;
  readonly node: PlanNode;
  readonly factor: number;
}

/** A rank bound to a segment. */
export interface BoundRank {
  readonly boosts: readonly BoundBoost[];
  /** The merit of each row: the higher, the more is known of it. */
  readonly merit: Uint16Array;
}

/** Adds what `bindRank` reads. */
export function needRank({ boosts }: ResolvedRank, segment: Segment, needs: Needs): void {
  for (const { filter } of boosts) needFilter(filter, segment, needs);
  needs.add(segment.merit);
}

export function* bindRank({ boosts, inStockFirst }: ResolvedRank, segment: Segment, work: Work): Steps<BoundRank> {
  const bound: BoundBoost[] = [];
  for (const { query, filter, factor } of boosts) {
    // Also what no row of this segment meets: all segments have the same sort keys.
    bound.push({ query, node: yield* bindFilter(filter, segment, work), factor });
  }
  return { boosts: bound, merit: meritOf(segment, inStockFirst) };
}

/** Of a merit: what is known counts more than the length of the part number, and a stock that comes first more than both. */
const KNOWN_UNIT = LONGEST_NUMBER + 1;
const STOCK_UNIT = KNOWN_UNIT << 5;

const merits = new WeakMap<Segment, (Uint16Array | undefined)[]>();

/** The merit of each row, made with its first use; a view that hides members has its own. */
function meritOf(segment: Segment, inStockFirst: boolean): Uint16Array {
  let known = merits.get(segment);
  if (!known) merits.set(segment, (known = []));
  known[Number(inStockFirst)] ??= makeMerit(segment, inStockFirst);
  return known[Number(inStockFirst)] as Uint16Array;
}

function makeMerit(segment: Segment, inStockFirst: boolean): Uint16Array {
  const { bits, lengths } = segment.merit.value;
  const visible = visibleBits(segment);
  const points = Uint16Array.from({ length: 256 }, (_, mask) => {
    const seen = mask & visible;
    const first = inStockFirst && (seen & IN_STOCK) !== 0 ? STOCK_UNIT : 0;
    return first + knownPoints(seen) * KNOWN_UNIT;
  });
  const hidesNumbers = segment.hides('mpn');
  const merit = new Uint16Array(bits.length);
  for (let row = 0; row < bits.length; row++) {
    merit[row] = points[bits[row]] + LONGEST_NUMBER - (hidesNumbers ? 0 : lengths[row]);
  }
  return merit;
}

/** The bits that tell nothing of hidden members. */
function visibleBits(segment: Segment): number {
  const specs = 3 << SPECS_SHIFT;
  const stage = 3 << STAGE_SHIFT;
  const hidesSpec = () => Array.from(segment.fieldInfos()).some(({ name }) => parseSpecField(name) && segment.hides(name));
  const hidden =
    (segment.hides('offers.in_stock_quantity') ? IN_STOCK : 0) |
    (segment.hides('avg_price') ? IS_PRICED : 0) |
    (segment.hides('descriptions.value') ? HAS_DESCRIPTION : 0) |
    (segment.hides('short_description') ? HAS_SHORT_DESCRIPTION : 0) |
    (segment.whole !== segment && hidesSpec() ? specs : 0) |
    (segment.hides('specs.lifecycle_status.value') ? stage : 0);
  return 0xff & ~hidden;
}

/** Multiplies the scores of the rows that meet boosts. @param hits the set of the rows, which is left as it is */
export function* boost(
  scores: Float64Array,
  rows: Uint32Array,
  hits: RowSet,
  { boosts }: BoundRank,
  universe: Universe,
): Steps<void> {
  const { scratch } = universe;
  for (const { node, factor } of boosts) {
    if (node.kind === 'none') continue;
    const met = yield* restrict(node, copyOf(hits, scratch), universe);
    multiply(scores, rows, hits.count, met, factor);
    release(met, scratch);
    if (scratch.work.spend(hits.count)) yield;
  }
}

/** The rows ascend. */
function multiply(scores: Float64Array, rows: Uint32Array, count: number, met: RowSet, factor: number): void {
  if (met.kind === ALL) for (let i = 0; i < count; i++) scores[i] *= factor;
  else if (met.kind === BITS) {
    for (let i = 0; i < count; i++) if (hasBit(met.words, rows[i])) scores[i] *= factor;
  } else if (met.kind === LIST) {
    let at = 0;
    for (let i = 0; i < met.count; i++) {
      while (at < count && rows[at] < met.rows[i]) at++;
      if (at < count && rows[at] === met.rows[i]) scores[at] *= factor;
    }
  }
}

/** Multiplies the scores of a few rows in any order. */
export function boostUnordered(scores: number[], rows: Uint32Array, rank: BoundRank, universe: Universe): void {
  if (rank.boosts.length === 0) return;
  const places = ascendingPlaces(rows);
  const { scratch } = universe;
  const ascending = scratch.list(rows.length);
  for (let i = 0; i < places.length; i++) ascending[i] = rows[places[i]];
  const boosted = Float64Array.from(places, (place) => scores[place]);
  finished(boost(boosted, ascending, RowSet.list(ascending, rows.length), rank, universe));
  scratch.freeList(ascending);
  for (let i = 0; i < places.length; i++) scores[places[i]] = boosted[i];
}

/** The rank of one row with a score. */
export function rankOf(score: number, row: number, merit: Uint16Array): number {
  const out = new Float64Array(1);
  rankRows(Float64Array.of(score), Uint32Array.of(row), 1, merit, out);
  return out[0];
}

/** Scores are compared by their binary exponent and the first two bits after it: 1, 1.25, 1.5, 1.75, 2, 2.5, 3, … */
const STEP_SHIFT = 18;
/** Scores below the smallest normal double have no exponent of their own. */
const FIRST_STEP = 4;
/** Merits are below it. */
const MERITS = 1 << 16;
const LITTLE_ENDIAN_HIGH = 1;

/** Writes the ranks of rows to `out`: by the steps of their scores, then by their merit; a higher rank comes first. */
export function rankRows(scores: Float64Array, rows: Uint32Array, count: number, merit: Uint16Array, out: Float64Array): void {
  const halves = new Uint32Array(scores.buffer, scores.byteOffset, count * 2);
  for (let i = 0; i < count; i++) {
    const step = halves[i * 2 + LITTLE_ENDIAN_HIGH] >>> STEP_SHIFT;
    out[i] = (step < FIRST_STEP ? 0 : step) * MERITS + merit[rows[i]];
  }
}

/** What a merit is made of. */
export function partsOfMerit(merit: number): { inStockFirst: boolean; known: number; length: number } {
  return {
    inStockFirst: merit >= STOCK_UNIT,
    known: Math.floor((merit % STOCK_UNIT) / KNOWN_UNIT),
    length: LONGEST_NUMBER - (merit % KNOWN_UNIT),
  };
}
