import type { Part, SearchResponse } from '../../src/partdex.js';

/** The part numbers of an answer, in alphabetical order. */
export function partNumbersOf(results: SearchResponse<Part>['results']): string {
  return results
    .map(({ item }) => item.mpn)
    .sort()
    .join(' ');
}
