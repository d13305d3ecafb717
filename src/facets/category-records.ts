import type { CategoryRecord } from '../answers/category-tree.js';
import type { Needs } from '../index/section.js';
import type { Segment } from '../index/segment.js';

/** The fields that make a tree of the records. */
const FIELDS = ['uid', 'name', 'parent_uid'];

/** The category records of a catalog, read on first use and then cached. */
export class CategoryRecords {
  private cached: ReadonlyMap<string, CategoryRecord> | undefined;

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
