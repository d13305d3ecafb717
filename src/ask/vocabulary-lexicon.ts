import type { Task } from '../work/pauses.js';
import type { Work } from '../work/work.js';
import type { Correction } from './vocabulary.js';
import { editsBetween, LONGEST_COMPARED, looksAlike } from './vocabulary-distance.js';

/** What a word of the catalog is a word of, the most telling first. */
export type WordSource = Exclude<Correction['of'], 'part number'>;

/** A word of the catalog, folded. */
export interface CountedWord {
  readonly word: string;
  readonly of: WordSource;
  /** Number of parts. */
  readonly parts: number;
}

const SOURCES: readonly WordSource[] = ['category', 'maker', 'seller', 'value', 'word'];

/** Shorter pieces are near to nearly every other short one (C14). */
const LEAST_CORRECTED = 4;
/** From this length on two edits are corrected. */
const TWO_EDITS = 8;
/** Cost of learning a word, and of a scan of one word's signature, in steps of a plain loop. */
const WORD_COST = 200;
/** Cost of what a reader of words has done when it may pause. */
const PAUSE_COST = 10_000;
const SCAN_COST = 1;

/** Most edits that are corrected in a piece; 0: none. */
export function mostEdits(length: number): number {
  if (length < LEAST_CORRECTED || length > LONGEST_COMPARED) return 0;
  return length >= TWO_EDITS ? 2 : 1;
}

/** Words of a catalog by length, to find those that differ from another one in few letters. */
export class Lexicon {
  private constructor(
    private readonly units: Uint16Array,
    /** Where the words of each length begin, as ordinals, and as places in `units`. */
    private readonly firstOf: Uint32Array,
    private readonly placeOf: Uint32Array,
    /** The characters that each word has: a bit each. */
    private readonly signatures: Uint32Array,
    private readonly counts: Uint32Array,
    private readonly sources: Uint8Array,
  ) {}

  /**
   * Words that are given again are one word, of the most telling source; their parts are added up.
   * @param words undefined where the reader may pause
   */
  static *of(words: Iterable<CountedWord | undefined>, work: Work): Task<Lexicon> {
    const ordinals = new Map<string, number>();
    const counts: number[] = [];
    const sources: number[] = [];
    for (const counted of words) {
      if (work.spend(counted ? WORD_COST : PAUSE_COST)) yield;
      if (!counted) continue;
      const { word, of, parts } = counted;
      if (word.length < LEAST_CORRECTED - 1 || word.length > LONGEST_COMPARED) continue;
      const ordinal = ordinals.get(word) ?? ordinals.size;
      const source = SOURCES.indexOf(of);
      if (ordinal === ordinals.size) {
        ordinals.set(word, ordinal);
        counts.push(parts);
        sources.push(source);
      } else {
        counts[ordinal] += parts;
        sources[ordinal] = Math.min(sources[ordinal], source);
      }
    }
    return yield* Lexicon.pack(ordinals, counts, sources, work);
  }

  private static *pack(
    words: ReadonlyMap<string, number>,
    counts: readonly number[],
    sources: readonly number[],
    work: Work,
  ): Task<Lexicon> {
    const firstOf = new Uint32Array(LONGEST_COMPARED + 2);
    for (const word of words.keys()) firstOf[word.length + 1]++;
    const placeOf = new Uint32Array(LONGEST_COMPARED + 2);
    for (let length = 0; length <= LONGEST_COMPARED; length++) {
      placeOf[length + 1] = placeOf[length] + firstOf[length + 1] * length;
      firstOf[length + 1] += firstOf[length];
    }
    const next = firstOf.slice();
    const units = new Uint16Array(placeOf[LONGEST_COMPARED + 1]);
    const signatures = new Uint32Array(words.size);
    const packedCounts = new Uint32Array(words.size);
    const packedSources = new Uint8Array(words.size);
    for (const [word, given] of words) {
      if (work.spend(WORD_COST)) yield;
      const ordinal = next[word.length]++;
      const at = placeOf[word.length] + (ordinal - firstOf[word.length]) * word.length;
      for (let i = 0; i < word.length; i++) units[at + i] = word.charCodeAt(i);
      signatures[ordinal] = signatureOf(units, at, at + word.length);
      packedCounts[ordinal] = Math.min(counts[given], 0xffffffff);
      packedSources[ordinal] = sources[given];
    }
    return new Lexicon(units, firstOf, placeOf, signatures, packedCounts, packedSources);
  }

  get size(): number {
    return this.counts.length;
  }

  get bytes(): number {
    const { units, firstOf, placeOf, signatures, counts, sources } = this;
    return [units, firstOf, placeOf, signatures, counts, sources].reduce((sum, { byteLength }) => sum + byteLength, 0);
  }

  /** The words that differ from a folded one in at most so many letters; not the word itself. */
  *near(word: string, most: number, work: Work): Task<Correction[]> {
    const found: Correction[] = [];
    if (most === 0 || word.length > LONGEST_COMPARED) return found;
    // By units: a string is iterated by code points, of which some have two.
    const wanted = Uint16Array.from({ length: word.length }, (_, at) => word.charCodeAt(at));
    const signature = signatureOf(wanted, 0, wanted.length);
    const last = Math.min(word.length + most, LONGEST_COMPARED);
    for (let length = Math.max(1, word.length - most); length <= last; length++) {
      for (let ordinal = this.firstOf[length]; ordinal < this.firstOf[length + 1]; ordinal++) {
        // An edit changes two bits at most: that of a letter that goes, and that of one that comes.
        if (bitCount(signature ^ this.signatures[ordinal]) > 2 * most) continue;
        if (work.spend(SCAN_COST * word.length * most)) yield;
        const correction = this.compare(word, wanted, ordinal, length, most);
        if (correction) found.push(correction);
      }
      if (work.spend(SCAN_COST * (this.firstOf[length + 1] - this.firstOf[length]))) yield;
    }
    return found;
  }

  private compare(word: string, wanted: Uint16Array, ordinal: number, length: number, most: number): Correction | undefined {
    const from = this.placeOf[length] + (ordinal - this.firstOf[length]) * length;
    const edits = editsBetween(wanted, this.units, from, from + length, most);
    if (edits === 0 || edits > most) return undefined;
    const text = String.fromCharCode(...this.units.subarray(from, from + length));
    const of = SOURCES[this.sources[ordinal]];
    return { text, display: text, of, edits: withLookAlike(word, text, edits), parts: this.counts[ordinal] };
  }
}

/** One edit that replaces a look-alike counts half. */
function withLookAlike(word: string, other: string, edits: number): number {
  if (edits !== 1 || word.length !== other.length) return edits;
  let at = 0;
  while (at < word.length && word[at] === other[at]) at++;
  return looksAlike(word[at], other[at]) && word.slice(at + 1) === other.slice(at + 1) ? 0.5 : 1;
}

/** A bit for each character modulo 32: letters have bits of their own, digits share those of rare ones. */
function signatureOf(units: Uint16Array, from: number, to: number): number {
  let signature = 0;
  for (let i = from; i < to; i++) signature |= 1 << (units[i] & 31);
  return signature >>> 0;
}

function bitCount(bits: number): number {
  let count = bits - ((bits >>> 1) & 0x55555555);
  count = (count & 0x33333333) + ((count >>> 2) & 0x33333333);
  return (((count + (count >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24;
}
