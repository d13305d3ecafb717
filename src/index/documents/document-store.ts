import { partitionPoint } from '../../encoding/partition-point.js';
import { CorruptCatalogError } from '../../model/errors.js';
import type { Sections } from '../../storage/section-store.js';
import { type Steps, type Task, waitFor } from '../../work/pauses.js';
import type { Work } from '../../work/work.js';
import { SectionGroup } from '../section.js';
import { BlockCache } from './block-cache.js';
import { CLOSE_OBJECT, COMMA, OPEN_OBJECT, placesOfMembers } from './document-members.js';

/** Unpacked blocks that are kept, in bytes: a few hundred pages of results. */
const CACHE_BYTES = 48 << 20;

/** Deflate refers to no more. */
const LONGEST_PRESET = 1 << 15;

/** Room for the text of some members of a document, in bytes; few documents are longer. */
const OBJECT_BYTES = 1 << 15;

/** About what a byte of a document's text takes as objects, with the answer that is made of them. */
const BYTES_PER_BYTE = 8;

/** Rows that are read in the time in which a block is unpacked. */
const UNITS_OF_BLOCK = 10_000;
/** Blocks that are unpacked between two steps of what has no budget. */
const BLOCKS_AT_ONCE = 16;

interface BlockTable {
  readonly firsts: Uint32Array;
  readonly ends: Float64Array;
  readonly lengths: Uint32Array;
  readonly checksums: Uint32Array;
  /** What the compressed blocks refer to, if anything. */
  readonly preset: Uint8Array | undefined;
}

/** Stored documents, read block by block on demand. */
export class DocumentStore extends SectionGroup {
  /** Name of the section that has the compressed blocks. */
  private readonly packed = `${this.path}/documents`;
  private readonly decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  /** Where each block is, and which documents it has. */
  readonly table = this.pair('blocks', 'preset', (section, bundle, presetBundle): BlockTable => {
    // A copy, since zlib may not take shared memory; an empty one counts as missing.
    const preset = presetBundle?.u8().slice();
    const table = {
      firsts: bundle.u32(),
      ends: bundle.f64(),
      lengths: bundle.u32(),
      checksums: bundle.u32(),
      preset: preset?.length ? preset : undefined,
    };
    if (preset && preset.length > LONGEST_PRESET)
      throw new CorruptCatalogError(this.store.title(`${this.path}/preset`), `is longer than ${LONGEST_PRESET} bytes`);
    const { length } = table.lengths;
    if (table.firsts.length !== length + 1 || table.ends.length !== length || table.checksums.length !== length) {
      throw new CorruptCatalogError(section, 'the numbers of blocks differ');
    }
    if (table.firsts[0] !== 0) throw new CorruptCatalogError(section, `begins with document ${table.firsts[0]}`);
    for (let block = 0; block < length; block++) {
      if (table.firsts[block + 1] <= table.firsts[block]) throw new CorruptCatalogError(section, `block ${block} is empty`);
      const begin = block === 0 ? 0 : table.ends[block - 1];
      const end = table.ends[block];
      if (!Number.isSafeInteger(end) || end <= begin) throw new CorruptCatalogError(section, `block ${block} ends at ${end}`);
    }
    if (table.firsts[length] !== this.count)
      throw new CorruptCatalogError(section, `holds ${table.firsts[length]} documents instead of ${this.count}`);
    return table;
  });
  private readonly cache = new BlockCache(CACHE_BYTES);
  private readonly loading = new Map<number, Promise<Uint8Array>>();
  /** Room for the text of some members, made when it is first needed. */
  private object: Uint8Array | undefined = undefined;

  constructor(
    store: Sections,
    path: string,
    private readonly count: number,
  ) {
    super(store, path);
  }

  /**
   * The documents of these numbers, parsed, in the same order; waits for the blocks that are not there. Every call gives objects of
   * its own.
   * @param work holds what they take in memory
   * @param members names of members at the top that are wanted; the documents may lack others. Default: all
   */
  *read(documents: readonly number[], work?: Work, members?: ReadonlySet<string>): Task<unknown[]> {
    const texts = yield* this.readTexts(documents, work);
    return texts.map((text, i) => this.parse(text, documents[i], members));
  }

  /** The same as JSON text, in UTF-8. It belongs to the store. */
  *readTexts(documents: readonly number[], work?: Work): Task<Uint8Array[]> {
    const table = this.table.isLoaded ? this.table.value : yield* waitFor(this.table.load());
    const blockOf = (document: number) => partitionPoint(0, table.lengths.length, (at) => table.firsts[at + 1] <= document);
    const numbers = documents.map(blockOf);
    // Its own references: what is cached now may be dropped while others load, or by the blocks of this read.
    const blocks = numbers.map((block) => this.cache.find(block));
    if (blocks.includes(undefined)) yield* this.loadAbsent(table, numbers, blocks, work);
    return documents.map((document, i) => {
      const text = this.textOf(table, numbers[i], blocks[i] as Uint8Array, document);
      work?.hold(text.length * BYTES_PER_BYTE);
      return text;
    });
  }

  /** Length of all documents in the file. */
  get packedBytes(): number {
    return this.bytesOf('documents');
  }

  /** Reads all blocks into the cache. */
  *prefetch(): Task<void> {
    const { firsts, lengths } = this.table.isLoaded ? this.table.value : yield* waitFor(this.table.load());
    yield* this.readTexts(Array.from(lengths, (_, block) => firsts[block]));
  }

