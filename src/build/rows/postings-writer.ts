import type { BundleArray } from '../../encoding/bundle.js';
import { GrowableU32 } from '../../encoding/growable.js';
import {
  BLOCK_SHAPE,
  BLOCK_SHIFT,
  BLOCK_WORDS,
  blocksPerBitset,
  ENTRY_FIELDS,
  LIST_SHAPE,
  MULTI,
  NO_ROW,
} from '../../encoding/postings-layout.js';

/** Writes postings entry by entry. */
export class PostingsWriter {
  private readonly heads = new GrowableU32();
  private readonly entries = new GrowableU32();
  private readonly arena = new GrowableU32();
  private readonly directories = new GrowableU32();
  private readonly blocks = new GrowableU32();
  private bitsetCount = 0;

  constructor(private readonly rowCount: number) {}

  /** Adds the next entry, with the rows `list[from, to)`, ascending and distinct. */
  add(list: Uint32Array, from: number, to: number): void {
    const count = to - from;
    if (count <= 1) {
      this.heads.push(count === 0 ? NO_ROW : list[from]);
      return;
    }
    this.heads.push((MULTI | (this.entries.length / ENTRY_FIELDS)) >>> 0);
    if (isFrequent(count, this.rowCount)) {
      this.addEntry(count, this.bitsetCount++, BLOCK_SHAPE);
      this.addBlocks(list, from, to);
    } else {
      this.addEntry(count, this.arena.length, LIST_SHAPE);
      for (let i = from; i < to; i++) this.arena.push(list[i]);
    }
  }

  private addEntry(count: number, place: number, shape: number): void {
    this.entries.push(count);
    this.entries.push(place);
    this.entries.push(shape);
  }

  private addBlocks(list: Uint32Array, from: number, to: number): void {
    const directory = this.directories.length;
    for (let i = blocksPerBitset(this.rowCount); i > 0; i--) this.directories.push(0);
    let block = -1;
    let base = 0;
    for (let i = from; i < to; i++) {
      const row = list[i];
      if (row >>> BLOCK_SHIFT !== block) {
        block = row >>> BLOCK_SHIFT;
        base = this.blocks.length;
        for (let word = 0; word < BLOCK_WORDS; word++) this.blocks.push(0);
        // All bitsets share one numbering, in which 0 is the empty block.
        this.directories.array[directory + block] = base / BLOCK_WORDS + 1;
      }
      this.blocks.array[base + ((row >>> 5) & (BLOCK_WORDS - 1))] |= 1 << (row & 31);
    }
  }

  /** The section's arrays, as `PostingsArrays` has them. */
  arrays(): BundleArray[] {
    const blocks = new Int32Array(BLOCK_WORDS + this.blocks.length);
    blocks.set(this.blocks.view(), BLOCK_WORDS);
    return [this.heads.view(), this.entries.view(), this.arena.view(), this.directories.view(), blocks];
  }
}

/** Whether an entry gets a bitset: more than 16 rows, and more than one row in 128 (bench/README.md, `three-words`). */
function isFrequent(count: number, rowCount: number): boolean {
  return count > 16 && count * 128 > rowCount;
}
