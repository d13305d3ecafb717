import type { BundleReader } from '../encoding/bundle.js';
import type { CollectionManifest } from '../encoding/manifest.js';
import { BLOCK_ROWS, BLOCK_SHIFT, blocksOf } from '../encoding/row-blocks.js';
import { CorruptCatalogError } from '../model/errors.js';
import { parseSpecField } from '../model/fields.js';
import type { RowCodes } from './column/row-codes.js';
import { ascending } from './row-set/lists.js';

/**
 * The spec fields of each block of 256 rows (`BLOCK_ROWS`). They tell which columns have values for some rows without reading any
 * column. Block `b` has the entries `[starts[b], starts[b + 1])`.
 */
export class SpecBlocks {
  /** The first entry of each block, and the end of the last. */
  readonly starts: Uint32Array;
  /** For each entry the place of its field in the manifest; ascending within a block. */
  readonly fields: Uint8Array | Uint16Array | Uint32Array;
  /** For each entry the number of rows of the block that have a value of its field, 1 to 256. */
  readonly counts: Uint8Array | Uint16Array | Uint32Array;

  /** @throws CorruptCatalogError unless each block has entries of its own, for spec fields of `manifest` in their order */
  constructor(
    bundle: BundleReader,
    private readonly manifest: CollectionManifest,
  ) {
    this.starts = bundle.u32();
    this.fields = bundle.unsigned();
    this.counts = bundle.unsigned();
    const fail = (what: string): never => {
      throw new CorruptCatalogError(bundle.section, what);
    };
    const { starts, fields, counts } = this;
    if (starts.length !== blocksOf(manifest.rowCount) + 1) fail(`has ${starts.length - 1} blocks for ${manifest.rowCount} rows`);
    if (counts.length !== fields.length) fail('fields and counts differ in number');
    if (starts[0] !== 0 || starts[starts.length - 1] !== fields.length) fail('the blocks do not fit the entries');
    const isSpec = Uint8Array.from(manifest.fields, ({ name }) => (parseSpecField(name) ? 1 : 0));
    for (let block = 0; block + 1 < starts.length; block++) {
      const end = starts[block + 1];
      if (starts[block] > end || end > fields.length) fail(`block ${block} is out of order`);
      for (let at = starts[block]; at < end; at++) {
        if (isSpec[fields[at]] !== 1) fail(`field ${fields[at]} of block ${block} is not a spec field`);
        if (at > starts[block] && fields[at] <= fields[at - 1]) fail(`the fields of block ${block} are out of order`);
        if (counts[at] === 0 || counts[at] > BLOCK_ROWS) fail(`a field of block ${block} has ${counts[at]} rows`);
      }
    }
  }

  /**
   * Checks every entry against the columns.
   * @param codesOf the column of the field at a place in the manifest
   * @throws CorruptCatalogError
   */
  async validate(section: string, codesOf: (field: number) => Promise<RowCodes>): Promise<void> {
    const { starts, fields, counts } = this;
    const rows = ascending(0, this.manifest.rowCount);
    const column = new Uint32Array(rows.length);
    const next = starts.slice();
    const found = new Uint32Array(starts.length - 1);
    for (const [field, { name }] of this.manifest.fields.entries()) {
      if (!parseSpecField(name)) continue;
      const codes = await codesOf(field);
      codes.gather(rows, rows.length, column);
      found.fill(0);
      for (let row = 0; row < column.length; row++) if (column[row] !== 0) found[row >>> BLOCK_SHIFT]++;
      for (let block = 0; block < found.length; block++) {
        const isListed = next[block] < starts[block + 1] && fields[next[block]] === field;
        const listed = isListed ? counts[next[block]++] : 0;
        if (listed !== found[block]) {
          throw new CorruptCatalogError(section, `block ${block} has ${found[block]} rows of ${name} instead of ${listed}`);
        }
      }
    }
  }
}
