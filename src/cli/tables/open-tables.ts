import type { NamedStream } from '../../node/partdex-node.js';
import type { BuildTables } from './build-tables.js';
import type { TableFile } from './inputs.js';
import { categoryLines, openTableFiles, partLines, type TableFileOptions } from './read-tables.js';
import { TableThread } from './table-thread.js';

/**
 * Opens tables for a build. A thread of its own reads files, beside the build: that is about a third of the time. Streams are read here.
 * @throws as `openTableFiles`
 */
export async function openBuildTables(
  files: readonly (TableFile | NamedStream)[],
  options: TableFileOptions,
): Promise<BuildTables> {
  const thread = files.every((file): file is TableFile => 'open' in file) ? await TableThread.start(files, options) : undefined;
  if (thread) return thread;
  const tables = await openTableFiles(files, options);
  return {
    partLines: () => partLines(tables.batches()),
    partLinesOf: (file) => partLines(tables.batchesOf(file)),
    categoryLines: () => categoryLines(tables),
    report: () => tables.report(),
    close: async () => {},
  };
}
