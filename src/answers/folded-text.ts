import { fold } from '../analysis/text.js';
import { decodeUtf8, utf8Bytes } from '../analysis/utf8.js';

/** Which values of a field are wanted. */
export interface ValueTest {
  /** Whether all are. */
  readonly isEmpty: boolean;
  /** Whether a text is. */
  isIn(text: string): boolean;
  /** The same for a text as `bytes[from, to)`. */
  isInBytes(bytes: Uint8Array, from: number, to: number): boolean;
}

/** Values that contain a text, whatever their case and accents. */
export class FoldedText implements ValueTest {
  private readonly folded: string;
  private readonly bytes: Uint8Array;
  private readonly isAscii: boolean;

  constructor(text: string) {
    this.folded = fold(text);
    this.bytes = utf8Bytes(this.folded);
    this.isAscii = this.bytes.length === this.folded.length;
  }

  /** Whether every value contains it. */
  get isEmpty(): boolean {
    return this.folded === '';
  }

  /** Whether the fold of a text contains it. */
  isIn(text: string): boolean {
    return fold(text).includes(this.folded);
  }

  /** The same for a text as `bytes[from, to)`; the fold of ASCII is its lower case. */
  isInBytes(bytes: Uint8Array, from: number, to: number): boolean {
    for (let at = from; at < to; at++) if (bytes[at] > 0x7f) return this.isIn(decodeUtf8(bytes, from, to));
    if (!this.isAscii) return false;
    const { length } = this.bytes;
    for (let at = from; at + length <= to; at++) if (this.isAt(bytes, at)) return true;
    return false;
  }

  private isAt(bytes: Uint8Array, from: number): boolean {
    const { bytes: wanted } = this;
    for (let i = 0; i < wanted.length; i++) {
      const byte = bytes[from + i];
      if ((byte >= 0x41 && byte <= 0x5a ? byte + 0x20 : byte) !== wanted[i]) return false;
    }
    return true;
  }
}
