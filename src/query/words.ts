import { Pattern, type PatternPiece } from '../analysis/pattern.js';
import { compareCodePoints, fold, tokens } from '../analysis/text.js';
import { KEYWORDS } from '../encoding/text-indexes.js';
import type { Dictionary } from '../index/dictionary/dictionary.js';
import type { Needs } from '../index/section.js';
import type { RelatedSegments, Segment, SegmentField } from '../index/segment.js';
import type { TextIndex } from '../index/text/text-index.js';
import { parseSpecField, WORDS } from '../model/fields.js';
import { conditionLabel, type Label } from '../resolve/describe.js';
import type { ResolvedOperand } from '../resolve/filters.js';
import type { Steps } from '../work/pauses.js';
import { RecentCache } from '../work/recent-cache.js';
import type { Work } from '../work/work.js';
import { BRAND, type CompanyRecords, MANUFACTURER, recordsOf, SELLER } from './companies.js';
import { isLeaf, type LeafOperand, valuesOf, wholeValues } from './field-values.js';
import { ExistsLeaf } from './leaves/exists-leaf.js';
import { meetIntervals } from './leaves/ordinals-leaf.js';
import { ALL_ROWS, and, noRows, not, or, type PlanNode } from './plan.js';
import { bindPieces, bindTokenPattern, bindValuePattern, isEverything, matchesWithinTokens } from './text-patterns.js';
import { bindPhrase, needPhrase } from './text-terms.js';
import { bindValueSets, needValueSets } from './value-sets.js';

/*
 * The fieldname `words` (docs/semantics.md, "Words of a part"): it has no index of its own, but for the string values of specs. What
 * it finds is the union of what several indexes find, each in those of its fields that are meant.
 */

/** The fields of the keyword index whose values are among those of `words`. */
const OF_KEYWORDS: readonly string[] = ['mpn', 'offers.sku', 'brand.name', 'offers.seller.name', 'descriptions.value'];
const SHORT_DESCRIPTION = 'short_description';
/** A field of uids whose records have names that are among them, too. */
interface Reference {
  readonly uid: string;
  /** The field without which no name of the records counts. */
  readonly name: string;
  readonly collection: keyof RelatedSegments;
}

const REFERENCES: readonly Reference[] = [
  { ...BRAND, collection: 'brands' },
  { ...MANUFACTURER, collection: 'manufacturers' },
  { ...SELLER, collection: 'sellers' },
  { uid: 'category_uids', name: 'category_uids', collection: 'categories' },
];

interface NamedField {
  readonly name: string;
  readonly field: SegmentField;
}

/** A text index, with the mask of the fields that are meant. */
interface MeantIndex {
  readonly index: TextIndex;
  readonly wanted: number;
}

/** Adds what `bindWords` reads. */
export function needWords(operand: ResolvedOperand, segment: Segment, needs: Needs): void {
  if (segment.hides(WORDS)) return;
  if (operand.kind === 'not') needWords(operand.child, segment, needs);
  else if (!isLeaf(operand)) for (const child of operand.children) needWords(child, segment, needs);
  else needLeaf(operand, segment, needs);
}

/** The rows of which some text meets an operand. Its needs must be loaded. */
export function* bindWords(operand: ResolvedOperand, segment: Segment, work: Work): Steps<PlanNode> {
  if (operand.kind === 'not') return not(yield* bindWords(operand.child, segment, work));
  if (!isLeaf(operand)) {
    const nodes: PlanNode[] = [];
    for (const child of operand.children) nodes.push(yield* bindWords(child, segment, work));
    return operand.kind === 'and' ? and(meetIntervals(nodes)) : or(nodes);
  }
  const label = conditionLabel(WORDS, operand);
  if (segment.hides(WORDS)) return noRows(label);
  const words = wordsOf(operand);
  if (words) return yield* bindRecent(words, { text: textOf(operand), segment, label, work });
  const pattern = patternOf(operand);
  if (pattern) return yield* bindPattern(pattern, segment, label, work);
  return yield* bindWhole(operand, segment, label, work);
}

