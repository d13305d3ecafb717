import { meantByWord } from './everyday-names.js';
import { editDistance, nearestNames, shorten } from './nearest.js';
import { isLikePrice, OFFER_MEMBERS, OFFER_PREFIX, PRICE_EXAMPLE, type PriceName, parsePriceField } from './offer-fields.js';

/** The collections of a catalog. Every field belongs to one of them. */
export type CollectionName = 'parts' | 'brands' | 'categories' | 'sellers' | 'manufacturers';

export const COLLECTIONS: readonly CollectionName[] = ['parts', 'brands', 'categories', 'sellers', 'manufacturers'];

/** The type of a field's values, which decides how they are compared, folded and searched (docs/semantics.md, "Kinds"). */
export type FieldKind = 'part_number' | 'name' | 'text' | 'string' | 'number' | 'boolean' | 'uid' | 'date';

/** The members of a spec that are fields. */
export type SpecMember = 'value' | 'min_value' | 'max_value';

/**
 * The fields of a spec's extent, computed from its members: all that it spans, and all that it holds whole. The first is a field to
 * sort, facet and sum; the second one is for filters only (docs/semantics.md, "Ranges of specs").
 */
export type ExtentMember = 'range' | 'covers';

/** A resolved fieldname. The catalog decides the kind of `specs.<key>.value`, so it is `spec` until looked up. */
export type Field =
  | { readonly name: string; readonly kind: FieldKind; readonly spec?: undefined; readonly price?: PriceName }
  | {
      readonly name: string;
      readonly kind: 'number' | 'spec';
      readonly spec: { readonly key: string; readonly member: SpecMember | ExtentMember };
      readonly price?: undefined;
    };

/** A row of a collection's table of fields. */
export interface FieldDefinition {
  /** The path of its values in a document, through objects and lists, unless it is computed. */
  readonly name: string;
  readonly kind: FieldKind;
  /** Weight of a term of `q` that occurs in it; 0 if `q` does not search the field. */
  readonly weight: number;
  /** Whether the version 3 document lacks the field. */
  readonly isExtension: boolean;
  /** Whether its values are not members of documents. */
  readonly isComputed: boolean;
  /** Whether documents may have any value there: those of the wrong type are left out of the field. */
  readonly isLoose: boolean;
  /** Whether a value that is not a number may begin with one: `5000 pcs`. */
  readonly hasLeadingNumber: boolean;
}

/** A Map: plain objects would have inherited names. */
export type FieldTable = ReadonlyMap<string, FieldDefinition>;

const plain = { weight: 0, isExtension: false, isComputed: false, isLoose: false, hasLeadingNumber: false };
const documented = (name: string, kind: FieldKind, weight = 0): FieldDefinition => ({ ...plain, name, kind, weight });
const extension = (name: string, kind: FieldKind): FieldDefinition => ({ ...plain, name, kind, isExtension: true });
const computed = (name: string, kind: FieldKind): FieldDefinition => ({ ...extension(name, kind), isComputed: true });
/** A field whose members are not documented. */
export const looseField = (name: string, kind: FieldKind, weight = 0): FieldDefinition => {
  return { ...extension(name, kind), weight, isLoose: true };
};
const tableOf = (...fields: FieldDefinition[]): FieldTable => new Map(fields.map((field) => [field.name, field]));

/** In the order of the file. `PART` (schema.ts) decides whether an answer shows the member. */
const PART_FIELDS = tableOf(
  extension('uid', 'uid'),
  documented('mpn', 'part_number', 8),
  looseField('aka_mpns', 'part_number', 8),
  documented('brand.name', 'name', 3),
  extension('brand.uid', 'uid'),
  extension('manufacturer.name', 'name'),
  extension('manufacturer.uid', 'uid'),
  documented('offers.sku', 'part_number', 8),
  documented('offers.seller.name', 'name', 1.5),
  extension('offers.seller.uid', 'uid'),
  extension('offers.seller.display_flag', 'name'),
  extension('offers.eligible_region', 'name'),
  extension('offers.packaging', 'name'),
  extension('offers.in_stock_quantity', 'number'),
  extension('offers.on_order_quantity', 'number'),
  extension('offers.moq', 'number'),
  extension('offers.order_multiple', 'number'),
  { ...extension('offers.multipack_quantity', 'number'), hasLeadingNumber: true },
  extension('offers.factory_lead_days', 'number'),
  extension('offers.factory_order_multiple', 'number'),
  extension('offers.is_authorized', 'boolean'),
  extension('offers.last_updated', 'date'),
  extension('offers.on_order_eta', 'date'),
  computed('avg_price', 'number'),
  computed('total_stock', 'number'),
  computed('sellers_in_stock', 'number'),
  computed('authorized_sellers', 'number'),
  computed('offers_count', 'number'),
  documented('descriptions.value', 'text', 1),
  extension('short_description', 'text'),
  documented('category_uids', 'uid'),
  extension('compliance_documents.subtypes', 'name'),
  computed('has', 'uid'),
);

