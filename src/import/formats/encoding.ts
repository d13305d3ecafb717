import { UnreadableTableError } from '../../model/errors.js';
import { Pauses } from '../../work/pauses.js';
import { headOf, type NamedBytes } from './bytes.js';

/** Bytes that show the encoding of a text without a mark. */
const HEAD_BYTES = 4096;
/** Longest line: no table of parts has longer ones. */
const LONGEST_LINE = 1 << 20;
const NEWLINE = 0x0a;
const WINDOWS = 'windows-1252';
/** Windows-1252 is Latin-1 except for these. */
const HIGH_CONTROLS = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

/**
 * The text of a source in pieces, which end anywhere, without its byte order mark. Every line end is `\n`. Lets the event loop turn between
 * pieces, if it is time to: what its callers do with them counts.
 */
export async function* textOfBytes(source: NamedBytes, encoding: string | undefined): AsyncGenerator<string, void, undefined> {
  const head = await headOf(source, HEAD_BYTES);
  const found = encoding ?? encodingOf(head);
  const pieces = found === undefined ? linesInUtf8OrWindows(source) : decoded(source, found);
  let isFirst = true;
  let hasReturn = false;
  const pauses = new Pauses();
  for await (const piece of pieces) {
    await pauses.pause();
    let text = isFirst && piece.startsWith('\ufeff') ? piece.slice(1) : piece;
    if (text === '') continue;
    isFirst = false;
    if (text.includes('\u0000')) {
      throw new UnreadableTableError(source.name, 'it has zero bytes, which no text has; save it as CSV in UTF-8');
    }
    if (hasReturn && text[0] === '\n') text = text.slice(1);
    hasReturn = text.endsWith('\r');
    yield text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
  }
}

/** The encoding that a mark or the zero bytes of UTF-16 show; undefined for others. @param head the first bytes of a file */
export function encodingOf(head: Uint8Array): string | undefined {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  const zeros = [0, 0];
  for (let i = 0; i < head.length; i++) if (head[i] === 0) zeros[i & 1]++;
  // Most characters of a table are ASCII, of which UTF-16 has one byte that is zero.
  const half = head.length / 2;
  if (zeros[1] > half * 0.4 && zeros[0] < half * 0.05) return 'utf-16le';
  return zeros[0] > half * 0.4 && zeros[1] < half * 0.05 ? 'utf-16be' : undefined;
}

async function* decoded(source: NamedBytes, encoding: string): AsyncGenerator<string, void, undefined> {
  const decoder = new TextDecoder(encoding);
  const isWindows = decoder.encoding === WINDOWS;
  for await (const bytes of source.open()) {
    const text = decoder.decode(bytes, { stream: true });
    yield isWindows ? withoutControls(text) : text;
  }
  yield decoder.decode();
}

/** Whole lines at a time, each of which is UTF-8 or, where it is not valid, Windows-1252: people combine tables of several sources. */
async function* linesInUtf8OrWindows(source: NamedBytes): AsyncGenerator<string, void, undefined> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const windows = new TextDecoder(WINDOWS);
  let pending: Uint8Array = new Uint8Array();
  for await (const bytes of source.open()) {
    const all = pending.length === 0 ? bytes : concatenated(pending, bytes);
    const end = all.lastIndexOf(NEWLINE) + 1;
    if (end > 0) yield decodeLines(all.subarray(0, end), decoder, windows);
    pending = all.subarray(end);
    // A file with `\r` alone has no such line ends; cut before the last bytes, which may be the beginning of a character.
    if (pending.length > LONGEST_LINE) {
      const cut = pending.lastIndexOf(0x0d) + 1;
      if (cut === 0)
        throw new UnreadableTableError(source.name, 'it has a line of over a million bytes; it is not a table of parts');
      yield decodeLines(pending.subarray(0, cut), decoder, windows);
      pending = pending.subarray(cut);
    }
  }
  if (pending.length > 0) yield decodeLines(pending, decoder, windows);
}

/** The characters of Windows-1252 where a decoder leaves control characters, as that of Node 20 does. */
function withoutControls(text: string): string {
  return text.replace(/[\u0080-\u009f]/g, (control) => HIGH_CONTROLS[control.charCodeAt(0) - 0x80]);
}

function concatenated(a: Uint8Array, b: Uint8Array): Uint8Array {
  const both = new Uint8Array(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return both;
}

function decodeLines(bytes: Uint8Array, utf8: TextDecoder, windows: TextDecoder): string {
  const whole = decodeUtf8(bytes, utf8);
  if (whole !== undefined) return whole;
  let text = '';
  for (let start = 0; start < bytes.length; ) {
    const end = bytes.indexOf(NEWLINE, start) + 1 || bytes.length;
    const line = bytes.subarray(start, end);
    text += decodeUtf8(line, utf8) ?? withoutControls(windows.decode(line));
    start = end;
  }
  return text;
}

function decodeUtf8(bytes: Uint8Array, decoder: TextDecoder): string | undefined {
  try {
    return decoder.decode(bytes);
  } catch {
    return undefined;
  }
}
