import { ALPHANUMERIC_LOWER } from '../analysis/part-number.js';
import { ANY_ONE, ANY_RUN, type Pattern } from '../analysis/pattern.js';
import type { PartNumberForms } from '../index/dictionary/part-number-forms.js';
import type { PartNumberWildcards } from '../index/dictionary/part-number-wildcards.js';

/** Most codes of a pattern, not counting runs: a state is a bit of an integer. */
const MOST_CODES = 31;
/** Longer part numbers are compared one by one. */
const MOST_BYTES = 512;
/** Beyond this distance between two ordinals, the automaton does not look for a common beginning. */
const NEAR = 16;

/**
 * The states after each number of bytes of the part number that was read last; the first is the initial state of every pattern. All
 * automata share it, because `filter` starts afresh in each call and nothing interrupts it.
 */
const states = new Int32Array(MOST_BYTES + 1);
states[0] = 1;

/**
 * Compares part numbers with one pattern, many at a time in ascending order of their ordinals, straight from their bytes as
 * written. All states of the pattern are one integer (Baeza-Yates and Gonnet, "A New Approach to Text Searching", 1992): bit `i`
 * means that the first `i` codes fit, and a run keeps its bit. The states after each byte are kept. The next part number
 * continues where it first differs from the one before, and is not read at all if their common beginning decides.
 */
export class PartNumberAutomaton {
  /** For each byte, the states that are entered on it. */
  private readonly reached = new Int32Array(128);
  /** For each byte, the states that survive it: runs; all states for a separator. */
  private readonly kept = new Int32Array(128);
  private readonly final: number;
  /** The last state, if the pattern ends in a run: once reached, the part number matches. */
  private readonly forever: number;

  constructor(
    private readonly forms: PartNumberForms,
    private readonly index: PartNumberWildcards,
    private readonly pattern: Pattern,
  ) {
    const { reached, kept } = this;
    let runs = 0;
    let codes = 0;
    for (const code of pattern.codes) {
      if (code === ANY_RUN) runs |= 1 << codes;
      else if (code === ANY_ONE) {
        codes++;
        for (let byte = 0; byte < 128; byte++) if (ALPHANUMERIC_LOWER[byte] !== 0) reached[byte] |= 1 << codes;
      } else {
        codes++;
        // The tables cover ASCII only; other part numbers are compared one by one.
        if (code < 128) reached[code] |= 1 << codes;
        if (code >= 0x61 && code <= 0x7a) reached[code - 0x20] |= 1 << codes;
      }
    }
    for (let byte = 0; byte < 128; byte++) kept[byte] = ALPHANUMERIC_LOWER[byte] === 0 ? -1 : runs;
    this.final = 1 << codes;
    this.forever = runs & this.final;
  }

  /** Whether a pattern is short enough. */
  static fits({ codes }: Pattern): boolean {
    let count = 0;
    for (let i = 0; i < codes.length; i++) if (codes[i] !== ANY_RUN) count++;
    return count <= MOST_CODES;
  }

  /** Moves the ordinals of the ascending `ordinals[0, count)` that match to its beginning; returns their number. */
  filter(ordinals: Uint32Array, count: number): number {
    const { reached, kept, final, forever } = this;
    const { offsets, bytes } = this.forms.dictionary;
    const { shared } = this.index;
    let matched = 0;
    let before = -NEAR - 1;
    // Length of the beginning of the last part number whose states are known; later bytes do not change the result.
    let known = 0;
    for (let i = 0; i < count; i++) {
      const ordinal = ordinals[i];
      let same = 0;
      if (ordinal - before <= NEAR) {
        same = shared[before + 1];
        for (let next = before + 2; next <= ordinal; next++) if (shared[next] < same) same = shared[next];
      }
      before = ordinal;
      if (same > known) same = known;
      let state = states[same];
      ordinals[matched] = ordinal;
      if (state === 0 || (state & forever) !== 0) {
        known = same;
        matched += state === 0 ? 0 : 1;
        continue;
      }
      const from = offsets[ordinal];
      const length = offsets[ordinal + 1] - from;
      let at = same;
      const end = length > MOST_BYTES ? 0 : length;
      for (; at < end; at++) {
        const byte = bytes[from + at];
        if (byte > 0x7f) break;
        state = ((state << 1) & reached[byte]) | (state & kept[byte]);
        states[at + 1] = state;
      }
      known = at;
      if (at !== length) state = this.fitsAlone(ordinal) ? final : 0;
      matched += (state & final) === 0 ? 0 : 1;
    }
    return matched;
  }

  private fitsAlone(ordinal: number): boolean {
    const form = this.forms.formOf(ordinal);
    return this.pattern.matches(form.bytes, 0, form.length);
  }
}
