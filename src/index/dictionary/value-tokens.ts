import { compareCodePoints, fold, tokensOfFolded } from '../../analysis/text.js';
import { utf8Bytes } from '../../analysis/utf8.js';
import { GrowableBytes, GrowableU32 } from '../../encoding/growable.js';
import { partitionPoint } from '../../encoding/partition-point.js';
import type { Steps } from '../../work/pauses.js';
import type { Work } from '../../work/work.js';
import type { BytesMatcher, Dictionary } from './dictionary.js';

/** Values to read in one step. */
const VALUES_AT_ONCE = 1 << 11;
/** Cost of reading or comparing a value, in steps of a plain loop. */
const VALUE_COST = 64;

/** Distinct tokens, and the values in which each occurs. */
interface TokenLists {
  /** Token `i` is `bytes[offsets[i], offsets[i + 1])`. */
  readonly offsets: Uint32Array;
  readonly bytes: Uint8Array;
  /** Token `i` occurs in the values `ordinals[starts[i], starts[i + 1])`. */
  readonly starts: Uint32Array;
  readonly ordinals: Uint32Array;
}

/**
 * The tokens of the values of a small dictionary (names, spec strings), computed on first use: one text with " token token " for
 * each value, in which one search finds a phrase.
 */
export class ValueTokens {
  private lists: TokenLists | undefined = undefined;

  private constructor(
    private readonly dictionary: Dictionary,
    private readonly text: string,
    /** The start of each value in the text, and the end of the last. */
    private readonly starts: Uint32Array,
  ) {}

  static *read(dictionary: Dictionary): Steps<ValueTokens> {
    const starts = new Uint32Array(dictionary.size + 1);
    const pieces: string[] = [];
    let length = 0;
    for (let ordinal = 0; ordinal < dictionary.size; ordinal++) {
      const piece = ` ${tokensOfFolded(fold(dictionary.value(ordinal))).join(' ')} \n`;
      pieces.push(piece);
      length += piece.length;
      starts[ordinal + 1] = length;
      if (ordinal % VALUES_AT_ONCE === 0) yield;
    }
    return new ValueTokens(dictionary, pieces.join(''), starts);
  }

  /** The ordinals of the values that have the tokens (at least one) one after the other, ascending. */
  withPhrase(tokens: readonly string[]): number[] {
    const phrase = ` ${tokens.join(' ')} `;
    const found: number[] = [];
    for (let at = this.text.indexOf(phrase); at >= 0; ) {
      const ordinal = partitionPoint(0, this.dictionary.size, (i) => this.starts[i + 1] <= at);
      found.push(ordinal);
      at = this.text.indexOf(phrase, this.starts[ordinal + 1]);
    }
    return found;
  }

  /**
   * The ordinals of the values that match as a whole (folded) or have a token that matches; ascending.
   * @param whole the values that match as a whole, if already known
   */
  *matching(
    matcher: BytesMatcher,
    whole: { readonly from: number; readonly to: number } | undefined,
    work: Work,
  ): Steps<Uint32Array> {
    const { dictionary } = this;
    const isFound = new Uint8Array(dictionary.size);
    const lists = yield* this.tokenLists(work);
    const { offsets, bytes, starts, ordinals } = lists;
    for (let token = 0; token + 1 < offsets.length; token++) {
      if (matcher.matches(bytes, offsets[token], offsets[token + 1])) {
        for (let at = starts[token]; at < starts[token + 1]; at++) isFound[ordinals[at]] = 1;
      }
      if (token % VALUES_AT_ONCE === 0 && work.spend(VALUES_AT_ONCE * 4)) yield;
    }
    if (whole) isFound.fill(1, whole.from, whole.to);
    const found = new GrowableU32();
    for (let ordinal = 0; ordinal < dictionary.size; ordinal++) {
      if (isFound[ordinal] !== 0) found.push(ordinal);
      else if (!whole) {
        const folded = utf8Bytes(fold(dictionary.value(ordinal)));
        if (matcher.matches(folded, 0, folded.length)) found.push(ordinal);
        if (work.spend(VALUE_COST)) yield;
      }
    }
    return found.view();
  }

  /** Computed for the first pattern: most queries for names have words only. */
  private *tokenLists(work: Work): Steps<TokenLists> {
    if (this.lists) return this.lists;
    const byToken = new Map<string, number[]>();
    for (let ordinal = 0; ordinal < this.dictionary.size; ordinal++) {
      for (const token of this.tokensOf(ordinal)) {
        const known = byToken.get(token);
        if (!known) byToken.set(token, [ordinal]);
        else if (known[known.length - 1] !== ordinal) known.push(ordinal);
      }
      if (ordinal % VALUES_AT_ONCE === 0 && work.spend(VALUES_AT_ONCE * VALUE_COST)) yield;
    }
    this.lists = listsOf(byToken);
    return this.lists;
  }

  private tokensOf(ordinal: number): string[] {
    const text = this.text.slice(this.starts[ordinal] + 1, this.starts[ordinal + 1] - 2);
    return text === '' ? [] : text.split(' ');
  }
}

function listsOf(byToken: ReadonlyMap<string, readonly number[]>): TokenLists {
  const offsets = new GrowableU32();
  const bytes = new GrowableBytes();
  const starts = new GrowableU32();
  const ordinals = new GrowableU32();
  for (const token of [...byToken.keys()].sort(compareCodePoints)) {
    offsets.push(bytes.length);
    starts.push(ordinals.length);
    const encoded = utf8Bytes(token);
    bytes.append(encoded, 0, encoded.length);
    for (const ordinal of byToken.get(token) ?? []) ordinals.push(ordinal);
  }
  offsets.push(bytes.length);
  starts.push(ordinals.length);
  return { offsets: offsets.view(), bytes: bytes.view(), starts: starts.view(), ordinals: ordinals.view() };
}
