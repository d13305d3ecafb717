/** The one file of this room that knows catalogs in process: those that are pushed, and that of the records beside an index. */

export type { Catalog } from '../catalog/catalog.js';
export type { Collection } from '../catalog/collection.js';
export { millisecondsSince } from '../catalog/collection.js';
export { type CursorContext, isOfOneCatalog, readCursor, writeCursor } from '../catalog/cursor.js';
export { bestOf } from '../catalog/fewest-dropped.js';
export {
  type CompletionSource,
  type FieldParts,
  FilterCompleter,
} from '../catalog/filter-completer.js';
export { FrontCollection } from '../catalog/front-collection.js';
export { checkSourceName } from '../catalog/given-documents.js';
export { markingFor } from '../catalog/highlighting.js';
export { buildCatalog } from '../catalog/in-memory.js';
export type {
  CallRules,
  CollectionInternals,
  CollectionsInternals,
  CountedWord,
  HidingCollections,
  MatchRules,
  PartInternals,
  Vocabulary,
} from '../catalog/internals.js';
export { type CatalogInternals, INTERNALS, internalsOf } from '../catalog/internals.js';
export { jsonSteps } from '../catalog/json-steps.js';
export { explainLone, type LoneCounts, type LoneSource, lonePart } from '../catalog/lone-part.js';
export { matchResults, type ShownMatches } from '../catalog/match-results.js';
export type { NearWord, WantedWord } from '../catalog/near-words.js';
export type { BuildOptions, CatalogSource, OpenOptions } from '../catalog/options.js';
export { emptyNumber } from '../catalog/part-matcher.js';
export { checkPlace, checkQuestion, type PartCollection, together } from '../catalog/parts.js';
export type { StoredPart } from '../catalog/parts-by-uid.js';
export { Running } from '../catalog/running.js';
export { SimilarFinder, type SimilarSource } from '../catalog/similar-finder.js';
export { SpellingSuggester, type SuggestedWords } from '../catalog/spelling-suggester.js';
export {
  inOrder,
  isNamed,
  isWordOfTexts,
  NAMING_FIELDS,
  numberKeysOf,
  readNames,
  type SpecSizes,
  stringKeys,
  WORDS_BESIDE,
} from '../catalog/vocabulary-source.js';
export { wordDistance } from '../catalog/word-distance.js';
export { CategoryRecords } from '../facets/category-records.js';
export { nearMatchText } from '../match/near-match-text.js';
export { compareFields, compareReasons } from '../match/near-numbers.js';
export { oneEdit } from '../match/one-edit.js';
export { lostPlace } from '../query/behind.js';
export type { GivenPlace, PlaceValue } from '../query/place.js';
