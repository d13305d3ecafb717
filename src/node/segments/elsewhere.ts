import type { Elsewhere, PartPlaces } from '../../build/build-settings.js';
import { placeOfPart } from '../../build/redirects.js';
import type { CatalogFile } from '../../catalog/catalog-file.js';
import type { Segment } from '../../index/segment.js';
import { repeatedHashes, uidHash } from './uid-hashes.js';

/** A segment that was built, and what of it concerns the others. */
export interface OpenSegment {
  readonly file: CatalogFile;
  readonly hashes: Float64Array;
  readonly places: PartPlaces;
}

/** A segment that has to be built again: other segments have uids that it may not use. */
export interface Refused {
  readonly segment: number;
  readonly elsewhere: Elsewhere;
}

/**
 * The first segment with a part whose uid an earlier one has, or that lists one that is listed there; if there is none, the first that
 * lists a uid which lives in another.
 */
export async function firstRefused(segments: readonly OpenSegment[]): Promise<Refused | undefined> {
  const uids = await repeatedUids(segments);
  const listings = await Promise.all(segments.map(({ file }) => listedUids(file.segments.parts)));
  const seen = new Map<string, string>();
  for (const [segment, { file, places }] of segments.entries()) {
    const taken = new Map(Array.from(uids.get(segment) ?? [], ([uid, place]) => [uid, place]));
    const listed = new Map<string, string>();
    for (const [uid, row] of listings[segment]) {
      const known = seen.get(uid);
      if (known === undefined) seen.set(uid, await placeOfRow(file.segments.parts, row, places));
      else listed.set(uid, known);
    }
    if (taken.size + listed.size > 0) return { segment, elsewhere: { taken, listed, living: new Map() } };
  }
  return firstOfLiving(segments, listings);
}

/** For each segment, the uids of its parts that an earlier one has, with the place there. */
async function repeatedUids(segments: readonly OpenSegment[]): Promise<Map<number, Map<string, string>>> {
  const repeated = new Map<number, Map<string, string>>();
  const hashes = repeatedHashes(segments.map((segment) => segment.hashes));
  if (hashes.size === 0) return repeated;
  const first = new Map<string, string>();
  for (const [number, { file, places }] of segments.entries()) {
    const { parts } = file.segments;
    const dictionary = await parts.field('uid')?.dictionary.load();
    const own = new Map<string, string>();
    for (let i = 0; dictionary && i < dictionary.size; i++) {
      const uid = dictionary.value(i);
      if (!hashes.has(uidHash(uid))) continue;
      const known = first.get(uid);
      if (known === undefined) first.set(uid, (await placeOf(parts, uid, places)) as string);
      else own.set(uid, known);
    }
    if (own.size > 0) repeated.set(number, own);
  }
  return repeated;
}

/** The merged uids that a segment lists, with the row of the part that each leads to. */
async function listedUids(parts: Segment): Promise<readonly (readonly [uid: string, row: number])[]> {
  const redirects = await parts.redirects.load();
  if (!redirects) return [];
  return Array.from({ length: redirects.uids.size }, (_, i) => [redirects.uids.value(i), redirects.rows[i]] as const);
}

async function firstOfLiving(
  segments: readonly OpenSegment[],
  listings: readonly (readonly (readonly [string, number])[])[],
): Promise<Refused | undefined> {
  for (const [segment, listing] of listings.entries()) {
    const living = new Map<string, string>();
    for (const [uid] of listing) {
      for (const { file, places } of segments) {
        const place = await placeOf(file.segments.parts, uid, places);
        if (place !== undefined) living.set(uid, place);
      }
    }
    if (living.size > 0) return { segment, elsewhere: { taken: new Map(), listed: new Map(), living } };
  }
  return undefined;
}

/** Where the part of a uid comes from; undefined if the segment has none. */
async function placeOf(parts: Segment, uid: string, places: PartPlaces): Promise<string | undefined> {
  const field = parts.field('uid');
  const ordinal = field ? (await field.dictionary.load()).find(uid) : -1;
  if (!field || ordinal < 0) return undefined;
  const postings = await field.postings.load();
  const rows = new Uint32Array(postings.count(ordinal));
  postings.collect(ordinal, rows, 0);
  return placeOfRow(parts, rows[0], places);
}

async function placeOfRow(parts: Segment, row: number, places: PartPlaces): Promise<string> {
  const numbers = await parts.documentNumbers.load();
  return placeOfPart(places, numbers[row]);
}

/** Both together. */
export function joinElsewhere(a: Elsewhere | undefined, b: Elsewhere): Elsewhere {
  if (!a) return b;
  const joined = (name: keyof Elsewhere) => new Map([...a[name], ...b[name]]);
  return { taken: joined('taken'), listed: joined('listed'), living: joined('living') };
}
