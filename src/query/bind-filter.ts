import { fold, partNumberForm, tokens } from '../analysis/text.js';
import { utf8Bytes } from '../analysis/utf8.js';
import { KEYWORDS } from '../encoding/manifest.js';
import { partitionPoint } from '../encoding/partition-point.js';
import type { Dictionary } from '../index/dictionary/dictionary.js';
import type { NumberDictionary } from '../index/dictionary/number-dictionary.js';
import type { PartNumberForms } from '../index/dictionary/part-number-forms.js';
import type { ValueTokens } from '../index/dictionary/value-tokens.js';
import type { Segment, SegmentField } from '../index/segment.js';
import { PartNumberPattern } from '../match/part-number-pattern.js';
import { ANY_RUN, Pattern } from '../match/pattern.js';
import type { FieldKind } from '../model/fields.js';
import type { PatternPart } from '../parser/ast.js';
import { conditionLabel, type Label, valuesLabel } from '../resolve/describe.js';
import type { ResolvedFilter, ResolvedOperand } from '../resolve/filters.js';
import type { Steps } from '../work/pauses.js';
import type { Work } from '../work/work.js';
import { EntryLeaf, ExistsLeaf, meetIntervals } from './leaves.js';
import { bindPartNumberPattern } from './part-number-leaf.js';
import { ALL_ROWS, and, noRows, not, or, type PlanNode } from './plan.js';
import { bindTextPattern } from './text-patterns.js';
import { bindPhrase } from './text-terms.js';
import { bindValueSets, hasPostings, type Values } from './value-sets.js';

/** Binds filters that all must meet. */
export function bindFilters(filters: readonly ResolvedFilter[], segment: Segment, work: Work): Promise<PlanNode> {
  return filters.length === 1 ? bindFilter(filters[0], segment, work) : bindSeveral(filters, segment, work);
}

async function bindSeveral(filters: readonly ResolvedFilter[], segment: Segment, work: Work): Promise<PlanNode> {
  const nodes: PlanNode[] = [];
  for (const filter of filters) {
    await work.pause();
    nodes.push(await bindFilter(filter, segment, work));
  }
  return and(meetIntervals(nodes));
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
      return bindChildren(filter.kind, filter.children, (child) => bindFilter(child, segment, work), work);
    case 'field': {
      const field = segment.field(filter.name);
      return bindOperand(filter.operand, { segment, field, name: filter.name, work });
    }
  }
}

async function bindNot(child: Promise<PlanNode>): Promise<PlanNode> {
  return not(await child);
}

/** Children that are bound at the same time, so that what they need is loaded together. */
const BOUND_AT_ONCE = 64;

async function bindChildren<T>(
  kind: 'and' | 'or',
  children: readonly T[],
  bind: (child: T) => Promise<PlanNode>,
  work: Work,
): Promise<PlanNode> {
  const nodes: PlanNode[] = [];
  for (let at = 0; at < children.length; at += BOUND_AT_ONCE) {
    await work.pause();
    nodes.push(...(await Promise.all(children.slice(at, at + BOUND_AT_ONCE).map(bind))));
  }
  return kind === 'and' ? and(meetIntervals(nodes)) : or(nodes);
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
  return bindChildren(kind, children, (child) => bindOperand(child, place), place.work);
}

type LeafOperand = Exclude<ResolvedOperand, { kind: 'and' | 'or' | 'not' }>;

/** Alternatives that are values of the field's dictionary are one leaf: their rows are united in one go. */
async function bindAlternatives(children: readonly ResolvedOperand[], place: Place): Promise<PlanNode> {
  const { field, name } = place;
  if (!field) return bindOperands('or', children, place);
  const leaves = children.filter(isLeaf);
  const source = await loadSource(field, leaves);
  const values = await place.work.run(valuesOfAll(leaves, source, place));
  const sets: Values[] = [];
  const looked: ResolvedOperand[] = [];
  const others: ResolvedOperand[] = [];
  for (const child of children) {
    const set = values.get(child);
    if (set === undefined) others.push(child);
    else {
      sets.push(set);
      looked.push(child);
    }
  }
  if (looked.length === 0) return bindOperands('or', others, place);
  const node = await bindValueSets(sets, field, valuesLabel(name, looked));
  return others.length === 0 ? node : or([node, await bindOperands('or', others, place)]);
}

