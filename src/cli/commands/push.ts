import type { Command } from 'commander';
import { pushCatalog } from '../../opensearch/partdex-opensearch.js';
import type { Catalog } from '../../partdex.js';
import { withCatalog } from '../catalog-file.js';
import { type ClusterClient, connectTo } from '../cluster.js';
import { parseClusterUrl } from '../cluster-url.js';
import { examples, wholeNumber } from '../options.js';
import { interruptible } from '../signals.js';
import { formatAmount, formatCount, formatMilliseconds, printable } from '../terminal/format.js';
import { startProgressBar, timeLeft } from '../terminal/progress-bar.js';
import { print, type Terminal, warn } from '../terminal/terminal.js';

interface Options {
  shards: number;
  replicas: number;
  keep: number;
  skipInvalid?: boolean;
}

const KEEP_SECONDS = 300;

const NOTES = `
Credentials are read from the environment, never from the command line: PARTDEX_OPENSEARCH_USER and
PARTDEX_OPENSEARCH_PASSWORD, or PARTDEX_OPENSEARCH_CREDENTIALS, a file with user:password. PARTDEX_OPENSEARCH_CA names
a file of certificates to trust.`;

/** `partdex push`: puts a catalog on a cluster of OpenSearch. */
export function addTo(command: Command, terminal: Terminal): void {
  command
    .description(
      'Puts a catalog on a cluster of OpenSearch, under an alias. Readers see the old catalog until the new one is whole. ' +
        'Other commands take opensearch+https://host:9200/parts in place of a catalog file.',
    )
    .argument('<catalog>', 'catalog file')
    .argument('<address>', 'https://host:9200/<alias>')
    .option('--shards <number>', 'primary shards; about one for 3 million parts', wholeNumber(1), 1)
    .option('--replicas <number>', 'copies of each shard', wholeNumber(0), 1)
    .option('--keep <seconds>', 'how long the catalog before it stays for running requests', wholeNumber(0), KEEP_SECONDS)
    .option('--skip-invalid', 'leave out parts that a cluster cannot hold instead of stopping at the first')
    .addHelpText(
      'after',
      examples(['partdex push parts.pdx https://host:9200/parts --shards 3', 'readers open the alias "parts"']),
    )
    .addHelpText('after', NOTES)
    .action(async (path: string, address: string, options: Options) => {
      // Before the catalog is opened: a wrong address is noticed at once.
      parseClusterUrl(address);
      const cluster = await connectTo(address);
      try {
        await withCatalog(path, (catalog) => push(catalog, cluster, options, terminal));
      } finally {
        await cluster.close();
      }
    });
}

async function push(catalog: Catalog, { client, index }: ClusterClient, options: Options, terminal: Terminal): Promise<void> {
  const { shards, replicas, keep, skipInvalid = false } = options;
  const began = performance.now();
  const bar = startProgressBar(terminal.stderr);
  const notices: string[] = [];
  let skipped = 0;
  try {
    const report = await interruptible(
      (signal) =>
        pushCatalog(client, catalog, {
          index,
          shards,
          replicas,
          keep: keep * 1000,
          signal,
          onInvalid: skipInvalid
            ? ({ message }) => {
                skipped++;
                notices.push(message);
              }
            : 'throw',
          onNotice: (notice) => notices.push(notice),
          onProgress: ({ done, total = 0 }) => {
            const fraction = total > 0 ? done / total : 0;
            const seconds = (performance.now() - began) / 1000;
            bar.show(fraction, `pushing  ${formatCount(done)} parts${timeLeft(fraction, seconds)}`);
          },
        }),
      `the catalog "${index}" is as it was`,
    );
    bar.stop();
    warn(terminal.stderr, notices);
    const time = formatMilliseconds(report.milliseconds);
    const left = skipped > 0 ? `, ${formatAmount(skipped, 'part')} left out` : '';
    print(
      terminal.stdout,
      `${formatAmount(report.parts, 'part')} in ${time}${left}; "${printable(index)}" is ${report.index} now\n`,
    );
  } finally {
    bar.stop();
  }
}
