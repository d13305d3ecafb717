import { CorruptCatalogError } from '../../model/errors.js';

/** The fields in which terms occur, as masks: the usual mask of each term, and the rows with another one. */
export class TermMasks {
  /** What the constructor takes beside the section. */
  readonly arrays: readonly [Uint8Array, Uint32Array, Uint32Array, Uint8Array];
  private readonly usual: Uint8Array;
  private readonly starts: Uint32Array;
  readonly exceptionRows: Uint32Array;
  readonly exceptionMasks: Uint8Array;

  constructor(section: string, usual: Uint8Array, starts: Uint32Array, rows: Uint32Array, masks: Uint8Array) {
    if (rows.length !== masks.length || starts[starts.length - 1] !== rows.length) {
      throw new CorruptCatalogError(section, 'rows and masks differ in number');
    }
    this.arrays = [usual, starts, rows, masks];
    this.usual = usual;
    this.starts = starts;
    this.exceptionRows = rows;
    this.exceptionMasks = masks;
  }

  /** The mask of a term in most of its rows. */
  usualOf(term: number): number {
    return this.usual[term];
  }

  /** The exceptions of the `multi`-th term of several rows begin here in `exceptionRows` and `exceptionMasks`, */
  exceptionsFrom(multi: number): number {
    return this.starts[multi];
  }

  /** and end here. */
  exceptionsTo(multi: number): number {
    return this.starts[multi + 1];
  }

  /** Whether a term occurs in one of the wanted fields of some row. */
  occursIn(term: number, multi: number, wanted: number): boolean {
    if ((this.usual[term] & wanted) !== 0) return true;
    if (multi < 0) return false;
    const to = this.starts[multi + 1];
    for (let at = this.starts[multi]; at < to; at++) if ((this.exceptionMasks[at] & wanted) !== 0) return true;
    return false;
  }

  /** @param multi number of terms of several rows @throws CorruptCatalogError */
  validate(section: string, terms: number, multi: number): void {
    if (this.usual.length !== terms || this.starts.length !== multi + 1)
      throw new CorruptCatalogError(section, 'the number of terms differs');
  }
}
