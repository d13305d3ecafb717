import { fold, partNumberForm, tokens } from '../analysis/text.js';
import { utf8Bytes } from '../analysis/utf8.js';
import { PackedDictionary } from '../index/dictionary/packed-dictionary.js';
import { KEYWORDS } from '../index/manifest.js';
import type { Segment, SegmentField } from '../index/segment.js';
import type { Work } from '../index/work.js';
import type { TextIndex } from '../index/text/text-index.js';
import { PartNumberPattern } from '../match/part-number-pattern.js';
import { Pattern } from '../match/pattern.js';
import type { PatternPart } from '../parser/ast.js';
import { conditionLabel, type Label, valuesLabel } from './describe.js';
import { EntriesLeaf, EntryLeaf, ExistsLeaf, FieldTermLeaf, FlagsLeaf, OrdinalsLeaf } from './leaves.js';
import { bindPartNumberPattern } from './part-number-leaf.js';
import { ALL_ROWS, and, noRows, not, or, type PlanNode } from './plan.js';
import type { ResolvedFilter, ResolvedOperand } from './resolve.js';
import { bindPhrase, findTerm } from './text-terms.js';

/** Binds filters that all must meet. */
export function bindFilters(filters: readonly ResolvedFilter[], segment: Segment, work: Work): Promise<PlanNode> {
  return filters.length === 1 ? bindFilter(filters[0], segment, work) : bindSeveral(filters, segment, work);
}

async function bindSeveral(filters: readonly ResolvedFilter[], segment: Segment, work: Work): Promise<PlanNode> {
  const nodes: PlanNode[] = [];
  for (const filter of filters) nodes.push(await bindFilter(filter, segment, work));
  return and(nodes);
}

/** Binds a resolved filter to a segment: loads what it needs and picks the structure that answers each leaf. */
export function bindFilter(filter: ResolvedFilter, segment: Segment, work: Work): Promise<PlanNode> {
  switch (filter.kind) {
    case 'all':
      return Promise.resolve(ALL_ROWS);
    case 'not':
      return bindNot(bindFilter(filter.child, segment, work));
    case 'and':
    case 'or':
      return bindChildren(
        filter.kind,
        filter.children.map((child) => bindFilter(child, segment, work)),
      );
    case 'field': {
      const field = segment.field(filter.name);
      return bindOperand(filter.operand, { segment, field, name: filter.name, work });
    }
  }
}

async function bindNot(child: Promise<PlanNode>): Promise<PlanNode> {
  return not(await child);
}

async function bindChildren(kind: 'and' | 'or', children: readonly Promise<PlanNode>[]): Promise<PlanNode> {
  const nodes = await Promise.all(children);
  return kind === 'and' ? and(nodes) : or(nodes);
}

interface Place {
  readonly segment: Segment;
  readonly work: Work;
  /** Undefined where no row of the segment has a value. */
  readonly field: SegmentField | undefined;
  readonly name: string;
}

function bindOperand(operand: ResolvedOperand, place: Place): Promise<PlanNode> {
  switch (operand.kind) {
    case 'not':
      return bindNot(bindOperand(operand.child, place));
    case 'and':
      return bindOperands('and', operand.children, place);
    case 'or':
      return bindAlternatives(operand.children, place);
    default:
      return place.field ? bindLeaf(operand, place.field, place) : Promise.resolve(noRows(conditionLabel(place.name, operand)));
  }
}

function bindOperands(kind: 'and' | 'or', children: readonly ResolvedOperand[], place: Place): Promise<PlanNode> {
  return bindChildren(
    kind,
    children.map((child) => bindOperand(child, place)),
  );
}

async function bindAlternatives(children: readonly ResolvedOperand[], place: Place): Promise<PlanNode> {
  return (await bindValues(children, place)) ?? bindOperands('or', children, place);
}

type LeafOperand = Exclude<ResolvedOperand, { kind: 'and' | 'or' | 'not' }>;

/** Several literal values of a field with postings are one leaf: their rows are united in one go. */
async function bindValues(children: readonly ResolvedOperand[], { field, name }: Place): Promise<PlanNode | undefined> {
  if (!field || field.info.kind === 'number' || field.info.kind === 'text') return undefined;
  if (!children.every((child) => child.kind === 'value')) return undefined;
  const dictionary = await field.dictionary();
  const ordinals = children.map((child) => dictionary.find((child as { text: string }).text)).filter((ordinal) => ordinal >= 0);
  return entries(valuesLabel(name, children), field, ordinals);
}

function bindLeaf(operand: LeafOperand, field: SegmentField, place: Place): Promise<PlanNode> {
  const { name, segment } = place;
  const label = conditionLabel(name, operand);
  if (operand.kind === 'exists') return bindExists(field, segment, label);
  if (operand.kind === 'value') return bindValue(operand.text, field, label);
  switch (field.info.kind) {
    case 'number':
      return bindNumber(operand, field, label);
    case 'part_number':
      return bindPartNumber(operand, field, place, label);
    case 'uid':
    case 'boolean':
      return bindRaw(operand, field, label);
    case 'text':
      return bindText(operand, field, place, label);
    case 'name':
    case 'string':
      return bindName(operand, field, label);
  }
}