/** The tokens of a term, if it has any. */
function wordsOf(operand: LeafOperand): readonly string[] | undefined {
  const words = operand.kind === 'term' ? tokens(operand.text) : [];
  return words.length > 0 ? words : undefined;
}

function textOf(operand: LeafOperand): string {
  return operand.kind === 'term' ? operand.text : '';
}

/** A pattern that not every value matches, or every value that is not empty. */
function patternOf(operand: LeafOperand): readonly PatternPiece[] | undefined {
  return operand.kind === 'pattern' && !isEverything(new Pattern(operand.parts, fold)) ? operand.parts : undefined;
}

function needLeaf(operand: LeafOperand, segment: Segment, needs: Needs): void {
  const words = wordsOf(operand);
  const parts = patternOf(operand);
  if (words) {
    for (const { index, wanted } of indexesOf(segment)) needPhrase(index, words, wanted, needs);
    for (const { field } of namedFields(segment)) needTokens(field, needs);
    needReferences(segment, needs, (records) => records.needWords(words, needs));
  } else if (parts) {
    needPattern(parts, segment, needs);
    needReferences(segment, needs, (records) => records.needPattern(parts, needs));
  } else if (!isMetByAll(operand, segment)) {
    for (const { field } of [...textFields(segment), ...stringFields(segment)]) {
      needs.add(field.dictionary).add(field.codes);
      needValueSets(field, false, needs);
    }
    needReferences(segment, needs, (records) => records.needNames(needs));
  }
}

function needPattern(parts: readonly PatternPiece[], segment: Segment, needs: Needs): void {
  for (const { index } of indexesOf(segment)) needs.add(index.terms).add(index.masks);
  for (const { field } of namedFields(segment)) needTokens(field, needs);
  if (matchesWithinTokens(parts)) return;
  for (const { field } of textFields(segment)) needs.add(field.dictionary).add(field.codes);
  if (!stringsIndex(segment)) return;
  for (const { field } of stringFields(segment)) {
    needs.add(field.compounds);
    needValueSets(field, false, needs);
  }
}

function needTokens(field: SegmentField, needs: Needs): void {
  needs.add(field.tokens);
  needValueSets(field, false, needs);
}

function needReferences(segment: Segment, needs: Needs, need: (records: CompanyRecords) => void): void {
  for (const { field, records } of referencesOf(segment)) {
    needs.add(field.dictionary);
    needValueSets(field, false, needs);
    need(records);
  }
}

/** What words were bound to recently: questions ask for the same ones, and for the synonyms of the trade, again and again. */
const recent = new WeakMap<Segment, RecentCache<PlanNode>>();
const RECENT_WORDS = 512;

interface TypedWords {
  readonly text: string;
  readonly segment: Segment;
  readonly label: Label;
  readonly work: Work;
}

function* bindRecent(words: readonly string[], { text, segment, label, work }: TypedWords): Steps<PlanNode> {
  let cache = recent.get(segment);
  if (!cache) recent.set(segment, (cache = new RecentCache({ entries: RECENT_WORDS })));
  return cache.find(text) ?? cache.keep(text, yield* bindTerm(words, segment, label, work));
}

function* bindTerm(words: readonly string[], segment: Segment, label: Label, work: Work): Steps<PlanNode> {
  const nodes: PlanNode[] = [];
  for (const { index, wanted } of indexesOf(segment)) {
    nodes.push((yield* bindPhrase(index, words, wanted, label, work)) ?? noRows(label));
  }
  for (const { field } of namedFields(segment)) {
    nodes.push(bindValueSets([field.tokens.value.withPhrase(words)], field, label));
  }
  nodes.push(...(yield* bindReferences(segment, label, (records) => records.uidsWithWords(words, work))));
  return or(nodes);
}

