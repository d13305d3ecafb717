import type { Brand, Category, Manufacturer, Part, Seller, SpecMetadata, SpecValue } from '../partdex.js';
import { growCategories, type Leaf } from './categories.js';
import { inventCompanies, type Maker } from './companies.js';
import { DescriptionWriter } from './descriptions.js';
import type { Family } from './families/family.js';
import { Fingerprints } from './fingerprints.js';
import { OfferWriter } from './offers.js';
import { cumulate, Random, zipf } from './random.js';
import { SPEC_METADATA } from './spec-metadata.js';
import { compileTemplate, fillTemplate, type Template } from './template.js';
import { HIGHEST_TEMPERATURES, LOWEST_TEMPERATURES, repeated } from './values.js';

export const DEFAULT_SEED = 1;

const BRANDS_PER_CATEGORY = 70;
/** Part numbers drawn before a taken one gets a suffix. */
const ATTEMPTS = 5;

const LIFECYCLES = repeated(['Active', 74], ['Obsolete', 12], ['NRND', 6], ['EOL', 4], ['Last Time Buy', 3], ['Preview', 1]);
const ROHS = repeated(['Compliant', 86], ['Non-Compliant', 9], ['Compliant by Exemption', 5]);

/** The records and spec metadata that belong to a sample's parts. */
export interface SampleMetadata {
  categories: Category[];
  brands: Brand[];
  manufacturers: Manufacturer[];
  sellers: Seller[];
  spec_metadata: SpecMetadata[];
}

/** Metadata of all sample catalogs with this seed, whatever their size. */
export function sampleMetadata(seed = DEFAULT_SEED): SampleMetadata {
  const { makers, sellers } = inventCompanies(seed);
  return {
    categories: [...growCategories(seed).categories],
    brands: makers.map((maker) => maker.brand),
    manufacturers: makers.map((maker) => maker.manufacturer),
    sellers: [...sellers],
    spec_metadata: [...SPEC_METADATA],
  };
}

/**
 * Invented parts of 32 categories, 400 brands and 60 sellers: the same ones for the same seed on every machine, and the first k
 * of n parts are those of a sample of k. Every part number is unique within its brand.
 * @param count number of parts, up to many millions: none is kept
 */
export function* generateSample(count: number, seed = DEFAULT_SEED): Generator<Part, void, undefined> {
  const writer = new PartWriter(seed);
  for (let i = 0; i < count; i++) yield writer.next();
}

/** A category ready to write parts. */
interface Department {
  readonly leaf: Leaf;
  /** Ranks of the brands that make such parts, the leading one first. */
  readonly brands: readonly number[];
  readonly choiceSizes: readonly number[];
  readonly numbers: readonly Template[];
  readonly numbersByPrefix: ReadonlyMap<string, readonly Template[]>;
  readonly description: Template;
  readonly specs: readonly { readonly key: string; readonly template: Template; readonly missing: number }[];
}

class PartWriter {
  readonly #random: Random;
  readonly #makers: readonly Maker[];
  readonly #departments: readonly Department[];
  readonly #departmentWeights: readonly number[];
  readonly #brandWeights = zipf(BRANDS_PER_CATEGORY, 1);
  readonly #offers: OfferWriter;
  readonly #descriptions: DescriptionWriter;
  readonly #numbers = new Fingerprints();

  constructor(seed: number) {
    this.#random = new Random(seed, 'parts');
    const { makers, sellers } = inventCompanies(seed);
    const { leaves } = growCategories(seed);
    const brandsRandom = new Random(seed, 'brands of categories');
    this.#makers = makers;
    this.#departments = leaves.map((leaf) => openDepartment(leaf, brandsRandom, makers.length));
    this.#departmentWeights = cumulate(leaves.map((leaf) => leaf.family.weight));
    this.#offers = new OfferWriter(this.#random, sellers);
    this.#descriptions = new DescriptionWriter(this.#random, new Random(seed, 'series'));
  }

