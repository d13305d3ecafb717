import { DocSet } from '../index/docset/docset.js';
import type { Scratch } from '../index/docset/scratch.js';
import { KEYWORDS } from '../index/manifest.js';
import type { Segment } from '../index/segment.js';
import type { ExplainedCondition, ExplainedTerm } from '../model/explanation.js';
import { printKeywords } from '../parser/print.js';
import { bindFilter } from './bind-filter.js';
import { filterLabel, type Label } from './describe.js';
import { bindKeywords, type ResolvedKeyword } from './keywords.js';
import type { PlanNode } from './plan.js';
import type { ResolvedOperand } from './resolve.js';
import { Scorer } from './score.js';
import { type BoundSearch, loadScoreSources, type ResolvedSearch } from './search.js';
import { bindPhrase } from './text-terms.js';
import { childrenOf, describeNode } from './trace.js';

/** Everything that a search asks, each with whether a row meets it: the terms of `q`, then the filters. */
export async function explainConditions(search: ResolvedSearch, segment: Segment, row: number): Promise<ExplainedCondition[]> {
  const conditions: { label: Label; node: PlanNode }[] = [];
  for (const keyword of search.keywords) {
    conditions.push({ label: () => keywordText(keyword), node: (await bindKeywords([keyword], segment)).node });
  }
  for (const filter of search.filters) conditions.push({ label: filterLabel(filter), node: await bindFilter(filter, segment) });
  const { scratch } = segment;
  return conditions.map(({ label, node }) => ({ ...conditionOf(node, row, scratch), label: label() }));
}

function conditionOf(node: PlanNode, row: number, scratch: Scratch): ExplainedCondition {
  const conditions = childrenOf(node).map((child) => conditionOf(child, row, scratch));
  return { ...describeNode(node), met: meets(node, row, scratch), conditions };
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
    case 'leaf': {
      scratch.reset();
      const rows = scratch.list(1);
      rows[0] = row;
      return node.restrict(DocSet.list(rows, 1), scratch).count > 0;
    }
  }
}

/** What each scored term adds to the score of a row that is a hit. */
export async function explainTerms(
  search: ResolvedSearch,
  bound: BoundSearch,
  idf: readonly number[],
  row: number,
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
    const fields = await fieldsWith(scored[i], scores[i].weight, segment, row);
    terms.push({ term: keywordText(scored[i]), idf: idf[i], rows: [...keywords.scored[i].counts], fields, ...scores[i] });
  }
  return terms;
}

/** The fields of a weight in which a term stands. */
async function fieldsWith(keyword: ResolvedKeyword, weight: number, segment: Segment, row: number): Promise<string[]> {
  const index = segment.text(KEYWORDS);
  const found: string[] = [];
  for (const { name } of index.fields.filter((field) => field.weight === weight)) {
    const nodes: PlanNode[] = [];
    if (segment.field(name)?.info.kind === 'part_number') nodes.push(await bindFilter(partNumberFilter(name, keyword), segment));
    if (keyword.kind === 'words') {
      const phrase = await bindPhrase(index, keyword.tokens, index.bitOf(name), () => name);
      if (phrase) nodes.push(phrase);
    }
    if (nodes.some((node) => meets(node, row, segment.scratch))) found.push(name);
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
