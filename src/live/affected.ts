import { COMPANIES } from '../catalog/several-records.js';
import type { PartReading } from '../catalog/snapshot/living-parts.js';
import { namedCompanies, type PlacedCompany } from '../catalog/snapshot/named-companies.js';
import type { PartFacts } from '../catalog/snapshot/part-facts.js';
import { type SeenSpec, seenSpecs } from '../catalog/snapshot/said-specs.js';
import type { NamedCompany, SaidSpec, SnapshotFacts, SnapshotRecords, SnapshotSegment } from '../catalog/snapshot/state.js';
import type { CompanyCollection } from '../model/schema.js';

/** What of the whole catalog an update may change: spec keys and companies of which parts say something else now. */
export class Affected {
  readonly keys = new Set<string>();
  /** By uid, the least place of a changed part that names it, before or after; Infinity if only new parts do. */
  readonly companies: Readonly<Record<CompanyCollection, Map<string, number>>> = {
    brands: new Map(),
    manufacturers: new Map(),
    sellers: new Map(),
  };

  /**
   * Notes how a part differs from the one in its place before; undefined for a part that is new or gone.
   * @param place where it is in the order of all parts; Infinity for a new one
   */
  note(before: PartFacts | undefined, after: PartFacts | undefined, place: number): void {
    const isSameOrder = haveSameKeys(before, after);
    for (const [key, spec] of before?.specs ?? []) {
      const other = after?.specs.get(key);
      if (!isSameOrder || !other?.isSame(spec)) this.keys.add(key);
    }
    if (!isSameOrder) for (const key of after?.specs.keys() ?? []) this.keys.add(key);
    if (before && after && haveSameCompanies(before, after)) return;
    for (const collection of COMPANIES) {
      const [had, has] = [mentions(before, collection), mentions(after, collection)];
      for (const uid of new Set([...had.keys(), ...has.keys()])) {
        if (had.get(uid) !== has.get(uid)) this.noteCompany(collection, uid, place);
      }
    }
  }

  /** Notes that a company may be named otherwise from a place on. */
  noteCompany(collection: CompanyCollection, uid: string, place: number): void {
    const companies = this.companies[collection];
    companies.set(uid, Math.min(place, companies.get(uid) ?? Number.POSITIVE_INFINITY));
  }
}

/** Whether two parts have the same spec keys in the same order. */
function haveSameKeys(before: PartFacts | undefined, after: PartFacts | undefined): boolean {
  if ((before?.specs.size ?? 0) !== (after?.specs.size ?? 0)) return false;
  if (!before || !after) return true;
  const keys = after.specs.keys();
  for (const key of before.specs.keys()) if (key !== keys.next().value) return false;
  return true;
}

/** Whether two parts say the same of the same companies in the same order. */
function haveSameCompanies({ companies }: PartFacts, after: PartFacts): boolean {
  return (
    companies.length === after.companies.length &&
    companies.every(({ collection, text }, i) => collection === after.companies[i].collection && text === after.companies[i].text)
  );
}

/** What a part says of each company, and where. */
function mentions(part: PartFacts | undefined, wanted: CompanyCollection): Map<string, string> {
  const texts = new Map<string, string>();
  for (const [nth, { collection, uid, text }] of part?.companies.entries() ?? []) {
    if (collection === wanted) texts.set(uid, `${texts.get(uid) ?? ''}\n${nth} ${text}`);
  }
  return texts;
}

/**
 * The facts of a catalog after an update. What parts say of a company with a record of its own is not kept up to date: it counts for
 * nothing, and is looked for when the record is removed.
 * @param records those that were given, after the update
 * @param nextPlace the place of the next new part before it
 */
export async function factsAfter(
  before: SnapshotFacts,
  segments: readonly SnapshotSegment[],
  records: SnapshotRecords,
  affected: Affected,
  nextPlace: number,
  reading: PartReading,
): Promise<SnapshotFacts> {
  for (const collection of COMPANIES) {
    const uids = affected.companies[collection];
    for (const [uid, place] of uids) {
      if (records[collection].has(uid) || isNamedEarlier(before.named[collection].get(uid), place)) uids.delete(uid);
    }
  }
  if (affected.keys.size === 0 && COMPANIES.every((collection) => affected.companies[collection].size === 0)) return before;
  const specs = await specsAfter(before.specs, segments, affected.keys, nextPlace, reading);
  const named = { ...before.named };
  for (const collection of COMPANIES) {
    const uids = affected.companies[collection];
    if (uids.size === 0) continue;
    named[collection] = await namedAfter(before.named[collection], segments, collection, uids, nextPlace, reading);
  }
  return { specs, named };
}

