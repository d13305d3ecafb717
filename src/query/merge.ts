import { ABOVE_ALL, BELOW_ALL, type Decimal } from '../analysis/decimal.js';
import type { Kind } from '../analysis/kinds.js';
import { compareCodePoints, fold } from '../analysis/text.js';
import type { Dictionary } from '../index/dictionary/dictionary.js';
import type { Needs } from '../index/section.js';
import type { Segment } from '../index/segment.js';
import type { ResolvedSortKey } from '../resolve/resolved-search.js';
import type { Steps } from '../work/pauses.js';
import type { Work } from '../work/work.js';
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

/** The hits that a search of one segment found. */
export function hitsOf(segment: Segment, { rows }: SegmentHits): HitList {
  return new SegmentHitList(segment, rows);
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
  needValues('uid', segment, needs);
  for (const { field, numbers } of sortKeys) if (!numbers && field !== 'score') needValues(field, segment, needs);
}

function needValues(name: string, segment: Segment, needs: Needs): void {
  const field = segment.field(name);
  if (field) needs.add(field.kind.numbers ? field.numbers : field.dictionary);
}

/** The hits of one segment. */
export interface PartialHits extends SegmentHits {
  readonly search: BoundSearch;
}

/** Taking the next hit of several segments costs about as much as this many steps of a plain loop. */
const TAKING_COST = 32;
/** Hits that are taken without a pause. */
const HITS_AT_ONCE = 256;

/** Merges the hits of all segments: adds the counts, and puts the best of each segment in one order. */
export function* mergeHits(partials: readonly PartialHits[], wanted: number, work: Work): Steps<MergedHits> {
  let hits = 0;
  let rows = 0;
  let longest = partials[0];
  for (const partial of partials) {
    hits += partial.hits;
    rows += partial.rows.length;
    if (partial.rows.length > longest.rows.length) longest = partial;
  }
  // Mostly all that is found is in one of the segments.
  if (longest.rows.length === rows) return { hits, top: hitsOf(longest.search.segment, longest) };
  const heads = partials.filter((partial) => partial.rows.length > 0).map((partial) => new Head(partial, work));
  const { sort } = longest.search;
  heads.sort((a, b) => compareHeads(a, b, sort));
  const top: Hit[] = [];
  const most = Math.min(wanted, rows);
  while (top.length < most) {
    for (const to = Math.min(top.length + HITS_AT_ONCE, most); top.length < to; ) {
      const [first] = heads;
      top.push({ segment: first.segment, row: first.row });
      if (first.next()) moveBack(heads, sort);
      else heads.shift();
    }
    if (work.spend(HITS_AT_ONCE * TAKING_COST)) yield;
  }
  return { hits, top: new MergedHitList(top) };
}

/** Puts the first of some heads, which has moved on, in its place among the others. */
function moveBack(heads: Head[], sort: readonly BoundSortKey[]): void {
  const [moved] = heads;
  let at = 0;
  for (; at + 1 < heads.length && compareHeads(heads[at + 1], moved, sort) < 0; at++) heads[at] = heads[at + 1];
  heads[at] = moved;
}

/** The next hit of a segment: only what comes first in some segment is read. */
class Head {
  readonly segment: Segment;
  row = 0;
  keys: readonly MergeKey[] = [];
  private at = -1;
  private readonly rows: Uint32Array;
  private readonly scores: readonly number[] | undefined;
  private readonly readers: readonly KeyReader[];
  private readonly uids: Dictionary;
  private readonly ranks: Uint32Array;
  private ownUid: string | undefined = undefined;

  constructor({ search, rows, scores }: PartialHits, work: Work) {
    const { segment, sort, uidOrder } = search;
    this.segment = segment;
    this.rows = rows;
    this.scores = scores ?? scoresOf(search, rows, work);
    this.readers = sort.map((key) => keyReader(key, segment));
    this.uids = segment.field('uid')?.dictionary.value as Dictionary;
    this.ranks = uidOrder.ranks;
    this.next();
  }

  /** Moves on to the next hit; false if there is none. */
  next(): boolean {
    const { rows, scores, readers } = this;
    const at = ++this.at;
    if (at >= rows.length) return false;
    const row = rows[at];
    this.row = row;
    this.ownUid = undefined;
    const score = scores ? scores[at] : 0;
    this.keys = readers.map((read) => read(row, score));
    return true;
  }

  /** The uid of the hit: it is read where all keys are the same. */
  get uid(): string {
    this.ownUid ??= this.uids.value(this.ranks[this.row]);
    return this.ownUid;
  }
}

type KeyReader = (row: number, score: number) => MergeKey;

/** Reads a key's value from a row with a score. */
function keyReader(key: BoundSortKey, segment: Segment): KeyReader {
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

function compareHeads(a: Head, b: Head, sort: readonly BoundSortKey[]): number {
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
