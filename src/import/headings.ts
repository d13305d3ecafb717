import type { HeadingMeaning } from './heading-meaning.js';
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
} from './heading-words.js';
import { readPriceHeading, takeCurrency } from './price-headings.js';
import {
  MAKER_NUMBERS,
  MAYBE_ROMANCE_NUMBERS,
  ROMANCE_MEMBERS,
  ROMANCE_PART_NUMBERS,
  SELLER_NUMBERS,
} from './romance-headings.js';

/** The columns that a table may have besides specs, by the plain names of their headings. The first entry with a name counts. */
const MEMBERS: readonly (readonly [as: string, names: string])[] = [
  ['uid', 'uid'],
  [
    'descriptions.value',
    'description descriptions desc descr partdescription productdescription itemdescription longdescription beschreibung bezeichnung artikelbezeichnung kurztext materialkurztext descripción descripcion désignation',
  ],
  ['short_description', 'shortdescription shortdesc kurzbeschreibung title'],
  [
    'category_uids',
    'category categories categorypath categoryname categoryfullpath catalogcategory kategorie kategoriepfad warengruppe productcategory partcategory firstcategory secondcategory thirdcategory category1 category2 category3 maincategory subcategory subcategories unterkategorie parametriccategory materialgruppe',
  ],
  [
    'datasheets.url',
    'datasheet datasheets datasheeturl datasheeturls datasheetlink datasheetpdf datasheetpath datenblatt datenblätter datasheetsurl',
  ],
  ['imagesets.medium_image.url', 'image images imageurl imagelink photo photourl picture pictureurl thumbnail bild'],
  [
    'external_links.product_url',
    'producturl productlink productpage productpageurl manufacturerurl manufacturerlink manufacturerproductpage manufacturerproducturl url link weblink website',
  ],
  [
    'offers.product_url',
    'supplierlink supplierurl distributorlink distributorurl vendorlink vendorurl buylink buyurl sellerurl offerurl orderlink',
  ],
  [
    'offers.in_stock_quantity',
    'stock stocks instock onstock stockqty stockquantity qtyinstock quantityinstock instockquantity instockqty totalinstock totalstock stocklevel currentstock available availability availablequantity availableqty qtyavailable quantityavailable availablestock stockavailable stockavailability onhand qtyonhand quantityonhand onhandqty qoh inventory inventoryqty bestand lagerbestand freierbestand bestandfrei verfügbarerbestand bestandverfügbar mengeauflager lagermenge lager verfügbar verfügbarkeit verfügbarermenge verfügbaremenge existencias enstock unrestricted unrestrictedstock freiverwendbar',
  ],
  ['offers.on_order_quantity', 'onorder onorderqty onorderquantity qtyonorder quantityonorder ordering bestellt'],
  [
    'offers.moq',
    'moq minimumorderquantity minorderquantity minorderqty minimumorder minorder minimumorderqty minqty minimumqty minquantity minimumquantity mindestbestellmenge mindestmenge mindestabnahme mindestabnahmemenge minimum minmultorderqty',
  ],
  [
    'offers.order_multiple',
    'ordermultiple multiple multiples ordermultiples orderincrement multipleorderquantity mult bestelleinheit',
  ],
  [
    'offers.multipack_quantity',
    'multipack multipackquantity packquantity packqty packagequantity packageqty standardpackage standardpack standardpackqty standardpackquantity stdpack stdpackqty packsize spq fullreelquantity reelquantity reelqty vpe verpackungseinheit',
  ],
  [
    'offers.factory_lead_days',
    'leadtime leaddays factoryleadtime factoryleaddays manufacturerleadtime standardleadtime mfrleadtime supplierleadtime leadtimeweeks leadtimewks leadtimeinweeks leadtimedays leadtimeindays ltweeks ltwks ltwk ltinweeks ltdays ltindays lieferzeit lieferzeitwochen lieferzeitinwochen lieferzeittage lieferzeitintagen wiederbeschaffungszeit planlfz planlieferzeit leadweeks leadwks leadinweeks',
  ],
  [
    'offers.prices.currency',
    'currency currencycode pricecurrency währung waehrung währg whrg preiswährung devise moneda divisa valuta',
  ],
  [
    'offers.prices.pieces',
    'priceunit pricingunit priceunitquantity priceper pricefor per pricebasis priceuom uom preiseinheit pe preisbasis preisbezug preispro preisje preisfür pro je preismenge unitédeprix prixpour unidaddeprecio preciopor',
  ],
  ['offers.packaging', 'packaging packagingtype packing packagingform verpackung verpackungsart'],
];

