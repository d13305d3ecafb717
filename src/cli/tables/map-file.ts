import { readFile } from 'node:fs/promises';
import type { TableMap } from '../../import/partdex-import.js';
import { CommandError, EXIT } from '../failure.js';
import { OutputFile } from '../output-file.js';
import { systemFailure } from '../report-failure.js';

/**
 * Reads a map in YAML or JSON; whether it is a valid map is checked where it is used.
 * @throws CommandError for a file that cannot be read or is neither
 */
export async function readMapFile(path: string): Promise<TableMap> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw new CommandError(`--map ${systemFailure(error, path)}`, EXIT.failure);
  });
  // A library in CommonJS, which has its members in the default export when it is bundled.
  const { parseDocument } = (await import('yaml')).default;
  const document = parseDocument(text, { prettyErrors: true, logLevel: 'silent' });
  const [fault] = document.errors;
  if (fault) throw new CommandError(`--map "${path}": ${fault.message.split('\n')[0].replace(/:$/, '')}`, EXIT.failure);
  try {
    return (document.toJS({ maxAliasCount: 100 }) ?? {}) as TableMap;
  } catch (error) {
    throw new CommandError(`--map "${path}": ${(error as Error).message}`, EXIT.failure);
  }
}

/** A map as YAML, or as JSON for a file with that ending. */
export async function mapText(map: TableMap, path: string | undefined): Promise<string> {
  if (path?.toLowerCase().endsWith('.json')) return `${JSON.stringify(map, undefined, 2)}\n`;
  const { stringify } = (await import('yaml')).default;
  return stringify(map, { lineWidth: 120 });
}

/** The beginning of each file that is written, to tell an earlier one of its kind. */
const EARLIER = {
  '--map-out': {
    what: 'map',
    start:
      /^(?:\{\s*"(?:columns|constants|seller|currency|decimal|delimiter|encoding|header|sheets)"|(?:columns|constants|seller|currency|decimal|delimiter|encoding|header|sheets)):/,
  },
  '--aliases-out': { what: 'table of brands', start: /^\{"aliases":\[/ },
  '--report': { what: 'report of tables', start: /^\[\s*(?:\{\s*"source"|\])/ },
} as const;

/**
 * Opens the file of an option: it gets its name when it is committed, and replaces an earlier one of its kind.
 * @throws CommandError if the file cannot be written, or is something else and `force` is not set
 */
export function openTextFile(path: string, option: keyof typeof EARLIER, force: boolean): Promise<OutputFile> {
  const { what, start } = EARLIER[option];
  return OutputFile.create(path, { option, what, force, bytes: 64, isEarlier: (bytes) => start.test(bytes.toString('utf8')) });
}
