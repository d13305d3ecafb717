import { isNumber, type NamedColumn, namedColumns } from '../../bom/columns.js';
import { costBom } from '../../bom/cost/cost-bom.js';
import type { CostedBom } from '../../bom/cost/costed-bom.js';
import { type UnknownSeller, unknownSellers } from '../../bom/cost/unknown-sellers.js';
import { matchBom } from '../../bom/matched/match-bom.js';
import type { MatchedLine } from '../../bom/matched/matched-line.js';
import { isHeadingOf } from '../../bom/read/bom-headings.js';
import { type BomColumn, type CheckedBomMap, checkBomMap } from '../../bom/read/bom-map.js';
import { NAMES_NO_PART } from '../../bom/read/bom-reader.js';
import { readWith } from '../../bom/read/read-bom.js';
import { type BomFormat, csvBytes, writeBom } from '../../bom/write/write-bom.js';
import { firstFew } from '../../import/first-few.js';
import type { TableReport } from '../../import/partdex-import.js';
import type { Catalog } from '../../partdex.js';
import { CommandError } from '../failure.js';
import { OutputFile } from '../output-file.js';
import { formatAmount, printableLines } from '../terminal/format.js';
import { startProgressBar, timeLeft } from '../terminal/progress-bar.js';
import { type Terminal, warn } from '../terminal/terminal.js';
import { describeColumnFault } from './column-faults.js';
import { windowsLinesIn, windowsWarning } from './decode.js';
import type { ListSource } from './list-source.js';
import { type PromisedForm, promisedForm } from './output-names.js';
import { isEarlierResult, outputDelimiter, RESULT_BYTES } from './writers.js';

/** Options of `partdex match` by which a list is bought; `boards` asks for it. */
export interface CostListOptions {
  boards?: number;
  seller?: string | false;
  from?: string[];
  maxSellers?: number;
  authorized?: boolean;
  attrition?: string;
  currency?: string;
  output?: string;
  force?: boolean;
  json?: boolean;
  delimiter?: string;
  decimalComma?: boolean;
  mpn?: string;
  sku?: readonly string[];
  brand?: string | false;
  qty?: string;
  reference?: string;
  header?: boolean;
  exact?: boolean;
  wildcards?: boolean;
  ndjson?: boolean;
}

/** The forms of a costed list, which names of files promise. */
const FORMS = ['xlsx', 'csv', 'tabs', 'json'] as const satisfies readonly PromisedForm[];
/** Lines that are matched before the bar moves. */
const STEP = 20;

/** The form of a result by the name of its file. @throws CommandError for a file of another kind */
export function formatOf({ output, json }: Pick<CostListOptions, 'output' | 'json'>): BomFormat {
  if (json) return 'json';
  const form = output === undefined ? 'csv' : promisedForm(output, FORMS);
  return form === 'tabs' ? 'csv' : form;
}

/** Reads, matches, costs and writes a list. */
export async function costList(
  source: ListSource,
  catalog: Catalog,
  options: CostListOptions,
  { stdout, stderr }: Terminal,
): Promise<CostedBom> {
  const format = formatOf(options);
  const bytes: Uint8Array[] = [];
  for await (const piece of source.bytes) bytes.push(typeof piece === 'string' ? new TextEncoder().encode(piece) : piece);
  const data = new Blob(bytes as Uint8Array<ArrayBuffer>[]);
  checkOptions(options);
  const { list, delimiter = ',' } = await readWith({ name: source.name, data }, mapOf(options, source.name));
  const { lines, report } = list;
  checkColumns(options, report[0]);
  warn(stderr, [...windowsWarning(windowsLinesIn(new Uint8Array(await data.arrayBuffer()))), ...report.flatMap(warningsOf)]);
  const began = performance.now();
  const bar = startProgressBar(stderr);
  const matched: MatchedLine[] = [];
  try {
    for (let at = 0; at < lines.length; at += STEP) {
      matched.push(...(await matchBom(catalog, lines.slice(at, at + STEP), { inStockFirst: true })));
      const fraction = matched.length / lines.length;
      bar.show(fraction, `${formatAmount(matched.length, 'line')}${timeLeft(fraction, (performance.now() - began) / 1000)}`);
    }
  } finally {
    bar.stop();
  }
  const costed = costBom(matched, costOptions(options, catalog));
  warn(stderr, [...unknownSellers(matched, options.from ?? []).map(warningOfSeller), ...otherCurrencies(costed)]);
  const form = { delimiter: outputDelimiter(options.output, delimiter), hasDecimalComma: options.decimalComma ?? false };
  await write(format === 'csv' ? csvBytes(costed, form) : await writeBom(costed, format), options, stdout);
  return costed;
}

function costOptions({ boards, from, maxSellers, authorized, attrition, currency }: CostListOptions, catalog: Catalog) {
  return {
    currency: currency ?? catalog.info.priceCurrency,
    ...(boards !== undefined && { boards }),
    ...(from !== undefined && { sellers: from }),
    ...(maxSellers !== undefined && { maxSellers }),
    ...(authorized !== undefined && { authorized }),
    ...(attrition !== undefined && { attrition }),
  };
}