  /** Unpacks the blocks that are not there. */
  private *loadAbsent(
    table: BlockTable,
    numbers: readonly number[],
    blocks: (Uint8Array | undefined)[],
    work: Work | undefined,
  ): Task<void> {
    const loaded = new Map<number, Uint8Array>();
    const absent = [...new Set(numbers.filter((_, i) => !blocks[i]))];
    const others = yield* this.loadNow(table, absent, loaded, work);
    if (others.length > 0) {
      const load = async (block: number) => loaded.set(block, await this.load(table, block));
      yield* waitFor(Promise.all(others.map(load)));
    }
    for (let i = 0; i < blocks.length; i++) blocks[i] ??= loaded.get(numbers[i]);
  }

  /** Unpacks blocks that can be read at once. @returns those that cannot */
  private *loadNow(
    table: BlockTable,
    absent: readonly number[],
    blocks: Map<number, Uint8Array>,
    work: Work | undefined,
  ): Steps<readonly number[]> {
    for (const [i, block] of absent.entries()) {
      if (this.loading.has(block)) return absent.slice(i);
      const { from, length } = placeOf(table, block);
      const packed = this.store.sliceNow(this.packed, from, length);
      if (!packed) return absent.slice(i);
      const bytes = this.unpacked(table, block, packed);
      this.cache.keep(block, bytes);
      blocks.set(block, bytes);
      if (work ? work.spend(UNITS_OF_BLOCK) : (i + 1) % BLOCKS_AT_ONCE === 0) yield;
    }
    return [];
  }

  private load(table: BlockTable, block: number): Promise<Uint8Array> {
    const running = this.loading.get(block);
    if (running) return running;
    const unpacked = async () => {
      const bytes = await this.unpack(table, block);
      // Before it is no longer loading: another read would load it again.
      this.cache.keep(block, bytes);
      return bytes;
    };
    const promise = unpacked().finally(() => this.loading.delete(block));
    this.loading.set(block, promise);
    return promise;
  }

  private async unpack(table: BlockTable, block: number): Promise<Uint8Array> {
    const { from, length } = placeOf(table, block);
    return this.unpacked(table, block, await this.store.slice(this.packed, from, length));
  }

  /** What errors call that section. */
  private get title(): string {
    return this.store.title(this.packed);
  }

  private unpacked(table: BlockTable, block: number, bytes: Uint8Array): Uint8Array {
    if (this.store.codec.crc32(bytes) !== table.checksums[block]) {
      throw new CorruptCatalogError(this.title, `checksum of block ${block} does not match`);
    }
    try {
      return this.store.codec.inflate(bytes, table.lengths[block], table.preset);
    } catch (cause) {
      throw new CorruptCatalogError(this.title, `block ${block} cannot be unpacked`, 'corrupt_catalog', { cause });
    }
  }

  private textOf(table: BlockTable, block: number, bytes: Uint8Array, document: number): Uint8Array {
    const first = table.firsts[block];
    const base = (table.firsts[block + 1] - first) * 4;
    const i = document - first;
    if (base > bytes.length) throw new CorruptCatalogError(this.title, `block ${block} is too short`);
    const from = base + (i === 0 ? 0 : uint32At(bytes, (i - 1) * 4));
    const to = base + uint32At(bytes, i * 4);
    if (from > to || to > bytes.length) throw new CorruptCatalogError(this.title, `document ${document} is out of range`);
    return bytes.subarray(from, to);
  }

  private parse(text: Uint8Array, document: number, members?: ReadonlySet<string>): unknown {
    let parsed: unknown;
    try {
      const places = members && placesOfMembers(text, members);
      parsed = JSON.parse(this.decoder.decode(places ? this.objectAt(text, places) : text));
    } catch (cause) {
      throw new CorruptCatalogError(this.title, `document ${document} is not JSON`, 'corrupt_catalog', { cause });
    }
    if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed))
      throw new CorruptCatalogError(this.title, `document ${document} is not an object`);
    return parsed;
  }

  /** The members at pairs of places as the text of an object, until the next call: one text is decoded sooner than several. */
  private objectAt(text: Uint8Array, places: readonly number[]): Uint8Array {
    const object = text.length <= OBJECT_BYTES ? (this.object ??= new Uint8Array(OBJECT_BYTES)) : new Uint8Array(text.length);
    // Before each member, first a brace and then commas.
    let length = 0;
    for (let i = 0; i < places.length; i += 2) {
      object[length++] = i === 0 ? OPEN_OBJECT : COMMA;
      object.set(text.subarray(places[i], places[i + 1]), length);
      length += places[i + 1] - places[i];
    }
    if (length === 0) object[length++] = OPEN_OBJECT;
    object[length++] = CLOSE_OBJECT;
    return object.subarray(0, length);
  }

  /** Reads every document. @throws CorruptCatalogError */
  async validate(work: Work): Promise<void> {
    const table = await this.table.load();
    for (let block = 0; block < table.lengths.length; block++) {
      await work.pause();
      const bytes = await this.unpack(table, block);
      for (let document = table.firsts[block]; document < table.firsts[block + 1]; document++)
        this.parse(this.textOf(table, block, bytes, document), document);
    }
  }
}

/** Where a block is in its section. */
function placeOf({ ends }: BlockTable, block: number): { readonly from: number; readonly length: number } {
  const from = block === 0 ? 0 : ends[block - 1];
  return { from, length: ends[block] - from };
}

/** A view of the bytes would take longer to make than to read. Little-endian. */
function uint32At(bytes: Uint8Array, at: number): number {
  return (bytes[at] | (bytes[at + 1] << 8) | (bytes[at + 2] << 16) | (bytes[at + 3] << 24)) >>> 0;
}
