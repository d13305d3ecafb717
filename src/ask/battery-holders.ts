import type { Question } from './question.js';

/** Sizes of cells. */
const CELL = /^(?:(?:cr|br|lr|ml|lir)\d{3,4}|1[468]\d{3}|2[16][67]\d0|a{2,3})$/i;

/** A phrase as it is meant in a question: a holder of a cell is one of batteries, `18650 holder`. */
export function inQuestion(phrase: string, { words }: Question): string {
  const isHolder =
    /^holders?$/i.test(phrase) && words.some(({ kind, isExcluded, text }) => kind === 'word' && !isExcluded && CELL.test(text));
  return isHolder ? 'battery holder' : phrase;
}
