import type { ExplainedCondition, ExplainedTerm, Explanation, Part, ScoreExplanation } from '../../partdex.js';
import { formatAmount, formatCount, printable } from '../terminal/format.js';
import { type Column, renderTable } from '../terminal/table.js';
import { colorsOf, type Output } from '../terminal/terminal.js';
import { type TreeRow, treeRows } from '../terminal/tree.js';
import { textAt } from './part-cells.js';

const DECIMALS = 3;

/** Characters of a value that are shown if nothing else limits them. */
const VALUE_WIDTH = 60;

/** The field of a condition, by the beginning of its label. Parts do not show computed fields (`avg_price`). */
const FIELD =
  /^(uid|mpn|(?:brand|manufacturer)\.(?:name|uid)|offers\.[\w.]+|descriptions\.value|short_description|category_uids|specs\..+?\.(?:min_|max_)?value):/;

/**
 * How a search applies to one part: whether it is found, its position, the conditions that it meets, and the terms of its score.
 * @param part the part with all its members
 */
export function renderScore(score: ScoreExplanation, explanation: Explanation, part: Part, output: Output): string {
  const { bold } = colorsOf(output);
  const blocks = [`${bold(printable(score.mpn))}  ${printable(score.uid)}\n${verdict(score, explanation.hits, output)}`];
  if (score.conditions.length > 0) blocks.push(conditionTable(score.conditions, part, output));
  if (score.terms.length > 0) blocks.push(termTable(score.terms, output));
  if (score.score !== null) blocks.push(`score  ${bold(score.score.toFixed(DECIMALS))}`);
  return blocks.join('\n\n');
}

function verdict({ found, position, score }: ScoreExplanation, hits: number, output: Output): string {
  const { green, red } = colorsOf(output);
  if (!found || position === null) return `${red('not found')}: it does not meet every condition`;
  const place = `number ${formatCount(position + 1)} of ${formatAmount(hits, 'part')}`;
  return `${green('found')}, ${place}${score === null ? '; nothing scores in this search' : ''}`;
}

/** All conditions, with a mark for those that the part meets; for the others, the part's own value. */
function conditionTable(conditions: readonly ExplainedCondition[], part: Part, output: Output): string {
  const { green, red, dim } = colorsOf(output);
  const rows = conditions.flatMap((condition) =>
    treeRows(condition, (node) => node.conditions).map((row) => ({
      ...row,
      has: condition.met ? '' : valueInstead(row.node, part),
    })),
  );
  const columns: Column<TreeRow<ExplainedCondition> & { has: string }>[] = [
    {
      title: '',
      text: ({ node }) => (node.met ? '✓' : '✗'),
      style: (text, { node }) => (node.met ? green(text) : red(text)),
    },
    { title: 'condition', flexible: true, text: ({ before, node }) => before + node.label },
  ];
  if (rows.some(({ has }) => has !== ''))
    columns.push({ title: 'the part has', text: ({ has }) => has, style: (text) => dim(text) });
  return renderTable(columns, rows, output);
}

/** The part's value for a condition that it does not meet; empty if it meets it, or if the condition consists of others. */
function valueInstead({ met, label, conditions }: ExplainedCondition, part: Part): string {
  const [, field] = FIELD.exec(label) ?? [];
  if (met || conditions.length > 0 || field === undefined) return '';
  const text = textAt(part, field) || '(no value)';
  return text.length <= VALUE_WIDTH ? text : `${text.slice(0, VALUE_WIDTH)}…`;
}

/** `idf × weight × length + exact` of each term. */
function termTable(terms: readonly ExplainedTerm[], output: Output): string {
  const { bold } = colorsOf(output);
  const hasBonus = terms.some((term) => term.exact_bonus > 0);
  const number = (title: string, text: (term: ExplainedTerm) => string): Column<ExplainedTerm> => ({
    title,
    align: 'right',
    text,
  });
  const columns: Column<ExplainedTerm>[] = [
    { title: 'term', text: ({ term }) => term },
    { title: 'best in', flexible: true, text: ({ fields }) => fields.join(', ') },
    number('parts', ({ rows }) => rows.map(formatCount).join(' ')),
    number('idf', ({ idf }) => idf.toFixed(DECIMALS)),
    number('× weight', ({ weight }) => String(weight)),
    number('× length', (term) => term.length_factor.toFixed(DECIMALS)),
    ...(hasBonus ? [number('+ exact', (term) => formatCount(term.exact_bonus))] : []),
    { ...number('= score', (term) => term.score.toFixed(DECIMALS)), style: (text) => bold(text) },
  ];
  return renderTable(columns, terms, output);
}
