import { SpecMetadataGatherer } from '../../build/spec-metadata-gatherer.js';
import type { SaidMetadata } from '../../encoding/spec-facts.js';
import type { SpecMetadata } from '../../model/documents.js';
import { livingNumbers, readParts } from './living-parts.js';
import type { PartFactsReader } from './part-facts.js';
import type { SaidSpec, SnapshotSegment } from './state.js';

const MEMBERS: readonly (keyof SaidMetadata)[] = ['first', 'name', 'unit', 'datatype'];

/** What the living parts of a segment say of a key, with the place of the part that says it first. */
interface Sighting {
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
  reader: PartFactsReader,
): Promise<Map<string, SeenSpec>> {
  const bySegment = await Promise.all(segments.map((segment) => sightings(segment, keys, reader)));
  const seen = new Map<string, SeenSpec>();
  for (const key of keys) {
    const found = bySegment.flatMap((of) => of.get(key) ?? []).filter(({ first }) => first !== undefined);
    if (found.length === 0) continue;
    const earliest = found.reduce((a, b) => ((b.first as number) < (a.first as number) ? b : a));
    const said: Record<string, unknown> = {};
    for (const member of MEMBERS) {
      const all = found.flatMap((one) => one.said[member] ?? []);
      if (all.length > 0) said[member] = all.reduce((a, b) => (b.place < a.place ? b : a)).value;
    }
    seen.set(key, { key, said, first: earliest.first as number, nth: earliest.nth });
  }
  return seen;
}

/** Reads the parts of a segment from the first on until nothing is open. */
async function sightings(
  segment: SnapshotSegment,
  keys: ReadonlySet<string>,
  reader: PartFactsReader,
): Promise<Map<string, Sighting>> {
  const open = new Map<string, Sighting>();
  const all = new Map<string, Sighting>();
  // What no part of the file says, living or dead, need not be looked for.
  for (const { key, said } of segment.file.manifest.specs) {
    if (!keys.has(key)) continue;
    const sighting = {
      first: undefined,
      nth: 0,
      said: {},
      open: new Set(MEMBERS.filter((member) => said[member] !== undefined)),
    };
    open.set(key, sighting);
    all.set(key, sighting);
  }
  if (open.size === 0) return all;
  for await (const { place, facts } of readParts(segment, livingNumbers(segment), reader)) {
    let nth = -1;
    for (const [key, spec] of facts.specs) {
      nth++;
      const sighting = open.get(key);
      if (!sighting) continue;
      if (sighting.first === undefined) Object.assign(sighting, { first: place, nth });
      if (sighting.open.size > 0) note(sighting, place, spec.metadata());
      if (sighting.open.size === 0) open.delete(key);
    }
    if (open.size === 0) break;
  }
  return all;
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