function isLeaf(operand: ResolvedOperand): operand is LeafOperand {
  return operand.kind !== 'and' && operand.kind !== 'or' && operand.kind !== 'not';
}

async function bindLeaf(operand: LeafOperand, field: SegmentField, place: Place): Promise<PlanNode> {
  const { name, segment, work } = place;
  const label = conditionLabel(name, operand);
  if (operand.kind === 'exists') return bindExists(field, segment, label);
  if (operand.kind === 'value' && hasPostings(field)) return bindValue(operand.text, field, label);
  const source = await loadSource(field, [operand]);
  const values = await work.run(valuesOf(operand, source, place));
  if (values !== undefined) return bindValueSets([values], field, label);
  if (operand.kind === 'pattern' && field.info.kind === 'part_number') {
    return bindPartNumberPattern(label, field, PartNumberPattern.normalised(operand.parts), segment.rowCount, work);
  }
  const index = segment.text(name === 'short_description' ? name : KEYWORDS);
  const wanted = index.bitOf(name);
  if (operand.kind === 'pattern') return bindTextPattern(operand.parts, { field, index, wanted, work }, label);
  if (operand.kind === 'term') return (await bindPhrase(index, tokens(operand.text), wanted, label, work)) ?? noRows(label);
  return noRows(label);
}

/** The commonest condition. */
async function bindValue(text: string, field: SegmentField, label: Label): Promise<PlanNode> {
  const ordinal = (await field.dictionary()).find(text);
  return ordinal < 0 ? noRows(label) : new EntryLeaf(label, await field.postings(), ordinal);
}

async function bindExists(field: SegmentField, { rowCount: rows }: Segment, label: Label): Promise<PlanNode> {
  return field.info.rows === rows ? ALL_ROWS : new ExistsLeaf(label, await field.codes(), field.info.rows);
}

/** What the values of a field are looked up in, loaded. */
interface ValueSource {
  readonly kind: FieldKind;
  readonly dictionary: Dictionary | undefined;
  readonly numbers: NumberDictionary | undefined;
  readonly forms: PartNumberForms | undefined;
  readonly tokens: ValueTokens | undefined;
}

const NO_SOURCE = { dictionary: undefined, numbers: undefined, forms: undefined, tokens: undefined };

async function loadSource(field: SegmentField, operands: readonly LeafOperand[]): Promise<ValueSource> {
  const { kind } = field.info;
  if (kind === 'number') return { ...NO_SOURCE, kind, numbers: await field.numbers() };
  const dictionary = await field.dictionary();
  // These are made from the dictionary, so that it is no use to load all of them at the same time.
  if (kind === 'part_number') return { ...NO_SOURCE, kind, dictionary, forms: await field.forms() };
  const hasWords = operands.some((operand) => operand.kind === 'term' || operand.kind === 'pattern');
  const isNames = hasWords && (kind === 'name' || kind === 'string');
  return { ...NO_SOURCE, kind, dictionary, tokens: isNames ? await field.tokens() : undefined };
}

/** The values that conditions ask for; what asks for something else is not there. */
function* valuesOfAll(operands: readonly LeafOperand[], source: ValueSource, place: Place): Steps<Map<ResolvedOperand, Values>> {
  const found = new Map<ResolvedOperand, Values>();
  for (const operand of operands) {
    const values = yield* valuesOf(operand, source, place);
    if (values !== undefined) found.set(operand, values);
    if (place.work.spend(LOOK_UP_COST)) yield;
  }
  return found;
}

/** Looking a value up takes about as long as so many steps of a plain loop. */
const LOOK_UP_COST = 20_000;

const NOTHING: Values = [];

