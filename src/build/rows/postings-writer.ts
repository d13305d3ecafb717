import type { BundleArray } from '../../encoding/bundle.js';
import { GrowableU32 } from '../../encoding/growable.js';
import { BLOCK_SHIFT, BLOCK_WORDS, ENTRY_FIELDS, MULTI, NO_ROW } from '../../encoding/postings-layout.js';

/** Block bitset if more than one row in 128 (and more than 16) carries the entry; bench/README.md, class b. */
function isDense(count: number, rowCount: number): boolean {
  return count > 16 && count * 128 > rowCount;
}

/** Writes postings (encoding/postings-layout.ts), entry by entry. */
export class PostingsWriter {
  private readonly heads = new GrowableU32();
  /** (count, place, shape) per entry of more than one row; the place is an index into `arena` or a dense number. */
  private readonly entries = new GrowableU32();
  private readonly arena = new GrowableU32();
  private readonly blocksPerEntry: number;
  private readonly directories = new GrowableU32();
  private readonly blocks = new GrowableU32();
  private denseCount = 0;

  constructor(private readonly rowCount: number) {
    this.blocksPerEntry = (rowCount + (1 << BLOCK_SHIFT) - 1) >>> BLOCK_SHIFT;
  }

  /** The next entry's rows `list[from, to)`, ascending and distinct. */
  add(list: Uint32Array, from: number, to: number): void {
    const count = to - from;
    if (count === 0) this.heads.push(NO_ROW);
    else if (count === 1) this.heads.push(list[from]);
    else {
      this.heads.push((MULTI | (this.entries.length / ENTRY_FIELDS)) >>> 0);
      this.entries.push(count);
      if (isDense(count, this.rowCount)) {
        this.entries.push(this.denseCount++);
        this.entries.push(1);
        this.addBlocks(list, from, to);
      } else {
        this.entries.push(this.arena.length);
        this.entries.push(0);
        for (let i = from; i < to; i++) this.arena.push(list[i]);
      }
    }
  }

  private addBlocks(list: Uint32Array, from: number, to: number): void {
    const directory = this.directories.length;
    for (let i = 0; i < this.blocksPerEntry; i++) this.directories.push(0);
    let block = -1;
    let base = 0;
    for (let i = from; i < to; i++) {
      const row = list[i];
      if (row >>> BLOCK_SHIFT !== block) {
        block = row >>> BLOCK_SHIFT;
        base = this.blocks.length;
        for (let word = 0; word < BLOCK_WORDS; word++) this.blocks.push(0);
        // Block numbers are global and from 1 on; 0 is the block that is empty for everyone.
        this.directories.array[directory + block] = base / BLOCK_WORDS + 1;
      }
      this.blocks.array[base + ((row >>> 5) & (BLOCK_WORDS - 1))] |= 1 << (row & 31);
    }
  }

  arrays(): BundleArray[] {
    const blocks = new Int32Array(BLOCK_WORDS + this.blocks.length);
    blocks.set(this.blocks.view(), BLOCK_WORDS);
    return [this.heads.view(), this.entries.view(), this.arena.view(), this.directories.view(), blocks];
  }
}
