import type { Question } from './question.js';
import { stem } from './stems.js';

/** Sizes of cells. */
const CELL = /^(?:(?:cr|br|lr|ml|lir)\d{3,4}|1[468]\d{3}|2[16][67]\d0|a{2,3})$/i;
const HOLDER = /^holders?$/i;
/** Codes of the sizes of chips, which those of several have with their number: `0603x4`. */
const CHIP_SIZE = /^(?:0201|0402|0603|0805|1206)$/;
/** Words for several resistors or capacitors in one chip, and how many it has: `4x 10k`; of `4x10k` see `withCompoundsApart`. */
const SEVERAL: ReadonlySet<string> = new Set(['array', 'network', 'réseau', 'widerstandsarray', 'widerstandsnetzwerk']);
const TIMES = /^[248]x$/iu;

/** A phrase as it is meant in a question: `18650 holder` is a holder of a battery, `resistor array 0603` an array of that size. */
export function inQuestion(phrase: string, question: Question): string {
  if (HOLDER.test(phrase)) return has(question, (text) => CELL.test(text)) ? 'battery holder' : phrase;
  if (!CHIP_SIZE.test(phrase)) return phrase;
  return has(question, (text) => SEVERAL.has(stem(text.toLowerCase())) || TIMES.test(text)) ? `chip array ${phrase}` : phrase;
}

function has({ words }: Question, isWanted: (text: string) => boolean): boolean {
  return words.some(({ kind, isExcluded, text }) => kind === 'word' && !isExcluded && isWanted(text));
}
