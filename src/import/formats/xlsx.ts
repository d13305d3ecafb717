import { UnreadableTableError } from '../../model/errors.js';
import { type Cell, isBlank } from '../cells.js';
import type { Row } from '../header.js';
import type { CheckedMap } from '../table-map.js';
import { type ArchivedFile, checkWorkbook } from './archive.js';
import { allBytes, type NamedBytes } from './bytes.js';
import type { RawTable } from './raw-table.js';

/** Whether the files of an archive are those of a workbook. */
export function isWorkbook(files: readonly ArchivedFile[]): boolean {
  return files.some(({ name }) => /^xl\/(?:workbook|worksheets\/)/.test(name));
}

/** The sheets of a workbook. @throws UnreadableTableError for a damaged one */
export async function openWorkbook(
  source: NamedBytes,
  files: readonly ArchivedFile[],
  map: CheckedMap,
  within?: string,
): Promise<RawTable[]> {
  await checkWorkbook(files, source.name);
  const bytes = (await allBytes(source, Number.MAX_SAFE_INTEGER)) as Uint8Array<ArrayBuffer>;
  const { default: readSheets } = await import('read-excel-file/universal');
  let sheets: Awaited<ReturnType<typeof readSheets>>;
  try {
    sheets = await readSheets(new Blob([bytes]), { trim: false });
  } catch (cause) {
    throw new UnreadableTableError(
      source.name,
      'the workbook is damaged or of an unknown kind; save it again as .xlsx',
      undefined,
      {
        cause,
      },
    );
  }
  const wanted = map.sheets && new Set(map.sheets);
  return sheets
    .filter(({ sheet }) => !wanted || wanted.has(sheet))
    .map(({ sheet, data }) => {
      const rows = data.map((cells, i): Row => ({ line: i + 1, cells: trimmed(cells.map(cellOf)) }));
      return { source: source.name, sheet: within === undefined ? sheet : `${within}: ${sheet}`, rows: () => once(rows) };
    });
}

async function* once(rows: readonly Row[]): AsyncGenerator<readonly Row[], void, undefined> {
  if (rows.length > 0) yield rows;
}

function cellOf(value: unknown): Cell {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return Number.isFinite(value) ? value : '';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (value instanceof Date) return dateText(value);
  return String(value).replace(/\r\n?/g, '\n');
}

/** A date without its time if it has none. */
function dateText(date: Date): string {
  const text = Number.isNaN(date.getTime()) ? '' : date.toISOString();
  return text.endsWith('T00:00:00.000Z') ? text.slice(0, 10) : text;
}

/** The cells of a row without the blank ones at its end, of which sheets may have thousands. */
function trimmed(cells: Cell[]): Cell[] {
  let end = cells.length;
  while (end > 0 && isBlank(cells[end - 1]) && cells[end - 1] === '') end--;
  return cells.slice(0, end);
}
