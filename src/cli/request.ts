import { readFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { findJsonFault } from '../node/json-fault.js';
import type { Catalog, SearchRequest } from '../partdex.js';
import { type AggregationOptions, addAggregationOptions, aggregationsOf } from './aggregations.js';
import { findCategory } from './category-names.js';
import { CommandError, EXIT } from './failure.js';
import {
  addDirectiveOptions,
  type CollectionName,
  collect,
  collectValues,
  type DirectiveOptions,
  isObject,
  mapOf,
  readDirectives,
  wholeNumber,
} from './options.js';
import { systemFailure } from './report-failure.js';
import type { Terminal } from './terminal/terminal.js';

/** Options of a search request. */
export interface RequestOptions extends DirectiveOptions, AggregationOptions {
  request?: string;
  query?: string;
  filter?: string[];
  field?: ReadonlyMap<string, string[]>;
  category?: string[];
  brand?: string[];
  inStock?: boolean;
  sort?: string;
  start?: number;
  limit?: number;
  after?: string;
}

/** Heading of those options in the help. */
export const WHAT = 'What is searched for:';

/** Adds an option for every member of a search request. */
export function addRequestOptions(command: Command): Command {
  command
    .optionsGroup(WHAT)
    .option('-q, --query <text>', 'keywords; "a phrase", -not, part numbers with * and ?')
    .option('-f, --filter <query>', "filter query: 'specs.resistance.value:[1e3 TO 2e3]'; several are AND'd", collect)
    .option('--field <name=value>', 'exact value of a field; of one field OR, of different fields AND', collectValues)
    .option('--category <name>', 'name or uid of a category, with all below it; several are OR', collect)
    .option('--brand <name>', 'words of a brand; several are OR', collect)
    .option('--in-stock', 'only parts that a seller has in stock')
    .option('--request <file>', 'a whole request as JSON, - for the input; the other options add to it')
    .optionsGroup('Order and page:')
    .option('--sort <fields>', 'such as "avg_price asc, mpn desc"; score desc without it')
    .option('--start <number>', 'position of the first result, from 0', wholeNumber(0))
    .option('-n, --limit <number>', 'how many results, 10 without it, 100 at most', wholeNumber(0))
    .option('--after <cursor>', 'results behind those of an answer: its "next", which --json shows');
  return addDirectiveOptions(addAggregationOptions(command));
}

/** The request of the options. The catalog checks it. */
export async function readRequest(
  options: RequestOptions,
  collection: CollectionName,
  catalog: Catalog,
  terminal: Terminal,
): Promise<SearchRequest> {
  const given = options.request === undefined ? {} : await readJson(options.request, terminal);
  const fields = new Map(options.field);
  if (options.category) {
    if (collection !== 'parts') throw new CommandError(`--category is for parts; of ${collection} ask by --query or --filter`);
    const uids = await Promise.all(options.category.map((name) => findCategory(catalog, name)));
    fields.set('category_uids', [...(fields.get('category_uids') ?? []), ...uids.flat()]);
  }
  return {
    ...given,
    ...pageOf(options),
    ...filterOf(given, fields, [...(options.filter ?? []), ...partQueries(options, collection)]),
    ...aggregationsOf(given, options),
    ...directivesOf(given, options),
  };
}

/** A quantity above 0, or the code of an unknown one. */
const IN_STOCK = 'offers.in_stock_quantity:({0 TO *] OR "-2")';

/** The filter queries of the options that are for parts alone. */
function partQueries({ brand = [], inStock }: RequestOptions, collection: CollectionName): string[] {
  if (collection !== 'parts' && (brand.length > 0 || inStock)) {
    throw new CommandError(`--brand and --in-stock are for parts; of ${collection} ask by --query or --filter`);
  }
  const names = brand.map((name) => `"${name.replace(/["\\]/g, '\\$&')}"`);
  return [...(names.length > 0 ? [`brand.name:(${names.join(' OR ')})`] : []), ...(inStock ? [IN_STOCK] : [])];
}

function pageOf({ query, start, limit, sort, after }: RequestOptions): SearchRequest {
  return {
    ...(query !== undefined && { q: query }),
    ...(start !== undefined && { start }),
    ...(limit !== undefined && { limit }),
    ...(sort !== undefined && { sortby: sort }),
    ...(after !== undefined && { after }),
  };
}

/** The filter of a request with more fields and queries. One of another shape is left to the catalog's check. */
function filterOf({ filter }: SearchRequest, fields: ReadonlyMap<string, string[]>, queries: readonly string[]): SearchRequest {
  const given: unknown = filter ?? {};
  if ((fields.size === 0 && queries.length === 0) || !isObject(given)) return {};
  const givenFields = given.fields ?? {};
  if (!isObject(givenFields)) return {};
  const all = new Map(Object.entries(givenFields).map(([name, values]) => [name, listOf<string>(values)]));
  for (const [name, values] of fields) all.set(name, [...(all.get(name) ?? []), ...values]);
  return { filter: { ...given, fields: mapOf(all), queries: [...listOf<string>(given.queries), ...queries] } };
}

/** Lists are joined; slices of the same name are replaced. */
function directivesOf(given: SearchRequest, options: RequestOptions): SearchRequest {
  const more = readDirectives(options);
  const merged: SearchRequest = {};
  for (const name of ['include', 'show', 'hide'] as const) {
    const names = [...listOf<string>(given[name]), ...(more[name] ?? [])];
    if (names.length > 0) merged[name] = names;
  }
  const slices: unknown = given.slice ?? {};
  if (more.slice && isObject(slices)) {
    merged.slice = mapOf([...(Object.entries(slices) as [string, string][]), ...Object.entries(more.slice)]);
  }
  return merged;
}

/** The list in a request: absent, a single value, or a list. */
function listOf<T>(value: unknown): T[] {
  if (value === undefined || value === null) return [];
  return (Array.isArray(value) ? value : [value]) as T[];
}

async function readJson(file: string, terminal: Terminal): Promise<SearchRequest> {
  const name = file === '-' ? 'the input' : `"${file}"`;
  const text = (await (file === '-' ? readAll(terminal.stdin) : readText(file))).replace(/^\ufeff/, '');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw notJson(name, text, error);
  }
  if (!isObject(value)) throw new CommandError(`${name}: a request is a JSON object, such as {"q": "resistor"}`);
  return value as SearchRequest;
}

function notJson(name: string, text: string, error: unknown): CommandError {
  const fault = findJsonFault(text);
  if (!fault) return new CommandError(`${name} is not JSON: ${String(error)}`);
  const { offset, expected } = fault;
  const start = text.lastIndexOf('\n', offset - 1) + 1;
  const [line] = text.slice(start).split('\n', 1);
  const number = text.slice(0, start).split('\n').length;
  const where = `line ${number}, column ${offset - start + 1}`;
  return new CommandError(`${name} is not JSON at ${where}: expected ${expected}`, 2, {
    text: line,
    offset: offset - start,
    length: offset < text.length ? 1 : 0,
  });
}

async function readText(path: string): Promise<string> {
  try {
    return new TextDecoder().decode(await readFile(path));
  } catch (error) {
    throw new CommandError(`--request ${systemFailure(error, path)}`, EXIT.failure);
  }
}

async function readAll(input: AsyncIterable<Uint8Array | string>): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of input) text += typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true });
  return text + decoder.decode();
}
