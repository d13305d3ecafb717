import type { Command } from 'commander';
import { openLiveCatalog } from '../../node/partdex-node.js';
import { isFolder, withCatalog } from '../catalog-file.js';
import { isClusterUrl } from '../cluster-url.js';
import { CommandError } from '../failure.js';
import { examples } from '../options.js';
import { formatAmount, printable } from '../terminal/format.js';
import { print, type Terminal } from '../terminal/terminal.js';

/** `partdex live`: makes the folder of a live catalog of a file. */
export function addTo(command: Command, terminal: Terminal): void {
  command
    .description('Makes a folder of a catalog file: a live catalog, which "partdex update" changes while others read it.')
    .argument('<catalog>', 'catalog file; it stays as it is')
    .argument('<folder>', 'a folder without a catalog; it is made if it is not there')
    .addHelpText('after', examples(['partdex live parts.pdx parts/', 'then: partdex update parts/ changes.ndjson']))
    .action((base: string, folder: string) => makeLive(base, folder, terminal));
}

async function makeLive(base: string, folder: string, { stdout }: Terminal): Promise<void> {
  if (isClusterUrl(base))
    throw new CommandError(`"${base}" is not a file; "partdex update" changes a catalog on a cluster itself`);
  if (await isFolder(base)) throw new CommandError(`"${base}" is a folder already; "partdex update" changes it`);
  // Errors about the file name it, before there is a folder.
  await withCatalog(base, async () => {});
  const live = await openLiveCatalog(folder, { base });
  const { parts } = live.info;
  await live.close();
  print(stdout, `${printable(folder)} is a live catalog of ${formatAmount(parts, 'part')}\n`);
}
