import { ALPHANUMERIC_LOWER, PartNumberReader } from '../analysis/part-number.js';
import type { Steps } from '../work/pauses.js';
import type { BundleArray } from './bundle.js';
import { GrowableBytes } from './growable.js';
import { EDGE, SYMBOL_OF, TRIGRAMS, trigram } from './trigrams.js';

/**
 * Trigrams lead to blocks of this many neighbours in the dictionary, which is in the order of the text: they are much alike, so
 * a list of blocks is a fifth as long as one of part numbers, and looking at four in a row costs little more than at one
 * (bench/README.md, class e).
 */
export const BLOCK_SHIFT = 2;
export const BLOCK_ORDINALS = 1 << BLOCK_SHIFT;
/** Lengths from here on are written as this one. */
export const LONGEST_TOLD = 255;

/** Part numbers in the order of their ordinals: number `i` is `bytes[starts[i], ends[i])`. */
export interface PartNumberTexts {
  readonly bytes: Uint8Array;
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
}

/** The arrays of the section of part numbers' wildcards, in steps. */
export function* wildcardArrays({ bytes, starts, ends }: PartNumberTexts, size: number): Steps<BundleArray[]> {
  const marks = new FormMarks();
  const seen = new SeenTrigrams();
  const counts = new Uint32Array(TRIGRAMS);
  const low = new Uint32Array(size);
  const high = new Uint8Array(size);
  const lengths = new Uint8Array(size);
  const shared = new Uint8Array(size);
  for (let ordinal = 0; ordinal < size; ordinal++) {
    marks.read(bytes, starts[ordinal], ends[ordinal]);
    low[ordinal] = marks.low;
    high[ordinal] = marks.high;
    lengths[ordinal] = Math.min(marks.characters, LONGEST_TOLD);
    if (ordinal > 0) shared[ordinal] = sharedBytes(bytes, starts[ordinal - 1], ends[ordinal - 1], starts[ordinal], ends[ordinal]);
    for (let i = 0; i < marks.count; i++) {
      if (seen.isNew(marks.trigrams[i], ordinal >>> BLOCK_SHIFT)) counts[marks.trigrams[i]]++;
    }
    if ((ordinal & 0xffff) === 0) yield;
  }
  const lists = new BlockLists(counts);
  seen.forget();
  for (let ordinal = 0; ordinal < size; ordinal++) {
    marks.read(bytes, starts[ordinal], ends[ordinal]);
    const block = ordinal >>> BLOCK_SHIFT;
    for (let i = 0; i < marks.count; i++) if (seen.isNew(marks.trigrams[i], block)) lists.add(marks.trigrams[i], block);
    if ((ordinal & 0xffff) === 0) yield;
  }
  return [...lists.arrays(), low, high, lengths, shared];
}

/** How many bytes two part numbers begin with alike but for letter case, as long as they are ASCII; at most LONGEST_TOLD. */
function sharedBytes(bytes: Uint8Array, from: number, to: number, otherFrom: number, otherTo: number): number {
  const most = Math.min(to - from, otherTo - otherFrom, LONGEST_TOLD);
  let count = 0;
  while (count < most && isAlike(bytes[from + count], bytes[otherFrom + count])) count++;
  return count;
}

function isAlike(a: number, b: number): boolean {
  if (a > 0x7f || b > 0x7f) return false;
  return a === b || (ALPHANUMERIC_LOWER[a] !== 0 && ALPHANUMERIC_LOWER[a] === ALPHANUMERIC_LOWER[b]);
}

/** What wildcards look at of a form. */
class FormMarks {
  /** Which symbols stand in it: 32 of them, and the others. */
  low = 0;
  high = 0;
  /** Its length in code points. */
  characters = 0;
  /** Its trigrams: `trigrams[0, count)`, repeated ones too. */
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

/** Which trigrams have been seen in a block, blocks being looked at one after the other. */
class SeenTrigrams {
  /** Block + 1 that had a trigram last. */
  private readonly last = new Uint32Array(TRIGRAMS);

  isNew(code: number, block: number): boolean {
    if (this.last[code] === block + 1) return false;
    this.last[code] = block + 1;
    return true;
  }

  forget(): void {
    this.last.fill(0);
  }
}

/** Ascending lists of blocks, one for each trigram. */
class BlockLists {
  private readonly starts = new Uint32Array(TRIGRAMS + 1);
  private readonly ends: Uint32Array;
  private readonly blocks: Uint32Array;
  /** Trigrams that have a list. */
  private count = 0;

  /** @param counts blocks of each trigram */
  constructor(counts: Uint32Array) {
    for (let code = 0; code < TRIGRAMS; code++) {
      this.starts[code + 1] = this.starts[code] + counts[code];
      if (counts[code] > 0) this.count++;
    }
    this.ends = this.starts.slice();
    this.blocks = new Uint32Array(this.starts[TRIGRAMS]);
  }

  add(code: number, block: number): void {
    this.blocks[this.ends[code]++] = block;
  }

  /**
   * The trigrams that have a list, where each list begins (and where the last one ends), and the lists: each block as the number
   * of blocks left out before it, in bytes of seven bits, low ones first, all but the last with the bit 128.
   */
  arrays(): [Uint16Array, Uint32Array, Uint8Array] {
    const { starts, ends, blocks } = this;
    const present = new Uint16Array(this.count);
    for (let code = 0, i = 0; code < TRIGRAMS; code++) if (ends[code] > starts[code]) present[i++] = code;
    const places = new Uint32Array(present.length + 1);
    const bytes = new GrowableBytes();
    for (let i = 0; i < present.length; i++) {
      let next = 0;
      for (let at = starts[present[i]]; at < ends[present[i]]; at++) {
        bytes.reserve(5);
        let skipped = blocks[at] - next;
        next = blocks[at] + 1;
        for (; skipped > 0x7f; skipped >>>= 7) bytes.array[bytes.length++] = (skipped & 0x7f) | 0x80;
        bytes.array[bytes.length++] = skipped;
      }
      places[i + 1] = bytes.length;
    }
    return [present, places, bytes.view()];
  }
}
