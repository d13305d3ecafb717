import { type Digest, digestOf } from '../analysis/digest.js';
import { decodeUtf8 } from '../analysis/utf8.js';
import { BundleReader } from '../encoding/bundle.js';
import type { Codec } from '../encoding/codec.js';
import { MAX_SECTION_BYTES } from '../encoding/growable.js';
import { CorruptCatalogError } from '../model/errors.js';
import { turn } from '../work/pauses.js';
import type { ByteSource } from './byte-source.js';
import { CopyCheck } from './copy-check.js';
import {
  BYTE_ORDER_MARK,
  FORMAT_VERSION,
  HEADER_BYTES,
  MAGIC,
  SEVERAL_SEGMENTS_VERSION,
  type Section,
  TABLE_ENTRY_BYTES,
} from './layout.js';

const BYTES_PER_READ = 1 << 24;
/** Bytes to check in one turn of the event loop: a few milliseconds. */
const BYTES_PER_CHECK = 1 << 22;

/** A cache of sections shared by several stores of one file: one of them reads a section, and all use it. */
export interface SectionShare {
  /**
   * The bytes of a section, 8-aligned in their buffer. They must not be changed.
   * @param read fills a buffer of `length` bytes and checks it; called unless another store has read the section or is reading it
   */
  get(name: string, length: number, read: (target: Uint8Array) => Promise<void>): Promise<Uint8Array>;
}

/** Sections by name, wherever they are. */
export type Sections = Pick<SectionStore, 'codec' | 'has' | 'names' | 'section' | 'bundle' | 'slice' | 'sliceNow' | 'title'>;

/** The sections of an open catalog, read and checked on first use. */
export class SectionStore {
  /** Number and bytes of the sections read since the catalog was opened. */
  readonly read = { sections: 0, bytes: 0 };
  private cachedDigest: Digest | undefined = undefined;

  private constructor(
    readonly source: ByteSource,
    readonly codec: Codec,
    private readonly sections: ReadonlyMap<string, Section>,
    /** Header and section table, as they were when the catalog was opened. */
    private readonly frame: readonly Section[],
    private readonly share: SectionShare | undefined,
    private readonly file: string | undefined,
    private readonly container: SectionStore | undefined = undefined,
  ) {}

  /** The store of the whole file; of a store of a whole file, itself. */
  get whole(): SectionStore {
    return this.container ?? this;
  }

  /** The sections whose names begin with a prefix, by the rest of their names. */
  within(prefix: string): SectionStore {
    const own = [...this.sections].filter(([name]) => name.startsWith(prefix));
    const sections = new Map(own.map(([name, section]) => [name.slice(prefix.length), section]));
    return new SectionStore(this.source, this.codec, sections, this.frame, this.share, this.file, this.whole);
  }

  /**
   * Reads header and section table.
   * @param share a cache of sections, if other stores read the same file
   * @param file its name in errors, where it is one of several
   * @throws CorruptCatalogError if the source is not a catalog, is damaged or truncated, or has a newer format
   */
  static async open(source: ByteSource, codec: Codec, share?: SectionShare, file?: string): Promise<SectionStore> {
    const header = await source.read(0, HEADER_BYTES);
    const view = new DataView(header.buffer, header.byteOffset, header.byteLength);
    const titled = (name: string) => titleIn(file, name);
    checkHeader(titled('header'), header, view, source.length, codec);
    const tableOffset = Number(view.getBigUint64(16, true));
    const tableLength = Number(view.getBigUint64(24, true));
    if (tableOffset < HEADER_BYTES || tableOffset + tableLength !== source.length) {
      throw new CorruptCatalogError(titled('header'), 'the section table does not end where the file does');
    }
    const tableTitle = titled('section table');
    const table = await readExactly(source, tableTitle, tableOffset, tableLength);
    const tableCrc = view.getUint32(44, true);
    if (codec.crc32(table) !== tableCrc) throw new CorruptCatalogError(tableTitle, 'checksum does not match');
    const sections = decodeTable(tableTitle, table, view.getUint32(40, true), tableOffset);
    const frame = [
      { name: 'header', offset: 0, length: HEADER_BYTES, crc: codec.crc32(header) },
      { name: 'section table', offset: tableOffset, length: tableLength, crc: tableCrc },
    ];
    return new SectionStore(source, codec, sections, frame, share, file);
  }

