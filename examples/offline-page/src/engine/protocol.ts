import type { CatalogInfo, CatalogSpec, Category, Part, SearchRequest, SearchResponse } from 'partdex';

/** The source of a catalog: a file that the user picked or dropped, or one on the page's own server. */
export type CatalogPlace = { readonly name: string } & ({ readonly file: File } | { readonly url: string });

/** The facts about an opened catalog that the page has without a request. */
export interface CatalogContents {
  readonly name: string;
  /** Whether it is on a server, so that each section must be fetched. */
  readonly isRemote: boolean;
  readonly info: CatalogInfo;
  readonly specs: readonly CatalogSpec[];
  readonly categories: readonly Category[];
  readonly brands: readonly Named[];
  readonly sellers: readonly Named[];
  /** Parts to derive examples from. */
  readonly someParts: readonly Part[];
}

/** The name of a uid. */
export interface Named {
  readonly uid: string;
  readonly name: string;
}

export interface Answer {
  readonly response: SearchResponse<Part>;
  /** True if the request found nothing and this is the answer to the fallback. */
  readonly isOther: boolean;
}

/** The methods of the engine as the page calls them; the worker runs them. */
export interface Engine {
  /** Opens a catalog. If that fails, the previous one stays open. */
  open(place: CatalogPlace): Promise<CatalogContents>;
  /** Runs the request and, if it finds nothing, the fallback, if there is one. */
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

/** The message of an error in a form that the worker can send to the page. */
export interface EngineFault {
  readonly message: string;
  /** The `code` of a `PartdexError`; `internal` for any other error. */
  readonly code: string;
  /** For a filter query with a syntax error: its position, and the expected input. */
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
