import type { Command } from 'commander';
import { openCatalogFile } from '../../node/partdex-node.js';
import { type Catalog, type Part, type SearchRequest, type SearchResponse, ValidationError } from '../../partdex.js';
import { collect, commaSeparated, wholeNumber } from '../options.js';
import { bestPriceOf, descriptionOf, stockOf, textAt } from '../part-cells.js';
import { type Column, renderTable } from '../table.js';
import { colorsOf, formatAmount, formatCount, formatMilliseconds, type Terminal, warn } from '../terminal.js';

const CURRENCY = 'USD';

interface Options {
  query?: string;
  filter: string[];
  field: string[];
  category: string[];
  sort?: string;
  start?: number;
  limit?: number;
  show?: string[];
  include?: string[];
  json?: boolean;
}

/** `partdex search`: the parts that a request finds, as a table or as the whole answer in JSON. */
export function addSearchCommand(program: Command, terminal: Terminal): void {
  program
    .command('search')
    .description('Search the parts of a catalog.')
    .argument('<catalog>', 'catalog file')
    .option('-q, --query <text>', 'keywords; "a phrase", -not, NOT not, part numbers with * and ?')
    .option('--filter <query>', "a filter query such as 'specs.resistance.value:[1000 TO 2000]'; may be repeated", collect, [])
    .option('--field <name=value>', 'exact value of a field; may be repeated: one field OR, different fields AND', collect, [])
    .option('--category <name>', 'name or uid of a category, with all below it; may be repeated: OR', collect, [])
    .option('--sort <text>', 'such as "avg_price asc, mpn desc"')
    .option('--start <number>', 'position of the first result', wholeNumber(0))
    .option('--limit <number>', 'how many results', wholeNumber(0))
    .option('--show <names>', 'only these members, comma separated: uid,mpn,specs.resistance.value', commaSeparated)
    .option('--include <names>', 'these members as well, comma separated', commaSeparated)
    .option('--json', 'the whole answer as JSON')
    .action((path: string, options: Options) => search(path, options, terminal));
}

async function search(path: string, options: Options, terminal: Terminal): Promise<void> {
  const catalog = await openCatalogFile(path);
  try {
    const request = await createRequest(options, catalog);
    if (options.json) {
      terminal.stdout.write(`${JSON.stringify(await catalog.parts.search(request), null, 2)}\n`);
      return;
    }
    const include = options.show ? options.include : ['short_description', 'descriptions', ...(options.include ?? [])];
    const response = await catalog.parts.search({ ...request, include });
    for (const warning of response.warnings) warn(terminal, warning);
    terminal.stdout.write(renderResponse(response, columnsFor(options), terminal));
  } finally {
    await catalog.close();
  }
}

async function createRequest(options: Options, catalog: Catalog): Promise<SearchRequest> {
  const fields = readFields(options.field);
  if (options.category.length > 0) {
    const uids = await Promise.all(options.category.map((name) => findCategory(catalog, name)));
    fields.category_uids = [...(fields.category_uids ?? []), ...uids.flat()];
  }
  return {
    q: options.query,
    start: options.start,
    limit: options.limit,
    sortby: options.sort,
    show: options.show,
    include: options.include,
    filter: { fields, queries: options.filter },
  };
}

/** `name=value` pairs as values by name. */
function readFields(pairs: readonly string[]): Record<string, string[]> {
  const fields: Record<string, string[]> = Object.create(null);
  for (const pair of pairs) {
    const equals = pair.indexOf('=');
    if (equals <= 0) throw new ValidationError('field', `--field "${pair}": write name=value, as in --field brand.name=Acme`);
    const name = pair.slice(0, equals);
    fields[name] = [...(fields[name] ?? []), pair.slice(equals + 1)];
  }
  return fields;
}

/** The uids of the categories with this uid or name, in whatever case; names occur in several branches of a tree. */
async function findCategory(catalog: Catalog, name: string): Promise<string[]> {
  if (await catalog.categories.get(name)) return [name];
  const found: string[] = [];
  const near = new Set<string>();
  const phrase = `"${name.replace(/["\\]/g, '\\$&')}"`;
  for await (const category of catalog.categories.scan({ q: phrase })) {
    if (category.name.toLowerCase() === name.toLowerCase()) found.push(category.uid);
    else if (near.size < 3) near.add(`"${category.name}"`);
  }
  if (found.length > 0) return found;
  throw new ValidationError(
    'category',
    `there is no category "${name}"${near.size > 0 ? `; there is ${[...near].join(', ')}` : ''}`,
  );
}

/** The columns that were asked for, else what a buyer wants to see. */
function columnsFor({ show, include = [] }: Options): Column<Part>[] {
  const asked = (show ?? include).map((path): Column<Part> => ({ title: path, text: (part) => textAt(part, path) }));
  if (show) return asked.map((column, i) => ({ ...column, flexible: i === asked.length - 1 }));
  return [
    { title: 'mpn', text: (part) => part.mpn },
    { title: 'brand', text: (part) => part.brand?.name ?? '' },
    { title: 'description', flexible: true, text: descriptionOf },
    ...asked,
    { title: 'stock', align: 'right', text: stockOf },
    { title: 'price from', align: 'right', text: (part) => bestPriceOf(part, CURRENCY) },
  ];
}

function renderResponse(
  { request, results, hits, msec }: SearchResponse<Part>,
  columns: Column<Part>[],
  terminal: Terminal,
): string {
  const { dim } = colorsOf(terminal);
  const parts = results.map((result) => result.item);
  const time = formatMilliseconds(msec);
  if (hits === 0) return `${dim(`no part found, ${time}`)}\n`;
  if (parts.length === 0) return `${dim(`${formatAmount(hits, 'part')} found, ${time}`)}\n`;
  const first = (request.start ?? 0) + 1;
  const page = parts.length === hits ? '' : `, shown ${formatCount(first)} to ${formatCount(first + parts.length - 1)}`;
  return `${renderTable(columns, parts, terminal)}\n\n${dim(`${formatAmount(hits, 'part')} found${page}, ${time}`)}\n`;
}
