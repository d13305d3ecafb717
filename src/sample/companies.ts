import type { Brand, Manufacturer, Seller } from '../partdex.js';
import { Random } from './random.js';

const BRANDS = 400;
const SELLERS = 60;

const SYLLABLES =
  'al ber cor del en far gen hel in jun kor lum mic nov op pol quan ra sil tek um vex wel xan yo zet tron dyne con mar sol tri'.split(
    ' ',
  );
const BRAND_ENDINGS = [
  'Electronics',
  'Semiconductor',
  'Devices',
  'Components',
  'Technologies',
  'Microsystems',
  'Power',
  'Industries',
  'Corporation',
  'Instruments',
  'Connect',
  'Labs',
];
const SELLER_ENDINGS = ['Distribution', 'Supply', 'Components', 'Sourcing', 'Direct', 'Chips'];
const COUNTRIES = ['US', 'DE', 'GB', 'JP', 'CN', 'FR', 'TW', 'NL', 'SG', 'KR'];

/** A manufacturer of parts: the brand and the company behind it have separate uids. */
export interface Maker {
  readonly brand: Brand;
  readonly manufacturer: Manufacturer;
  /** First letters of the part numbers of families for which it has no established prefix. */
  readonly letters: string;
}

export interface Companies {
  /** The largest first. */
  readonly makers: readonly Maker[];
  readonly sellers: readonly Seller[];
}

/** The invented companies of a sample catalog. */
export function inventCompanies(seed: number): Companies {
  const random = new Random(seed, 'companies');
  const taken = new Set<string>();
  const makers = Array.from({ length: BRANDS }, (): Maker => {
    const name = inventName(random, BRAND_ENDINGS, taken);
    const homepage_url = homepage(name);
    return {
      brand: { uid: random.uid(), name, homepage_url },
      manufacturer: { uid: random.uid(), name, homepage_url },
      letters: random.letters(2 + random.below(2)),
    };
  });
  const sellers = Array.from({ length: SELLERS }, (): Seller => {
    const name = inventName(random, SELLER_ENDINGS, taken);
    return {
      uid: random.uid(),
      name,
      homepage_url: homepage(name),
      display_flag: random.pick(COUNTRIES),
      has_ecommerce: random.chance(0.8),
    };
  });
  return { makers, sellers };
}

function inventName(random: Random, endings: readonly string[], taken: Set<string>): string {
  for (;;) {
    const syllables = random.pick(SYLLABLES) + random.pick(SYLLABLES) + (random.chance(0.4) ? random.pick(SYLLABLES) : '');
    const name = `${syllables[0].toUpperCase()}${syllables.slice(1)} ${random.pick(endings)}`;
    if (taken.has(name)) continue;
    taken.add(name);
    return name;
  }
}

function homepage(name: string): string {
  return `https://${name.toLowerCase().replaceAll(' ', '-')}.example/`;
}
