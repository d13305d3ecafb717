import { NAMED_SELLERS, plainName } from '../../import/heading-words.js';
import { isDigiKeyNumber } from '../../import/several-numbers.js';
import { isRowOfSeller, knownName, listName, RANKS, rankOf, sellerBehind } from '../column-names.js';
import { contentOf, PART_HEADINGS } from '../part-cells.js';
import {
  FRENCH_DESCRIPTION,
  ROMANCE_DESCRIPTIONS,
  ROMANCE_FOOTPRINTS,
  ROMANCE_VALUES,
  withoutAccents,
  withoutAccentsToo,
} from '../romance-names.js';
import type { BomColumn, CheckedBomMap } from './bom-map.js';
import { placedHeading } from './placed-headings.js';

/** What the columns of a parts list have, from 0. */
export interface BomHeader {
  readonly headings: readonly string[];
  readonly columns: readonly (BomColumn | undefined)[];
  /** The sellers that headings of columns of their numbers name. */
  readonly sellers: ReadonlyMap<number, string>;
  /** The columns whose marks mean the opposite of `dnp`: `Fitted`. */
  readonly inverted: ReadonlySet<number>;
  /** The column of comments beside one of values: what it says counts where that one is blank. */
  readonly comments?: number | undefined;
  /** How many are known. */
  readonly known: number;
}

/** Cells are looked at up to here. */
const LONGEST = 200;

const words = (text: string, romance = '') =>
  new Set([...text.split(' '), ...withoutAccentsToo(romance.split(' ').filter((word) => word !== ''))]);

/** Headings of KiCad, Altium, EasyEDA, Eagle and spreadsheets that say more than those of other parts lists, or something else. */
const VALUES = words('value values val wert', ROMANCE_VALUES);
/** Values too, as Altium calls them; a list that has both means the other ones. */
const COMMENT = 'comment';
const FOOTPRINTS = words(
  'footprint footprints package packages pcbfootprint footprintname patternname gehäuse bauform case',
  ROMANCE_FOOTPRINTS,
);
const DESCRIPTIONS = words(
  `description descriptions desc descr partdescription productdescription beschreibung bezeichnung ${FRENCH_DESCRIPTION}`,
  ROMANCE_DESCRIPTIONS,
);
/** Values, where another column has the references, and names of the schematic. */
const LIKELY_VALUES = words('designation name');

/** References, and part numbers in a list that has no other column of parts. */
const LIKELY_REFERENCES = words('reference parts partreference', 'référence referencia');

/** The references of English lists, and a French description without its accent. */
const DESIGNATION = 'designation';
/** French names of columns without accents, and what others begin or end with. */
const FRENCH =
  /^(?:qtes?$|quantites?(?:$|par)|reperes?$|fabri[cq]|constructeur|marque$|fournisseur|distributeur|revendeur|valeurs?$|boitiers?$|empreintes?$|composants?$|libelle|descriptif|prix)|(?:fabricant|constructeur|fournisseur|distributeur|commande|depiece|produit)$/u;
/** A text of several words. */
const WORDS = /(?<![\p{L}\d])\p{L}{3,}(?![\p{L}\d]).*\s|\s.*(?<![\p{L}\d])\p{L}{3,}(?![\p{L}\d])/su;

const NAMES_OF_LISTS = [VALUES, FOOTPRINTS, DESCRIPTIONS];

/** Whether a parts list may have a column of this name. @param name plain */
export const isListHeading = (name: string): boolean =>
  PART_HEADINGS.has(name) || NAMES_OF_LISTS.some((names) => names.has(name)) || placedHeading(name) !== undefined;

/**
 * The headings of a row; undefined if no column of it names parts.
 * @param below the texts of a column below the row
 */
export function bomHeader(
  cells: readonly string[],
  map: CheckedBomMap,
  below: (column: number) => readonly string[],
): BomHeader | undefined {
  const headings = cells.map((cell, i) => cell.trim().replace(/\s+/gu, ' ') || `Column ${i + 1}`);
  const columns = headings.map((heading, i) => map.places?.get(i) ?? namedBy(map, heading));
  const isNamed = map.header !== undefined || columns.some((as) => as !== undefined);
  if (!isNamed && isRowOfSeller(cells, below)) return undefined;
  const take = (i: number, as: BomColumn) => {
    const isTaken = as !== 'sku' && as !== 'dnp' && columns.includes(as);
    if (columns[i] === undefined && !isTaken && !map.without?.has(as)) columns[i] = as;
  };
  const names = headings.map(listName);
  const inverted = new Set<number>();
  for (const hasBrackets of [false, true]) {
    names.forEach((name, i) => {
      if ((name !== plainName(headings[i])) !== hasBrackets) return;
      if (VALUES.has(name)) take(i, 'value');
      else if (FOOTPRINTS.has(name)) take(i, 'footprint');
      else if (DESCRIPTIONS.has(name) || (name === DESIGNATION && isDescription(i, names, below(i)))) take(i, 'description');
      else if (placedHeading(headings[i])) {
        take(i, 'dnp');
        if (placedHeading(headings[i]) === 'placed') inverted.add(i);
      }
    });
  }
  const commented = names.indexOf(COMMENT);
  const comments = commented >= 0 && columns[commented] === undefined && columns.includes('value') ? commented : undefined;
  if (commented >= 0 && columns[commented] === undefined) columns[commented] = 'value';
  takeKnown(headings, names, take);
  names.forEach((name, i) => {
    if (LIKELY_VALUES.has(name) && columns.includes('references')) take(i, 'value');
  });
  takeByCells(names, columns, take, below);
  if (!hasParts(columns)) {
    const isFree = (i: number) => !map.places?.has(i) && namedBy(map, headings[i]) === undefined;
    const at = names.findIndex((name, i) => columns[i] === 'references' && LIKELY_REFERENCES.has(name) && isFree(i));
    if (at >= 0 && contentOf(below(at)) === 'mpn') columns[at] = 'mpn';
  }
  if (!hasParts(columns) && columns.includes('references')) {
    // OrCAD has values below Part, some of which are part numbers.
    for (const [i, name] of names.entries()) if (PART_HEADINGS.has(name)) take(i, 'value');
  }
  const ofDigiKey = takeDigiKey(headings, columns, take, below);
  const known = columns.filter((column) => column !== undefined).length;
  const sellers = map.without?.has('seller') ? new Map<number, string>() : sellersOf(names, columns, ofDigiKey);
  return hasParts(columns) ? { headings, columns, sellers, inverted, comments, known } : undefined;
}

