import { UnreadableTableError } from '../../model/errors.js';
import type { CheckedMap } from '../table-map.js';
import { filesOfZip, gunzipped } from './archive.js';
import { headOf, type NamedBytes } from './bytes.js';
import { openCsv } from './csv.js';
import { encodingOf, textOfBytes } from './encoding.js';
import { isJson, openJson } from './json.js';
import type { RawTable } from './raw-table.js';
import { isWorkbook, openWorkbook } from './xlsx/workbook.js';

const HEAD_BYTES = 4096;
/** Archives in archives are read to this depth. */
const DEEPEST = 3;

/** Files that people mistake for a table, by their first bytes. */
const FOREIGN: readonly { readonly start: string; readonly text: string }[] = [
  {
    start: '\xd0\xcf\x11\xe0',
    text: 'it is a workbook of an older Excel (.xls) or with a password; save it as .xlsx without one, or as CSV',
  },
  { start: '{\\rtf', text: 'it is a document of a word processor, not a table' },
  { start: '%PDF', text: 'it is a PDF, not a table; ask for the spreadsheet that it was made of' },
  { start: '<', text: 'it is a web page or XML, not a table; open it in a spreadsheet and save it as CSV' },
  { start: 'PARTDEX\0', text: 'it is a catalog already, not a table' },
  { start: '\x89PNG', text: 'it is a picture, not a table' },
  { start: '\xff\xd8\xff', text: 'it is a picture, not a table' },
];

/** The same, packed as archives. */
const FOREIGN_ARCHIVES: readonly { readonly file: RegExp; readonly text: string }[] = [
  { file: /^content\.xml$/, text: 'it is an OpenDocument file (.ods); save it as .xlsx or CSV' },
  { file: /^Index(?:\/Document\.iwa|\.zip)$/, text: 'it is a document of Numbers; export it as .xlsx or CSV' },
  { file: /^word\/document\.xml$/, text: 'it is a document of a word processor, not a table' },
];

/**
 * The tables of a file: one, or those of a workbook or an archive.
 * @param most bytes of a text, unpacked: of a parts list, which memory holds
 * @throws UnreadableTableError
 */
export async function openTables(source: NamedBytes, map: CheckedMap, most = Infinity): Promise<RawTable[]> {
  return openAny(source, { map, most }, undefined, 0);
}

/** What is the same for all files of an archive. */
interface Opening {
  readonly map: CheckedMap;
  readonly most: number;
}

async function openAny(source: NamedBytes, opening: Opening, sheet: string | undefined, depth: number): Promise<RawTable[]> {
  const { map, most } = opening;
  if (depth > DEEPEST) throw new UnreadableTableError(source.name, 'it is packed several times; unpack it');
  const head = await headOf(source, HEAD_BYTES);
  const start = String.fromCharCode(...head.subarray(0, 8));
  if (start.startsWith('\x1f\x8b')) return openAny(gunzipped(source), opening, sheet, depth + 1);
  if (start.startsWith('PK\x03\x04') || start.startsWith('PK\x05\x06')) return openZip(source, opening, sheet, depth);
  const foreign = FOREIGN.find((kind) => start.startsWith(kind.start));
  if (foreign) throw new UnreadableTableError(source.name, foreign.text);
  if (isBrokenWorkbook(sheet ?? source.name, head) && map.encoding === undefined) {
    throw new UnreadableTableError(source.name, 'it is not a readable XLSX file; it is damaged or not a workbook, save it again');
  }
  if (map.delimiter === undefined && /^\s*\[\s*\[/.test(start)) {
    throw new UnreadableTableError(
      source.name,
      'it is a list of lists in JSON; a list of objects is needed, with names of columns',
    );
  }
  const text = atMost(source, most);
  return [await ((await startsAsJson(text, map)) ? openJson(text, map, sheet) : openCsv(text, map, sheet))];
}

/** A source that fails behind a number of bytes. */
function atMost(source: NamedBytes, most: number): NamedBytes {
  return most === Infinity ? source : { name: source.name, open: () => bounded(source, most) };
}

async function* bounded(source: NamedBytes, most: number): AsyncGenerator<Uint8Array, void, undefined> {
  let total = 0;
  for await (const bytes of source.open()) {
    total += bytes.length;
    if (total > most) {
      throw new UnreadableTableError(source.name, `it has over ${most} bytes, unpacked; a parts list has fewer`);
    }
    yield bytes;
  }
}

/** Whether a file with the name of a workbook is none, nor text: it does not begin as an archive. */
function isBrokenWorkbook(name: string, head: Uint8Array): boolean {
  return /\.xls[xm]$/i.test(name) && head.includes(0) && encodingOf(head) === undefined;
}

async function startsAsJson(source: NamedBytes, map: CheckedMap): Promise<boolean> {
  if (map.delimiter !== undefined) return false;
  let text = '';
  for await (const piece of textOfBytes(source, map.encoding)) {
    text += piece;
    if (text.length > HEAD_BYTES) break;
  }
  return isJson(text.slice(0, HEAD_BYTES));
}

async function openZip(source: NamedBytes, opening: Opening, sheet: string | undefined, depth: number): Promise<RawTable[]> {
  const { map } = opening;
  const files = await filesOfZip(source);
  if (isWorkbook(files)) return openWorkbook(source.name, files, map, sheet);
  const foreign = FOREIGN_ARCHIVES.find(({ file }) => files.some(({ name }) => file.test(name)));
  if (foreign) throw new UnreadableTableError(source.name, foreign.text);
  const tables: RawTable[] = [];
  const faults: UnreadableTableError[] = [];
  for (const file of files) {
    if (/(?:^|\/)(?:\.|__MACOSX\/)/.test(file.name)) continue;
    const name = sheet === undefined ? file.name : `${sheet}/${file.name}`;
    try {
      const opened = await openAny({ name: source.name, open: file.open }, opening, name, depth + 1);
      for (const table of opened) table.entry ??= file.name;
      tables.push(...opened);
    } catch (error) {
      // An archive may have a readme beside its tables.
      if (!(error instanceof UnreadableTableError)) throw error;
      if (isDamage(error)) throw error;
      faults.push(error);
    }
  }
  if (tables.length === 0) throw faults[0] ?? new UnreadableTableError(source.name, 'it is an archive without files');
  return tables;
}

function isDamage({ cause }: UnreadableTableError): boolean {
  return cause !== undefined;
}
