import { utf8Bytes } from '../analysis/utf8.js';
import type { Codec } from '../encoding/codec.js';
import { IS_GIVEN } from '../encoding/given-members.js';
import { GrowableU32 } from '../encoding/growable.js';
import type { TextField } from '../encoding/impact.js';
import type { CollectionManifest, StoredManifest, StoredSpec } from '../encoding/manifest.js';
import { specNotice } from '../encoding/spec-facts.js';
import { KEYWORDS } from '../encoding/text-indexes.js';
import { checkCategory, checkCompany, checkSeller, checkSpecMetadata } from '../model/check-documents.js';
import type { Category, Company, SpecMetadata } from '../model/documents.js';
import { InvalidDocumentError } from '../model/errors.js';
import type { CollectionName } from '../model/fields.js';
import { wrongArgument } from '../model/issues.js';
import { type CatalogField, type FieldKind, ownFieldTable, readOwnFields } from '../model/own-fields.js';
import type { CatalogWriter } from '../storage/catalog-writer.js';
import { abortable, Pauses } from '../work/pauses.js';
import { computedMembers, givenMembers } from './category-members.js';
import { CategoryTree } from './category-tree.js';
import { CompanyGatherer } from './company-gatherer.js';
import { rawDictionary } from './dictionary/dictionary-writer.js';
import type { OrderedField } from './fields-writer.js';
import { checkNesting } from './nesting.js';
import { otherCurrenciesNotice, type PlaceOf, wantedOf, wrongValuesNotice } from './value-notices.js';
import { PartIndexer } from './part-indexer.js';
import { PartScanner, readPart } from './part-scanner.js';
import { Redirects } from './redirects.js';
import { offerCountsArrays } from './rows/offer-counts-writer.js';
import { NO_ORDINAL } from './rows/row-values.js';
import { SegmentBuilder, sortDocuments } from './segment-builder.js';
import { ObjectDocument, type SourceDocument, type SourceDocuments } from './source-documents.js';
import { storable } from './spec-metadata-gatherer.js';
import type { TextSink } from './text/text-index-builder.js';

/** The input of a catalog; every collection except the parts is optional. */
export interface BuildInput {
  readonly parts: SourceDocuments;
  readonly categories?: SourceDocuments | undefined;
  readonly brands?: SourceDocuments | undefined;
  readonly manufacturers?: SourceDocuments | undefined;
  readonly sellers?: SourceDocuments | undefined;
  readonly spec_metadata?: SourceDocuments | undefined;
}

/** The progress of a build. */
export interface BuildProgress {
  /** `read` while documents are read, then `index` while they are sorted and written, field by field. */
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
  /** Currency of `avg_price`, three capital letters, default `USD`. */
  readonly priceCurrency?: string | undefined;
  /** Fields of parts besides the documented ones. */
  readonly fields?: readonly { readonly name: string; readonly kind: FieldKind; readonly keywords?: boolean }[] | undefined;
  /** Makes the text indexes of the parts; default: in this thread. */
  readonly createText?: ((fields: readonly TextField[]) => TextSink) | undefined;
}

/** The report of a build. */
export interface BuildSummary {
  readonly parts: number;
  /** Documents skipped as invalid. */
  readonly skipped: number;
  /** One line for each oddity of the data that was not an error. */
  readonly notices: string[];
}

/** A record: checked, and as it was given. */
interface BuiltRecord<T extends Company | Category> {
  readonly record: T;
  readonly document: SourceDocument;
  /** Which of its members were given: the bits of `<c>/given`. */
  readonly given: number;
}

type CompanyCollection = 'brands' | 'manufacturers' | 'sellers';
const COMPANIES: readonly CompanyCollection[] = ['brands', 'manufacturers', 'sellers'];

/** Documents added between two checks of the clock. */
const PAUSE_EVERY = 64;

/**
 * Builds one catalog into `writer`, except the header, which `writer.finish()` adds.
 * @throws ValidationError for an invalid `priceCurrency` or invalid `fields`
 */
