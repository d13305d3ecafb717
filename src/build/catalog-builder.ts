import { utf8Bytes } from '../analysis/utf8.js';
import type { Codec } from '../encoding/codec.js';
import { NO_ORDINAL } from '../index/dictionary/number-dictionary.js';
import { rawDictionary } from '../index/dictionary/open-dictionary.js';
import {
  type CatalogManifest,
  type CollectionManifest,
  KEYWORDS,
  NAME_TEXT_FIELDS,
  PART_TEXT_FIELDS,
  SHORT_DESCRIPTION,
  type SpecKey,
} from '../index/manifest.js';
import { offerCountsArrays } from '../index/offer-counts.js';
import type { TextField } from '../index/text/impact.js';
import type { TextSink } from '../index/text/text-index-builder.js';
import { checkCategory, checkCompany, checkSeller, checkSpecMetadata } from '../model/check-documents.js';
import type { Category, Company, SpecMetadata } from '../model/documents.js';
import { InvalidDocumentError } from '../model/errors.js';
import type { CollectionName } from '../model/fields.js';
import { wrongArgument } from '../model/issues.js';
import type { CatalogWriter } from '../storage/catalog-writer.js';
import { abortable, Pauses } from '../work/pauses.js';
import { computedMembers } from './category-members.js';
import { CategoryTree } from './category-tree.js';
import { CompanyGatherer } from './company-gatherer.js';
import { checkNesting } from './nesting.js';
import { noNumbersNotice, otherCurrenciesNotice, type PlaceOf } from './number-notices.js';
import { PartIndexer } from './part-indexer.js';
import { PartScanner, readPart } from './part-scanner.js';
import { Redirects } from './redirects.js';
import { type OrderedField, SegmentBuilder, sortDocuments } from './segment-builder.js';
import { ObjectDocument, type SourceDocument, type SourceDocuments } from './source-documents.js';

/** What a catalog is built from; every collection but the parts may be left out. */
export interface BuildInput {
  readonly parts: SourceDocuments;
  readonly categories?: SourceDocuments | undefined;
  readonly brands?: SourceDocuments | undefined;
  readonly manufacturers?: SourceDocuments | undefined;
  readonly sellers?: SourceDocuments | undefined;
  readonly spec_metadata?: SourceDocuments | undefined;
}

/** How far a build is. */
export interface BuildProgress {
  /** `read` while documents are read, then `index` while what was read is sorted and written, field by field. */
  phase: string;
  /** So many are done: documents, or bytes where files are read; then fields. */
  done: number;
  /** Of so many, where that is known. */
  total?: number;
  /** Parts read so far, where `done` counts bytes. */
  parts?: number;
}

export interface BuildSettings {
  readonly onProgress?: ((progress: BuildProgress) => void) | undefined;
  /** Default `'throw'`; a function is told of a document that is left out. */
  readonly onInvalid?: 'throw' | ((error: InvalidDocumentError) => void) | undefined;
  /** Told of each oddity of the data that is no error, one line each, at the end. */
  readonly onNotice?: ((notice: string) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Currency of `avg_price`, three capital letters, default `USD`. */
  readonly priceCurrency?: string | undefined;
  /** Makes the text indexes of the parts; default: in this thread. */
  readonly createText?: ((fields: readonly TextField[]) => TextSink) | undefined;
}

/** What a build has to tell. */
export interface BuildSummary {
  readonly parts: number;
  /** Documents left out as invalid. */
  readonly skipped: number;
  /** One line for each oddity of the data that was not an error. */
  readonly notices: string[];
}

/** A record that was given beside the parts: checked, and as it came. */
interface GivenRecord<T extends Company | Category> {
  readonly record: T;
  readonly document: SourceDocument;
}

type CompanyCollection = 'brands' | 'manufacturers' | 'sellers';
const COMPANIES: readonly CompanyCollection[] = ['brands', 'manufacturers', 'sellers'];

/** Documents that are added between two looks at the clock. */
const PAUSE_EVERY = 64;

/**
 * Builds one catalog into `writer`: everything but the header, which `writer.finish()` adds.
 * @throws ValidationError for a `priceCurrency` that is none
 */
export class CatalogBuilder {
  private readonly notices: string[] = [];
  private skipped = 0;
  private readonly pauses: Pauses;
  private readonly priceCurrency: string;
  private readonly tree = new CategoryTree();
  private readonly specMetadata = new Map<string, SpecMetadata>();
  private readonly companies: Record<CompanyCollection, CompanyGatherer> = {
    brands: new CompanyGatherer('brand'),
    manufacturers: new CompanyGatherer('manufacturer'),
    sellers: new CompanyGatherer('seller'),
  };

