import type { QueryArguments } from './questions.js';

/** Patterns that match very many part numbers, or that no index narrows: attempts to overload the engine. */
const HARD_PATTERNS = [
  '*12*',
  '*7',
  '*1?2*',
  '*1*',
  '*1*2*',
  '*1*1*1*1*',
  '*0*0*0*',
  '*a*b*c*d*',
  '*z*9*',
  '?????*',
  '??????????',
  '*?7?*',
  '1*7',
  '*00*00*',
  '*a?c*1*',
];

/** Queries that are not derived from parts, by question. */
export const FIXED_QUERIES: readonly (readonly [id: string, queries: readonly QueryArguments[]])[] = [
  ['hard-patterns', HARD_PATTERNS.map((pattern) => [pattern])],
];
