import type { Suggestion } from './suggestion.js';

/** How well a candidate fits, the best first. */
export const GRADES = ['exact', 'prefix', 'words', 'fuzzy'] as const;
export const EXACT = 0;
export const PREFIX = 1;
export const WORDS = 2;
export const FUZZY = 3;

/** A candidate for a completion. */
export interface Candidate {
  readonly suggestion: Suggestion;
  /** Index in `GRADES`. */
  readonly grade: number;
  /** Its rank among all names, or all part numbers, of the grade. */
  readonly place: number;
  /** For a part number, its form: each number is suggested once. */
  readonly form?: string;
}
