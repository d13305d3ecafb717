import { type Digest, digestOfWords } from '../../analysis/digest.js';
import { andNotBits, collectBits, countBits, fillBits, hasBit, wordsFor } from '../row-set/bits.js';
import { RowSet } from '../row-set/row-set.js';

/** The rows of a segment that live no more. Never changed: another set of them is another object. */
export class DeadRows {
  readonly count: number;
  /** The same as a set of rows, which nothing may consume. */
  readonly set: RowSet;
  private ownDigest: Digest | undefined = undefined;
  private livingRows: RowSet | undefined = undefined;

  /** @param words one bit for each row of the segment */
  constructor(
    readonly words: Int32Array,
    readonly rowCount: number,
  ) {
    this.count = countBits(words, 0, words.length);
    this.set = RowSet.bits(words);
  }

  /** Those of `known`, and some more; undefined for none at all. */
  static with(known: DeadRows | undefined, rows: Iterable<number>, rowCount: number): DeadRows | undefined {
    const words = known ? known.words.slice() : new Int32Array(wordsFor(rowCount));
    for (const row of rows) words[row >>> 5] |= 1 << (row & 31);
    const dead = new DeadRows(words, rowCount);
    return dead.count === 0 ? undefined : dead;
  }

  /** A digest of the rows. */
  digest(): Digest {
    return (this.ownDigest ??= digestOfWords(this.words));
  }

  /** All other rows, as a set that nothing may consume. */
  get living(): RowSet {
    if (!this.livingRows) {
      const words = new Int32Array(this.words.length);
      fillBits(words, this.rowCount);
      andNotBits(words, this.words);
      this.livingRows = RowSet.bits(words);
    }
    return this.livingRows;
  }

  has(row: number): boolean {
    return hasBit(this.words, row);
  }

  /** Whether all rows that are dead there are dead here. */
  hasAll({ words }: DeadRows): boolean {
    return words.every((word, i) => (word & ~this.words[i]) === 0);
  }

  /** Ascending. */
  rows(): Uint32Array {
    return this.rowsOf(this.words, this.count);
  }

  /** The rows that are dead here and not there, ascending; `hasAll` is true. */
  rowsSince(before: DeadRows): Uint32Array {
    const words = this.words.slice();
    andNotBits(words, before.words);
    return this.rowsOf(words, this.count - before.count);
  }

  private rowsOf(words: Int32Array, count: number): Uint32Array {
    const rows = new Uint32Array(count + 1);
    return rows.subarray(0, collectBits(words, rows));
  }
}

/** The numbers of the documents of living rows, ascending. @param documentOf the document of each row */
export function livingDocuments(documentOf: Uint32Array, dead: DeadRows | undefined): Uint32Array {
  if (!dead) return documentOf.slice().sort();
  const living = new Uint32Array(documentOf.length - dead.count);
  let at = 0;
  for (let row = 0; row < documentOf.length; row++) if (!dead.has(row)) living[at++] = documentOf[row];
  return living.sort();
}