/** The companies in the order in which living parts name them first. @param uids those of which changed parts say something else */
async function namedAfter(
  before: ReadonlyMap<string, NamedCompany>,
  segments: readonly SnapshotSegment[],
  collection: CompanyCollection,
  uids: ReadonlyMap<string, number>,
  nextPlace: number,
  reading: PartReading,
): Promise<ReadonlyMap<string, NamedCompany>> {
  const found = await namedCompanies(segments, collection, uids.keys(), reading);
  const keepsOrder = ({ uid, place, nth }: PlacedCompany) => {
    const was = before.get(uid);
    if (!was) return place >= nextPlace;
    if (isPlaced(was)) return was.place === place && was.nth === nth;
    return place < (uids.get(uid) as number);
  };
  const isInOrder = [...found.values()].every(keepsOrder);
  const after = new Map(before);
  for (const uid of uids.keys()) if (!found.has(uid)) after.delete(uid);
  for (const one of [...found.values()].sort(compareNamed)) after.set(one.uid, one);
  if (isInOrder) return after;
  // A company is named first by another part now: the places of all are needed.
  const unplaced = [...after.values()].filter((one) => !isPlaced(one));
  const placed = await namedCompanies(
    segments,
    collection,
    unplaced.map(({ uid }) => uid),
    reading,
  );
  // Of those with a record of their own no part may be left.
  const all = [...after.values()].map((one) => placed.get(one.uid) ?? one).filter(isPlaced);
  return new Map(all.sort(compareNamed).map((one) => [one.uid, one]));
}

/**
 * Whether a company is named first by a part before all that an update changes: it is named as before then. A daily file of prices
 * changes what most parts say of their sellers, and none of these parts is the first.
 */
function isNamedEarlier(company: NamedCompany | undefined, place: number): boolean {
  return company !== undefined && isPlaced(company) && company.place < place;
}

function isPlaced(company: NamedCompany): company is PlacedCompany {
  return company.place !== undefined && company.nth !== undefined;
}

function compareNamed(a: PlacedCompany, b: PlacedCompany): number {
  return a.place - b.place || a.nth - b.nth;
}

/** The spec keys in the order in which living parts carry them first. */
async function specsAfter(
  before: readonly SaidSpec[],
  segments: readonly SnapshotSegment[],
  keys: ReadonlySet<string>,
  nextPlace: number,
  reading: PartReading,
): Promise<readonly SaidSpec[]> {
  if (keys.size === 0) return before;
  const seen = await seenSpecs(segments, keys, reading);
  const known = new Set(before.map(({ key }) => key));
  const areLast = [...seen.values()].every(({ key, first }) => known.has(key) || first >= nextPlace);
  if (areLast && isInOrder(before, seen)) {
    const kept = before.filter(({ key }) => !keys.has(key) || seen.has(key)).map((one) => seen.get(one.key) ?? one);
    return [...kept, ...[...seen.values()].filter(({ key }) => !known.has(key)).sort(compareSeen)];
  }
  // A key is carried first by another part now. Of the others that it may carry first, too, the order among that part's keys is needed.
  const places = new Set<number | undefined>(Array.from(seen.values(), ({ first }) => first));
  const others = before.filter(({ key }) => !keys.has(key));
  const beside = new Set(others.filter(({ first }) => first === undefined || places.has(first)).map(({ key }) => key));
  for (const one of beside.size > 0 ? (await seenSpecs(segments, beside, reading)).values() : []) seen.set(one.key, one);
  const all = others.map((one, order): PlacedSpec => ({ spec: seen.get(one.key) ?? one, order }));
  for (const one of seen.values()) if (!beside.has(one.key)) all.push({ spec: one, order: all.length });
  return all.sort(comparePlaced).map(({ spec }) => spec);
}

/** A key with its place among those whose parts are as before. */
interface PlacedSpec {
  readonly spec: SaidSpec | SeenSpec;
  readonly order: number;
}

/** Keys of a part are in its order where it is known: otherwise they are all as before. */
function comparePlaced(a: PlacedSpec, b: PlacedSpec): number {
  const byPlace = (a.spec.first as number) - (b.spec.first as number);
  return byPlace || ('nth' in a.spec && 'nth' in b.spec ? a.spec.nth - b.spec.nth : a.order - b.order);
}

/** Whether the known keys are carried first by the same parts as before, and by each of these in the same order. */
function isInOrder(before: readonly SaidSpec[], seen: ReadonlyMap<string, SeenSpec>): boolean {
  let last: SeenSpec | undefined;
  for (const { key, first } of before) {
    const now = seen.get(key);
    if (!now) continue;
    if (now.first !== first || (last && compareSeen(last, now) > 0)) return false;
    last = now;
  }
  return true;
}

function compareSeen(a: SeenSpec, b: SeenSpec): number {
  return a.first - b.first || a.nth - b.nth;
}