/** Columns of orders and of working, which say nothing about the part. */
const IGNORED =
  'extendedprice extprice exttotal extendedcost extcost linetotal totalprice totalcost subtotal amount gesamtpreis gesamt summe total positionswert ordertotal gesamtbetrag';

/** Names of further columns that hold part numbers if no other column does. */
const MAYBE_NUMBERS =
  'part partname component componentname name ipn item itemnumber itemno itemcode article articlenumber articleno artikel artikelnummer artikelnr material materialnumber materialnummer materialnr matnr product productname productnumber productcode model modelnumber modelno type typ teil bauteil bauteilname';

/** After a maker, these may as well mean the number of the maker itself; the latter most likely do. */
const VAGUE_NUMBERS = 'id number no num nr nummer code reference ref';
const MAKERS_OWN = 'id code';

/** Stocks that may as well be the state of a part. */
const VAGUE_STOCKS = new Set(
  'available availability verfugbar verfugbarkeit disponible disponibles disponibilite disponibilidad'.split(' '),
);

const OWN_SELLERS: Readonly<Record<string, string>> = { ...NAMED_SELLERS, dk: 'Digi-Key', mou: 'Mouser' };
/** The longest first, so that `jlcpcb` is not read as `jlc`. */
const SELLER_KEYS = Object.keys(OWN_SELLERS).sort((a, b) => b.length - a.length);

/** Words for any seller, the longest first. */
const ANY_SELLERS = words(SELLERS).sort((a, b) => b.length - a.length);

interface Tables {
  readonly members: ReadonlyMap<string, string>;
  readonly makers: ReadonlySet<string>;
  readonly makerNumbers: ReadonlySet<string>;
  readonly vagueNumbers: ReadonlySet<string>;
  /** Those of them that are most likely numbers of the maker itself. */
  readonly makersOwn: ReadonlySet<string>;
  readonly orderNumbers: ReadonlySet<string>;
  readonly sellers: ReadonlySet<string>;
  readonly numbers: ReadonlySet<string>;
  readonly partNumbers: ReadonlySet<string>;
  readonly maybe: ReadonlySet<string>;
}

let tables: Tables | undefined;

function words(text: string): string[] {
  return text.split(' ');
}

function readTables(): Tables {
  const members = new Map<string, string>();
  for (const [as, names] of [...MEMBERS, ...ROMANCE_MEMBERS])
    for (const name of words(names)) if (!members.has(name)) members.set(name, as);
  for (const name of words(IGNORED)) members.set(name, 'ignored');
  const numbers = words(NUMBERS);
  const makers = words(MAKERS);
  const withNumber = (names: readonly string[]) => names.flatMap((name) => numbers.map((number) => name + number));
  const reversed = makers.flatMap((maker) => words(PART_NUMBERS).map((number) => number + maker));
  return {
    members,
    makers: new Set(makers.flatMap((maker) => [maker, `${maker}name`])),
    makerNumbers: new Set([
      ...words('mpn mpns manpn manpartnumber manpartno han'),
      ...withNumber(makers),
      ...reversed,
      ...MAKER_NUMBERS.certain,
      ...MAKER_NUMBERS.vague,
    ]),
    vagueNumbers: new Set([
      ...makers.flatMap((maker) => words(VAGUE_NUMBERS).map((number) => maker + number)),
      ...MAKER_NUMBERS.vague,
    ]),
    makersOwn: new Set(makers.flatMap((maker) => words(MAKERS_OWN).map((number) => maker + number))),
    orderNumbers: new Set([...words(ORDER_NUMBERS), ...withNumber(words(SELLERS)), ...SELLER_NUMBERS]),
    sellers: new Set(words(SELLERS).flatMap((seller) => [seller, `${seller}name`])),
    numbers: new Set(numbers),
    partNumbers: new Set([...words(PART_NUMBERS), 'partnumbers', 'partnumberid', ...words(ROMANCE_PART_NUMBERS)]),
    maybe: new Set(words(`${MAYBE_NUMBERS} ${MAYBE_ROMANCE_NUMBERS}`)),
  };
}

