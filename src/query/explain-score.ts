import { KEYWORDS } from '../encoding/manifest.js';
import { RowSet, release } from '../index/row-set/row-set.js';
import type { Scratch } from '../index/row-set/scratch.js';
import type { Segment } from '../index/segment.js';
import type { ExplainedCondition, ExplainedTerm } from '../model/explanation.js';
import { printKeywords } from '../parser/print.js';
import { filterLabel } from '../resolve/describe.js';
import type { ResolvedFilter, ResolvedOperand } from '../resolve/filters.js';
import { finished } from '../work/pauses.js';
import type { Work } from '../work/work.js';
import { bindFilter } from './bind-filter.js';
import { bindKeywords, type ResolvedKeyword } from './keywords.js';
import { type PlanNode, restrict } from './plan.js';
import { Scorer } from './score.js';
import { type BoundSearch, loadScoreSources, type ResolvedSearch } from './search.js';
import { bindPhrase } from './text-terms.js';
import { childrenOf, describeNode, TOLD } from './trace.js';

/** Everything that a search asks, each with whether a row meets it: the terms of `q`, then the filters. */
export async function explainConditions(
  search: ResolvedSearch,
  segment: Segment,
  row: number,
  work: Work,
): Promise<ExplainedCondition[]> {
  const conditions: ExplainedCondition[] = [];
  for (const keyword of search.keywords) {
    const { node } = await bindKeywords([keyword], segment, work);
    conditions.push({ ...conditionOf(node, row, work.scratch(segment.scratches)), label: keywordText(keyword) });
  }
  for (const filter of search.filters) {
    conditions.push({ ...(await filterCondition(filter, segment, row, work)), label: filterLabel(filter)() });
  }
  return conditions;
}

/** A filter as it was asked: a plan leaves out what cannot change the answer, and that is what somebody may look for here. */
async function filterCondition(filter: ResolvedFilter, segment: Segment, row: number, work: Work): Promise<ExplainedCondition> {
  if (filter.kind === 'field') {
    const condition = conditionOf(await bindFilter(filter, segment, work), row, work.scratch(segment.scratches));
    return condition.kind === 'none' ? { ...condition, label: filterLabel(filter)() } : condition;
  }
  if (filter.kind === 'all') return conditionOf(await bindFilter(filter, segment, work), row, work.scratch(segment.scratches));
  const inside = filter.kind === 'not' ? [filter.child] : filter.children;
  const conditions: ExplainedCondition[] = [];
  for (const child of inside) conditions.push(await filterCondition(child, segment, row, work));
  const { kind } = filter;
  if (kind === 'not') return { kind, label: 'not', met: !conditions[0].met, conditions };
  const met = kind === 'and' ? conditions.every((child) => child.met) : conditions.some((child) => child.met);
  const label = `${kind === 'and' ? 'all' : 'any'} of ${conditions.length} conditions`;
  return { kind, label, met, conditions: conditions.length <= TOLD ? conditions : [] };
}

function conditionOf(node: PlanNode, row: number, scratch: Scratch): ExplainedCondition {
  const conditions = childrenOf(node).map((child) => conditionOf(child, row, scratch));
  return { ...describeNode(node), met: meets(node, row, scratch), conditions };
}

/** Whether a row is all that is left of itself where a plan restricts it: a single row takes no steps worth giving way. */
export function meetsAlone(node: PlanNode, row: number, scratch: Scratch): boolean {
  const rows = scratch.list(1);
  rows[0] = row;
  const set = finished(restrict(node, RowSet.list(rows, 1), scratch));
  const { count } = set;
  release(set, scratch);
  return count > 0;
}

/** Whether a row of the segment matches a plan. */
function meets(node: PlanNode, row: number, scratch: Scratch): boolean {
  switch (node.kind) {
    case 'all':
      return true;
    case 'none':
      return false;
    case 'and':
      return node.children.every((child) => meets(child, row, scratch));
    case 'or':
      return node.children.some((child) => meets(child, row, scratch));
    case 'not':
      return !meets(node.child, row, scratch);
    case 'leaf':
    case 'long_leaf':
      return meetsAlone(node, row, scratch);
  }
}

/** What each scored term adds to the score of a row that is a hit. */
export async function explainTerms(
  search: ResolvedSearch,
  bound: BoundSearch,
  idf: readonly number[],
  row: number,
  work: Work,
): Promise<ExplainedTerm[]> {
  const { segment, keywords } = bound;
  if (keywords.scored.length === 0) return [];
  // Loaded already only where the order asks for scores.
  const sources = bound.sources ?? (await loadScoreSources(keywords, segment));
  const scored = search.keywords.filter(({ excluded }) => !excluded);
  const scores = new Scorer(
    sources,
    keywords.scored.map((keyword, i) => ({ keyword, idf: idf[i] })),
  ).explain(row);
  const terms: ExplainedTerm[] = [];
  for (let i = 0; i < scored.length; i++) {
    const fields = await fieldsWith(scored[i], scores[i].weight, segment, row, work);
    terms.push({ term: keywordText(scored[i]), idf: idf[i], rows: [...keywords.scored[i].counts], fields, ...scores[i] });
  }
  return terms;
}

/** The fields of a weight in which a term stands. */
async function fieldsWith(
  keyword: ResolvedKeyword,
  weight: number,
  segment: Segment,
  row: number,
  work: Work,
): Promise<string[]> {
  const index = segment.text(KEYWORDS);
  const found: string[] = [];
  for (const { name } of index.fields.filter((field) => field.weight === weight)) {
    const nodes: PlanNode[] = [];
    if (segment.field(name)?.info.kind === 'part_number')
      nodes.push(await bindFilter(partNumberFilter(name, keyword), segment, work));
    if (keyword.kind === 'words') {
      const phrase = await bindPhrase(index, keyword.tokens, index.bitOf(name), () => name, work);
      if (phrase) nodes.push(phrase);
    }
    if (nodes.some((node) => meets(node, row, work.scratch(segment.scratches)))) found.push(name);
  }
  return found;
}

function partNumberFilter(name: string, keyword: ResolvedKeyword) {
  const operand: ResolvedOperand =
    keyword.kind === 'pattern' ? { kind: 'pattern', parts: keyword.parts } : { kind: 'term', text: keyword.partNumber };
  return { kind: 'field', name, fieldKind: 'part_number', operand } as const;
}

/** A term as it could stand in `q`. */
function keywordText(keyword: ResolvedKeyword): string {
  const { excluded } = keyword;
  if (keyword.kind === 'pattern')
    return printKeywords({ kind: 'keywords', terms: [{ kind: 'pattern', parts: keyword.parts, excluded }] });
  const kind = keyword.tokens.length > 1 ? 'phrase' : 'word';
  return printKeywords({ kind: 'keywords', terms: [{ kind, text: keyword.tokens.join(' '), excluded }] });
}