/**
 * Whether `Designation` is a description: no references are below it, and other headings are French, or most cells have several words
 * where no other column has references.
 */
function isDescription(column: number, names: readonly string[], cells: readonly string[]): boolean {
  if (contentOf(cells) === 'references') return false;
  const others = names.filter((_, i) => i !== column);
  if (others.some((name) => FRENCH.test(withoutAccents(name)))) return true;
  const filled = cells.filter((cell) => cell.trim() !== '');
  const texts = filled.filter((cell) => WORDS.test(cell.slice(0, LONGEST)));
  return texts.length * 2 > filled.length && !others.some((name) => knownName(name)?.role === 'reference');
}

function hasParts(columns: readonly (BomColumn | undefined)[]): boolean {
  return columns.some((column) => column === 'mpn' || column === 'sku' || column === 'value');
}

/**
 * Takes a further column of part numbers with those of Digi-Key, in whose carts it is `Part Number` beside `Manufacturer Part Number`.
 * @returns its place, if there is one
 */
function takeDigiKey(
  headings: readonly string[],
  columns: readonly (BomColumn | undefined)[],
  take: (i: number, as: BomColumn) => void,
  below: (column: number) => readonly string[],
): number | undefined {
  if (!columns.includes('mpn') || columns.includes('sku')) return undefined;
  const isOfDigiKey = (i: number) => {
    const cells = below(i).filter((cell) => cell !== '');
    return cells.filter(isDigiKeyNumber).length * 2 > cells.length;
  };
  const at = headings.findIndex((heading, i) => columns[i] === undefined && knownName(heading)?.role === 'mpn' && isOfDigiKey(i));
  if (at < 0) return undefined;
  take(at, 'sku');
  return at;
}

/** Columns such as `Part`: Eagle has references there, other lists part numbers. */
function takeByCells(
  names: readonly string[],
  columns: readonly (BomColumn | undefined)[],
  take: (i: number, as: BomColumn) => void,
  below: (column: number) => readonly string[],
): void {
  names.forEach((name, i) => {
    if (columns[i] !== undefined || !PART_HEADINGS.has(name)) return;
    const content = contentOf(below(i));
    if (content) take(i, content);
  });
}

/** Whether a column is the one that a map names: as written, or ignoring case and punctuation. */
export function isHeadingOf(name: string, heading: string): boolean {
  const plain = plainName(name);
  return name === heading || (plain !== '' && plain === plainName(heading));
}

/** What a map says of a heading. */
function namedBy({ columns }: CheckedBomMap, heading: string): BomColumn | undefined {
  const written = columns.get(heading);
  if (written) return written;
  for (const [name, as] of columns) if (isHeadingOf(name, heading)) return as;
  return undefined;
}

/** The columns of a table without headings, which a map names by their places. */
export function placedHeader(width: number, { places }: CheckedBomMap): BomHeader {
  const headings = Array.from({ length: width }, (_, i) => `Column ${i + 1}`);
  const columns = headings.map((_, i) => places?.get(i));
  return { headings, columns, sellers: new Map(), inverted: new Set(), known: places?.size ?? 0 };
}

function takeKnown(headings: readonly string[], names: readonly string[], take: (i: number, as: BomColumn) => void): void {
  const all = headings.map(knownName);
  for (const rank of RANKS) {
    all.forEach((known, i) => {
      // Old lists of KiCad have the references as Designator, and the value as Designation.
      if (!known || rankOf(known) !== rank || known.role === 'description') return;
      if (names[i] === 'designation' && names.includes('designator')) return;
      take(i, known.role === 'reference' ? 'references' : known.role);
    });
  }
}

/** @param ofDigiKey a column whose cells show whose numbers it has */
function sellersOf(
  names: readonly string[],
  columns: readonly (BomColumn | undefined)[],
  ofDigiKey: number | undefined,
): Map<number, string> {
  const sellers = new Map<number, string>(ofDigiKey === undefined ? [] : [[ofDigiKey, NAMED_SELLERS.digikey]]);
  names.forEach((name, i) => {
    if (columns[i] !== 'sku') return;
    // The longest first: "rs" begins "rsonline".
    const key = Object.keys(NAMED_SELLERS)
      .sort((a, b) => b.length - a.length)
      .find((one) => name.startsWith(one));
    const seller = key === undefined ? sellerBehind(name) : NAMED_SELLERS[key];
    if (seller !== undefined) sellers.set(i, seller);
  });
  return sellers;
}
