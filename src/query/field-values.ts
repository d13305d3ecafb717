import { ANY_RUN, Pattern, type PatternPiece } from '../analysis/pattern.js';
import { fold, partNumberForm, tokens } from '../analysis/text.js';
import { utf8Bytes } from '../analysis/utf8.js';
import { partitionPoint } from '../encoding/partition-point.js';
import type { Dictionary } from '../index/dictionary/dictionary.js';
import type { NumberDictionary } from '../index/dictionary/number-dictionary.js';
import type { PartNumberForms } from '../index/dictionary/part-number-forms.js';
import type { SegmentField } from '../index/segment.js';
import { isEmptyRange, type NumberRange } from '../resolve/extents.js';
import type { ResolvedOperand } from '../resolve/filters.js';
import type { Steps } from '../work/pauses.js';
import type { Work } from '../work/work.js';
import type { Values } from './value-sets.js';

/** A condition on the values of one field. */
export type LeafOperand = Exclude<ResolvedOperand, { kind: 'and' | 'or' | 'not' }>;

export function isLeaf(operand: ResolvedOperand): operand is LeafOperand {
  return operand.kind !== 'and' && operand.kind !== 'or' && operand.kind !== 'not';
}

/** The values that conditions name. A condition that names no values has no entry. */
export function* valuesOfAll(
  operands: readonly LeafOperand[],
  field: SegmentField,
  name: string,
  work: Work,
): Steps<Map<ResolvedOperand, Values>> {
  const found = new Map<ResolvedOperand, Values>();
  for (const operand of operands) {
    const values = yield* valuesOf(operand, field, name, work);
    if (values !== undefined) found.set(operand, values);
    if (work.spend(LOOK_UP_COST)) yield;
  }
  return found;
}

/** Looking a value up takes about as long as this many steps of a plain loop. */
export const LOOK_UP_COST = 20_000;

const NOTHING: Values = [];

/**
 * The values of a field's dictionary that a condition names. Undefined if it names none: if it requires any value, words of a
 * text, or a pattern of part numbers, which has its own index.
 */
export function* valuesOf(operand: LeafOperand, field: SegmentField, name: string, work: Work): Steps<Values | undefined> {
  const { kind } = field;
  if (operand.kind === 'exists') return undefined;
  const found = valuesAtOnce(operand, field);
  if (found || kind.hasForms || (operand.kind !== 'term' && operand.kind !== 'pattern')) return found;
  if (kind.dictionary === 'raw') return yield* rawValuesOf(operand, field.dictionary.value, work);
  if (operand.kind === 'term' && tokens(operand.text).length === 0) return wholeFold(operand.text, field.dictionary.value);
  return kind.isText ? undefined : yield* namesOf(operand, field, name, work);
}

/** The same without steps; undefined also for patterns and words of texts, which take some. */
export function valuesAtOnce(operand: LeafOperand, field: SegmentField): Values | undefined {
  const { kind } = field;
  if (operand.kind === 'exists') return undefined;
  if (kind.numbers) return numbersOf(operand, field.numbers.value);
  if (operand.kind === 'value') return single(field.dictionary.value.find(operand.text));
  if (kind.hasForms) return operand.kind === 'pattern' ? undefined : partNumbersOf(operand, field.forms.value);
  if (operand.kind === 'text_range') return rangeOf(operand, field.dictionary.value);
  return operand.kind === 'term' || operand.kind === 'pattern' ? undefined : NOTHING;
}

/** The values that meet a condition on the whole text, whatever the kind of their field: their folds are compared, or they themselves. */
export function wholeValues(operand: LeafOperand, dictionary: Dictionary): Values {
  switch (operand.kind) {
    case 'value':
      return single(dictionary.find(operand.text));
    case 'term':
      return wholeFold(operand.text, dictionary);
    case 'text_range':
      return rangeOf(operand, dictionary);
    case 'pattern':
      return { from: dictionary.upperBound(''), to: dictionary.size };
    default:
      return NOTHING;
  }
}

function single(ordinal: number): Values {
  return ordinal < 0 ? NOTHING : [ordinal];
}

function numbersOf(operand: LeafOperand, numbers: NumberDictionary): Values {
  if (operand.kind === 'number') return { from: numbers.lowerBound(operand.number), to: numbers.upperBound(operand.number) };
  if (operand.kind === 'covered_range') return valueCovering(operand, numbers);
  if (operand.kind !== 'number_range') return NOTHING;
  return ordinalsIn(operand, numbers);
}

