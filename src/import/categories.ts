import type { Category } from '../model/documents.js';
import { uidOfPath } from './identity.js';

/** Separators of a category's path that are read as such wherever they stand. */
const SEPARATORS = [' / ', '>', '›', '»', '|', '\\', '::', ' → '];
/** Longer paths are cut: no tree of parts is deeper. */
const DEEPEST = 20;

/** The separator of the paths of a column; undefined if its cells are names. */
export function separatorOf(cells: Iterable<string>, heading: string): string | undefined {
  const counts = new Map<string, number>();
  let filled = 0;
  let slashed = 0;
  for (const cell of cells) {
    filled++;
    for (const separator of SEPARATORS) if (cell.includes(separator)) counts.set(separator, (counts.get(separator) ?? 0) + 1);
    if (/\S\/\S/.test(cell)) slashed++;
  }
  const [best] = [...counts].sort((a, b) => b[1] - a[1]);
  if (best) return best[0];
  // `AC/DC Converters` is a name: a slash without blanks separates only where the heading or all cells say so.
  const isPath = /path|pfad|tree/i.test(heading) || (slashed > 2 && slashed === filled);
  return isPath && slashed > 0 ? '/' : undefined;
}

/** The names of a path, from the root down. */
export function pathOf(cells: readonly { readonly text: string; readonly separator: string | undefined }[]): string[] {
  const path: string[] = [];
  for (const { text, separator } of cells) {
    for (const piece of separator === undefined ? [text] : text.split(separator)) {
      const name = piece.trim().replace(/\s+/gu, ' ');
      // A column of the subcategory may repeat the category.
      if (name !== '' && name !== path.at(-1) && path.length < DEEPEST) path.push(name);
    }
  }
  return path;
}

/** The categories that the rows of tables name, with their ancestors. */
export class CategoryCollector {
  private readonly byUid = new Map<string, Category>();

  /** Adds a path and returns the uid of its last node; undefined for an empty path. */
  add(path: readonly string[]): string | undefined {
    let parent: string | undefined;
    for (let depth = 1; depth <= path.length; depth++) {
      const uid = uidOfPath(path.slice(0, depth));
      if (!this.byUid.has(uid)) {
        this.byUid.set(uid, { uid, name: path[depth - 1], ...(parent !== undefined && { parent_uid: parent }) });
      }
      parent = uid;
    }
    return parent;
  }

  records(): Iterable<Category> {
    return this.byUid.values();
  }
}
