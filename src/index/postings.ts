import type { BundleReader } from '../encoding/bundle.js';
import {
  BLOCK_SHAPE,
  COUNT,
  ENTRY_FIELDS,
  MULTI,
  NO_ROW,
  PLACE,
  type PostingsArrays,
  SHAPE,
} from '../encoding/postings-layout.js';
import { finished, type Steps } from '../work/pauses.js';
import { BlockBitsets } from './block-bitsets.js';
import { checkPostings } from './postings-check.js';
import { filterByBits, hasBit, scatter } from './row-set/bits.js';
import { advance, countByBits, filterByList } from './row-set/lists.js';
import { LIST_SHARE, RowSet } from './row-set/row-set.js';
import type { Scratch } from './row-set/scratch.js';

/** The rows that carry each entry of a dictionary (encoding/postings-layout.ts). */
export class Postings {
  /** Number of dictionary entries. */
  readonly size: number;
  private readonly heads: Uint32Array;
  private readonly table: Uint32Array;
  private readonly arena: Uint32Array;
  private readonly bitsets: BlockBitsets;

  constructor(
    source: BundleReader | PostingsArrays,
    readonly rowCount: number,
  ) {
    this.arrays = 'heads' in source ? source : readArrays(source);
    this.heads = this.arrays.heads;
    this.table = this.arrays.entries;
    this.arena = this.arrays.arena;
    this.bitsets = new BlockBitsets(this.arrays.directories, this.arrays.blocks, rowCount);
    this.size = this.heads.length;
  }

  readonly arrays: PostingsArrays;

  // The entry table, given the head of an entry of several rows.

  private countOf(head: number): number {
    return this.table[(head & ~MULTI) * ENTRY_FIELDS + COUNT];
  }

  private placeOf(head: number): number {
    return this.table[(head & ~MULTI) * ENTRY_FIELDS + PLACE];
  }

  /** Whether the rows are a block bitset; otherwise they are a list. */
  private isBlocked(head: number): boolean {
    return this.table[(head & ~MULTI) * ENTRY_FIELDS + SHAPE] === BLOCK_SHAPE;
  }

  /** Number of rows that carry the entry. */
  count(entry: number): number {
    const head = this.heads[entry];
    if (head >= MULTI) return this.countOf(head);
    return head === NO_ROW ? 0 : 1;
  }

  /** Sum of the counts of several entries. */
  countAll(entries: ArrayLike<number>): number {
    const { heads, table } = this;
    let sum = 0;
    for (let i = 0; i < entries.length; i++) {
      const head = heads[entries[i]];
      if (head < NO_ROW) sum++;
      else if (head >= MULTI) sum += table[(head & ~MULTI) * ENTRY_FIELDS + COUNT];
    }
    return sum;
  }

  /** The number of an entry among the entries of several rows; -1 for other entries. */
  multiIndex(entry: number): number {
    const head = this.heads[entry];
    return head >= MULTI ? head & ~MULTI : -1;
  }

  /** Number of entries of several rows. */
  get multiCount(): number {
    return this.table.length / ENTRY_FIELDS;
  }

  /** Whether a row carries the entry. */
  has(entry: number, row: number): boolean {
    const head = this.heads[entry];
    if (head < MULTI) return head === row;
    const place = this.placeOf(head);
    if (this.isBlocked(head)) return this.bitsets.has(place, row);
    const end = place + this.countOf(head);
    const found = advance(this.arena, place, end, row);
    return found < end && this.arena[found] === row;
  }

  /** The entry's rows as a new set, which the caller owns. */
  toSet(entry: number, scratch: Scratch): RowSet {
    const count = this.count(entry);
    if (count === 0) return RowSet.none;
    const head = this.heads[entry];
    if (head >= MULTI && this.isBlocked(head) && count * LIST_SHARE > this.rowCount) {
      const words = scratch.bits();
      this.addTo(entry, words);
      const { from, to } = this.bitsets.wordSpan(this.placeOf(head), words.length);
      return RowSet.bits(words, from, to);
    }
    const rows = scratch.list(count);
    this.collect(entry, rows, 0);
    return RowSet.list(rows, count);
  }

