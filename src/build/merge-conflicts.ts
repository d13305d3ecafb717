import type { MergeConflict } from '../merge/conflict.js';

/** Most conflicts that are kept; the others are only counted. */
const MOST_LISTED = 1000;
/** Longest text of a value in a notice. */
const LONGEST_VALUE = 80;

/** A conflict, and the line of the document whose value is not kept. */
export type PlacedConflict = MergeConflict & { readonly line: number };

/** The conflicts of a merge: the first thousand, and the number of all. */
export class MergeConflicts {
  count = 0;
  private readonly listed: PlacedConflict[] = [];

  add(conflict: PlacedConflict): void {
    this.count++;
    if (this.listed.length < MOST_LISTED) this.listed.push(structuredClone(conflict));
  }

  list(): MergeConflict[] {
    return this.listed.map(({ uid, path, kept, given, source }) => ({ uid, path, kept, given, source }));
  }

  /** One line for each of those that are listed, and one for the others. */
  *notices(): Iterable<string> {
    for (const { uid, path, kept, given, source, line } of this.listed) {
      yield `part ${uid}: ${path} is ${shown(kept)} in an earlier source; ${shown(given)} in ${source}:${line} is not kept`;
    }
    const more = this.count - this.listed.length;
    if (more > 0) yield `${more} more values of merged parts are not kept`;
  }
}

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE)}…` : text;
}