/** What a heading says; undefined if it is not known, so that its column is a spec. */
export function knownHeading(heading: string): HeadingMeaning | undefined {
  const name = plainName(heading);
  if (name === '') return undefined;
  const known = ofName(name) ?? readPriceHeading(heading);
  if (known) return known;
  const currency = takeCurrency(heading);
  if (currency && isTotal(plainName(currency.rest))) return { as: 'ignored' };
  const number = /(?<!\d)\d+$/.exec(name)?.[0] ?? '';
  const unnumbered = name.slice(0, name.length - number.length);
  const bare = plainName(withoutBrackets(heading));
  return (
    ofSeller(name, heading) ??
    ofAnySeller(name, heading) ??
    withUnit(bare, heading) ??
    ofPieces(name) ??
    (bare !== name ? (ofSeller(bare, heading) ?? ofAnySeller(bare, heading)) : undefined) ??
    (unnumbered !== name && unnumbered !== '' && currency === undefined ? numbered(unnumbered, number) : undefined)
  );
}

/** Whether a heading beside a currency is that of totals: `Ext. (USD)`, `Extended Price USD`. */
function isTotal(name: string): boolean {
  return name === 'ext' || name === 'extended' || (name !== '' && ofName(name)?.as === 'ignored');
}

/** Of names with accents, as written and without them: headings in capitals often have none. */
function ofName(name: string): HeadingMeaning | undefined {
  const bare = withoutAccents(name);
  return listed(name) ?? (bare !== name ? listed(bare) : undefined);
}

function withoutAccents(name: string): string {
  return name.normalize('NFKD').replace(/\p{M}/gu, '');
}

function listed(name: string): HeadingMeaning | undefined {
  tables ??= readTables();
  if (tables.makersOwn.has(name)) return { as: 'mpn', certainty: 2, isVague: true };
  if (tables.makerNumbers.has(name)) return { as: 'mpn', certainty: tables.vagueNumbers.has(name) ? 2 : 3 };
  if (tables.partNumbers.has(name)) return { as: 'mpn', certainty: 2 };
  if (tables.makers.has(name))
    return { as: name.startsWith('brand') || name.startsWith('mar') ? 'brand.name' : 'manufacturer.name' };
  if (tables.sellers.has(name)) return { as: 'offers.seller.name' };
  if (tables.orderNumbers.has(name)) {
    return { as: 'offers.sku', ...(tables.maybe.has(name) && { certainty: 1 as const }) };
  }
  const member = tables.members.get(name);
  if (member !== undefined) return { as: member, ...leadUnit(member, name), ...vagueness(name) };
  return tables.maybe.has(name) ? { as: 'specs', certainty: 1 } : undefined;
}

function vagueness(name: string): { isVague?: true } {
  return VAGUE_STOCKS.has(withoutAccents(name)) ? { isVague: true } : {};
}

function leadUnit(member: string, name: string): { unit?: string } {
  if (member !== 'offers.factory_lead_days') return {};
  if (/(?:days|tage|tagen)$/.test(name)) return { unit: 'd' };
  return /(?:weeks|wks?|wochen)$/.test(name) ? { unit: 'wk' } : {};
}

/** A heading of quantities that says that they are pieces: `Stock pcs`, `Lager Stück`. */
function ofPieces(name: string): HeadingMeaning | undefined {
  const bare = name.replace(/(?:pcs|pieces|stk|stck|stück|units)$/u, '');
  const known = bare === name || bare === '' ? undefined : ofName(bare);
  return known && /^offers\..*(?:quantity|moq|multiple)$/.test(known.as) ? known : undefined;
}

