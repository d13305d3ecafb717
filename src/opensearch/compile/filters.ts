import { sortableForm } from '../../analysis/date.js';
import type { Decimal } from '../../analysis/decimal.js';
import { Pattern } from '../../analysis/pattern.js';
import { fold, partNumberForm, tokens } from '../../analysis/text.js';
import { WORDS } from '../../model/fields.js';
import { type DateRange, datesOf } from '../../resolve/dates.js';
import type { ResolvedBound, ResolvedFilter, ResolvedOperand } from '../../resolve/resolved-filter.js';
import { OFFER, SPEC } from '../schema.js';
import { decimalOfSortable } from '../sortable-decimal.js';
import { hasLoneSurrogate } from '../terms.js';
import { hasValue, numberTerm, type PartField } from './fields.js';
import { priceBetween } from './prices.js';
import { ALL, allOf, anyOf, NONE, noneOf, oneOf, phrase, type Query, type TermBound, term, wildcardText } from './queries.js';
import {
  beginsWith,
  compileRange,
  type FilterContext,
  foldBounds,
  isEverything,
  type Texts,
  wildcard,
  wildcardOfWords,
} from './ranges.js';
import { compileWords } from './words.js';

type Leaf = Exclude<ResolvedOperand, { kind: 'and' | 'or' | 'not' }>;

/** A filter as a query that scores nothing. */
export function compileFilter(filter: ResolvedFilter, context: FilterContext): Query {
  switch (filter.kind) {
    case 'all':
      return ALL;
    case 'not':
      return noneOf(compileFilter(filter.child, context));
    case 'and':
      return allOf(filter.children.map((child) => compileFilter(child, context)));
    case 'or':
      return anyOf(filter.children.map((child) => compileFilter(child, context)));
    case 'field':
      return compileOperand(filter.operand, filter.name, context);
    case 'offers':
      return ofSomeOffer(compileFilter(filter.child, { ...context, fields: context.fields.ofOffer }));
  }
}

/** Finds the parts of which some offer meets a query. */
const ofSomeOffer = (query: Query): Query => (query === NONE ? NONE : { nested: { path: OFFER, query, score_mode: 'none' } });

function compileOperand(operand: ResolvedOperand, name: string, context: FilterContext): Query {
  switch (operand.kind) {
    case 'not':
      return noneOf(compileOperand(operand.child, name, context));
    case 'and':
      return allOf(operand.children.map((child) => compileOperand(child, name, context)));
    case 'or':
      return compileAlternatives(operand.children, name, context);
    default: {
      if (name === WORDS) return compileWords(operand, context);
      const field = context.fields.find(name);
      return field ? compileLeaf(operand, field, context) : NONE;
    }
  }
}

/** Literal values are one clause, however many there are. */
function compileAlternatives(children: readonly ResolvedOperand[], name: string, context: FilterContext): Query {
  const field = name === WORDS ? undefined : context.fields.find(name);
  const values: string[] = [];
  const others: Query[] = [];
  for (const child of children) {
    const value = field && !field.extent && !field.price ? literalOf(child, field) : undefined;
    if (value === undefined) others.push(compileOperand(child, name, context));
    else if (!hasLoneSurrogate(value)) values.push(field?.prefix + value);
  }
  return anyOf([...(field ? [oneOf(field.raw, values)] : []), ...others]);
}

function literalOf(operand: ResolvedOperand, { kind }: PartField): string | undefined {
  if (operand.kind === 'value') return kind.numbers || kind.dictionary === 'dates' ? undefined : operand.text;
  return operand.kind === 'number' && kind.numbers ? numberTerm(operand.number) : undefined;
}

function compileLeaf(operand: Leaf, field: PartField, context: FilterContext): Query {
  switch (operand.kind) {
    case 'exists':
      return hasValue(field);
    case 'value':
      return term(field.raw, field.prefix + operand.text);
    case 'term':
      return compileTerm(operand.text, field);
    case 'pattern':
      return compilePattern(operand, field, context);
    case 'number': {
      const bound = { value: operand.number, inclusive: true };
      if (field.price) return priceBetween(field.price, bound, bound);
      if (!field.extent) return term(field.raw, field.prefix + numberTerm(operand.number));
      return compileExtent({ kind: 'number_range', lower: bound, upper: bound }, field);
    }
    case 'number_range':
    case 'covered_range':
      if (field.price) return priceBetween(field.price, operand.lower, operand.upper);
      if (field.extent) return compileExtent(operand, field);
      return compileRange(field.prefix, field.raw, numberBound(operand.lower), numberBound(operand.upper));
    case 'text_range':
      return compileTextRange(operand, field);
  }
}

/** Finds the parts that have a value of a field, given as a term without the prefix. */
export function queryOfTerm(field: PartField, own: string): Query {
  if (!field.price) return term(field.raw, field.prefix + own);
  const bound = { value: decimalOfSortable(own) as Decimal, inclusive: true };
  return priceBetween(field.price, bound, bound);
}

