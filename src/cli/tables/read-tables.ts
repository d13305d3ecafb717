import type { NamedBytes } from '../../import/formats/bytes.js';
import { type TableMap, UnreadableTableError } from '../../import/partdex-import.js';
import type { JoinedTables } from '../../import/table-source.js';
import { ValidationError } from '../../model/errors.js';
import type { NamedStream } from '../../node/partdex-node.js';
import type { Part } from '../../partdex.js';
import { CommandError, EXIT } from '../failure.js';
import type { TableFile } from './inputs.js';
import { readMapFile } from './map-file.js';
import { partText } from './part-text.js';

/** Options that say how tables are read. */
export interface TableFileOptions {
  readonly map?: string;
  readonly currency?: string;
  /** Whether rows of the same part in several files are left for the build to merge. */
  readonly merges?: boolean;
}

/** About the length of a piece of text that is passed to the build. */
const PIECE = 1 << 16;

/**
 * Opens tables and reads them once, so that it is known how their columns are read.
 * @throws CommandError for an invalid map; UnreadableTableError
 */
export async function openTableFiles(
  files: readonly (TableFile | NamedStream)[],
  options: TableFileOptions,
): Promise<JoinedTables> {
  const { namedBytes } = await import('../../import/formats/bytes.js');
  const sources = files.map((file) =>
    'open' in file ? file : namedBytes({ name: file.name, data: file.stream as AsyncIterable<Uint8Array> }),
  );
  const tables = await tablesOf(sources, options);
  await tables.prepare();
  return tables;
}

/** Checks the options and the map. @throws CommandError for an invalid map; ValidationError */
export async function checkTableOptions(options: TableFileOptions): Promise<void> {
  await tablesOf([], options);
}

async function tablesOf(sources: readonly NamedBytes[], { map: path, currency, merges = false }: TableFileOptions) {
  const { JoinedTables } = await import('../../import/table-source.js');
  const map: TableMap = path === undefined ? {} : await readMapFile(path);
  const options = { map, ...(currency !== undefined && { currency }) };
  return withMap(path, () => JoinedTables.of(sources, options, !merges));
}

/** A fault of the map is one of a file, not of the command line. */
function withMap<T>(path: string | undefined, use: () => T): T {
  try {
    return use();
  } catch (error) {
    if (path === undefined || !(error instanceof ValidationError)) throw error;
    throw new CommandError(`--map "${path}": ${error.message}`, EXIT.failure);
  }
}

/** Parts of tables as NDJSON; as bytes, since texts that wait would be copied again and again by the collector. */
export async function* partLines(batches: AsyncIterable<readonly Part[]>): AsyncGenerator<Uint8Array, void, undefined> {
  let text = '';
  for await (const parts of batches) {
    for (const part of parts)
      text += `${partText(part)}
`;
    if (text.length < PIECE) continue;
    yield Buffer.from(text);
    text = '';
  }
  if (text !== '') yield Buffer.from(text);
}

/** Their categories, likewise. */
export async function* categoryLines(tables: JoinedTables): AsyncGenerator<string, void, undefined> {
  for await (const category of tables.categories) yield `${JSON.stringify(category)}\n`;
}

/** The fault of a table behind that of the stream of its parts. */
export function faultOfTable(error: unknown): unknown {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof UnreadableTableError ? cause : error;
}