  constructor(
    private readonly writer: CatalogWriter,
    private readonly codec: Codec,
    private readonly settings: BuildSettings,
  ) {
    this.pauses = new Pauses(settings.signal);
    const currency: unknown = settings.priceCurrency ?? 'USD';
    if (typeof currency !== 'string' || !/^[A-Z]{3}$/.test(currency)) {
      throw wrongArgument('priceCurrency', 'three capital letters such as EUR', currency);
    }
    this.priceCurrency = currency;
  }

  async build(input: BuildInput): Promise<BuildSummary> {
    await this.each(input.spec_metadata, (document) => this.addSpecMetadata(document));
    const categories: GivenRecord<Category>[] = [];
    await this.each(input.categories, (document) => this.addCategory(document, categories));
    const tree = this.inTree(categories);
    const given: Record<CompanyCollection, GivenRecord<Company>[]> = { brands: [], manufacturers: [], sellers: [] };
    for (const collection of COMPANIES) {
      await this.each(input[collection], (document) => this.addCompany(document, collection, given[collection]));
    }
    const collections: Partial<Record<CollectionName, CollectionManifest>> = {};
    const { manifest: parts, specs, partsIn } = await this.buildParts(input.parts);
    collections.parts = parts;
    collections.categories = await this.buildRecords('categories', this.completed(tree, partsIn));
    for (const collection of COMPANIES) {
      collections[collection] = await this.buildRecords(collection, this.withGathered(collection, given[collection]));
      for (const notice of this.companies[collection].notices()) this.notices.push(notice);
    }
    const manifest: CatalogManifest = {
      collections: collections as CatalogManifest['collections'],
      specs,
      priceCurrency: this.priceCurrency,
    };
    await this.writer.addBundle('manifest', [utf8Bytes(JSON.stringify(manifest))]);
    for (const notice of this.notices) this.settings.onNotice?.(notice);
    return { parts: parts.rows, skipped: this.skipped, notices: this.notices };
  }

  /** Runs `add` on every document; what it refuses is thrown or, if the caller wants, skipped and reported. */
  private async each(
    documents: SourceDocuments | undefined,
    add: (document: SourceDocument) => Promise<void> | void | undefined,
    phase?: string,
  ): Promise<void> {
    if (!documents) return;
    let done = 0;
    for await (const batch of abortable(documents, this.settings.signal)) {
      for (let i = 0; i < batch.length; i++) {
        try {
          const stored = add(batch[i]);
          if (stored) await stored;
        } catch (error) {
          this.refuse(error);
        }
        if (i % PAUSE_EVERY === 0) await this.pauses.pause();
      }
      done += batch.length;
      if (phase) this.settings.onProgress?.({ phase, done });
    }
    this.pauses.checkAborted();
  }

  /** Leaves a document out, if that is wanted. */
  private refuse(error: unknown): void {
    this.report(error);
    this.skipped++;
  }

  private report(error: unknown): void {
    const { onInvalid } = this.settings;
    if (!(error instanceof InvalidDocumentError) || typeof onInvalid !== 'function') throw error;
    onInvalid(error);
  }

  private addSpecMetadata(document: SourceDocument): void {
    const metadata = checkSpecMetadata(document.value(), document);
    checkNesting(document.stored(), document);
    if (this.specMetadata.has(metadata.key)) throw fault(document, 'key', `the spec key "${metadata.key}" has metadata already`);
    this.specMetadata.set(metadata.key, metadata);
  }

