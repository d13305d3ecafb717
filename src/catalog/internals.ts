import type { wrongUnit } from '../analysis/number-in-unit.js';
import type { PriceRates } from '../analysis/price-rates.js';
import type { parseQuantity } from '../analysis/quantity.js';
import type { formatQuantity } from '../analysis/quantity-format.js';
import type { Segment } from '../index/segment.js';
import type { AskRequest, AskResponse, Interpretation } from '../model/ask.js';
import type { Authorized } from '../model/authorized.js';
import type { Call } from '../model/call.js';
import type { Part } from '../model/documents.js';
import type { WriteIssue } from '../model/errors.js';
import type { CollectionName } from '../model/fields.js';
import { type Issues, invalid } from '../model/issues.js';
import type { Limits } from '../model/limits.js';
import type { PartsMatchRequest, PartsMatchResponse } from '../model/match-requests.js';
import type { Directives, SearchRequest, SearchResponse, SortOrder } from '../model/requests.js';
import type { SimilarRequest, SimilarResponse } from '../model/similar.js';
import type { Synonyms } from '../model/synonyms.js';
import type { Filter } from '../parser/ast.js';
import type { RowNumbers } from '../resolve/resolved-search.js';
import type { Work } from '../work/work.js';
import type { CatalogFile } from './catalog-file.js';
import type { StoredPart } from './parts-by-uid.js';
import type { Running } from './running.js';
import type { SnapshotState } from './snapshot/state.js';

export { unreadWarnings } from '../ask/unread.js';
export type { RowNumbers } from '../resolve/resolved-search.js';
export type { Work } from '../work/work.js';

/** What an interface sets for one call. */
export interface CallRules {
  /** Limits that differ from those of the catalog. */
  readonly limits?: Partial<Pick<Limits, 'facetLimit' | 'facets'>>;
  /** Takes the names in directives that no record has: they are ignored then, and not issues of the request. */
  readonly unknownNames?: Issues;
  /** Further filters that all hits meet. */
  readonly conditions?: readonly Filter[];
  /** The order of the hits in place of `sortby`: by numbers of the interface, NaN last, then by uid. */
  readonly order?: { readonly name: string; readonly direction: SortOrder; readonly numbers: RowNumbers };
  /** Filter queries of the client's scope, AND'd to the request; they see hidden members too. */
  readonly scope?: readonly string[];
  /** Whether fieldnames of hidden members count as unknown. Default: as if no record had them. */
  readonly refusesHidden?: boolean;
}

/** What all queries of a match request have in common. */
export interface MatchRules extends CallRules {
  /** Whether `brand` may also be the name of the manufacturer. Default false. */
  readonly brandOrManufacturer?: boolean;
  /** Conditions that all parts meet. */
  readonly filter?: SearchRequest['filter'];
  /** Writes the error of a query. Default: in the names of the library. */
  readonly writeIssue?: WriteIssue;
}

/**
 * A collection for the interfaces. Every method is a part of some work: calls with the same work share its scratch and must follow one
 * another. A check adds every issue of a request without answering it; a method that answers rejects with a `ValidationError` that has
 * the same issues.
 */
export interface CollectionInternals {
  checkSearch(request: SearchRequest | undefined, issues: Issues, work: Work, rules?: CallRules): Promise<void>;
  checkFetch(uids: readonly string[], directives: Directives, issues: Issues, work: Work, rules?: CallRules): Promise<void>;
  searchWithin(request: SearchRequest | undefined, work: Work, rules?: CallRules): Promise<SearchResponse<object>>;
  getWithin(uid: string, directives: Directives | undefined, work: Work, rules?: CallRules): Promise<object | undefined>;
  /** Number of records. */
  readonly recordCount: number;
  /**
   * Up to `count` records from a position on, as they were given. Positions are those of the storage.
   * @param last the record before the position, if the caller has read it: what follows it is read where other programs write meanwhile
   */
  recordsWithin(position: number, count: number, work: Work, last?: object): Promise<readonly object[]>;
}

