import { type LineText, placesOf } from './quantity-columns.js';
import { isOfOnePart } from './references.js';

/** Finds references that a list has twice: in a cell, where they count once, or on several lines, which are bought all the same. */
export class RepeatedReferences {
  /** The line of each reference. */
  private readonly lines = new Map<string, number>();
  private readonly inCells: LineText[] = [];
  private readonly onLines: LineText[] = [];

  /** @param repeated the first reference that the cell has twice */
  add(references: readonly string[], line: number, repeated: string | undefined): void {
    if (repeated !== undefined) this.inCells.push({ line, text: repeated });
    let isNoted = false;
    for (const reference of references) {
      if (!isOfOnePart(reference)) continue;
      const earlier = this.lines.get(reference);
      if (earlier === undefined) this.lines.set(reference, line);
      // One of a line is enough: a block of lines may be there twice.
      else if (!isNoted && earlier !== line) {
        this.onLines.push({ line, text: `${reference}, as in line ${earlier}` });
        isNoted = true;
      }
    }
  }

  /** What a person should know of them. */
  notes(heading: string): string[] {
    const { inCells, onLines } = this;
    const cells = inCells.length === 1 ? '1 cell' : `${inCells.length} cells`;
    const have = inCells.length === 1 ? 'has' : 'have';
    const lines = onLines.length === 1 ? '1 line' : `${onLines.length} lines`;
    return [
      ...(inCells.length > 0
        ? [`${cells} of "${heading}" ${have} a reference twice, which counts once (${placesOf(inCells)})`]
        : []),
      ...(onLines.length > 0
        ? [
            `${lines} ${onLines.length === 1 ? 'has' : 'have'} a reference of another line (${placesOf(onLines)}); all lines count`,
          ]
        : []),
    ];
  }
}
