/*
 * Words of the headings of tables of parts, as they are written without case, blanks and punctuation. Parts lists and tables of parts
 * share them.
 */

/** Headings for the manufacturer of a part; alone, a column of brands. */
export const MAKERS =
  'manufacturer manufacturers manufacture mfr mfrs mfg mfgr mnf manf manuf maker make brand oem hersteller herst fabrikat marke fabricant fabricante constructeur marque marca';

/** Headings for the seller; alone, a column of sellers. */
export const SELLERS =
  'distributor distributer distr dist supplier suppliers seller vendor merchant lieferant lieferanten distributeur fournisseur vendeur proveedor distribuidor vendedor';

/** Sellers whose numbers have a column in many tables, and their names. */
export const NAMED_SELLERS: Readonly<Record<string, string>> = {
  digikey: 'Digi-Key',
  mouser: 'Mouser',
  lcsc: 'LCSC',
  jlc: 'JLCPCB',
  jlcpcb: 'JLCPCB',
  szlcsc: 'LCSC',
  farnell: 'Farnell',
  newark: 'Newark',
  element14: 'element14',
  rs: 'RS',
  rsonline: 'RS',
  rscomponents: 'RS',
  tme: 'TME',
  arrow: 'Arrow',
  avnet: 'Avnet',
  future: 'Future Electronics',
  verical: 'Verical',
  rutronik: 'Rutronik',
  reichelt: 'reichelt',
  conrad: 'Conrad',
  buerklin: 'Bürklin',
  bürklin: 'Bürklin',
  distrelec: 'Distrelec',
  elfa: 'Elfa',
};

/** Words after the maker or seller in the heading of a column of numbers. */
export const NUMBERS =
  'partnumber partno partnum partnr partid part parts pn number no num nr nummer id teilenummer teilenr teilnummer teilnr artikelnummer artikelnr artnr bestellnummer bestellnr bestnr sku ordercode ordernumber orderno stockcode stockno stocknumber productnumber productcode code reference ref';

/** Names of columns of sellers' numbers that do not name the seller. */
export const ORDER_NUMBERS =
  'sku skus ordercode orderingcode ordernumber orderno ordernr stockcode stocknumber stockno bestellnummer bestellnr bestnr bestellcode artikelnummer artikelnr artnr liefartikelnummer liefartikelnr liefartnr liefteilenr liefbestellnummer liefbestellnr lieferartikelnummer lieferartikelnr lieferartnr catalognumber catalogueno catalogno catno';

/** Names of columns of part numbers that do not say whose they are. */
export const PART_NUMBERS =
  'partnumber partno partnum partnr pn teilenummer teilenr teilnummer bauteilnummer typenbezeichnung componentpartnumber numérodepièce numerodepiece númerodepieza numerodepieza númerodeparte numerodeparte';

/** Brackets at the end of a heading, also full-width ones. */
const BRACKETS = /[([（［【]([^()[\]（）［］【】]{0,30})[)\]）］】]\s*$/u;

/** A heading without what is in brackets at its end: `Fitted` of `Fitted (Y/N)`. */
export function withoutBrackets(heading: string): string {
  return heading.replace(BRACKETS, '');
}

/** What is in brackets at the end of a heading: `Y/N` of `Fitted (Y/N)`. */
export function inBrackets(heading: string): string {
  return BRACKETS.exec(heading)?.[1] ?? '';
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
