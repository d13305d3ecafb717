import { GrowableU32 } from '../encoding/growable.js';
import type { PartNumberForms } from '../index/dictionary/part-number-forms.js';
import { wordsFor } from '../index/row-set/bits.js';
import { LIST_SHARE } from '../index/row-set/row-set.js';
import type { SegmentField } from '../index/segment.js';
import type { Steps } from '../work/pauses.js';
import type { Work } from '../work/work.js';
import { PartNumberComparer } from './part-number-comparer.js';
import type { PartNumberPattern } from './part-number-pattern.js';
import { planWildcards } from './wildcard-plan.js';
import { type Collect, WildcardSearch } from './wildcard-search.js';

/** A range of at most this many places is compared directly, without a plan. */
const SHORT_RANGE = 32;
const NONE = new Uint32Array(0);

/** The result of a pattern in a field: ordinals of part numbers or, if there are very many, their rows as a bitset. */
export type PartNumberRows = { readonly ordinals: Uint32Array } | { readonly words: Int32Array };

/**
 * The ordinals of the part numbers of a field that match, distinct, in any order. The array may be a view of the index: do not
 * write to it.
 */
export function* findPartNumbers(field: SegmentField, pattern: PartNumberPattern, work: Work): Steps<Uint32Array> {
  const found = new GrowableU32();
  return (yield* search(field, pattern, (ordinals, count) => append(found, ordinals, count), work)) ?? found.view();
}

/**
 * The rows of the part numbers that match. If their rows become a bitset anyway, because there are many, their ordinals are not
 * collected.
 * @param rowCount number of rows of the segment
 */
export function* findPartNumberRows(
  field: SegmentField,
  pattern: PartNumberPattern,
  rowCount: number,
  work: Work,
): Steps<PartNumberRows> {
  const postings = field.postings.value;
  const found = new GrowableU32();
  let words: Int32Array | undefined;
  const collect: Collect = (passed, count) => {
    if (words) postings.addAllTo(passed, words, 0, count);
    else if ((found.length + count) * LIST_SHARE > rowCount) {
      words = new Int32Array(wordsFor(rowCount));
      work.hold(words.byteLength);
      postings.addAllTo(found.view(), words, 0, found.length);
      postings.addAllTo(passed, words, 0, count);
    } else append(found, passed, count);
  };
  const ordinals = yield* search(field, pattern, collect, work);
  return words ? { words } : { ordinals: ordinals ?? found.view() };
}

function append(found: GrowableU32, ordinals: Uint32Array, count: number): void {
  found.reserve(count);
  const { array, length } = found;
  for (let i = 0; i < count; i++) array[length + i] = ordinals[i];
  found.length = length + count;
}

/** The ordinals if they are an interval in the order of forms; undefined if they were passed to `collect`. */
function* search(field: SegmentField, pattern: PartNumberPattern, collect: Collect, work: Work): Steps<Uint32Array | undefined> {
  const forms = field.forms.value;
  const { form, written } = pattern;
  const { prefix } = form;
  // A part number without letters and digits is only found as written.
  if (form.isLiteral && prefix.length === 0 && !written) return NONE;
  const from = forms.lowerBound(prefix);
  if (form.isLiteral) return comparedRange(forms, pattern, from, forms.equalEnd(prefix, from), true);
  const to = forms.prefixEnd(prefix);
  if (prefix.length > 0 && (form.isPrefixOnly || to - from <= SHORT_RANGE))
    return comparedRange(forms, pattern, from, to, form.isPrefixOnly);
  const index = field.wildcards.value;
  yield* new WildcardSearch(forms, index, pattern, collect).run(planWildcards(form, index, from, to), work);
  return undefined;
}

/** The ordinals at places of the order of forms; `fit` if their forms are known to match. */
function comparedRange(forms: PartNumberForms, pattern: PartNumberPattern, from: number, to: number, fit: boolean): Uint32Array {
  const ordinals = forms.order.subarray(from, to);
  if (fit && !pattern.written) return ordinals;
  const compared = ordinals.slice();
  return compared.subarray(0, new PartNumberComparer(forms, pattern).filter(compared, compared.length));
}
