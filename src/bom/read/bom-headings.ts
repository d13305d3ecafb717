import { NAMED_SELLERS, plainName } from '../../import/heading-words.js';
import { knownName } from '../column-names.js';
import type { BomColumn, CheckedBomMap } from './bom-map.js';

/** What the columns of a parts list have, from 0. */
export interface BomHeader {
  readonly headings: readonly string[];
  readonly columns: readonly (BomColumn | undefined)[];
  /** The sellers that headings of columns of their numbers name. */
  readonly sellers: ReadonlyMap<number, string>;
  /** The columns whose marks mean the opposite of `dnp`: `Fitted`. */
  readonly inverted: ReadonlySet<number>;
  /** How many are known. */
  readonly known: number;
}

const words = (text: string) => new Set(text.split(' '));

/** Headings of KiCad, Altium, EasyEDA, Eagle and spreadsheets that say more than those of other parts lists, or something else. */
const VALUES = words('value values val comment wert valeur valor');
const FOOTPRINTS = words('footprint footprints package packages pcbfootprint footprintname patternname gehäuse bauform case');
const DESCRIPTIONS = words('description descriptions desc descr partdescription productdescription beschreibung bezeichnung');
const LEFT_OUT = words('dnp dni donotplace donotpopulate donotfit dnf nofit notfitted excludefrombom bestückung');
const PLACED = words('fitted populate populated placed mount mounted fit assemble bestückt');
/** Values, where another column has the references, and names of the schematic. */
const LIKELY_VALUES = words('designation name');

/** The headings of a row; undefined if no column of it names parts. */
export function bomHeader(cells: readonly string[], { columns: mapped }: CheckedBomMap): BomHeader | undefined {
  const headings = cells.map((cell, i) => cell.trim().replace(/\s+/gu, ' ') || `Column ${i + 1}`);
  const columns: (BomColumn | undefined)[] = headings.map((heading) => mapped.get(heading));
  const take = (i: number, as: BomColumn) => {
    const isTaken = as !== 'sku' && as !== 'dnp' && columns.includes(as);
    if (columns[i] === undefined && !isTaken) columns[i] = as;
  };
  const names = headings.map((heading) => plainName(heading));
  const inverted = new Set<number>();
  names.forEach((name, i) => {
    if (VALUES.has(name)) take(i, 'value');
    else if (FOOTPRINTS.has(name)) take(i, 'footprint');
    else if (DESCRIPTIONS.has(name)) take(i, 'description');
    else if (LEFT_OUT.has(name) || PLACED.has(name)) {
      take(i, 'dnp');
      if (PLACED.has(name)) inverted.add(i);
    }
  });
  for (const isVague of [false, true]) takeKnown(headings, names, isVague, take);
  names.forEach((name, i) => {
    if (LIKELY_VALUES.has(name) && columns.includes('references')) take(i, 'value');
  });
  const known = columns.filter((column) => column !== undefined).length;
  const namesParts = columns.some((column) => column === 'mpn' || column === 'sku' || column === 'value');
  return namesParts ? { headings, columns, sellers: sellersOf(names, columns), inverted, known } : undefined;
}

function takeKnown(
  headings: readonly string[],
  names: readonly string[],
  isVague: boolean,
  take: (i: number, as: BomColumn) => void,
): void {
  headings.forEach((heading, i) => {
    const known = knownName(heading);
    // Old lists of KiCad have the references as Designator, and the value as Designation.
    if (!known || known.isVague !== isVague || known.role === 'description') return;
    if (names[i] === 'designation' && names.includes('designator')) return;
    take(i, known.role === 'reference' ? 'references' : known.role);
  });
}

function sellersOf(names: readonly string[], columns: readonly (BomColumn | undefined)[]): Map<number, string> {
  const sellers = new Map<number, string>();
  names.forEach((name, i) => {
    if (columns[i] !== 'sku') return;
    // The longest first: "rs" begins "rsonline".
    const key = Object.keys(NAMED_SELLERS)
      .sort((a, b) => b.length - a.length)
      .find((one) => name.startsWith(one));
    if (key !== undefined) sellers.set(i, NAMED_SELLERS[key]);
  });
  return sellers;
}
