import { LIFE_CYCLE_KEY, statusOf } from '../analysis/life-cycle.js';
import { hasStock } from '../analysis/offer-price.js';
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

/** What is known of a part, in the bits of encoding/merit.ts. */
export function meritOf(part: CheckedPart, isPriced: boolean): number {
  const specs = Object.entries(part.specs ?? {}).filter(([, spec]) => spec !== null && spec !== undefined);
  const status = specs.find(([key]) => key === LIFE_CYCLE_KEY)?.[1].value?.[0];
  const stage = status === undefined ? UNKNOWN_STAGE : stageOfStatus(statusOf(String(status)));
  return (
    (hasStock(part) ? IN_STOCK : 0) |
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
