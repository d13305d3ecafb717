import { SpecMetadataGatherer } from '../../build/spec-metadata-gatherer.js';
import type { StoredSpec } from '../../encoding/manifest.js';
import { type FirstDocument, SAID_MEMBERS, type SaidMetadata } from '../../encoding/spec-facts.js';
import type { SpecMetadata } from '../../model/documents.js';
import { DocumentsOfKey } from './documents-of-key.js';
import { livingNumbers, type PartReading, type PlacedPart, readParts } from './living-parts.js';
import { placeOf, type SaidSpec, type SnapshotSegment } from './state.js';

/** What the living parts of a segment say of a key, with the place of the part that says it first. */
interface Sighting {
  readonly key: string;
  /** Of the first part that carries the key, and the key's number among those of that part. */
  first: number | undefined;
  nth: number;
  readonly said: { -readonly [Member in keyof SaidMetadata]?: { place: number; value: SaidMetadata[Member] } };
  /** What a part may say, and none was seen to. */
  readonly open: Set<keyof SaidMetadata>;
}

/** What living parts say of keys, and in which order they carry them first. */
export interface SeenSpec extends SaidSpec {
  readonly first: number;
  /** The number of the key among those of the first part. */
  readonly nth: number;
}

/** Reads what living parts say of some keys; a key that no living part carries is not among them. */
export async function seenSpecs(
  segments: readonly SnapshotSegment[],
  keys: ReadonlySet<string>,
  reading: PartReading,
): Promise<Map<string, SeenSpec>> {
  const bySegment = await Promise.all(segments.map((segment) => sightings(segment, keys, reading)));
  const seen = new Map<string, SeenSpec>();
  for (const key of keys) {
    const found = bySegment.flatMap((of) => of.get(key) ?? []).filter(({ first }) => first !== undefined);
    if (found.length === 0) continue;
    const earliest = found.reduce((a, b) => ((b.first as number) < (a.first as number) ? b : a));
    const said: Record<string, unknown> = {};
    for (const member of SAID_MEMBERS) {
      const all = found.flatMap((one) => one.said[member] ?? []);
      if (all.length > 0) said[member] = all.reduce((a, b) => (b.place < a.place ? b : a)).value;
    }
    seen.set(key, { key, said, first: earliest.first as number, nth: earliest.nth });
  }
  return seen;
}

/** What the parts of a segment say. Of a key whose first parts live the manifest has it; for others, documents are read. */
async function sightings(
  segment: SnapshotSegment,
  keys: ReadonlySet<string>,
  reading: PartReading,
): Promise<Map<string, Sighting>> {
  const all = new Map<string, Sighting>();
  const unknown: StoredSpec[] = [];
  // What no part of the file says, living or dead, need not be looked for.
  for (const spec of segment.file.manifest.specs) {
    if (!keys.has(spec.key)) continue;
    const sighting = await inManifest(segment, spec, reading);
    all.set(spec.key, sighting);
    if (isOpen(sighting)) unknown.push(spec);
  }
  if (unknown.length === 0) return all;
  const uncounted = new Map<string, Sighting>();
  const carriers = new Map<string, Uint32Array>();
  for (const spec of unknown) {
    const documents = await DocumentsOfKey.of(segment, spec);
    if (documents.areExact) carriers.set(spec.key, documents.living());
    else uncounted.set(spec.key, all.get(spec.key) as Sighting);
  }
  await readCarriers(segment, carriers, all, reading);
  if (uncounted.size > 0) await readAll(segment, uncounted, reading);
  return all;
}

/** Most parts of a key that are read at a time, at first and later: mostly the first one says all. */
const FEWEST_READ = 2;
const MOST_READ = 128;

