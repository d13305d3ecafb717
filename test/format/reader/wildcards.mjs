import { demand, isAscending } from './bytes.mjs';

/** Trigrams of part numbers, and what is known of each part number beside. */

const SYMBOLS = 38;
const OTHER = 36;
const BLOCK_ORDINALS = 4;

/** The symbol before and behind a form. */
export const EDGE = 37;

/** The symbol of a byte of a form: letters, digits, all others. */
export function symbolOf(byte) {
  if (byte >= 0x61 && byte <= 0x7a) return byte - 0x61;
  if (byte >= 0x30 && byte <= 0x39) return 26 + byte - 0x30;
  return OTHER;
}

/** The trigram of three adjacent symbols. */
export function trigramOf([a, b, c]) {
  return (a * SYMBOLS + b) * SYMBOLS + c;
}

/** The symbols of a trigram, the reverse of `trigramOf`. */
export function symbolsOfTrigram(trigram) {
  return [Math.floor(trigram / SYMBOLS ** 2), Math.floor(trigram / SYMBOLS) % SYMBOLS, trigram % SYMBOLS];
}

/**
 * @param size number of part numbers
 * @returns `{ blocksOf, symbols, lengths, shared, ordinalsOfBlock(block) }`: `blocksOf` is a Map of trigram to its blocks,
 *   and `symbols` has the Set of each part number's symbols
 */
export function readWildcards([trigrams, starts, lists, low, high, lengths, shared], size) {
  demand(
    [low, high, lengths, shared].every((array) => array.length === size),
    'signatures or lengths do not fit the part numbers',
  );
  demand(isAscending(trigrams) && (trigrams.at(-1) ?? 0) < SYMBOLS ** 3, 'trigrams are out of order');
  demand(starts.length === trigrams.length + 1, 'the starts do not fit the trigrams');
  demand(starts[0] === 0 && starts.at(-1) === lists.length, 'the starts do not fit the lists');
  demand(isAscending(starts), 'a trigram has no list');
  const blocks = Math.ceil(size / BLOCK_ORDINALS);
  const blocksOf = new Map(
    Array.from(trigrams, (trigram, i) => {
      const list = readBlockList(lists.subarray(starts[i], starts[i + 1]));
      demand(list.at(-1) < blocks, `the list of trigram ${trigram} leads past the part numbers`);
      return [trigram, list];
    }),
  );
  return {
    blocksOf,
    symbols: Array.from(low, (bits, ordinal) => symbolsOfBits(bits, high[ordinal])),
    lengths,
    shared,
    ordinalsOfBlock: (block) =>
      Array.from({ length: BLOCK_ORDINALS }, (_, i) => BLOCK_ORDINALS * block + i).filter((ordinal) => ordinal < size),
  };
}

/** The blocks of one list: each is preceded by the number left out, seven bits a byte. */
export function readBlockList(bytes) {
  const list = [];
  let block = -1;
  for (let at = 0; at < bytes.length; at++) {
    let skipped = 0;
    let factor = 1;
    for (; bytes[at] >= 0x80; at++, factor *= 128) skipped += (bytes[at] & 0x7f) * factor;
    demand(at < bytes.length, 'a list of blocks ends inside a number');
    block += skipped + bytes[at] * factor + 1;
    list.push(block);
  }
  return list;
}

function symbolsOfBits(low, high) {
  const all = Array.from({ length: 40 }, (_, symbol) => symbol);
  return new Set(all.filter((symbol) => (symbol < 32 ? (low >>> symbol) & 1 : (high >>> (symbol - 32)) & 1)));
}