  list(): Section[] {
    return [...this.sections.values()];
  }

  /** Digest of the sections: equal for equal files. */
  digest(): Digest {
    this.cachedDigest ??= digestOf(
      this.list()
        .map(({ name, length, crc }) => `${name} ${length} ${crc}`)
        .join('\n'),
    );
    return this.cachedDigest;
  }

  /** The names of the sections, without the prefix of `within`. */
  names(): string[] {
    return [...this.sections.keys()];
  }

  has(name: string): boolean {
    return this.sections.has(name);
  }

  section(name: string): Section {
    const section = this.sections.get(name);
    if (!section) throw new CorruptCatalogError(this.titled(name), 'is missing');
    return section;
  }

  /** What errors call a section. */
  title(name: string): string {
    return this.titled(this.section(name).name);
  }

  private titled(fullName: string): string {
    return titleIn(this.file, fullName);
  }

  /** The arrays of a section, after checking its checksum. Not cached here: the caller keeps what it builds from them. */
  async bundle(name: string): Promise<BundleReader> {
    const section = this.section(name);
    const { name: fullName, length } = section;
    const title = this.titled(fullName);
    if (length > MAX_SECTION_BYTES) throw new CorruptCatalogError(title, `is ${length} bytes long, over 2 GiB`);
    const read = (target?: Uint8Array) => this.readChecked(section, target);
    const bytes = await (this.share ? this.share.get(fullName, length, async (target) => void (await read(target))) : read());
    this.read.sections++;
    this.read.bytes += section.length;
    return new BundleReader(title, bytes);
  }

  /** The bytes of a section, in `target` if given. Pauses for other work while it computes a long checksum. */
  private async readChecked({ name, offset, length, crc }: Section, target?: Uint8Array): Promise<Uint8Array> {
    const title = this.titled(name);
    const bytes = await readExactly(this.source, title, offset, length, target);
    let found = 0;
    for (let at = 0; at < length; at += BYTES_PER_CHECK) {
      if (at > 0) await turn();
      found = this.codec.crc32(bytes.subarray(at, Math.min(at + BYTES_PER_CHECK, length)), found);
    }
    if (found !== crc) throw new CorruptCatalogError(title, 'checksum does not match');
    return bytes;
  }

  /** Bytes of a section that has checksums of its own; unchecked. */
  async slice(name: string, offset: number, length: number): Promise<Uint8Array> {
    const { title, at } = this.placeOf(name, offset, length);
    return readExactly(this.source, title, at, length);
  }

  /** The same at once, valid until the next call; undefined where the source cannot. */
  sliceNow(name: string, offset: number, length: number): Uint8Array | undefined {
    const { title, at } = this.placeOf(name, offset, length);
    const bytes = this.source.readNow?.(at, length);
    return bytes && wholly(bytes, title, length);
  }

  private placeOf(name: string, offset: number, length: number): { readonly title: string; readonly at: number } {
    const section = this.section(name);
    const title = this.titled(section.name);
    if (offset + length > section.length) throw new CorruptCatalogError(title, `has no bytes ${offset} to ${offset + length}`);
    return { title, at: section.offset + offset };
  }

  /** A check for the bytes of the file while they are read in order, for example to copy it. */
  copyCheck(): CopyCheck {
    if (this.container) return this.container.copyCheck();
    const regions = [...this.frame, ...this.sections.values()];
    return new CopyCheck(
      this.codec,
      regions.map((region) => ({ ...region, name: this.titled(region.name) })),
    );
  }

