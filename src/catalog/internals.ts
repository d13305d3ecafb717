import type { Segment } from '../index/segment.js';
import type { Call } from '../model/call.js';
import type { Part } from '../model/documents.js';
import { ValidationError } from '../model/errors.js';
import type { CollectionName } from '../model/fields.js';
import type { Limits } from '../model/limits.js';
import type { PartsMatchRequest, PartsMatchResponse } from '../model/match-requests.js';
import type { Directives, SearchRequest, SearchResponse } from '../model/requests.js';
import type { Work } from '../work/work.js';
import type { Running } from './running.js';

export type { Work } from '../work/work.js';

/**
 * Checks what a collection is asked without answering it, so that an interface can tell all faults of a request at once: it
 * asks for parts of the request. Rejects with what the method of the collection would reject with.
 */
export interface RequestChecker {
  checkSearch(request: SearchRequest, work?: Work): Promise<void>;
  checkFetch(uids: readonly string[], directives: Directives): Promise<void>;
}

/** Checks what parts are asked. */
export interface PartRequestChecker extends RequestChecker {
  checkMatch(request: PartsMatchRequest & Directives): Promise<void>;
}

/** What all queries of a match request have in common. */
export interface PartsWithin {
  /** Whether `brand` may also be what the manufacturer is called. Default false. */
  readonly brandOrManufacturer?: boolean;
  /** Conditions that all parts meet. */
  readonly filter?: SearchRequest['filter'];
}

/**
 * The parts for other interfaces, as a part of some work: facets of any length, and match requests with more conditions. What is a
 * part of the same work is asked one after the other, since it shares the work's scratch.
 */
export interface InsideParts {
  searchWithin(request: SearchRequest | undefined, work: Work): Promise<SearchResponse<Part>>;
  getWithin(uid: string, directives: Directives | undefined, work: Work): Promise<Part | undefined>;
  matchWithin(request: PartsMatchRequest & Directives, within: PartsWithin, work: Work): Promise<PartsMatchResponse>;
}

/** A collection for other interfaces, as a part of some work. */
export interface InsideCollection extends RequestChecker {
  searchWithin(request: SearchRequest | undefined, work: Work): Promise<SearchResponse<object>>;
  getWithin(uid: string, directives: Directives | undefined, work: Work): Promise<object | undefined>;
}

/** A request of an interface that is answered elsewhere than in the caller's thread. */
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

/** What an opened catalog is made of, for other entries of the package. It is no part of the public `Catalog`. */
export interface CatalogInside {
  /** The segments of a collection. */
  segments(collection: CollectionName): readonly Segment[];
  readonly running: Running;
  readonly limits: Limits;
  partsWithAllFacets(): InsideParts;
  /** The collections, under the limits of the catalog. */
  readonly collections: Readonly<Record<CollectionName, InsideCollection>> & { readonly parts: InsideParts & PartRequestChecker };
  /** Where requests are answered, if not in this thread: all that is said here of parts and checks is then done there. */
  readonly remote?: RemoteAnswers;
  readonly checks: Readonly<Record<CollectionName, RequestChecker>> & { readonly parts: PartRequestChecker };
}

const insides = new WeakMap<object, CatalogInside>();

/** Lets `insideOf` know of an opened catalog. */
export function showInside(catalog: object, inside: CatalogInside): void {
  insides.set(catalog, inside);
}

/** @throws ValidationError for what is no catalog of this copy of partdex */
export function insideOf(catalog: object): CatalogInside {
  const inside = typeof catalog === 'object' && catalog !== null ? insides.get(catalog) : undefined;
  if (inside) return inside;
  throw new ValidationError('catalog', 'catalog must be an opened catalog, of the same copy of partdex as this function');
}