/** The fields of an offer inside `offers:( … )`, by their names there; the definitions are those of the fields of parts. */
export const OFFER_FIELDS: FieldTable = new Map(
  OFFER_MEMBERS.map((member) => [member, PART_FIELDS.get(OFFER_PREFIX + member) as FieldDefinition]),
);

/** The values of `has`, and the lists and maps that have an element where a part has the value. */
export const HAS_VALUES: ReadonlyMap<string, string> = new Map([
  ['datasheets', 'datasheets'],
  ['cad_models', 'cad_models'],
  ['images', 'imagesets'],
  ['compliance_documents', 'compliance_documents'],
  ['reference_designs', 'reference_designs'],
  ['descriptions', 'descriptions'],
  ['offers', 'offers'],
  ['specs', 'specs'],
]);

const RECORD_FIELDS = [extension('uid', 'uid'), documented('name', 'name', 8)] as const;
const COMPANY_FIELDS = tableOf(...RECORD_FIELDS);

/** The fields of each collection; parts have `specs.<key>.value`, `.min_value`, `.max_value`, `.range` and `.covers` besides. */
export const FIELDS: Readonly<Record<CollectionName, FieldTable>> = {
  parts: PART_FIELDS,
  brands: COMPANY_FIELDS,
  manufacturers: COMPANY_FIELDS,
  sellers: COMPANY_FIELDS,
  categories: tableOf(...RECORD_FIELDS, documented('parent_uid', 'uid'), documented('ancestor_uids', 'uid')),
};

/** A field or member that `q` searches, and the weight of a term in it. */
export interface SearchedField {
  readonly name: string;
  readonly weight: number;
}

/** Members of records that `q` searches but that are not fields. */
export const SEARCHED_MEMBERS: readonly SearchedField[] = [{ name: 'aliases', weight: 8 }];

/**
 * The fieldname of all texts of a part: it finds words in any of them. It has no section of its own name's values, so it is in no table
 * of fields, and it orders and counts nothing.
 */
export const WORDS = 'words';

export const SPEC_PREFIX = 'specs.';
/** The members of a spec that are fields, in the order of answers. */
export const SPEC_MEMBERS: readonly SpecMember[] = ['value', 'min_value', 'max_value'];

export const EXTENT_MEMBERS: readonly ExtentMember[] = ['range', 'covers'];
const ALL_SPEC_MEMBERS: readonly (SpecMember | ExtentMember)[] = [...SPEC_MEMBERS, ...EXTENT_MEMBERS];

/** The spec key and member of a fieldname, or undefined if it is not a spec's. The key may contain dots and `.value`. */
export function parseSpecField(name: string): { key: string; member: SpecMember | ExtentMember } | undefined {
  if (!name.startsWith(SPEC_PREFIX)) return undefined;
  for (const member of ALL_SPEC_MEMBERS) {
    const end = name.length - member.length - 1;
    if (end >= SPEC_PREFIX.length && name.endsWith(`.${member}`)) return { key: name.slice(SPEC_PREFIX.length, end), member };
  }
  return undefined;
}

/** Whether a field of a spec is computed from its members. */
export function isExtentMember(member: SpecMember | ExtentMember | undefined): member is ExtentMember {
  return member === 'range' || member === 'covers';
}

/** The fieldname of a member of a spec. */
export function specField(key: string, member: SpecMember | ExtentMember): string {
  return `${SPEC_PREFIX}${key}.${member}`;
}

/** A catalog without fields of its own. */
export const NO_FIELDS: FieldTable = new Map();

/** The field of a fieldname, or undefined if the collection has no such field. `own` are the fields that a build declared. */
export function findField(collection: CollectionName, name: string, own = NO_FIELDS): Field | undefined {
  const known = FIELDS[collection].get(name) ?? own.get(name);
  if (known) return { name, kind: known.kind };
  if (collection !== 'parts') return undefined;
  if (name === WORDS) return { name, kind: 'text' };
  const price = parsePriceField(name);
  if (price) return { name, kind: 'number', price };
  const spec = parseSpecField(name);
  return spec && { name, kind: spec.member === 'value' ? 'spec' : 'number', spec };
}

/** The field of a fieldname inside `offers:( … )`, under its name outside; undefined if an offer has no such field. */
export function findOfferField(name: string): Field | undefined {
  const known = OFFER_FIELDS.get(name);
  if (known) return { name: known.name, kind: known.kind };
  const price = name.startsWith(OFFER_PREFIX) ? undefined : parsePriceField(OFFER_PREFIX + name);
  return price && { name: OFFER_PREFIX + name, kind: 'number', price };
}

