import type { Span } from './lexical.js';

/** How well a span explains one word, by what it is. Chosen with the questions of the bench. */
export const SCORES = { certain: 10, whole: 8, beginning: 7.5, item: 7, measured: 7.8, number: 7.7, plain: 4, words: 2, mark: 0 };
/** A span explains each further word a little better than a span of that word alone does. */
const LONGER = 2.5;

/** How well what is said of one word explains a span. */
export function scoreOf(each: number, { from, to }: Span): number {
  return each * (to - from) + LONGER * (to - from - 1);
}
