import type { ExplainedStep } from '../../partdex.js';
import { formatCount, formatMicroseconds, printable, wrap } from '../terminal/format.js';
import { type Column, tableLines } from '../terminal/table.js';
import { colorsOf, type Output } from '../terminal/terminal.js';
import { type TreeRow, treeRows } from '../terminal/tree.js';

/** The steps of a plan as a tree: each with rows in and out and its time, and below it how and why. */
export function renderPlan(plan: ExplainedStep, output: Output): string {
  const { bold, dim } = colorsOf(output);
  const rows = treeRows(plan, (step) => step.steps);
  const columns: Column<TreeRow<ExplainedStep>>[] = [
    {
      title: 'step',
      flexible: true,
      text: ({ before, node }) => `${before}${node.kind}${node.label === node.kind ? '' : `  ${node.label}`}`,
      style: (text, { before, node }) =>
        text.startsWith(before + node.kind) ? dim(before) + bold(node.kind) + text.slice(before.length + node.kind.length) : text,
    },
    { title: 'rows in', align: 'right', text: ({ node }) => count(node.rows_in) },
    { title: 'rows out', align: 'right', text: ({ node }) => count(node.rows_out) },
    { title: 'time', align: 'right', text: ({ node }) => formatMicroseconds(node.microseconds) },
  ];
  const [head, ...lines] = tableLines(columns, rows, output);
  const below = rows.map(({ node, below }) =>
    node.reason === '' ? [] : wrap(printable(node.reason), output.columns - below.length).map((line) => dim(below + line)),
  );
  return [head, ...lines.flatMap((line, i) => [line, ...below[i]])].join('\n');
}

function count(rows: number | null): string {
  return rows === null ? '' : formatCount(rows);
}
