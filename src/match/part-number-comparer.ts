import { ALPHANUMERIC_LOWER } from '../analysis/part-number.js';
import { ANY_ONE, ANY_RUN, type Pattern } from '../analysis/pattern.js';
import { lowerCase } from '../analysis/text.js';
import type { PartNumberForms } from '../index/dictionary/part-number-forms.js';
import type { PartNumberPattern } from './part-number-pattern.js';

/** Code after the last one of a pattern: no text continues there. */
const END = -3;

/** Compares part numbers of a dictionary with a pattern, straight from their bytes as written. */
export class PartNumberComparer {
  private lower = new Uint8Array(64);

  constructor(
    private readonly forms: PartNumberForms,
    private readonly pattern: PartNumberPattern,
  ) {}

  /** Moves the ordinals of `ordinals[0, count)` that match to its beginning; returns their number. */
  filter(ordinals: Uint32Array, count: number): number {
    const { written, form } = this.pattern;
    return written ? this.filterWritten(written, ordinals, count) : this.filterForms(form, ordinals, count);
  }

  private filterForms(pattern: Pattern, ordinals: Uint32Array, count: number): number {
    const { offsets, bytes } = this.forms.dictionary;
    const { codes } = pattern;
    let kept = 0;
    for (let i = 0; i < count; i++) {
      const ordinal = ordinals[i];
      let matches = formMatches(codes, bytes, offsets[ordinal], offsets[ordinal + 1]);
      if (matches === undefined) {
        const form = this.forms.formOf(ordinal);
        matches = pattern.matches(form.bytes, 0, form.length);
      }
      if (matches) ordinals[kept++] = ordinal;
    }
    return kept;
  }

  private filterWritten(pattern: Pattern, ordinals: Uint32Array, count: number): number {
    const { dictionary } = this.forms;
    const { offsets, bytes } = dictionary;
    let kept = 0;
    for (let i = 0; i < count; i++) {
      const ordinal = ordinals[i];
      const length = this.lowerAscii(bytes, offsets[ordinal], offsets[ordinal + 1]);
      const matches =
        length === undefined ? pattern.matchesText(lowerCase(dictionary.value(ordinal))) : pattern.matches(this.lower, 0, length);
      if (matches) ordinals[kept++] = ordinal;
    }
    return kept;
  }

  /** Writes `source[from, to)` in lower case to `lower` and returns its length; undefined if not all of it is ASCII. */
  private lowerAscii(source: Uint8Array, from: number, to: number): number | undefined {
    if (this.lower.length < to - from) this.lower = new Uint8Array((to - from) * 2);
    const { lower } = this;
    for (let at = from; at < to; at++) {
      const byte = source[at];
      if (byte > 0x7f) return undefined;
      lower[at - from] = byte >= 0x41 && byte <= 0x5a ? byte + 0x20 : byte;
    }
    return to - from;
  }
}

/**
 * Whether the form of `source[from, to)` fits a pattern: `Pattern.matches` without writing the form. Undefined if a character
 * that is not ASCII comes before the decision.
 */
function formMatches(codes: Int32Array, source: Uint8Array, from: number, to: number): boolean | undefined {
  const last = codes.length;
  let at = from;
  let code = 0;
  let runCode = -1;
  let runAt = from;
  for (; at < to; at++) {
    const byte = source[at];
    if (byte > 0x7f) return undefined;
    const lower = ALPHANUMERIC_LOWER[byte];
    if (lower === 0) continue;
    let wanted = code < last ? codes[code] : END;
    if (wanted === ANY_RUN) {
      code++;
      if (code === last) return true;
      runCode = code;
      runAt = at;
      wanted = codes[code];
    }
    if (wanted === lower || wanted === ANY_ONE) code++;
    else if (runCode < 0) return false;
    else {
      // The run takes one more character and skips the separators in between again.
      code = runCode;
      at = runAt;
      runAt = nextOf(source, at + 1, to);
      if (runAt < 0) return undefined;
      at = runAt - 1;
    }
  }
  if (code < last && codes[code] === ANY_RUN) code++;
  return code === last;
}

/** The next letter or digit from `at` on, or `to`; -1 if a character that is not ASCII comes before it. */
function nextOf(source: Uint8Array, at: number, to: number): number {
  for (; at < to; at++) {
    if (source[at] > 0x7f) return -1;
    if (ALPHANUMERIC_LOWER[source[at]] !== 0) return at;
  }
  return to;
}
