import type { Entry } from './pieces.js';
import { eitherOf } from './pin-rows.js';

/** Tolerances that parts are sold with, in per cent. */
const USUAL = ['20', '10', '5', '2', '1', '0.5', '0.25', '0.1', '0.05', '0.02', '0.01'];
const PERCENT = /^[<>]=? ?[±]?(\d{1,2}(?:\.\d{1,2})?) ?%$/u;
const TIGHTER = /\b(?:better|tighter|lower|less|below|under|max|maximum|smaller)\b/iu;

/**
 * The values of `1% or better`, where the catalog has tolerances as texts: each is a bound, and none is a number.
 * @param quantity as it was read; @param text as it was typed
 * @returns undefined for what is no such bound
 */
export function tolerancesWithin(
  quantity: string,
  text: string,
  valuesOf: (text: string) => readonly Entry[],
): readonly Entry[] | undefined {
  const most = PERCENT.exec(quantity)?.[1];
  if (most === undefined || !TIGHTER.test(text)) return undefined;
  const within = USUAL.filter((one) => Number(one) <= Number(most)).map((one) => valuesOf(`±${one}%`));
  const values = within.reduce((all, more) => eitherOf(all, more), []).filter(({ field }) => field.includes('tolerance'));
  return values.length === 0 ? undefined : values;
}
