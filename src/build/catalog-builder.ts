import { utf8Bytes } from '../analysis/utf8.js';
import type { Codec } from '../encoding/codec.js';
import { IS_GIVEN, IS_LEFT_OUT } from '../encoding/given-members.js';
import { GrowableU32 } from '../encoding/growable.js';
import type { CollectionManifest, StoredManifest, StoredSpec } from '../encoding/manifest.js';
import { datatypeOf, specNotice, typeOfDatatype } from '../encoding/spec-facts.js';
import { KEYWORDS } from '../encoding/text-indexes.js';
import { CompanyGroups } from '../merge/company-groups.js';
import type { MergeBy } from '../merge/part-key.js';
import { checkCategory, checkCompany, checkSeller, checkSpecMetadata } from '../model/check-documents.js';
import type { Category, Company, SpecMetadata } from '../model/documents.js';
import { InvalidDocumentError } from '../model/errors.js';
import type { CollectionName } from '../model/fields.js';
import { type CatalogField, ownFieldTable, readOwnFields } from '../model/own-fields.js';
import type { CompanyCollection } from '../model/schema.js';
import { readSynonyms, type Synonyms } from '../model/synonyms.js';
import type { CatalogWriter } from '../storage/catalog-writer.js';
import { abortable, Pauses } from '../work/pauses.js';
import { Authorization } from './authorization.js';
import { type BuildFacts, type BuildInput, type BuildSettings, type BuildSummary, readPriceCurrency } from './build-settings.js';
import { addPlace, computedMembers, givenMembers } from './category-members.js';
import { CategoryTree } from './category-tree.js';
import { CompanyGatherer } from './company-gatherer.js';
import { rawDictionary } from './dictionary/dictionary-writer.js';
import { ExchangedEnds } from './exchanged-ends.js';
import type { OrderedField } from './fields-writer.js';
import { MergeConflicts } from './merge-conflicts.js';
import { checkNesting } from './nesting.js';
import { PartIndexer } from './part-indexer.js';
import { PartMerger, readMerge } from './part-merger.js';
import { orderParts } from './part-order.js';
import { PartScanner, readPart } from './part-scanner.js';
import { MemoryBlocks, PartSpool } from './part-spool.js';
import { Redirects } from './redirects.js';
import { meritArrays } from './rows/merit-writer.js';
import { offerCountsArrays } from './rows/offer-counts-writer.js';
import { NO_ORDINAL } from './rows/row-values.js';
import { SegmentBuilder, sortDocuments } from './segment-builder.js';
import { ObjectDocument, type SourceDocument, type SourceDocuments } from './source-documents.js';
import { storable } from './spec-metadata-gatherer.js';
import { otherCurrenciesNotice, type PlaceOf, wantedOf, wrongValuesNotice } from './value-notices.js';

/** A record: checked, and as it was given. */
interface BuiltRecord<T extends Company | Category> {
  readonly record: T;
  readonly document: SourceDocument;
  /** Which of its members were given: the bits of `<c>/given`. */
  readonly given: number;
}

const COMPANIES: readonly CompanyCollection[] = ['brands', 'manufacturers', 'sellers'];

type GivenCompanies = Record<CompanyCollection, BuiltRecord<Company>[]>;

/** The parts of a build: their spec keys, and the number of parts in each category and below it. */
interface BuiltParts {
  readonly manifest: CollectionManifest;
  readonly specs: StoredSpec[];
  readonly partsIn: (category: string) => number;
  readonly facts: Omit<BuildFacts, 'companies'>;
}

/** Documents added between two checks of the clock. */
const PAUSE_EVERY = 64;

/**
 * Builds one catalog into `writer`, except the header, which `writer.finish()` adds.
 * @throws ValidationError for an invalid `priceCurrency`, `fields`, `synonyms`, `authorized` or `merge`
 */
