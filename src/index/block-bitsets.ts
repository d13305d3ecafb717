import { BLOCK_ROWS, BLOCK_SHIFT, BLOCK_WORDS, blocksPerBitset } from '../encoding/postings-layout.js';
import { collectWords, countCommonBits } from './row-set/bits.js';

/** The block bitsets of postings, by number (encoding/postings-layout.ts). */
export class BlockBitsets {
  private readonly perBitset: number;

  constructor(
    private readonly directories: Uint32Array,
    private readonly blocks: Int32Array,
    rowCount: number,
  ) {
    this.perBitset = blocksPerBitset(rowCount);
  }

  has(bitset: number, row: number): boolean {
    const block = this.directories[bitset * this.perBitset + (row >>> BLOCK_SHIFT)];
    return ((this.blocks[block * BLOCK_WORDS + ((row >>> 5) & (BLOCK_WORDS - 1))] >>> (row & 31)) & 1) === 1;
  }

  /** The words `[from, to)` of a bitset of all rows outside of which all blocks are empty. */
  wordSpan(bitset: number, wordCount: number): { from: number; to: number } {
    const directory = bitset * this.perBitset;
    let first = 0;
    let end = this.perBitset;
    while (first < end && this.directories[directory + first] === 0) first++;
    while (end > first && this.directories[directory + end - 1] === 0) end--;
    return { from: first * BLOCK_WORDS, to: Math.min(end * BLOCK_WORDS, wordCount) };
  }

  /** Sets the bits of the rows. */
  addTo(bitset: number, words: Int32Array): void {
    const { directories, blocks, perBitset } = this;
    const directory = bitset * perBitset;
    for (let i = 0; i < perBitset; i++) {
      const block = directories[directory + i];
      if (block === 0) continue;
      const to = i * BLOCK_WORDS;
      const end = Math.min(BLOCK_WORDS, words.length - to);
      for (let word = 0; word < end; word++) words[to + word] |= blocks[block * BLOCK_WORDS + word];
    }
  }

  /** Writes the rows, ascending, to `out` from `at`; returns the end. */
  collect(bitset: number, out: Uint32Array, at: number): number {
    const { directories, blocks, perBitset } = this;
    const directory = bitset * perBitset;
    let end = at;
    for (let i = 0; i < perBitset; i++) {
      const block = directories[directory + i];
      if (block === 0) continue;
      const from = block * BLOCK_WORDS;
      end = collectWords(blocks, from, from + BLOCK_WORDS, i * BLOCK_ROWS, out, end);
    }
    return end;
  }

  /** Keeps the rows of `rows[0, count)` that are in the bitset; in place. Returns their number. */
  filter(bitset: number, rows: Uint32Array, count: number): number {
    const { directories, blocks } = this;
    const directory = bitset * this.perBitset;
    let kept = 0;
    for (let i = 0; i < count; i++) {
      const row = rows[i];
      const block = directories[directory + (row >>> BLOCK_SHIFT)];
      rows[kept] = row;
      kept += (blocks[block * BLOCK_WORDS + ((row >>> 5) & (BLOCK_WORDS - 1))] >>> (row & 31)) & 1;
    }
    return kept;
  }

  /** Clears the bits of `words[firstWord, endWord)` that the bitset does not have. */
  restrict(bitset: number, words: Int32Array, firstWord: number, endWord: number): void {
    const { directories, blocks } = this;
    const directory = bitset * this.perBitset;
    const endBlock = Math.ceil(endWord / BLOCK_WORDS);
    for (let i = (firstWord / BLOCK_WORDS) | 0; i < endBlock; i++) {
      const from = i * BLOCK_WORDS;
      const end = Math.min(BLOCK_WORDS, words.length - from);
      const block = directories[directory + i] * BLOCK_WORDS;
      for (let word = 0; word < end; word++) words[from + word] &= blocks[block + word];
    }
  }

  /** Number of bits that `words[firstWord, endWord)` and the bitset have in common. */
  countWithin(bitset: number, words: Int32Array, firstWord: number, endWord: number): number {
    const { directories, blocks } = this;
    const directory = bitset * this.perBitset;
    let count = 0;
    for (let word = firstWord; word < endWord; ) {
      const i = (word / BLOCK_WORDS) | 0;
      const next = Math.min(endWord, (i + 1) * BLOCK_WORDS);
      const block = directories[directory + i];
      if (block !== 0) count += countCommonBits(blocks, block * BLOCK_WORDS + (word - i * BLOCK_WORDS), words, word, next);
      word = next;
    }
    return count;
  }
}
