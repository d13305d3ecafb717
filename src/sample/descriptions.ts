import type { Description } from '../partdex.js';
import { type Random, zipf } from './random.js';
import { HIGHEST_TEMPERATURES, LOWEST_TEMPERATURES } from './values.js';

const SERIES = 1200;

const ADJECTIVES = words(`
  automotive industrial commercial consumer military medical precision miniature compact flat thin rugged sealed shielded
  insulated coated flexible stackable modular efficient fast quiet stable sensitive tolerant accurate economical reinforced
  extended wide low high ultra standard general custom lead-free halogen-free moisture surge pulse soft sulfur thermal
`);
const NOUNS = words(`
  supplies drives lighting instrumentation telecom servers laptops wearables equipment batteries chargers inverters robots
  drones gateways routers sensors meters appliances amplifiers testers converters trackers avionics displays storage modules
  controllers cameras printers pumps motors heaters vehicles tools toys locks radios clocks printers lasers bridges
`);
const VERBS = words('designed optimized intended qualified suitable recommended ideal engineered rated approved');
const FINISHES = ['tin', 'gold', 'nickel', 'silver', 'matte tin'];
const STANDARDS = [
  'AEC-Q200',
  'AEC-Q101',
  'AEC-Q100',
  'UL94V-0',
  'IEC 60068',
  'MIL-STD-202',
  'JEDEC J-STD-020',
  'REACH',
  'RoHS 3',
  'ISO 9001',
  'IPC-A-610',
];
/** What a seller adds to the manufacturer's own words. */
const ENDINGS = ['', ' T/R', ' Automotive T/R', ' Bulk', ' Tray', ' Automotive', ' Cut Tape'];

/** Writes the descriptions of parts: what the part is, and up to two sentences of praise. */
export class DescriptionWriter {
  readonly #random: Random;
  readonly #series: readonly string[];
  readonly #seriesRanks = zipf(SERIES, 0.8);
  readonly #sentences: readonly (() => string)[];

  /** @param names makes the names of product series; the same for every catalog of a seed */
  constructor(random: Random, names: Random) {
    this.#random = random;
    this.#series = Array.from({ length: SERIES }, () => names.letters(1 + names.below(3)) + names.digits(1 + names.below(2)));
    this.#sentences = [
      () =>
        `${capital(this.#one(ADJECTIVES))} ${this.#one(ADJECTIVES)} device ${this.#one(VERBS)} for ${this.#one(NOUNS)}, ` +
        `${this.#one(NOUNS)} and ${this.#one(NOUNS)}.`,
      () =>
        `${capital(this.#one(VERBS))} to ${this.#one(STANDARDS)} with ${this.#one(ADJECTIVES)} ${this.#one(ADJECTIVES)} ` +
        `construction, series ${this.#seriesName()}.`,
      () =>
        `Series ${this.#seriesName()} ${this.#one(ADJECTIVES)} version, ${this.#one(FINISHES)} finish, ` +
        `moisture sensitivity level ${1 + this.#random.below(4)}.`,
      () =>
        `Operating temperature from ${this.#one(LOWEST_TEMPERATURES)} to ${this.#one(HIGHEST_TEMPERATURES)} degrees with ` +
        `${this.#one(ADJECTIVES)} ${this.#one(NOUNS)} support.`,
    ];
  }

  /** One to three descriptions, beginning with the short one. */
  descriptionsOf(short: string): Description[] {
    const descriptions = [{ value: short + this.#one(ENDINGS) }];
    for (let more = this.#random.below(3); more > 0; more--) descriptions.push({ value: this.#one(this.#sentences)() });
    return descriptions;
  }

  #seriesName(): string {
    return this.#series[this.#random.weighted(this.#seriesRanks)];
  }

  #one<T>(list: readonly T[]): T {
    return this.#random.pick(list);
  }
}

function words(text: string): string[] {
  return text.trim().split(/\s+/);
}

function capital(word: string): string {
  return word[0].toUpperCase() + word.slice(1);
}
