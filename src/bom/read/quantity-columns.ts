import { FEW, firstFew } from '../../import/first-few.js';
import { plainName } from '../../import/heading-words.js';
import { knownHeading } from '../../import/headings.js';
import { isWholeQuantity, knownName } from '../column-names.js';
import type { BomHeader } from './bom-headings.js';

const LONGEST = 60;
/** A word that headings of quantities have. */
const QUANTITY =
  /(?<!\p{L})(?:qty|qnty|qte|qté|quantity|quantities|quantités?|nb(?:re?)?|pcs|pieces|\p{L}{0,20}(?:menge|anzahl|stückzahl|bedarf)|anz|stück|cantidad|cantidades|piezas)(?!\p{L})/iu;

/** The column of the quantities of all boards, where another one has those of a board. */
export function wholeQuantityOf({ headings, columns }: BomHeader): number | undefined {
  const at = headings.findIndex((heading, i) => columns[i] === undefined && isWholeQuantity(heading));
  return at < 0 || !columns.includes('quantity') ? undefined : at;
}

/** A note on the columns that may be quantities and are not read; those of stocks, prices and all boards need none. */
export function noteOfUnread(header: BomHeader): string | undefined {
  const { headings, columns } = header;
  const whole = wholeQuantityOf(header);
  const unread = headings.filter((heading, i) => {
    if (columns[i] !== undefined || i === whole || heading.length > LONGEST || !QUANTITY.test(heading)) return false;
    return plainName(heading) !== '' && knownHeading(heading) === undefined;
  });
  if (unread.length === 0) return undefined;
  const names = firstFew(unread.map((heading) => `"${heading}"`));
  return `${names} may have quantities and ${unread.length === 1 ? 'is' : 'are'} not read; a map names the column that counts`;
}

/** A column of alternates: `Alt MPN`, `Alternative Part Number`, `2nd Source MPN`, `Ersatztyp`. */
const ALTERNATES =
  /(?<!\p{L})alt(?:ernat(?:e|es|ive|ives|iv|iven|if))?(?!\p{L})|(?<!\p{L})(?:2nd|second|zweit)[\s_-]?(?:source|quelle)|substitut|ersatz(?:typ|teil|artikel)|équivalent|equivalente/iu;

/** A note on columns that may have further numbers of a part, as `Alt MPN` and `MPN 2`: one number is looked for. */
export function noteOfAlternates({ headings, columns }: BomHeader): string | undefined {
  const found = headings.filter((heading, i) => {
    if (columns[i] !== undefined || heading.length > LONGEST) return false;
    const known = knownName(heading);
    return (
      (known?.role === 'mpn' && !known.isVague) ||
      (ALTERNATES.test(heading) && knownName(heading.replace(ALTERNATES, ''))?.role === 'mpn')
    );
  });
  if (found.length === 0 || !columns.includes('mpn')) return undefined;
  const names = firstFew(found.map((heading) => `"${heading}"`));
  const what = found.length === 1 ? 'may have other numbers of the parts and is' : 'may have other numbers of the parts and are';
  return `${names} ${what} not read; the part number of a line is that of "${headings[columns.indexOf('mpn')]}"`;
}

/** A note on lines whose quantity was that of another column. */
export function noteOfWhole(lines: readonly number[], blank: string, taken: string): string {
  const cells = lines.length === 1 ? '1 cell' : `${lines.length} cells`;
  const are = lines.length === 1 ? 'is' : 'are';
  return `${cells} of "${blank}" ${are} blank where "${taken}" has a number (${linesIn(lines)}); that number was taken`;
}

/** The first of some lines. */
export function linesIn(lines: readonly number[]): string {
  const some = lines.slice(0, FEW).map((line) => `line ${line}`);
  return firstFew(some, lines.length);
}

/** A text of a line. */
export interface LineText {
  readonly line: number;
  readonly text: string;
}

/** The first of some texts with their lines. */
export function placesOf(texts: readonly LineText[]): string {
  const some = texts.slice(0, FEW).map(({ line, text }) => `line ${line}: "${text.slice(0, LONGEST)}"`);
  return firstFew(some, texts.length);
}

/** A note on references that may be several, where nothing else says how many pieces a line has. */
export function noteOfUnclear(texts: readonly LineText[], heading: string): string {
  const places = placesOf(texts);
  const cells = texts.length === 1 ? '1 cell' : `${texts.length} cells`;
  return `${cells} of "${heading}" may name several parts in one reference, which counts as one piece (${places})`;
}
