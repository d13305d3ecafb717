import type { ColumnReport, ImportReport, TableReport } from '../../import/partdex-import.js';
import type { BuildReport, FileRead } from '../../node/partdex-node.js';
import { formatAmount, formatCount, printable } from '../terminal/format.js';
import { type Column, tableLines } from '../terminal/table.js';
import { colorsOf, type Output, print } from '../terminal/terminal.js';

/** Most rows and conflicts of a table that are printed. */
const TOLD = 5;

const COLUMNS: readonly Column<ColumnReport>[] = [
  { title: 'column', text: ({ heading }) => `  ${heading}`, flexible: true },
  { title: 'read as', text: ({ as, unit }) => (unit === undefined ? as : `${as} in ${unit}`) },
  { title: 'cells', align: 'right', text: ({ read }) => formatCount(read) },
  { title: 'not read', text: ({ unread, examples }) => notRead(unread, examples) },
];

function notRead(unread: number, examples: ColumnReport['examples']): string {
  if (unread === 0) return '';
  const told = examples.slice(0, 3).map(({ line, text }) => `line ${line} "${text}"`);
  return `${formatCount(unread)}: ${told.join(', ')}${unread > told.length ? ', …' : ''}`;
}

/**
 * The report with the conflicts of a merge: each belongs to the file whose value is not kept. Files of documents have entries too.
 * @param documents the inputs that were read, tables among them
 */
export function withConflicts(tables: ImportReport, documents: readonly FileRead[], built: BuildReport): ImportReport {
  const entries: ImportReport = tables.map((table) => ({ ...table, conflicts: [...table.conflicts] }));
  for (const { source, documents: rows } of documents) {
    if (entries.some((entry) => entry.source === source)) continue;
    entries.push({ source, rows, parts: rows, columns: [], left_out: [], conflicts: [], notes: [] });
  }
  for (const conflict of built.conflicts) {
    entries.find(({ source, parts }) => source === conflict.source && parts > 0)?.conflicts.push(conflict);
  }
  const more = built.conflictCount - built.conflicts.length;
  if (more > 0) entries.at(-1)?.notes.push(`${more} more values of merged parts are not kept`);
  return entries;
}

/** Prints how tables were read. */
export function printReport(report: ImportReport, output: Output): void {
  for (const table of report) print(output, `${describe(table, output).join('\n')}\n`);
}

/** Whether a column has neither a heading nor cells: commas at the ends of lines. */
function isEmpty({ heading, read, unread }: ColumnReport): boolean {
  return read + unread === 0 && /^Column \d+$/.test(heading);
}

function describe(table: TableReport, output: Output): string[] {
  const { source, sheet, rows, parts, columns, left_out: leftOut, conflicts, notes } = table;
  const name = sheet === undefined ? source : `${source}, ${sheet}`;
  const lines = [`${printable(name)}: ${formatAmount(rows, 'row')}, ${formatAmount(parts, 'part')}`];
  const shown = columns.filter((column) => !isEmpty(column));
  if (shown.length > 0) lines.push(...tableLines(COLUMNS, shown, output));
  const { yellow } = colorsOf(output);
  const note = (text: string) => lines.push(`  ${yellow('note:')} ${printable(text)}`);
  for (const { line, text, why } of leftOut.slice(0, TOLD)) note(`line ${line} is left out, since ${why}: ${text}`);
  if (leftOut.length > TOLD) note(`${formatCount(leftOut.length - TOLD)} more rows are left out`);
  for (const { uid, path, kept, given } of conflicts.slice(0, TOLD)) {
    note(`part ${uid} has two values of ${path}: ${JSON.stringify(kept)} is kept, ${JSON.stringify(given)} is not`);
  }
  if (conflicts.length > TOLD) note(`${formatCount(conflicts.length - TOLD)} more conflicts`);
  for (const text of notes) note(text);
  return lines;
}