/** Reads what the parts that carry some keys say of them, of each key in their order, until all is said. */
async function readCarriers(
  segment: SnapshotSegment,
  carriers: ReadonlyMap<string, Uint32Array>,
  known: ReadonlyMap<string, Sighting>,
  reading: PartReading,
): Promise<void> {
  let left = [...carriers];
  for (let from = 0, size = FEWEST_READ; left.length > 0; from += size, size = Math.min(2 * size, MOST_READ)) {
    const wanted = new Map<number, Set<string>>();
    for (const [key, numbers] of left) {
      for (const number of numbers.subarray(from, from + size)) {
        const keys = wanted.get(number);
        if (keys) keys.add(key);
        else wanted.set(number, new Set([key]));
      }
    }
    for await (const part of readParts(segment, Uint32Array.from(wanted.keys()).sort(), reading)) {
      noteKeys(part, (key) => (wanted.get(part.number)?.has(key) ? known.get(key) : undefined));
    }
    left = left.filter(([key, numbers]) => from + size < numbers.length && isOpen(known.get(key) as Sighting));
  }
}

/** Reads all living parts, until all is said: some carry the keys without a value that the fields have. */
async function readAll(segment: SnapshotSegment, open: Map<string, Sighting>, reading: PartReading): Promise<void> {
  for await (const part of readParts(segment, livingNumbers(segment), reading)) {
    noteKeys(part, (key) => open.get(key));
    for (const [key, sighting] of open) if (!isOpen(sighting)) open.delete(key);
    if (open.size === 0) break;
  }
}

/** Notes what a part says of its keys. @param sightingOf a key's, if what this part says counts */
function noteKeys({ place, facts }: PlacedPart, sightingOf: (key: string) => Sighting | undefined): void {
  let nth = -1;
  for (const [key, spec] of facts.specs) {
    nth++;
    const sighting = sightingOf(key);
    if (!sighting) continue;
    if (sighting.first === undefined) Object.assign(sighting, { first: place, nth });
    if (sighting.open.size > 0) note(sighting, place, spec.metadata());
  }
}

function isOpen({ first, open }: Sighting): boolean {
  return first === undefined || open.size > 0;
}

/** What the manifest has of a key: what is said first by parts that live, and nothing that only dead ones say. */
async function inManifest(segment: SnapshotSegment, spec: StoredSpec, reading: PartReading): Promise<Sighting> {
  const { key, said, places } = spec;
  const { dead } = segment;
  const open = new Set(SAID_MEMBERS.filter((member) => said[member] !== undefined));
  const sighting: Sighting = { key, first: undefined, nth: 0, said: {}, open };
  if (!places) return sighting;
  const [first, , nth] = places.key;
  if (!dead?.has(first)) Object.assign(sighting, { first: placeOf(segment, first), nth });
  for (const member of open) {
    const document = places[member]?.[0];
    if (document === undefined || dead?.has(document)) continue;
    Object.assign(sighting.said, { [member]: { place: placeOf(segment, document), value: said[member] } });
    open.delete(member);
  }
  if (dead && open.size > 0) await dropUnsaid(segment, spec, open, reading);
  return sighting;
}

/** Drops what as many dead parts say as there are parts that say it. */
async function dropUnsaid(
  segment: SnapshotSegment,
  spec: StoredSpec,
  open: Set<keyof SaidMetadata>,
  reading: PartReading,
): Promise<void> {
  const { key, places = { key: [0, 0, 0] } } = spec;
  const deadCount = segment.dead?.count ?? 0;
  const left = new Map(
    [...open].flatMap((member): [keyof SaidMetadata, number][] => {
      const [, documents] = places[member] as FirstDocument;
      return documents <= deadCount ? [[member, documents]] : [];
    }),
  );
  if (left.size === 0) return;
  const documents = await DocumentsOfKey.of(segment, spec);
  for await (const { facts } of readParts(segment, documents.dead(), reading)) {
    const metadata = facts.specs.get(key)?.metadata();
    if (!metadata) continue;
    const gatherer = new SpecMetadataGatherer();
    gatherer.add(metadata);
    for (const [member, count] of left) {
      if (gatherer.said[member] === undefined) continue;
      left.set(member, count - 1);
      if (count > 1) continue;
      open.delete(member);
      left.delete(member);
    }
    if (left.size === 0) break;
  }
}

function note(sighting: Sighting, place: number, metadata: Partial<SpecMetadata> | undefined): void {
  if (!metadata) return;
  const gatherer = new SpecMetadataGatherer();
  gatherer.add(metadata);
  for (const member of sighting.open) {
    const value = gatherer.said[member];
    if (value === undefined) continue;
    Object.assign(sighting.said, { [member]: { place, value } });
    sighting.open.delete(member);
  }
}
