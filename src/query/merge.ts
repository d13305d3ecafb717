import type { Decimal } from '../analysis/decimal.js';
import { compareCodePoints, fold } from '../analysis/text.js';
import type { Dictionary } from '../index/dictionary/dictionary.js';
import type { Segment } from '../index/segment.js';
import type { ScoredKeyword } from './score.js';
import { Scorer } from './score.js';
import type { BoundSearch, SegmentHits } from './search.js';
import type { BoundSortKey } from './sort.js';

/** A hit of some segment. */
export interface Hit {
  readonly segment: Segment;
  readonly row: number;
}

/** A value by which hits of different segments compare; null is no value and comes last. */
type MergeKey = { readonly folded: string; readonly raw: string } | Decimal | number | null;

interface Candidate extends Hit {
  readonly keys: readonly MergeKey[];
  readonly uid: string;
}

/** Hits in order. There may be as many as a catalog has rows, so that those of one segment are no objects. */
export interface HitList {
  readonly length: number;
  /** Those from place `from` to place `to`. */
  slice(from: number, to: number): Hit[];
  /** The place of a hit, or -1. */
  indexOf(hit: Hit): number;
}

export interface MergedHits {
  /** Exact number of hits of all segments. */
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

/** The hits of all segments as one answer: counts add up, the best of each segment are put in one order. */
export function mergeHits(
  searches: readonly BoundSearch[],
  partials: readonly SegmentHits[],
  idf: readonly number[],
  wanted: number,
): MergedHits | Promise<MergedHits> {
  return searches.length === 1 ? hitsOfOne(searches[0], partials[0]) : mergeSeveral(searches, partials, idf, wanted);
}

function hitsOfOne({ segment }: BoundSearch, { hits, rows }: SegmentHits): MergedHits {
  return { hits, top: new SegmentHitList(segment, rows) };
}

async function mergeSeveral(
  searches: readonly BoundSearch[],
  partials: readonly SegmentHits[],
  idf: readonly number[],
  wanted: number,
): Promise<MergedHits> {
  let hits = 0;
  for (const partial of partials) hits += partial.hits;
  const bySegment: Candidate[][] = [];
  for (let i = 0; i < searches.length; i++) bySegment.push(await candidatesOf(searches[i], partials[i], idf));
  const candidates = bySegment.flat();
  const { sort } = searches[0];
  candidates.sort((a, b) => compareCandidates(a, b, sort));
  return { hits, top: new MergedHitList(candidates.slice(0, wanted)) };
}

async function candidatesOf(search: BoundSearch, { rows }: SegmentHits, idf: readonly number[]): Promise<Candidate[]> {
  const { segment, sort, sources, keywords } = search;
  const uids = await segment.field('uid')?.dictionary();
  const scored = keywords.scored.map((keyword, i): ScoredKeyword => ({ keyword, idf: idf[i] }));
  const scores = sources && new Scorer(sources, scored).scoreUnordered(rows, search.scratch.work);
  const readers = await Promise.all(sort.map((key) => keyReader(key, segment)));
  return Array.from(rows, (row, i) => ({
    segment,
    row,
    keys: readers.map((read) => (read ? read(row) : (scores?.[i] ?? null))),
    uid: (uids as Dictionary).value(search.uidRanks[row]),
  }));
}

/** How a key's value is read of a row; undefined for the score. */
async function keyReader(key: BoundSortKey, segment: Segment): Promise<((row: number) => MergeKey) | undefined> {
  if (key.kind === 'score') return undefined;
  const { codes, descending } = key;
  const field = segment.field(key.field);
  if (!codes || !field) return () => null;
  const keyOf = field.kind.numbers ? decimals(await field.numbers()) : texts(await field.dictionary());
  return (row) => {
    const code = codes.code(row);
    return code === 0 ? null : keyOf(codes.ordinalOf(code, descending));
  };
}

function decimals(numbers: { decimal(ordinal: number): Decimal }): (ordinal: number) => MergeKey {
  return (ordinal) => numbers.decimal(ordinal);
}

function texts(dictionary: Dictionary): (ordinal: number) => MergeKey {
  return (ordinal) => {
    const raw = dictionary.value(ordinal);
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
  if (typeof x === 'number') return x - (y as number);
  if ('folded' in x) {
    const other = y as { folded: string; raw: string };
    return compareCodePoints(x.folded, other.folded) || compareCodePoints(x.raw, other.raw);
  }
  return x.cmp(y as Decimal);
}
