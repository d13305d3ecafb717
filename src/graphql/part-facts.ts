import type { Part } from '../model/documents.js';
import { companyKey, companyRecord, makerOf } from './company-records.js';
import { lifeCycleOf } from './life-cycle.js';
import { medianPrice, quantityOf } from './prices.js';
import { listOf, membersOf } from './values.js';

/** What no field of a catalog has of its parts, by their positions in the storage. */
export class PartFacts {
  /** In the catalog's currency; NaN without a price. */
  readonly medianPrices: Float64Array;
  readonly totalStocks: Float64Array;
  /** Sellers with an authorised offer. */
  readonly authorizedSellers: Float64Array;
  /** The sellers of broker listings. */
  readonly brokers = new Set<string>();
  /** How many parts with the lifecycle status ACTIVE each maker has, by its uid. */
  readonly activeParts = new Map<string, number>();
  private count = 0;

  constructor(
    parts: number,
    private readonly currency: string,
  ) {
    this.medianPrices = new Float64Array(parts);
    this.totalStocks = new Float64Array(parts);
    this.authorizedSellers = new Float64Array(parts);
  }

  /** Adds the part of the next position. */
  add(part: Part): void {
    const offers = listOf(part.offers);
    const at = this.count++;
    this.medianPrices[at] = medianPrice(offers, this.currency) ?? Number.NaN;
    this.totalStocks[at] = offers.reduce((sum, offer) => sum + Math.max(0, quantityOf(offer)), 0);
    this.authorizedSellers[at] = authorizedSellers(part);
    for (const listing of listOf(part.broker_listings)) {
      const key = companyKey(membersOf(listing).seller);
      if (key !== undefined) this.brokers.add(key);
    }
    const { uid } = companyRecord(makerOf(part).company);
    if (uid === '' || lifeCycleOf(part.specs?.lifecycle_status) !== 'ACTIVE') return;
    this.activeParts.set(uid, (this.activeParts.get(uid) ?? 0) + 1);
  }
}

function authorizedSellers({ offers }: Part): number {
  const sellers = new Set<string>();
  for (const { is_authorized, seller } of listOf(offers)) {
    const key = is_authorized === true ? companyKey(seller) : undefined;
    if (key !== undefined) sellers.add(key);
  }
  return sellers.size;
}
