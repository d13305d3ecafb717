import type { Random } from '../../src/sample/random.js';
import type { Words } from './words.js';

/** The place of a gene's pieces in a request. */
export type Slot =
  /** A term of `q`. */
  | 'q'
  /** A clause of the first filter query. */
  | 'clause'
  /** A filter query of its own. */
  | 'query'
  /** A value of `filter.fields`. */
  | 'field'
  | 'facet'
  | 'facetQuery'
  | 'stat'
  | 'sort'
  /** A condition of a query of a match request. */
  | 'match'
  /** A boost of `rank`. */
  | 'boost'
  /** A piece of a question. */
  | 'question'
  /** A piece of a filter query that is being typed. */
  | 'typed'
  /** A field at the root of a GraphQL document. */
  | 'root';

/** A piece of a request: a fieldname and a value, or, in slots without names, only a value. */
export interface Piece {
  readonly name: string;
  readonly value: string;
}

/** Creates a random piece. */
export type Maker = (random: Random, words: Words) => Piece;
