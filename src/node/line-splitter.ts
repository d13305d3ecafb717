import { InvalidDocumentError } from '../model/errors.js';

/** One line of a file: its number, counted from 1, and its bytes without the line end. */
export interface NdjsonLine {
  readonly line: number;
  readonly bytes: Uint8Array;
}

/** Longest line. Its text has to fit one string, of which V8 allows 2^29 - 24 characters. */
const MAX_LINE_BYTES = 512_000_000;

const NEWLINE = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const BLANK = 0x20;
const TAB = 0x09;

/**
 * Splits the chunks of one file into lines. Lines are views of their chunk; only a line that spans chunks is copied. Blank lines
 * are counted and left out. A byte order mark at the start of the file and `\r` before `\n` are removed.
 */
export class LineSplitter {
  private readonly source: string;
  private readonly maxBytes: number;
  private nextLine: number;
  /** The pieces of a line that continues in the next chunk. */
  private pieces: Uint8Array[] = [];
  private pieceBytes = 0;

  /** @param firstLine number of the first line, of a piece from within a file */
  constructor(source: string, maxBytes = MAX_LINE_BYTES, firstLine = 1) {
    this.source = source;
    this.maxBytes = maxBytes;
    this.nextLine = firstLine;
  }

  /** Number of the line that the next byte belongs to. */
  get line(): number {
    return this.nextLine;
  }

  /**
   * Adds the lines that end in this chunk to `lines`. The chunk must not change afterwards.
   * @throws InvalidDocumentError for a line that is too long
   */
  split(chunk: Buffer, lines: NdjsonLine[]): void {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      this.endLine(viewOf(chunk, start, end), lines);
      start = end + 1;
    }
    if (start < chunk.length) this.keep(viewOf(chunk, start, chunk.length));
  }

  /** Adds the last line, if the file does not end in a newline. */
  finish(lines: NdjsonLine[]): void {
    if (this.pieceBytes > 0) this.endLine(new Uint8Array(0), lines);
  }

  private keep(piece: Uint8Array): void {
    this.pieces.push(piece);
    this.pieceBytes += piece.length;
    this.checkLength(this.pieceBytes);
  }

  private endLine(lastPiece: Uint8Array, lines: NdjsonLine[]): void {
    this.checkLength(this.pieceBytes + lastPiece.length);
    const whole = this.pieceBytes === 0 ? lastPiece : this.join(lastPiece);
    const bytes = trimLine(this.nextLine === 1 ? withoutByteOrderMark(whole) : whole);
    if (!isBlank(bytes)) lines.push({ line: this.nextLine, bytes });
    this.nextLine++;
  }

  private join(lastPiece: Uint8Array): Uint8Array {
    const joined = new Uint8Array(this.pieceBytes + lastPiece.length);
    let offset = 0;
    for (const piece of this.pieces) {
      joined.set(piece, offset);
      offset += piece.length;
    }
    joined.set(lastPiece, offset);
    this.pieces = [];
    this.pieceBytes = 0;
    return joined;
  }

  private checkLength(bytes: number): void {
    if (bytes <= this.maxBytes) return;
    throw new InvalidDocumentError(
      `${this.source}:${this.nextLine}: the line is longer than ${this.maxBytes} bytes; NDJSON has one document a line`,
      { source: this.source, line: this.nextLine, path: '' },
    );
  }
}

function viewOf(chunk: Buffer, start: number, end: number): Uint8Array {
  return new Uint8Array(chunk.buffer, chunk.byteOffset + start, end - start);
}

function withoutByteOrderMark(bytes: Uint8Array): Uint8Array {
  const hasMark = bytes.length >= 3 && bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  return hasMark ? bytes.subarray(3) : bytes;
}

function trimLine(bytes: Uint8Array): Uint8Array {
  return bytes.length > 0 && bytes[bytes.length - 1] === CARRIAGE_RETURN ? bytes.subarray(0, -1) : bytes;
}

function isBlank(bytes: Uint8Array): boolean {
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i];
    if (byte !== BLANK && byte !== TAB && byte !== CARRIAGE_RETURN) return false;
  }
  return true;
}
