import { parseDecimal } from '../analysis/decimal.js';
import { LIFE_CYCLE_KEY, statusOf } from '../analysis/life-cycle.js';
import { partNumberForm } from '../analysis/text.js';
import {
  HAS_DESCRIPTION,
  HAS_SHORT_DESCRIPTION,
  IN_STOCK,
  IS_PRICED,
  LONGEST_NUMBER,
  SPECS_SHIFT,
  STAGE_SHIFT,
  specStep,
  stageOfStatus,
  UNKNOWN_STAGE,
} from '../encoding/merit.js';
import type { CheckedPart } from '../model/checked-documents.js';

/** A stock quantity of −2 says that there is a stock of unknown size. */
const SOME_STOCK = -2;

function isInStock({ offers }: CheckedPart): boolean {
  return (offers ?? []).some(({ in_stock_quantity: given }) => {
    const quantity = given === null || given === undefined ? undefined : parseDecimal(String(given));
    return quantity !== undefined && (quantity.gt(0) || quantity.eq(SOME_STOCK));
  });
}

/** What is known of a part, in the bits of encoding/merit.ts. */
export function meritOf(part: CheckedPart, isPriced: boolean): number {
  const specs = Object.entries(part.specs ?? {}).filter(([, spec]) => spec !== null && spec !== undefined);
  const status = specs.find(([key]) => key === LIFE_CYCLE_KEY)?.[1].value?.[0];
  const stage = status === undefined ? UNKNOWN_STAGE : stageOfStatus(statusOf(String(status)));
  return (
    (isInStock(part) ? IN_STOCK : 0) |
    (isPriced ? IS_PRICED : 0) |
    ((part.descriptions ?? []).some(({ value }) => (value ?? '') !== '') ? HAS_DESCRIPTION : 0) |
    ((part.short_description ?? '') !== '' ? HAS_SHORT_DESCRIPTION : 0) |
    (specStep(specs.length) << SPECS_SHIFT) |
    (stage << STAGE_SHIFT)
  );
}

/** The length of the part number's form in characters. */
export function numberLengthOf({ mpn }: CheckedPart): number {
  return Math.min([...partNumberForm(mpn)].length, LONGEST_NUMBER);
}
