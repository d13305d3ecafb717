import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Command, Option } from 'commander';
import { ValidationError } from '../../model/errors.js';
import type { Catalog, Issue, SearchRequest, SearchResponse } from '../../partdex.js';
import { asksAggregations, hasAggregations } from '../aggregations.js';
import { withCatalog } from '../catalog-file.js';
import { RequestError } from '../failure.js';
import { type CollectionName, collectionOption, examples, readCurrency } from '../options.js';
import { type AskedQuestion, addQuestionArgument, readQuestion } from '../question.js';
import { addRequestOptions, type RequestOptions, readRequest, WHAT } from '../request.js';
import { addSheetOptions, checkSheetOptions, type SheetOptions } from '../sheets/options.js';
import { formatAmount, formatCount, formatMilliseconds, jsonText } from '../terminal/format.js';
import { renderTable } from '../terminal/table.js';
import { colorsOf, type Output, print, type Terminal, warn } from '../terminal/terminal.js';
import { renderAggregations } from '../views/aggregations.js';
import { namesOfUids } from '../views/field-labels.js';
import { type AnyRecord, collectionOf, columnsOf, nounsOf, TABLE_MEMBERS } from '../views/records.js';
import { sortColumns } from '../views/sort-columns.js';
import { changesOfQuestion, renderUnderstood } from '../views/understood.js';
import { adviceForQuestion, adviceWithoutHits } from '../views/without-hits.js';

/** Characters of NDJSON per write. */
const CHUNK = 1 << 16;

interface Options extends RequestOptions, SheetOptions {
  collection: CollectionName;
  json?: boolean;
  ndjson?: boolean;
  all?: boolean;
  count?: boolean;
}

/** `partdex search`: the records that a request finds, as a table or as JSON. */
export function addTo(command: Command, terminal: Terminal): void {
  command.description('Finds parts, or records of another collection.').argument('<catalog>', 'catalog file');
  addQuestionArgument(command).addOption(collectionOption().helpGroup(WHAT));
  addRequestOptions(command)
    .addOption(
      new Option('--currency <code>', 'prices of the table in this currency, if available')
        .default('USD')
        .argParser(readCurrency),
    )
    .optionsGroup('Output, a table without these:')
    .addOption(new Option('--json', 'the whole response as JSON').conflicts(['ndjson', 'count']))
    .addOption(new Option('--ndjson', 'one record a line').conflicts(['count']))
    .addOption(new Option('--all', 'with --ndjson: every hit').conflicts(['start', 'limit', 'json', 'count']))
    .addOption(new Option('--count', 'only the number of hits').conflicts(['start', 'limit']));
  addSheetOptions(command)
    .addHelpText(
      'after',
      examples(
        [
          'partdex search parts.pdx 10k 0603 1% resistor in stock',
          'a question, read with the names, specs and units of the catalog',
        ],
        ["partdex search parts.pdx -q 'thick film 0603 -automotive'", 'keywords, all of which must match'],
        ["partdex search parts.pdx -q 'rc0603*10k*'", 'a part number with wildcards'],
        [
          "partdex search parts.pdx --category Capacitors -f 'specs.capacitance.value:[1e-7 TO 1e-6]' --sort 'avg_price asc'",
          'a category and a range, the cheapest first',
        ],
        [
          'partdex search parts.pdx --category Capacitors -n 0 --drilldown 5',
          'the specs that narrow a category, the most useful first, and no parts',
        ],
        [
          "partdex search parts.pdx -q x7r --field 'brand.name=Acme' --facet -brand.name:20 --ranges specs.capacitance.value",
          'parts of each brand, whichever is chosen; a histogram',
        ],
        ['partdex search parts.pdx -q x7r --show uid,mpn --ndjson --all | jq -r .mpn', 'every hit, for a program'],
        [
          'partdex search parts.pdx -q x7r --csv x7r.csv --columns mpn,brand.name,specs.capacitance.value',
          'every hit, as a spreadsheet',
        ],
        ['partdex search parts.pdx --collection brands -q tech', 'brands by name'],
      ),
    )
    .action((path: string, words: string[], options: Options) => {
      if (options.all && !options.ndjson) command.error("error: option '--all' goes with '--ndjson'");
      checkSheetOptions(command, options);
      return withCatalog(path, (catalog) => search({ path, words, catalog }, options, terminal));
    });
}

/** What is searched. */
interface Source {
  readonly path: string;
  readonly catalog: Catalog;
  /** Of a question. */
  readonly words: readonly string[];
}

async function search(source: Source, options: Options, terminal: Terminal): Promise<void> {
  try {
    await showResults(source, options, terminal);
  } catch (error) {
    throw error instanceof ValidationError ? new RequestError(error, { advice: adviceForPage }) : error;
  }
}

function adviceForPage({ pathParts: [member] }: Issue): string | undefined {
  return member === 'limit' || member === 'start' ? '--ndjson --all gives every hit' : undefined;
}

