import type { PartNumberForms } from '../index/dictionary/part-number-forms.js';
import type { SegmentField } from '../index/segment.js';
import { PartNumberComparer } from './part-number-comparer.js';
import type { PartNumberPattern } from './part-number-pattern.js';
import { planWildcards } from './wildcard-plan.js';
import { WildcardSearch } from './wildcard-search.js';

/** So few places of a range are looked at without asking whether there is a better way. */
const SHORT_RANGE = 32;
const NONE = new Uint32Array(0);

/**
 * The ordinals of the part numbers of a field that match, each once, in any order. They may be a view of the index: not to be
 * written to.
 */
export async function findPartNumbers(field: SegmentField, pattern: PartNumberPattern): Promise<Uint32Array> {
  const forms = await field.forms();
  const { form, written } = pattern;
  const { prefix } = form;
  // A part number without letters and digits is found as it is written only.
  if (form.isLiteral && prefix.length === 0 && !written) return NONE;
  const from = forms.lowerBound(prefix);
  if (form.isLiteral) return comparedRange(forms, pattern, from, forms.equalEnd(prefix, from), true);
  const to = forms.prefixEnd(prefix);
  if (prefix.length > 0 && (form.isPrefixOnly || to - from <= SHORT_RANGE))
    return comparedRange(forms, pattern, from, to, form.isPrefixOnly);
  const index = await field.wildcards();
  return new WildcardSearch(forms, index, pattern).run(planWildcards(form, index, from, to));
}

/** The ordinals at places of the order of forms; `fit` where their forms are known to match. */
function comparedRange(forms: PartNumberForms, pattern: PartNumberPattern, from: number, to: number, fit: boolean): Uint32Array {
  const ordinals = forms.order.subarray(from, to);
  if (fit && !pattern.written) return ordinals;
  const compared = ordinals.slice();
  return compared.subarray(0, new PartNumberComparer(forms, pattern).filter(compared, compared.length));
}
