import { encodeUtf8, maxUtf8Length } from '../analysis/utf8.js';
import { type BundleArray, bundleLength, bundlePieces, fillBundle } from '../encoding/bundle.js';
import type { Codec } from '../encoding/codec.js';
import { MAX_SECTION_BYTES } from '../encoding/growable.js';
import { CatalogTooLargeError, CorruptCatalogError } from '../model/errors.js';
import { BYTE_ORDER_MARK, FORMAT_VERSION, HEADER_BYTES, MAGIC, type Section, TABLE_ENTRY_BYTES } from './layout.js';
import type { Sections } from './section-store.js';

/** Bytes of a section that are copied at a time. */
const COPY_BYTES = 1 << 23;
/** Bundles of up to so many bytes are written as one piece. */
const SMALL_BYTES = 1 << 12;
/** Sections begin at multiples of its length. */
const PADDING = new Uint8Array(8);

/** What a catalog is written to: a file or memory. The caller may reuse the bytes passed to `write` afterwards. */
export interface CatalogSink {
  /** Appends. */
  write(bytes: Uint8Array): void | Promise<void>;
  /** Overwrites the beginning, once everything is written. */
  writeHeader(bytes: Uint8Array): void | Promise<void>;
}

/** Writes the sections of a catalog one after the other, then the section table and the header. */
export class CatalogWriter {
  private readonly sections: Section[] = [];
  private position = 0;
  private open: { name: string; offset: number; crc: number } | undefined = undefined;
  /** For small bundles. */
  private small: Uint8Array | undefined = undefined;

  constructor(
    private readonly sink: CatalogSink,
    private readonly codec: Codec,
  ) {}

  async begin(): Promise<void> {
    await this.put(new Uint8Array(HEADER_BYTES));
  }

  beginSection(name: string): void {
    this.open = { name, offset: this.position, crc: 0 };
  }

  /** The caller must await a returned promise before the next call. */
  append(bytes: Uint8Array): void | Promise<void> {
    if (this.open) this.open.crc = this.codec.crc32(bytes, this.open.crc);
    return this.put(bytes);
  }

  /** The caller must await a returned promise before the next call. */
  endSection(): void | Promise<void> {
    const { name, offset, crc } = this.open as NonNullable<typeof this.open>;
    this.open = undefined;
    this.sections.push({ name, offset, length: this.position - offset, crc });
    const over = this.position % 8;
    if (over > 0) return this.put(PADDING.subarray(over));
  }

  /** Writes a whole section of typed arrays. */
  async addBundle(name: string, arrays: readonly BundleArray[]): Promise<void> {
    const length = bundleLength(arrays);
    if (length > MAX_SECTION_BYTES) {
      throw new CatalogTooLargeError(
        `section "${name}" would be ${length} bytes long, over 2 GiB; split the parts into several catalogs`,
      );
    }
    this.beginSection(name);
    for (const piece of length <= SMALL_BYTES ? [this.smallBundle(arrays, length)] : bundlePieces(arrays)) {
      const written = this.append(piece);
      if (written) await written;
    }
    const ended = this.endSection();
    if (ended) await ended;
  }

  /** A segment of few parts has hundreds of bundles, of a few bytes each in most arrays. It belongs to the writer. */
  private smallBundle(arrays: readonly BundleArray[], length: number): Uint8Array {
    this.small ??= new Uint8Array(SMALL_BYTES);
    fillBundle(arrays, this.small);
    return this.small.subarray(0, length);
  }

  /**
   * Copies a section from another file.
   * @param name what it is called here
   * @param original what it is called there
   * @throws CorruptCatalogError if its bytes are not what they were
   */
  async copySection(name: string, from: Pick<Sections, 'section' | 'slice'>, original: string): Promise<void> {
    const { length, crc, name: fullName } = from.section(original);
    this.beginSection(name);
    for (let at = 0; at < length; at += COPY_BYTES) {
      await this.append(await from.slice(original, at, Math.min(COPY_BYTES, length - at)));
    }
    if (this.open?.crc !== crc) throw new CorruptCatalogError(fullName, 'checksum does not match');
    await this.endSection();
  }

  /** Ends the file and returns its length in bytes. @param version of the format */
  async finish(version = FORMAT_VERSION): Promise<number> {
    const table = encodeTable(this.sections);
    const tableOffset = this.position;
    await this.put(table);
    const header = new DataView(new ArrayBuffer(HEADER_BYTES));
    new Uint8Array(header.buffer).set(MAGIC);
    header.setUint32(8, BYTE_ORDER_MARK, true);
    header.setUint16(12, version, true);
    header.setBigUint64(16, BigInt(tableOffset), true);
    header.setBigUint64(24, BigInt(table.length), true);
    header.setBigUint64(32, BigInt(this.position), true);
    header.setUint32(40, this.sections.length, true);
    header.setUint32(44, this.codec.crc32(table), true);
    header.setUint32(60, this.codec.crc32(new Uint8Array(header.buffer, 0, 60)), true);
    await this.sink.writeHeader(new Uint8Array(header.buffer));
    return this.position;
  }

  private put(bytes: Uint8Array): void | Promise<void> {
    this.position += bytes.length;
    return this.sink.write(bytes);
  }
}

function encodeTable(sections: readonly Section[]): Uint8Array {
  const room = sections.reduce((sum, { name }) => sum + TABLE_ENTRY_BYTES + maxUtf8Length(name.length) + 8, 0);
  const bytes = new Uint8Array(room);
  const view = new DataView(bytes.buffer);
  let at = 0;
  for (const section of sections) {
    const nameAt = at + TABLE_ENTRY_BYTES;
    const nameEnd = encodeUtf8(section.name, bytes, nameAt);
    view.setBigUint64(at, BigInt(section.offset), true);
    view.setBigUint64(at + 8, BigInt(section.length), true);
    view.setUint32(at + 16, section.crc, true);
    view.setUint32(at + 20, nameEnd - nameAt, true);
    at = (nameEnd + 7) & ~7;
  }
  return bytes.slice(0, at);
}
