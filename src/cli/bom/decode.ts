import { isUtf8 } from 'node:buffer';
import { CommandError, EXIT } from '../failure.js';
import { formatAmount } from '../terminal/format.js';
import { foreignFile, ZERO_BYTES } from './foreign-file.js';

/** Longest line in bytes; no table of parts has longer ones. */
const LONGEST_LINE = 1 << 20;

/** Windows-1252 is Latin-1 except for these. */
const WINDOWS_1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

/** The byte order marks of UTF-8 and UTF-16. */
const MARKS: readonly { readonly encoding: 'utf-8' | 'utf-16le' | 'utf-16be'; readonly bytes: readonly number[] }[] = [
  { encoding: 'utf-8', bytes: [0xef, 0xbb, 0xbf] },
  { encoding: 'utf-16le', bytes: [0xff, 0xfe] },
  { encoding: 'utf-16be', bytes: [0xfe, 0xff] },
];
/** The longest mark of a text or of another kind of file. */
const HEAD_BYTES = 8;

/** The text of a table: UTF-8, UTF-16 with its mark, or Windows-1252 if it is not valid UTF-8. */
export class TableText {
  /** Lines that were not valid UTF-8. */
  windowsLines = 0;

  /**
   * @param source bytes, or text that is already decoded
   * @param name for messages
   */
  constructor(
    private readonly source: AsyncIterable<Uint8Array | string>,
    private readonly name: string,
  ) {}

  /** The text without its mark, in pieces. @throws CommandError if it is not text */
  async *pieces(): AsyncGenerator<string, void, undefined> {
    const { head, rest } = await takeHead(this.source);
    const foreign = foreignFile(head);
    if (foreign !== undefined) throw new CommandError(`"${this.name}" ${foreign}`, EXIT.failure);
    const mark = markOf(head);
    const first = head.subarray(mark?.bytes.length ?? 0);
    if (mark && mark.encoding !== 'utf-8') yield* this.decodeUtf16(mark.encoding, first, rest);
    else yield* this.decodeLines(first, rest);
  }

  private async *decodeUtf16(
    encoding: string,
    first: Uint8Array,
    rest: AsyncIterable<Uint8Array>,
  ): AsyncGenerator<string, void, undefined> {
    const decoder = new TextDecoder(encoding);
    yield decoder.decode(first, { stream: true });
    for await (const bytes of rest) yield decoder.decode(bytes, { stream: true });
    yield decoder.decode();
  }

  /** Whole lines at a time, each of which is UTF-8 or not: people combine lists from several sources. */
  private async *decodeLines(first: Uint8Array, rest: AsyncIterable<Uint8Array>): AsyncGenerator<string, void, undefined> {
    let pending = Buffer.from(first);
    for await (const bytes of rest) {
      pending = Buffer.concat([pending, bytes]);
      const end = Math.max(pending.lastIndexOf(0x0a), pending.lastIndexOf(0x0d)) + 1;
      if (end > 0) yield this.decodeWholeLines(pending.subarray(0, end));
      pending = pending.subarray(end);
      if (pending.length > LONGEST_LINE) {
        throw new CommandError(`"${this.name}" has a line of over a million bytes; it is not a table of parts`, EXIT.failure);
      }
    }
    yield this.decodeWholeLines(pending);
  }

  private decodeWholeLines(bytes: Buffer): string {
    if (bytes.includes(0)) throw new CommandError(`"${this.name}" ${ZERO_BYTES}`, EXIT.failure);
    if (isUtf8(bytes)) return bytes.toString('utf8');
    let text = '';
    for (let start = 0; start < bytes.length; ) {
      const end = bytes.indexOf(0x0a, start) + 1 || bytes.length;
      const line = bytes.subarray(start, end);
      const isWindows = !isUtf8(line);
      if (isWindows) this.windowsLines++;
      text += isWindows ? decodeWindows(line) : line.toString('utf8');
      start = end;
    }
    return text;
  }
}

/** How workbooks and archives, and gzip begin. */
export const PACKED = ['PK\x03\x04', 'PK\x05\x06', '\x1f\x8b'];

/** The lines of a text that are not valid UTF-8; 0 for other files. */
export function windowsLinesIn(bytes: Uint8Array): number {
  const start = String.fromCharCode(...bytes.subarray(0, HEAD_BYTES));
  if (PACKED.some((beginning) => start.startsWith(beginning)) || isUtf8(bytes) || bytes.includes(0)) return 0;
  let count = 0;
  for (let from = 0; from < bytes.length; ) {
    const end = bytes.indexOf(0x0a, from) + 1 || bytes.length;
    if (!isUtf8(bytes.subarray(from, end))) count++;
    from = end;
  }
  return count;
}

/** What a person should know of such lines. */
export function windowsWarning(lines: number): string[] {
  if (lines === 0) return [];
  return [`${formatAmount(lines, 'line is', 'lines are')} not UTF-8, read as Windows-1252: check letters such as µ and ü`];
}

function decodeWindows(bytes: Buffer): string {
  return bytes.toString('latin1').replace(/[\u0080-\u009f]/g, (character) => WINDOWS_1252[character.charCodeAt(0) - 0x80]);
}

/** The beginning of a text without its mark, as far as its first bytes are letters of it. */
export function beginningOf(head: Uint8Array): string {
  const mark = markOf(head);
  return new TextDecoder(mark?.encoding).decode(head);
}

function markOf(head: Uint8Array) {
  return MARKS.find(({ bytes }) => bytes.every((byte, i) => head[i] === byte));
}

/** The first bytes, enough to detect the kind of file, and all further bytes. */
export async function takeHead(
  source: AsyncIterable<Uint8Array | string>,
  size = HEAD_BYTES,
): Promise<{ head: Uint8Array; rest: AsyncGenerator<Uint8Array, void, undefined> }> {
  const all = bytesOf(source);
  let head: Uint8Array = new Uint8Array();
  while (head.length < size) {
    const { done, value } = await all.next();
    if (done) break;
    head = Buffer.concat([head, value]);
  }
  return { head, rest: all };
}

async function* bytesOf(source: AsyncIterable<Uint8Array | string>): AsyncGenerator<Uint8Array, void, undefined> {
  for await (const chunk of source) yield typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
}
