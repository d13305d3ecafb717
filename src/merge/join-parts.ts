import type { Offer, Part } from '../model/documents.js';
import { CompanyGroups, type GroupsOfCompanies } from './company-groups.js';
import type { Conflict } from './conflict.js';
import { joinRowOffers } from './join-row-offers.js';
import { joinSpecs, type KeyType } from './join-specs.js';
import { canonicalText, hasOwn, isAbsent, isSame, setOwn } from './json-values.js';
import { ListIndexes } from './list-index.js';
import { numberKey } from './part-key.js';

/** What joining parts depends on besides them. */
export interface JoinSettings {
  readonly companies: GroupsOfCompanies;
  /** The type of a spec key's record, if it has one. */
  readonly typeOfKey: KeyType;
}

const NO_RECORDS: JoinSettings = {
  companies: { brands: new CompanyGroups(), manufacturers: new CompanyGroups(), sellers: new CompanyGroups() },
  typeOfKey: () => undefined,
};

const memberOf = (element: unknown, name: string) => (element as Record<string, unknown> | null)?.[name];
const EQUAL = new ListIndexes<unknown>((element) => [canonicalText(element)]);
/** Lists whose elements are one if they agree in a member. */
const BY_MEMBER: ReadonlyMap<string, ListIndexes<unknown>> = new Map([
  ['descriptions', new ListIndexes((element) => [canonicalText(memberOf(element, 'value'))])],
  ['datasheets', new ListIndexes((element) => [canonicalText(memberOf(element, 'url'))])],
]);

type OnConflict = (conflict: Conflict) => void;

/**
 * Joins a part of a later source to the part: docs/import.md, "Several sources". Both are checked, and the first is changed.
 * @param onConflict called for each value that is given and not kept
 */
export function joinParts(part: Part, later: Part, onConflict: OnConflict, settings = NO_RECORDS): void {
  joinUids(part, later);
  joinMembers(part, later, settings, onConflict, (offers, given) =>
    joinOffers(offers, given, offersOf(settings.companies.sellers), onConflict),
  );
}

/** The same for a further row of the part in the same table, whose offers complete those of the rows before. */
export function joinRows(part: Part, later: Part, onConflict: OnConflict): void {
  joinMembers(part, later, NO_RECORDS, onConflict, (offers, given) => joinRowOffers(offers, given, onConflict));
}

/** The uid of the first part stands, and the others lead to it. */
function joinUids(part: Part, later: Part): void {
  // What is wrong with a list of its own, such as a uid twice, is left for the build to report.
  const more = new Set([later.uid, ...(later.redirected_uids ?? [])]);
  more.delete(part.uid);
  if (more.size === 0) return;
  part.redirected_uids ??= [];
  EQUAL.unite(part.redirected_uids, [...more]);
}

function joinMembers(
  part: Part,
  later: Part,
  settings: JoinSettings,
  onConflict: OnConflict,
  joinOffers: (offers: Offer[], given: readonly Offer[]) => void,
): void {
  for (const [name, given] of Object.entries(later)) {
    if (name === 'uid' || name === 'redirected_uids' || isAbsent(given)) continue;
    const kept = hasOwn(part, name) ? part[name] : undefined;
    if (isAbsent(kept)) setOwn(part, name, given);
    else if (name === 'offers') joinOffers(kept as Offer[], given as Offer[]);
    else if (name === 'specs') joinSpecs(kept as never, given as never, settings.typeOfKey, onConflict);
    else if (name !== 'category_uids' && Array.isArray(kept) && Array.isArray(given)) {
      (BY_MEMBER.get(name) ?? EQUAL).unite(kept, given);
    } else if (!agrees(name, part, later, settings.companies)) onConflict({ path: name, kept, given });
  }
}

/** Whether a member that stands as the first source has it does not contradict the later one. */
function agrees(name: string, part: Part, later: Part, { brands, manufacturers }: GroupsOfCompanies): boolean {
  const [kept, given] = [part[name], later[name]];
  if (isSame(kept, given)) return true;
  if (name === 'mpn') return numberKey(part.mpn) === numberKey(later.mpn);
  if (name === 'brand') return brands.areOne(part.brand, later.brand);
  if (name === 'manufacturer') {
    // A maker has the name of its brand, and brands are those for which aliases are known.
    return manufacturers.areOne(part[name], later[name]) || brands.haveOneName(part[name], later[name]);
  }
  // Descriptions are all kept, so that a short one is not lost if it is one of them.
  if (name !== 'short_description') return false;
  return [part.descriptions, later.descriptions].some((list) => list?.some(({ value }) => value === given));
}

/** Of offers with the same seller and number the first counts. */
function joinOffers(offers: Offer[], given: readonly Offer[], indexes: ListIndexes<Offer>, onConflict: OnConflict): void {
  const places = indexes.placesOf(offers);
  for (const offer of given) {
    const place = indexes.find(places, offer);
    if (place < 0) offers.push(offer);
    else if (!isSame(offers[place], offer)) onConflict({ path: `offers[${place}]`, kept: offers[place], given: offer });
  }
}

const OFFERS = new WeakMap<CompanyGroups, ListIndexes<Offer>>();

/** The index of offers by their sellers, which are one if their uids or their names are, and their numbers. */
function offersOf(sellers: CompanyGroups): ListIndexes<Offer> {
  let indexes = OFFERS.get(sellers);
  if (!indexes) {
    indexes = new ListIndexes(({ seller, sku }) => {
      const number = `${sku == null ? '' : ` ${sku}`}`;
      const key = `${sellers.keyOf(seller).length} ${sellers.keyOf(seller)}${number}`;
      return typeof seller?.uid === 'string' ? [key, `${seller.uid.length} is uid ${seller.uid}${number}`] : [key];
    });
    OFFERS.set(sellers, indexes);
  }
  return indexes;
}
