import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BomLine } from '../../src/bom/partdex-bom.js';
import type { SearchRequest } from '../../src/partdex.js';
import { Random } from '../../src/sample/random.js';
import { openData } from '../data/data.js';
import { temporaryFolder } from '../data/temporary-folder.js';
import { quantile } from '../measure/measure.js';
import { runWorker } from '../measure/worker.js';
import { type BlockJoinMeasurement, measureBlockJoin, whyNoBlockJoin } from '../peers/block-join.js';
import { SEED } from '../queries/draw.js';
import { QUESTIONS, type QueryArguments, requestOf } from '../queries/questions.js';
import { figure, table } from '../report/table.js';
import type { BuildJob } from '../workers/build.js';
import type { OffersJob, OffersMeasurement } from '../workers/offers.js';
import { readOptions, wholeNumber } from './options.js';

export const HELP = `npm run bench:offers -- [options]

Measures conditions on one offer, sorts by price, the memory of offers, and bills of materials of 200 lines. Where there are a JDK and
Maven, Lucene's block join answers the same conditions on the same offers.

  --parts <number>   generated parts; default 200000
  --catalog <file>   keep the catalog there; if it is there already it is not built again
  --json             print the figures as JSON instead of a table
`;

const RESULTS = 'bench/results';
const NEW_QUANTITIES = [3, 20, 70, 150, 400, 700, 1500, 2500, 6000];
/** Milliseconds, bytes of an offer, and our time over that of Lucene. */
const GOALS = { conditions: 0.5, sorts: 2, newQuantity: 60, bill: 15, bytes: 45, ratio: 0.3 };

/** Prints the figures beside their goals. */
export async function offersCommand(args: readonly string[]): Promise<void> {
  const options = readOptions(args, {
    parts: { type: 'string' },
    catalog: { type: 'string' },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  });
  if (options.help) {
    console.log(HELP);
    return;
  }
  const parts = wholeNumber('--parts', options.parts) ?? 200_000;
  const data = await openData('generated', parts);
  if (typeof data === 'string') throw new Error(data);
  const folder = temporaryFolder();
  const path = options.catalog ?? join(folder, 'catalog.pdx');
  if (!existsSync(path)) await runWorker<BuildJob>('build', { files: await data.files(folder), out: path });
  const drawn = await data.queries();
  const requestsOf = (name: string) => (drawn.get(name) ?? []).map((values) => searchOf(name, values));
  const sorts = requestsOf('sort-by-price');
  const newQuantities = NEW_QUANTITIES.map((n) => ({ ...sorts[0], sortby: `price.USD.${n} asc` }));
  const bills = (drawn.get('bill-of-materials') ?? []).map(billOf);
  const conditions = requestsOf('offers');
  const measured = await runWorker<OffersJob>('offers', { path, conditions, sorts, newQuantities, bills });
  const missing = whyNoBlockJoin();
  const peer = missing === undefined ? await measureBlockJoin(path, drawn.get('offers') ?? [], folder) : undefined;
  const results = { ...measured, ...(peer && { block_join: peer }) };
  await mkdir(RESULTS, { recursive: true });
  await writeFile(join(RESULTS, `offers-${parts}.json`), `${JSON.stringify(results, null, 1)}\n`);
  if (options.json) console.log(JSON.stringify(results, null, 1));
  else console.log(`${report(measured, peer)}\n\n${besideLucene(measured, peer, missing)}`);
}

function searchOf(name: string, values: QueryArguments): SearchRequest {
  const question = QUESTIONS.find((one) => one.name === name);
  const request = question && requestOf(question, values);
  if (!request || !('search' in request)) throw new Error(`there is no search ${name}`);
  return request.search;
}

/** Lines of numbers and brands, with the quantities of a board. */
function billOf(numbersAndBrands: QueryArguments, i: number): BomLine[] {
  const random = new Random(SEED, `quantities ${i}`);
  const lines: BomLine[] = [];
  for (let at = 0; at + 1 < numbersAndBrands.length; at += 2) {
    const quantity = 1 + random.below(20);
    lines.push({ mpn: numbersAndBrands[at], brand: numbersAndBrands[at + 1], quantity });
  }
  return lines;
}

function report(measured: OffersMeasurement, peer: BlockJoinMeasurement | undefined): string {
  const { conditions, sorts, new_quantity_ms, bills, section_bytes, offers, parts, memory_mb } = measured;
  const whole = bills.match_ms.map((ms, i) => ms + bills.cost_ms[i]);
  const row = (name: string, values: readonly number[], goal?: number) => [
    name,
    figure(quantile(values, 0.5)),
    figure(quantile(values, 0.95)),
    goal === undefined ? '' : `${goal}`,
  ];
  const rows = [
    row('three conditions on one offer, in a category, ms', conditions.times_ms, GOALS.conditions),
    row('the fastest pass of each', conditions.fastest_ms),
    ...(peer ? [row("the same by Lucene's block join, ms", peer.times_ms)] : []),
    row('sort of a large category by price.USD.1000, ms', sorts.times_ms, GOALS.sorts),
    row('the fastest pass of each', sorts.fastest_ms),
    row('the same at a new quantity, the first time, ms', new_quantity_ms, GOALS.newQuantity),
    row('200 lines matched and costed, ms', whole, GOALS.bill),
    row('the fastest pass of each', bills.fastest_ms),
    row('of this matching', bills.match_ms),
    row('of this costing', bills.cost_ms),
    ['bytes of an offer in the sections of offers', figure(section_bytes / offers), '', `${GOALS.bytes}`],
  ];
  const count = (value: number) => value.toLocaleString('en-US');
  return [
    `${count(parts)} generated parts with ${count(offers)} offers`,
    table(['', 'median', '95 %', 'goal'], rows),
    `${count(bills.lines)} lines: ${count(bills.found)} found, ${count(bills.bought)} bought; ${figure(memory_mb)} MB resident after the sorts`,
  ].join('\n\n');
}

/** The ratio of the medians; the totals of both must be equal. */
function besideLucene({ conditions }: OffersMeasurement, peer: BlockJoinMeasurement | undefined, missing?: string): string {
  if (!peer) return `Lucene's block join was not measured: ${missing}.`;
  const differing = conditions.totals.filter((total, i) => total !== peer.totals[i]).length;
  if (differing > 0) throw new Error(`${differing} of ${conditions.totals.length} totals are not those of Lucene`);
  const ratio = quantile(conditions.times_ms, 0.5) / quantile(peer.times_ms, 0.5);
  return `${figure(ratio)} of the time of Lucene's block join (goal ${GOALS.ratio}), with the same totals`;
}
