import { inflateRawSync } from 'node:zlib';
import { decodeText, demand, isAscending } from './bytes.mjs';

const PACKED_BLOCK_LENGTH = 16 * 1024;

/**
 * A dictionary that begins with the number of its storage: its values by ordinal, and the arrays behind it.
 * @returns `{ storage, order: 'fold' | 'raw' | 'date', values, rest }`
 */
export function readDictionary([storage, ...arrays]) {
  demand(storage.length === 1, 'a dictionary does not begin with the number of its storage');
  switch (storage[0]) {
    case 0:
      return { storage: 'plain', order: 'fold', values: readPlain(arrays), rest: arrays.slice(2) };
    case 1:
      return { storage: 'plain', order: 'raw', values: readPlain(arrays), rest: arrays.slice(2) };
    case 2:
      return { storage: 'hex', order: 'raw', values: readHex(arrays), rest: arrays.slice(1) };
    case 3:
      return { storage: 'packed', order: 'fold', values: readPacked(arrays), rest: arrays.slice(4) };
    case 4:
      return { storage: 'dates', order: 'date', values: readDates(arrays), instants: arrays[0], rest: arrays.slice(1) };
    default:
      demand(false, `a dictionary has the storage ${storage[0]}`);
  }
}

/** The dictionary of a number field: the texts of the numbers and the doubles nearest to them. */
export function readNumbers([doubles, ...arrays]) {
  const values = readPlain(arrays);
  demand(doubles.length === values.length, 'there are more or fewer doubles than numbers');
  return { storage: 'numbers', order: 'number', values, doubles, rest: arrays.slice(2) };
}

/** Consecutive values, each from its offset to the next one's. */
export function readPlain([offsets, bytes]) {
  demand(offsets[0] === 0 && offsets.at(-1) === bytes.length, 'the offsets do not fit the bytes');
  return Array.from(offsets.subarray(1), (end, i) => decodeText(bytes.subarray(offsets[i], end)));
}

function readHex([words]) {
  const hex = (word) => word.toString(16).padStart(8, '0');
  return Array.from({ length: words.length / 2 }, (_, i) => hex(words[2 * i]) + hex(words[2 * i + 1]));
}

/** The canonical texts of instants. */
function readDates([instants]) {
  demand(instants.every(Number.isInteger) && isAscending([...instants]), 'the instants are out of order');
  return Array.from(instants, (instant) => new Date(instant).toISOString().replace('.000Z', 'Z'));
}

function readPacked([firsts, lengths, ends, packed]) {
  demand(firsts[0] === 0 && isAscending(firsts), 'packed blocks are out of order');
  demand(firsts.length === ends.length + 1 && lengths.length === ends.length, 'packed blocks differ');
  demand((ends.at(-1) ?? 0) === packed.length, 'packed blocks do not fill their array');
  return Array.from(ends, (end, b) => {
    const block = new Uint8Array(inflateRawSync(packed.subarray(b === 0 ? 0 : ends[b - 1], end)));
    demand(block.length === lengths[b], `packed block ${b} unpacks to ${block.length} bytes`);
    demand(b === ends.length - 1 || block.length >= PACKED_BLOCK_LENGTH, 'a packed block was closed early');
    return valuesOfBlock(block, firsts[b + 1] - firsts[b]);
  }).flat();
}

function valuesOfBlock(block, count) {
  const values = [];
  let at = 0;
  for (let i = 0; i < count; i++) {
    demand(i === 0 || at < PACKED_BLOCK_LENGTH, 'a packed block has a value too many');
    let length = 0;
    let factor = 1;
    for (; block[at] >= 0x80; at++, factor *= 128) length += (block[at] & 0x7f) * factor;
    length += block[at++] * factor;
    values.push(decodeText(block.subarray(at, at + length)));
    at += length;
  }
  demand(at === block.length, 'the values do not fill their packed block');
  return values;
}
