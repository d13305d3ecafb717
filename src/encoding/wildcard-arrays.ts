import { ALPHANUMERIC_LOWER, PartNumberReader } from '../analysis/part-number.js';
import type { Steps } from '../work/pauses.js';
import type { BundleArray } from './bundle.js';
import { GrowableBytes, GrowableU32 } from './growable.js';
import { EDGE, SYMBOL_OF, TRIGRAMS, trigram } from './trigrams.js';

/**
 * The list of a trigram holds blocks of four neighbours in the dictionary. Neighbours are alike, because the dictionary is in text
 * order: a list of blocks is a fifth as long as a list of part numbers, and testing four neighbours costs little more than testing
 * one (bench/README.md, class e).
 */
export const BLOCK_SHIFT = 2;
export const BLOCK_ORDINALS = 1 << BLOCK_SHIFT;
/** Greater lengths are stored as this one. */
export const LONGEST_STORED = 255;

/** Part numbers in the order of their ordinals: number `i` is `bytes[starts[i], ends[i])`. */
export interface PartNumberTexts {
  readonly bytes: Uint8Array;
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
}

/** The arrays of the section of part numbers' wildcards, in steps. */
export function* wildcardArrays({ bytes, starts, ends }: PartNumberTexts, size: number): Steps<BundleArray[]> {
  const form = new FormProperties();
  const numbers = TrigramNumbers.take();
  const { counts } = numbers;
  const seen = new SeenTrigrams(numbers);
  const present = new GrowableU32();
  const low = new Uint32Array(size);
  const high = new Uint8Array(size);
  const lengths = new Uint8Array(size);
  const shared = new Uint8Array(size);
  for (let ordinal = 0; ordinal < size; ordinal++) {
    form.read(bytes, starts[ordinal], ends[ordinal]);
    low[ordinal] = form.low;
    high[ordinal] = form.high;
    lengths[ordinal] = Math.min(form.characters, LONGEST_STORED);
    if (ordinal > 0) shared[ordinal] = sharedBytes(bytes, starts[ordinal - 1], ends[ordinal - 1], starts[ordinal], ends[ordinal]);
    for (let i = 0; i < form.count; i++) {
      const code = form.trigrams[i];
      if (seen.isNew(code, ordinal >>> BLOCK_SHIFT) && counts[code]++ === 0) present.push(code);
    }
    if ((ordinal & 0xffff) === 0) yield;
  }
  const lists = new BlockLists(numbers, Uint16Array.from(present.view()).sort());
  seen.forget(lists.present);
  for (let ordinal = 0; ordinal < size; ordinal++) {
    form.read(bytes, starts[ordinal], ends[ordinal]);
    const block = ordinal >>> BLOCK_SHIFT;
    for (let i = 0; i < form.count; i++) if (seen.isNew(form.trigrams[i], block)) lists.add(form.trigrams[i], block);
    if ((ordinal & 0xffff) === 0) yield;
  }
  const arrays = [...lists.arrays(), low, high, lengths, shared];
  numbers.giveBack(lists.present);
  return arrays;
}

/** Numbers for each trigram, 0 at first. They are reused: for a small segment, making them takes longer than filling them. */
class TrigramNumbers {
  private static spare: TrigramNumbers | undefined = undefined;

  /** 1 + the last block that had it. */
  readonly last = new Uint32Array(TRIGRAMS);
  /** Blocks that have it. */
  readonly counts = new Uint32Array(TRIGRAMS);
  /** The end of its list, as far as it is filled. */
  readonly ends = new Uint32Array(TRIGRAMS);

  static take(): TrigramNumbers {
    const taken = TrigramNumbers.spare ?? new TrigramNumbers();
    TrigramNumbers.spare = undefined;
    return taken;
  }

  /** @param used all trigrams with numbers other than 0 */
  giveBack(used: Uint16Array): void {
    for (const code of used) this.last[code] = this.counts[code] = this.ends[code] = 0;
    TrigramNumbers.spare = this;
  }
}

