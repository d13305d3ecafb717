import { ABOVE_ALL, BELOW_ALL, type Decimal } from '../analysis/decimal.js';
import type { Kind } from '../analysis/kinds.js';
import { compareCodePoints, fold } from '../analysis/text.js';
import type { Dictionary } from '../index/dictionary/dictionary.js';
import type { Needs } from '../index/section.js';
import type { Segment } from '../index/segment.js';
import type { ResolvedSortKey } from '../resolve/resolved-search.js';
import type { BoundSearch } from './bind-search.js';
import { rankOf } from './rank.js';
import type { SegmentHits } from './run-search.js';
import { scoresOf } from './scores-of.js';
import type { BoundSortKey } from './sort.js';

/** A hit in some segment. */
export interface Hit {
  readonly segment: Segment;
  readonly row: number;
}

/** A value that orders hits of different segments; null means no value and comes last. */
type MergeKey = { readonly folded: string; readonly raw: string } | Decimal | number | null;

interface Candidate extends Hit {
  readonly keys: readonly MergeKey[];
  readonly uid: string;
}

/** Hits in order. There may be as many as a catalog has rows, so the hits of one segment are not objects. */
export interface HitList {
  readonly length: number;
  /** The hits from place `from` up to place `to`, without it. */
  slice(from: number, to: number): Hit[];
  /** The place of a hit, or -1. */
  indexOf(hit: Hit): number;
}

export interface MergedHits {
  /** Exact number of hits in all segments. */
  readonly hits: number;
  /** The first of them, in order. */
  readonly top: HitList;
}

class SegmentHitList implements HitList {
  readonly length: number;

  constructor(
    private readonly segment: Segment,
    private readonly rows: Uint32Array,
  ) {
    this.length = rows.length;
  }

  slice(from: number, to: number): Hit[] {
    const { segment, rows } = this;
    const hits: Hit[] = [];
    const end = Math.min(to, rows.length);
    for (let i = from; i < end; i++) hits.push({ segment, row: rows[i] });
    return hits;
  }

  indexOf({ segment, row }: Hit): number {
    return segment === this.segment ? this.rows.indexOf(row) : -1;
  }
}

class MergedHitList implements HitList {
  readonly length: number;

  constructor(private readonly hits: readonly Hit[]) {
    this.length = hits.length;
  }

  slice(from: number, to: number): Hit[] {
    return this.hits.slice(from, to);
  }

  indexOf({ segment, row }: Hit): number {
    return this.hits.findIndex((hit) => hit.segment === segment && hit.row === row);
  }
}

/** Adds what ordering the hits of several segments reads. */
export function needMerge(sortKeys: readonly ResolvedSortKey[], segment: Segment, needs: Needs): void {
  for (const name of ['uid', ...sortKeys.flatMap(({ field, numbers }) => (numbers ? [] : field))]) {
    const field = segment.field(name);
    if (field) needs.add(field.kind.numbers ? field.numbers : field.dictionary);
  }
}

/** The hits of one segment. */
export interface PartialHits extends SegmentHits {
  readonly search: BoundSearch;
}

/** Merges the hits of all segments: adds the counts, and puts the best of each segment in one order. */
export function mergeHits(partials: readonly PartialHits[], wanted: number): MergedHits {
  if (partials.length === 1) {
    const [{ search, hits, rows }] = partials;
    return { hits, top: new SegmentHitList(search.segment, rows) };
  }
  const candidates = partials.flatMap(candidatesOf);
  const { sort } = partials[0].search;
  candidates.sort((a, b) => compareCandidates(a, b, sort));
  const hits = partials.reduce((sum, partial) => sum + partial.hits, 0);
  return { hits, top: new MergedHitList(candidates.slice(0, wanted)) };
}

function candidatesOf({ search, rows }: PartialHits): Candidate[] {
  const { segment, sort, uidOrder, universe } = search;
  const uids = segment.field('uid')?.dictionary.value as Dictionary;
  const scores = scoresOf(search, rows, universe.scratch.work);
  const readers = sort.map((key) => keyReader(key, segment));
  return Array.from(rows, (row, i) => ({
    segment,
    row,
    keys: readers.map((read) => read(row, scores?.[i] ?? 0)),
    uid: uids.value(uidOrder.ranks[row]),
  }));
}

/** Reads a key's value from a row with a score. */
function keyReader(key: BoundSortKey, segment: Segment): (row: number, score: number) => MergeKey {
  if (key.kind === 'score') return (_row, score) => score;
  if (key.kind === 'rank') return (row, score) => rankOf(score, row, key.merit);
  if (key.kind === 'numbers') {
    const { numbers } = key;
    return (row) => (Number.isNaN(numbers[row]) ? null : numbers[row]);
  }
  if (key.kind === 'extents') return endReader(key);
  const { codes, descending } = key;
  const field = segment.field(key.field);
  if (!codes || !field) return () => null;
  const keyOf = field.kind.numbers ? decimals(field.numbers.value) : texts(field.dictionary.value, field.kind.orderedBy);
  return (row) => {
    const code = codes.code(row);
    return code === 0 ? null : keyOf(codes.ordinalOf(code, descending));
  };
}

function endReader({ extents, descending }: BoundSortKey & { kind: 'extents' }): (row: number) => MergeKey {
  return (row) => {
    const code = extents.codes.code(row);
    if (code === 0) return null;
    const ordinal = descending ? extents.highest(code) : extents.lowest(code);
    if (extents.isOpen(ordinal)) return descending ? ABOVE_ALL : BELOW_ALL;
    return extents.numbers.decimal(ordinal);
  };
}

function decimals(numbers: { decimal(ordinal: number): Decimal }): (ordinal: number) => MergeKey {
  return (ordinal) => numbers.decimal(ordinal);
}

function texts(dictionary: Dictionary, orderedBy: Kind['orderedBy']): (ordinal: number) => MergeKey {
  return (ordinal) => {
    const raw = dictionary.value(ordinal);
    if (orderedBy) return { folded: orderedBy(raw), raw };
    return { folded: dictionary.order === 'fold' ? fold(raw) : raw, raw };
  };
}

function compareCandidates(a: Candidate, b: Candidate, sort: readonly BoundSortKey[]): number {
  for (let i = 0; i < sort.length; i++) {
    const x = a.keys[i];
    const y = b.keys[i];
    if (x === null || y === null) {
      if (x !== y) return x === null ? 1 : -1;
      continue;
    }
    const difference = compareKeys(x, y);
    if (difference !== 0) return sort[i].descending ? -difference : difference;
  }
  return compareCodePoints(a.uid, b.uid);
}

function compareKeys(x: NonNullable<MergeKey>, y: NonNullable<MergeKey>): number {
  // A difference of infinities is no number.
  if (typeof x === 'number') return x < (y as number) ? -1 : x > (y as number) ? 1 : 0;
  if ('folded' in x) {
    const other = y as { folded: string; raw: string };
    return compareCodePoints(x.folded, other.folded) || compareCodePoints(x.raw, other.raw);
  }
  return x.cmp(y as Decimal);
}
