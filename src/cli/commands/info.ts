import type { Command } from 'commander';
import type { Catalog, CatalogField, CatalogSpec, Category } from '../../partdex.js';
import { sectionsOf, withCatalog } from '../catalog-file.js';
import { lastWritten } from '../folder-age.js';
import { examples, wholeNumber } from '../options.js';
import { bar, formatAge, formatAmount, formatBytes, formatCount, formatShare, jsonText, printable } from '../terminal/format.js';
import { type Column, renderTable } from '../terminal/table.js';
import { colorsOf, type Output, print, type Terminal } from '../terminal/terminal.js';
import { bySize, groupSections } from '../views/section-groups.js';

/** Characters of the longest bar, and the width of the other columns that must fit as well. */
const BAR_WIDTH = 24;
const BESIDE_BARS = 64;
const TOLD_SPECS = 12;
const TOLD_CATEGORIES = 12;

interface Options {
  all?: boolean;
  specs: number;
  json?: boolean;
}

/** `partdex info`: the content of a catalog. */
export function addTo(command: Command, terminal: Terminal): void {
  command
    .description(
      'Shows what a catalog holds: counts, categories, specs by how many parts have them, and what takes how much space.',
    )
    .argument('<catalog>', 'catalog file')
    .option('--specs <number>', 'how many specs, the most frequent first', wholeNumber(0), TOLD_SPECS)
    .option('--all', 'all specs, all categories of the upper level, and every section of the file')
    .option('--json', 'counts, specs and sections as JSON')
    .addHelpText(
      'after',
      examples(
        ['partdex info parts.pdx', 'what is in it'],
        ["partdex info parts.pdx --json | jq -r '.specs[].key'", 'the keys of all specs'],
      ),
    )
    .action((path: string, options: Options) =>
      withCatalog(path, async (catalog) => {
        const { stdout } = terminal;
        const written = await lastWritten(path);
        if (options.json) print(stdout, `${jsonText(asJson(path, written, catalog), 2)}\n`);
        else print(stdout, `${(await describe(path, written, catalog, options, stdout)).join('\n\n')}\n`);
      }),
    );
}

function asJson(path: string, written: Date | undefined, catalog: Catalog): object {
  return { path, ...catalog.info, ...(written && { written }), specs: byCoverage(catalog.specs), sections: sectionsOf(catalog) };
}

async function describe(
  path: string,
  written: Date | undefined,
  catalog: Catalog,
  options: Options,
  output: Output,
): Promise<string[]> {
  const { info } = catalog;
  const specs = options.all ? info.specKeys : options.specs;
  const blocks = [
    colorsOf(output).bold(printable(path)),
    renderTable(FACTS, [...facts(catalog), ...liveFacts(catalog, written)], output),
    ownFieldTable(info.fields, output),
    await categoryTable(catalog, options.all ?? false, output),
    specTable(catalog, specs, output),
  ];
  const sections = sectionsOf(catalog);
  if (sections.length > 0) {
    blocks.push(renderTable(sizeColumns('section', info.bytes, output), groupSections(sections, info.bytes), output));
    if (options.all) blocks.push(renderTable(sizeColumns('every section', info.bytes, output), sections.sort(bySize), output));
  }
  return blocks.filter((block) => block !== '');
}

interface Fact {
  readonly name: string;
  readonly value: string;
}

const FACTS: readonly Column<Fact>[] = [
  { title: '', text: (fact) => fact.name },
  { title: '', align: 'right', text: (fact) => fact.value },
];

function facts({ info }: Catalog): Fact[] {
  return [
    { name: 'parts', value: formatCount(info.parts) },
    { name: 'categories', value: formatCount(info.categories) },
    { name: 'brands', value: formatCount(info.brands) },
    { name: 'manufacturers', value: formatCount(info.manufacturers) },
    { name: 'sellers', value: formatCount(info.sellers) },
    { name: 'spec keys', value: formatCount(info.specKeys) },
    { name: 'bytes', value: formatCount(info.bytes) },
    { name: 'bytes per part', value: info.parts > 0 ? formatCount(info.bytes / info.parts) : '' },
    { name: 'format version', value: String(info.formatVersion) },
    // Those of a live catalog are among its own facts.
    ...(info.segments !== undefined && info.commit === undefined
      ? [{ name: 'segments', value: formatCount(info.segments) }]
      : []),
  ];
}

/** What a live catalog has beside these. */
function liveFacts({ info }: Catalog, written: Date | undefined): Fact[] {
  if (!written) return [];
  const { segments = 1, deadRows = 0, commit = 0 } = info;
  return [
    { name: 'segments', value: formatCount(segments) },
    { name: 'dead rows', value: formatCount(deadRows) },
    { name: 'commit', value: formatCount(commit) },
    { name: 'last written', value: formatAge(Date.now() - written.getTime()) },
  ];
}

