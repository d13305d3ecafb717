import { CorruptCatalogError } from '../../model/errors.js';
import { advance } from '../docset/lists.js';

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
  validate(section: string, terms: number, multi: number, rows: number, fieldCount: number): void {
    const fail = (what: string): never => {
      throw new CorruptCatalogError(section, what);
    };
    if (this.usual.length !== terms || this.starts.length !== multi + 1) fail('the number of terms differs');
    for (const mask of this.usual) if (mask >= 1 << fieldCount) fail(`mask ${mask} is out of range`);
    for (const mask of this.exceptionMasks) if (mask >= 1 << fieldCount) fail(`mask ${mask} is out of range`);
    for (let i = 0; i + 1 < this.starts.length; i++) {
      if (this.starts[i + 1] < this.starts[i] || this.starts[i + 1] > this.exceptionRows.length)
        fail('exceptions are out of order');
      for (let at = this.starts[i]; at < this.starts[i + 1]; at++) {
        if (this.exceptionRows[at] >= rows || (at > this.starts[i] && this.exceptionRows[at] <= this.exceptionRows[at - 1])) {
          fail(`exception ${at} is out of order`);
        }
      }
    }
  }
}
