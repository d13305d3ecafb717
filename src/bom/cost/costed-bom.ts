import type { NumberText, Part } from '../../model/documents.js';

/** A line of a bill of materials: how many pieces a board needs, and of which part. `readBom` makes them of a table. */
export interface BomLine {
  /** Pieces for one board, 0 or more, as an exact decimal. */
  quantity: NumberText;
  /** The part that is bought. Absent or null: none is known, and all pieces are missing. */
  part?: Part | null;
  /** Whether the line is not placed ("do not place"): it needs and costs nothing. Default false. */
  dnp?: boolean;
  /** Reference designators: `['R1', 'R2']`. */
  references?: string[];
  /** The maker's part number. */
  mpn?: string;
  /** The brand or maker. */
  brand?: string;
  /** A seller's part number. */
  sku?: string;
  /** The seller of that number, or that the list names without one. */
  seller?: string;
  /** The value, as schematics have it: `10k`, `100n/50V`; for an integrated circuit often its part number. */
  value?: string;
  /** The footprint: `R_0603_1608Metric`. */
  footprint?: string;
  /** A description in words. */
  description?: string;
  /** The line of the file where it begins, from 1. */
  line?: number;
  /** Further members are kept as they came. */
  [member: string]: unknown;
}

/** Rates between currencies. Conversions are rounded to 20 significant digits, half up. */
export interface ExchangeRates {
  /** The currency that the rates refer to: `USD`. */
  base: string;
  /** Units of each currency for one of the base: `{ EUR: '0.92' }`. */
  rates: Record<string, NumberText>;
  /** Their date, in ISO 8601. */
  as_of?: string;
}

/** Options of `costBom`. */
export interface CostOptions {
  /** Boards to make, a whole number from 1. Default 1. */
  boards?: number;
  /** The currency of all prices, three capital letters. Default USD. */
  currency?: string;
  /** Sellers to buy from, by uid or by name as written. Default, and if empty: all. */
  sellers?: readonly string[];
  /** Whether only offers with `is_authorized` are bought. Default false. */
  authorized?: boolean;
  /** Most sellers of all purchases together, from 1. Default: no limit. */
  maxSellers?: number;
  /** Pieces that are lost, as a share from 0: 0.02 for two of a hundred. Default 0. */
  attrition?: NumberText;
  /** Whether nothing is bought beyond the stock of an offer. Default true. */
  stock?: boolean;
  /** Rates for offers without a price in the currency. Default: such offers are not bought. */
  rates?: ExchangeRates;
}

/** What is bought of one offer. Numbers are exact decimals as text. */
export interface BomPurchase {
  /** The place of the offer in `part.offers`, from 0. */
  offer: number;
  /** The seller's uid, else its name as written; null if the offer names none. */
  seller: string | null;
  /** Pieces to order. */
  pieces: string;
  /** Price of one piece. */
  price: string;
  /** Pieces times price. */
  cost: string;
}

/**
 * What may go wrong with a line:
 *
 * - `no offer` no offer has a price, of those that the options allow
 * - `shortfall` pieces are missing
 * - `single source` all offers with a price are of one seller
 * - `not authorized` an offer that is bought is not of an authorized seller
 * - `lifecycle` the part is discontinued, near its end of life, or not recommended for new designs
 */
export type BomRisk = 'no offer' | 'shortfall' | 'single source' | 'not authorized' | 'lifecycle';

/** A line with what is bought for it. Numbers are exact decimals as text. */
export interface CostedLine {
  /** The line as it came. */
  line: BomLine;
  /** Whole pieces that all boards need, with attrition. */
  needed: string;
  /** In the order of the offers; empty if nothing can be bought. */
  purchases: BomPurchase[];
  /** The cost of the purchases. */
  cost: string;
  /** How many of the needed pieces the purchases have. */
  covered: string;
  /** Needed pieces that are missing. */
  shortfall: string;
  /** The longest `factory_lead_days` of the offers that are bought; null if none says one. */
  lead_days: string | null;
  /** In the order of {@link BomRisk}. */
  risks: BomRisk[];
}

/** A bill of materials with its costs. */
export interface CostedBom {
  /** The lines, in their order. */
  lines: CostedLine[];
  /** The cost of all purchases, an exact decimal. */
  total: string;
  /** What is bought of each seller, that of the greatest total first; purchases without a seller are in none. */
  sellers: {
    /** Its uid, else its name as written. */
    seller: string;
    /** The cost of its purchases. */
    total: string;
    /** Lines with a purchase from it. */
    lines: number;
  }[];
  /** Whether the costs are the least that there are: false if there were too many offers or sellers to weigh all choices. */
  exact: boolean;
  /** The currency of all costs. */
  currency: string;
  /** The rates that were given. */
  rates?: ExchangeRates;
}
