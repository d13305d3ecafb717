/**
 * Completion as one types in a search box: part numbers, brands, categories, specs. Runs in Node and in browsers. It is an entry of
 * its own since it brings FlexSearch, which no other entry needs.
 * @module partdex/suggest
 */
export { createSuggester, type Suggester } from './suggester.js';
export type { Suggestion, SuggestionKind, SuggestionMatch, SuggestOptions } from './suggestion.js';
