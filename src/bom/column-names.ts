/** The content of a column of a parts list. */
export type Role = 'mpn' | 'sku' | 'brand' | 'seller' | 'quantity' | 'reference' | 'description';

/** How certain a name is: `part number` may be the user's own number if the list also has a manufacturer's part number. */
export interface KnownName {
  readonly role: Role;
  readonly isVague: boolean;
}

/** Headings for the manufacturer of a part; alone, a column of brands. */
const MAKERS =
  'manufacturer manufacturers mfr mfrs mfg mfgr mnf manf manuf maker make brand oem hersteller herst fabrikat marke fabricant fabricante';

/** Headings for the seller; alone, a column of sellers. */
const SELLERS =
  'distributor distributer distr dist supplier suppliers seller vendor merchant lieferant lieferanten distributeur fournisseur proveedor';

/** Sellers whose numbers have a column in many parts lists. */
const NAMED_SELLERS =
  'digikey mouser lcsc jlc jlcpcb szlcsc farnell newark element14 rs rsonline rscomponents tme arrow avnet future verical rutronik reichelt conrad buerklin bürklin distrelec elfa';

/** Words after the seller in the heading of a column of numbers. */
const NUMBERS =
  'partnumber partno partnum partnr partid part parts pn number no num nr nummer id teilenummer teilenr teilnummer teilnr artikelnummer artikelnr artnr bestellnummer bestellnr sku ordercode ordernumber orderno stockcode stockno stocknumber productnumber productcode code reference ref';

/** Names of columns of sellers' numbers that do not name the seller. */
const ORDER_NUMBERS =
  'sku skus ordercode orderingcode ordernumber orderno ordernr stockcode stocknumber stockno bestellnummer bestellnr bestellcode artikelnummer artikelnr artnr catalognumber catalogueno catalogno catno';

/** Names of columns of part numbers that do not say whose they are. */
const PART_NUMBERS =
  'partnumber partno partnum partnr pn teilenummer teilenr teilnummer bauteilnummer typenbezeichnung componentpartnumber';

const QUANTITIES =
  'qty qnty qte quantity quantities count menge anzahl stück stückzahl stk pieces pcs qtyperboard quantityperboard qtyperpcb qtyperunit qtyrequired quantityrequired requiredquantity requestedquantity orderqty orderquantity totalqty totalquantity buildquantity cantidad quantité quantite';

/** Units that may follow: `Menge/Stk.`, `Qty (pcs)`. */
const PIECES = 'pcs pc pieces ea stk stck stück st';

const REFERENCES =
  'reference references referencedesignator referencedesignators refdes refdesignator ref refs designator designators designation parts referenz referenzen referenzbezeichner bezeichner bauteile customerreference';

const DESCRIPTIONS =
  'description desc descr partdescription productdescription value comment beschreibung bezeichnung wert footprint package device gehäuse bauform libref';

const NAMES = readNames();

function readNames(): ReadonlyMap<string, KnownName> {
  const names = new Map<string, KnownName>();
  // The first entry with a name wins.
  const add = (role: Role, name: string, isVague = false) => {
    if (!names.has(name)) names.set(name, { role, isVague });
  };
  for (const name of words('mpn manpn manpartnumber manpartno')) add('mpn', name);
  for (const maker of words(MAKERS)) {
    for (const number of words(NUMBERS)) add('mpn', maker + number);
    add('brand', maker);
    add('brand', `${maker}name`);
  }
  for (const seller of words(`${SELLERS} ${NAMED_SELLERS}`)) {
    for (const number of words(NUMBERS)) add('sku', seller + number);
  }
  for (const seller of words(NAMED_SELLERS)) add('sku', seller);
  for (const seller of words(SELLERS)) {
    add('seller', seller);
    add('seller', `${seller}name`);
  }
  for (const name of words(ORDER_NUMBERS)) add('sku', name);
  for (const name of words(PART_NUMBERS)) add('mpn', name, true);
  for (const name of words(QUANTITIES)) {
    add('quantity', name);
    for (const pieces of words(PIECES)) add('quantity', name + pieces);
  }
  for (const name of words(REFERENCES)) add('reference', name);
  for (const name of words(DESCRIPTIONS)) add('description', name);
  return names;
}

function words(text: string): string[] {
  return text.split(' ');
}

/** A heading without case, blanks and punctuation; `#` means a number. */
export function plainName(heading: string): string {
  return heading
    .normalize('NFC')
    .toLowerCase()
    .replace(/#/g, 'number')
    .replace(/\(s\)/g, 's')
    .replace(/[^\p{L}\p{N}]/gu, '');
}

/** The content that the heading of a column states; further columns may be numbered, as in `Supplier Part Number 1`. */
export function knownName(heading: string): KnownName | undefined {
  const name = plainName(heading);
  // Matches from the first digit of a run only: a cell of many digits must not be scanned from each digit.
  return NAMES.get(name) ?? NAMES.get(name.replace(/(?<!\d)\d+$/, ''));
}
