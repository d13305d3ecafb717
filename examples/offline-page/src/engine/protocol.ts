import type { CatalogInfo, CatalogSpec, Category, Part, SearchRequest, SearchResponse } from 'partdex';

/** Where a catalog is: a file that somebody picked or dropped, or one on the page's own server. */
export type CatalogPlace = { readonly name: string } & ({ readonly file: File } | { readonly url: string });

/** What the page knows of an opened catalog without asking it. */
export interface CatalogContents {
  readonly name: string;
  /** Whether it is on a server, so that each part of it that is needed has to be fetched. */
  readonly isRemote: boolean;
  readonly info: CatalogInfo;
  readonly specs: readonly CatalogSpec[];
  readonly categories: readonly Category[];
  readonly brands: readonly Named[];
  readonly sellers: readonly Named[];
  /** Parts to make examples of. */
  readonly someParts: readonly Part[];
}

/** What a uid is called. */
export interface Named {
  readonly uid: string;
  readonly name: string;
}

export interface Answer {
  readonly response: SearchResponse<Part>;
  /** True where the request found nothing and the answer is that of the other one. */
  readonly isOther: boolean;
}

/** The engine's methods as the page calls them; the worker runs them. */
export interface Engine {
  /** Opens a catalog. Where that fails, the one that was open before stays open. */
  open(place: CatalogPlace): Promise<CatalogContents>;
  /** Asks the request, and where it finds nothing the other one, if there is one. */
  search(request: SearchRequest, other?: SearchRequest): Promise<Answer>;
  /** The whole part. */
  part(uid: string): Promise<Part | undefined>;
}

export type EngineMethod = keyof Engine;

export interface EngineCall {
  readonly id: number;
  readonly method: EngineMethod;
  readonly args: readonly unknown[];
}

/** What an error says, in a form that crosses from the worker to the page. */
export interface EngineFault {
  readonly message: string;
  /** The `code` of a `PartdexError`; `internal` of anything else. */
  readonly code: string;
  /** Of a filter query that does not follow the grammar: where, and what could stand there. */
  readonly syntax?: {
    readonly query: string;
    readonly offset: number;
    readonly length: number;
    readonly expected: readonly string[];
  };
}

export type EngineReply =
  | { readonly id: number; readonly result: unknown }
  | { readonly id: number; readonly fault: EngineFault };
