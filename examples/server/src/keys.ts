import { readFile } from 'node:fs/promises';
import { StartError } from './start-error.js';

/**
 * Reads the valid keys: one per line, blanks around it ignored; empty lines and lines that begin with `#` are skipped.
 * @throws {@link StartError} if the file does not exist or has no key
 */
export async function readKeys(path: string): Promise<ReadonlySet<string>> {
  const lines = (await readText(path)).split('\n').map((line) => line.trim());
  const keys = lines.filter((line) => line !== '' && !line.startsWith('#'));
  if (keys.length === 0) throw new StartError(`${path} has no key: write one on a line of its own.`);
  return new Set(keys);
}

async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    throw new StartError(`The keys cannot be read: ${(error as Error).message}`);
  }
}
