import type { Codec } from '../encoding/codec.js';
import { GrowableBytes, GrowableU32 } from '../encoding/growable.js';
import { CatalogTooLargeError } from '../model/errors.js';
import type { CatalogWriter } from '../storage/catalog-writer.js';

/**
 * Documents of one block, before compression, and the preset that they refer to: a document that is read out of turn costs its whole
 * block, and small blocks are compressed well only if they refer to something (`npm run bench:kernels`, "blocks of documents";
 * docs/decisions/0090).
 */
const BLOCK_BYTES = 1 << 13;
const PRESET_BYTES = 1 << 14;
/** What the preset is chosen from: the first documents. Fewer of them have none. */
const SAMPLE_BYTES = 1 << 18;
/** Blocks to compress at the same time, if the codec works in the background. */
const PENDING = 128;
/** Longest single document. */
const MAX_DOCUMENT_BYTES = 1 << 29;

interface PendingBlock {
  readonly packed: Uint8Array | Promise<Uint8Array>;
  readonly length: number;
}

/**
 * Writes documents as compressed blocks while they are added:
 *
 *     <name>/documents   the blocks, raw deflate, one after the other
 *     <name>/blocks      first document, end, unpacked length and CRC-32 of each block
 *     <name>/preset      what the blocks refer to, if there are enough documents
 *
 * An unpacked block has the end of each of its documents (u32, relative to the first document), then the documents, UTF-8 JSON.
 */
export class DocumentWriter {
  private readonly firsts = new GrowableU32();
  private readonly ends: number[] = [];
  private readonly lengths = new GrowableU32();
  private readonly checksums = new GrowableU32();
  private readonly block = new GrowableBytes();
  private readonly blockEnds = new GrowableU32();
  private readonly pending: PendingBlock[] = [];
  private position = 0;
  private count = 0;
  /** The first documents, until there are enough to choose the preset. */
  private sample: Uint8Array[] | undefined = [];
  private sampleBytes = 0;
  private preset: Uint8Array | undefined = undefined;

  constructor(
    private readonly writer: CatalogWriter,
    private readonly codec: Codec,
    private readonly name: string,
  ) {
    writer.beginSection(`${name}/documents`);
  }

  /** Adds the next document. The caller must await a returned promise before the next call. */
  add(bytes: Uint8Array): Promise<void> | undefined {
    if (bytes.length > MAX_DOCUMENT_BYTES)
      throw new CatalogTooLargeError(`a document is ${bytes.length} bytes long, over ${MAX_DOCUMENT_BYTES}`);
    if (!this.sample) return this.store(bytes);
    this.sample.push(bytes.slice());
    this.sampleBytes += bytes.length;
    if (this.sampleBytes < SAMPLE_BYTES) return undefined;
    this.preset = presetOf(this.sample, this.sampleBytes);
    return this.storeSample(this.sample);
  }

  private async storeSample(sample: readonly Uint8Array[]): Promise<void> {
    this.sample = undefined;
    for (const bytes of sample) {
      const stored = this.store(bytes);
      if (stored) await stored;
    }
  }

  private store(bytes: Uint8Array): Promise<void> | undefined {
    if (this.blockEnds.length === 0) this.firsts.push(this.count);
    this.count++;
    this.block.append(bytes, 0, bytes.length);
    this.blockEnds.push(this.block.length);
    return this.block.length >= BLOCK_BYTES ? this.flush() : undefined;
  }

  private async flush(): Promise<void> {
    const ends = this.blockEnds.view();
    const raw = new Uint8Array(ends.length * 4 + this.block.length);
    raw.set(new Uint8Array(ends.buffer, ends.byteOffset, ends.byteLength));
    raw.set(this.block.view(), ends.length * 4);
    this.block.length = 0;
    this.blockEnds.length = 0;
    // Read before the codec gets the block: it may transfer it to another thread.
    const { length } = raw;
    this.pending.push({ packed: this.codec.deflate(raw, this.preset), length });
    if (this.pending.length > PENDING) await this.writeOldest();
  }

  private async writeOldest(): Promise<void> {
    const { packed, length } = this.pending.shift() as PendingBlock;
    const bytes = await packed;
    this.lengths.push(length);
    this.checksums.push(this.codec.crc32(bytes));
    this.position += bytes.length;
    this.ends.push(this.position);
    await this.writer.append(bytes);
  }

  /** Writes the last blocks and the table of blocks. */
  async finish(): Promise<void> {
    if (this.sample) await this.storeSample(this.sample);
    if (this.blockEnds.length > 0) await this.flush();
    while (this.pending.length > 0) await this.writeOldest();
    await this.writer.endSection();
    this.firsts.push(this.count);
    await this.writer.addBundle(`${this.name}/blocks`, [
      this.firsts.view(),
      Float64Array.from(this.ends),
      this.lengths.view(),
      this.checksums.view(),
    ]);
    if (this.preset) await this.writer.addBundle(`${this.name}/preset`, [this.preset]);
  }
}

/** Documents at equal distances in a sample, one after the other. */
function presetOf(sample: readonly Uint8Array[], sampleBytes: number): Uint8Array {
  const preset = new GrowableBytes();
  const wanted = Math.min(sample.length, Math.ceil((PRESET_BYTES * sample.length) / sampleBytes));
  for (let i = 0; i < wanted && preset.length < PRESET_BYTES; i++) {
    const document = sample[Math.floor((i * sample.length) / wanted)];
    preset.append(document, 0, Math.min(document.length, PRESET_BYTES - preset.length));
  }
  return preset.view().slice();
}
