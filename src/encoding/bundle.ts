import { CorruptCatalogError } from '../model/errors.js';

/**
 * A section is a bundle of typed arrays in a fixed order:
 *
 *     u32 number of arrays, u32 zero
 *     per array: u32 element type, u32 zero, u64 number of elements
 *     the arrays, each padded with zeros to a multiple of 8 bytes
 */
export type BundleArray = Uint8Array | Uint16Array | Uint32Array | Int32Array | Float64Array;

const ARRAY_TYPES = [Uint8Array, Uint16Array, Uint32Array, Int32Array, Float64Array] as const;
const TYPE_NAMES = ['u8', 'u16', 'u32', 'i32', 'f64'];

function typeOf(array: BundleArray): number {
  const { BYTES_PER_ELEMENT: width } = array;
  if (width === 4) return array instanceof Int32Array ? 3 : 2;
  return width === 8 ? 4 : width - 1;
}

function padded(bytes: number): number {
  return (bytes + 7) & ~7;
}

function headerBytes(arrays: readonly BundleArray[]): number {
  return 8 + arrays.length * 16;
}

function fillHeader(arrays: readonly BundleArray[], header: DataView): void {
  header.setUint32(0, arrays.length, true);
  header.setUint32(4, 0, true);
  for (let i = 0, at = 8; i < arrays.length; i++, at += 16) {
    const { length } = arrays[i];
    header.setUint32(at, typeOf(arrays[i]), true);
    header.setUint32(at + 4, 0, true);
    header.setUint32(at + 8, length >>> 0, true);
    header.setUint32(at + 12, Math.floor(length / 2 ** 32), true);
  }
}

/** Length of a section in bytes. */
export function bundleLength(arrays: readonly BundleArray[]): number {
  // Not `padded`: it may be over 2 GiB.
  return arrays.reduce((sum, { byteLength }) => sum + Math.ceil(byteLength / 8) * 8, headerBytes(arrays));
}

/** Writes a section to the beginning of `target`, which may have any bytes and has room for it. */
export function fillBundle(arrays: readonly BundleArray[], target: Uint8Array): void {
  let at = headerBytes(arrays);
  fillHeader(arrays, new DataView(target.buffer, target.byteOffset, at));
  for (const array of arrays) {
    const { byteLength } = array;
    // A small segment has thousands of arrays, many of them empty, and a view costs more to make than a few bytes to copy.
    if (byteLength === 0) continue;
    target.set(array instanceof Uint8Array ? array : new Uint8Array(array.buffer, array.byteOffset, byteLength), at);
    const end = at + byteLength;
    at = padded(end);
    for (let i = end; i < at; i++) target[i] = 0;
  }
}

/** The pieces of a section, in order; the arrays are not copied. */
export function bundlePieces(arrays: readonly BundleArray[]): Uint8Array[] {
  const header = new DataView(new ArrayBuffer(headerBytes(arrays)));
  fillHeader(arrays, header);
  const pieces: Uint8Array[] = [new Uint8Array(header.buffer)];
  for (const array of arrays) {
    const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
    pieces.push(bytes);
    if (padded(bytes.length) > bytes.length) pieces.push(new Uint8Array(padded(bytes.length) - bytes.length));
  }
  return pieces;
}

/** A reader of arrays that are in memory, for a section that is made of others. */
export function bundleOf(section: string, arrays: readonly BundleArray[]): BundleReader {
  const bytes = new Uint8Array(bundleLength(arrays));
  fillBundle(arrays, bytes);
  return new BundleReader(section, bytes);
}

/** Reads the arrays of a section one after the other and checks the type of each. */
export class BundleReader {
  private readonly header: DataView;
  private readonly count: number;
  private next = 0;
  private at: number;

  /** `bytes` must be 8-aligned in its buffer. */
  constructor(
    readonly section: string,
    private readonly bytes: Uint8Array,
  ) {
    if (bytes.length < 8) throw new CorruptCatalogError(section, `is ${bytes.length} bytes long, shorter than its header`);
    this.header = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.count = this.header.getUint32(0, true);
    this.at = 8 + this.count * 16;
    if (this.at > bytes.length) throw new CorruptCatalogError(section, `names ${this.count} arrays, more than fit its header`);
  }

  u8(): Uint8Array {
    return this.take(0) as Uint8Array;
  }
  u16(): Uint16Array {
    return this.take(1) as Uint16Array;
  }
  u32(): Uint32Array {
    return this.take(2) as Uint32Array;
  }
  i32(): Int32Array {
    return this.take(3) as Int32Array;
  }
  f64(): Float64Array {
    return this.take(4) as Float64Array;
  }

  /** An array of unsigned values that is 8, 16 or 32 bits wide. */
  unsigned(): Uint8Array | Uint16Array | Uint32Array {
    return this.take(undefined) as Uint8Array | Uint16Array | Uint32Array;
  }

  private take(expected: number | undefined): BundleArray {
    const i = this.next++;
    if (i >= this.count) throw new CorruptCatalogError(this.section, `has ${this.count} arrays, at least ${i + 1} are needed`);
    const type = this.header.getUint32(8 + i * 16, true);
    const length = Number(this.header.getBigUint64(16 + i * 16, true));
    if (expected === undefined ? type > 2 : type !== expected) {
      const wanted = expected === undefined ? 'unsigned integers' : TYPE_NAMES[expected];
      throw new CorruptCatalogError(this.section, `array ${i} is of type ${TYPE_NAMES[type] ?? type}, not ${wanted}`);
    }
    const create = ARRAY_TYPES[type];
    const end = this.at + length * create.BYTES_PER_ELEMENT;
    if (!(end <= this.bytes.length)) throw new CorruptCatalogError(this.section, `array ${i} runs past the section's end`);
    const array = new create(this.bytes.buffer as ArrayBuffer, this.bytes.byteOffset + this.at, length);
    this.at = padded(end);
    return array;
  }
}

/** The narrowest copy of unsigned values, given the largest of them; the values themselves if they need 32 bits. */
export function narrowed(values: Uint32Array, largest: number): Uint8Array | Uint16Array | Uint32Array {
  if (largest < 0x100) return Uint8Array.from(values);
  if (largest < 0x10000) return Uint16Array.from(values);
  return values;
}