  next(): Part {
    const random = this.#random;
    const department = this.#departments[random.weighted(this.#departmentWeights)];
    const place = random.weighted(this.#brandWeights);
    const brandRank = department.brands[place];
    const maker = this.#makers[brandRank];
    const prefix = department.leaf.family.prefixes[place] ?? maker.letters;
    const { drawn, mpn } = this.#drawUnique(department, brandRank, prefix);
    // A tenth is sold under another name than that of its manufacturer.
    const { manufacturer } = random.chance(0.9) ? maker : this.#makers[(brandRank * 31 + 7) % this.#makers.length];
    const offers = this.#offers.offersOf(mpn, brandRank);
    const short_description = fillTemplate(department.description, drawn, prefix, random);
    return {
      uid: random.uid(),
      mpn,
      manufacturer: { uid: manufacturer.uid, name: manufacturer.name },
      brand: { uid: maker.brand.uid, name: maker.brand.name },
      offers,
      short_description,
      descriptions: this.#descriptions.descriptionsOf(short_description),
      specs: this.#specs(department, drawn, prefix),
      category_uids: [...department.leaf.category_uids],
    };
  }

  /** Draws a part's choices and a part number that is new within its brand. */
  #drawUnique(department: Department, brandRank: number, prefix: string): { drawn: number[]; mpn: string } {
    const random = this.#random;
    const templates = department.numbersByPrefix.get(prefix) ?? department.numbers;
    for (let attempt = 1; ; attempt++) {
      const drawn = department.choiceSizes.map((size) => random.below(size));
      let mpn = fillTemplate(random.pick(templates), drawn, prefix, random);
      if (attempt > ATTEMPTS) mpn += `-${random.letter()}${random.digits(2)}`;
      if (this.#numbers.add(`${brandRank}|${mpn}`)) return { drawn, mpn };
    }
  }

  #specs(department: Department, drawn: readonly number[], prefix: string): Record<string, SpecValue> {
    const random = this.#random;
    const specs: Record<string, SpecValue> = {};
    for (const { key, template, missing } of department.specs) {
      if (random.chance(missing)) continue;
      const text = fillTemplate(template, drawn, prefix, random);
      if (text !== '') specs[key] = { value: [text] };
    }
    if (random.chance(0.92)) specs.lifecycle_status = { value: [random.pick(LIFECYCLES)] };
    if (random.chance(0.95)) specs.rohs = { value: [random.pick(ROHS)] };
    if (random.chance(0.7)) {
      specs.operating_temperature_min = { value: [random.pick(LOWEST_TEMPERATURES)] };
      specs.operating_temperature_max = { value: [random.pick(HIGHEST_TEMPERATURES)] };
    }
    return specs;
  }
}

function openDepartment(leaf: Leaf, random: Random, brandCount: number): Department {
  const { family } = leaf;
  const choices = new Map(Object.entries(family.choices));
  const compile = (source: string) => compileTemplate(source, choices);
  return {
    leaf,
    brands: drawBrands(random, brandCount),
    choiceSizes: [...choices.values()].map((choice) => choice.length),
    numbers: family.numbers.map(compile),
    numbersByPrefix: new Map(
      Object.entries(family.numbersByPrefix ?? {}).map(([prefix, sources]) => [prefix, sources.map(compile)]),
    ),
    description: compile(family.description),
    specs: compileSpecs(family, compile),
  };
}

/** Large brands are in more categories, and lead in them. */
function drawBrands(random: Random, brandCount: number): number[] {
  const ranks = zipf(brandCount, 0.9);
  const brands = new Set<number>();
  while (brands.size < BRANDS_PER_CATEGORY) brands.add(random.weighted(ranks));
  return [...brands].sort((a, b) => a - b);
}

/** No catalog is complete: some specs are missing. */
function compileSpecs(family: Family, compile: (source: string) => Template): Department['specs'] {
  const datatypes = new Map(SPEC_METADATA.map((metadata) => [metadata.key, metadata.datatype]));
  return Object.entries(family.specs).map(([key, source]) => {
    const datatype = datatypes.get(key);
    if (datatype === undefined) throw new Error(`category "${family.name}": spec "${key}" has no metadata`);
    return { key, template: compile(source), missing: datatype === 'string' ? 0.04 : 0.06 };
  });
}
