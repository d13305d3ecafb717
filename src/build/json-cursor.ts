/**
 * Reads JSON from its UTF-8 bytes without creating values. Every method takes the offset of the first byte of what it reads and
 * returns the offset after it, or FAULT if the text is different. It gives no reason: `JSON.parse` reports a better one.
 */
export const FAULT = -1;

export const QUOTE = 0x22;
export const COMMA = 0x2c;
const COLON = 0x3a;
export const OPEN_LIST = 0x5b;
export const CLOSE_LIST = 0x5d;
export const OPEN_OBJECT = 0x7b;
export const CLOSE_OBJECT = 0x7d;
export const LOWER_F = 0x66;
export const LOWER_N = 0x6e;
export const LOWER_T = 0x74;

const BACKSLASH = 0x5c;
const MINUS = 0x2d;
const PLUS = 0x2b;
const POINT = 0x2e;
const ZERO = 0x30;
const LOWER_E = 0x65;
const LOWER_U = 0x75;

const bytesOf = (text: string): readonly number[] => Array.from(text, (character) => character.charCodeAt(0));
const TRUE = bytesOf('true');
const FALSE = bytesOf('false');
const NULL = bytesOf('null');

/** 1 for the bytes that are literal in a string: ASCII except controls, the quote and the backslash. */
const PLAIN = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte >= 0x20 && byte < 0x80 && byte !== QUOTE && byte !== BACKSLASH ? 1 : 0,
);
const ESCAPED = new Uint8Array(256);
for (const byte of bytesOf('"\\/bfnrt')) ESCAPED[byte] = 1;

export class JsonCursor {
  bytes: Uint8Array = new Uint8Array(0);
  /** Whether the string read last has escapes. */
  isEscaped = false;

  /** The first offset from `at` on that is not white space. */
  blanksEnd(at: number): number {
    const { bytes } = this;
    let byte = bytes[at];
    while (byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09) byte = bytes[++at];
    return at;
  }

  /** The closing quote of the string whose content begins at `at`. */
  stringEnd(at: number): number {
    const { bytes } = this;
    this.isEscaped = false;
    while (PLAIN[bytes[at]] === 1) at++;
    return bytes[at] === QUOTE ? at : this.unusualStringEnd(at);
  }

  /** The same from the first byte that is not plain. */
  private unusualStringEnd(at: number): number {
    const { bytes } = this;
    while (at !== FAULT && bytes[at] !== QUOTE) {
      const byte = bytes[at];
      if (PLAIN[byte] === 1) at++;
      else if (byte === BACKSLASH) at = this.escapeEnd(at + 1);
      else at = this.sequenceEnd(at);
    }
    return at;
  }

  private escapeEnd(at: number): number {
    const { bytes } = this;
    this.isEscaped = true;
    if (ESCAPED[bytes[at]] === 1) return at + 1;
    if (bytes[at] !== LOWER_U) return FAULT;
    for (let i = 1; i <= 4; i++) if (!isHexDigit(bytes[at + i])) return FAULT;
    return at + 5;
  }

  /** A character of several bytes, in its only valid UTF-8 form. */
  private sequenceEnd(at: number): number {
    const { bytes } = this;
    const lead = bytes[at];
    const next = bytes[at + 1];
    if (lead >= 0xc2 && lead <= 0xdf) return isContinuation(next) ? at + 2 : FAULT;
    if (!isContinuation(next) || !isContinuation(bytes[at + 2])) return FAULT;
    if (lead >= 0xe0 && lead <= 0xef) {
      const isShorter = lead === 0xe0 && next < 0xa0;
      const isSurrogate = lead === 0xed && next > 0x9f;
      return isShorter || isSurrogate ? FAULT : at + 3;
    }
    if (!(lead >= 0xf0 && lead <= 0xf4) || !isContinuation(bytes[at + 3])) return FAULT;
    const isShorter = lead === 0xf0 && next < 0x90;
    const isBeyond = lead === 0xf4 && next > 0x8f;
    return isShorter || isBeyond ? FAULT : at + 4;
  }

