/*
 * What is known of a part, one byte a row, by which people's searches are ordered (docs/semantics.md, "Order of a search box"). It is
 * stored in bits and not as a sum: what a scope hides must not count.
 */

/** Some offer has a stock, or says that there is one. */
export const IN_STOCK = 1;
/** It has an average price. */
export const IS_PRICED = 2;
export const HAS_DESCRIPTION = 4;
export const HAS_SHORT_DESCRIPTION = 8;
/** Two bits from here on: the place of the number of specs in SPEC_STEPS. */
export const SPECS_SHIFT = 4;
const SPECS_MASK = 3;
/** Two bits from here on: a stage of the life cycle. */
export const STAGE_SHIFT = 6;

/** The stages of the life cycle. */
export const UNKNOWN_STAGE = 0;
const ACTIVE_STAGE = 1;
const NOT_FOR_NEW_DESIGNS = 2;
const ENDED_STAGE = 3;

const STAGES: ReadonlyMap<string, number> = new Map([
  ['NEW', ACTIVE_STAGE],
  ['ACTIVE', ACTIVE_STAGE],
  ['ACTIVE_UNCONFIRMED', ACTIVE_STAGE],
  ['NRFND', NOT_FOR_NEW_DESIGNS],
  ['EOL', ENDED_STAGE],
  ['DISCONTINUED', ENDED_STAGE],
  ['DISCONTINUED_UNCONFIRMED', ENDED_STAGE],
]);

/** The stage of a lifecycle status (analysis/life-cycle.ts). */
export function stageOfStatus(status: string): number {
  return STAGES.get(status) ?? UNKNOWN_STAGE;
}

/** The least number of specs of each step. */
const SPEC_STEPS: readonly number[] = [0, 1, 3, 6];

/** Lengths of part numbers are stored up to this one. */
export const LONGEST_NUMBER = 255;

const STOCK_POINTS = 4;
const PRICE_POINTS = 2;
const DESCRIPTION_POINTS = 1;
/** By stage. */
const STAGE_POINTS: readonly number[] = [5, 6, 3, 0];

/** The step of a number of specs. */
export function specStep(count: number): number {
  let step = 0;
  while (step + 1 < SPEC_STEPS.length && count >= SPEC_STEPS[step + 1]) step++;
  return step;
}

/** How much is known of a part, from 0 to 16, by its bits. */
export function knownPoints(bits: number): number {
  const stock = (bits & IN_STOCK) !== 0 ? STOCK_POINTS : 0;
  const price = (bits & IS_PRICED) !== 0 ? PRICE_POINTS : 0;
  const description = (bits & (HAS_DESCRIPTION | HAS_SHORT_DESCRIPTION)) !== 0 ? DESCRIPTION_POINTS : 0;
  return stock + price + description + ((bits >>> SPECS_SHIFT) & SPECS_MASK) + STAGE_POINTS[bits >>> STAGE_SHIFT];
}
