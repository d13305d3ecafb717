import type { Filter } from '../parser/ast.js';
import { all, any, is, isOfCondition, isOneOf, isSecondary, not, valueField, words } from './conditions.js';
import { joinedForm } from './forms.js';
import type { GeneralConditions } from './general-conditions.js';
import { SELLER_FIELD } from './offer-wishes.js';
import type { Entry, Option } from './pieces.js';
import type { CategoryCandidate, Fit, MakerCandidate, Meanings, SellerCandidate, ValueCandidate } from './vocabulary.js';

/** What the meanings of a span become: conditions of its pieces. */
export interface NamedOptions {
  readonly categories: readonly Option[];
  readonly companies: readonly Option[];
  readonly values: readonly Entry[];
  /** How well the best of them fits; undefined without any. */
  readonly fit: Fit | undefined;
}

const FITS: readonly Fit[] = ['whole', 'beginning', 'item', 'inside'];
/** Some catalogs sort parts of a maker into a category of its name: the maker is meant, if it has far more parts. */
const MAKER_OVER_CATEGORY = 4;

/** The conditions of what the vocabulary of a catalog knows, made once for each meaning that it keeps. */
export class CatalogOptions {
  private readonly known = new WeakMap<Meanings, NamedOptions>();

  constructor(readonly general: GeneralConditions) {}

  of(meanings: Meanings): NamedOptions {
    let options = this.known.get(meanings);
    if (!options) this.known.set(meanings, (options = this.optionsOf(meanings)));
    return options;
  }

  /** The parts of some categories that have a value, or are called so. */
  inTwo(values: readonly Entry[], categories: readonly Option[], texts: readonly string[] = []): NamedOptions {
    const called = texts.length === 0 ? [] : [words(...texts)];
    const has = any([...values.map(({ condition }) => condition), ...called]);
    const within = categories.map((category) => ({ ...category, condition: all([category.condition, has]) }));
    return { categories: within, companies: [], values: [], fit: 'whole' };
  }

  private optionsOf(meanings: Meanings): NamedOptions {
    const { categories, makers, sellers, values } = meanings;
    return {
      categories: telling(categories)
        .filter((category) => !isOfMaker(category, makers))
        .map((category) => this.categoryOption(category)),
      companies: [
        ...telling(makers).map((maker) => this.makerOption(maker)),
        ...telling(sellers).map((seller) => this.sellerOption(seller)),
      ],
      values: telling(values).map((value) => this.valueEntry(value)),
      fit: bestFit(meanings),
    };
  }

  private categoryOption({ name, uids, except }: CategoryCandidate): Option {
    const field = 'category_uids';
    const within = is(field, uids);
    const condition = except.length === 0 ? within : all([within, not(is(field, except))]);
    return { as: 'category', field, value: name, condition: this.general.add(condition) };
  }

  private makerOption({ name, brands, manufacturers }: MakerCandidate): Option {
    const conditions: Filter[] = [];
    if (brands.length > 0) conditions.push(isOneOf('brand.name', brands));
    if (manufacturers.length > 0) conditions.push(isOneOf('manufacturer.name', manufacturers));
    const field = brands.length > 0 ? 'brand.name' : 'manufacturer.name';
    return { as: 'brand', field, value: name, condition: this.general.add(any(conditions)) };
  }

  private sellerOption({ name, sellers }: SellerCandidate): Option {
    return { as: 'seller', field: SELLER_FIELD, value: name, condition: this.general.add(isOneOf(SELLER_FIELD, sellers)) };
  }

  private valueEntry({ key, value, values, alone, parts }: ValueCandidate): Entry {
    const field = valueField(key);
    const condition = this.general.add(isOneOf(field, alone ?? values));
    const isCondition = isOfCondition(key);
    const entry: Entry = {
      as: 'spec',
      field,
      value,
      condition,
      has: this.general.has(field),
      bound: parts,
      isCondition,
      isSecondary: isSecondary(key),
      values: alone ?? values,
      texts: () => [],
    };
    return alone ? { ...entry, amongOthers: this.general.add(isOneOf(field, values)) } : entry;
  }
}

function bestFit({ categories, makers, sellers, values }: Meanings): Fit | undefined {
  const fits = new Set([...categories, ...makers, ...sellers, ...values].map(({ fit }) => fit));
  return FITS.find((fit) => fits.has(fit));
}

/** Candidates that say more than that a word stands somewhere. */
export function telling<T extends { readonly fit: Fit }>(candidates: readonly T[]): T[] {
  return candidates.filter(({ fit }) => fit !== 'inside');
}

function isOfMaker({ name, parts }: CategoryCandidate, makers: readonly MakerCandidate[]): boolean {
  const key = joinedForm(name);
  return makers.some(
    (maker) => maker.parts > parts * MAKER_OVER_CATEGORY && maker.brands.some((brand) => joinedForm(brand) === key),
  );
}