export class CatalogBuilder {
  private readonly notices: string[] = [];
  private skipped = 0;
  private readonly pauses: Pauses;
  private readonly priceCurrency: string;
  private readonly ownFields: readonly CatalogField[];
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
    this.ownFields = readOwnFields(settings.fields);
  }

  async build(input: BuildInput): Promise<BuildSummary> {
    await this.each(input.spec_metadata, (document) => this.addSpecMetadata(document));
    const categories: BuiltRecord<Category>[] = [];
    await this.each(input.categories, (document) => this.addCategory(document, categories));
    const tree = this.inTree(categories);
    const given: Record<CompanyCollection, BuiltRecord<Company>[]> = { brands: [], manufacturers: [], sellers: [] };
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
    const manifest: StoredManifest = {
      collections: collections as StoredManifest['collections'],
      specs,
      specMetadata: [...this.specMetadata.values()].map((metadata) => storable(metadata)),
      priceCurrency: this.priceCurrency,
      ownFields: this.ownFields,
    };
    await this.writer.addBundle('manifest', [utf8Bytes(JSON.stringify(manifest))]);
    for (const notice of this.notices) this.settings.onNotice?.(notice);
    return { parts: parts.rowCount, skipped: this.skipped, notices: this.notices };
  }

  /** Runs `add` on every document; an invalid one is thrown or, depending on `onInvalid`, skipped and reported. */
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

  /** Skips a document, if `onInvalid` permits it. */
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

  private addCategory(document: SourceDocument, kept: BuiltRecord<Category>[]): void {
    const record: Category = checkCategory(document.value(), document);
    checkNesting(document.stored(), document);
    if (this.tree.has(record.uid)) throw fault(document, 'uid', `the category "${record.uid}" is given twice`);
    this.tree.add(record);
    kept.push({ record, document, given: IS_GIVEN | givenMembers(record) });
  }

  /** The categories that have a place in the tree; the others are invalid documents. */
  private inTree(categories: readonly BuiltRecord<Category>[]): BuiltRecord<Category>[] {
    const faults = this.tree.prune();
    return categories.filter(({ record, document }) => {
      const what = faults.get(record.uid);
      if (what !== undefined) this.refuse(fault(document, 'parent_uid', what));
      return what === undefined;
    });
  }

  /** The categories with computed members added. */
  private *completed(
    categories: readonly BuiltRecord<Category>[],
    partsIn: (category: string) => number,
  ): Iterable<BuiltRecord<Category>> {
    for (const category of categories) {
      const { record, document } = category;
      const computed = computedMembers(record, this.tree, partsIn(record.uid));
      if (Object.keys(computed).length === 0) {
        yield category;
        continue;
      }
      const whole = { ...(document.value() as Category), ...computed };
      yield {
        record: { ...record, ...computed },
        document: new ObjectDocument(document.source, document.line, whole),
        given: category.given,
      };
    }
  }

  private addCompany(document: SourceDocument, collection: CompanyCollection, kept: BuiltRecord<Company>[]): void {
    const record = checkedCompany(collection, document);
    checkNesting(document.stored(), document);
    if (!this.companies[collection].addRecord(record))
      throw fault(document, 'uid', `"${record.uid}" is given twice in ${collection}`);
    kept.push({ record, document, given: IS_GIVEN });
  }

  /** The records that were given, then those gathered from parts. */
  private *withGathered(collection: CompanyCollection, given: readonly BuiltRecord<Company>[]): Iterable<BuiltRecord<Company>> {
    yield* given;
    let line = 0;
    for (const company of this.companies[collection].gathered()) {
      const document = new ObjectDocument(collection, ++line, company);
      yield { record: checkedCompany(collection, document), document, given: 0 };
    }
  }

  /** Writes the parts; returns their spec keys, and the number of parts in each category and below it. */
  private async buildParts(
    documents: SourceDocuments,
  ): Promise<{ manifest: CollectionManifest; specs: StoredSpec[]; partsIn: (category: string) => number }> {
    const ownFields = ownFieldTable(this.ownFields);
    const segment = new SegmentBuilder(this.writer, this.codec, 'parts', this.settings.createText, this.pauses, ownFields);
    const { brands, manufacturers, sellers } = this.companies;
    const indexer = new PartIndexer({
      segment,
      brands,
      manufacturers,
      sellers,
      categories: this.tree,
      priceCurrency: this.priceCurrency,
      ownFields,
    });
    const redirects = new Redirects(segment.field('uid'));
    const part = new PartScanner(indexer.slots);
    await this.each(
      documents,
      (document) => {
        const bytes = readPart(document, part);
        redirects.check(part, document);
        const number = segment.add(bytes);
        part.notePaths(segment.paths);
        indexer.add(number, part);
        redirects.add(part, document, number);
        return segment.stored();
      },
      'read',
    );
    await segment.finishDocuments();
    redirects.finish((error) => this.report(error));
    const specs = indexer.finishSpecs(this.specMetadata).map(({ facts, type, fields }) => {
      for (const { field, kind } of fields) segment.addField(field, kind);
      this.note(specNotice(facts.key, type, this.specMetadata.get(facts.key)));
      return { ...facts, type };
    });
    const placeOf: PlaceOf = (document) => redirects.place(document);
    this.notePrices(indexer, segment.paths.namesAt('offers', 'prices'), placeOf);
    const partsIn = indexer.countByCategory();
    const documentOf = await this.orderParts(segment, indexer);
    await redirects.write(this.writer, 'parts', documentOf);
    await this.writer.addBundle('parts/offer-counts', offerCountsArrays(indexer.offerCounts.view(), documentOf));
    const manifest = await segment.finish(documentOf, (field, done, total) => {
      this.noteWrongValues(field, placeOf);
      this.settings.onProgress?.({ phase: 'index', done, total });
    });
    return { manifest, specs, partsIn };
  }

  private note(notice: string | undefined): void {
    if (notice !== undefined) this.notices.push(notice);
  }

  private noteWrongValues({ field, kind, ordinals }: OrderedField, placeOf: PlaceOf): void {
    if (kind.numbers || kind.dictionary === 'dates')
      this.note(wrongValuesNotice(field, (value) => ordinals[value] !== NO_ORDINAL, placeOf, wantedOf(kind)));
  }

  private notePrices({ hasPrices, wrongPrices, loose }: PartIndexer, currencies: readonly string[], placeOf: PlaceOf): void {
    for (const { wrong, kind } of loose) this.note(wrongValuesNotice(wrong, () => false, placeOf, wantedOf(kind)));
    this.note(wrongValuesNotice(wrongPrices, () => false, placeOf));
    if (!hasPrices)
      this.note(
        otherCurrenciesNotice(
          this.priceCurrency,
          currencies.filter((name) => name !== this.priceCurrency),
        ),
      );
  }

  /** Rows by primary category, brand, part number, uid: rows that searches read together are close in memory. */
  private async orderParts(segment: SegmentBuilder, indexer: PartIndexer): Promise<Uint32Array> {
    const count = segment.size;
    const uid = await segment.writeDictionary('uid');
    const mpn = await segment.writeDictionary('mpn');
    const brand = await segment.writeDictionary('brand.name');
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
    records: Iterable<BuiltRecord<Company | Category>>,
  ): Promise<CollectionManifest> {
    const segment = new SegmentBuilder(this.writer, this.codec, name, undefined, this.pauses);
    const uid = segment.field('uid');
    const nameField = segment.field('name');
    const given = new GrowableU32();
    for (const { record, document, given: mask } of records) {
      given.push(mask);
      const number = segment.add(document.stored());
      uid.add(number, record.uid);
      nameField.add(number, record.name);
      segment.text(KEYWORDS).add(0, record.name);
      for (const alias of new Set(record.aliases)) segment.text(KEYWORDS).add(1, alias);
      if (name === 'categories') addPlace(segment, number, record as Category);
      segment.paths.add(record);
      await segment.stored();
    }
    await segment.finishDocuments();
    const { ordinals } = rawDictionary(uid.values);
    const keys = uid.pairs.values.view().map((value) => ordinals[value]);
    const documentOf = sortDocuments([keys], [uid.values.size]);
    await this.writer.addBundle(`${name}/given`, [Uint8Array.from(documentOf, (document) => given.array[document])]);
    return segment.finish(documentOf);
  }
}

/** Adds a category's place in the tree to the fields that have it. */
function addPlace(segment: SegmentBuilder, document: number, { parent_uid, ancestor_uids }: Category): void {
  if (typeof parent_uid === 'string') segment.field('parent_uid').add(document, parent_uid);
  for (const ancestor of ancestor_uids ?? []) segment.field('ancestor_uids').add(document, ancestor);
}

function checkedCompany(collection: CompanyCollection, document: SourceDocument): Company {
  return (collection === 'sellers' ? checkSeller : checkCompany)(document.value(), document);
}

function fault(document: SourceDocument, path: string, what: string): InvalidDocumentError {
  const { source, line } = document;
  return new InvalidDocumentError(`${source}:${line}: ${path}: ${what}`, { source, line, path });
}
