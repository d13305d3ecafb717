import type { BuildProgress } from '../build/build-settings.js';
import type { Authorized } from '../model/authorized.js';
import type { Documents } from '../model/changes.js';
import { MemberReader } from '../model/check-arguments.js';
import { checkMembers } from '../model/check-options.js';
import type { Brand, Category, Manufacturer, Part, Seller, SpecMetadata } from '../model/documents.js';
import type { InvalidDocumentError } from '../model/errors.js';
import { Issues, wrongArgument } from '../model/issues.js';
import type { Limits } from '../model/limits.js';
import type { CatalogField } from '../model/own-fields.js';
import { isPlainObject } from '../model/plain.js';
import type { Rates } from '../model/rates.js';
import type { SectionShare } from '../storage/section-store.js';
import type { Pacing } from './running.js';

/** What a catalog is built from; docs/semantics.md, "Documents" and "Other records". */
export interface CatalogSource {
  /** The parts. */
  parts: Documents<Part>;
  /**
   * The category tree, by `parent_uid`; what the records do not say of it is computed. Categories that only parts list have no
   * records: parts tell no names.
   */
  categories?: Documents<Category>;
  /** Brands. They are also gathered from the parts; a record that is given here wins. */
  brands?: Documents<Brand>;
  /** Manufacturers, likewise. */
  manufacturers?: Documents<Manufacturer>;
  /** Sellers, likewise. */
  sellers?: Documents<Seller>;
  /** Default metadata of spec values that carry none themselves. */
  spec_metadata?: Documents<SpecMetadata>;
}

/** How a catalog is opened. */
export interface OpenOptions {
  /** Limits of requests that differ from the interface's. */
  limits?: Partial<Limits>;
  /**
   * Phrases that mean each other in questions, list by list: `[['cap', 'capacitor'], ['Kupferlackdraht', 'magnet wire']]`. They are
   * added to those that the catalog was built with and to the engine's own; docs/semantics.md, "Synonyms". Default: none.
   */
  synonyms?: readonly (readonly string[])[];
  /**
   * What converts prices: with them, `price.<CUR>.<n>` has a price also for offers that have none in the currency. Answers repeat them
   * as `rates`. Default: nothing is converted. docs/semantics.md, "Rates".
   */
  rates?: Rates;
}

/** How a catalog is opened that several threads read. */
export interface SharedOpening {
  /** Where sections are kept. */
  readonly share?: SectionShare;
  /** How calls share their thread. */
  readonly pacing?: Pacing;
}

/** How a catalog is built. The catalog keeps `synonyms`. */
export interface BuildOptions extends OpenOptions {
  /** Called now and then. Phases: `read` (documents, or bytes where files are read), `merge` (parts, with `merge`), `index` (fields). */
  onProgress?(progress: BuildProgress): void;
  /** Default `'throw'`; a function: such a document is skipped and reported to it (of a merged uid that lives, only the listing is). */
  onInvalid?: 'throw' | ((error: InvalidDocumentError) => void);
  /** Told of each oddity of the data that is no error (a value that is no number, a brand with two names), one line each. */
  onNotice?(notice: string): void;
  /** Stops the build; it rejects with a `PartdexError` of code `aborted`. */
  signal?: AbortSignal;
  /** Milliseconds after which the build ends with a `BudgetExceededError`. Default: none. */
  timeout?: number;
  /** Currency of `avg_price` and of the prices of questions, three capital letters, default `USD`. */
  priceCurrency?: string;
  /**
   * Fields of parts besides the documented ones, by the dotted path of their values, through lists and maps; docs/semantics.md,
   * "Fields of your own". With `keywords` (default false; of the kinds part number, name, text and string) `q` searches the field.
   */
  fields?: readonly (Pick<CatalogField, 'name' | 'kind'> & Partial<CatalogField>)[];
  /**
   * Decides `is_authorized` of every offer that has a seller's uid: by the list of the part's maker (its manufacturer, else its
   * brand) alone, if that has one; else an offer of a member is authorized, and any other keeps its own, or gets `false`.
   * Default: as the offers have it. docs/semantics.md, "Authorized sellers".
   */
  authorized?: Authorized;
  /**
   * Makes one part of documents that are the same part: those with the same uid, or those with the same part number and a brand that
   * is the same by the names and aliases of the brand records. The order of the documents decides where they differ; `onNotice` is told
   * of values that are not kept. Default: none; a second document with a uid is invalid. docs/import.md, "Several sources".
   */
  merge?: 'uid' | 'brand and part number';
}

/** The options of every opening. */
export const OPEN_OPTIONS: readonly string[] = ['limits', 'synonyms', 'rates'] satisfies (keyof OpenOptions)[];

/** The options of every build. */
export const BUILD_OPTIONS: readonly string[] = [
  'limits',
  'synonyms',
  'rates',
  'onProgress',
  'onInvalid',
  'onNotice',
  'signal',
  'timeout',
  'priceCurrency',
  'fields',
  'authorized',
  'merge',
] satisfies (keyof BuildOptions)[];

/** What a catalog is built from. */
export const SOURCE_MEMBERS: readonly string[] = [
  'parts',
  'categories',
  'brands',
  'manufacturers',
  'sellers',
  'spec_metadata',
] satisfies (keyof CatalogSource)[];

/** @throws ValidationError for what is not a source, and for a member that a source does not have: nothing would read it */
export function checkSource(source: unknown): void {
  if (!isPlainObject(source)) throw wrongArgument('source', 'an object with "parts"', source);
  checkMembers(source, ['source'], SOURCE_MEMBERS);
}

/** The options of a build that are called, and what else each may be. */
const CALLED: ReadonlyMap<string, readonly unknown[]> = new Map([
  ['onProgress', []],
  ['onNotice', []],
  ['onFileRead', []],
  ['onInvalid', ['throw']],
]);

/**
 * Options of a build of which the names were checked, and those that are called: a build calls them late, or never for good data.
 * Undefined and null are none.
 * @throws ValidationError for an option that is not one of `allowed`, with the nearest of them, and for one that cannot be called
 */
export function checkBuildOptions<T extends BuildOptions>(options: T | null | undefined, allowed: readonly string[]): T {
  const issues = new Issues(options);
  checkCalled(MemberReader.of(options ?? {}, [], allowed, issues), issues);
  issues.throwIfAny();
  return options ?? ({} as T);
}

/** Adds an issue for each option that is called and cannot be. */
export function checkCalled(members: MemberReader, issues: Issues): void {
  for (const [name, others] of CALLED) {
    const value = members.value(name) ?? undefined;
    if (value === undefined || typeof value === 'function' || others.includes(value)) continue;
    issues.addWrongType(members.at(name), [...others.map((other) => JSON.stringify(other)), 'a function'].join(' or '), value);
  }
}
