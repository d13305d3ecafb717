import type { Codec } from '../encoding/codec.js';
import { GrowableBytes, GrowableU32 } from '../encoding/growable.js';
import { partitionPoint } from '../encoding/partition-point.js';

/** Where compressed blocks are kept until the build has ended: in memory, or in a temporary file. */
export interface BlockStore {
  /** Keeps the next block. The caller must await a returned promise before the next call. */
  put(block: Uint8Array): Promise<void> | void;
  /** The block of a number, from 0 on. */
  get(number: number): Promise<Uint8Array> | Uint8Array;
  /** Drops all blocks. */
  close(): Promise<void>;
}

/** Blocks in memory. */
export class MemoryBlocks implements BlockStore {
  private readonly blocks: Uint8Array[] = [];

  put(block: Uint8Array): void {
    this.blocks.push(block);
  }

  get(number: number): Uint8Array {
    return this.blocks[number];
  }

  async close(): Promise<void> {
    this.blocks.length = 0;
  }
}

/** Documents of one block, before compression: a document that is read out of turn costs a whole block. */
const BLOCK_BYTES = 1 << 14;
/** Blocks that are compressed at the same time, if the codec works in the background. */
const PENDING = 32;

interface PendingBlock {
  readonly packed: Uint8Array | Promise<Uint8Array>;
  readonly length: number;
}

/**
 * Keeps the texts of documents, numbered from 0 on, in compressed blocks. An unpacked block has the end of each of its documents (u32,
 * relative to the first), then the documents.
 */
export class PartSpool {
  /** Number of documents. */
  count = 0;
  private readonly firsts = new GrowableU32();
  private readonly lengths = new GrowableU32();
  private readonly block = new GrowableBytes();
  private readonly ends = new GrowableU32();
  private readonly pending: PendingBlock[] = [];

  constructor(
    private readonly store: BlockStore,
    private readonly codec: Codec,
  ) {}

  /** Adds the next document. The caller must await a returned promise before the next call. */
  add(bytes: Uint8Array): Promise<void> | undefined {
    if (this.ends.length === 0) this.firsts.push(this.count);
    this.count++;
    this.block.append(bytes, 0, bytes.length);
    this.ends.push(this.block.length);
    return this.block.length >= BLOCK_BYTES ? this.flush() : undefined;
  }

  private async flush(): Promise<void> {
    const ends = this.ends.view();
    const raw = new Uint8Array(ends.length * 4 + this.block.length);
    raw.set(new Uint8Array(ends.buffer, ends.byteOffset, ends.byteLength));
    raw.set(this.block.view(), ends.length * 4);
    this.block.length = 0;
    this.ends.length = 0;
    // Read before the codec gets the block: it may transfer it to another thread.
    const { length } = raw;
    this.pending.push({ packed: this.codec.deflate(raw), length });
    if (this.pending.length > PENDING) await this.keepOldest();
  }

  private async keepOldest(): Promise<void> {
    const { packed, length } = this.pending.shift() as PendingBlock;
    this.lengths.push(length);
    await this.store.put(await packed);
  }

  /** Ends the list of documents, which can be read from now on. */
  async finish(): Promise<void> {
    if (this.ends.length > 0) await this.flush();
    while (this.pending.length > 0) await this.keepOldest();
  }

  /** The texts of documents by their ascending numbers: each block is read once. The arrays are copies. */
  async read(numbers: readonly number[]): Promise<Map<number, Uint8Array>> {
    const found = new Map<number, Uint8Array>();
    const { array: firsts, length: blocks } = this.firsts;
    for (let i = 0; i < numbers.length; ) {
      const block = partitionPoint(0, blocks, (at) => firsts[at] <= numbers[i]) - 1;
      const first = firsts[block];
      const count = (block + 1 < blocks ? firsts[block + 1] : this.count) - first;
      const raw = this.codec.inflate(await this.store.get(block), this.lengths.array[block]);
      const ends = new DataView(raw.buffer, raw.byteOffset, count * 4);
      const endOf = (at: number) => count * 4 + (at < 0 ? 0 : ends.getUint32(at * 4, true));
      for (; i < numbers.length && numbers[i] < first + count; i++) {
        const at = numbers[i] - first;
        found.set(numbers[i], raw.slice(endOf(at - 1), endOf(at)));
      }
    }
    return found;
  }

  /** Drops all documents. */
  async close(): Promise<void> {
    // Blocks that nothing awaits any more after a failure.
    for (const { packed } of this.pending) if (packed instanceof Promise) packed.catch(() => {});
    await this.store.close();
  }
}
