import type { Block } from '../terminal/blocks.js';
import { bar, formatCount, printable } from '../terminal/format.js';
import { type Column, tableLines, tableWidth, textWidth } from '../terminal/table.js';
import { colorsOf, type Output } from '../terminal/terminal.js';

/** The heading of a group of bars: a rank, a label, and the name in requests if it differs. */
export interface Heading {
  readonly rank?: number;
  readonly title: string;
  readonly name?: string;
}

/** A line with a bar. */
export interface BarRow {
  readonly text: string;
  /** Shown dim beside the text. */
  readonly beside?: string;
  readonly count: number;
  /** Shown dim after the count. */
  readonly behind?: string;
  /** The number of hits without a value, shown without a bar. */
  readonly isRest?: boolean;
}

const INDENT = 2;
const GAP = 2;
const SHORTEST_BAR = 8;
const LONGEST_BAR = 36;

/** Rows under a heading, and dim remarks under those. */
export interface Bars {
  readonly heading: Heading;
  readonly rows: readonly BarRow[];
  readonly remarks: readonly string[];
}

/** Only people get bars: a program or a file gets the rows without them. */
export function barBlock({ heading, rows, remarks }: Bars, output: Output): Block {
  const beside = INDENT + tableWidth(columnsOf(rows, 0, output), rows);
  const under = [heading.name ?? '', ...remarks];
  const wanted = output.isTTY ? beside + GAP + SHORTEST_BAR : beside;
  return {
    width: Math.max(wanted, textWidth(rankText(heading.rank) + heading.title), ...under.map((text) => INDENT + textWidth(text))),
    render: (shown) => {
      const { dim } = colorsOf(shown);
      const room = Math.min(LONGEST_BAR, Math.max(SHORTEST_BAR, shown.columns - beside - GAP));
      const inside = { ...shown, columns: shown.columns - INDENT };
      return [
        ...headingLines(heading, shown),
        ...(rows.length > 0 ? tableLines(columnsOf(rows, shown.isTTY ? room : 0, shown), rows, inside).map(indent) : []),
        ...remarks.map((remark) => indent(dim(printable(remark)))),
      ];
    },
  };
}

/** In one line if it fits, else in two. */
function headingLines({ rank, title, name }: Heading, output: Output): string[] {
  const { bold, dim } = colorsOf(output);
  const before = rankText(rank);
  const first = before + bold(printable(title));
  if (name === undefined || name === title) return [first];
  const fits = !output.isTTY || textWidth(before + title) + GAP + textWidth(name) <= output.columns;
  const second = dim(printable(name));
  return fits ? [`${first}  ${second}`] : [first, indent(second)];
}

function rankText(rank: number | undefined): string {
  return rank === undefined ? '' : `${rank}  `;
}

/** @param room width of the longest bar, 0 for none */
function columnsOf(rows: readonly BarRow[], room: number, output: Output): Column<BarRow>[] {
  const { cyan, dim } = colorsOf(output);
  const most = Math.max(0, ...rows.filter(({ isRest }) => !isRest).map(({ count }) => count));
  const dimRest = (text: string, { isRest }: BarRow) => (isRest ? dim(text) : text);
  const dimText = (text: string) => (text === '' ? '' : dim(text));
  const columns: Column<BarRow>[] = [
    { title: '', flexible: true, text: ({ text }) => text, style: dimRest },
    { title: '', text: ({ beside = '' }) => beside, style: dimText },
    {
      title: '',
      text: ({ count, isRest }) => (isRest || room === 0 ? '' : bar(count, most, room)),
      style: (text) => (text === '' ? '' : cyan(text)),
    },
    { title: '', align: 'right', text: ({ count }) => formatCount(count), style: dimRest },
    { title: '', text: ({ behind = '' }) => behind, style: dimText },
  ];
  return columns.filter((column) => rows.some((row) => column.text(row) !== ''));
}

function indent(line: string): string {
  return ' '.repeat(INDENT) + line;
}