/** The parts for the interfaces. */
export interface PartInternals extends CollectionInternals {
  checkMatch(request: PartsMatchRequest & Directives, issues: Issues, work: Work, rules?: CallRules): Promise<void>;
  matchWithin(request: PartsMatchRequest & Directives, rules: MatchRules, work: Work): Promise<PartsMatchResponse>;
  /** Adds every issue of a request that goes with a question, and of the text. */
  checkAsk(text: string, request: AskRequest | undefined, issues: Issues, work: Work, rules?: CallRules): Promise<void>;
  /** Counts only parts within the scope of the rules. */
  interpretWithin(text: string, work: Work, rules?: CallRules): Promise<Interpretation>;
  askWithin(text: string, request: AskRequest | undefined, work: Work, rules?: CallRules): Promise<AskResponse>;
  similarWithin(uid: string, request: SimilarRequest | undefined, work: Work, rules?: CallRules): Promise<SimilarResponse>;
  /** The median price of the offers of each part when so many pieces are bought. */
  medianPrices(currency: string, quantity: number): Promise<RowNumbers>;
  /** The order of the names of makers: of the manufacturer if the part has one, else of the brand. */
  makerOrder(): Promise<RowNumbers>;
  /** Whether a field of some part has several values. */
  isMultiValued(field: string): boolean;
  /** Whether some part has a member at a dotted path that is not documented. */
  hasMember(path: string): Promise<boolean>;
  /** The words that parts have. */
  readonly vocabulary: Vocabulary;
}

/** What a parts list asks of the parts that are similar to one that is not in stock. */
export interface InStockRequest {
  /** The part, with its uid, brand, specs, offers and categories. */
  readonly part: Part;
  /** Most parts to return. */
  readonly most: number;
  /** Uids of parts that are not wanted. */
  readonly without: ReadonlySet<string>;
  /** The members that the answer shows. */
  readonly show: readonly string[];
}

/**
 * The method of parts that answers it: of the first ten that `similar` finds those in stock, of the part's brand first. Parts of another thread
 * and of a cluster do not have it.
 */
export const IN_STOCK = Symbol('partdex similar parts in stock');

/** That method, if some parts have it. A program that gives parts another `similar` gets the alternatives of its own. */
export function inStockOf(parts: object): InStock | undefined {
  return besides<InStock>('similar', parts, IN_STOCK);
}

type InStock = (request: InStockRequest, call?: Call) => Promise<Part[]>;

/** Whether a part may have a number as one of the manufacturer's, and as one of a seller's; false: none has. */
export interface NumberPlaces {
  readonly mpn: boolean;
  readonly sku: boolean;
}

/** The method of parts that tells it of numbers without wildcards. Parts of another thread and of a cluster do not have it. */
export const NUMBER_PLACES = Symbol('partdex places of part numbers');

/** That method, if some parts have it and match numbers by themselves. */
export function numberPlacesOf(parts: object): PlacesOfNumbers | undefined {
  return besides<PlacesOfNumbers>('match', parts, NUMBER_PLACES);
}

export type PlacesOfNumbers = (numbers: readonly string[], call?: Call) => Promise<readonly NumberPlaces[]>;

/** The method of an object that goes with a public one, unless that one was replaced. */
function besides<M extends (...given: never[]) => unknown>(name: string, object: object, method: symbol): M | undefined {
  let owner: object | null = object;
  while (owner && !Object.hasOwn(owner, method)) owner = Object.getPrototypeOf(owner);
  const own = owner && Object.getOwnPropertyDescriptor(owner, name)?.value;
  if (!own || (object as Record<string, unknown>)[name] !== own) return undefined;
  return (object as { [method: symbol]: M | undefined })[method]?.bind(object) as M | undefined;
}

/** A word and the number of parts that have it. */
export interface CountedWord {
  readonly word: string;
  readonly parts: number;
}

/** The words that `q` finds parts by, folded. */
export interface Vocabulary {
  /** The words of descriptions that begin with a text, those of most parts first. */
  wordsBeginning(text: string, most: number, work: Work): Promise<readonly CountedWord[]>;
  /** Whether a part has a word. */
  has(word: string, work: Work): Promise<boolean>;
  /** The word of parts that differs from another one in the fewest letters; undefined if all differ in many. */
  nearest(word: string, work: Work): Promise<CountedWord | undefined>;
}

/** A request of an interface that another thread answers. */
export interface RemoteRequest {
  /** What was sent: a URL, or the body of a request. */
  readonly sent: unknown;
  /** The options of the interface that are data. */
  readonly options: Readonly<Record<string, unknown>>;
  /** Those that are functions: they are called in the caller's thread. */
  readonly callbacks: Readonly<Record<string, ((argument: never) => unknown) | undefined>>;
}

