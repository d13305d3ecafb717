import type { Pattern } from '../../analysis/pattern.js';
import { fold, tokensOfFolded } from '../../analysis/text.js';
import { compareBytes, utf8Bytes } from '../../analysis/utf8.js';
import { GrowableBytes, GrowableU32 } from '../../encoding/growable.js';
import { partitionPoint } from '../../encoding/partition-point.js';
import type { Steps } from '../../work/pauses.js';
import type { Work } from '../../work/work.js';
import type { Dictionary } from './dictionary.js';

/** Values to read or compare in one step. */
const VALUES_AT_ONCE = 1 << 11;

/**
 * The folds of those values of a small dictionary that are not one token: what a pattern can match as a whole and not as a token. In the
 * order of the dictionary, which is that of folds.
 */
export class CompoundValues {
  private constructor(
    /** Ordinals in the dictionary, ascending. */
    private readonly ordinals: Uint32Array,
    /** The fold of value `i` is `bytes[offsets[i], offsets[i + 1])`. */
    private readonly offsets: Uint32Array,
    private readonly bytes: Uint8Array,
  ) {}

  static *read(dictionary: Dictionary): Steps<CompoundValues> {
    const ordinals = new GrowableU32();
    const offsets = new GrowableU32();
    const bytes = new GrowableBytes();
    for (let ordinal = 0; ordinal < dictionary.size; ordinal++) {
      const folded = fold(dictionary.value(ordinal));
      if (tokensOfFolded(folded)[0] !== folded) {
        const encoded = utf8Bytes(folded);
        ordinals.push(ordinal);
        offsets.push(bytes.length);
        bytes.append(encoded, 0, encoded.length);
      }
      if (ordinal % VALUES_AT_ONCE === 0) yield;
    }
    offsets.push(bytes.length);
    return new CompoundValues(ordinals.view().slice(), offsets.view().slice(), bytes.view().slice());
  }

  /** The ordinals of the values that match as a whole, ascending. */
  *matching(pattern: Pattern, work: Work): Steps<Uint32Array> {
    const { ordinals, offsets, bytes } = this;
    const { prefix } = pattern;
    const found = new GrowableU32();
    const start = partitionPoint(
      0,
      ordinals.length,
      (i) => compareBytes(bytes, offsets[i], offsets[i + 1], prefix, 0, prefix.length) < 0,
    );
    for (let i = start; i < ordinals.length && this.beginsWith(i, prefix); i++) {
      if (pattern.matches(bytes, offsets[i], offsets[i + 1])) found.push(ordinals[i]);
      if (i % VALUES_AT_ONCE === 0 && work.spend(VALUES_AT_ONCE * 4)) yield;
    }
    return found.view();
  }

  private beginsWith(i: number, prefix: Uint8Array): boolean {
    const { offsets, bytes } = this;
    const from = offsets[i];
    if (offsets[i + 1] - from < prefix.length) return false;
    for (let at = 0; at < prefix.length; at++) if (bytes[from + at] !== prefix[at]) return false;
    return true;
  }
}