const OWN_FIELDS: readonly Column<CatalogField>[] = [
  { title: 'field of your own', flexible: true, text: ({ name }) => name },
  { title: 'kind', text: ({ kind }) => kind },
  { title: 'in q', text: ({ keywords }) => (keywords ? 'yes' : '') },
];

function ownFieldTable(fields: readonly CatalogField[], output: Output): string {
  return fields.length === 0 ? '' : renderTable(OWN_FIELDS, fields, output);
}

interface CategoryCount {
  readonly name: string;
  readonly parts: number;
}

/** The parts of each category of the upper level, the largest first. */
async function categoryTable(catalog: Catalog, all: boolean, output: Output): Promise<string> {
  const counts: CategoryCount[] = [];
  for (const { uid, name } of await upperLevel(catalog)) {
    const { hits } = await catalog.parts.search({ filter: { fields: { category_uids: [uid] } }, limit: 0 });
    counts.push({ name, parts: hits });
  }
  counts.sort((a, b) => b.parts - a.parts || (a.name < b.name ? -1 : 1));
  const shown = all ? counts : counts.slice(0, TOLD_CATEGORIES);
  if (shown.length === 0) return '';
  const columns: Column<CategoryCount>[] = [
    { title: 'category', flexible: true, text: ({ name }) => name },
    { title: 'parts', align: 'right', text: ({ parts }) => formatCount(parts) },
    { title: 'share', align: 'right', text: ({ parts }) => formatShare(parts, catalog.info.parts) },
    barColumn(({ parts }) => parts, catalog.info.parts, output),
  ];
  return withRest(renderTable(columns, shown, output), counts.length - shown.length, 'category', 'categories');
}

/** The categories without a parent; if that is only one, its children. */
async function upperLevel(catalog: Catalog): Promise<Category[]> {
  const below = new Map<string, Category[]>();
  const uids = new Set<string>();
  for await (const category of catalog.categories.scan()) {
    uids.add(category.uid);
    const parent = category.parent_uid ?? '';
    const siblings = below.get(parent);
    if (siblings) siblings.push(category);
    else below.set(parent, [category]);
  }
  const roots = [...below].filter(([parent]) => !uids.has(parent)).flatMap(([, children]) => children);
  const children = roots.length === 1 ? (below.get(roots[0].uid) ?? []) : [];
  return children.length > 0 ? children : roots;
}

/** Specs by how many parts have them. */
function specTable(catalog: Catalog, most: number, output: Output): string {
  const { parts } = catalog.info;
  const specs = byCoverage(catalog.specs);
  const shown = specs.slice(0, most);
  if (shown.length === 0) return '';
  const columns: Column<CatalogSpec>[] = [
    { title: 'spec', flexible: true, text: ({ key }) => key },
    { title: 'type', text: ({ type, metadata }) => metadata?.datatype ?? type },
    { title: 'unit', text: ({ metadata }) => metadata?.unit?.symbol ?? metadata?.unit?.name ?? '' },
    { title: 'values', align: 'right', text: ({ values }) => formatCount(values) },
    { title: 'parts', align: 'right', text: (spec) => formatCount(spec.parts) },
    { title: 'share', align: 'right', text: (spec) => formatShare(spec.parts, parts) },
    barColumn((spec) => spec.parts, parts, output),
  ];
  return withRest(renderTable(columns, shown, output), specs.length - shown.length, 'spec', 'specs');
}

function byCoverage(specs: readonly CatalogSpec[]): CatalogSpec[] {
  return [...specs].sort((a, b) => b.parts - a.parts || (a.key < b.key ? -1 : 1));
}

interface Sized {
  readonly name: string;
  readonly bytes: number;
}

function sizeColumns(title: string, total: number, output: Output): Column<Sized>[] {
  return [
    { title, flexible: true, text: ({ name }) => name },
    { title: 'size', align: 'right', text: ({ bytes }) => formatBytes(bytes) },
    { title: 'share', align: 'right', text: ({ bytes }) => formatShare(bytes, total) },
    barColumn(({ bytes }) => bytes, total, output),
  ];
}

/** Only people get bars: a program or a file does not. */
function barColumn<Row>(part: (row: Row) => number, whole: number, output: Output): Column<Row> {
  const { cyan } = colorsOf(output);
  const width = output.isTTY ? Math.max(0, Math.min(BAR_WIDTH, output.columns - BESIDE_BARS)) : 0;
  return {
    title: '',
    text: (row) => (width > 0 ? bar(part(row), whole, width) : ''),
    style: (text) => (text === '' ? '' : cyan(text)),
  };
}

function withRest(table: string, rest: number, noun: string, plural: string): string {
  return rest > 0 ? `${table}\n${formatAmount(rest, `more ${noun}`, `more ${plural}`)}` : table;
}
