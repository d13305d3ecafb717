import fc from 'fast-check';
import { ANY_ONE, ANY_RUN, type Pattern } from '../oracle/text.js';

/** Patterns of part numbers, of the kinds that take an index of part numbers each in another way, and their writings. */

/** A pattern made of the characters of two numbers; `i` and `j` are places in the first, i ≤ j. */
type Shape = (one: string[], other: string[], i: number, j: number) => Pattern;

const text = (characters: readonly string[]) => characters.join('');
const ones = (count: number): Pattern => Array<typeof ANY_ONE>(Math.max(0, count)).fill(ANY_ONE);
/** Something before each of the pieces and after the last one. */
const amid = (pieces: Pattern, between: Pattern): Pattern => [...pieces.flatMap((p): Pattern => [...between, p]), ...between];

const SHAPES: readonly Shape[] = [
  // One piece: the beginning, the end, something inside: of one letter, of two, of three, of more.
  (one, _, i) => [text(one.slice(0, i + 1)), ANY_RUN],
  (one, _, i) => [ANY_RUN, text(one.slice(i))],
  (one, _, i) => [ANY_RUN, one[i] ?? '', ANY_RUN],
  (one, _, i) => [ANY_RUN, text(one.slice(i, i + 2)), ANY_RUN],
  (one, _, i) => [ANY_RUN, text(one.slice(i, i + 3)), ANY_RUN],
  (one, _, i) => [ANY_RUN, text(one.slice(i, i + 4)), ANY_RUN],
  (one, _, i, j) => [ANY_RUN, text(one.slice(i, j + 1)), ANY_RUN],
  (one) => [text(one.slice(0, 2)), ANY_RUN],
  (one) => [ANY_RUN, text(one.slice(-2))],
  (one) => [text(one.slice(0, 1)), ANY_RUN, text(one.slice(-1))],
  // The edges, of one number or of two.
  (one, _, i, j) => [text(one.slice(0, i)), ANY_RUN, text(one.slice(j))],
  (one, other, i, j) => [text(one.slice(0, i + 1)), ANY_RUN, text(other.slice(j))],
  (one, other, i) => [ANY_RUN, text(one.slice(i, i + 3)), ANY_RUN, text(other.slice(-3)), ANY_RUN],
  // Several pieces: in order, out of order, all characters.
  (one, _, i, j) => [ANY_RUN, text(one.slice(0, i)), ANY_RUN, text(one.slice(i, j)), ANY_RUN, text(one.slice(j)), ANY_RUN],
  (one, _, i, j) => amid([one[i] ?? 'x', one[j] ?? 'y', one[i] ?? 'x'], [ANY_RUN]),
  (one, _, i, j) => amid([text(one.slice(j)), text(one.slice(i, j))], [ANY_RUN]),
  (one) => amid(one, [ANY_RUN]),
  // Single characters left open.
  (one, _, i) => [text(one.slice(0, i)), ANY_ONE, text(one.slice(i + 1))],
  (one, _, i, j) => [text(one.slice(0, i)), ...ones(j - i), text(one.slice(j))],
  (one) => one.map((character, i) => (i % 2 === 0 ? character : ANY_ONE)),
  (one) => one.map((character, i) => (i % 3 === 2 ? ANY_ONE : character)),
  (one) => [...one.map((character, i) => (i % 2 === 1 ? character : ANY_ONE)), ANY_RUN],
  (one) => ones(one.length),
  (one, _, i) => [...ones(i), one[i] ?? '', ...ones(one.length - i - 1)],
  (one, _, i) => [...ones(i), text(one.slice(i, i + 2)), ANY_RUN],
  (one, _, i) => [ANY_RUN, text(one.slice(i, i + 2)), ...ones(one.length - i - 2)],
  (one, _, i) => [text(one.slice(0, i)), ANY_RUN, ANY_ONE, ANY_RUN, ANY_RUN, text(one.slice(i + 1))],
  (one) => [ANY_ONE, ANY_RUN, ...ones(one.length - 1)],
  // Characters that part-number form leaves out: such a pattern can match very many.
  () => ['---', ANY_RUN],
  (one, _, i) => ['- /', ANY_ONE, ANY_RUN, one[i] ?? '', ANY_RUN],
  (_one, _, i) => [ANY_RUN, '_.™', ...ones(i + 1)],
  // Long ones.
  (one) =>
    Array<Pattern>(40)
      .fill([...one, ANY_RUN])
      .flat(),
  (one) => [text(one).repeat(30), ANY_RUN],
  (one) => [...Array<Pattern>(60).fill([ANY_RUN, ANY_ONE]).flat(), text(one)],
  (one, _, i) => [...Array<Pattern>(one.length).fill([ANY_RUN]).flat(), one[i] ?? '', ...ones(300)],
];

/** Patterns of numbers, most of which match the number that they are made of. */
export function hardPatterns(numbers: fc.Arbitrary<string>): fc.Arbitrary<Pattern> {
  return fc.tuple(fc.constantFrom(...SHAPES), numbers, numbers, fc.nat(), fc.nat()).map(([shape, one, other, a, b]) => {
    const characters = [...one];
    const places = [a, b].map((place) => place % Math.max(1, characters.length)).sort((x, y) => x - y);
    const pattern = shape(characters, [...other], places[0], places[1]);
    return pattern.some((piece) => typeof piece === 'symbol') ? pattern : [...pattern, ANY_RUN];
  });
}

/** The same, few of which have fewer than three characters other than wildcards, as match queries need. */
export function usualPatterns(numbers: fc.Arbitrary<string>): fc.Arbitrary<Pattern> {
  const literals = (pattern: Pattern) => pattern.flatMap((piece) => (typeof piece === 'string' ? [...piece] : []));
  const chances = fc.array(hardPatterns(numbers), { minLength: 4, maxLength: 4 });
  return chances.map((patterns) => patterns.find((pattern) => literals(pattern).length >= 3) ?? patterns[0]);
}

/** The pattern as it is written where the special characters are escaped by backslashes. */
export function written(pattern: Pattern, special = /[*?\\]/g): string {
  return pattern
    .map((piece) => (piece === ANY_RUN ? '*' : piece === ANY_ONE ? '?' : (piece as string).replace(special, '\\$&')))
    .join('');
}

/** As a term of `q`. */
export function writtenTerm(pattern: Pattern): string {
  return written(pattern, /[*?\\"\-\p{White_Space}]/gu);
}

/** As a value of a filter query. */
export function writtenValue(pattern: Pattern): string {
  return written(pattern, /[()"*?[\]{}:\\\p{White_Space}]/gu);
}
