import { MAKERS, NAMED_SELLERS, NUMBERS, ORDER_NUMBERS, PART_NUMBERS, plainName, SELLERS } from '../import/heading-words.js';
import {
  FRENCH_DESCRIPTION,
  ROMANCE_DESCRIPTIONS,
  ROMANCE_FOOTPRINTS,
  ROMANCE_MAKERS,
  ROMANCE_ORDER_NUMBERS,
  ROMANCE_PART_NUMBERS,
  ROMANCE_QUANTITIES,
  ROMANCE_REFERENCES,
  ROMANCE_SELLERS,
  ROMANCE_VALUES,
  romanceNumbers,
  withoutAccentsToo,
} from './romance-names.js';

/** The content of a column of a parts list. */
export type Role = 'mpn' | 'sku' | 'brand' | 'seller' | 'quantity' | 'reference' | 'description';

/**
 * How certain a name is: `part number` may be the user's own number if the list also has a manufacturer's part number, and a
 * total quantity that of several boards.
 */
export interface KnownName {
  readonly role: Role;
  readonly isVague: boolean;
}

const QUANTITIES =
  'qty qnty qte quantity quantities count menge anzahl stück stückzahl stk pieces pcs qtyperboard quantityperboard qtyperpcb qtyperunit qtyrequired quantityrequired requiredquantity requestedquantity';

/** Those of all boards, which give way to one per board. */
const WHOLE_QUANTITIES = 'totalqty totalquantity orderqty orderquantity buildquantity';

/** Units that may follow: `Menge/Stk.`, `Qty (pcs)`. */
const PIECES = 'pcs pc pieces ea stk stck stück st';

const REFERENCES =
  'reference references referencedesignator referencedesignators refdes refdesignator ref refs designator designators designation parts referenz referenzen referenzbezeichner bezeichner bauteile customerreference';

const DESCRIPTIONS =
  'description desc descr partdescription productdescription value comment beschreibung bezeichnung wert footprint package device gehäuse bauform libref';

/** Made when a list first needs them: there are some thousands. */
let names: ReadonlyMap<string, KnownName> | undefined;
let sellersBehind: ReadonlyMap<string, string> | undefined;

/** The sellers that headings name last: `Référence Farnell`. */
function readSellersBehind(): ReadonlyMap<string, string> {
  const named = Object.entries(NAMED_SELLERS);
  return new Map(named.flatMap(([key, seller]) => withoutAccentsToo(romanceNumbers(key)).map((name) => [name, seller])));
}

function readNames(): ReadonlyMap<string, KnownName> {
  const read = new Map<string, KnownName>();
  // The first entry with a name wins.
  const add = (role: Role, name: string, isVague = false) => {
    if (!read.has(name)) read.set(name, { role, isVague });
  };
  for (const name of words('mpn manpn manpartnumber manpartno')) add('mpn', name);
  for (const maker of words(MAKERS)) {
    for (const number of words(NUMBERS)) add('mpn', maker + number);
    add('brand', maker);
    add('brand', `${maker}name`);
  }
  for (const seller of [...words(SELLERS), ...Object.keys(NAMED_SELLERS)]) {
    for (const number of words(NUMBERS)) add('sku', seller + number);
  }
  for (const seller of Object.keys(NAMED_SELLERS)) add('sku', seller);
  for (const seller of words(SELLERS)) {
    add('seller', seller);
    add('seller', `${seller}name`);
  }
  for (const name of words(ORDER_NUMBERS)) add('sku', name);
  for (const name of words(PART_NUMBERS)) add('mpn', name, true);
  for (const name of [...words(QUANTITIES), ...withoutAccentsToo(words(ROMANCE_QUANTITIES))]) {
    add('quantity', name);
    for (const pieces of words(PIECES)) add('quantity', name + pieces);
  }
  for (const name of words(WHOLE_QUANTITIES)) {
    add('quantity', name, true);
    for (const pieces of words(PIECES)) add('quantity', name + pieces, true);
  }
  for (const name of words(REFERENCES)) add('reference', name);
  for (const name of words(DESCRIPTIONS)) add('description', name);
  addRomance((role, all, isVague) => {
    for (const name of withoutAccentsToo(all)) add(role, name, isVague);
  });
  return read;
}

/** Adds the French and Spanish names, all of a role at a time. */
function addRomance(add: (role: Role, names: readonly string[], isVague?: boolean) => void): void {
  for (const maker of words(ROMANCE_MAKERS)) {
    add('mpn', romanceNumbers(maker));
    add('brand', [maker, `nomdu${maker}`, `nombredel${maker}`]);
  }
  for (const seller of words(ROMANCE_SELLERS)) {
    add('sku', romanceNumbers(seller));
    add('seller', [seller, `nomdu${seller}`, `nombredel${seller}`]);
  }
  add('sku', [...Object.keys(NAMED_SELLERS).flatMap(romanceNumbers), ...words(ROMANCE_ORDER_NUMBERS)]);
  add('mpn', words(ROMANCE_PART_NUMBERS), true);
  add('reference', words(ROMANCE_REFERENCES));
  add('description', words(`${ROMANCE_VALUES} ${ROMANCE_FOOTPRINTS} ${ROMANCE_DESCRIPTIONS} ${FRENCH_DESCRIPTION}`));
}

function words(text: string): string[] {
  return text.split(' ');
}

/** The content that the heading of a column states; further columns may be numbered, as in `Supplier Part Number 1`. */
export function knownName(heading: string): KnownName | undefined {
  const name = plainName(heading);
  // Matches from the first digit of a run only: a cell of many digits must not be scanned from each digit.
  names ??= readNames();
  return names.get(name) ?? names.get(name.replace(/(?<!\d)\d+$/, ''));
}

/** The seller whose numbers a column has, if its heading names it last: `Code Mouser`. */
export function sellerBehind(heading: string): string | undefined {
  sellersBehind ??= readSellersBehind();
  return sellersBehind.get(plainName(heading));
}
