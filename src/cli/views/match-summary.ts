import type { Header } from '../../bom/columns.js';
import { KINDS, type MatchKind } from '../../bom/match-lines.js';
import type { LineResult } from '../../bom/output-columns.js';
import type { Tally } from '../../bom/tally.js';
import { formatAmount, formatCount } from '../terminal/format.js';
import { type Column, renderTable, tableWidth } from '../terminal/table.js';
import { colorsOf, type Output } from '../terminal/terminal.js';
import { type BarRow, barBlock } from './bars.js';

/** The meaning of each kind, beside its count. */
const MEANINGS: Readonly<Record<MatchKind, string>> = {
  exact: 'as it is written',
  normalised: 'the same letters and digits',
  sku: 'number of a seller',
  wildcard: 'the only part of a pattern',
  ambiguous: 'several parts match as well',
  'not found': '',
  'no number': 'nothing to look for',
};

/** The outcomes of the lines: a bar for each kind, then the first that are not found. */
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
  const sentences = missingColumns(missing, ({ text }) => text, output);
  // A truncated sentence is less useful than one word.
  const fits = !output.isTTY || tableWidth(sentences, missing) <= output.columns;
  const columns = fits ? sentences : missingColumns(missing, ({ reason }) => reason, output);
  const more = tally.count('not found') - missing.length;
  const rest = more > 0 ? `\n${colorsOf(output).dim(`${formatAmount(more, 'more line')} not found`)}` : '';
  return [renderTable(columns, missing, output) + rest];
}

type Suggested = LineResult['suggestions'][number];

function missingColumns(
  missing: readonly LineResult[],
  why: (suggestion: Suggested) => string,
  output: Output,
): Column<LineResult>[] {
  const { dim } = colorsOf(output);
  const ofFirst =
    (text: (suggestion: Suggested) => string) =>
    ({ suggestions: [first] }: LineResult) =>
      first ? text(first) : '';
  const columns: Column<LineResult>[] = [
    { title: 'line', align: 'right', text: ({ line }) => formatCount(line) },
    { title: 'not found', text: ({ mpn, skus }) => mpn || (skus[0] ?? '') },
    { title: 'brand', text: ({ brand }) => brand },
    { title: 'suggestion', text: ofFirst(({ mpn }) => mpn) },
    { title: 'its brand', flexible: true, text: ofFirst(({ brand }) => brand) },
    { title: 'why', text: ofFirst(why), style: (text) => (text === '' ? '' : dim(text)) },
  ];
  return columns.filter((column) => missing.some((line) => column.text(line) !== ''));
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
