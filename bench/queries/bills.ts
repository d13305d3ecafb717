import type { PartsMatchQuery } from '../../src/partdex.js';
import type { Random } from '../../src/sample/random.js';
import type { Witness } from './sampled-parts.js';

/** Lines of a bill of materials. */
export const BILL_LINES = 200;

/** A list's spelling of a part number that the manufacturer writes otherwise. */
type Writing = (witness: Witness, random: Random) => string;

/** The spellings of the lines of a bill, in the order of bench/README.md, with their share of the lines in percent. */
const WRITINGS: readonly (readonly [share: number, write: Writing])[] = [
  [25, ({ number }) => number],
  [35, ({ mpn }, random) => separated(mpn, random)],
  [10, ({ number }, random) => (random.chance(0.5) ? number.toLowerCase() : number.toUpperCase())],
  [10, ({ number }) => number.slice(0, -2)],
  [15, ({ skus }, random) => random.pick(skus)],
  [5, (_, random) => nonsense(random)],
];
const NONSENSE = ['see drawing', 'do not fit', 'customer supplied', 'test point', 'to be defined'];
const SEPARATORS = ['-', ' ', '/', '.', '_'];

/** A bill of lines that are each derived from a part: number and brand, alternating. */
export function drawBill(next: (isFit: (witness: Witness) => boolean) => Witness, random: Random): string[] {
  return WRITINGS.flatMap(([share, write]) =>
    Array.from({ length: (share * BILL_LINES) / 100 }, () => {
      const witness = next(isOfBill);
      return [write(witness, random), witness.brand ?? ''];
    }),
  ).flat();
}

/** Every line may have every spelling, and no number looks like a pattern. */
function isOfBill({ number, mpn, skus }: Witness): boolean {
  return mpn.length >= 5 && number.length >= 5 && skus.length > 0 && ![number, ...skus].some((text) => /[*?\\]/.test(text));
}

/** Other separators at other places, in capitals. */
function separated(mpn: string, random: Random): string {
  const first = 1 + random.below(mpn.length - 2);
  const second = first + 1 + random.below(mpn.length - first - 1);
  const pieces = [mpn.slice(0, first), mpn.slice(first, second), mpn.slice(second)];
  return pieces.join(random.pick(SEPARATORS)).toUpperCase();
}

/** Words that occur in such lists, and numbers that do not exist. */
function nonsense(random: Random): string {
  return random.chance(0.5) ? random.pick(NONSENSE) : `${random.letters(3)}${random.digits(9)}${random.letters(3)}`;
}

/** The queries of a list of numbers and brands. */
export function matchQueries(member: 'mpn' | 'mpn_or_sku', numbersAndBrands: readonly string[]): PartsMatchQuery[] {
  const queries: PartsMatchQuery[] = [];
  for (let i = 0; i + 1 < numbersAndBrands.length; i += 2)
    queries.push({ [member]: numbersAndBrands[i], brand: numbersAndBrands[i + 1] });
  return queries;
}
