import { BETWEEN, referencePieces } from './read/references.js';

/** Headings of columns that have part numbers in some lists, and reference designators or names in others. */
export const PART_HEADINGS: ReadonlySet<string> = new Set(['part', 'component', 'composant', 'componente', 'bauteil']);

/** Letters of reference designators. */
const LETTERS =
  'A|AE|ANT|B|BAT|BR|BT|BZ|C|CN|CON|CONN|CR|D|DA|DISP|DS|DZ|E|F|FB|FD|FID|FL|FRAME|FU|G|GND|H|HDR|IC|J|JMP|JP|K|KK|L|LD|LED|LS|M|MH|MK|MOD|MP|N|NT|OK|OPT|OSC|P|PAD|PCB|PL|POT|PS|Q|R|RA|RN|RL|RLA|RT|RV|S|SG|SJ|SP|SUPPLY|SV|SW|T|TB|TH|TP|TR|U|V|VD|VDR|VR|VT|W|X|XT|XTAL|Y|Z|ZD';
/** `R1`, `U$3`, `IC2A`, `J1_2`; only a few letters have thousands. Ranges end in another one: `R1-R12`, `R1-12`. */
const REFERENCE = new RegExp(
  `^(?:(?:${LETTERS})\\$?(?:\\d{1,3}|\\d{1,2}[A-Z])|[CJQRU]\\d{4})(?:[._][A-Z0-9]{1,8})?(?:(?:${BETWEEN})[A-Z]{0,3}\\d{1,4})?$`,
  'i',
);
/** An amount, as values of a schematic are: `100nF`. */
const AMOUNT = /^(?=.*\D)\d{1,9}(?:[.,]\d{1,9})?[pnuµμmkgrΩ]?\d{0,2}(?:f|h|ohms?|Ω|v|a|w|hz)?$/iu;
/** A longer cell is not looked at: it has many references, or a text. */
const LONGEST = 2000;

/** Looks like a part number: one word of five or more characters with a digit, and not a range of reference designators. */
function isLikePartNumber(text: string): boolean {
  return /^[^\s,;]{5,}$/.test(text) && /\d/.test(text) && !/^[a-z]{1,3}\d{1,4}-[a-z]{0,3}\d{1,4}$/i.test(text);
}

/** Looks like one or more reference designators. */
function isLikeReferences(text: string): boolean {
  if (text.length > LONGEST) return false;
  const words = referencePieces(text);
  return words.length > 0 && words.every((word) => REFERENCE.test(word));
}

/** What the cells below such a heading are, as most of them show; undefined if they are neither. */
export function contentOf(cells: readonly string[]): 'references' | 'mpn' | undefined {
  const filled = cells.map((cell) => cell.trim()).filter((cell) => cell !== '');
  const references = filled.filter(isLikeReferences).length;
  if (filled.length > 0 && references * 2 >= filled.length) return 'references';
  const numbers = filled.filter((text) => isLikePartNumber(text) && !AMOUNT.test(text)).length;
  return numbers * 2 > filled.length ? 'mpn' : undefined;
}