export class CatalogBuilder {
  private readonly notices: string[] = [];
  private skipped = 0;
  private readonly merge: MergeBy | undefined;
  private merged = 0;
  private readonly conflicts = new MergeConflicts();
  private readonly pauses: Pauses;
  private readonly priceCurrency: string;
  private readonly ownFields: readonly CatalogField[];
  private readonly synonyms: Synonyms;
  private readonly authorization: Authorization | undefined;
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
    this.priceCurrency = readPriceCurrency(settings.priceCurrency);
    this.ownFields = readOwnFields(settings.fields);
    this.synonyms = readSynonyms(settings.synonyms);
    this.merge = readMerge(settings.merge);
    const { authorized, authorizedIs } = settings;
    this.authorization = authorized === undefined || authorizedIs === 'stored' ? undefined : new Authorization(authorized);
  }

  async build(input: BuildInput): Promise<BuildSummary> {
    await this.each(input.spec_metadata, (document) => this.addSpecMetadata(document));
    const categories: BuiltRecord<Category>[] = [];
    await this.each(input.categories, (document) => this.addCategory(document, categories));
    const tree = this.inTree(categories);
    const given: GivenCompanies = { brands: [], manufacturers: [], sellers: [] };
    for (const collection of COMPANIES) {
      const gathered = input.gathered?.[collection];
      await this.each(input[collection], (document) => this.addCompany(document, collection, given[collection], gathered));
    }
    const collections: Partial<Record<CollectionName, CollectionManifest>> = {};
    const { manifest: parts, specs, partsIn, facts } = await this.withMerged(input.parts, given);
    collections.parts = parts;
    collections.categories = await this.buildRecords('categories', this.completed(tree, this.settings.partsIn ?? partsIn));
    for (const collection of COMPANIES) {
      collections[collection] = await this.buildRecords(collection, this.withGathered(collection, given[collection]));
      const named = this.settings.known?.companies[collection];
      for (const notice of this.companies[collection].notices(named)) this.notices.push(notice);
    }
    const { authorized, authorizedIs } = this.settings;
    const manifest: StoredManifest = {
      collections: collections as StoredManifest['collections'],
      specs,
      specMetadata: [...this.specMetadata.values()].map((metadata) => storable(metadata)),
      priceCurrency: this.priceCurrency,
      ownFields: this.ownFields,
      ...(this.synonyms.length > 0 && { synonyms: this.synonyms }),
      ...(authorized && authorizedIs !== 'applied' && { authorized }),
    };
    await this.writer.addBundle('manifest', [utf8Bytes(JSON.stringify(manifest))]);
    const { conflicts, notices, skipped, merged } = this;
    for (const notice of [...notices, ...conflicts.notices()]) this.settings.onNotice?.(notice);
    return {
      parts: parts.rowCount,
      skipped,
      merged,
      conflicts: conflicts.list(),
      conflictCount: conflicts.count,
      notices,
      facts: { ...facts, companies: this.companyFacts() },
    };
  }

  private companyFacts(): BuildFacts['companies'] {
    const { brands, manufacturers, sellers } = this.companies;
    return { brands: brands.facts(), manufacturers: manufacturers.facts(), sellers: sellers.facts() };
  }

  /** Builds the parts; if documents that are the same part are to be merged, all of them are read before. */
  private async withMerged(documents: SourceDocuments, given: GivenCompanies): ReturnType<CatalogBuilder['buildParts']> {
    const { merge: by, settings, conflicts } = this;
    if (by === undefined) return this.buildParts(documents, 'read');
    const groups = (collection: CompanyCollection) => new CompanyGroups(given[collection].map(({ record }) => record));
    const spool = new PartSpool((await settings.createBlocks?.()) ?? new MemoryBlocks(), this.codec);
    try {
      const merger = new PartMerger({
        by,
        spool,
        companies: { brands: groups('brands'), manufacturers: groups('manufacturers'), sellers: groups('sellers') },
        typeOfKey: (key) => typeOfDatatype(datatypeOf(this.specMetadata.get(key))),
        onConflict: (conflict) => conflicts.add(conflict),
      });
      await this.each(documents, (document) => merger.add(document), 'read');
      const built = await this.buildParts(merger.documents(), 'merge');
      this.merged = merger.merged;
      return built;
    } finally {
      await spool.close();
    }
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

  private addCompany(
    document: SourceDocument,
    collection: CompanyCollection,
    kept: BuiltRecord<Company>[],
    gathered: ReadonlySet<string> | undefined,
  ): void {
    const record = checkedCompany(collection, document);
    checkNesting(document.stored(), document);
    const isGiven = !gathered?.has(record.uid);
    if (!this.companies[collection].addRecord(record, isGiven))
      throw fault(document, 'uid', `"${record.uid}" is given twice in ${collection}`);
    kept.push({ record, document, given: isGiven ? IS_GIVEN : 0 });
  }

  /** The records that were given, then those gathered from parts. */
  private *withGathered(collection: CompanyCollection, given: readonly BuiltRecord<Company>[]): Iterable<BuiltRecord<Company>> {
    const companies = this.companies[collection];
    const leftOut = (uid: string) => (companies.isLeftOut(uid) ? IS_LEFT_OUT : 0);
    for (const one of given) yield { ...one, given: one.given | leftOut(one.record.uid) };
    let line = 0;
    for (const company of companies.gathered()) {
      const document = new ObjectDocument(collection, ++line, company);
      yield { record: checkedCompany(collection, document), document, given: leftOut(company.uid) };
    }
  }

  /** Writes the parts; returns their spec keys, and the number of parts in each category and below it. */
  private async buildParts(documents: SourceDocuments, phase: string): Promise<BuiltParts> {
    const ownFields = ownFieldTable(this.ownFields);
    const { createText, storesParts } = this.settings;
    const segment = new SegmentBuilder(this.writer, this.codec, 'parts', createText, this.pauses, ownFields, storesParts);
    const { companies, tree: categories, priceCurrency } = this;
    const indexer = new PartIndexer({ segment, ...companies, categories, priceCurrency, ownFields });
    const redirects = new Redirects(segment.field('uid'), this.settings.elsewhere);
    const part = new PartScanner(indexer.slots);
    await this.each(
      documents,
      (document) => {
        const bytes = this.readPart(document, part);
        redirects.check(part, document);
        const number = segment.add(bytes);
        part.notePaths(segment.paths);
        indexer.add(number, part);
        redirects.add(part, document, number);
        return segment.stored();
      },
      phase,
    );
    await segment.finishDocuments();
    redirects.finish((error) => this.report(error));
    const merit = indexer.meritSources();
    const specs = indexer.finishSpecs(this.specMetadata, this.settings.specTypes).map(({ facts, type, fields }) => {
      for (const { field, kind, parse } of fields) segment.addField(field, kind, parse);
      this.note(specNotice(facts.key, type, this.specMetadata.get(facts.key)));
      return { ...facts, type };
    });
    const placeOf: PlaceOf = (document) => redirects.place(document);
    const ofSpecs = this.notices.length;
    this.noteLooseValues(indexer, placeOf);
    const otherCurrencies = segment.paths.namesAt('offers', 'prices').filter((name) => name !== this.priceCurrency);
    const { hasPrices } = indexer;
    const ofPrices = this.pricesNotice(hasPrices, otherCurrencies);
    this.note(ofPrices);
    const partsIn = indexer.categories.count();
    const documentOf = await orderParts(segment, indexer, this.tree);
    await redirects.write(this.writer, 'parts', documentOf);
    await this.writer.addBundle('parts/offer-counts', offerCountsArrays(indexer.offerCounts.view(), documentOf));
    await this.writer.addBundle('parts/merit', meritArrays(merit, documentOf));
    const ends = new ExchangedEnds(placeOf);
    const manifest = await segment.finish(documentOf, (field, done, total) => {
      this.noteWrongValues(field, placeOf);
      this.note(ends.noticeOf(field));
      this.settings.onProgress?.({ phase: 'index', done, total });
    });
    const values = this.notices.slice(ofSpecs).filter((notice) => notice !== ofPrices);
    return { manifest, specs, partsIn, facts: { places: redirects.places(), values, hasPrices, otherCurrencies } };
  }

  private pricesNotice(hasPrices: boolean, otherCurrencies: readonly string[]): string | undefined {
    const isPriced = hasPrices || this.settings.known?.hasPrices;
    return isPriced ? undefined : otherCurrenciesNotice(this.priceCurrency, otherCurrencies);
  }

  /** Reads a part, with its offers as the terms of authorization have them, and returns the bytes to store. */
  private readPart(document: SourceDocument, part: PartScanner): Uint8Array {
    const stored = readPart(document, part);
    const decided = this.authorization?.decide(stored, document);
    return decided ? readPart(decided, part) : stored;
  }

  private note(notice: string | undefined): void {
    if (notice !== undefined) this.notices.push(notice);
  }

  private noteWrongValues({ field, kind, ordinals }: OrderedField, placeOf: PlaceOf): void {
    if (kind.numbers || kind.dictionary === 'dates')
      this.note(wrongValuesNotice(field, (value) => ordinals[value] !== NO_ORDINAL, placeOf, wantedOf(kind)));
  }

  private noteLooseValues({ wrongPrices, loose }: PartIndexer, placeOf: PlaceOf): void {
    for (const { wrong, kind } of loose) this.note(wrongValuesNotice(wrong, () => false, placeOf, wantedOf(kind)));
    this.note(wrongValuesNotice(wrongPrices, () => false, placeOf));
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

function checkedCompany(collection: CompanyCollection, document: SourceDocument): Company {
  return (collection === 'sellers' ? checkSeller : checkCompany)(document.value(), document);
}

function fault(document: SourceDocument, path: string, what: string): InvalidDocumentError {
  const { source, line } = document;
  return new InvalidDocumentError(`${source}:${line}: ${path}: ${what}`, { source, line, path });
}
