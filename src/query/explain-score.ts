import { Pattern, type PatternPiece } from '../analysis/pattern.js';
import { partNumberForm, tokens } from '../analysis/text.js';
import { utf8Bytes } from '../analysis/utf8.js';
import { KEYWORDS } from '../encoding/text-indexes.js';
import { RowSet, release } from '../index/row-set/row-set.js';
import type { Needs } from '../index/section.js';
import type { Segment } from '../index/segment.js';
import type { Universe } from '../index/universe.js';
import type { ExplainedCondition, ExplainedRank, ExplainedTerm } from '../model/explanation.js';
import { printKeywords } from '../parser/print.js';
import { filterLabel } from '../resolve/describe.js';
import type { ResolvedFilter, ResolvedOperand } from '../resolve/filters.js';
import type { ResolvedKeyword } from '../resolve/keywords.js';
import type { ResolvedSearch } from '../resolve/resolved-search.js';
import { finished, type Steps } from '../work/pauses.js';
import type { Work } from '../work/work.js';
import { bindFilter, needFilter } from './bind-filter.js';
import { type BoundSearch, needScores, scoreSources } from './bind-search.js';
import { bindKeywords } from './keywords.js';
import { type PlanNode, restrict } from './plan.js';
import { partsOfMerit } from './rank.js';
import { Scorer } from './score.js';
import { scoresOf } from './scores-of.js';
import { bindPhrase, needPhrase } from './text-terms.js';
import { childrenOf, describeNode, SHOWN } from './trace.js';

/** All conditions of a search, each with whether a row meets it: the terms of `q`, then the filters. */
export function* explainConditions(
  search: ResolvedSearch,
  segment: Segment,
  row: number,
  work: Work,
): Steps<ExplainedCondition[]> {
  const conditions: ExplainedCondition[] = [];
  for (const keyword of search.keywords) {
    const { node } = yield* bindKeywords([keyword], segment, work);
    conditions.push({ ...conditionOf(node, row, segment.universe(work)), label: keywordText(keyword) });
  }
  for (const { filter } of search.filters) {
    conditions.push({ ...(yield* filterCondition(filter, segment, row, work)), label: filterLabel(filter)() });
  }
  return conditions;
}

/**
 * Evaluates the filter of the request, not the plan: binding drops conditions that cannot change the result, and the user may ask
 * about those.
 */
function* filterCondition(filter: ResolvedFilter, segment: Segment, row: number, work: Work): Steps<ExplainedCondition> {
  if (filter.kind === 'field' || filter.kind === 'offers') {
    const condition = conditionOf(yield* bindFilter(filter, segment, work), row, segment.universe(work));
    return condition.kind === 'none' ? { ...condition, label: filterLabel(filter)() } : condition;
  }
  if (filter.kind === 'all') return conditionOf(yield* bindFilter(filter, segment, work), row, segment.universe(work));
  const inside = filter.kind === 'not' ? [filter.child] : filter.children;
  const conditions: ExplainedCondition[] = [];
  for (const child of inside) conditions.push(yield* filterCondition(child, segment, row, work));
  const { kind } = filter;
  if (kind === 'not') return { kind, label: 'not', met: !conditions[0].met, conditions };
  const met = kind === 'and' ? conditions.every((child) => child.met) : conditions.some((child) => child.met);
  const label = `${kind === 'and' ? 'all' : 'any'} of ${conditions.length} conditions`;
  return { kind, label, met, conditions: conditions.length <= SHOWN ? conditions : [] };
}

function conditionOf(node: PlanNode, row: number, universe: Universe): ExplainedCondition {
  const conditions = childrenOf(node).map((child) => conditionOf(child, row, universe));
  return { ...describeNode(node), met: meets(node, row, universe), conditions };
}

/** Whether restricting a plan to one row leaves the row. A single row takes too few steps for a pause. */
export function meetsAlone(node: PlanNode, row: number, universe: Universe): boolean {
  const { scratch } = universe;
  const rows = scratch.list(1);
  rows[0] = row;
  const set = finished(restrict(node, RowSet.list(rows, 1), universe));
  const { count } = set;
  release(set, scratch);
  return count > 0;
}

/** Whether a row of the segment matches a plan. */
function meets(node: PlanNode, row: number, universe: Universe): boolean {
  switch (node.kind) {
    case 'all':
      return true;
    case 'none':
      return false;
    case 'and':
      return node.children.every((child) => meets(child, row, universe));
    case 'or':
      return node.children.some((child) => meets(child, row, universe));
    case 'not':
      return !meets(node.child, row, universe);
    case 'leaf':
    case 'long_leaf':
      return meetsAlone(node, row, universe);
  }
}

/** Adds what explaining a part reads in addition to what its search reads. */
export function needExplanation(search: ResolvedSearch, segment: Segment, needs: Needs): void {
  needScores(search, segment, needs);
  const index = segment.text(KEYWORDS);
  for (const keyword of search.keywords) {
    for (const { name, of } of index.fields) {
      for (const own of of ?? []) needValues(own, segment, needs);
      if (isPartNumber(segment, name)) needFilter(partNumberFilter(name, keyword), segment, needs);
      if (keyword.kind === 'words') needPhrase(index, keyword.tokens, index.bitOf(name), needs);
    }
  }
}