/** An answer, ready to be sent. */
export interface RemoteResponse {
  readonly status: number;
  readonly headers?: Record<string, string>;
  readonly body: string;
}

/** The interfaces of a catalog whose requests are answered in other threads. Rejects as the methods of its collections do. */
export interface RemoteAnswers {
  /** A URL of the version 3 interface. */
  rest(request: RemoteRequest, call: Call): Promise<RemoteResponse>;
  /** A body of the successor interface. */
  graphql(request: RemoteRequest, call: Call): Promise<RemoteResponse>;
}

/** The collections of a catalog. */
export type CollectionsInternals = Readonly<Record<CollectionName, CollectionInternals>> & { readonly parts: PartInternals };

/** Collections without some members. */
export interface HidingCollections {
  readonly collections: CollectionsInternals;
  /** Views of the segments of a collection. */
  segments(collection: CollectionName): readonly Segment[];
  /** Whether a fieldname is at or below a hidden member. */
  hasField(name: string): boolean;
  /** Whether a spec key is hidden. */
  hasSpec(key: string): boolean;
}

/** Reads and prints numbers with units. The interfaces receive them from the catalog, so that they do not contain decimal.js. */
export interface Quantities {
  readonly parse: typeof parseQuantity;
  readonly format: typeof formatQuantity;
  readonly wrongUnit: typeof wrongUnit;
}

/** A price in another currency, and how many units of that one unit is worth: doubles of decimals of 20 digits. */
export type PriceConverter = (
  price: number,
  from: string,
  to: string,
) => { readonly price: number; readonly rate: number } | undefined;

/**
 * What the REST and GraphQL interfaces and the suggester need of a catalog beside the public `Catalog`. Every kind of catalog has it
 * under the symbol `INTERNALS`.
 */
export interface CatalogInternals {
  /** The limits of requests. */
  readonly limits: Limits;
  /** The running calls: an interface answers its requests as calls of the catalog. */
  readonly running: Running;
  readonly collections: CollectionsInternals;
  readonly quantities: Quantities;
  /** Converts a price into another currency; undefined where the catalog has no rates, or none of either currency. */
  readonly convert?: PriceConverter | undefined;
  /** The collections as if no record had some members, given by their dotted names. */
  hiding(names: readonly string[]): HidingCollections;
  /**
   * Identifies the content and its synonyms: the same for the same files, opened with the same ones. Undefined where others may change the
   * content at any time.
   */
  fingerprint(): string | undefined;
  /**
   * The state of what is known beside the parts, of a catalog in which it changes: what is computed of it lasts as long as the state does.
   * Absent where nothing changes.
   */
  state?(): object;
  /** Phrases that mean each other in questions. */
  readonly synonyms: Synonyms;
  /** The terms that decide `is_authorized` of the offers of parts that are put later. */
  readonly authorized: Authorized | undefined;
  /** What converts prices. */
  readonly rates: PriceRates | undefined;
  /** The parts as they are stored, by uid in code-point order, in pages. */
  partsByUid(call?: Call): AsyncIterable<readonly StoredPart[]>;
  /** The segments of a collection, for the suggester. */
  segments(collection: CollectionName): readonly Segment[];
  /** What an overlay over the catalog begins with; undefined of a catalog whose parts are elsewhere. */
  readonly origin: readonly CatalogFile[] | SnapshotState | undefined;
  /** The other threads that answer the requests of interfaces, if there are any. */
  readonly remote?: RemoteAnswers;
}

/** The member that holds a catalog's internals. Another copy of partdex has another symbol. */
export const INTERNALS = Symbol('partdex internals');

/** The member that returns what a catalog that changes is now. */
export const CURRENT = Symbol('partdex current');

/** What answers one request: of a catalog that changes, the newest commit. */
export function currentOf<C extends object>(catalog: C): C {
  return (catalog as { [CURRENT]?: () => C } | null | undefined)?.[CURRENT]?.() ?? catalog;
}

/** @throws ValidationError for a value that is not a catalog of this copy of partdex */
export function internalsOf(catalog: unknown): CatalogInternals {
  const internals = (catalog as { [INTERNALS]?: CatalogInternals } | null | undefined)?.[INTERNALS];
  if (internals) return internals;
  const expected = 'an opened catalog, of the same copy of partdex as this function';
  throw invalid('wrong_type', ['catalog'], ` must be ${expected}`, { found: catalog, expected: [expected] });
}
