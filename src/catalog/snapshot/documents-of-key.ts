import type { StoredSpec } from '../../encoding/manifest.js';
import { BLOCK_ROWS, blocksOf } from '../../encoding/row-blocks.js';
import type { RowCodes } from '../../index/column/row-codes.js';
import { andBits, andNotBits, collectBits, countBits, wordsFor } from '../../index/row-set/bits.js';
import { SPEC_MEMBERS, specField } from '../../model/fields.js';
import { Pauses, type Steps } from '../../work/pauses.js';
import { livingNumbers } from './living-parts.js';
import type { SnapshotSegment } from './state.js';

/** The documents of a segment that may carry a spec key. */
export class DocumentsOfKey {
  /** @param carrying a bit for each document; undefined: any document may carry the key */
  private constructor(
    private readonly segment: SnapshotSegment,
    private readonly carrying: Int32Array | undefined,
  ) {}

  /**
   * Those that have a value of the key, where these are all that carry it: a part may carry a key without a value that the fields have.
   */
  static async of(segment: SnapshotSegment, { key, places }: StoredSpec): Promise<DocumentsOfKey> {
    if (!places) return new DocumentsOfKey(segment, undefined);
    const { parts } = segment.file.segments;
    const documentOf = await parts.documentNumbers.load();
    const words = new Int32Array(wordsFor(parts.rowCount));
    const pauses = new Pauses();
    for (const member of SPEC_MEMBERS) {
      const codes = await parts.field(specField(key, member))?.codes.load();
      if (codes) await pauses.run(markDocuments(codes, documentOf, words));
    }
    return new DocumentsOfKey(segment, countBits(words, 0, words.length) === places.key[1] ? words : undefined);
  }

  /** Whether they are all that carry the key, and no others. */
  get areExact(): boolean {
    return this.carrying !== undefined;
  }

  /** The numbers of those that live, ascending. */
  living(): Uint32Array {
    const { segment, carrying } = this;
    if (!carrying) return livingNumbers(segment);
    const words = carrying.slice();
    if (segment.dead) andNotBits(words, segment.dead.words);
    return numbersOf(words);
  }

  /** The numbers of those that live no more, ascending. */
  dead(): Uint32Array {
    const { dead } = this.segment;
    if (!dead) return new Uint32Array(0);
    if (!this.carrying) return dead.rows();
    const words = this.carrying.slice();
    andBits(words, dead.words);
    return numbersOf(words);
  }
}

function numbersOf(words: Int32Array): Uint32Array {
  const numbers = new Uint32Array(countBits(words, 0, words.length) + 1);
  return numbers.subarray(0, collectBits(words, numbers));
}

/** Marks the documents of the rows that a column has a value of. */
function* markDocuments(codes: RowCodes, documentOf: Uint32Array, words: Int32Array): Steps<void> {
  const blocks = new Uint8Array(blocksOf(documentOf.length));
  codes.flagBlocks(blocks);
  for (let block = 0; block < blocks.length; block++) {
    if (blocks[block] === 0) continue;
    const end = Math.min((block + 1) * BLOCK_ROWS, documentOf.length);
    for (let row = block * BLOCK_ROWS; row < end; row++) {
      if (codes.code(row) !== 0) words[documentOf[row] >>> 5] |= 1 << (documentOf[row] & 31);
    }
    yield;
  }
}
