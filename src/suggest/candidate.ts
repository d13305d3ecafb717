import type { Suggestion } from './suggestion.js';

/** How well a candidate fits, the best first. */
export const GRADES = ['exact', 'prefix', 'words', 'fuzzy'] as const;
export const EXACT = 0;
export const PREFIX = 1;
export const WORDS = 2;
export const FUZZY = 3;

/** Something that may be suggested. */
export interface Candidate {
  readonly suggestion: Suggestion;
  /** Index in `GRADES`. */
  readonly grade: number;
  /** Its place among all of the grade that are names, or among all that are part numbers. */
  readonly place: number;
  /** Of a part number its form: the same number is not suggested twice. */
  readonly form?: string;
}
