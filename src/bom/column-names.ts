import {
  inBrackets,
  MAKERS,
  NAMED_SELLERS,
  NUMBERS,
  ORDER_NUMBERS,
  PART_NUMBERS,
  plainName,
  SELLERS,
  withoutBrackets,
} from '../import/heading-words.js';
import { currencyOf } from '../import/price-headings.js';
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
  /** What is in brackets behind it is not known, so that a heading without counts before it. */
  readonly hasBrackets?: true;
}

/** How near names are to what they mean; the nearest are taken first. */
export const RANKS = [0, 1, 2];

/** One of the ranks. */
export function rankOf({ isVague, hasBrackets }: KnownName): number {
  return isVague ? 2 : hasBrackets ? 1 : 0;
}

const QUANTITIES = 'qty qnty qte quantity quantities count menge anzahl anz stück stückzahl stk pieces pcs requestedquantity';

/** What begins the names of quantities per board, and of those that are needed, perhaps for several boards. */
const COUNTS = 'qty qnty quantity pcs pieces';
const BOARDS = 'board pcb pcba assembly assy';
const MORE_BOARDS = `${BOARDS} unit product device`;
const NEEDED = 'required reqd req needed';
const GERMAN_COUNTS = 'menge anzahl anz bedarf stück stückzahl stk';
const GERMAN_BOARDS = 'platine leiterplatte baugruppe gerät';

/** The names of quantities per board. */
function perBoard(): string[] {
  return [
    ...words(COUNTS).flatMap((count) => [
      ...words(BOARDS).map((board) => count + board),
      ...words(MORE_BOARDS).map((board) => `${count}per${board}`),
      ...words(MORE_BOARDS).flatMap((board) => words(NEEDED).map((needed) => `${count}${needed}per${board}`)),
    ]),
    ...words(GERMAN_COUNTS).flatMap((count) =>
      words(GERMAN_BOARDS).flatMap((board) => [`${count}pro${board}`, `${count}je${board}`]),
    ),
  ];
}

/** Names that may mean something else, such as the pieces of all boards or the unit of quantities. */
function vagueQuantities(): string[] {
  const needed = words(COUNTS).flatMap((count) => words(NEEDED).flatMap((need) => [count + need, need + count]));
  return [...needed, ...words('qtyunit quantityunit pcsunit perboard perpcb perassembly bedarf piezas pzas')];
}

/** Those of all boards, which give way to one per board. */
const WHOLE_QUANTITIES =
  'totalqty totalquantity orderqty orderquantity buildquantity bestellmenge gesamtmenge gesamtanzahl gesamtstückzahl gesamtbedarf';

/** Units that may follow: `Menge/Stk.`, `Qty (pcs)`. */
const PIECES = 'pcs pc pieces ea stk stck stück st';

const REFERENCES =
  'reference references referencedesignator referencedesignators refdes refdesignator ref refs designator designators designation parts partreference partreferences referenz referenzen referenzbezeichner bezeichner bauteile customerreference';

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
  // SnapEDA's fields of symbols.
  add('mpn', 'mp', true);
  add('brand', 'mf', true);
  for (const name of [...words(QUANTITIES), ...perBoard(), ...withoutAccentsToo(words(ROMANCE_QUANTITIES))]) {
    add('quantity', name);
    for (const pieces of words(PIECES)) add('quantity', name + pieces);
  }
  for (const name of [...vagueQuantities(), ...words(WHOLE_QUANTITIES)]) {
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
  const known = ofName(name);
  if (known) return known;
  const listed = listName(heading);
  const read = listed === name ? undefined : ofName(listed);
  return read && { ...read, hasBrackets: true };
}

function ofName(name: string): KnownName | undefined {
  names ??= readNames();
  const known = names.get(name);
  // `MP1` is a reference.
  if (known || /^m[fp]\d/.test(name)) return known;
  // Matches from the first digit of a run only: a cell of many digits must not be scanned from each digit.
  const numbered = names.get(name.replace(/(?<!\d)\d+$/, ''));
  // `Qty 10` may be the quantity of ten boards.
  return numbered?.role === 'quantity' ? { ...numbered, isVague: true } : numbered;
}

/**
 * The plain name by which a heading is known, if need be without what is in brackets: `Manufacturer (optional)`, `Part Number (MPN)`,
 * `Part No. (Mouser)`. Of quantities and money brackets say too much: `Qty (10 boards)`, `Value (USD)`.
 */
export function listName(heading: string): string {
  const name = plainName(heading);
  const inside = plainName(inBrackets(heading));
  if (inside === '' || ofName(name) || currencyOf(heading) !== undefined) return name;
  const bare = plainName(withoutBrackets(heading));
  if (ofName(inside + bare)) return inside + bare;
  const known = ofName(bare);
  const other = ofName(inside);
  if (!known || known.role === 'quantity' || other?.role === 'quantity') return name;
  return known.isVague && other?.role === known.role ? inside : bare;
}

/** Whether a column has the quantities of all boards. */
export function isWholeQuantity(heading: string): boolean {
  return words(WHOLE_QUANTITIES).includes(plainName(heading));
}

/** The seller whose numbers a column has, if its heading names it last: `Code Mouser`. */
export function sellerBehind(heading: string): string | undefined {
  sellersBehind ??= readSellersBehind();
  return sellersBehind.get(plainName(heading));
}

/**
 * Whether a row with known names is one of parts all the same: its one column of numbers is the name of a seller, few other cells are
 * headings, and it has numbers, or sellers or nothing below the name.
 * @param below the texts of a column below the row
 */
export function isRowOfSeller(cells: readonly string[], below: (column: number) => readonly string[]): boolean {
  if (!cells.some(isSeller)) return false;
  const filled = cells.filter((cell) => cell.trim() !== '').length;
  let [sellers, known, sold] = [0, 0, false];
  for (const [i, cell] of cells.entries()) {
    const name = knownName(cell);
    if (isSeller(cell)) {
      sellers++;
      const texts = below(i);
      sold ||= texts.some(isSeller) || texts.every((text) => text === '');
    } else if (name?.role === 'mpn' || name?.role === 'sku') return false;
    else if (name) known++;
  }
  return known * 4 < filled - sellers && (sold || cells.some((cell) => /^\s*\d/.test(cell)));
}

function isSeller(text: string): boolean {
  return Object.hasOwn(NAMED_SELLERS, plainName(text));
}
