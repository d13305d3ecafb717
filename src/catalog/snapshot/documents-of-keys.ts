import type { StoredSpec } from '../../encoding/manifest.js';
import { BLOCK_ROWS, blocksOf } from '../../encoding/row-blocks.js';
import type { RowCodes } from '../../index/column/row-codes.js';
import { SPEC_MEMBERS, specField } from '../../model/fields.js';
import { Pauses, type Steps } from '../../work/pauses.js';
import { livingNumbers } from './living-parts.js';
import type { SnapshotSegment } from './state.js';

/** The documents of a segment that may carry some spec keys. */
export class DocumentsOfKeys {
  /** @param carrying ascending; undefined: any document may carry one of the keys */
  private constructor(
    private readonly segment: SnapshotSegment,
    private readonly carrying: Uint32Array | undefined,
  ) {}

  /**
   * Those that have a value of one of the keys, where these are all that carry one: a part may carry a key without a value that the
   * fields have.
   */
  static async of(segment: SnapshotSegment, specs: readonly StoredSpec[]): Promise<DocumentsOfKeys> {
    const { rowCount } = segment.file.segments.parts;
    const some = new Uint8Array(rowCount);
    for (const { key, places } of specs) {
      const own = specs.length === 1 ? some : new Uint8Array(rowCount);
      if (!places || (await flagRows(segment, key, own)) !== places.key[1]) return new DocumentsOfKeys(segment, undefined);
      if (own !== some) for (let row = 0; row < rowCount; row++) some[row] |= own[row];
    }
    const documentOf = await segment.file.segments.parts.documentNumbers.load();
    const numbers: number[] = [];
    for (let row = 0; row < rowCount; row++) if (some[row] === 1) numbers.push(documentOf[row]);
    return new DocumentsOfKeys(segment, Uint32Array.from(numbers).sort());
  }

  /** The numbers of those that live, ascending. */
  living(): Uint32Array {
    const { segment, carrying } = this;
    return carrying?.filter((number) => !segment.dead?.has(number)) ?? livingNumbers(segment);
  }

  /** The numbers of those that live no more, ascending. */
  dead(): Uint32Array {
    const { dead } = this.segment;
    if (!dead) return new Uint32Array(0);
    return this.carrying?.filter((number) => dead.has(number)) ?? Uint32Array.from(dead.rows()).sort();
  }
}

/** Flags the rows that have a value of a key; returns their number. */
async function flagRows({ file }: SnapshotSegment, key: string, flags: Uint8Array): Promise<number> {
  const { parts } = file.segments;
  const pauses = new Pauses();
  let count = 0;
  for (const member of SPEC_MEMBERS) {
    const codes = await parts.field(specField(key, member))?.codes.load();
    if (codes) count += await pauses.run(flagMore(codes, flags));
  }
  return count;
}

/** Flags the rows that a column has a value of; returns how many were not flagged before. */
function* flagMore(codes: RowCodes, flags: Uint8Array): Steps<number> {
  const blocks = new Uint8Array(blocksOf(flags.length));
  codes.flagBlocks(blocks);
  let count = 0;
  for (let block = 0; block < blocks.length; block++) {
    if (blocks[block] === 0) continue;
    const end = Math.min((block + 1) * BLOCK_ROWS, flags.length);
    for (let row = block * BLOCK_ROWS; row < end; row++) {
      if (flags[row] === 1 || codes.code(row) === 0) continue;
      flags[row] = 1;
      count++;
    }
    yield;
  }
  return count;
}