/**
 * The values of a field's dictionary that a condition asks for. Undefined where it asks for something else: that a value is there,
 * for words of a text, or for a pattern of part numbers, which has an index of its own.
 */
function* valuesOf(operand: LeafOperand, source: ValueSource, place: Place): Steps<Values | undefined> {
  const { kind, numbers, forms } = source;
  if (operand.kind === 'exists') return undefined;
  if (numbers) return numbersOf(operand, numbers);
  const dictionary = source.dictionary as Dictionary;
  if (operand.kind === 'value') return single(dictionary.find(operand.text));
  if (forms) return operand.kind === 'pattern' ? undefined : partNumbersOf(operand, forms);
  if (operand.kind === 'text_range') return rangeOf(operand, dictionary);
  if (operand.kind === 'number' || operand.kind === 'number_range') return NOTHING;
  if (kind === 'uid' || kind === 'boolean') return yield* rawValuesOf(operand, dictionary, place.work);
  if (operand.kind === 'term' && tokens(operand.text).length === 0) return wholeFold(operand.text, dictionary);
  return source.tokens ? yield* namesOf(operand, source.tokens, dictionary, place) : undefined;
}

function single(ordinal: number): Values {
  return ordinal < 0 ? NOTHING : [ordinal];
}

function numbersOf(operand: LeafOperand, numbers: NumberDictionary): Values {
  if (operand.kind === 'number') return { from: numbers.lowerBound(operand.number), to: numbers.upperBound(operand.number) };
  if (operand.kind !== 'number_range') return NOTHING;
  const { lower, upper } = operand;
  return {
    from: !lower ? 0 : lower.inclusive ? numbers.lowerBound(lower.value) : numbers.upperBound(lower.value),
    to: !upper ? numbers.size : upper.inclusive ? numbers.upperBound(upper.value) : numbers.lowerBound(upper.value),
  };
}

function partNumbersOf(operand: LeafOperand, forms: PartNumberForms): Values {
  if (operand.kind === 'term') {
    const key = utf8Bytes(partNumberForm(operand.text));
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

function rangeOf({ lower, upper }: LeafOperand & { kind: 'text_range' }, dictionary: Dictionary): Values {
  return {
    from: !lower ? 0 : lower.inclusive ? dictionary.lowerBound(lower.value) : dictionary.upperBound(lower.value),
    to: !upper ? dictionary.size : upper.inclusive ? dictionary.upperBound(upper.value) : dictionary.lowerBound(upper.value),
  };
}

type TextOperand = LeafOperand & { kind: 'term' | 'pattern' };

/** Uids and booleans: as they are. */
function* rawValuesOf(operand: TextOperand, dictionary: Dictionary, work: Work): Steps<Values> {
  if (operand.kind === 'term') return single(dictionary.find(operand.text));
  const pattern = new Pattern(operand.parts, (literal) => literal);
  const simple = simpleInterval(pattern, operand.parts, dictionary, (text) => text);
  return simple ?? (yield* dictionary.matching(pattern, work));
}

/** A text without tokens is compared whole. */
function wholeFold(text: string, dictionary: Dictionary): Values {
  const key = fold(text);
  return { from: dictionary.lowerBound(key), to: dictionary.upperBound(key) };
}

/** Names and spec strings: by their tokens, and as a whole. */
function* namesOf(operand: TextOperand, values: ValueTokens, dictionary: Dictionary, { work, name }: Place): Steps<Values> {
  if (operand.kind === 'term') return values.withPhrase(tokens(operand.text));
  work.begin('comparing the values of a field', name);
  const pattern = new Pattern(operand.parts, fold);
  const whole = simpleInterval(pattern, operand.parts, dictionary, fold);
  return yield* values.matching(pattern, whole, work);
}

/**
 * The values that match a pattern, where they stand together in the order of the dictionary: everything, everything that is not
 * empty, or what begins with a text. Undefined for another pattern.
 */
function simpleInterval(
  { codes, isPrefixOnly, leastCharacters }: Pattern,
  parts: readonly PatternPart[],
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
