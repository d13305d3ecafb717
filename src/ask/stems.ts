/** Words that end as plurals do and are none, or whose plural the rules below would miss. */
const EXCEPTIONS = new Map([
  ['ics', 'ic'],
  ['mcus', 'mcu'],
  ['mpus', 'mpu'],
  ['cpus', 'cpu'],
  ['pcs', 'pc'],
  ['lens', 'lens'],
  ['lenses', 'lens'],
  ['bus', 'bus'],
  ['buses', 'bus'],
  ['gases', 'gas'],
  ['bias', 'bias'],
  ['lvds', 'lvds'],
  ['mems', 'mems'],
  ['rohs', 'rohs'],
  ['series', 'series'],
  ['axes', 'axis'],
  ['matrices', 'matrix'],
  ['indices', 'index'],
]);
const LETTERS = /^\p{L}+$/u;
const SIBILANT_PLURAL = /(?:ss|sh|ch|x|zz)es$/;
const NOT_PLURAL = /(?:ss|us|is|mos)$/;
/** Plurals of Spanish and Portuguese: `condensadores`, `conectores`. */
const ORES = /.{4}ores$/;

/**
 * The word without the ending of a plural: `capacitors` and `capacitor` have the same stem. Words with a digit and words of up to
 * three letters stay as they are.
 * @param folded one word as `fold` gives it
 */
export function stem(folded: string): string {
  const exception = EXCEPTIONS.get(folded);
  if (exception !== undefined) return exception;
  if (folded.length < 4 || !folded.endsWith('s') || NOT_PLURAL.test(folded) || !LETTERS.test(folded)) return folded;
  if (folded.length > 4 && folded.endsWith('ies')) return `${folded.slice(0, -3)}y`;
  if (SIBILANT_PLURAL.test(folded) || ORES.test(folded)) return folded.slice(0, -2);
  return folded.slice(0, -1);
}

const SINGULAR = /^[a-z][a-z\d /-]*[a-rt-z]$/i;
const HISSING = /(?:ch|sh|x|z)$/i;
const CONSONANT_Y = /([^aeiou])y$/i;

/** The plural of an English name of a thing, as texts have it: `Crystals`. Empty for a plural. */
export function pluralOf(text: string): string[] {
  if (!SINGULAR.test(text)) return [];
  return [HISSING.test(text) ? `${text}es` : CONSONANT_Y.test(text) ? text.replace(CONSONANT_Y, '$1ies') : `${text}s`];
}