/** Options of lists that are matched alone. @throws CommandError */
function checkOptions({ exact, wildcards, ndjson }: CostListOptions): void {
  const [given] = Object.entries({ exact, wildcards, ndjson }).find(([, value]) => value) ?? [];
  if (given === undefined) return;
  const instead = given === 'ndjson' ? 'use --json' : 'its numbers are compared by their letters and digits';
  throw new CommandError(`--${given}: not for a list that is bought, as by --boards; ${instead}`);
}

/** What a named column has. */
const asOf = ({ role }: NamedColumn): BomColumn => (role === 'reference' ? 'references' : role);

function mapOf(options: CostListOptions, list: string): CheckedBomMap {
  const { brand, seller, header = true, delimiter, decimalComma } = options;
  const named = namedColumns(options);
  if (!header) checkPlaces(named, list);
  const places = named.filter(({ name }) => isNumber(name)).map((column) => [Number(column.name) - 1, asOf(column)] as const);
  const headings = named.filter(({ name }) => !isNumber(name)).map((column) => [column.name, asOf(column)]);
  const without: BomColumn[] = [...(brand === false ? ['brand' as const] : []), ...(seller === false ? ['seller' as const] : [])];
  return {
    ...checkBomMap({
      columns: Object.fromEntries(headings),
      ...(delimiter !== undefined && { delimiter }),
      ...(decimalComma && { decimal: ',' }),
    }),
    places: new Map(places),
    without: new Set(without),
    isHeadless: !header,
  };
}

/** @throws CommandError where a list without headings has columns with names, or none of part numbers */
function checkPlaces(named: readonly NamedColumn[], list: string): void {
  const column = named.find(({ name }) => !isNumber(name));
  if (column) throw new CommandError(describeColumnFault({ code: 'not_a_number', column }, list));
  if (named.some(({ role }) => role === 'mpn' || role === 'sku')) return;
  throw new CommandError(describeColumnFault({ code: 'missing_number_column' }, list));
}

/** @throws CommandError for a named column that the list does not have */
function checkColumns(options: CostListOptions, { columns, source }: TableReport): void {
  for (const column of namedColumns(options)) {
    if (isNumber(column.name)) {
      if (Number(column.name) <= columns.length) continue;
      throw new CommandError(describeColumnFault({ code: 'out_of_range', column, width: columns.length }, source));
    }
    if (columns.some(({ heading }) => isHeadingOf(column.name, heading))) continue;
    const headings = columns.map(({ heading }) => heading);
    throw new CommandError(describeColumnFault({ code: 'unknown_column', column, headings }, source));
  }
}

/** What a person should know of how a list was read. */
function warningsOf({ left_out, notes }: TableReport): string[] {
  const nameless = left_out.filter(({ why }) => why === NAMES_NO_PART).map(({ line }) => line);
  const some = firstFew(nameless);
  return [
    ...(nameless.length > 0 ? [`${formatAmount(nameless.length, 'line')} without a part left out: line ${some}`] : []),
    ...notes,
  ];
}

/** What a person should know of sellers to buy from that sell none of the parts: most likely they are misspelled. */
function warningOfSeller({ given, nearest, names }: UnknownSeller): string {
  const like = nearest.map((name) => `"${name}"`).join(' or ');
  const all = firstFew(names);
  const offered = names.length === 0 ? 'no part that was found has an offer' : `the parts are sold by ${all}`;
  const advice = nearest.length === 0 ? offered : `names are compared as written; did you mean ${like}?`;
  return `--from "${given}": no offer of these parts is from a seller of that uid or name; ${advice}`;
}

/** What a person should know where parts are sold, but in other currencies alone: nothing can be bought then. */
function otherCurrencies({ lines, currency }: CostedBom): string[] {
  const others = new Set<string>();
  let count = 0;
  for (const { line, risks } of lines) {
    if (!risks.includes('no offer')) continue;
    const found = (line.part?.offers ?? []).flatMap((offer) => Object.keys(offer?.prices ?? {}));
    if (found.length === 0 || found.includes(currency)) continue;
    count++;
    for (const one of found) others.add(one);
  }
  if (count === 0) return [];
  return [`${formatAmount(count, 'line')} without a price in ${currency}, with prices in ${[...others].sort().join(', ')}`];
}

async function write(bytes: Uint8Array, { output, force = false }: CostListOptions, stdout: Terminal['stdout']): Promise<void> {
  if (output === undefined) {
    const text = new TextDecoder().decode(bytes);
    stdout.stream.write(stdout.isTerminal ? printableLines(text) : text);
    return;
  }
  const file = await OutputFile.create(output, {
    option: '-o',
    what: 'result of an earlier match',
    force,
    bytes: RESULT_BYTES,
    isEarlier: isEarlierResult,
  });
  try {
    file.write(bytes);
    await file.commit();
  } finally {
    await file.discard();
  }
}
