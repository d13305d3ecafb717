import { crc32, inflateRawSync } from 'node:zlib';
import { decodeText, demand, isAscending } from './bytes.mjs';

/** A block is closed by the document that brings its text to this length. */
const BLOCK_LENGTH = 8 * 1024;
const LONGEST_PRESET = 32 * 1024;

/**
 * The texts of all documents, in the order in which they came in.
 * @param section the bytes of `<c>/documents`
 * @param blocks the arrays of `<c>/blocks`
 * @param preset the bytes of `<c>/preset`, if there is one
 */
export function readDocuments(section, [firsts, ends, lengths, checksums], preset) {
  demand(!preset || (preset.length > 0 && preset.length <= LONGEST_PRESET), 'the preset is empty or too long');
  const options = preset ? { dictionary: preset } : {};
  demand(isAscending(firsts) && firsts[0] === 0, 'blocks of documents are out of order');
  demand(
    firsts.length === ends.length + 1 && lengths.length === ends.length && checksums.length === ends.length,
    'blocks differ',
  );
  demand((ends.at(-1) ?? 0) === section.length, 'blocks do not fill the section');
  return Array.from(ends, (end, b) => {
    const packed = section.subarray(b === 0 ? 0 : ends[b - 1], end);
    demand(crc32(packed) === checksums[b], `the CRC-32 of block ${b} differs`);
    const block = new Uint8Array(inflateRawSync(packed, options));
    demand(block.length === lengths[b], `block ${b} unpacks to ${block.length} bytes`);
    return documentsOfBlock(block, firsts[b + 1] - firsts[b], b === ends.length - 1);
  }).flat();
}

function documentsOfBlock(block, count, isLast) {
  const ends = new Uint32Array(block.buffer, 0, count);
  const text = block.subarray(4 * count);
  demand(ends.at(-1) === text.length, 'the documents do not fill their block');
  demand(count === 1 || ends.at(-2) < BLOCK_LENGTH, 'a block has a document too many');
  demand(isLast || text.length >= BLOCK_LENGTH, 'a block was closed early');
  return Array.from(ends, (end, i) => decodeText(text.subarray(i === 0 ? 0 : ends[i - 1], end)));
}
