import { tokens } from '../analysis/text.js';
import { textIndexOf } from '../encoding/text-indexes.js';
import type { Extents } from '../index/extents/extents.js';
import type { Needs, Section } from '../index/section.js';
import type { Segment, SegmentField } from '../index/segment.js';
import { PartNumberPattern } from '../match/part-number-pattern.js';
import { WORDS } from '../model/fields.js';
import { conditionLabel, filterLabel, type Label, valuesLabel } from '../resolve/describe.js';
import type { ResolvedFilter, ResolvedOperand } from '../resolve/filters.js';
import type { Steps } from '../work/pauses.js';
import type { Work } from '../work/work.js';
import { extentConditions } from './extent-conditions.js';
import { isLeaf, type LeafOperand, LOOK_UP_COST, valuesAtOnce, valuesOf, valuesOfAll } from './field-values.js';
import { EntryLeaf } from './leaves/entry-leaf.js';
import { ExistsLeaf } from './leaves/exists-leaf.js';
import { ExtentsLeaf } from './leaves/extents-leaf.js';
import { OffersLeaf } from './leaves/offers-leaf.js';
import { meetIntervals } from './leaves/ordinals-leaf.js';
import { bindPartNumberPattern, needPartNumbers } from './part-number-patterns.js';
import { ALL_ROWS, and, noRows, not, or, type PlanNode } from './plan.js';
import { bindTextPattern, needTextPattern } from './text-patterns.js';
import { bindPhrase, needPhrase } from './text-terms.js';
import { bindValueSets, needValueSets, type Values } from './value-sets.js';
import { bindWords, needWords } from './words.js';

/** Adds the sections that binding and running a filter reads. */
export function needFilter(filter: ResolvedFilter, segment: Segment, needs: Needs): void {
  if (filter.kind === 'not') needFilter(filter.child, segment, needs);
  else if (filter.kind === 'and' || filter.kind === 'or') for (const child of filter.children) needFilter(child, segment, needs);
  else if (filter.kind === 'offers') needOffers(filter.child, segment, needs);
  else if (filter.kind === 'field' && isWords(filter.name, segment)) needWords(filter.operand, segment, needs);
  else if (filter.kind === 'field') {
    const field = segment.field(filter.name, filter.operand);
    if (field) needOperand(filter.operand, { segment, field, name: filter.name }, needs);
  }
}

function needOffers(inside: ResolvedFilter, { offerRows, offers }: Segment, needs: Needs): void {
  if (!offerRows || !offers) return;
  needs.add(offerRows.parents);
  needFilter(inside, offers, needs);
}

/** The field of all texts of a part, which no section has. */
function isWords(field: string, segment: Segment): boolean {
  return field === WORDS && segment.name === 'parts';
}

interface NamedField {
  readonly segment: Segment;
  readonly field: SegmentField;
  readonly name: string;
}

function needOperand(operand: ResolvedOperand, place: NamedField, needs: Needs): void {
  if (operand.kind === 'not') needOperand(operand.child, place, needs);
  else if (!isLeaf(operand)) for (const child of operand.children) needOperand(child, place, needs);
  else needLeaf(operand, place, needs);
}

function needLeaf(operand: LeafOperand, { segment, field, name }: NamedField, needs: Needs): void {
  const { kind } = field;
  if (operand.kind === 'exists') {
    if (field.info.rowCount !== segment.rowCount) needs.add(field.codes);
  } else if (field.extents) needs.add(field.extents);
  else if (operand.kind === 'pattern' && kind.hasForms) needPartNumbers(field, needs);
  else if (operand.kind === 'pattern' && kind.isText) needTextPattern(operand.parts, field, textIndex(name, segment), needs);
  else if (operand.kind === 'term' && kind.isText && tokens(operand.text).length > 0) {
    const index = textIndex(name, segment);
    needPhrase(index, tokens(operand.text), index.bitOf(name), needs);
  } else needValues(operand, field, needs);
}

function needValues(operand: LeafOperand, field: SegmentField, needs: Needs): void {
  const { kind } = field;
  const isOfWords = operand.kind === 'term' || operand.kind === 'pattern';
  if (kind.numbers) needs.add(field.numbers);
  else if (operand.kind !== 'value' && kind.hasForms) field.needForms(needs);
  else if (isOfWords && kind.hasTokens) needs.add(field.tokens);
  else needs.add(field.dictionary);
  needValueSets(field, operand.kind === 'value' || operand.kind === 'number', needs);
}

