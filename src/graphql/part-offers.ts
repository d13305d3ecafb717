import type { Offer, Part } from '../model/documents.js';
import { stableHash } from './stable-hash.js';
import { idOf, listOf, membersOf, textOf } from './values.js';

/** An offer, and what identifies it. */
export interface OfferOfPart {
  readonly offer: Offer;
  /** The data's `id`; else a number that neither prices, stock, the order of offers nor other parts change. */
  readonly id: string;
  /** The uid of the part. */
  readonly part: string;
}

/** The offers of a part that a request is about. */
export interface PartOffers {
  /** The uid of the part. */
  readonly part: string;
  /** Those that a country may buy from. */
  readonly shown: readonly OfferOfPart[];
}

/** The offers of a part. @param country leaves out those of other regions; undefined: none is left out */
export function offersOf({ uid, offers }: Part, country: string | undefined): PartOffers {
  const places = new Map<string, number>();
  const all = listOf(offers).map((offer) => ({ offer, id: idOf(membersOf(offer).id) ?? madeId(uid, offer, places), part: uid }));
  return { part: uid, shown: country ? all.filter(({ offer }) => isFor(offer, country)) : all };
}

/** @param places the number of earlier offers with the same key */
function madeId(part: string, { seller, sku, eligible_region, packaging }: Offer, places: Map<string, number>): string {
  const { uid, name } = membersOf(seller);
  const key = JSON.stringify([part, textOf(uid) ?? [textOf(name)], sku ?? null, eligible_region ?? null, packaging ?? null]);
  const place = places.get(key) ?? 0;
  places.set(key, place + 1);
  return stableHash(`${key} ${place}`).toString();
}

/** Whether an offer is valid in a country: its region is the country, or one inside it (`US-CA`), or unknown. */
function isFor({ eligible_region }: Offer, country: string): boolean {
  const region = textOf(eligible_region);
  return region === null || region === country || region.startsWith(`${country}-`);
}
