import type { Offer, Part } from '../../src/partdex.js';
import { Random } from '../../src/sample/random.js';

/** The data of a part that queries are drawn from. */
export interface Witness {
  /** The part number as written. */
  readonly number: string;
  /** The same in lower case, only letters and digits. */
  readonly mpn: string;
  readonly skus: readonly string[];
  readonly brand: string | undefined;
  /** The tokens of each value that a keyword searches. */
  readonly values: readonly (readonly string[])[];
  /** The root first, the deepest category last. */
  readonly categories: readonly string[];
  /** Number specs: key and first value as written. */
  readonly numbers: readonly SpecText[];
  /** Text specs, likewise. */
  readonly strings: readonly SpecText[];
  /** Its offers that have all three. */
  readonly offers: readonly OfferTerms[];
}

/** What conditions on one offer are drawn from. */
export interface OfferTerms {
  readonly seller: string;
  readonly stock: number;
  readonly moq: number;
}

export type SpecText = readonly [key: string, value: string];

/** A uniform, reproducible sample of many items (Vitter's algorithm R). */
export class Reservoir<T> {
  readonly items: T[] = [];
  private seen = 0;
  private readonly random: Random;

  constructor(
    private readonly size: number,
    seed: number,
  ) {
    this.random = new Random(seed, 'reservoir');
  }

  /** `make` creates the item if it is kept. */
  offer(make: () => T): void {
    const place = this.seen < this.size ? this.seen : this.random.below(this.seen + 1);
    if (place < this.size) this.items[place] = make();
    this.seen++;
  }
}

/** @param datatypes of the spec keys */
export function witnessOf(part: Part, datatypes: ReadonlyMap<string, string | undefined>): Witness {
  const offers = part.offers ?? [];
  const sellers = new Set(offers.map(({ seller }) => seller?.name));
  const texts = [
    part.mpn,
    part.brand?.name,
    ...sellers,
    ...offers.map(({ sku }) => sku),
    ...(part.descriptions ?? []).map(({ value }) => value),
  ];
  return {
    number: part.mpn,
    skus: offers.flatMap(({ sku }) => (sku ? [sku] : [])),
    mpn: fold(part.mpn).replace(/[^\p{L}\p{N}]+/gu, ''),
    brand: part.brand?.name,
    values: texts.map((text) => tokensOf(text ?? '')).filter((tokens) => tokens.length > 0),
    categories: part.category_uids ?? [],
    numbers: specsOf(part, (key, value) => isNumber(datatypes.get(key)) && Number.isFinite(Number(value))),
    strings: specsOf(part, (key) => datatypes.get(key) === 'string'),
    offers: offers.flatMap(termsOf),
  };
}

function termsOf({ seller, in_stock_quantity, moq }: Offer): OfferTerms[] {
  const [stock, least] = [Number(in_stock_quantity), Number(moq)];
  if (!seller?.name || !(stock > 0) || !(least > 0)) return [];
  return [{ seller: seller.name, stock, moq: least }];
}

function isNumber(datatype: string | undefined): boolean {
  return datatype === 'integer' || datatype === 'decimal';
}

function specsOf({ specs }: Part, isWanted: (key: string, value: string) => boolean): SpecText[] {
  return Object.entries(specs ?? {}).flatMap(([key, spec]) => {
    const value = Array.isArray(spec.value) ? spec.value[0] : spec.value;
    return value !== undefined && value !== null && isWanted(key, String(value)) ? [[key, String(value)]] : [];
  });
}

/** A short copy of the engine's tokenizer: the benchmarks use the engine only through its entries. */
function tokensOf(text: string): string[] {
  return fold(text).match(/[\p{L}\p{N}]+(?:(?<=\p{Nd})\.(?=\p{Nd})[\p{L}\p{N}]+)*/gu) ?? [];
}

function fold(text: string): string {
  return text
    .replace(/[™℠®]/gu, '')
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/μ/gu, 'u')
    .replace(/ω/gu, 'ohm');
}
