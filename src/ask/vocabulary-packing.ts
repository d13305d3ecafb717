import { decodeUtf8, encodeUtf8, maxUtf8Length } from '../analysis/utf8.js';

type Numbers = Uint8Array | Uint16Array | Uint32Array;

/** A typed array that grows while it is filled. */
export class GrowingArray<T extends Numbers> {
  length = 0;

  constructor(private array: T) {}

  push(value: number): void {
    if (this.length === this.array.length) this.grow(this.length + 1);
    this.array[this.length++] = value;
  }

  /** Writes at the end; `write` gets the array with room for `room` more, and where to write, and returns the new end. */
  append(room: number, write: (array: T, at: number) => number): void {
    this.grow(this.length + room);
    this.length = write(this.array, this.length);
  }

  /** The values, in an array of their own without room. */
  finish(): T {
    return this.array.slice(0, this.length) as T;
  }

  private grow(least: number): void {
    if (least <= this.array.length) return;
    const larger = new (this.array.constructor as new (length: number) => T)(Math.max(least, this.array.length * 2));
    larger.set(this.array);
    this.array = larger;
  }
}

/** Texts one after the other, as UTF-8. */
export class PackedTexts {
  private constructor(
    private readonly starts: Uint32Array,
    private readonly data: Uint8Array,
  ) {}

  static of(texts: Iterable<string>): PackedTexts {
    const writer = new PackedTextsWriter();
    for (const text of texts) writer.add(text);
    return writer.finish();
  }

  static from(starts: Uint32Array, data: Uint8Array): PackedTexts {
    return new PackedTexts(starts, data);
  }

  get size(): number {
    return this.starts.length - 1;
  }

  get bytes(): number {
    return this.starts.byteLength + this.data.byteLength;
  }

  get(ordinal: number): string {
    return decodeUtf8(this.data, this.starts[ordinal], this.starts[ordinal + 1]);
  }
}

/** Packs texts one by one. */
export class PackedTextsWriter {
  private readonly starts = new GrowingArray(new Uint32Array(64));
  private readonly data = new GrowingArray(new Uint8Array(1024));

  constructor() {
    this.starts.push(0);
  }

  add(text: string): void {
    this.data.append(maxUtf8Length(text.length), (array, at) => encodeUtf8(text, array, at));
    this.starts.push(this.data.length);
  }

  finish(): PackedTexts {
    return PackedTexts.from(this.starts.finish(), this.data.finish());
  }
}