async function showResults({ path, words, catalog }: Source, options: Options, terminal: Terminal): Promise<void> {
  const given = await readRequest(options, options.collection, catalog, terminal);
  const question = await readQuestion(words, given, catalog);
  const request = question?.request ?? given;
  const collection = collectionOf(catalog, options.collection);
  if (options.json) {
    const response = question ? await catalog.parts.ask(question.understood.text, given) : await collection.search(request);
    print(terminal.stdout, `${jsonText(response, 2)}\n`);
    return;
  }
  const output = outputOf(options);
  if (output !== undefined) {
    warn(terminal.stderr, question ? changesOfQuestion(question.understood) : []);
    const told = `${output} does not show facets, statistics and drilldown; the table and --json do`;
    if (asksAggregations(options)) warn(terminal.stderr, [told]);
  }
  if (options.csv !== undefined || options.xlsx !== undefined) {
    const { writeSheet } = await import('../sheets/write-sheet.js');
    await writeSheet({ path, catalog, collection: options.collection, request }, options, terminal);
  } else if (options.count) {
    const { hits, warnings } = await collection.search({ ...request, start: 0, limit: 0 });
    warn(terminal.stderr, warnings);
    print(terminal.stdout, `${hits}\n`);
  } else if (options.all) {
    // A scan cannot return warnings; this also rejects an invalid request before the first line.
    const { warnings } = await collection.search({ ...request, start: 0, limit: 0 });
    warn(terminal.stderr, warnings);
    await pipeline(Readable.from(chunks(collection.scan(request))), terminal.stdout.stream, { end: false });
  } else if (options.ndjson) {
    const { results, warnings } = await collection.search(request);
    warn(terminal.stderr, warnings);
    for (const { item } of results) print(terminal.stdout, `${jsonText(item)}\n`);
  } else {
    await showTable({ path, catalog, given, question }, options, terminal);
  }
}

/** The option of an output that is neither the table nor the whole response. */
function outputOf({ csv, xlsx, count, ndjson }: Options): string | undefined {
  if (csv !== undefined) return '--csv';
  if (xlsx !== undefined) return '--xlsx';
  return count ? '--count' : ndjson ? '--ndjson' : undefined;
}

/** Records as NDJSON, many lines at a time; the pipeline pulls more when they are written. */
async function* chunks(records: AsyncIterable<AnyRecord>): AsyncGenerator<string, void, undefined> {
  let text = '';
  for await (const record of records) {
    text += `${jsonText(record)}\n`;
    if (text.length < CHUNK) continue;
    yield text;
    text = '';
  }
  if (text !== '') yield text;
}

/** A request of the command line, and the question beside it. */
interface Asked extends Pick<Source, 'path' | 'catalog'> {
  readonly given: SearchRequest;
  readonly question: AskedQuestion | undefined;
}

async function showTable(asked: Asked, { collection, currency }: Options, { stdout, stderr }: Terminal): Promise<void> {
  const { catalog, given, question } = asked;
  const request = question?.request ?? given;
  const { show, include, sortby } = request;
  const hasOwnColumns = collection === 'parts' && !show?.length;
  const sorted = hasOwnColumns && typeof sortby === 'string' ? sortColumns(sortby, catalog) : [];
  const members = [...TABLE_MEMBERS, ...sorted.flatMap(({ member }) => member ?? []), ...(include ?? [])];
  const response = await collectionOf(catalog, collection).search(hasOwnColumns ? { ...request, include: members } : request);
  warn(stderr, response.warnings);
  if (question) print(stdout, `${renderUnderstood(question.understood, catalog, stdout)}\n\n`);
  const records = response.results.map(({ item }) => item);
  if (records.length > 0) {
    const columns = columnsOf(collection, { show, include, sorted: sorted.map(({ column }) => column) }, currency);
    print(stdout, `${renderTable(columns, records, stdout)}\n\n`);
  }
  print(stdout, `${colorsOf(stdout).dim(summarize(response, collection))}\n`);
  const aggregations = renderAggregations(response, catalog, await namesOfUids(response, catalog), stdout);
  if (aggregations !== '') print(stdout, `\n${aggregations}\n`);
  if (response.hits === 0) print(stderr, `${await adviceOf(asked, collection, response.request, stderr)}\n`);
}

/** Advice for a search without hits. @param normalised its request */
function adviceOf(
  { path, catalog, given, question }: Asked,
  collection: CollectionName,
  normalised: SearchRequest,
  output: Output,
): Promise<string> {
  if (!question) return adviceWithoutHits(path, catalog, collection, normalised, output);
  return adviceForQuestion(question.understood, given, () => adviceWithoutHits(path, catalog, collection, given, output));
}

function summarize({ request, results, hits, msec }: SearchResponse<AnyRecord>, collection: CollectionName): string {
  const time = formatMilliseconds(msec);
  const [singular, plural] = nounsOf(collection);
  if (hits === 0) return `no ${singular} found, ${time}`;
  const first = (request.start ?? 0) + 1;
  const shown = results.length;
  const isCountedOnly = request.limit === 0 && hasAggregations(request);
  const page =
    shown === hits || isCountedOnly
      ? ''
      : shown === 0
        ? ', none shown'
        : `, shown ${formatCount(first)} to ${formatCount(first + shown - 1)}`;
  return `${formatAmount(hits, singular, plural)} found${page}, ${time}`;
}
