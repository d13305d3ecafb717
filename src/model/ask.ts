import type { Part } from './documents.js';
import type { SearchRequest, SearchResponse } from './requests.js';

/**
 * What a piece of a question was read as:
 *
 * - `part number` a part number, or what part numbers begin with or contain
 * - `category`, `brand` (or manufacturer), `seller` a name of the catalog
 * - `spec` a text value of a spec, packages among them; `quantity` a number or a range of numbers of a spec
 * - `purchase` a wish for stock, a price or an order: `in stock`, `under $0.05`, `cheapest`
 * - `words` words that stand in some text of a part, or must not
 * - `ignored` no condition: it says nothing, or what it says was dropped
 */
export type ReadingKind =
  | 'part number'
  | 'category'
  | 'brand'
  | 'seller'
  | 'spec'
  | 'quantity'
  | 'purchase'
  | 'words'
  | 'ignored';

/** What a piece of a question may mean. */
export interface Meaning {
  /** What it was read as. */
  as: ReadingKind;
  /** The field that it became a condition of, such as `specs.resistance.value`; of several, that of the most parts. */
  field?: string;
  /** The value that it means there, such as `10000`; of several, that of the most parts. */
  value?: string;
  /**
   * The reading as a filter query: it finds exactly `parts` parts. Absent for sorts, and for what was ignored. The request has one query
   * for stock, seller and price, which one offer must meet.
   */
  query?: string;
  /** Number of parts of the catalog that meet it; 0 for what was ignored, and all parts for a sort. */
  parts: number;
  /** What was corrected, in words: `capcitor → capacitor`. */
  corrected?: string;
  /** What was dropped so that something is found, in words. */
  relaxed?: string;
}

/** How a piece of a question was read. */
export interface Reading extends Meaning {
  /** The piece, as it stands in the question. */
  text: string;
  /** Where it begins, in UTF-16 units. */
  offset: number;
  /** Its length in UTF-16 units. */
  length: number;
  /** What else it could mean, that of the most parts first. */
  alternatives: Meaning[];
}

/** How a question was understood; docs/semantics.md, "Questions". */
export interface Interpretation {
  /** The question. */
  text: string;
  /** The request that answers it: `search(request)` finds what `ask(text)` finds, in the same order. */
  request: SearchRequest;
  /**
   * The pieces of the question in their order. They do not overlap, and cover all of it but white space and connecting words such as
   * `and` and `with`.
   */
  readings: Reading[];
  /** At most five questions like this one that find something; made where this one finds nothing, and by `ask` with `suggest`. */
  suggestions: string[];
}

/** A request that goes with a question: all of `SearchRequest` but `q`. */
export type AskRequest = Omit<SearchRequest, 'q'>;

/** The answer to a question: that to the interpretation's request, and how the question was understood. */
export interface AskResponse extends SearchResponse<Part> {
  /** How the question was understood. Of the request that came with it, only `suggest` matters: there are suggestions in any case. */
  understood: Interpretation;
}
