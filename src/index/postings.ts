import type { BundleReader } from '../encoding/bundle.js';
import { BLOCK_SHIFT, BLOCK_WORDS, ENTRY_FIELDS, MULTI, NO_ROW, type PostingsArrays } from '../encoding/postings-layout.js';
import { finished, type Steps } from '../work/pauses.js';
import { checkPostings } from './postings-check.js';
import { bitsIn, hasBit, scatter } from './row-set/bits.js';
import { advance, filterByList } from './row-set/lists.js';
import { LIST_SHARE, RowSet } from './row-set/row-set.js';
import type { Scratch } from './row-set/scratch.js';

/**
 * Which rows carry each of a dictionary's entries, in three shapes: one row inline in the entry's head; a slice of one
 * arena of sorted rows; for frequent entries a block bitset, that is a directory of 2,048-row blocks of which the empty
 * ones are not stored. Rows are ordered for locality, so most frequent entries leave most blocks empty.
 */

/** How many of the ascending rows `arena[place, end)` are set in `words[from, to)`. */
function countListed(arena: Uint32Array, place: number, end: number, words: Int32Array, from: number, to: number): number {
  let count = 0;
  for (let i = advance(arena, place, end, from << 5); i < end; i++) {
    const row = arena[i];
    if (row >>> 5 >= to) break;
    count += (words[row >>> 5] >>> (row & 31)) & 1;
  }
  return count;
}

/** How many bits `words[from, to)` and as many words of `blocks` from `place` on have in common. */
function countCommon(blocks: Int32Array, place: number, words: Int32Array, from: number, to: number): number {
  let count = 0;
  for (let i = from, at = place; i < to; i++, at++) {
    // No test for 0: whether a word has common bits is not to be foretold.
    count += bitsIn(words[i] & blocks[at]);
  }
  return count;
}

export class Postings {
  /** Number of dictionary entries. */
  readonly size: number;
  private readonly heads: Uint32Array;
  private readonly entries: Uint32Array;
  private readonly arena: Uint32Array;
  private readonly directories: Uint32Array;
  private readonly blocks: Int32Array;
  private readonly blocksPerEntry: number;

  constructor(
    bundle: BundleReader,
    readonly rowCount: number,
  ) {
    this.heads = bundle.u32();
    this.entries = bundle.u32();
    this.arena = bundle.u32();
    this.directories = bundle.u32();
    this.blocks = bundle.i32();
    this.size = this.heads.length;
    this.blocksPerEntry = (rowCount + (1 << BLOCK_SHIFT) - 1) >>> BLOCK_SHIFT;
  }

  /** Number of rows that carry the entry. */
  count(entry: number): number {
    const head = this.heads[entry];
    if (head >= MULTI) return this.entries[(head & ~MULTI) * ENTRY_FIELDS];
    return head === NO_ROW ? 0 : 1;
  }

  /** Sum of the counts of several entries. */
  countAll(entries: ArrayLike<number>): number {
    const { heads } = this;
    let sum = 0;
    for (let i = 0; i < entries.length; i++) {
      const head = heads[entries[i]];
      if (head < NO_ROW) sum++;
      else if (head >= MULTI) sum += this.entries[(head & ~MULTI) * ENTRY_FIELDS];
    }
    return sum;
  }

  /** The number of an entry among those of more than one row, or -1. */
  multiIndex(entry: number): number {
    const head = this.heads[entry];
    return head >= MULTI ? head & ~MULTI : -1;
  }

  /** Number of entries of more than one row. */
  get multiCount(): number {
    return this.entries.length / ENTRY_FIELDS;
  }

  has(entry: number, row: number): boolean {
    const head = this.heads[entry];
    if (head < MULTI) return head === row;
    const at = (head & ~MULTI) * ENTRY_FIELDS;
    const place = this.entries[at + 1];
    if (this.entries[at + 2] === 0) {
      const end = place + this.entries[at];
      const found = advance(this.arena, place, end, row);
      return found < end && this.arena[found] === row;
    }
    const block = this.directories[place * this.blocksPerEntry + (row >>> BLOCK_SHIFT)];
    return ((this.blocks[block * BLOCK_WORDS + ((row >>> 5) & (BLOCK_WORDS - 1))] >>> (row & 31)) & 1) === 1;
  }

  /** The entry's rows as a set that the caller may change. */
  toSet(entry: number, scratch: Scratch): RowSet {
    const count = this.count(entry);
    if (count === 0) return RowSet.none;
    if (this.isBlocked(entry) && count * LIST_SHARE > this.rowCount) {
      const words = scratch.bits();
      this.addTo(entry, words);
      const { from, to } = this.wordSpan(entry, words.length);
      return RowSet.bits(words, from, to);
    }
    const rows = scratch.list(count);
    this.collect(entry, rows, 0);
    return RowSet.list(rows, count);
  }

  /** The words between which all blocks of a block bitset are. */
  private wordSpan(entry: number, words: number): { from: number; to: number } {
    const directory = this.entries[(this.heads[entry] & ~MULTI) * ENTRY_FIELDS + 1] * this.blocksPerEntry;
    let first = 0;
    let end = this.blocksPerEntry;
    while (first < end && this.directories[directory + first] === 0) first++;
    while (end > first && this.directories[directory + end - 1] === 0) end--;
    return { from: first * BLOCK_WORDS, to: Math.min(end * BLOCK_WORDS, words) };
  }

  private isBlocked(entry: number): boolean {
    const head = this.heads[entry];
    return head >= MULTI && this.entries[(head & ~MULTI) * ENTRY_FIELDS + 2] !== 0;
  }