function* bindPattern(parts: readonly PatternPiece[], segment: Segment, label: Label, work: Work): Steps<PlanNode> {
  const pattern = new Pattern(parts, fold);
  const nodes: PlanNode[] = [];
  for (const { index, wanted } of indexesOf(segment)) {
    nodes.push(yield* bindTokenPattern(pattern, { index, wanted, work }, label));
  }
  if (!matchesWithinTokens(parts)) {
    for (const { name, field } of textFields(segment)) {
      if (name === MANUFACTURER.name) continue;
      const index = segment.text(name === SHORT_DESCRIPTION ? SHORT_DESCRIPTION : KEYWORDS);
      nodes.push(yield* bindValuePattern(parts, pattern, { field, index, wanted: index.bitOf(name), work }, label));
    }
    nodes.push(...(yield* bindCompounds(parts, pattern, segment, label, work)));
  }
  for (const { name, field } of namedFields(segment)) {
    const values = yield* valuesOf({ kind: 'pattern', parts }, field, name, work);
    if (values) nodes.push(bindValueSets([values], field, label));
  }
  nodes.push(...(yield* bindReferences(segment, label, (records) => records.uidsLike(parts, pattern, work))));
  return or(nodes);
}

/** The rows of string values that a pattern matches across tokens; the text index of strings has the tokens. */
function* bindCompounds(
  parts: readonly PatternPiece[],
  pattern: Pattern,
  segment: Segment,
  label: Label,
  work: Work,
): Steps<PlanNode[]> {
  const index = stringsIndex(segment);
  const pieces = index && (yield* bindPieces(parts, { index, wanted: 1, work }, label));
  if (!pieces?.every(({ kind }) => kind !== 'none')) return [];
  const nodes: PlanNode[] = [];
  for (const { field } of stringFields(segment)) {
    const ordinals = yield* field.compounds.value.matching(pattern, work);
    if (ordinals.length > 0) nodes.push(bindValueSets([ordinals], field, label));
    if (work.spend(COMPOUNDS_COST)) yield;
  }
  return nodes;
}

/** Beginning to compare the values of a field takes about as long as this many steps of a plain loop. */
const COMPOUNDS_COST = 200;

/** Conditions on whole values: a text without tokens, one of `filter.fields`, a range, any value. */
function* bindWhole(operand: LeafOperand, segment: Segment, label: Label, work: Work): Steps<PlanNode> {
  if (isMetByAll(operand, segment)) return ALL_ROWS;
  const nodes: PlanNode[] = [];
  for (const { field } of [...textFields(segment), ...stringFields(segment)]) {
    if (operand.kind === 'exists') nodes.push(new ExistsLeaf(label, field.codes.value, field.info.rowCount));
    else nodes.push(bindValueSets([wholeValues(operand, field.dictionary.value)], field, label));
    if (work.spend(VALUE_COST)) yield;
  }
  const isMeant = testOf(operand);
  nodes.push(...(yield* bindReferences(segment, label, (records) => records.uidsCalled(isMeant, work))));
  return or(nodes);
}

/** Looking a value up takes about as long as this many steps of a plain loop. */
const VALUE_COST = 2000;

/** Every part has a number, unless the client may not see it. */
function isMetByAll(operand: LeafOperand, segment: Segment): boolean {
  return operand.kind === 'exists' && segment.field('mpn') !== undefined;
}

/** Whether a name meets a condition on whole values. */
function testOf(operand: LeafOperand): (name: string) => boolean {
  switch (operand.kind) {
    case 'value':
      return (name) => name === operand.text;
    case 'term': {
      const wanted = fold(operand.text);
      return (name) => fold(name) === wanted;
    }
    case 'pattern':
      return (name) => fold(name) !== '';
    case 'text_range': {
      const { lower, upper } = operand;
      return (name) => {
        const folded = fold(name);
        const above = lower ? compareCodePoints(folded, lower.value) : 1;
        const below = upper ? compareCodePoints(upper.value, folded) : 1;
        return (
          (above > 0 || (above === 0 && lower?.inclusive === true)) && (below > 0 || (below === 0 && upper?.inclusive === true))
        );
      };
    }
    default:
      return () => true;
  }
}

