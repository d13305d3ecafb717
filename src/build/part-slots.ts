import { FIELDS, type FieldDefinition, HAS_VALUES, SPEC_MEMBERS } from '../model/fields.js';
import type { SlotTree } from './member-tree.js';

/** The values of a part that the indexer reads, by number, besides the fields below. */
export const CATEGORY = 1;
export const REDIRECTED = 2;
/** Objects with a COMPANY_UID and a COMPANY_NAME. */
export const BRAND = 3;
export const MANUFACTURER = 4;
export const SELLER = 5;
export const BROKER = 6;
export const COMPANY_UID = 7;
export const COMPANY_NAME = 8;
export const OFFER = 9;
/** Of a currency that is read; it follows its quantity. */
export const BREAK_PRICE = 11;
/** Of a seller. */
export const COMPANY_FLAG = 12;
/** Of a spec: SPEC_MEMBER + i is the i-th of SPEC_MEMBERS. */
export const SPEC_METADATA = 13;
export const SPEC_MEMBER = 14;
/** Elements that `has` tells, besides offers and specs: HAS + i is one of the i-th of HAS_LISTS. */
export const HAS = SPEC_MEMBER + SPEC_MEMBERS.length;
/** The lists whose elements have no other slot. */
export const HAS_LISTS = Array.from(HAS_VALUES, ([value, path]) => ({ value, path })).filter(
  ({ path }) => path !== 'offers' && path !== 'specs',
);
/** The first of the fields whose values the indexer copies unchanged: FIELD + i is the i-th of PLAIN_FIELDS. */
export const FIELD = HAS + HAS_LISTS.length;

/** The places of the objects and lists that the indexer reads in a special way. */
const SLOTS_BY_PATH: ReadonlyMap<string, number> = new Map([
  ['brand', BRAND],
  ['manufacturer', MANUFACTURER],
  ['offers', OFFER],
  ['offers.seller', SELLER],
  ['broker_listings.seller', BROKER],
  ['category_uids', CATEGORY],
  ['redirected_uids', REDIRECTED],
]);

/** The members of parts that are companies, with their slots. */
export const COMPANIES: ReadonlyMap<string, number> = new Map([
  ['brand', BRAND],
  ['manufacturer', MANUFACTURER],
  ['offers.seller', SELLER],
]);

/** The fields whose values are members of documents, unchanged. */
export const PLAIN_FIELDS: readonly FieldDefinition[] = [...FIELDS.parts.values()].filter(
  ({ name, isComputed, isLoose }) =>
    !isComputed && !isLoose && name !== 'category_uids' && !COMPANIES.has(name.slice(0, name.lastIndexOf('.'))),
);

/** The slot of a plain field. */
const slotOf = (name: string): number => FIELD + PLAIN_FIELDS.findIndex((field) => field.name === name);

export const PART_UID = slotOf('uid');
export const MPN = slotOf('mpn');
/** The first spec key; the others follow in the order in which they are first seen. */
export const SPEC = FIELD + PLAIN_FIELDS.length;

class SlotNode implements SlotTree {
  readonly members = new Map<string, SlotNode>();
  others: ((name: string) => SlotTree) | undefined = undefined;
  slot = 0;
  loose = 0;

  /** Adds the member at a path, and gives it a slot. */
  add(path: readonly string[], slot: number): SlotNode {
    const node = this.at(path);
    node.slot = slot;
    return node;
  }

  /** The member at a path. */
  at(path: readonly string[]): SlotNode {
    let node: SlotNode = this;
    for (const name of path) {
      let member = node.members.get(name);
      if (!member) node.members.set(name, (member = new SlotNode()));
      node = member;
    }
    return node;
  }
}

/** The slots of names that documents choose, from SPEC on: asked for when a name is first seen. */
export interface NamedSlots {
  readonly spec: (key: string) => number;
  /** Of the price breaks of a currency: each entry is a quantity, followed by its price. 0 if nobody reads them. */
  readonly currency: (name: string) => number;
}

/**
 * The slots of parts.
 * @param loose the paths of loose fields; the i-th has the slot −1 − i
 */
export function partSlots({ spec: specSlot, currency }: NamedSlots, loose: readonly string[] = []): SlotTree {
  const root = new SlotNode();
  for (const [path, slot] of SLOTS_BY_PATH) root.add(path.split('.'), slot);
  for (const company of [...COMPANIES.keys(), 'broker_listings.seller']) {
    root.add([...company.split('.'), 'uid'], COMPANY_UID);
    root.add([...company.split('.'), 'name'], COMPANY_NAME);
  }
  root.add(['offers', 'seller', 'display_flag'], COMPANY_FLAG);
  HAS_LISTS.forEach(({ path }, i) => void root.add([path], HAS + i));
  PLAIN_FIELDS.forEach(({ name }, i) => void root.add(name.split('.'), FIELD + i));
  root.add(['offers', 'prices'], 0).others = (name) => ({ slot: currency(name) });
  root.add(['specs'], 0).others = (key) => {
    const spec = new SlotNode();
    spec.slot = specSlot(key);
    SPEC_MEMBERS.forEach((member, i) => void spec.add([member], SPEC_MEMBER + i));
    spec.add(['metadata'], SPEC_METADATA);
    return spec;
  };
  loose.forEach((name, i) => {
    const path = name.split('.');
    root.at(path).loose = -1 - i;
    // A field of the build's own may have the prices in a currency, or what is below them.
    if (path.length > 2 && name.startsWith('offers.prices.')) root.at(path.slice(0, 3)).slot = currency(path[2]);
  });
  return root;
}
