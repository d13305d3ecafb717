import fc from 'fast-check';
import { type CatalogSize, catalogs, type JsonSource } from './catalogs.js';
import { partNumbers } from './text.js';

/**
 * Part numbers written otherwise, as people copy them, and catalogs of numbers that are near each other.
 */

/** A change of a number's characters at a place of it; `n` chooses among several. */
type Rewriting = (characters: string[], at: number, n: number) => string[];

const SEPARATORS = ['-', ' ', '/', '_', '.', ',', '#', '\u00A0', '\u200B', '--', ' - ', '™'];
const SUFFIXES = ['T', 'TR', '-ND', '/NOPB', '-REEL7', '0', '-', '𠮷', 'Ω', 'ﬀ', '--1', '*', '?', '\\'];
const CHARACTERS = [
  '0',
  'O',
  '1',
  'I',
  'l',
  '5',
  'S',
  '8',
  'B',
  '2',
  'Z',
  '6',
  'G',
  'x',
  '7',
  '𠮷',
  '电',
  'é',
  'ß',
  'Σ',
  '*',
  '?',
];
const LOOK_ALIKES = ['0O', '0o', '1I', '1l', 'Il', '5S', '8B', '2Z', '6G', '5s', '8b', '2z', '6g', 'oO', 'il'];
/** Equal as they are printed, not as text: Cyrillic and Greek. */
const FOREIGN = ['AА', 'BВ', 'CС', 'EЕ', 'KК', 'MМ', 'HН', 'OО', 'PР', 'TТ', 'XХ', 'aа', 'cс', 'OΟ', 'KΚ'];
/** Equal once they are folded; a piece of two letters is written as one character. */
const FOLDED = [
  'ff=ﬀ',
  'fi=ﬁ',
  'σ=ς',
  'ς=σ',
  'Σ=ς',
  'Ω=\u2126',
  'ω=Ω',
  'µ=μ',
  'u=µ',
  '1=①',
  '2=²',
  'K=\u212A',
  'i=İ',
  'ohm=Ω',
  '12=½',
];

/** Ways that leave the part-number form as it is. */
const KEEPING: readonly Rewriting[] = [
  (characters) => characters,
  (characters) => [...characters.join('').toUpperCase()],
  (characters) => [...characters.join('').toLowerCase()],
  (characters, at) => replaceAt(characters, at, 1, otherCase(characters[at])),
  (characters, at, n) => replaceAt(characters, at, 0, SEPARATORS[n % SEPARATORS.length]),
  (characters, _, n) => [...characters, SEPARATORS[n % SEPARATORS.length]],
  (characters) => characters.filter(isWordCharacter),
  (characters, _, n) =>
    characters.map((character) => (isWordCharacter(character) ? character : SEPARATORS[n % SEPARATORS.length])),
  (characters, at) => replaceAt(characters, at + 1, 0, '\u0301'),
  (characters, at) => replaceAt(characters, at, 1, fullWidth(characters[at])),
  (characters, _, n) => substitute(characters, FOLDED, n),
];

/** Ways that mostly make another number of it, one that is near. */
const CHANGING: readonly Rewriting[] = [
  (characters, _, n) => characters.slice(0, -1 - (n % 5)),
  (characters) => [...characters.join('').replace(/[-/ ][^-/ ]*$/, '')],
  (characters, _, n) => [...characters, SUFFIXES[n % SUFFIXES.length]],
  (characters, at) => replaceAt(characters, at, 1),
  (characters, at, n) => replaceAt(characters, at, 0, CHARACTERS[n % CHARACTERS.length]),
  (characters, at, n) => replaceAt(characters, at, 1, CHARACTERS[n % CHARACTERS.length]),
  (characters, at) => replaceAt(characters, at, 2, ...characters.slice(at, at + 2).reverse()),
  (characters, _, n) => substitute(characters, LOOK_ALIKES.map(pairOf), n),
  (characters, _, n) => substitute(characters, LOOK_ALIKES.map(pairOf), n, true),
  (characters, _, n) => substitute(characters, FOREIGN.map(pairOf), n),
];

function replaceAt(characters: string[], at: number, count: number, ...pieces: string[]): string[] {
  return [...characters.slice(0, at), ...pieces, ...characters.slice(at + count)];
}

function isWordCharacter(character: string): boolean {
  return /[\p{L}\p{N}]/u.test(character);
}