/** The rows that refer to records that are meant by their names. */
function* bindReferences(
  segment: Segment,
  label: Label,
  uidsOf: (records: CompanyRecords) => Steps<readonly string[]>,
): Steps<PlanNode[]> {
  const nodes: PlanNode[] = [];
  for (const { name, field, records } of referencesOf(segment)) {
    nodes.push(bindUids(yield* uidsOf(records), { name, field }, label));
  }
  return nodes;
}

/** The fields of uids of the segment whose names are not hidden, and the records to which each refers. */
function referencesOf(segment: Segment): (NamedField & { readonly records: CompanyRecords })[] {
  const { related } = segment;
  if (!related) return [];
  return REFERENCES.flatMap(({ uid, name, collection }) => {
    const field = segment.hides(name) ? undefined : segment.field(uid);
    return field ? { name: uid, field, records: recordsOf(related[collection]) } : [];
  });
}

function bindUids(uids: readonly string[], { name, field }: NamedField, label: Label): PlanNode {
  if (uids.length === 0) return noRows(label);
  const dictionary: Dictionary = field.dictionary.value;
  const ordinals = uids.map((uid) => dictionary.find(uid)).filter((ordinal) => ordinal >= 0);
  return bindValueSets([ordinals], field, () => `${label()} in the names of ${name}`);
}

/** The text indexes that have some of the meant texts. */
function indexesOf(segment: Segment): MeantIndex[] {
  const keywords = segment.text(KEYWORDS);
  const short = segment.text(SHORT_DESCRIPTION);
  const strings = stringsIndex(segment);
  const all = [
    { index: keywords, wanted: wantedOf(keywords, segment) },
    { index: short, wanted: short.bitOf(SHORT_DESCRIPTION) },
    ...(strings ? [{ index: strings, wanted: 1 }] : []),
  ];
  return all.filter(({ wanted }) => wanted !== 0);
}

/** The mask of the meant fields. Those without a value do not count: usually all are meant then, which is the fastest. */
function wantedOf(index: TextIndex, { whole }: Segment): number {
  let wanted = 0;
  for (const name of OF_KEYWORDS) wanted |= index.bitOf(name);
  if (wanted === 0) return 0;
  index.fields.forEach(({ name, of = [name] }, i) => {
    if (of.every((one) => whole.field(one) === undefined)) wanted |= 1 << i;
  });
  return wanted;
}

/** The fields whose words are found in their dictionaries. */
function namedFields(segment: Segment): Iterable<NamedField> {
  const manufacturers = fieldsOf([MANUFACTURER.name], segment);
  return stringsIndex(segment) ? manufacturers : [...manufacturers, ...stringFields(segment)];
}

/** The fields of texts that every catalog has. */
function textFields(segment: Segment): NamedField[] {
  return fieldsOf([...OF_KEYWORDS, MANUFACTURER.name, SHORT_DESCRIPTION], segment);
}

function fieldsOf(names: readonly string[], segment: Segment): NamedField[] {
  return names.flatMap((name) => {
    const field = segment.field(name);
    return field ? { name, field } : [];
  });
}

/** The string values of specs that are not hidden. */
function stringFields(segment: Segment): NamedField[] {
  const names: string[] = [];
  for (const { name, kind } of segment.fieldInfos()) if (kind === 'string' && parseSpecField(name)) names.push(name);
  return fieldsOf(names, segment);
}

/** The text index of the string values of specs; undefined where it has what is hidden, or not all of them. */
function stringsIndex(segment: Segment): TextIndex | undefined {
  return hidesStrings(segment) ? undefined : segment.stringWords;
}

const hiding = new WeakMap<Segment, boolean>();

function hidesStrings(segment: Segment): boolean {
  if (segment.whole === segment) return false;
  let hides = hiding.get(segment);
  if (hides === undefined) {
    hides = Array.from(segment.fieldInfos()).some(
      ({ name, kind }) => kind === 'string' && parseSpecField(name) !== undefined && segment.hides(name),
    );
    hiding.set(segment, hides);
  }
  return hides;
}
