import { type Decimal, decimalText, scaledText } from '../../analysis/decimal.js';
import { LIFE_CYCLE_KEY, statusOf } from '../../analysis/life-cycle.js';
import { offerNumber } from '../../analysis/offer-price.js';
import type { Part } from '../../model/documents.js';
import { type Bought, cheapestWay, sum, type Way } from './cheapest-way.js';
import { chooseSellers, type OpenLine } from './choose-sellers.js';
import { type CostSettings, checkCostRequest, neededPieces } from './cost-settings.js';
import type { BomLine, BomPurchase, BomRisk, CostedBom, CostedLine, CostOptions } from './costed-bom.js';
import { isAllowed, type PricedOffer, pricedOffers, Sellable } from './sellable.js';

/** A line with the offers that it can be bought of. */
class PreparedLine implements OpenLine {
  constructor(
    readonly line: BomLine,
    readonly needed: bigint,
    /** Offers with a price; those that the options do not allow too. */
    readonly priced: readonly PricedOffer[],
    readonly offers: readonly Sellable[],
  ) {}
}

/**
 * Buys the parts of a bill of materials where they cost least: docs/semantics.md, "Costs of a bill of materials". Every number is exact.
 * @param lines each with its part, as `matchBom` returns them
 * @throws ValidationError for lines or options that are not valid
 */
export function costBom(lines: readonly BomLine[], options: CostOptions = {}): CostedBom {
  const { lines: checked, settings } = checkCostRequest(lines, options);
  // Programs in JavaScript may give null.
  const rates = (options as CostOptions | null)?.rates;
  const all = checked.map((line) => (line.dnp || !line.part ? [] : pricedOffers(line.part, settings)));
  const scale = scaleOf(all);
  const prepared = checked.map((line, i): PreparedLine => {
    const needed = neededPieces(line, settings);
    const allowed = needed === 0n ? [] : all[i].filter((offer) => isAllowed(offer, settings) && offer.most !== 0n);
    return new PreparedLine(
      line,
      needed,
      all[i],
      allowed.map((offer) => new Sellable(offer, scale)),
    );
  });
  const { ways, exact } = waysOf(prepared, settings);
  const amount = (units: bigint) => scaledText(units, scale);
  return {
    lines: prepared.map((line, i) => costedLine(line, ways[i], settings, amount)),
    total: amount(sum(ways.map(({ cost }) => cost))),
    sellers: totalsOf(ways, amount),
    exact,
    currency: settings.currency,
    ...(rates && { rates }),
  };
}

/** Decimals of the prices: money is counted in whole units of the last of them. */
function scaleOf(offers: readonly (readonly PricedOffer[])[]): number {
  let most = 0;
  for (const ofLine of offers) {
    for (const { terms } of ofLine) {
      if (terms.isPlain) for (const { scale } of terms.steps) most = Math.max(most, scale);
      else for (const { price } of terms.steps) most = Math.max(most, price.scale);
    }
  }
  return most;
}

function waysOf(lines: readonly PreparedLine[], { maxSellers }: CostSettings): { ways: Way[]; exact: boolean } {
  if (maxSellers !== undefined) return chooseSellers(lines, maxSellers);
  const ways = lines.map(({ offers, needed }) => cheapestWay(offers, needed));
  return { ways, exact: ways.every((way) => way.exact) };
}

/** What a line begins as. A copy, not a literal: see `ResultOfLine`. */
const NOT_COSTED: CostedLine = {
  line: { quantity: 0 },
  needed: '0',
  purchases: [],
  cost: '0',
  covered: '0',
  shortfall: '0',
  lead_days: null,
  risks: [],
};

function costedLine(line: PreparedLine, way: Way, settings: CostSettings, amount: (units: bigint) => string): CostedLine {
  const { needed } = line;
  const shortfall = needed - way.covered;
  const costed = { ...NOT_COSTED };
  costed.line = line.line;
  costed.needed = piecesText(needed);
  costed.purchases = way.bought.map((lot): BomPurchase => {
    const { place, seller = null } = lot.offer.priced;
    return { offer: place, seller, pieces: piecesText(lot.pieces), price: amount(lot.price), cost: amount(lot.cost) };
  });
  costed.cost = amount(way.cost);
  costed.covered = piecesText(way.covered);
  costed.shortfall = piecesText(shortfall);
  costed.lead_days = leadDaysOf(way.bought);
  costed.risks = needed === 0n ? [] : risksOf(line, way.bought, shortfall, settings);
  return costed;
}

function piecesText(pieces: bigint): string {
  return scaledText(pieces, 0);
}

function leadDaysOf(bought: readonly Bought[]): string | null {
  let longest: Decimal | undefined;
  for (const { offer } of bought) {
    const days = offerNumber(offer.priced.offer.factory_lead_days);
    if (days && (!longest || days.gt(longest))) longest = days;
  }
  return longest ? decimalText(longest) : null;
}

function risksOf(
  { line, priced }: PreparedLine,
  bought: readonly Bought[],
  shortfall: bigint,
  settings: CostSettings,
): BomRisk[] {
  const risks: BomRisk[] = [];
  if (!priced.some((offer) => isAllowed(offer, settings))) risks.push('no offer');
  if (shortfall > 0n) risks.push('shortfall');
  if (priced.length > 0 && priced.every(({ seller }) => seller === priced[0].seller)) risks.push('single source');
  if (bought.some(({ offer }) => offer.priced.offer.is_authorized !== true)) risks.push('not authorized');
  if (line.part && isEnding(line.part)) risks.push('lifecycle');
  return risks;
}

const ENDING = new Set(['NRFND', 'EOL', 'DISCONTINUED', 'DISCONTINUED_UNCONFIRMED']);

/** Whether a part is no longer made, or should not be designed in. */
function isEnding({ specs }: Part): boolean {
  const given = specs && Object.hasOwn(specs, LIFE_CYCLE_KEY) ? specs[LIFE_CYCLE_KEY]?.value : undefined;
  return Array.isArray(given) ? given.some(isEndingStatus) : isEndingStatus(given);
}

function isEndingStatus(value: unknown): boolean {
  return typeof value === 'string' && ENDING.has(statusOf(value));
}

function totalsOf(ways: readonly Way[], amount: (units: bigint) => string): CostedBom['sellers'] {
  const totals = new Map<string, { cost: bigint; lines: number }>();
  for (const { bought } of ways) {
    const ofLine = new Set<string>();
    for (const { offer, cost } of bought) {
      const { seller } = offer.priced;
      if (seller === undefined) continue;
      const before = totals.get(seller) ?? { cost: 0n, lines: 0 };
      totals.set(seller, { cost: before.cost + cost, lines: before.lines + (ofLine.has(seller) ? 0 : 1) });
      ofLine.add(seller);
    }
  }
  return [...totals]
    .sort(([a, x], [b, y]) => (x.cost > y.cost ? -1 : x.cost < y.cost ? 1 : a < b ? -1 : 1))
    .map(([seller, { cost, lines }]) => ({ seller, total: amount(cost), lines }));
}
