import { MemberReader } from './check-arguments.js';
import { HAS_VALUES, isExtentMember, parseSpecField, SPEC_MEMBERS, specField } from './fields.js';
import { Issues } from './issues.js';
import { parsePriceField } from './offer-fields.js';
import { isPlainObject } from './plain.js';

/** What a key or token may see, as `isValidKey` and `isValidToken` return it in place of true. */
export interface AccessScope {
  /** Filter queries that every part meets that the client may see, AND'd. docs/semantics.md, "Filter queries". */
  filter?: string | string[];
  /** Dotted names of members that no answer shows, and that nothing searches, filters or counts. */
  hide?: string[];
}

/** A scope in the form that requests use. */
export interface Scope {
  readonly filters: readonly string[];
  readonly hide: readonly string[];
  /** Equal for scopes with the same content. */
  readonly key: string;
}

/** Whether a key is valid, and what it may see. */
export type Verdict = boolean | AccessScope;

/**
 * The scope in the answer of `isValidKey` or `isValidToken`: undefined for a valid key that may see everything.
 * @returns false for an invalid key
 * @throws Error for an object that is not a scope: a fault of the server, which must not show more than was meant
 */
export function readVerdict(verdict: unknown, source: string): Scope | undefined | false {
  if (!verdict) return false;
  if (typeof verdict !== 'object') return undefined;
  const issues = new Issues(verdict);
  if (!isPlainObject(verdict)) issues.addWrongType([source], 'a scope { filter, hide }', verdict);
  const given = MemberReader.of(verdict, [source], ['filter', 'hide'], issues);
  const filters = given.strings('filter') as string[];
  const hide = given.strings('hide') as string[];
  const fault = issues.error();
  if (fault) throw new Error(`the answer of ${source} is not a scope: ${fault.message}`);
  if (filters.length === 0 && hide.length === 0) return undefined;
  return { filters, hide, key: JSON.stringify([filters, hide]) };
}

/** The members that fieldnames read, where the names differ. */
const READS: ReadonlyMap<string, readonly string[]> = new Map([
  ['total_stock', ['offers.in_stock_quantity']],
  ['sellers_in_stock', ['offers.in_stock_quantity', 'offers.seller.uid', 'offers.seller.name']],
  ['authorized_sellers', ['offers.is_authorized', 'offers.seller.uid', 'offers.seller.name']],
  ['offers_count', ['offers']],
  ['has', [...HAS_VALUES.values()]],
]);

const NO_MEMBERS: readonly string[] = [];

/** The dotted names that a scope hides. */
export class HiddenMembers {
  private readonly set: ReadonlySet<string>;

  constructor(
    readonly names: readonly string[],
    /** The currency of `avg_price`. */
    private readonly priceCurrency: string,
    /** Whether some part has a value of a field of a spec. */
    private readonly hasValues: (field: string) => boolean = () => true,
  ) {
    this.set = new Set(names);
  }

  /** Whether a fieldname is at or below a hidden member. `uid` identifies the records and stays a field. */
  hasField(name: string): boolean {
    const spec = parseSpecField(name);
    if (spec) {
      if (this.hasSpec(spec.key) || this.set.has(name)) return true;
      return isExtentMember(spec.member) && this.hidesExtent(spec.key);
    }
    return this.isHidden(name) || this.membersOf(name).some((member) => this.isHidden(member));
  }

  /** Whether a spec key is hidden with everything in it. The key may contain dots. */
  hasSpec(key: string): boolean {
    return this.set.has('specs') || this.set.has(`specs.${key}`);
  }

  /** Whether nothing is left of what the extents of a key are made of. */
  private hidesExtent(key: string): boolean {
    const fields = SPEC_MEMBERS.map((member) => specField(key, member));
    return fields.some((field) => this.set.has(field)) && !fields.some((field) => !this.set.has(field) && this.hasValues(field));
  }

  private membersOf(field: string): readonly string[] {
    if (field === 'avg_price') return [`offers.prices.${this.priceCurrency}`];
    const price = parsePriceField(field);
    // What must be bought decides about the price.
    if (price) return [`offers.prices.${price.currency}`, 'offers.moq', 'offers.order_multiple'];
    return READS.get(field) ?? NO_MEMBERS;
  }

  private isHidden(name: string): boolean {
    if (this.set.has(name)) return true;
    for (let dot = name.indexOf('.'); dot >= 0; dot = name.indexOf('.', dot + 1)) {
      if (this.set.has(name.slice(0, dot))) return true;
    }
    return false;
  }
}