  /** Sets the bits of the entry's rows. */
  addTo(entry: number, words: Int32Array): void {
    const head = this.heads[entry];
    if (head < MULTI) {
      if (head !== NO_ROW) words[head >>> 5] |= 1 << (head & 31);
      return;
    }
    const place = this.placeOf(head);
    if (this.isBlocked(head)) this.bitsets.addTo(place, words);
    else scatter(words, this.arena, place, place + this.countOf(head));
  }

  /** Sets the bits of the rows of the entries `entries[from, to)`. Most entries of part numbers have one row. */
  addAllTo(entries: ArrayLike<number>, words: Int32Array, from: number, to: number): void {
    const { heads } = this;
    for (let i = from; i < to; i++) {
      const head = heads[entries[i]];
      if (head < NO_ROW) words[head >>> 5] |= 1 << (head & 31);
      else if (head >= MULTI) this.addTo(entries[i], words);
    }
  }

  /** Writes the entry's rows, ascending, to `out` from `at`; returns the end. */
  collect(entry: number, out: Uint32Array, at: number): number {
    const head = this.heads[entry];
    let next = at;
    if (head < MULTI) {
      if (head !== NO_ROW) out[next++] = head;
      return next;
    }
    const place = this.placeOf(head);
    if (this.isBlocked(head)) return this.bitsets.collect(place, out, at);
    const end = place + this.countOf(head);
    for (let i = place; i < end; i++) out[next++] = this.arena[i];
    return next;
  }

  /** Keeps the rows of `rows[0, count)` that carry the entry; in place. Returns their number. */
  filter(entry: number, rows: Uint32Array, count: number): number {
    const head = this.heads[entry];
    if (head < MULTI) {
      const found = advance(rows, 0, count, head);
      if (found === count || rows[found] !== head) return 0;
      rows[0] = head;
      return 1;
    }
    const place = this.placeOf(head);
    if (this.isBlocked(head)) return this.bitsets.filter(place, rows, count);
    return filterByList(rows, count, this.arena, place, place + this.countOf(head), true);
  }

  /** The rows of a bitset that carry the entry. Consumes the set. */
  restrict(entry: number, { words, firstWord, endWord }: RowSet, scratch: Scratch): RowSet {
    const head = this.heads[entry];
    if (head >= MULTI && this.isBlocked(head)) {
      this.bitsets.restrict(this.placeOf(head), words, firstWord, endWord);
      return RowSet.bits(words, firstWord, endWord);
    }
    // A list is never longer than the bitset: filter the list by the bits.
    const rows = scratch.list(this.count(entry));
    const count = this.collect(entry, rows, 0);
    const kept = filterByBits(rows, count, words, 1);
    scratch.freeBits(words);
    return RowSet.list(rows, kept);
  }

  /** Number of rows of a bitset that carry the entry. */
  countWithin(entry: number, { words, firstWord, endWord }: RowSet): number {
    const head = this.heads[entry];
    if (head < MULTI) return head !== NO_ROW && hasBit(words, head) ? 1 : 0;
    const place = this.placeOf(head);
    if (this.isBlocked(head)) return this.bitsets.countWithin(place, words, firstWord, endWord);
    return countByBits(this.arena, place, place + this.countOf(head), words, firstWord, endWord);
  }

  /** Checks what requests rely on. @throws CorruptCatalogError */
  check(section: string): Steps<void> {
    return checkPostings(section, this.arrays, this.rowCount, false);
  }

  /** Checks everything. @throws CorruptCatalogError */
  validate(section: string): void {
    finished(checkPostings(section, this.arrays, this.rowCount, true));
  }
}

function readArrays(bundle: BundleReader): PostingsArrays {
  return {
    heads: bundle.u32(),
    entries: bundle.u32(),
    arena: bundle.u32(),
    directories: bundle.u32(),
    blocks: bundle.i32(),
  };
}
