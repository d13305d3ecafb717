import { CorruptCatalogError } from '../../model/errors.js';
import { advance } from '../row-set/lists.js';

/** In which fields a token stands: a usual mask per term and the rows that differ. */
export class TermMasks {
  private readonly usual: Uint8Array;
  private readonly starts: Uint32Array;
  readonly exceptionRows: Uint32Array;
  readonly exceptionMasks: Uint8Array;

  constructor(section: string, usual: Uint8Array, starts: Uint32Array, rows: Uint32Array, masks: Uint8Array) {
    if (rows.length !== masks.length || starts[starts.length - 1] !== rows.length) {
      throw new CorruptCatalogError(section, 'rows and masks differ in number');
    }
    this.usual = usual;
    this.starts = starts;
    this.exceptionRows = rows;
    this.exceptionMasks = masks;
  }

  usualOf(term: number): number {
    return this.usual[term];
  }

  /** The exceptions of the `multi`-th term of several rows are `[from, to)` of the two arrays. */
  exceptionsFrom(multi: number): number {
    return this.starts[multi];
  }

  exceptionsTo(multi: number): number {
    return this.starts[multi + 1];
  }

  /** Whether a term stands in a wanted field of some row. */
  standsIn(term: number, multi: number, wanted: number): boolean {
    if ((this.usual[term] & wanted) !== 0) return true;
    if (multi < 0) return false;
    const to = this.starts[multi + 1];
    for (let at = this.starts[multi]; at < to; at++) if ((this.exceptionMasks[at] & wanted) !== 0) return true;
    return false;
  }

  mask(term: number, multi: number, row: number): number {
    if (multi < 0) return this.usual[term];
    const to = this.starts[multi + 1];
    const at = advance(this.exceptionRows, this.starts[multi], to, row);
    return at < to && this.exceptionRows[at] === row ? this.exceptionMasks[at] : this.usual[term];
  }

  /** `multi`: number of terms of several rows. */
  validate(section: string, terms: number, multi: number): void {
    if (this.usual.length !== terms || this.starts.length !== multi + 1)
      throw new CorruptCatalogError(section, 'the number of terms differs');
  }
}