function textIndex(name: string, segment: Segment) {
  return segment.text(textIndexOf(segment.name, name));
}

/**
 * Binds a filter that is one literal value, one part number or a range of numbers, the most frequent kinds; undefined for any other
 * filter, which takes steps.
 */
function bindAtOnce(filter: ResolvedFilter, segment: Segment): PlanNode | undefined {
  if (filter.kind !== 'field' || !isLeaf(filter.operand)) return undefined;
  const { name, operand } = filter;
  const field = segment.field(name, operand);
  if (!field || field.extents) return undefined;
  if (operand.kind === 'value' && field.kind.hasPostings) return bindValue(operand.text, field, conditionLabel(name, operand));
  const values = valuesAtOnce(operand, field);
  return values && bindValueSets([values], field, conditionLabel(name, operand));
}

/** Filters of which some are bound without a pause, if they are no more. */
const FEW_FILTERS = 4;

/** Binds the first of few filters, up to one that takes steps. */
export function boundAtOnce(filters: readonly ResolvedFilter[], segment: Segment): PlanNode[] {
  const nodes: PlanNode[] = [];
  if (filters.length > FEW_FILTERS) return nodes;
  for (const filter of filters) {
    const node = bindAtOnce(filter, segment);
    if (!node) break;
    nodes.push(node);
  }
  return nodes;
}

/** Binds filters that a row must all meet. @param nodes the first of them that are bound already */
export function* bindFilters(
  filters: readonly ResolvedFilter[],
  segment: Segment,
  work: Work,
  nodes: PlanNode[] = [],
): Steps<PlanNode> {
  while (nodes.length < filters.length) {
    const filter = filters[nodes.length];
    const node = bindAtOnce(filter, segment);
    if (node && work.spend(LOOK_UP_COST)) yield;
    nodes.push(node ?? (yield* bindFilter(filter, segment, work)));
  }
  return allOf(nodes);
}

/** What meets all of some bound filters. */
export function allOf(nodes: readonly PlanNode[]): PlanNode {
  if (nodes.length === 0) return ALL_ROWS;
  return nodes.length === 1 ? nodes[0] : and(meetIntervals(nodes));
}

/** Binding a condition takes about as long as this many steps of a plain loop. */
const BIND_COST = 500;

/**
 * Binds a resolved filter to a segment: looks its values up and chooses the structure that answers each leaf. Its needs must be
 * loaded.
 */
export function* bindFilter(filter: ResolvedFilter, segment: Segment, work: Work): Steps<PlanNode> {
  if (work.spend(BIND_COST)) yield;
  switch (filter.kind) {
    case 'all':
      return ALL_ROWS;
    case 'not':
      return not(yield* bindFilter(filter.child, segment, work));
    case 'offers':
      return yield* bindOffers(filter, segment, work);
    case 'and':
    case 'or': {
      const nodes: PlanNode[] = [];
      for (const child of filter.children) nodes.push(yield* bindFilter(child, segment, work));
      return filter.kind === 'and' ? and(meetIntervals(nodes)) : or(nodes);
    }
    case 'field': {
      if (isWords(filter.name, segment)) return yield* bindWords(filter.operand, segment, work);
      const field = segment.field(filter.name, filter.operand);
      return yield* bindOperand(filter.operand, { segment, field, name: filter.name, work });
    }
  }
}

/** The parts of which some offer meets all conditions inside: those are bound to the offers as rows of their own. */
function* bindOffers(filter: ResolvedFilter & { kind: 'offers' }, segment: Segment, work: Work): Steps<PlanNode> {
  const { offerRows, offers } = segment;
  const label = filterLabel(filter);
  if (!offerRows || !offers || offerRows.rowCount === 0) return noRows(label);
  const plan = yield* bindFilter(filter.child, offers, work);
  return plan.kind === 'none' ? noRows(label) : new OffersLeaf(label, plan, offers, offerRows.parents.value);
}

interface Place {
  readonly segment: Segment;
  readonly work: Work;
  /** Undefined if no row of the segment has a value. */
  readonly field: SegmentField | undefined;
  readonly name: string;
}

