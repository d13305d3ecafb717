import type { SlotTree } from './member-tree.js';

/**
 * What the indexer reads of a part, by number. Those up to LAST_FIELD are fields whose values it takes as they come;
 * the others it looks at itself; from SPEC on they are the keys of specs, in the order in which they were met.
 */
export const PART_UID = 1;
export const MPN = 2;
export const SKU = 3;
export const PACKAGING = 4;
export const STOCK = 5;
export const MOQ = 6;
export const LEAD_DAYS = 7;
export const IS_AUTHORIZED = 8;
export const DESCRIPTION = 9;
export const SHORT_DESCRIPTION = 10;
export const LAST_FIELD = SHORT_DESCRIPTION;
export const CATEGORY = 11;
export const REDIRECTED = 12;
/** Objects with a COMPANY_UID and a COMPANY_NAME. */
export const BRAND = 13;
export const MANUFACTURER = 14;
export const SELLER = 15;
export const BROKER = 16;
export const COMPANY_UID = 17;
export const COMPANY_NAME = 18;
export const OFFER = 19;
/** Of the currency that prices are compared in; each is followed by its price. */
export const BREAK_QUANTITY = 20;
export const BREAK_PRICE = 21;
/** Of a spec. */
export const SPEC_VALUE = 22;
export const SPEC_MIN = 23;
export const SPEC_MAX = 24;
export const SPEC_METADATA = 25;
export const SPEC = 26;

const leaf = (slot: number): SlotTree => ({ slot });
const tree = (slot: number, members: Readonly<Record<string, SlotTree>>): SlotTree => ({
  slot,
  members: new Map(Object.entries(members)),
});

const COMPANY = { uid: leaf(COMPANY_UID), name: leaf(COMPANY_NAME) };
const SPEC_MEMBERS = {
  value: leaf(SPEC_VALUE),
  min_value: leaf(SPEC_MIN),
  max_value: leaf(SPEC_MAX),
  metadata: leaf(SPEC_METADATA),
};

/** The slots of parts. `specSlot` gives the one of a spec key that is met for the first time. */
export function partSlots(priceCurrency: string, specSlot: (key: string) => number): SlotTree {
  const offer = {
    sku: leaf(SKU),
    seller: tree(SELLER, COMPANY),
    prices: tree(0, { [priceCurrency]: leaf(BREAK_QUANTITY) }),
    in_stock_quantity: leaf(STOCK),
    moq: leaf(MOQ),
    factory_lead_days: leaf(LEAD_DAYS),
    packaging: leaf(PACKAGING),
    is_authorized: leaf(IS_AUTHORIZED),
  };
  return tree(0, {
    uid: leaf(PART_UID),
    mpn: leaf(MPN),
    brand: tree(BRAND, COMPANY),
    manufacturer: tree(MANUFACTURER, COMPANY),
    offers: tree(OFFER, offer),
    broker_listings: tree(0, { seller: tree(BROKER, COMPANY) }),
    short_description: leaf(SHORT_DESCRIPTION),
    descriptions: tree(0, { value: leaf(DESCRIPTION) }),
    category_uids: leaf(CATEGORY),
    redirected_uids: leaf(REDIRECTED),
    specs: { slot: 0, others: (key) => tree(specSlot(key), SPEC_MEMBERS) },
  });
}