  numberEnd(at: number): number {
    const { bytes } = this;
    if (bytes[at] === MINUS) at++;
    if (bytes[at] === ZERO) at++;
    else if ((at = this.digitsEnd(at)) === FAULT) return FAULT;
    if (bytes[at] === POINT && (at = this.digitsEnd(at + 1)) === FAULT) return FAULT;
    if ((bytes[at] | 0x20) !== LOWER_E) return at;
    at++;
    return this.digitsEnd(bytes[at] === PLUS || bytes[at] === MINUS ? at + 1 : at);
  }

  private digitsEnd(at: number): number {
    const { bytes } = this;
    const from = at;
    while (isDigit(bytes[at])) at++;
    return at === from ? FAULT : at;
  }

  /** `true`, `false` or `null`. */
  literalEnd(at: number): number {
    const { bytes } = this;
    const literal = bytes[at] === LOWER_T ? TRUE : bytes[at] === LOWER_F ? FALSE : NULL;
    for (let i = 0; i < literal.length; i++) if (bytes[at + i] !== literal[i]) return FAULT;
    return at + literal.length;
  }

  /** A string, number, `true`, `false` or `null`. */
  scalarEnd(at: number): number {
    const byte = this.bytes[at];
    if (byte === QUOTE) {
      const end = this.stringEnd(at + 1);
      return end === FAULT ? FAULT : end + 1;
    }
    return byte === MINUS || isDigit(byte) ? this.numberEnd(at) : this.literalEnd(at);
  }

  /** Any value of at most `levels` nested objects and lists; the open brackets are on an explicit stack. */
  valueEnd(at: number, levels: number): number {
    const { bytes } = this;
    const awaited: number[] = [];
    for (;;) {
      const byte = bytes[at];
      if (byte === OPEN_OBJECT || byte === OPEN_LIST) {
        if (awaited.length === levels) return FAULT;
        const close = byte === OPEN_OBJECT ? CLOSE_OBJECT : CLOSE_LIST;
        at = this.blanksEnd(at + 1);
        if (bytes[at] !== close) {
          awaited.push(close);
          if (close === CLOSE_OBJECT && (at = this.memberValue(at)) === FAULT) return FAULT;
          continue;
        }
        at++;
      } else if ((at = this.scalarEnd(at)) === FAULT) return FAULT;
      // A value has ended, and perhaps the objects and lists that contain it.
      while (awaited.length > 0 && bytes[(at = this.blanksEnd(at))] === awaited[awaited.length - 1]) {
        awaited.pop();
        at++;
      }
      if (awaited.length === 0) return at;
      if (bytes[at] !== COMMA) return FAULT;
      at = this.blanksEnd(at + 1);
      if (awaited[awaited.length - 1] === CLOSE_OBJECT && (at = this.memberValue(at)) === FAULT) return FAULT;
    }
  }

  /** The offset of a member's value, given that of its name. */
  private memberValue(at: number): number {
    if (this.bytes[at] !== QUOTE) return FAULT;
    const end = this.stringEnd(at + 1);
    return end === FAULT ? FAULT : this.colonEnd(end + 1);
  }

  /** A colon with white space around it. */
  colonEnd(at: number): number {
    const colon = this.blanksEnd(at);
    return this.bytes[colon] === COLON ? this.blanksEnd(colon + 1) : FAULT;
  }
}

function isDigit(byte: number): boolean {
  return byte >= 0x30 && byte <= 0x39;
}

function isHexDigit(byte: number): boolean {
  const lower = byte | 0x20;
  return isDigit(byte) || (lower >= 0x61 && lower <= 0x66);
}

function isContinuation(byte: number): boolean {
  return (byte & 0xc0) === 0x80;
}