/** What each scored term adds to the score of a row that is a hit. @param all the search in every segment */
export function* explainTerms(
  search: ResolvedSearch,
  bound: BoundSearch,
  all: readonly BoundSearch[],
  row: number,
  work: Work,
): Steps<ExplainedTerm[]> {
  const { segment, keywords } = bound;
  if (bound.scored.length === 0) return [];
  // They are not bound if the order does not use scores.
  const sources = bound.sources ?? scoreSources(keywords, segment);
  const asked = search.keywords.filter(({ excluded }) => !excluded);
  const scores = new Scorer(sources, bound.scored).explain(row);
  const terms: ExplainedTerm[] = [];
  for (const [i, { keyword, idf }] of bound.scored.entries()) {
    const fields = yield* fieldsWith(asked[i], scores[i].weight, segment, row, work);
    terms.push({
      term: keywordText(asked[i]),
      idf,
      rows: keyword.counts.map((_, token) => countOf(all, i, token)),
      fields,
      ...scores[i],
    });
  }
  return terms;
}

/** What orders a row that is a hit, beside its terms; undefined if the request has no rank, or does not sort by score. */
export function* explainRank(
  { rank: asked }: ResolvedSearch,
  search: BoundSearch,
  row: number,
  work: Work,
): Steps<ExplainedRank | undefined> {
  const { rank, segment, universe } = search;
  if (!asked || !rank) return undefined;
  const boosts: ExplainedRank['boosts'] = [];
  for (const { query, filter, factor } of asked.boosts) {
    boosts.push({ query, factor, met: meetsAlone(yield* bindFilter(filter, segment, work), row, universe) });
  }
  const { inStockFirst, known, length } = partsOfMerit(rank.merit[row]);
  const score = scoresOf(search, Uint32Array.of(row), work)?.[0] ?? 1;
  return { score, boosts, ...(asked.inStockFirst && { in_stock: inStockFirst }), known, length };
}

/** The rows of all segments that have a token of a term. */
function countOf(all: readonly BoundSearch[], term: number, token: number): number {
  return all.reduce((sum, { scored }) => sum + scored[term].keyword.counts[token], 0);
}

/** The fields of a weight in which a row has a term. */
function* fieldsWith(keyword: ResolvedKeyword, weight: number, segment: Segment, row: number, work: Work): Steps<string[]> {
  const index = segment.text(KEYWORDS);
  const found: string[] = [];
  for (const { name, of } of index.fields.filter((field) => field.weight === weight)) {
    if (of) {
      for (const own of of) if (hasKeyword(keyword, own, segment, row)) found.push(own);
      continue;
    }
    const nodes: PlanNode[] = [];
    if (isPartNumber(segment, name)) nodes.push(yield* bindFilter(partNumberFilter(name, keyword), segment, work));
    if (keyword.kind === 'words') {
      const phrase = yield* bindPhrase(index, keyword.tokens, index.bitOf(name), () => name, work);
      if (phrase) nodes.push(phrase);
    }
    if (nodes.some((node) => meets(node, row, segment.universe(work)))) found.push(name);
  }
  return found;
}

/** Adds what `hasKeyword` reads. */
function needValues(name: string, segment: Segment, needs: Needs): void {
  const field = segment.field(name);
  if (field) needs.add(field.codes).add(field.dictionary);
}

/** Whether a row has a term in a field that shares its place in the index with others: its values are read. */
function hasKeyword(keyword: ResolvedKeyword, name: string, segment: Segment, row: number): boolean {
  const field = segment.field(name);
  if (!field) return false;
  const codes = field.codes.value;
  const dictionary = field.dictionary.value;
  const values = Array.from(codes.ordinalsOf(codes.code(row)), (ordinal) => dictionary.value(ordinal));
  if (keyword.kind === 'pattern') return field.kind.hasForms && values.some((value) => matchesForm(keyword.parts, value));
  const hasForm = (value: string) =>
    field.kind.hasForms && keyword.partNumber !== '' && partNumberForm(value) === keyword.partNumber;
  return values.some((value) => hasForm(value) || containsPhrase(tokens(value), keyword.tokens));
}

function matchesForm(parts: readonly PatternPiece[], value: string): boolean {
  const form = utf8Bytes(partNumberForm(value));
  return form.length > 0 && new Pattern(parts, partNumberForm).matches(form, 0, form.length);
}

function containsPhrase(words: readonly string[], phrase: readonly string[]): boolean {
  for (let at = 0; at + phrase.length <= words.length; at++) {
    if (phrase.every((token, i) => words[at + i] === token)) return true;
  }
  return false;
}

function isPartNumber(segment: Segment, name: string): boolean {
  return segment.field(name)?.kind.hasForms ?? false;
}

function partNumberFilter(name: string, keyword: ResolvedKeyword) {
  const operand: ResolvedOperand =
    keyword.kind === 'pattern' ? { kind: 'pattern', parts: keyword.parts } : { kind: 'term', text: keyword.partNumber };
  return { kind: 'field', name, fieldKind: 'part_number', operand } as const;
}

/** A term as it could be written in `q`. */
function keywordText(keyword: ResolvedKeyword): string {
  const { excluded } = keyword;
  if (keyword.kind === 'pattern')
    return printKeywords({ kind: 'keywords', terms: [{ kind: 'pattern', parts: keyword.parts, excluded }] });
  const kind = keyword.tokens.length > 1 ? 'phrase' : 'word';
  return printKeywords({ kind: 'keywords', terms: [{ kind, text: keyword.tokens.join(' '), excluded }] });
}
