/** Measures requests about offers: conditions, sorts by price, memory, and bills of materials that are matched and costed. */
import { type BomLine, costBom, matchBom } from '../../src/bom/partdex-bom.js';
import { openCatalogFile } from '../../src/node/partdex-node.js';
import type { SearchRequest } from '../../src/partdex.js';
import { type Measurement, measure, quantile, timed, warmUp } from '../measure/measure.js';
import { answer, type Job, residentMegabytes } from '../measure/worker.js';

export interface OffersJob
  extends Job<
    {
      readonly path: string;
      readonly conditions: readonly SearchRequest[];
      readonly sorts: readonly SearchRequest[];
      /** Of one of the sorts: the same at other quantities, each of which nothing has asked for. */
      readonly newQuantities: readonly SearchRequest[];
      readonly bills: readonly (readonly BomLine[])[];
    },
    OffersMeasurement
  > {}

export interface OffersMeasurement {
  readonly conditions: Measurement;
  readonly sorts: Measurement;
  readonly new_quantity_ms: readonly number[];
  readonly bills: BillsMeasurement;
  /** Of the sections of offers, in bytes; they take the same in memory. */
  readonly section_bytes: number;
  readonly offers: number;
  readonly parts: number;
  readonly memory_mb: number;
}

/** The median of the passes of each bill. */
export interface BillsMeasurement {
  readonly match_ms: readonly number[];
  readonly cost_ms: readonly number[];
  /** The fastest pass of each bill: the time without disturbances. */
  readonly fastest_ms: readonly number[];
  /** Lines of all bills with a part, and with all pieces bought. */
  readonly found: number;
  readonly bought: number;
  readonly lines: number;
}

const PASSES = 7;
const BOARDS = 100;

answer<OffersJob>(async ({ path, conditions, sorts, newQuantities, bills }) => {
  const catalog = await openCatalogFile(path);
  const asked = async (requests: readonly SearchRequest[]) => {
    return measure(
      catalog,
      requests.map((search) => ({ search })),
    );
  };
  const ofConditions = await asked(conditions);
  const ofSorts = await asked(sorts);
  const memory_mb = residentMegabytes();
  const new_quantity_ms: number[] = [];
  for (const request of newQuantities) new_quantity_ms.push(await timed(() => catalog.parts.search(request)));
  const ofBills = await measureBills(catalog, bills);
  const own = catalog.sections().filter(({ name }) => name.startsWith('parts/offers/'));
  const { counts, offers } = await offersOf(catalog);
  await catalog.close();
  return {
    conditions: ofConditions,
    sorts: ofSorts,
    new_quantity_ms,
    bills: ofBills,
    section_bytes: own.reduce((sum, { bytes }) => sum + bytes, 0),
    offers,
    parts: counts,
    memory_mb,
  };
});

async function measureBills(catalog: Awaited<ReturnType<typeof openCatalogFile>>, bills: readonly (readonly BomLine[])[]) {
  const match_ms: number[] = [];
  const cost_ms: number[] = [];
  const fastest_ms: number[] = [];
  const counted = { found: 0, bought: 0, lines: 0 };
  await warmUp(bills, (bill) => measureBill(catalog, bill));
  for (const bill of bills) {
    const matches: number[] = [];
    const costs: number[] = [];
    for (let pass = 0; pass < PASSES; pass++) {
      const { match, cost, lines, found, bought } = await measureBill(catalog, bill);
      matches.push(match);
      costs.push(cost);
      if (pass > 0) continue;
      counted.lines += lines;
      counted.found += found;
      counted.bought += bought;
    }
    match_ms.push(quantile(matches, 0.5));
    cost_ms.push(quantile(costs, 0.5));
    fastest_ms.push(Math.min(...matches.map((ms, i) => ms + costs[i])));
  }
  return { match_ms, cost_ms, fastest_ms, ...counted };
}

/** A call of its own, so that nothing holds its result during the next one. */
async function measureBill(catalog: Awaited<ReturnType<typeof openCatalogFile>>, bill: readonly BomLine[]) {
  const began = performance.now();
  const matched = await matchBom(catalog, bill);
  const at = performance.now();
  const costed = costBom(matched, { boards: BOARDS });
  const ended = performance.now();
  return {
    match: at - began,
    cost: ended - at,
    lines: matched.length,
    found: matched.filter(({ state }) => state === 'found').length,
    bought: costed.lines.filter(({ purchases, shortfall }) => purchases.length > 0 && shortfall === '0').length,
  };
}

/** How many offers there are, by the statistics of a field that every part has. */
async function offersOf(catalog: Awaited<ReturnType<typeof openCatalogFile>>): Promise<{ counts: number; offers: number }> {
  const { stats_results } = await catalog.parts.search({ limit: 0, stats: { offers_count: { include: true } } });
  const { count, mean } = stats_results.offers_count;
  return { counts: count, offers: Math.round(count * Number(mean)) };
}