function* bindOperand(operand: ResolvedOperand, place: Place): Steps<PlanNode> {
  switch (operand.kind) {
    case 'not':
      return not(yield* bindOperand(operand.child, place));
    case 'and':
      return and(meetIntervals(yield* bindOperands(operand.children, place)));
    case 'or':
      return yield* bindAlternatives(operand.children, place);
    default:
      return place.field ? yield* bindLeaf(operand, place.field, place) : noRows(conditionLabel(place.name, operand));
  }
}

function* bindOperands(children: readonly ResolvedOperand[], place: Place): Steps<PlanNode[]> {
  const nodes: PlanNode[] = [];
  for (const child of children) {
    nodes.push(yield* bindOperand(child, place));
    if (place.work.spend(BIND_COST)) yield;
  }
  return nodes;
}

/** The alternatives that are values of the field's dictionary become one leaf, which unites their rows in one pass. */
function* bindAlternatives(children: readonly ResolvedOperand[], place: Place): Steps<PlanNode> {
  const { field, name } = place;
  if (!field) return or(yield* bindOperands(children, place));
  if (field.extents) return yield* bindExtents(children, field, place);
  const values = yield* valuesOfAll(children.filter(isLeaf), field, name, place.work);
  const sets: Values[] = [];
  const known: ResolvedOperand[] = [];
  const others: ResolvedOperand[] = [];
  for (const child of children) {
    const set = values.get(child);
    if (set === undefined) others.push(child);
    else {
      sets.push(set);
      known.push(child);
    }
  }
  const nodes = yield* bindOperands(others, place);
  if (known.length === 0) return or(nodes);
  const node = bindValueSets(sets, field, valuesLabel(name, known));
  return nodes.length === 0 ? node : or([node, or(nodes)]);
}

/** Alternatives that an extent is compared with are one leaf as well. */
function* bindExtents(children: readonly ResolvedOperand[], field: SegmentField, place: Place): Steps<PlanNode> {
  const extents = (field.extents as Section<Extents>).value;
  const compared = children.filter((child) => isLeaf(child) && child.kind !== 'exists') as LeafOperand[];
  const others = yield* bindOperands(
    children.filter((child) => !isLeaf(child) || child.kind === 'exists'),
    place,
  );
  if (place.work.spend(compared.length * BIND_COST)) yield;
  const conditions = compared.flatMap((operand) => extentConditions(operand, extents));
  const label = valuesLabel(place.name, compared);
  const node = conditions.length === 0 ? noRows(label) : new ExtentsLeaf(label, extents, conditions);
  return others.length === 0 ? node : compared.length === 0 ? or(others) : or([node, or(others)]);
}

function* bindLeaf(operand: LeafOperand, field: SegmentField, { name, segment, work }: Place): Steps<PlanNode> {
  const label = conditionLabel(name, operand);
  if (operand.kind === 'exists') return bindExists(field, segment, label);
  if (field.extents) {
    const conditions = extentConditions(operand, field.extents.value);
    return conditions.length === 0 ? noRows(label) : new ExtentsLeaf(label, field.extents.value, conditions);
  }
  if (operand.kind === 'value' && field.kind.hasPostings) return bindValue(operand.text, field, label);
  const values = yield* valuesOf(operand, field, name, work);
  if (values !== undefined) {
    if (work.spend(LOOK_UP_COST)) yield;
    return bindValueSets([values], field, label);
  }
  if (operand.kind === 'pattern' && field.kind.hasForms) {
    return yield* bindPartNumberPattern(label, field, PartNumberPattern.normalised(operand.parts), segment.rowCount, work);
  }
  const index = textIndex(name, segment);
  const wanted = index.bitOf(name);
  if (operand.kind === 'pattern') return yield* bindTextPattern(operand.parts, { field, index, wanted, work }, label);
  if (operand.kind === 'term') return (yield* bindPhrase(index, tokens(operand.text), wanted, label, work)) ?? noRows(label);
  return noRows(label);
}

/** The most frequent condition. */
function bindValue(text: string, field: SegmentField, label: Label): PlanNode {
  const ordinal = field.dictionary.value.find(text);
  return ordinal < 0 ? noRows(label) : new EntryLeaf(label, field.postings.value, ordinal);
}

function bindExists(field: SegmentField, { rowCount }: Segment, label: Label): PlanNode {
  return field.info.rowCount === rowCount ? ALL_ROWS : new ExistsLeaf(label, field.codes.value, field.info.rowCount);
}
