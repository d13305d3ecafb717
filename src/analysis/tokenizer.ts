import { characterClass, DIGIT, fold, LETTER, SEPARATOR } from './text.js';
import { decodeUtf8, encodeUtf8, maxUtf8Length } from './utf8.js';

const ASCII_CLASSES = new Uint8Array(128);
const ASCII_LOWER = new Uint8Array(128);
for (let unit = 0; unit < 128; unit++) {
  ASCII_CLASSES[unit] = characterClass(unit);
  ASCII_LOWER[unit] = unit >= 0x41 && unit <= 0x5a ? unit + 0x20 : unit;
}

/**
 * Cuts texts into tokens without creating strings, for the index builder: after `run(text)` token `i` is `bytes[starts[i],
 * ends[i])`, folded UTF-8. The next call reuses the arrays.
 */
export class Tokenizer {
  bytes = new Uint8Array(1 << 12);
  starts = new Int32Array(1 << 9);
  ends = new Int32Array(1 << 9);
  private encoded = new Uint8Array(1 << 12);

  /** Returns the number of tokens. */
  run(text: string): number {
    if (this.encoded.length < maxUtf8Length(text.length)) this.encoded = new Uint8Array(maxUtf8Length(text.length) * 2);
    return this.runUtf8(this.encoded, 0, encodeUtf8(text, this.encoded, 0));
  }

  /** The same for a text in UTF-8. */
  runUtf8(source: Uint8Array, from: number, to: number): number {
    this.reserve(to - from);
    const { bytes, starts, ends } = this;
    const length = to - from;
    let count = 0;
    let start = -1;
    let previous = SEPARATOR;
    for (let i = 0; i < length; i++) {
      const unit = source[from + i];
      if (unit > 0x7f) return this.runFolded(fold(decodeUtf8(source, from, to)));
      bytes[i] = ASCII_LOWER[unit];
      let kind = ASCII_CLASSES[unit];
      if (unit === 0x2e && previous === DIGIT && i + 1 < length) {
        const next = source[from + i + 1];
        if (next >= 0x30 && next <= 0x39) kind = LETTER;
      }
      if (kind === SEPARATOR) {
        if (start >= 0) {
          starts[count] = start;
          ends[count++] = i;
          start = -1;
        }
      } else if (start < 0) start = i;
      previous = kind;
    }
    if (start >= 0) {
      starts[count] = start;
      ends[count++] = length;
    }
    return count;
  }

  /** The rest of a text that is not ASCII: folded as a string, then cut. */
  private runFolded(folded: string): number {
    this.reserve(folded.length);
    const { bytes, starts, ends } = this;
    let count = 0;
    let at = 0;
    let start = -1;
    let previous = SEPARATOR;
    for (let i = 0; i < folded.length; ) {
      const codePoint = folded.codePointAt(i) as number;
      const width = codePoint > 0xffff ? 2 : 1;
      let kind = characterClass(codePoint);
      if (codePoint === 0x2e && previous === DIGIT && i + 1 < folded.length) {
        if (characterClass(folded.codePointAt(i + 1) as number) === DIGIT) kind = LETTER;
      }
      if (kind === SEPARATOR) {
        if (start >= 0) ends[count++] = at;
        start = -1;
      } else {
        if (start < 0) starts[count] = start = at;
        at = codePoint < 0x80 ? ((bytes[at] = codePoint), at + 1) : encodeUtf8(folded.slice(i, i + width), bytes, at);
      }
      previous = kind;
      i += width;
    }
    if (start >= 0) ends[count++] = at;
    return count;
  }

  private reserve(units: number): void {
    if (this.bytes.length < maxUtf8Length(units)) this.bytes = new Uint8Array(maxUtf8Length(units) * 2);
    if (this.starts.length < units / 2 + 2) {
      this.starts = new Int32Array(units + 2);
      this.ends = new Int32Array(units + 2);
    }
  }
}
