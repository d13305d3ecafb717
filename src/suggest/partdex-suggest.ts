/**
 * Completion for a search box: part numbers, brands, categories, specs. Runs in Node and in browsers. It is a separate entry
 * because it contains FlexSearch, which no other entry needs.
 * @module partdex/suggest
 */
export { createSuggester, type Suggester } from './suggester.js';
export type { Suggestion, SuggestionKind, SuggestionMatch, SuggestOptions } from './suggestion.js';