/** The numbers in a range. */
export function ordinalsIn({ lower, upper }: NumberRange, numbers: NumberDictionary): { from: number; to: number } {
  return {
    from: !lower ? 0 : lower.inclusive ? numbers.lowerBound(lower.value) : numbers.upperBound(lower.value),
    to: !upper ? numbers.size : upper.inclusive ? numbers.upperBound(upper.value) : numbers.lowerBound(upper.value),
  };
}

/** A value covers a range that is its own number, or that has one end, which is its own number. */
function valueCovering(range: LeafOperand & { kind: 'covered_range' }, numbers: NumberDictionary): Values {
  const { lower, upper } = range;
  const least = (lower ?? upper)?.value;
  const greatest = (upper ?? lower)?.value;
  if (!least || !greatest?.eq(least) || isEmptyRange(range)) return NOTHING;
  return { from: numbers.lowerBound(least), to: numbers.upperBound(least) };
}

function partNumbersOf(operand: LeafOperand, forms: PartNumberForms): Values {
  if (operand.kind === 'term') {
    const key = formKey(operand.text);
    if (key.length === 0) return NOTHING;
    const from = forms.lowerBound(key);
    return { order: forms.order, from, to: forms.equalEnd(key, from) };
  }
  if (operand.kind !== 'text_range') return NOTHING;
  const { lower, upper } = operand;
  const bound = (text: string, above: boolean) => (above ? forms.upperBound(utf8Bytes(text)) : forms.lowerBound(utf8Bytes(text)));
  const from = lower ? bound(lower.value, !lower.inclusive) : 0;
  const to = upper ? bound(upper.value, upper.inclusive) : forms.size;
  return { order: forms.order, from, to: Math.max(from, to) };
}

/** The form that was looked up last: a request looks it up in one segment after the other. */
let lastForm: { readonly text: string; readonly key: Uint8Array } = { text: '', key: new Uint8Array(0) };

function formKey(text: string): Uint8Array {
  if (lastForm.text !== text) lastForm = { text, key: utf8Bytes(partNumberForm(text)) };
  return lastForm.key;
}

function rangeOf({ lower, upper }: LeafOperand & { kind: 'text_range' }, dictionary: Dictionary): Values {
  return {
    from: !lower ? 0 : lower.inclusive ? dictionary.lowerBound(lower.value) : dictionary.upperBound(lower.value),
    to: !upper ? dictionary.size : upper.inclusive ? dictionary.upperBound(upper.value) : dictionary.lowerBound(upper.value),
  };
}

type TextOperand = LeafOperand & { kind: 'term' | 'pattern' };

/** Uids and booleans: compared as they are. */
function* rawValuesOf(operand: TextOperand, dictionary: Dictionary, work: Work): Steps<Values> {
  if (operand.kind === 'term') return single(dictionary.find(operand.text));
  const pattern = new Pattern(operand.parts, (literal) => literal);
  const simple = simpleInterval(pattern, operand.parts, dictionary, (text) => text);
  return simple ?? (yield* dictionary.matching(pattern, work));
}

/** A text without tokens is compared as a whole. */
function wholeFold(text: string, dictionary: Dictionary): Values {
  const key = fold(text);
  return { from: dictionary.lowerBound(key), to: dictionary.upperBound(key) };
}

/** Names and spec strings: by their tokens, and as a whole. */
function* namesOf(operand: TextOperand, field: SegmentField, name: string, work: Work): Steps<Values> {
  const values = field.tokens.value;
  if (operand.kind === 'term') return values.withPhrase(tokens(operand.text));
  work.begin('comparing the values of a field', name);
  const pattern = new Pattern(operand.parts, fold);
  const whole = simpleInterval(pattern, operand.parts, field.dictionary.value, fold);
  return yield* values.matching(pattern, whole, work);
}

/**
 * The values that match a pattern, if they are an interval of the dictionary: all values, all that are not empty, or those that
 * begin with a text. Undefined for another pattern.
 */
function simpleInterval(
  { codes, isPrefixOnly, leastCharacters }: Pattern,
  parts: readonly PatternPiece[],
  dictionary: Dictionary,
  keyOf: (text: string) => string,
): { from: number; to: number } | undefined {
  const { size } = dictionary;
  if (codes.length === 2 && leastCharacters === 1 && codes[0] < 0 && codes[1] === ANY_RUN) {
    return { from: dictionary.upperBound(''), to: size };
  }
  if (!isPrefixOnly) return undefined;
  const prefix = keyOf(parts.map((part) => (part.kind === 'literal' ? part.text : '')).join(''));
  const from = dictionary.lowerBound(prefix);
  return { from, to: partitionPoint(from, size, (at) => keyOf(dictionary.value(at)).startsWith(prefix)) };
}
