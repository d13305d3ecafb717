import { partNumberForm } from '../analysis/text.js';
import type { PartNumberForms } from '../index/dictionary/part-number-forms.js';
import { Pattern, type PatternPiece } from './pattern.js';

/** A wildcard pattern in part-number form: its literals folded and stripped to letters and digits. */
export function partNumberPattern(pieces: readonly PatternPiece[]): Pattern {
  return new Pattern(pieces, partNumberForm);
}

/**
 * The ordinals whose normalised part number matches a pattern, in any order. A literal prefix narrows the search to a
 * range; without one every form is read. An empty form never matches.
 */
export function ordinalsMatching(forms: PartNumberForms, pattern: Pattern): ArrayLike<number> {
  const found: number[] = [];
  if (pattern.prefix.length > 0) {
    const from = forms.lowerBound(pattern.prefix);
    const to = forms.prefixEnd(pattern.prefix, from);
    if (pattern.isPrefixOnly) return forms.order.subarray(from, to);
    for (let place = from; place < to; place++) {
      const form = forms.form(place);
      if (pattern.matches(form.bytes, 0, form.length)) found.push(forms.order[place]);
    }
    return found;
  }
  // In the order of ordinals the part numbers are read as they lie in memory.
  for (let ordinal = 0; ordinal < forms.size; ordinal++) {
    const form = forms.formOf(ordinal);
    if (form.length > 0 && pattern.matches(form.bytes, 0, form.length)) found.push(ordinal);
  }
  return found;
}