  /** Checks the checksum of every section, including those that are never loaded whole. */
  async verify(): Promise<void> {
    const { source } = this;
    const check = this.copyCheck();
    for (let at = 0; at < source.length; at += BYTES_PER_READ) {
      check.take(await readExactly(source, this.titled('file'), at, Math.min(BYTES_PER_READ, source.length - at)));
    }
  }
}

async function readExactly(
  source: ByteSource,
  name: string,
  offset: number,
  length: number,
  target?: Uint8Array,
): Promise<Uint8Array> {
  return wholly(await source.read(offset, length, target), name, length);
}

function wholly(bytes: Uint8Array, name: string, length: number): Uint8Array {
  if (bytes.length !== length) throw new CorruptCatalogError(name, `only ${bytes.length} of ${length} bytes could be read`);
  return bytes;
}

/** What errors call a part of a file, which is named where it is one of several. */
function titleIn(file: string | undefined, name: string): string {
  return file === undefined ? name : `${file}: ${name}`;
}

function checkHeader(title: string, header: Uint8Array, view: DataView, length: number, codec: Codec): void {
  if (header.length < HEADER_BYTES || MAGIC.some((byte, i) => header[i] !== byte)) {
    const short = header.length < HEADER_BYTES ? `: it is ${length} bytes long` : '';
    throw new CorruptCatalogError(title, `this is not a partdex catalog${short}`);
  }
  if (view.getUint32(8, true) !== BYTE_ORDER_MARK) throw new CorruptCatalogError(title, 'the byte order is not little-endian');
  if (codec.crc32(header.subarray(0, 60)) !== view.getUint32(60, true)) {
    throw new CorruptCatalogError(title, 'checksum does not match');
  }
  const version = view.getUint16(12, true);
  if (version !== FORMAT_VERSION && version !== SEVERAL_SEGMENTS_VERSION) {
    throw new CorruptCatalogError(
      title,
      version > SEVERAL_SEGMENTS_VERSION
        ? `format version ${version} is newer than ${SEVERAL_SEGMENTS_VERSION}, the newest that this program reads; update partdex`
        : `format version ${version} is no longer read; build the catalog again`,
      version > SEVERAL_SEGMENTS_VERSION ? 'catalog_too_new' : 'corrupt_catalog',
    );
  }
  const expected = Number(view.getBigUint64(32, true));
  if (length < expected) throw new CorruptCatalogError(title, `the file is incomplete: it has ${length} of ${expected} bytes`);
  if (length > expected) throw new CorruptCatalogError(title, `the file is ${length} bytes long instead of ${expected}`);
}

function decodeTable(title: string, table: Uint8Array, count: number, end: number): Map<string, Section> {
  const view = new DataView(table.buffer, table.byteOffset, table.byteLength);
  const sections = new Map<string, Section>();
  let at = 0;
  for (let i = 0; i < count; i++) {
    if (at + TABLE_ENTRY_BYTES > table.length) throw new CorruptCatalogError(title, `ends before section ${i} of ${count}`);
    const offset = Number(view.getBigUint64(at, true));
    const length = Number(view.getBigUint64(at + 8, true));
    const nameLength = view.getUint32(at + 20, true);
    const nameAt = at + TABLE_ENTRY_BYTES;
    if (nameAt + nameLength > table.length) throw new CorruptCatalogError(title, `the name of section ${i} runs past the end`);
    const name = decodeUtf8(table, nameAt, nameAt + nameLength);
    if (sections.has(name)) throw new CorruptCatalogError(title, `two sections are named "${name}"`);
    if (offset % 8 !== 0 || offset < HEADER_BYTES || offset + length > end) {
      throw new CorruptCatalogError(title, `the place ${offset}+${length} of "${name}" is not inside the file`);
    }
    sections.set(name, { name, offset, length, crc: view.getUint32(at + 16, true) });
    at = (nameAt + nameLength + 7) & ~7;
  }
  return sections;
}
