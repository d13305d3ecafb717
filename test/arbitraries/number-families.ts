import fc from 'fast-check';
import type { JsonSource } from './catalogs.js';

/** Catalogs of some thousand part numbers and nothing else, for what sets in where an index of them has many blocks. */

/** Whole numbers from 0 to below a bound, always the same ones for a seed. */
type Dice = (below: number) => number;

function diceOf(seed: number): Dice {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b_79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}

const LETTERS = 'ABCDEFGHJKLMNPRSTUVWXYZ';
const one = (dice: Dice, of: string | readonly string[]) => of[dice(of.length)];
const digits = (dice: Dice, count: number) => String(dice(10 ** count)).padStart(count, '0');
const letters = (dice: Dice, count: number) => Array.from({ length: count }, () => one(dice, LETTERS)).join('');

/** Numbers as makers and sellers write them, and what they hardly write. `i` counts the parts. */
const FAMILIES: readonly ((dice: Dice, i: number) => string)[] = [
  (dice) =>
    `RC${one(dice, ['0402', '0603', '0805', '1206'])}${one(dice, 'FJ')}R-07${digits(dice, 2)}${one(dice, 'KRM')}${dice(10)}L`,
  (dice) => `GRM${digits(dice, 2)}${dice(10)}R7${dice(2)}H${digits(dice, 3)}KA${digits(dice, 2)}D`,
  (dice) => `STM32F${digits(dice, 3)}${letters(dice, 2)}T${dice(10)}`,
  (dice) => `${digits(dice, 3)}-${digits(dice, 4)}-${dice(3)}-ND`,
  (dice) => `SN74${one(dice, ['LS', 'HC', 'AHCT'])}${digits(dice, 2)}${letters(dice, 1)}`,
  (dice) => letters(dice, 1 + dice(12)).toLowerCase(),
  (dice) => digits(dice, 5 + dice(8)),
  (_, i) => `X${i}`,
  (_, i) => `${1_000_000 + i}/A`,
  (dice) => `电-${digits(dice, 2)} 贴片`,
  (dice) =>
    `${one(dice, ['𠮷', 'ﬁ', 'ς', 'Ω', 'é', '😀'])}${digits(dice, 2)}${one(dice, ['-', '', '\u0301'])}${letters(dice, 1)}`,
  (dice) => 'a'.repeat(1 + dice(30)) + one(dice, ['', 'b', '-A']),
  (dice) => one(dice, ['---', '.', '™', '-', 'LM317T', 'lm-317t', '7', 'Q']),
  (dice) => `${'AB-'.repeat(dice(20))}${digits(dice, 2)}`,
];

/** Free text, or 64 bits. */
function uidOf(dice: Dice, i: number): string {
  return i % 3 === 0
    ? `part ${i}`
    : `${dice(2 ** 31)
        .toString(16)
        .padStart(8, '0')}${i.toString(16).padStart(8, '0')}`;
}

/** Parts with a brand and up to three offers, their numbers of two families or more. */
export function familyCatalogs(): fc.Arbitrary<JsonSource> {
  const families = fc.subarray([...FAMILIES], { minLength: 2 });
  const counts = fc.oneof(
    { weight: 3, arbitrary: fc.integer({ min: 500, max: 2_500 }) },
    { weight: 1, arbitrary: fc.integer({ min: 4_500, max: 6_000 }) },
  );
  return fc.tuple(counts, fc.nat(), families).map(([count, seed, chosen]) => {
    const dice = diceOf(seed);
    const numberOf = (i: number) => chosen[dice(chosen.length)](dice, i);
    const offerOf = (mpn: string, i: number) => {
      const seller = { uid: `s${dice(4)}`, name: one(dice, ['Digi-Key', 'Mouser', 'Arrow']) };
      return { sku: [mpn, `${dice(900)}-${mpn}-ND`, numberOf(i)][dice(3)], seller };
    };
    const parts = Array.from({ length: count }, (_, i) => {
      const mpn = numberOf(i);
      const brand = { uid: `b${dice(6)}`, name: one(dice, ['Yageo', 'Texas Instruments', 'TI', 'Murata']) };
      const offers = Array.from({ length: Math.max(0, dice(5) - 1) }, () => offerOf(mpn, i));
      return { uid: uidOf(dice, i), mpn, brand, offers };
    });
    const brands = [{ uid: 'b0', name: 'Yageo Corporation', aliases: ['Guoju'] }];
    return { parts, categories: [], brands, manufacturers: [], sellers: [], spec_metadata: [] };
  });
}
