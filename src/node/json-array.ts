import { InvalidDocumentError } from '../model/errors.js';

const MARK = [0xef, 0xbb, 0xbf];
const NEWLINE = 0x0a;
const BLANK = 0x20;
const TAB = 0x09;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

function isBlank(byte: number): boolean {
  return byte === BLANK || byte === NEWLINE || byte === 0x0d || byte === TAB;
}

/** The text as it is, or if it is a JSON array, its elements as lines. @throws InvalidDocumentError for an array that is not whole */
export async function* linesOfArray(source: string, text: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void, undefined> {
  const lines = new ArrayLines(source);
  let isArray: boolean | undefined;
  for await (const chunk of text) {
    isArray ??= lines.begins(chunk);
    yield isArray ? lines.take(chunk) : chunk;
  }
  if (isArray) lines.finish();
}

/**
 * Makes NDJSON of a JSON array: each element becomes one line, with the number of the line where it begins. Of several elements in one
 * line each has the next number.
 */
class ArrayLines {
  /** Lists and objects that are open: 0 outside of the array, 1 between its elements. */
  private depth = 0;
  private isEnded = false;
  private isInString = false;
  private isEscaped = false;
  /** Whether the current element has begun. */
  private hasElement = false;
  private hasComma = false;
  /** The line of the file, and the place of the first byte of a piece. */
  private line = 1;
  private offset = 0;
  /** Line ends within the current element, which are written behind it. */
  private owed = 0;
  /** Line ends that were written and that the file has not had yet. */
  private ahead = 0;
  private out = Buffer.alloc(0);
  private at = 0;

  constructor(private readonly source: string) {}

  /** Whether the text is an array; undefined for a piece of blanks, after which the next one decides. */
  begins(chunk: Buffer): boolean | undefined {
    for (let i = 0; i < chunk.length; i++) {
      if (!isBlank(chunk[i]) && !this.isMark(chunk[i], i)) return chunk[i] === OPEN_LIST;
    }
    this.offset += chunk.length;
    for (const byte of chunk) if (byte === NEWLINE) this.line++;
    return undefined;
  }

  /** Whether a byte is of the byte order mark. */
  private isMark(byte: number, i: number): boolean {
    return byte === MARK[this.offset + i];
  }

  /** The lines of a piece of the text, in a buffer of their own. */
  take(chunk: Buffer): Buffer {
    // At most one line end is written for each byte, besides those that are owed.
    this.out = Buffer.allocUnsafeSlow(chunk.length * 2 + this.owed + 1);
    this.at = 0;
    for (let i = 0; i < chunk.length; i++) {
      const byte = chunk[i];
      if (this.isInString) this.takeInString(byte);
      else this.takeOutside(byte, i);
    }
    this.offset += chunk.length;
    return this.out.subarray(0, this.at);
  }

  /** @throws InvalidDocumentError if the array is not closed */
  finish(): void {
    if (!this.isEnded) throw this.fault('the JSON array is not closed; the file is not whole');
  }

  private takeInString(byte: number): void {
    if (byte === NEWLINE) {
      this.line++;
      this.owed++;
      // A string with a line end is not JSON; one with a tab is not either, and does not end the line.
      this.put(TAB);
      return;
    }
    this.put(byte);
    if (this.isEscaped) this.isEscaped = false;
    else if (byte === BACKSLASH) this.isEscaped = true;
    else if (byte === QUOTE) this.isInString = false;
  }

  private takeOutside(byte: number, i: number): void {
    if (byte === NEWLINE) this.takeLineEnd();
    else if (isBlank(byte) || this.isMark(byte, i)) this.put(BLANK);
    else if (this.isEnded) throw this.fault('something follows the end of the JSON array');
    else if (this.depth === 0) {
      this.depth = 1;
      this.put(BLANK);
    } else if (this.depth === 1 && byte === COMMA) this.endElement();
    else if (this.depth === 1 && byte === CLOSE_LIST) this.endArray();
    else this.takeOfElement(byte);
  }

  private takeOfElement(byte: number): void {
    this.hasElement = true;
    if (byte === QUOTE) this.isInString = true;
    else if (byte === OPEN_LIST || byte === OPEN_OBJECT) this.depth++;
    else if ((byte === CLOSE_LIST || byte === CLOSE_OBJECT) && this.depth > 1) this.depth--;
    this.put(byte);
  }

  private takeLineEnd(): void {
    this.line++;
    if (this.hasElement) {
      this.owed++;
      this.put(BLANK);
    } else if (this.ahead > 0) {
      this.ahead--;
      this.put(BLANK);
    } else this.put(NEWLINE);
  }

  private endElement(): void {
    if (!this.hasElement) throw this.fault('expected an object before the comma');
    // The numbers of lines are the file's again as soon as it has had as many line ends.
    const written = Math.max(1, this.owed - this.ahead);
    this.ahead += written - this.owed;
    for (let i = 0; i < written; i++) this.put(NEWLINE);
    this.owed = 0;
    this.hasElement = false;
    this.hasComma = true;
  }

  private endArray(): void {
    if (this.hasElement) this.endElement();
    else if (this.hasComma) throw this.fault('expected an object after the comma');
    this.isEnded = true;
    this.depth = 0;
  }

  private put(byte: number): void {
    this.out[this.at++] = byte;
  }

  private fault(what: string): InvalidDocumentError {
    const { source, line } = this;
    return new InvalidDocumentError(`${source}:${line}: not valid JSON: ${what}`, { source, line, path: '' });
  }
}