/** Which fieldnames a collection has besides the documented ones, and which of all count as unknown. */
export interface KnownNames {
  /** The spec keys of the catalog, if they are known. */
  readonly specKeys?: (() => Iterable<string>) | undefined;
  /** Fields that the build declared. */
  readonly own?: FieldTable | undefined;
  /** Whether a fieldname counts as unknown for the client. Default: none does. */
  readonly isRefused?: ((name: string) => boolean) | undefined;
}

/** The valid fieldnames nearest to an invalid one. */
export function nearestFields(collection: CollectionName, name: string, known: KnownNames = {}): string[] {
  const { specKeys, own = NO_FIELDS, isRefused = () => false } = known;
  const isValid = (candidate: string) => !isRefused(candidate);
  if (collection === 'parts' && isLikePrice(name)) return nearestPrices(name).filter(isValid);
  const names = validNames(collection, own).filter(isValid);
  const nearest = collection === 'parts' ? nearestPartFields(name, specKeys?.(), names) : nearestNames(name, names);
  return nearest.filter(isValid);
}

/** A price needs a currency and a quantity. */
function nearestPrices(name: string): string[] {
  return name.startsWith(OFFER_PREFIX) ? [OFFER_PREFIX + PRICE_EXAMPLE] : [PRICE_EXAMPLE, 'avg_price'];
}

function validNames(collection: CollectionName, own: FieldTable): string[] {
  const names = [...FIELDS[collection].keys(), ...own.keys()];
  if (collection === 'parts') names.push(WORDS, ...ALL_SPEC_MEMBERS.map((member) => specField('<key>', member)));
  return names;
}

/** Users usually name a spec by its key alone, or without `.value`, and other fields by an everyday word. */
function nearestPartFields(name: string, specKeys: Iterable<string> | undefined, names: readonly string[]): string[] {
  const inSpecs = name.startsWith(SPEC_PREFIX) && name.length > SPEC_PREFIX.length;
  const key = inSpecs ? name.slice(SPEC_PREFIX.length) : name;
  const keys = [...(specKeys ?? [])];
  const member = inSpecs ? memberMeant(key, keys) : undefined;
  if (member) return [member];
  const known = nearestSpecKey(key, keys);
  if (!inSpecs && known !== name) {
    const meant = meantByWord(name);
    if (meant.length > 0) return [...meant];
  }
  const isLikelyKey = specKeys === undefined && isFarFromFields(name, names);
  const spec = known ?? ((inSpecs && !parseSpecField(name)) || isLikelyKey ? shorten(key) : undefined);
  if (spec === undefined) return nearestNames(name, names);
  if (inSpecs || known === name) return [specField(spec, 'value')];
  return [specField(spec, 'value'), ...nearestNames(name, names)].slice(0, 3);
}

/** A word that resembles no fieldname is probably the key of a spec. */
function isFarFromFields(name: string, names: readonly string[]): boolean {
  if (!/^\w+$/.test(name)) return false;
  const pieces = names.flatMap((valid) => [valid, ...valid.split('.')]);
  return pieces.every((piece) => editDistance(name.toLowerCase().slice(0, 200), piece) > name.length / 2);
}

/** `specs.<key>.unit` or `specs.<key>.min` of a known spec is near one of its fields. */
function memberMeant(name: string, specKeys: readonly string[]): string | undefined {
  if (specKeys.includes(name)) return undefined;
  const asked = `${name.toLowerCase()}.`;
  const before = specKeys.filter((key) => asked.startsWith(`${key.toLowerCase()}.`));
  if (before.length === 0) return undefined;
  const key = before.reduce((a, b) => (b.length > a.length ? b : a));
  const rest = name.toLowerCase().slice(key.toLowerCase().length + 1);
  return specField(key, ALL_SPEC_MEMBERS.find((member) => member.startsWith(rest)) ?? 'value');
}

/** The spec key that was probably meant: the same one, else the nearest if few letters differ. */
export function nearestSpecKey(key: string, specKeys: Iterable<string>): string | undefined {
  const wanted = key.slice(0, 200).toLowerCase();
  let most = Math.max(1, Math.floor(wanted.length / 4));
  let nearest: string | undefined;
  for (const candidate of specKeys) {
    if (candidate === key) return candidate;
    if (Math.abs(candidate.length - wanted.length) > most) continue;
    const distance = editDistance(wanted, candidate.toLowerCase());
    if (distance > most || (distance === most && nearest !== undefined)) continue;
    most = distance;
    nearest = candidate;
  }
  return nearest;
}