  private addCategory(document: SourceDocument, kept: GivenRecord<Category>[]): void {
    const record: Category = checkCategory(document.value(), document);
    checkNesting(document.stored(), document);
    if (this.tree.has(record.uid)) throw fault(document, 'uid', `the category "${record.uid}" is given twice`);
    this.tree.add(record);
    kept.push({ record, document });
  }

  /** The categories that have a place in the tree; the others are refused. */
  private inTree(categories: readonly GivenRecord<Category>[]): GivenRecord<Category>[] {
    const faults = this.tree.prune();
    return categories.filter(({ record, document }) => {
      const what = faults.get(record.uid);
      if (what !== undefined) this.refuse(fault(document, 'parent_uid', what));
      return what === undefined;
    });
  }

  /** The categories with what their records do not give. */
  private *completed(
    categories: readonly GivenRecord<Category>[],
    partsIn: (category: string) => number,
  ): Iterable<GivenRecord<Category>> {
    for (const given of categories) {
      const { record, document } = given;
      const computed = computedMembers(record, this.tree, partsIn(record.uid));
      if (Object.keys(computed).length === 0) {
        yield given;
        continue;
      }
      const whole = { ...(document.value() as Category), ...computed };
      yield { record: { ...record, ...computed }, document: new ObjectDocument(document.source, document.line, whole) };
    }
  }

  private addCompany(document: SourceDocument, collection: CompanyCollection, kept: GivenRecord<Company>[]): void {
    const record = checkedCompany(collection, document);
    checkNesting(document.stored(), document);
    if (!this.companies[collection].give(record)) throw fault(document, 'uid', `"${record.uid}" is given twice in ${collection}`);
    kept.push({ record, document });
  }

  /** The records that were given, then those that parts speak of. */
  private *withGathered(collection: CompanyCollection, given: readonly GivenRecord<Company>[]): Iterable<GivenRecord<Company>> {
    yield* given;
    let line = 0;
    for (const company of this.companies[collection].gathered()) {
      const document = new ObjectDocument(collection, ++line, company);
      yield { record: checkedCompany(collection, document), document };
    }
  }

  /** Writes the parts; tells their spec keys, and how many parts a category has, with those below it. */
  private async buildParts(
    documents: SourceDocuments,
  ): Promise<{ manifest: CollectionManifest; specs: SpecKey[]; partsIn: (category: string) => number }> {
    const segment = new SegmentBuilder(
      this.writer,
      this.codec,
      'parts',
      { [KEYWORDS]: PART_TEXT_FIELDS, short_description: SHORT_DESCRIPTION },
      this.settings.createText,
      this.pauses,
    );
    const { brands, manufacturers, sellers } = this.companies;
    const indexer = new PartIndexer({
      segment,
      brands,
      manufacturers,
      sellers,
      categories: this.tree,
      specMetadata: this.specMetadata,
      priceCurrency: this.priceCurrency,
    });
    const redirects = new Redirects(segment.field('uid', 'uid'));
    const part = new PartScanner(indexer.slots);
    await this.each(
      documents,
      (document) => {
        const bytes = readPart(document, part);
        redirects.check(part, document);
        const { document: number, stored } = segment.add(bytes);
        part.notePaths(segment.paths);
        indexer.add(number, part);
        redirects.add(part, document, number);
        return stored;
      },
      'read',
    );
    await segment.finishDocuments();
    redirects.finish((error) => this.report(error));
    const specs = indexer
      .finishSpecs((notice) => this.notices.push(notice))
      .map(({ spec, fields }) => {
        for (const field of fields) segment.adopt(field);
        return spec;
      });
    const placeOf: PlaceOf = (document) => redirects.place(document);
    this.notePrices(indexer, segment.paths.namesAt('offers', 'prices'), placeOf);
    const partsIn = indexer.countByCategory();
    const documentOf = await this.orderParts(segment, indexer);
    await redirects.write(this.writer, 'parts', documentOf);
    await this.writer.addBundle('parts/offer-counts', offerCountsArrays(indexer.offerCounts.view(), documentOf));
    const manifest = await segment.finish(documentOf, (field, done, total) => {
      this.noteNoNumbers(field, placeOf);
      this.settings.onProgress?.({ phase: 'index', done, total });
    });
    return { manifest, specs, partsIn };
  }

