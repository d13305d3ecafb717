import type { ImportReport } from 'partdex/import';
import { formatAmount, formatCount } from './numbers.js';

/** Rows that were left out, and conflicts, that are shown of a table; the report counts the others. */
const SHOWN = 20;

/** How one table was read, as the page shows it. */
export interface TableTexts {
  readonly title: string;
  /** For each column: its heading, what it became, and what did not fit. */
  readonly columns: readonly { readonly heading: string; readonly as: string; readonly cells: string; readonly unread: string }[];
  readonly notes: readonly string[];
}

/** The report of an import as texts. */
export function importTexts(report: ImportReport): TableTexts[] {
  return report.map((table) => {
    const { source, sheet, rows, parts, columns } = table;
    return {
      title: `${sheet === undefined ? source : `${source}, ${sheet}`}: ${formatAmount(rows, 'row')}, ${formatAmount(parts, 'part')}`,
      columns: columns.map(({ heading, as, unit, read, unread, examples }) => ({
        heading,
        as: unit === undefined ? as : `${as} in ${unit}`,
        cells: formatCount(read),
        unread: unread === 0 ? '' : `${formatCount(unread)}: ${examplesText(examples)}${unread > examples.length ? ', …' : ''}`,
      })),
      notes: notesOf(table),
    };
  });
}

function examplesText(examples: ImportReport[number]['columns'][number]['examples']): string {
  return examples.map(({ line, text }) => `line ${line} “${text}”`).join(', ');
}

function notesOf({ left_out: leftOut, conflicts, notes }: ImportReport[number]): string[] {
  const rows = leftOut.slice(0, SHOWN).map(({ line, text, why }) => `Line ${line} is left out, since ${why}: ${text}`);
  const values = conflicts
    .slice(0, SHOWN)
    .map(
      ({ uid, path, kept, given }) =>
        `Part ${uid} has two values of ${path}: ${JSON.stringify(kept)} is kept, ${JSON.stringify(given)} is not`,
    );
  const more = (list: readonly unknown[], noun: string, plural: string) =>
    list.length > SHOWN ? [`${formatAmount(list.length - SHOWN, noun, plural)}`] : [];
  return [
    ...rows,
    ...more(leftOut, 'more row is left out', 'more rows are left out'),
    ...values,
    ...more(conflicts, 'more conflict', 'more conflicts'),
    ...notes,
  ];
}

/** The name of the catalog of a table: `parts.pdx` of `parts.csv.gz`. */
export function catalogName(table: string): string {
  const name = table.replace(/(?:\.(?:csv|tsv|tab|txt|xlsx|json|ndjson|jsonl|gz|zip))+$/i, '');
  return `${name || 'catalog'}.pdx`;
}