async function bindExists(field: SegmentField, { rows }: Segment, label: Label): Promise<PlanNode> {
  return field.info.rows === rows ? ALL_ROWS : new ExistsLeaf(label, await field.codes(), field.info.rows);
}

async function bindValue(text: string, field: SegmentField, label: Label): Promise<PlanNode> {
  const ordinal = (await field.dictionary()).find(text);
  if (ordinal < 0) return noRows(label);
  return field.info.kind === 'text' ? interval(label, field, ordinal, ordinal + 1) : entries(label, field, [ordinal]);
}

/** The rows of some ordinals of a field with postings. */
async function entries(label: Label, field: SegmentField, ordinals: ArrayLike<number>): Promise<PlanNode> {
  if (ordinals.length === 0) return noRows(label);
  const postings = await field.postings();
  return ordinals.length === 1 ? new EntryLeaf(label, postings, ordinals[0]) : new EntriesLeaf(label, postings, ordinals);
}

/** The rows of an interval of ordinals, through postings where the field has them. */
async function interval(label: Label, field: SegmentField, from: number, to: number): Promise<PlanNode> {
  if (from >= to) return noRows(label);
  const { kind, rows, values } = field.info;
  if (kind !== 'number' && kind !== 'text')
    return entries(
      label,
      field,
      Uint32Array.from({ length: to - from }, (_, i) => from + i),
    );
  // How many rows a value has is not stored: the mean serves for ordering an AND.
  const estimate = Math.min(rows, Math.ceil((rows * (to - from)) / values) + 1);
  return new OrdinalsLeaf(label, await field.codes(), from, to, estimate);
}

async function bindNumber(operand: LeafOperand, field: SegmentField, label: Label): Promise<PlanNode> {
  const numbers = await field.numbers();
  if (operand.kind === 'number') {
    return interval(label, field, numbers.lowerBound(operand.number), numbers.upperBound(operand.number));
  }
  if (operand.kind !== 'number_range') return noRows(label);
  const { lower, upper } = operand;
  const from = !lower ? 0 : lower.inclusive ? numbers.lowerBound(lower.value) : numbers.upperBound(lower.value);
  const to = !upper ? numbers.size : upper.inclusive ? numbers.upperBound(upper.value) : numbers.lowerBound(upper.value);
  return interval(label, field, from, to);
}

async function bindPartNumber(operand: LeafOperand, field: SegmentField, { segment }: Place, label: Label): Promise<PlanNode> {
  const forms = await field.forms();
  if (operand.kind === 'term') {
    const key = utf8Bytes(partNumberForm(operand.text));
    if (key.length === 0) return noRows(label);
    const from = forms.lowerBound(key);
    return entries(label, field, forms.order.subarray(from, forms.equalEnd(key, from)));
  }
  if (operand.kind === 'pattern') {
    return bindPartNumberPattern(label, field, PartNumberPattern.normalised(operand.parts), segment.rows);
  }
  if (operand.kind !== 'text_range') return noRows(label);
  const { lower, upper } = operand;
  const bound = (text: string, above: boolean) => (above ? forms.upperBound(utf8Bytes(text)) : forms.lowerBound(utf8Bytes(text)));
  const from = lower ? bound(lower.value, !lower.inclusive) : 0;
  const to = upper ? bound(upper.value, upper.inclusive) : forms.size;
  return from < to ? entries(label, field, forms.order.subarray(from, to)) : noRows(label);
}

/** Uids and booleans: as they are. */
async function bindRaw(operand: LeafOperand, field: SegmentField, label: Label): Promise<PlanNode> {
  const dictionary = await field.dictionary();
  if (operand.kind === 'term') return bindValue(operand.text, field, label);
  if (operand.kind === 'text_range') return bindTextRange(operand, field, label);
  if (operand.kind !== 'pattern') return noRows(label);
  const pattern = new Pattern(operand.parts, (literal) => literal);
  const ordinals: number[] = [];
  for (let ordinal = 0; ordinal < dictionary.size; ordinal++)
    if (pattern.matchesText(dictionary.value(ordinal))) ordinals.push(ordinal);
  return entries(label, field, ordinals);
}

async function bindTextRange(
  operand: LeafOperand & { kind: 'text_range' },
  field: SegmentField,
  label: Label,
): Promise<PlanNode> {
  const dictionary = await field.dictionary();
  const { lower, upper } = operand;
  const from = !lower ? 0 : lower.inclusive ? dictionary.lowerBound(lower.value) : dictionary.upperBound(lower.value);
  const to = !upper ? dictionary.size : upper.inclusive ? dictionary.upperBound(upper.value) : dictionary.lowerBound(upper.value);
  return interval(label, field, from, to);
}