/** Finds the parts that have a date in a period. */
export function meetsPeriod(field: PartField, text: string): Query {
  return compileTextRange(datesOf(text) as DateRange, field);
}

/** Finds a value by its words, a part number by its form. */
export function compileTerm(text: string, { kind, prefix, raw, form, text: words, folded }: PartField): Query {
  if (form !== undefined) {
    const wanted = partNumberForm(text);
    return wanted === '' ? NONE : term(form, wanted);
  }
  if (!kind.hasTokens && !kind.isText) return term(raw, prefix + text);
  const wanted = tokens(text);
  return wanted.length > 0 ? phrase(words as string, wanted, prefix) : term(folded as string, prefix + fold(text));
}

function compilePattern({ parts }: Leaf & { kind: 'pattern' }, field: PartField, context: FilterContext): Query {
  if (field.form !== undefined) {
    // The empty form meets no pattern, and only `form` has values to look through.
    const pattern = wildcardText(parts, partNumberForm).replace(/^\*$/, '?*');
    return wildcard(field.wildcard as string, pattern, context, field.form);
  }
  if (!field.kind.hasTokens && !field.kind.isText) {
    const pattern = field.prefix + wildcardText(parts, (text) => text);
    return wildcard(field.raw, pattern, context, field.raw);
  }
  // A value without a letter is found too, since its fold is compared as a whole.
  if (isEverything(new Pattern(parts, fold))) return hasValue(field);
  const pattern = field.prefix + wildcardText(parts, fold);
  return wildcardOfWords(field as Texts, pattern, context);
}

const numberBound = <T extends ResolvedBound<Decimal>>(bound: T | undefined) =>
  bound && { value: numberTerm(bound.value), inclusive: bound.inclusive };

function compileTextRange({ lower, upper }: Leaf & { kind: 'text_range' }, field: PartField): Query {
  const { kind, raw, form, ordered, prefix } = field;
  if (!lower && !upper) return hasValue(field);
  if (form !== undefined) return compileRange(prefix, form, lower, upper);
  if (kind.dictionary === 'dates') return compileRange(prefix, raw, dateBound(lower), dateBound(upper));
  if (kind.dictionary === 'raw') return compileRange(prefix, raw, lower, upper);
  return compileRange(prefix, ordered as string, ...foldBounds(lower, upper));
}

const dateBound = (bound: ResolvedBound<string> | undefined) => bound && { ...bound, value: sortableForm(bound.value) };

/** What the extents of a spec meet, or hold whole (docs/semantics.md, "Ranges of specs"). */
function compileExtent({ kind, lower, upper }: Leaf & { kind: 'number_range' | 'covered_range' }, field: PartField): Query {
  if (!lower && !upper) return hasValue(field);
  const ends = field.extent as string;
  const [from, to] = [numberBound(lower), numberBound(upper)];
  if (isEmpty(lower, upper)) return NONE;
  if (kind === 'covered_range') {
    // Whether a bound is excluded makes no difference, and an open bound asks for the other one alone.
    const [least, greatest] = [(from ?? to) as TermBound, (to ?? from) as TermBound];
    const below = compileRange(ends, SPEC.from, undefined, { value: least.value, inclusive: true });
    const above = compileRange(ends, SPEC.to, { value: greatest.value, inclusive: true }, undefined);
    const held = allOf([below, above]);
    if (least.value !== greatest.value) return held;
    return anyOf([held, term(field.raw, valuePrefix(field) + least.value)]);
  }
  const met = [
    to ? compileRange(ends, SPEC.from, undefined, to) : beginsWith(SPEC.from, ends),
    from ? compileRange(ends, SPEC.to, from, undefined) : beginsWith(SPEC.to, ends),
  ];
  return anyOf([allOf(met), compileRange(valuePrefix(field), field.raw, from, to)]);
}

/** What terms of a spec's values begin with, given its range. */
const valuePrefix = ({ extent }: PartField): string => `${(extent as string).slice(0, -1)}.value=`;

/** Finds the parts that have an interval of the spec of a range. */
export const hasInterval = ({ extent }: PartField): Query => beginsWith(SPEC.from, extent as string);

/** Finds the parts whose extent has a point between two numbers. */
export function meets(field: PartField, lower: ResolvedBound<Decimal>, upper: ResolvedBound<Decimal>): Query {
  if (field.price) return priceBetween(field.price, lower, upper);
  return field.extent
    ? compileExtent({ kind: 'number_range', lower, upper }, field)
    : compileRange(field.prefix, field.raw, numberBound(lower), numberBound(upper));
}

function isEmpty(lower: ResolvedBound<Decimal> | undefined, upper: ResolvedBound<Decimal> | undefined): boolean {
  if (!lower || !upper) return false;
  const difference = lower.value.cmp(upper.value);
  return difference > 0 || (difference === 0 && !(lower.inclusive && upper.inclusive));
}
