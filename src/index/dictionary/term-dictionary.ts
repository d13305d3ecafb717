import { compareBytes, decodeUtf8, utf8Bytes } from '../../analysis/utf8.js';
import type { BundleReader } from '../../encoding/bundle.js';
import { BLOCK_TERMS, LONG } from '../../encoding/term-layout.js';
import { CorruptCatalogError } from '../../model/errors.js';

/** The terms of a text index, folded UTF-8 in byte order, front-coded. */
export class TermDictionary {
  readonly size: number;
  private readonly blocks: Uint32Array;
  readonly bytes: Uint8Array;
  private readonly cursor: TermCursor;

  constructor(
    private readonly section: string,
    bundle: BundleReader,
  ) {
    this.size = bundle.u32()[0];
    this.blocks = bundle.u32();
    this.bytes = bundle.u8();
    if (this.blocks.length !== Math.ceil(this.size / BLOCK_TERMS))
      throw new CorruptCatalogError(section, 'the number of blocks is wrong');
    for (let i = 0; i < this.blocks.length; i++) {
      if (this.blocks[i] >= this.bytes.length || (i > 0 && this.blocks[i] <= this.blocks[i - 1]))
        throw new CorruptCatalogError(section, `block ${i} is out of order`);
    }
    this.cursor = new TermCursor(this.bytes, this.blocks, this.size);
  }

  /** The ordinal of a term, or -1. */
  find(term: string): number {
    const key = utf8Bytes(term);
    const ordinal = this.seek(key);
    return ordinal < this.size && this.cursor.compare(key) === 0 ? ordinal : -1;
  }

  /** First ordinal whose term is not below `key`. */
  lowerBound(key: Uint8Array): number {
    return this.seek(key);
  }

  /** First ordinal whose term is above all terms that begin with `prefix`. */
  prefixEnd(prefix: Uint8Array): number {
    // Bytes of UTF-8 are below 0xff.
    const above = prefix.slice();
    if (above.length === 0) return this.size;
    above[above.length - 1]++;
    return this.seek(above);
  }

  /** A cursor whose next term is that of `ordinal`. */
  cursorAt(ordinal: number): TermCursor {
    const cursor = new TermCursor(this.bytes, this.blocks, this.size);
    cursor.moveBefore(ordinal);
    return cursor;
  }

  /** The term of an ordinal. */
  value(ordinal: number): string {
    const cursor = this.cursorAt(ordinal);
    return cursor.next() ? decodeUtf8(cursor.term, 0, cursor.length) : '';
  }

  private seek(key: Uint8Array): number {
    const { cursor, blocks } = this;
    let low = 0;
    let high = blocks.length;
    // The last block whose first term is not above the key.
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.compareFirst(middle, key) <= 0) low = middle + 1;
      else high = middle;
    }
    cursor.moveBefore(Math.max(0, low - 1) * BLOCK_TERMS);
    while (cursor.next()) if (cursor.compare(key) >= 0) return cursor.ordinal;
    return this.size;
  }

  /** Compares the first term of a block, which is stored whole, with `key`. */
  private compareFirst(block: number, key: Uint8Array): number {
    const { bytes } = this;
    let at = this.blocks[block];
    let length = bytes[at++];
    if (length === LONG) {
      length = (bytes[at] | (bytes[at + 1] << 8) | (bytes[at + 2] << 16) | (bytes[at + 3] << 24)) >>> 0;
      at += 4;
    }
    return compareBytes(bytes, at, at + length, key, 0, key.length);
  }

  validate(): void {
    let previous: Uint8Array | undefined;
    const cursor = this.cursorAt(0);
    while (cursor.next()) {
      const term = cursor.term.slice(0, cursor.length);
      if (!cursor.isWhole || (previous && compareBytes(previous, 0, previous.length, term, 0, term.length) >= 0)) {
        throw new CorruptCatalogError(this.section, `term ${cursor.ordinal} is out of order or range`);
      }
      const following = cursor.ordinal + 1;
      if (following % BLOCK_TERMS === 0 && following < this.size && cursor.at !== this.blocks[following / BLOCK_TERMS]) {
        throw new CorruptCatalogError(
          this.section,
          `block ${following / BLOCK_TERMS} does not begin where the one before it ends`,
        );
      }
      previous = term;
    }
  }
}

/** Reads terms in order; `term[0, length)` is the current one. */
class TermCursor {
  term = new Uint8Array(64);
  length = 0;
  ordinal = -1;
  /** Where the next term begins in the bytes. */
  at = 0;
  /** False if a length of the current term is longer than the bytes, or than the term whose prefix it shares. */
  isWhole = true;

  constructor(
    private readonly bytes: Uint8Array,
    private readonly blocks: Uint32Array,
    private readonly size: number,
  ) {}

  moveBefore(ordinal: number): void {
    const block = Math.floor(ordinal / BLOCK_TERMS);
    this.at = this.blocks[block] ?? this.bytes.length;
    this.ordinal = block * BLOCK_TERMS - 1;
    while (this.ordinal < ordinal - 1 && this.next());
  }

  next(): boolean {
    if (this.ordinal + 1 >= this.size) return false;
    this.ordinal++;
    const given = this.ordinal % BLOCK_TERMS === 0 ? 0 : this.readLength();
    const added = this.readLength();
    // Lengths that are too long are cut here and reported by `validate`.
    const shared = Math.min(given, this.length);
    this.isWhole = given === shared && added <= this.bytes.length - this.at;
    this.length = shared + Math.max(0, Math.min(added, this.bytes.length - this.at));
    if (this.term.length < this.length) {
      const larger = new Uint8Array(this.length * 2);
      larger.set(this.term);
      this.term = larger;
    }
    for (let i = shared; i < this.length; i++) this.term[i] = this.bytes[this.at++];
    return true;
  }

  /** Negative, zero or positive as the current term is below, equal to or above `key`. */
  compare(key: Uint8Array): number {
    return compareBytes(this.term, 0, this.length, key, 0, key.length);
  }

  private readLength(): number {
    const first = this.bytes[this.at++];
    if (first !== LONG) return first;
    let length = 0;
    for (let shift = 0; shift < 32; shift += 8) length |= this.bytes[this.at++] << shift;
    return length >>> 0;
  }
}