  private note(notice: string | undefined): void {
    if (notice !== undefined) this.notices.push(notice);
  }

  private noteNoNumbers({ field, ordinals }: OrderedField, placeOf: PlaceOf): void {
    if (field.kind === 'number') this.note(noNumbersNotice(field, (value) => ordinals[value] !== NO_ORDINAL, placeOf));
  }

  private notePrices({ hasPrices, wrongPrices }: PartIndexer, currencies: readonly string[], placeOf: PlaceOf): void {
    this.note(noNumbersNotice(wrongPrices, () => false, placeOf));
    if (!hasPrices)
      this.note(
        otherCurrenciesNotice(
          this.priceCurrency,
          currencies.filter((name) => name !== this.priceCurrency),
        ),
      );
  }

  /** Rows by primary category, brand, part number, uid: neighbours in a search stand together in memory. */
  private async orderParts(segment: SegmentBuilder, indexer: PartIndexer): Promise<Uint32Array> {
    const count = segment.size;
    const uid = await segment.orderField(segment.field('uid', 'uid'));
    const mpn = await segment.orderField(segment.field('mpn', 'part_number'));
    const brand = await segment.orderField(segment.field('brand.name', 'name'));
    const ordinalsOf = ({ field, ordinals }: typeof uid, missing: number): Uint32Array => {
      const keys = new Uint32Array(count).fill(missing);
      const { documents, values } = field.pairs;
      for (let i = 0; i < documents.length; i++) keys[documents.array[i]] = ordinals[values.array[i]];
      return keys;
    };
    const uids = [...indexer.categoryNumbers.keys()];
    const ranks = this.tree.ranks(uids);
    const rankOfNumber = Uint32Array.from([ranks.size, ...uids.map((category) => ranks.get(category) as number)]);
    const categories = indexer.primaryCategories.view().map((number) => rankOfNumber[number]);
    return sortDocuments(
      [categories, ordinalsOf(brand, brand.size), ordinalsOf(mpn, mpn.size), ordinalsOf(uid, uid.size)],
      [ranks.size + 1, brand.size + 1, mpn.size + 1, uid.size + 1],
    );
  }

  /** A collection of named records; rows by uid. */
  private async buildRecords(
    name: CollectionName,
    records: Iterable<GivenRecord<Company | Category>>,
  ): Promise<CollectionManifest> {
    const segment = new SegmentBuilder(this.writer, this.codec, name, { [KEYWORDS]: NAME_TEXT_FIELDS }, undefined, this.pauses);
    const uid = segment.field('uid', 'uid');
    const nameField = segment.field('name', 'name');
    for (const { record, document } of records) {
      const { document: number, stored } = segment.add(document.stored());
      uid.add(number, record.uid);
      nameField.add(number, record.name);
      segment.text(KEYWORDS).add(0, record.name);
      for (const alias of new Set(record.aliases)) segment.text(KEYWORDS).add(1, alias);
      if (name === 'categories') addPlace(segment, number, record as Category);
      segment.paths.add(record);
      await stored;
    }
    await segment.finishDocuments();
    const { ordinals } = rawDictionary(uid.values);
    const keys = uid.pairs.values.view().map((value) => ordinals[value]);
    return segment.finish(sortDocuments([keys], [uid.values.size]));
  }
}

/** Adds a category's place in the tree to the fields that have it. */
function addPlace(segment: SegmentBuilder, document: number, { parent_uid, ancestor_uids }: Category): void {
  if (typeof parent_uid === 'string') segment.field('parent_uid', 'uid').add(document, parent_uid);
  for (const ancestor of ancestor_uids ?? []) segment.field('ancestor_uids', 'uid').add(document, ancestor);
}

function checkedCompany(collection: CompanyCollection, document: SourceDocument): Company {
  return (collection === 'sellers' ? checkSeller : checkCompany)(document.value(), document);
}

function fault(document: SourceDocument, path: string, what: string): InvalidDocumentError {
  const { source, line } = document;
  return new InvalidDocumentError(`${source}:${line}: ${path}: ${what}`, { source, line, path });
}
