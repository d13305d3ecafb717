import { costBom } from '../../bom/cost/cost-bom.js';
import type { CostedBom } from '../../bom/cost/costed-bom.js';
import { matchBom } from '../../bom/matched/match-bom.js';
import type { MatchedLine } from '../../bom/matched/matched-line.js';
import type { BomColumn, BomMap } from '../../bom/read/bom-map.js';
import { readBom } from '../../bom/read/read-bom.js';
import { WORKBOOK_MARK } from '../../bom/write/workbook.js';
import { type BomFormat, writeBom } from '../../bom/write/write-bom.js';
import type { Catalog } from '../../partdex.js';
import { CommandError } from '../failure.js';
import { OutputFile } from '../output-file.js';
import { formatAmount, printableLines } from '../terminal/format.js';
import { startProgressBar, timeLeft } from '../terminal/progress-bar.js';
import type { Terminal } from '../terminal/terminal.js';
import type { ListSource } from './list-source.js';

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
}

/** Lines that are matched before the bar moves. */
const STEP = 20;
/** First bytes of a file that show what it is. */
const FIRST_BYTES = 512;

/** The form of a result by the name of its file. @throws CommandError for another kind of workbook */
export function formatOf({ output, json }: Pick<CostListOptions, 'output' | 'json'>): BomFormat {
  if (json || (output !== undefined && /\.json$/i.test(output))) return 'json';
  if (output === undefined || !/\.(?:xls|xlsx|xlsm|xlsb|ods|numbers)$/i.test(output)) return 'csv';
  if (/\.xlsx$/i.test(output)) return 'xlsx';
  throw new CommandError(`-o "${output}": a workbook is written as .xlsx; name it so, or .csv or .json`);
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
  const { lines } = await readBom({ name: source.name, data }, { map: mapOf(options) });
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
  await write(await writeBom(costed, format), options, stdout);
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

function mapOf({ mpn, sku = [], brand, seller, qty, reference, delimiter, decimalComma }: CostListOptions): BomMap {
  const columns: Record<string, BomColumn> = {};
  const name = (heading: string | false | undefined, as: BomColumn) => {
    if (typeof heading === 'string') columns[heading] = as;
  };
  name(mpn, 'mpn');
  for (const heading of sku) name(heading, 'sku');
  name(brand, 'brand');
  name(seller, 'seller');
  name(qty, 'quantity');
  name(reference, 'references');
  return { columns, ...(delimiter !== undefined && { delimiter }), ...(decimalComma && { decimal: ',' }) };
}

async function write(bytes: Uint8Array, { output, force = false }: CostListOptions, stdout: Terminal['stdout']): Promise<void> {
  if (output === undefined) {
    const text = new TextDecoder().decode(bytes);
    stdout.stream.write(stdout.isTerminal ? printableLines(text) : text);
    return;
  }
  const isEarlier = (start: Buffer) => {
    const text = start.toString('utf8');
    return (
      text.startsWith('\ufeffLine,References,') ||
      text.startsWith('{\n  "lines": [') ||
      (text.startsWith('PK\u0003\u0004') && text.includes(WORKBOOK_MARK))
    );
  };
  const file = await OutputFile.create(output, {
    option: '-o',
    what: 'result of an earlier match',
    force,
    bytes: FIRST_BYTES,
    isEarlier,
  });
  try {
    file.write(bytes);
    await file.commit();
  } finally {
    await file.discard();
  }
}
