import type { Command } from 'commander';
import { diffCatalogs, type PartDifference } from '../../partdex.js';
import { withCatalog } from '../catalog-file.js';
import { examples, wholeNumber } from '../options.js';
import { formatCount, jsonText } from '../terminal/format.js';
import { type Column, renderTable } from '../terminal/table.js';
import { colorsOf, print, type Terminal } from '../terminal/terminal.js';

interface Options {
  json?: boolean;
  limit: number;
}

const SHOWN = 100;

/** `partdex diff`: the parts that differ between two catalogs. */
export function addTo(command: Command, terminal: Terminal): void {
  command
    .description(
      'Shows the parts that differ between two catalogs, by uid: which were added, removed or changed, and in what. ' +
        'Each may be a file, or a catalog on a cluster.',
    )
    .argument('<before>', 'catalog file, or opensearch+https://host:9200/<alias>')
    .argument('<after>', 'the same')
    .option('--json', 'one JSON object a line: uid, change, members, before, after')
    .option('--limit <number>', 'how many parts the table shows', wholeNumber(0), SHOWN)
    .addHelpText(
      'after',
      examples(
        ['partdex diff monday.pdx tuesday.pdx', 'what a new delivery changed'],
        ['partdex diff a.pdx b.pdx --json | jq -r \'select(.change == "removed").uid\'', 'the uids that are gone'],
      ),
    )
    .action((before: string, after: string, options: Options) =>
      withCatalog(before, (a) => withCatalog(after, (b) => show(diffCatalogs(a, b), options, terminal))),
    );
}

async function show(differences: AsyncIterable<PartDifference>, { json, limit }: Options, { stdout }: Terminal): Promise<void> {
  const counts = { added: 0, removed: 0, changed: 0 };
  const shown: PartDifference[] = [];
  for await (const difference of differences) {
    counts[difference.change]++;
    if (json) print(stdout, `${jsonText(difference)}\n`);
    else if (shown.length < limit) shown.push(difference);
  }
  if (json) return;
  const { green, red, yellow } = colorsOf(stdout);
  const style = { added: green, removed: red, changed: yellow };
  const columns: Column<PartDifference>[] = [
    { title: 'change', text: ({ change }) => change, style: (text, { change }) => style[change](text) },
    { title: 'uid', text: ({ uid }) => uid },
    { title: 'mpn', text: ({ before, after }) => (after ?? before)?.mpn ?? '' },
    { title: 'members', flexible: true, text: ({ members = [] }) => members.join(', ') },
  ];
  const total = counts.added + counts.removed + counts.changed;
  if (shown.length > 0) print(stdout, `${renderTable(columns, shown, stdout)}\n`);
  if (total > shown.length) print(stdout, `${formatCount(total - shown.length)} more\n`);
  const { added, removed, changed } = counts;
  const summary = `${formatCount(added)} added, ${formatCount(removed)} removed, ${formatCount(changed)} changed`;
  print(stdout, `${shown.length > 0 ? '\n' : ''}${summary}\n`);
}