function otherCase(character = ''): string {
  const upper = character.toUpperCase();
  return upper === character ? character.toLowerCase() : upper;
}

function fullWidth(character = ''): string {
  const code = character.codePointAt(0) ?? 0;
  return code > 0x20 && code < 0x7f ? String.fromCharCode(code + 0xfee0) : character;
}

const pairOf = (pair: string) => [...pair].join('=');

/** The first of the pairs `a=b`, from the n-th on, of which the number has a side is put to use. */
function substitute(characters: string[], pairs: readonly string[], n: number, last = false): string[] {
  const text = characters.join('');
  for (let i = 0; i < pairs.length; i++) {
    const [one, other] = pairs[(n + i) % pairs.length].split('=');
    for (const [from, to] of [
      [one, other],
      [other, one],
    ]) {
      const at = last ? text.lastIndexOf(from) : text.indexOf(from);
      if (at >= 0) return [...(text.slice(0, at) + to + text.slice(at + from.length))];
    }
  }
  return characters;
}

function rewritten(numbers: fc.Arbitrary<string>, ways: readonly Rewriting[], most: number): fc.Arbitrary<string> {
  const steps = fc.array(fc.tuple(fc.nat(), fc.nat(), fc.nat()), { minLength: 1, maxLength: most });
  return fc
    .tuple(numbers, steps)
    .map(([number, chosen]) => chosen.reduce((text, [way, at, n]) => rewrite(ways[way % ways.length], text, at, n), number));
}

function rewrite(way: Rewriting, text: string, at: number, n: number): string {
  const characters = [...text];
  return way(characters, at % Math.max(1, characters.length), n).join('');
}

/** The numbers in another spelling of the same part-number form. */
export const otherWritings = (numbers: fc.Arbitrary<string>) => rewritten(numbers, KEEPING, 2);

/** Numbers that are one change away, or another spelling of one of these. */
export const nearNumbers = (numbers: fc.Arbitrary<string>) =>
  fc.oneof(
    { weight: 3, arbitrary: rewritten(numbers, CHANGING, 1) },
    { weight: 1, arbitrary: rewritten(numbers, [...KEEPING, ...CHANGING], 3) },
  );

/** Catalogs in which most numbers are another one, written otherwise, cut, continued or misspelled, as mpn and as sku. */
export function catalogsOfSimilarNumbers(size: CatalogSize = { minParts: 12, manyKeys: 0 }): fc.Arbitrary<JsonSource> {
  const long = fc.constantFrom(...LONG_NUMBERS);
  const seeds = fc.uniqueArray(fc.oneof({ weight: 4, arbitrary: long }, { weight: 1, arbitrary: partNumbers() }), {
    minLength: 2,
    maxLength: 5,
  });
  return fc.tuple(catalogs(size), seeds).chain(([source, known]) => {
    const one = fc.constantFrom(...known);
    const related = fc.oneof(one, otherWritings(one), nearNumbers(one), nearNumbers(nearNumbers(one)));
    const { length } = source.parts;
    return fc.array(fc.tuple(related, related, fc.nat(5)), { minLength: length, maxLength: length }).map((chosen) => ({
      ...source,
      parts: source.parts.map((part, i) => withNumbers(part, ...chosen[i])),
    }));
  });
}

const LONG_NUMBERS = [
  'RC0603FR-0710KL',
  'RC0603FR-0710K',
  'GRM188R71H104KA93D',
  'LM317T/NOPB',
  '296-1395-5-ND',
  'SN74LS00N',
  '10kΩ-ﬁ½',
  'ΑΒΣς-10',
  'ff11Il00oO',
  '𠮷𠮷01-𠮷',
];

/** @param how 0: the part as it is; 1 to 3: its mpn; from 3: its first sku, where it has an offer; 5: the first offer twice */
function withNumbers(part: object, mpn: string, sku: string, how: number): object {
  const offers = (part as { offers?: unknown }).offers;
  const isOwnMpn = how === 0 || how > 3 || mpn === '';
  const changed = isOwnMpn ? part : { ...part, mpn };
  if (how < 3 || !Array.isArray(offers) || typeof offers[0] !== 'object' || offers[0] === null) return changed;
  const first = { ...offers[0], sku };
  return { ...changed, offers: [first, ...offers.slice(1), ...(how === 5 ? [first] : [])] };
}
