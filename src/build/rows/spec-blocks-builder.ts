import { type BundleArray, narrowed } from '../../encoding/bundle.js';
import { GrowableU32 } from '../../encoding/growable.js';
import { BLOCK_SHIFT, blocksOf } from '../../encoding/row-blocks.js';

/** Collects the spec fields of each block of rows, and makes the arrays that `SpecBlocks` reads. */
export class SpecBlocksBuilder {
  /** An entry for each field and each block with a value of that field, field after field. */
  private readonly fields = new GrowableU32();
  private readonly blocks = new GrowableU32();
  private readonly counts = new GrowableU32();

  /**
   * @param field place of the field in the manifest; above that of the field before
   * @param rows the rows that have a value, ascending
   */
  add(field: number, rows: Uint32Array): void {
    for (let i = 0; i < rows.length; ) {
      const from = i;
      const block = rows[from] >>> BLOCK_SHIFT;
      while (i < rows.length && rows[i] >>> BLOCK_SHIFT === block) i++;
      this.addBlock(field, block, i - from);
    }
  }

  /** Adds the number of rows of a block that have a value of a field; fields and their blocks ascend. */
  addBlock(field: number, block: number, count: number): void {
    this.fields.push(field);
    this.blocks.push(block);
    this.counts.push(count);
  }

  /** The section's arrays, given the rows of the collection. */
  arrays(rowCount: number): BundleArray[] {
    const blocks = this.blocks.view();
    const starts = new Uint32Array(blocksOf(rowCount) + 1);
    for (const block of blocks) starts[block + 1]++;
    for (let block = 0; block + 1 < starts.length; block++) starts[block + 1] += starts[block];
    const fields = new Uint32Array(blocks.length);
    const counts = new Uint32Array(blocks.length);
    const ends = starts.slice();
    let largestCount = 0;
    // Entries are in the order of fields, and so are those of each block.
    for (let i = 0; i < blocks.length; i++) {
      const at = ends[blocks[i]]++;
      const count = this.counts.array[i];
      fields[at] = this.fields.array[i];
      counts[at] = count;
      if (count > largestCount) largestCount = count;
    }
    const largestField = blocks.length > 0 ? this.fields.array[blocks.length - 1] : 0;
    return [starts, narrowed(fields, largestField), narrowed(counts, largestCount)];
  }
}