/** A heading with its unit in brackets: `Lead Time (weeks)`, `Stock (pcs)`. */
function withUnit(bare: string, heading: string): HeadingMeaning | undefined {
  const known = bare === '' ? undefined : ofName(bare);
  if (!known || known.as === 'specs') return undefined;
  if (known.as !== 'offers.factory_lead_days') return known.certainty === undefined || known.certainty > 1 ? known : undefined;
  const inside = plainName(inBrackets(heading));
  if (/^(?:weeks?|wks?|wochen?|w|semaines?|semanas?)$/.test(inside)) return { ...known, unit: 'wk' };
  return /^(?:days?|tagen?|d|jours?|d[ií]as?)$/.test(inside) ? { ...known, unit: 'd' } : known;
}

/** A heading that names a seller: `Mouser No:`, `LCSC Part #`, `Digi-Key Stock`, `Price (LCSC)`. */
function ofSeller(name: string, heading: string): HeadingMeaning | undefined {
  for (const key of SELLER_KEYS) {
    const isFirst = name.startsWith(key);
    if (!isFirst && !name.endsWith(key)) continue;
    const rest = isFirst ? name.slice(key.length) : name.slice(0, -key.length);
    const known = ofSellersColumn(rest, isFirst, withoutSeller(heading, isFirst));
    if (known) return { ...known, seller: OWN_SELLERS[key] };
  }
  return undefined;
}

/** A heading that says that it is of the seller: `Supplier Stock`, `Distributor Unit Price`, `Lieferantenbestand`. */
function ofAnySeller(name: string, heading: string): HeadingMeaning | undefined {
  const first = plainName(/^\s*\p{L}+/u.exec(heading)?.[0] ?? '');
  for (const seller of ANY_SELLERS) {
    if (!name.startsWith(seller)) continue;
    const rest = name.slice(seller.length);
    const known = rest === '' ? undefined : ofSellersColumn(rest, true, first === seller ? withoutSeller(heading, true) : rest);
    if (known) return known;
  }
  return undefined;
}

function ofSellersColumn(rest: string, isFirst: boolean, heading: string): HeadingMeaning | undefined {
  tables ??= readTables();
  if (rest === '') return { as: 'offers.sku' };
  if (tables.numbers.has(withoutAccents(rest)) || tables.partNumbers.has(rest) || tables.orderNumbers.has(rest))
    return { as: 'offers.sku' };
  if (isFirst && tables.makerNumbers.has(rest)) return undefined;
  const member = tables.members.get(rest) ?? tables.members.get(withoutAccents(rest));
  if (member?.startsWith('offers.') || member === 'ignored') return { as: member, ...vagueness(rest) };
  if (member === 'external_links.product_url') return { as: 'offers.product_url' };
  return readPriceHeading(heading);
}

/** The heading without its first or last word. */
function withoutSeller(heading: string, isFirst: boolean): string {
  const pieces = heading
    .trim()
    .split(/[\s_:()[\]]+/u)
    .filter((piece) => piece !== '');
  return (isFirst ? pieces.slice(1) : pieces.slice(0, -1)).join(' ');
}

/**
 * Columns of the same kind: `Supplier Part Number 2`, `Datasheet 2`. Prices are not numbered so. A part has one maker, the first; the
 * numbers of the others are its own only where no column is more certain.
 */
function numbered(name: string, number: string): HeadingMeaning | undefined {
  tables ??= readTables();
  const known = ofName(name);
  if (!known || known.as === 'specs' || known.as === 'uid') return undefined;
  if (tables.makerNumbers.has(name) || tables.makerNumbers.has(withoutAccents(name))) {
    if (number === '1') return known;
    return number.length === 1 ? { ...known, certainty: 1 } : undefined;
  }
  if (tables.makers.has(name)) return number === '1' ? known : undefined;
  if (known.certainty !== undefined) return undefined;
  return ['offers.sku', 'offers.seller.name', 'datasheets.url', 'descriptions.value', 'category_uids'].includes(known.as)
    ? known
    : undefined;
}
