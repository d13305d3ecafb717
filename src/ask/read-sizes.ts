import { parseQuantity } from '../analysis/quantity.js';
import type { SizeReading } from './lexical.js';
import type { WordRun } from './word-run.js';

/** Most pieces of a size: `6 mm x 6 mm x 5 mm`. */
const LONGEST_SIZE = 8;
const LONGEST_TEXT = 40;
const PIECE =
  /^(?:[\d.,]+|[\d.,]*[x×*][\d.,]*|mm|cm|in|inch|[\d.,]+(?:mm|cm|in|")?(?:[x×*][\d.,]+(?:mm|cm|in|")?)*[x×*]?|[x×*][\d.,]+(?:mm|cm|in|")?)$/iu;
const UNIT = '(mm|cm|in|inch|")?';
const NUMBER = '(\\d{1,5}(?:[.,]\\d{1,5})?)';
const SIZE = new RegExp(`^${NUMBER}${UNIT}[x×*]${NUMBER}${UNIT}(?:[x×*]${NUMBER}${UNIT})?$`, 'iu');

/** The sizes that begin at a place, the longest first: `4x4mm`, `6 x 6 x 5 mm`, `2x20`. */
export function sizesAt(run: WordRun, i: number): SizeReading[] {
  const readings: SizeReading[] = [];
  let text = '';
  for (let to = i + 1; to <= i + LONGEST_SIZE && run.isRun(i, to); to++) {
    const piece = pieceOf(run, to - 1);
    if (!PIECE.test(piece) || text.length + piece.length > LONGEST_TEXT) break;
    text += piece;
    const reading = sizeOf(text, i, to);
    if (reading) readings.unshift(reading);
  }
  return readings;
}

/** `×` alone is punctuation to the cutter. */
function pieceOf(run: WordRun, i: number): string {
  const word = run.at(i);
  return word?.kind === 'mark' ? run.raw(i) : (word?.text ?? '');
}

function sizeOf(text: string, from: number, to: number): SizeReading | undefined {
  const match = SIZE.exec(text);
  if (!match) return undefined;
  const [, a, , b, , c] = match;
  const unit = (match[6] ?? match[4] ?? match[2])?.toLowerCase();
  const sides: string[] = [];
  for (const side of [a, b, c]) {
    if (side === undefined) continue;
    const read = parseQuantity(unit === undefined ? side : `${side}${unit}`, unit === undefined ? undefined : 'mm');
    if (!read || !('value' in read)) return undefined;
    sides.push(read.value);
  }
  return { kind: 'size', from, to, size: `${sides.join('x')}${unit === undefined ? '' : 'mm'}` };
}

const SIDES = /^(\d(?:\.\d)?)x(\d(?:\.\d)?)(mm)?$/;
/** Codes that are sizes in inches. */
const IN_INCHES: ReadonlySet<string> = new Set('1806 1808 1812 1825 2010 2220 2225 2512'.split(' '));
/** The least length in tenths of a millimetre: codes of smaller sizes are rather sizes in inches. */
const LEAST_LENGTH = 16;

/** Such codes, and the smaller ones that are not sizes in tenths of a millimetre: 0603, 01005. */
const CODE = /^0\d{3,4}$/;
const SMALLER_CODES: ReadonlySet<string> = new Set('1206 1210'.split(' '));

/** Whether digits are rather the code of a package than a number: nothing is measured by it. */
export function isSizeCode(text: string): boolean {
  return CODE.test(text) || SMALLER_CODES.has(text) || IN_INCHES.has(text);
}

/** The code that names of packages have for a size in millimetres: 3225 for `3.2x2.5mm`. */
export function codeOfSize(size: string): string | undefined {
  const [, a, b, unit] = SIDES.exec(size) ?? [];
  // `2x5` counts rows and pins.
  if (a === undefined || (unit === undefined && !size.includes('.'))) return undefined;
  const [length, width] = [a, b].map((side) => String(Math.round(Number(side) * 10)).padStart(2, '0'));
  const code = length + width;
  return Number(length) < LEAST_LENGTH || IN_INCHES.has(code) ? undefined : code;
}

/** Sizes of cartridges of fuses by what people call them. */
const CARTRIDGES: ReadonlyMap<string, readonly string[]> = new Map([
  ['5x20', ['5.2x20']],
  ['6x30', ['6.3x30', '6.35x30', '6.4x30']],
  ['6x32', ['6.3x32', '6.35x31.75', '6.35x31.8', '6.35x32', '6.4x31.8']],
  ['6.3x32', ['6.35x31.75', '6.35x31.8', '6.35x32', '6.4x31.8']],
]);

/** A size, and those that catalogs have for it. */
export function nominalSizes(size: string): readonly string[] {
  const number = size.replace('mm', '');
  return [size, ...(CARTRIDGES.get(number) ?? []).map((one) => one + size.slice(number.length))];
}
