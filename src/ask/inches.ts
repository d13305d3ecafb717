import type { CatalogOptions } from './catalog-options.js';
import type { QuantityReading } from './lexical.js';
import type { NumberKeys } from './number-entries.js';
import type { Entry } from './pieces.js';
import type { CatalogVocabulary } from './vocabulary.js';

const INCHES = /^([\d.]+)\s?(?:in|inch|inches|")$/i;
/** Names of specs whose values are sizes in inches without saying so. */
const SIZE = /^(?:size|diagonal|screen_size|display_size)$/;

/** The specs that have a number of inches as a number alone: of numbers, with `inch` in their names, and of texts, for a size. */
export function inInches(
  { quantity }: QuantityReading,
  {
    numberKeys,
    options,
    vocabulary,
  }: { readonly numberKeys: NumberKeys; readonly options: CatalogOptions; readonly vocabulary: CatalogVocabulary },
): { readonly entries: readonly Entry[]; readonly values: readonly Entry[] } | undefined {
  const number = INCHES.exec(quantity)?.[1];
  if (number === undefined) return undefined;
  const entries = numberKeys.entries(numberKeys.read(number), ({ unit, stems }) => !unit && stems.includes('inch'));
  const values = vocabulary.lookUp(number).values.filter(({ key, fit }) => fit === 'whole' && SIZE.test(key));
  return { entries, values: options.of({ categories: [], makers: [], sellers: [], values }).values };
}
