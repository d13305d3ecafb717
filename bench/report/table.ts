/** Rows as an aligned Markdown table: numbers to the right, the first column and those named in `texts` to the left. */
export function table(titles: readonly string[], rows: readonly (readonly string[])[], texts: readonly string[] = []): string {
  const isText = titles.map((title, i) => i === 0 || texts.includes(title));
  const widths = titles.map((title, i) => Math.max(title.length, ...rows.map((row) => row[i].length)));
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, i) => (isText[i] ? cell.padEnd(widths[i]) : cell.padStart(widths[i]))).join(' | ')} |`;
  const rule = `|${widths.map((width, i) => (isText[i] ? '-'.repeat(width + 2) : `${'-'.repeat(width + 1)}:`)).join('|')}|`;
  return [line(titles), rule, ...rows.map(line)].join('\n');
}

/** Three figures. */
export function figure(value: number): string {
  if (value >= 100) return Math.round(value).toLocaleString('en-US');
  if (value >= 10) return value.toFixed(1);
  if (value >= 1) return value.toFixed(2);
  return value >= 0.01 ? value.toFixed(3) : value.toFixed(4);
}

export function count(value: number): string {
  return Math.round(value).toLocaleString('en-US');
}

/** Below this share of the CPU a question was disturbed by something else on the machine. */
export const UNDISTURBED = 0.9;

/** A question in the first column of a table. */
export function markedName({ name, letters, cpu_share }: { name: string; letters: string; cpu_share: number }): string {
  return `${name} (${letters})${cpu_share < UNDISTURBED ? ' *' : ''}`;
}
