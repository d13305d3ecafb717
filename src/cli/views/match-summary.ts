import type { Header } from '../bom/columns.js';
import { KINDS, type MatchKind } from '../bom/match-lines.js';
import type { LineResult } from '../bom/output-columns.js';
import type { Tally } from '../bom/tally.js';
import { formatAmount, formatCount } from '../terminal/format.js';
import { type Column, renderTable } from '../terminal/table.js';
import { colorsOf, type Output } from '../terminal/terminal.js';
import { type BarRow, barBlock } from './bars.js';

/** What each kind means, beside its count. */
const MEANINGS: Readonly<Record<MatchKind, string>> = {
  exact: 'as it is written',
  normalised: 'the same letters and digits',
  sku: 'number of a seller',
  wildcard: 'the only part of a pattern',
  ambiguous: 'several parts match as well',
  'not found': '',
  'no number': 'nothing to look for',
};

/** What became of the lines: a bar for each kind, then the first that are not found. */
export function renderMatchSummary(tally: Tally, output: Output): string {
  const rows = KINDS.filter((kind) => tally.count(kind) > 0).map(
    (kind): BarRow => ({
      text: kind,
      count: tally.count(kind),
      behind: kind === 'not found' ? withSuggestions(tally) : MEANINGS[kind],
    }),
  );
  const block = barBlock({ heading: { title: 'Match' }, rows, remarks: [] }, output);
  const bars = tally.lines === 0 ? [] : [block.render(output).join('\n')];
  return [...bars, ...missingTable(tally, output)].join('\n\n');
}

function withSuggestions({ suggested }: Tally): string {
  return suggested === 0 ? '' : `${formatCount(suggested)} with a suggestion`;
}

function missingTable(tally: Tally, output: Output): string[] {
  const { missing } = tally;
  if (missing.length === 0) return [];
  const { dim } = colorsOf(output);
  const all: Column<LineResult>[] = [
    { title: 'line', align: 'right', text: ({ line }) => formatCount(line) },
    { title: 'not found', text: ({ mpn, skus }) => mpn || (skus[0] ?? '') },
    { title: 'brand', text: ({ brand }) => brand },
    { title: 'suggestion', text: ({ suggestions: [first] }) => first?.mpn ?? '' },
    { title: 'its brand', text: ({ suggestions: [first] }) => first?.brand ?? '' },
    {
      title: 'why',
      flexible: true,
      text: ({ suggestions: [first] }) => first?.text ?? '',
      style: (text) => (text === '' ? '' : dim(text)),
    },
  ];
  const columns = all.filter((column) => missing.some((line) => column.text(line) !== ''));
  const more = tally.count('not found') - missing.length;
  const rest = more > 0 ? `\n${dim(`${formatAmount(more, 'more line')} not found`)}` : '';
  return [renderTable(columns, missing, output) + rest];
}

/** Which columns of a list were used, by their headings: `mpn "Part Number", quantity "Qty"`. */
export function describeColumns({ columns }: Header, headings: readonly string[] | undefined): string {
  const name = (column: number) => (headings ? `"${headings[column].replace(/\s+/g, ' ').trim()}"` : String(column + 1));
  const { mpn, skus, brand, seller, quantity, reference } = columns;
  const used: (readonly [string, number | undefined])[] = [
    ['mpn', mpn],
    ...skus.map((sku) => ['sku', sku] as const),
    ['brand', brand],
    ['seller', seller],
    ['quantity', quantity],
    ['reference', reference],
  ];
  return used.flatMap(([role, column]) => (column === undefined ? [] : [`${role} ${name(column)}`])).join(', ');
}
