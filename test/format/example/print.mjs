/** Bytes in hex, line by line, with what they mean. */

const BYTES_OF_LINE = 16;
const HEX_WIDTH = 50;
const TEXT_WIDTH = 74;
/** Longer runs of one byte are counted and not printed. */
const LONGEST_RUN = 32;

/**
 * Prints pieces that follow one another from `at`.
 * @param pieces `{ length, size, meaning(view, at), isText, most }`: of `size` bytes each, which form a group (default:
 *   1); text is printed after its meaning; at most `most` bytes are printed
 */
export function printPieces(bytes, at, pieces) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const lines = [];
  for (const { length, size = 1, meaning, isText = false, most = Number.POSITIVE_INFINITY } of pieces) {
    const piece = bytes.subarray(at, at + length);
    const text = isText ? `: ${new TextDecoder().decode(piece)}` : '';
    const said = shortened(`${meaning(view, at)}${text}`);
    hexLines(piece.subarray(0, most), size).forEach((line, i) => {
      const offset = length === 0 ? '    ' : (at + line.at).toString(16).padStart(4, '0');
      const hex = `${line.hex}${length > most ? ' …' : ''}`;
      lines.push(`${offset}  ${hex.padEnd(HEX_WIDTH)}  ${i === 0 ? said : ''}`.trimEnd());
    });
    at += length;
  }
  return lines;
}

function shortened(text) {
  return text.length > TEXT_WIDTH ? `${text.slice(0, TEXT_WIDTH - 1)}…` : text;
}

/** Lines of `{ at, hex }`. */
function hexLines(piece, size) {
  if (piece.length === 0) return [{ at: 0, hex: '-' }];
  const lines = [];
  for (let at = 0; at < piece.length; ) {
    const run = runLength(piece, at);
    const line = piece.subarray(at, at + BYTES_OF_LINE);
    lines.push({ at, hex: run > LONGEST_RUN ? `${hexOf(piece.subarray(at, at + 1))} × ${run}` : grouped(line, size) });
    at += run > LONGEST_RUN ? run : line.length;
  }
  return lines;
}

/** How many bytes from `at` on are the same. */
function runLength(bytes, at) {
  let end = at;
  while (end < bytes.length && bytes[end] === bytes[at]) end++;
  return end - at;
}

function grouped(line, size) {
  const groups = Array.from({ length: Math.ceil(line.length / size) }, (_, i) => hexOf(line.subarray(size * i, size * (i + 1))));
  return groups.join(size > 1 ? '  ' : ' ');
}

function hexOf(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join(' ');
}