/** Names and spec strings: few distinct values, so their tokens are searched value by value. */
async function bindName(operand: LeafOperand, field: SegmentField, label: Label): Promise<PlanNode> {
  if (operand.kind === 'text_range') return bindTextRange(operand, field, label);
  if (operand.kind === 'term') {
    const words = tokens(operand.text);
    if (words.length === 0) return bindWholeFold(operand.text, field, label);
    return entries(label, field, (await field.tokens()).withPhrase(words));
  }
  if (operand.kind !== 'pattern') return noRows(label);
  const pattern = new Pattern(operand.parts, fold);
  return entries(
    label,
    field,
    (await field.tokens()).withMatch((text) => pattern.matchesText(text)),
  );
}

/** A text without tokens is compared whole. */
async function bindWholeFold(text: string, field: SegmentField, label: Label): Promise<PlanNode> {
  const dictionary = await field.dictionary();
  const key = fold(text);
  return interval(label, field, dictionary.lowerBound(key), dictionary.upperBound(key));
}

/** Descriptions: tokens and phrases through a text index, whole values through the column. */
async function bindText(operand: LeafOperand, field: SegmentField, { segment, name }: Place, label: Label): Promise<PlanNode> {
  if (operand.kind === 'text_range') return bindTextRange(operand, field, label);
  const index = segment.text(name === 'short_description' ? name : KEYWORDS);
  if (operand.kind === 'term') {
    const words = tokens(operand.text);
    if (words.length === 0) return bindWholeFold(operand.text, field, label);
    return (await bindPhrase(index, words, index.bitOf(name), label)) ?? noRows(label);
  }
  if (operand.kind !== 'pattern') return noRows(label);
  const inTokens = await bindTokenPattern(operand.parts, index, name, label);
  return matchesWithinTokens(operand.parts) ? inTokens : or([inTokens, await bindValuePattern(operand.parts, field, label)]);
}

const NOT_ALPHANUMERIC = /[^\p{L}\p{N}]/u;

/**
 * Whether every whole value that a pattern matches has a token that it matches too: one literal of letters and digits with
 * runs around it (`low*`, `*noise*`) stands inside one token wherever it stands. Then the values need not be read.
 */
function matchesWithinTokens(parts: readonly PatternPart[]): boolean {
  const others = parts.filter(({ kind }) => kind !== 'any_run');
  if (others.length !== 1 || others[0].kind !== 'literal') return false;
  const literal = fold(others[0].text);
  return literal !== '' && !NOT_ALPHANUMERIC.test(literal);
}

/** A pattern against single tokens: those of the dictionary that match, each where it stands in the field. */
async function bindTokenPattern(parts: readonly PatternPart[], index: TextIndex, name: string, label: Label): Promise<PlanNode> {
  const pattern = new Pattern(parts, fold);
  const { terms, postings } = await index.terms();
  const masks = await index.masks();
  const found: PlanNode[] = [];
  const cursor = terms.cursorAt(pattern.prefix.length > 0 ? terms.lowerBound(pattern.prefix) : 0);
  while (cursor.next() && startsWith(cursor.term, cursor.length, pattern.prefix)) {
    if (!pattern.matches(cursor.term, 0, cursor.length)) continue;
    const term = findTerm(postings, cursor.ordinal);
    const { ordinal } = term;
    found.push(new FieldTermLeaf(() => `${name}:"${terms.value(ordinal)}"`, postings, masks, term, index.bitOf(name)));
  }
  return found.length > 0 ? or(found) : noRows(label);
}

function startsWith(bytes: Uint8Array, length: number, prefix: Uint8Array): boolean {
  if (length < prefix.length) return false;
  for (let i = 0; i < prefix.length; i++) if (bytes[i] !== prefix[i]) return false;
  return true;
}

/** A pattern against whole folded values: a literal prefix narrows it to a range of the column's dictionary. */
async function bindValuePattern(parts: readonly PatternPart[], field: SegmentField, label: Label): Promise<PlanNode> {
  const pattern = new Pattern(parts, fold);
  const dictionary = await field.dictionary();
  if (!(dictionary instanceof PackedDictionary)) return noRows(label);
  const prefix = parts[0].kind === 'literal' ? fold(parts[0].text) : '';
  const from = dictionary.lowerBound(prefix);
  const flags = new Uint8Array(dictionary.size);
  let matched = 0;
  dictionary.scan(from, dictionary.size, (ordinal, text) => {
    const folded = fold(text);
    if (!folded.startsWith(prefix)) return false;
    if (pattern.matchesText(folded)) {
      flags[ordinal] = 1;
      matched++;
    }
    return true;
  });
  if (matched === 0) return noRows(label);
  return new FlagsLeaf(label, await field.codes(), flags, field.info.rows);
}
