import type { CatalogInfo, CatalogSpec, Category, Interpretation, Part, SearchRequest, SearchResponse } from 'partdex';
import type { ImportReport } from 'partdex/import';
import type { PageQuestion } from '../state/search-state.js';

/** The source of a catalog: a file that the user picked or dropped, which may be a table, or one on the page's own server. */
export type CatalogPlace = {
  readonly name: string;
  /** Notes about its parts, as `Engine.notes` returned them. */
  readonly notes?: string;
} & ({ readonly file: File } | { readonly url: string });

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
  /** How the table was read that the catalog was built from; undefined for a catalog file. */
  readonly imported: ImportReport | undefined;
  /** Why the notes about its parts cannot be read; undefined if they were. */
  readonly unreadNotes: string | undefined;
}

/** What the user has noted about a part. */
export interface OwnNote {
  readonly text?: string;
  /** Of a piece, as a decimal, in the currency of the catalog. */
  readonly price?: string;
}

/** The name of a uid. */
export interface Named {
  readonly uid: string;
  readonly name: string;
}

export interface Answer {
  readonly response: SearchResponse<Part>;
  /** How the question was read; undefined for keywords, which have wildcards. */
  readonly understood: Interpretation | undefined;
  /** The last word, if no part has it and these have a word that begins with it. */
  readonly beginning: string | undefined;
  /** The request that was answered: counts are over its hits. */
  readonly asked: SearchRequest;
}

/** A bill of materials that the user picked, dropped or pasted. */
export type BillSource = { readonly file: File } | { readonly text: string };

/** A line of a bill of materials, and the parts that it may mean, the best first. */
export interface BillLine {
  readonly references: string;
  /** What the list asks for. */
  readonly wanted: string;
  /** Pieces of one board. */
  readonly quantity: string;
  readonly state: 'found' | 'ambiguous' | 'missing' | 'do not place';
  readonly candidates: readonly { readonly uid: string; readonly name: string; readonly remark: string }[];
}

export interface BillContents {
  readonly lines: readonly BillLine[];
  /** What was left out of the file, and why. */
  readonly notes: readonly string[];
}

/** What of a bill is bought. */
export interface BillChoice {
  readonly boards: number;
  /** For each line the place of the chosen candidate; -1 for none. */
  readonly chosen: readonly number[];
}

/** What a bill costs. Numbers are exact decimals. */
export interface CostedBill {
  readonly total: string;
  readonly currency: string;
  readonly isExact: boolean;
  readonly sellers: readonly { readonly seller: string; readonly total: string; readonly lines: number }[];
  readonly lines: readonly CostedBillLine[];
}

export interface CostedBillLine {
  readonly needed: string;
  readonly cost: string;
  readonly shortfall: string;
  readonly leadDays: string | null;
  readonly risks: readonly string[];
  readonly purchases: readonly {
    readonly seller: string;
    readonly sku: string;
    readonly pieces: string;
    readonly price: string;
  }[];
}

export type BillFormat = 'csv' | 'xlsx';

/** The methods of the engine as the page calls them; the worker runs them. */
export interface Engine {
  /** Opens a catalog, or builds one of a table. If that fails, the previous one stays open. */
  open(place: CatalogPlace): Promise<CatalogContents>;
  /** Answers a question. If no part has its last word, which may be incomplete, that is the beginning of a word. */
  ask(question: PageQuestion): Promise<Answer>;
  /** Answers a request, without parts: counts. */
  count(request: SearchRequest): Promise<SearchResponse<Part>>;
  /** The whole part. */
  part(uid: string): Promise<Part | undefined>;
  /** Replaces the note about a part; an empty one removes it. @returns all notes, as `notes` does */
  note(uid: string, own: OwnNote): Promise<string>;
  /** All notes as changes, in NDJSON. */
  notes(): Promise<string>;
  /** The open catalog as a file. */
  save(): Promise<Blob>;
  /** Reads a bill of materials and finds its parts. */
  readBill(source: BillSource): Promise<BillContents>;
  /** What the bill costs that was read last. */
  costBill(choice: BillChoice): Promise<CostedBill>;
  /** The costs of the last choice as a file. */
  saveBill(format: BillFormat): Promise<Blob>;
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
