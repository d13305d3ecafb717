import { COMPANIES } from '../catalog/several-records.js';
import { namedCompanies } from '../catalog/snapshot/named-companies.js';
import type { PartFacts, PartFactsReader } from '../catalog/snapshot/part-facts.js';
import { type SeenSpec, seenSpecs } from '../catalog/snapshot/said-specs.js';
import type { SaidSpec, SnapshotFacts, SnapshotRecords, SnapshotSegment } from '../catalog/snapshot/state.js';
import type { CompanyCollection } from '../model/schema.js';

/** What of the whole catalog an update may change: spec keys and companies of which parts say something else now. */
export class Affected {
  readonly keys = new Set<string>();
  readonly companies: Readonly<Record<CompanyCollection, Set<string>>> = {
    brands: new Set(),
    manufacturers: new Set(),
    sellers: new Set(),
  };

  /** Notes how a part differs from the one in its place before; undefined for a part that is new or gone. */
  note(before: PartFacts | undefined, after: PartFacts | undefined): void {
    const isSameOrder = haveSameKeys(before, after);
    for (const [key, spec] of before?.specs ?? []) {
      const other = after?.specs.get(key);
      if (!isSameOrder || !other?.isSame(spec)) this.keys.add(key);
    }
    if (!isSameOrder) for (const key of after?.specs.keys() ?? []) this.keys.add(key);
    if (before && after && haveSameCompanies(before, after)) return;
    for (const collection of COMPANIES) {
      const [had, has] = [mentions(before, collection), mentions(after, collection)];
      for (const uid of [...had.keys(), ...has.keys()]) {
        if (had.get(uid) !== has.get(uid)) this.companies[collection].add(uid);
      }
    }
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

/** What a part says of each company. */
function mentions(part: PartFacts | undefined, wanted: CompanyCollection): Map<string, string> {
  const texts = new Map<string, string>();
  for (const { collection, uid, text } of part?.companies ?? []) {
    if (collection === wanted) texts.set(uid, `${texts.get(uid) ?? ''}\n${text}`);
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
  reader: PartFactsReader,
): Promise<SnapshotFacts> {
  for (const collection of COMPANIES) {
    const uids = affected.companies[collection];
    for (const uid of uids) if (records[collection].has(uid)) uids.delete(uid);
  }
  if (affected.keys.size === 0 && COMPANIES.every((collection) => affected.companies[collection].size === 0)) return before;
  const specs = await specsAfter(before.specs, segments, affected.keys, nextPlace, reader);
  const named = { ...before.named };
  for (const collection of COMPANIES) {
    const uids = affected.companies[collection];
    if (uids.size === 0) continue;
    const found = await namedCompanies(segments, collection, uids, reader);
    const known = new Map(before.named[collection]);
    for (const uid of uids) if (!found.has(uid)) known.delete(uid);
    for (const one of [...found.values()].sort((a, b) => a.place - b.place)) known.set(one.uid, one);
    named[collection] = known;
  }
  return { specs, named };
}

/** The spec keys in the order in which living parts carry them first. */
async function specsAfter(
  before: readonly SaidSpec[],
  segments: readonly SnapshotSegment[],
  keys: ReadonlySet<string>,
  nextPlace: number,
  reader: PartFactsReader,
): Promise<readonly SaidSpec[]> {
  if (keys.size === 0) return before;
  const seen = await seenSpecs(segments, keys, reader);
  const known = new Set(before.map(({ key }) => key));
  const areLast = [...seen.values()].every(({ key, first }) => known.has(key) || first >= nextPlace);
  if (areLast && isInOrder(before, seen)) {
    const kept = before.filter(({ key }) => !keys.has(key) || seen.has(key)).map((one) => seen.get(one.key) ?? one);
    return [...kept, ...[...seen.values()].filter(({ key }) => !known.has(key)).sort(compareSeen)];
  }
  // A key is carried first by another part now: the places of all are needed.
  const all = new Set([...before.map(({ key }) => key), ...keys]);
  return [...(await seenSpecs(segments, all, reader)).values()].sort(compareSeen);
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
