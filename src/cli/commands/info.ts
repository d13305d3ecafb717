import type { Command } from 'commander';
import { openCatalogFile } from '../../node/partdex-node.js';
import { type Column, renderTable } from '../table.js';
import { formatBytes, formatCount, printable, type Terminal } from '../terminal.js';

/** Sections that are listed without --all. */
const LARGEST = 20;

interface Fact {
  readonly name: string;
  readonly value: string;
}

interface Section {
  readonly name: string;
  readonly bytes: number;
}

const FACTS: readonly Column<Fact>[] = [
  { title: 'catalog', text: (fact) => fact.name },
  { title: '', align: 'right', text: (fact) => fact.value },
];

/** `partdex info`: what a catalog file holds. */
export function addInfoCommand(program: Command, terminal: Terminal): void {
  program
    .command('info')
    .description('Tell what a catalog file holds and which of its sections take how much.')
    .argument('<catalog>', 'catalog file')
    .option('--all', `all sections, not only the ${LARGEST} largest`)
    .action((path: string, options: { all?: boolean }) => info(path, options.all ?? false, terminal));
}

async function info(path: string, all: boolean, terminal: Terminal): Promise<void> {
  const catalog = await openCatalogFile(path);
  try {
    const { info } = catalog;
    const facts: Fact[] = [
      { name: 'parts', value: formatCount(info.parts) },
      { name: 'categories', value: formatCount(info.categories) },
      { name: 'brands', value: formatCount(info.brands) },
      { name: 'manufacturers', value: formatCount(info.manufacturers) },
      { name: 'sellers', value: formatCount(info.sellers) },
      { name: 'spec keys', value: formatCount(info.specKeys) },
      { name: 'bytes', value: formatCount(info.bytes) },
      { name: 'bytes per part', value: info.parts > 0 ? formatCount(info.bytes / info.parts) : '' },
      { name: 'format version', value: String(info.formatVersion) },
    ];
    const sections = bySize(catalog.sections(), all ? Number.POSITIVE_INFINITY : LARGEST);
    terminal.stdout.write(`${printable(path)}\n\n${renderTable(FACTS, facts, terminal)}\n\n`);
    terminal.stdout.write(`${renderTable(sectionColumns(info.bytes), sections, terminal)}\n`);
  } finally {
    await catalog.close();
  }
}

/** The largest sections first; those that are too many as one line. */
function bySize(sections: readonly Section[], most: number): Section[] {
  const sorted = [...sections].sort((a, b) => b.bytes - a.bytes || (a.name < b.name ? -1 : 1));
  const rest = sorted.slice(most);
  if (rest.length === 0) return sorted;
  const bytes = rest.reduce((sum, section) => sum + section.bytes, 0);
  return [...sorted.slice(0, most), { name: `${formatCount(rest.length)} more`, bytes }];
}

function sectionColumns(total: number): Column<Section>[] {
  return [
    { title: 'section', text: (section) => section.name },
    { title: 'size', align: 'right', text: (section) => formatBytes(section.bytes) },
    { title: 'share', align: 'right', text: (section) => `${((100 * section.bytes) / total).toFixed(1)} %` },
  ];
}
