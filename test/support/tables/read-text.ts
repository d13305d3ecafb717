import { type ImportReport, readTable, type TableOptions } from '../../../src/import/partdex-import.js';
import type { Part } from '../../../src/partdex.js';

/** The parts of a table given as text, and the report. */
export async function readText(
  text: string | readonly string[],
  options?: TableOptions,
  name = 'list.csv',
): Promise<{ parts: Part[]; report: ImportReport }> {
  const bytes = new TextEncoder().encode(typeof text === 'string' ? text : text.join('\n'));
  const table = readTable({ name, data: bytes }, options);
  const parts: Part[] = [];
  for await (const part of table) parts.push(part);
  return { parts, report: table.report() };
}

/** The values of one column: the members of each part that it became, by `pick`. */
export async function readColumn<T>(heading: string, cells: readonly string[], pick: (part: Part) => T, more = ''): Promise<T[]> {
  const rows = cells.map((cell, i) => `P-${i}\t${cell}${more === '' ? '' : `\t${more}`}`);
  const { parts } = await readText([`MPN\t${heading}${more === '' ? '' : '\tmore'}`, ...rows]);
  return parts.map(pick);
}
