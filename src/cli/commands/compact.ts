import type { Command } from 'commander';
import { openLiveCatalog } from '../../node/partdex-node.js';
import { isFolder, withCatalog } from '../catalog-file.js';
import { isClusterUrl } from '../cluster-url.js';
import { CommandError } from '../failure.js';
import { examples } from '../options.js';
import { interruptible } from '../signals.js';
import { formatAmount, formatBytes, formatMilliseconds, printable } from '../terminal/format.js';
import { startProgressBar } from '../terminal/progress-bar.js';
import { print, type Terminal } from '../terminal/terminal.js';

/** `partdex compact`: makes one segment of those of a live catalog. */
export function addTo(command: Command, terminal: Terminal): void {
  command
    .description(
      'Makes one segment of those of a live catalog, without the parts that are gone. ' +
        'No answer changes; the catalog has the size and speed of a fresh build. Readers go on meanwhile.',
    )
    .argument('<folder>', 'folder of a live catalog')
    .addHelpText('after', examples(['partdex compact parts/', 'after many updates']))
    .action((path: string) => compact(path, terminal));
}

async function compact(path: string, { stdout, stderr }: Terminal): Promise<void> {
  const began = performance.now();
  if (isClusterUrl(path)) throw new CommandError(`"${path}" is not a folder; a cluster merges its segments itself`);
  // Errors about what has no catalog are those of other commands.
  await withCatalog(path, async () => {});
  if (!(await isFolder(path)))
    throw new CommandError(`"${path}" is a catalog file, of one piece already; "partdex live" makes a folder of it`);
  const live = await openLiveCatalog(path);
  const bar = startProgressBar(stderr);
  try {
    const { segments = 1, deadRows = 0, bytes } = live.info;
    bar.show(0, `merging  ${formatAmount(live.info.parts, 'part')}`);
    await interruptible((signal) => live.compact({ signal }), `"${path}" answers as it did`);
    bar.stop();
    const gone = deadRows > 0 ? ` and ${formatAmount(deadRows, 'dead row')}` : '';
    const time = formatMilliseconds(performance.now() - began);
    const sizes = `${formatBytes(bytes)} became ${formatBytes(live.info.bytes)}`;
    print(stdout, `${printable(path)}: ${formatAmount(segments, 'segment')}${gone}, ${sizes} in ${time}\n`);
  } finally {
    bar.stop();
    await live.close();
  }
}