/** Length in bytes of the common ASCII prefix of two part numbers, ignoring letter case; at most LONGEST_STORED. */
function sharedBytes(bytes: Uint8Array, from: number, to: number, otherFrom: number, otherTo: number): number {
  const most = Math.min(to - from, otherTo - otherFrom, LONGEST_STORED);
  let count = 0;
  while (count < most && isSameLetter(bytes[from + count], bytes[otherFrom + count])) count++;
  return count;
}

function isSameLetter(a: number, b: number): boolean {
  if (a > 0x7f || b > 0x7f) return false;
  return a === b || (ALPHANUMERIC_LOWER[a] !== 0 && ALPHANUMERIC_LOWER[a] === ALPHANUMERIC_LOWER[b]);
}

/** The properties of a form that narrow a wildcard search. */
class FormProperties {
  /** The symbols that occur in it, one bit each: the first 32, and the others. */
  low = 0;
  high = 0;
  /** Its length in code points. */
  characters = 0;
  /** Its trigrams: `trigrams[0, count)`, with repetitions. */
  trigrams = new Uint16Array(64);
  count = 0;
  private readonly reader = new PartNumberReader();

  read(source: Uint8Array, from: number, to: number): void {
    const { reader } = this;
    reader.read(source, from, to);
    const { bytes, length } = reader;
    this.low = 0;
    this.high = 0;
    this.characters = 0;
    this.count = length;
    if (length > this.trigrams.length) this.trigrams = new Uint16Array(length * 2);
    let before = EDGE;
    for (let i = 0; i < length; i++) {
      const symbol = SYMBOL_OF[bytes[i]];
      if (symbol < 32) this.low |= 1 << symbol;
      else this.high |= 1 << (symbol - 32);
      if ((bytes[i] & 0xc0) !== 0x80) this.characters++;
      this.trigrams[i] = trigram(before, symbol, i + 1 < length ? SYMBOL_OF[bytes[i + 1]] : EDGE);
      before = symbol;
    }
  }
}

/** The trigrams seen in the current block; blocks are read one after the other. */
class SeenTrigrams {
  private readonly last: Uint32Array;

  constructor({ last }: TrigramNumbers) {
    this.last = last;
  }

  isNew(code: number, block: number): boolean {
    if (this.last[code] === block + 1) return false;
    this.last[code] = block + 1;
    return true;
  }

  /** @param seen all trigrams that were seen */
  forget(seen: Uint16Array): void {
    for (const code of seen) this.last[code] = 0;
  }
}

/** Ascending lists of blocks, one for each trigram. */
class BlockLists {
  private readonly counts: Uint32Array;
  private readonly ends: Uint32Array;
  private readonly blocks: Uint32Array;

  /**
   * @param numbers with the blocks of each trigram
   * @param present the trigrams that have a list, ascending: a segment of few parts has few of them
   */
  constructor(
    { counts, ends }: TrigramNumbers,
    readonly present: Uint16Array,
  ) {
    this.counts = counts;
    this.ends = ends;
    let sum = 0;
    for (const code of present) {
      ends[code] = sum;
      sum += counts[code];
    }
    this.blocks = new Uint32Array(sum);
  }

  add(code: number, block: number): void {
    this.blocks[this.ends[code]++] = block;
  }

  /**
   * The trigrams that have a list, the start of each list (and the end of the last), and the lists: each block as the number of
   * blocks skipped before it, a varint.
   */
  arrays(): [Uint16Array, Uint32Array, Uint8Array] {
    const { counts, ends, blocks, present } = this;
    const places = new Uint32Array(present.length + 1);
    const bytes = new GrowableBytes();
    for (let i = 0; i < present.length; i++) {
      const code = present[i];
      let next = 0;
      for (let at = ends[code] - counts[code]; at < ends[code]; at++) {
        bytes.appendVarint(blocks[at] - next);
        next = blocks[at] + 1;
      }
      places[i + 1] = bytes.length;
    }
    return [present, places, bytes.view()];
  }
}
