import type { CategoryRecord } from '../answers/category-tree.js';
import type { Needs } from '../index/section.js';
import type { Segment } from '../index/segment.js';

/** The fields that make a tree of the records. */
const FIELDS = ['uid', 'name', 'parent_uid'];

const ANCESTORS = 'ancestor_uids';

/** The category records of a catalog, read on first use and then cached. */
export class CategoryRecords {
  private cached: ReadonlyMap<string, CategoryRecord> | undefined = undefined;
  private above: ReadonlyMap<string, readonly string[]> | undefined = undefined;

  constructor(private readonly segments: readonly Segment[]) {}

  /** Adds the sections that `byUid` reads. */
  need(needs: Needs): void {
    if (this.cached) return;
    for (const segment of this.segments) {
      for (const name of FIELDS) {
        const field = segment.field(name);
        if (field) needs.add(field.codes).add(field.dictionary);
      }
    }
  }

  /** Adds the sections that `ancestorCount` reads. */
  needAncestors(needs: Needs): void {
    this.need(needs);
    if (this.above) return;
    for (const segment of this.segments) {
      const field = segment.field(ANCESTORS);
      if (field) needs.add(field.codes).add(field.dictionary);
    }
  }

  /** How many categories are above one, by parents and by the ancestors that records list. */
  ancestorCount(uid: string): number {
    this.above ??= new Map(this.segments.flatMap(ancestorsOf));
    const found = new Set<string>();
    const open = [uid];
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      const { parent = null } = this.byUid.get(at) ?? {};
      for (const above of [...(this.above.get(at) ?? []), ...(parent === null ? [] : [parent])]) {
        if (found.has(above)) continue;
        found.add(above);
        open.push(above);
      }
    }
    return found.size;
  }

  /** The record of each uid. */
  get byUid(): ReadonlyMap<string, CategoryRecord> {
    this.cached ??= new Map(this.segments.flatMap(recordsOf));
    return this.cached;
  }
}

function recordsOf(segment: Segment): [string, CategoryRecord][] {
  const [uidOf, nameOf, parentOf] = FIELDS.map((name) => readerOf(segment, name));
  return Array.from({ length: segment.rowCount }, (_, row) => [
    uidOf(row) as string,
    { name: nameOf(row) ?? '', parent: parentOf(row) ?? null },
  ]);
}

/** The ancestors that each record lists. */
function ancestorsOf(segment: Segment): [string, string[]][] {
  const uidOf = readerOf(segment, 'uid');
  const field = segment.field(ANCESTORS);
  if (!field) return [];
  const codes = field.codes.value;
  const dictionary = field.dictionary.value;
  return Array.from({ length: segment.rowCount }, (_, row) => {
    const code = codes.code(row);
    const ordinals = code === 0 ? [] : codes.ordinalsOf(code);
    return [uidOf(row) as string, Array.from(ordinals, (ordinal) => dictionary.value(ordinal))];
  });
}

/** Reads the first value of a field from a row. */
function readerOf(segment: Segment, name: string): (row: number) => string | undefined {
  const field = segment.field(name);
  if (!field) return () => undefined;
  const codes = field.codes.value;
  const dictionary = field.dictionary.value;
  return (row) => {
    const code = codes.code(row);
    return code === 0 ? undefined : dictionary.value(codes.ordinalOf(code, false));
  };
}