  /** Sets the bits of the entry's rows. */
  addTo(entry: number, words: Int32Array): void {
    const head = this.heads[entry];
    if (head < MULTI) {
      if (head !== NO_ROW) words[head >>> 5] |= 1 << (head & 31);
      return;
    }
    const at = (head & ~MULTI) * ENTRY_FIELDS;
    const place = this.entries[at + 1];
    if (this.entries[at + 2] === 0) {
      scatter(words, this.arena, place, place + this.entries[at]);
      return;
    }
    const directory = place * this.blocksPerEntry;
    for (let i = 0; i < this.blocksPerEntry; i++) {
      const block = this.directories[directory + i];
      if (block === 0) continue;
      const to = i * BLOCK_WORDS;
      const end = Math.min(BLOCK_WORDS, words.length - to);
      for (let word = 0; word < end; word++) words[to + word] |= this.blocks[block * BLOCK_WORDS + word];
    }
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
    if (head < MULTI) {
      if (head !== NO_ROW) out[at++] = head;
      return at;
    }
    const fields = (head & ~MULTI) * ENTRY_FIELDS;
    const place = this.entries[fields + 1];
    if (this.entries[fields + 2] === 0) {
      const end = place + this.entries[fields];
      for (let i = place; i < end; i++) out[at++] = this.arena[i];
      return at;
    }
    const directory = place * this.blocksPerEntry;
    for (let i = 0; i < this.blocksPerEntry; i++) {
      const block = this.directories[directory + i];
      const base = i * (1 << BLOCK_SHIFT);
      if (block !== 0) at = this.collectBlock(block, base, out, at);
    }
    return at;
  }

  private collectBlock(block: number, base: number, out: Uint32Array, at: number): number {
    for (let i = 0; i < BLOCK_WORDS; i++) {
      let word = this.blocks[block * BLOCK_WORDS + i];
      const first = base + (i << 5);
      while (word !== 0) {
        const lowest = word & -word;
        out[at++] = first + (31 - Math.clz32(lowest));
        word ^= lowest;
      }
    }
    return at;
  }

  /** Keeps of `rows[0, count)` those that carry the entry; in place. Returns their number. */
  filter(entry: number, rows: Uint32Array, count: number): number {
    const head = this.heads[entry];
    if (head < MULTI) {
      const found = advance(rows, 0, count, head);
      if (found === count || rows[found] !== head) return 0;
      rows[0] = head;
      return 1;
    }
    const at = (head & ~MULTI) * ENTRY_FIELDS;
    const place = this.entries[at + 1];
    if (this.entries[at + 2] === 0) return filterByList(rows, count, this.arena, place, place + this.entries[at], true);
    const { directories, blocks } = this;
    const directory = place * this.blocksPerEntry;
    let kept = 0;
    for (let i = 0; i < count; i++) {
      const row = rows[i];
      const block = directories[directory + (row >>> BLOCK_SHIFT)];
      rows[kept] = row;
      kept += (blocks[block * BLOCK_WORDS + ((row >>> 5) & (BLOCK_WORDS - 1))] >>> (row & 31)) & 1;
    }
    return kept;
  }

  /** Of a bitset keeps the rows that carry the entry; uses the set up. */
  restrict(entry: number, { words, firstWord, endWord }: RowSet, scratch: Scratch): RowSet {
    const head = this.heads[entry];
    const at = (head & ~MULTI) * ENTRY_FIELDS;
    if (head < MULTI || this.entries[at + 2] === 0) {
      // A list is never longer than the bitset: keep of the list what the bitset has.
      const rows = scratch.list(this.count(entry));
      const count = this.collect(entry, rows, 0);
      let kept = 0;
      for (let i = 0; i < count; i++) if (hasBit(words, rows[i])) rows[kept++] = rows[i];
      scratch.freeBits(words);
      return RowSet.list(rows, kept);
    }
    const directory = this.entries[at + 1] * this.blocksPerEntry;
    const endBlock = Math.ceil(endWord / BLOCK_WORDS);
    for (let i = (firstWord / BLOCK_WORDS) | 0; i < endBlock; i++) {
      const from = i * BLOCK_WORDS;
      const end = Math.min(BLOCK_WORDS, words.length - from);
      const block = this.directories[directory + i] * BLOCK_WORDS;
      for (let word = 0; word < end; word++) words[from + word] &= this.blocks[block + word];
    }
    return RowSet.bits(words, firstWord, endWord);
  }

  /** How many rows of a bitset carry the entry. */
  countWithin(entry: number, { words, firstWord, endWord }: RowSet): number {
    const head = this.heads[entry];
    if (head < MULTI) return head !== NO_ROW && hasBit(words, head) ? 1 : 0;
    const at = (head & ~MULTI) * ENTRY_FIELDS;
    const place = this.entries[at + 1];
    if (this.entries[at + 2] === 0) return countListed(this.arena, place, place + this.entries[at], words, firstWord, endWord);
    const directory = place * this.blocksPerEntry;
    let count = 0;
    for (let word = firstWord; word < endWord; ) {
      const i = (word / BLOCK_WORDS) | 0;
      const next = Math.min(endWord, (i + 1) * BLOCK_WORDS);
      const block = this.directories[directory + i];
      if (block !== 0) count += countCommon(this.blocks, block * BLOCK_WORDS + (word - i * BLOCK_WORDS), words, word, next);
      word = next;
    }
    return count;
  }

  /** Checks what requests rely on. @throws CorruptCatalogError */
  check(section: string): Steps<void> {
    return checkPostings(section, this.arrays(), this.rowCount, false);
  }

  /** Checks all that there is to check. @throws CorruptCatalogError */
  validate(section: string): void {
    finished(checkPostings(section, this.arrays(), this.rowCount, true));
  }

  private arrays(): PostingsArrays {
    const { heads, entries, arena, directories, blocks } = this;
    return { heads, entries, arena, directories, blocks };
  }
}
