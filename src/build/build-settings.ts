import type { TextField } from '../encoding/impact.js';
import type { SpecType } from '../encoding/spec-facts.js';
import type { MergeConflict } from '../merge/conflict.js';
import type { MergeBy } from '../merge/part-key.js';
import type { Authorized } from '../model/authorized.js';
import type { InvalidDocumentError } from '../model/errors.js';
import { wrongArgument } from '../model/issues.js';
import type { FieldKind } from '../model/own-fields.js';
import type { CompanyCollection } from '../model/schema.js';
import type { Synonyms } from '../model/synonyms.js';
import type { BlockStore } from './part-spool.js';
import type { SourceDocuments } from './source-documents.js';
import type { TextSink } from './text/text-index-builder.js';

/** The input of a catalog; every collection except the parts is optional. */
export interface BuildInput {
  readonly parts: SourceDocuments;
  readonly categories?: SourceDocuments | undefined;
  readonly brands?: SourceDocuments | undefined;
  readonly manufacturers?: SourceDocuments | undefined;
  readonly sellers?: SourceDocuments | undefined;
  readonly spec_metadata?: SourceDocuments | undefined;
  /** Of the companies, the uids of those that were gathered from parts of other files: nothing is filled from them. */
  readonly gathered?: Readonly<Record<CompanyCollection, ReadonlySet<string>>> | undefined;
}

/** The progress of a build. */
export interface BuildProgress {
  /** `read` while documents are read, `merge` while they are merged, then `index` while they are sorted and written, field by field. */
  phase: string;
  /** Number done: documents, or bytes if files are read; then fields. */
  done: number;
  /** The total, if it is known. */
  total?: number;
  /** Parts read so far, if `done` counts bytes. */
  parts?: number;
}

export interface BuildSettings {
  readonly onProgress?: ((progress: BuildProgress) => void) | undefined;
  /** Default `'throw'`; a function is called with each document that is skipped. */
  readonly onInvalid?: 'throw' | ((error: InvalidDocumentError) => void) | undefined;
  /** Called at the end with each oddity of the data that is not an error, one line each. */
  readonly onNotice?: ((notice: string) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Currency of `avg_price` and of the prices of questions, three capital letters, default `USD`. */
  readonly priceCurrency?: string | undefined;
  /** Fields of parts besides the documented ones. */
  readonly fields?: readonly { readonly name: string; readonly kind: FieldKind; readonly keywords?: boolean }[] | undefined;
  /** Phrases that mean each other in questions, list by list. Default: none. */
  readonly synonyms?: Synonyms | undefined;
  /** Decides `is_authorized` of offers, and is stored for later updates. Default: as the offers have it. */
  readonly authorized?: Authorized | undefined;
  /**
   * `'stored'` where the documents were decided by these terms before; `'applied'` where something else of the catalog has the terms.
   * Default: both.
   */
  readonly authorizedIs?: 'applied' | 'stored' | undefined;
  /** Makes one part of documents that are the same part. Default: a second document with a uid is invalid. */
  readonly merge?: MergeBy | undefined;
  /** Makes room for the documents of a merge; default: in memory. */
  readonly createBlocks?: (() => Promise<BlockStore>) | undefined;
  /** Whether the parts themselves are written. Default true; false where another file has them in the same order. */
  readonly storesParts?: boolean | undefined;
  /** The types of spec keys that are decided already, whatever the parts say. */
  readonly specTypes?: ReadonlyMap<string, SpecType> | undefined;
  /** The number of parts in a category or below it, where other files have parts too. Default: those of this build. */
  readonly partsIn?: ((category: string) => number) | undefined;
  /** What other segments have already. */
  readonly elsewhere?: Elsewhere | undefined;
  /** What other segments have, of which this build need not tell that it is missing. */
  readonly known?: KnownElsewhere | undefined;
  /** Makes the text indexes of the parts; default: in this thread. */
  readonly createText?: ((fields: readonly TextField[]) => TextSink) | undefined;
}

/** What the other segments of a catalog have. */
export interface KnownElsewhere {
  /** Whether an offer has a price in the catalog's currency. */
  readonly hasPrices: boolean;
  /** The uids of companies that have a name there. */
  readonly companies: Readonly<Record<CompanyCollection, readonly string[]>>;
}

/** The report of a build. */
export interface BuildSummary {
  readonly parts: number;
  /** Documents skipped as invalid. */
  readonly skipped: number;
  /** Documents that were merged into an earlier one. */
  readonly merged: number;
  /** Values of those that are not kept, the first thousand, and the number of all. */
  readonly conflicts: MergeConflict[];
  readonly conflictCount: number;
  /** One line for each oddity of the data that was not an error, without conflicts. */
  readonly notices: string[];
  /** What several segments need of each other. */
  readonly facts: BuildFacts;
}

/** What a build found of which a catalog of several segments tells the whole. */
export interface BuildFacts {
  /** Where each part comes from. */
  readonly places: PartPlaces;
  /** Notices of values. */
  readonly values: readonly string[];
  /** Whether an offer has a price, in the catalog's currency. */
  readonly hasPrices: boolean;
  /** Other currencies of prices. */
  readonly otherCurrencies: readonly string[];
  readonly companies: Readonly<Record<CompanyCollection, CompanyFacts>>;
}

/** Where parts come from: the line of each, and the first part of each source. */
export interface PartPlaces {
  readonly lines: Uint32Array;
  readonly sources: readonly { readonly first: number; readonly source: string }[];
}

/** What parts say of companies besides naming them. */
export interface CompanyFacts {
  /** Uids without a name. */
  readonly nameless: readonly string[];
  /** A second name of a uid. */
  readonly others: readonly (readonly [uid: string, name: string])[];
}

/** Uids that are parts of other segments or listed there as merged, with the places of these. */
export interface Elsewhere {
  /** Of parts of earlier segments: they are taken. */
  readonly taken: ReadonlyMap<string, string>;
  /** Listed as merged in earlier segments. */
  readonly listed: ReadonlyMap<string, string>;
  /** Of parts of any other segment: a merged uid may not live on. */
  readonly living: ReadonlyMap<string, string>;
}

/** The currency of `avg_price`. @throws ValidationError */
export function readPriceCurrency(currency: unknown): string {
  const given = currency ?? 'USD';
  if (typeof given === 'string' && /^[A-Z]{3}$/.test(given)) return given;
  throw wrongArgument('priceCurrency', 'three capital letters such as EUR', given);
}
