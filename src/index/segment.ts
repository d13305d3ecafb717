import type { CollectionManifest, FieldInfo } from '../encoding/manifest.js';
import { CorruptCatalogError } from '../model/errors.js';
import type { CollectionName } from '../model/fields.js';
import type { SectionStore } from '../storage/section-store.js';
import { finished, Pauses, type Steps } from '../work/pauses.js';
import type { Work } from '../work/work.js';
import { checkBelow } from './array-checks.js';
import { RowCodes } from './column/row-codes.js';
import type { Dictionary } from './dictionary/dictionary.js';
import { NumberDictionary } from './dictionary/number-dictionary.js';
import { openDictionary } from './dictionary/open-dictionary.js';
import { PartNumberForms } from './dictionary/part-number-forms.js';
import { PartNumberWildcards } from './dictionary/part-number-wildcards.js';
import { PlainDictionary } from './dictionary/plain-dictionary.js';
import { ValueTokens } from './dictionary/value-tokens.js';
import { DocumentStore } from './documents/document-store.js';
import { Lazy } from './lazy.js';
import { type OfferCounts, readOfferCounts } from './offer-counts.js';

import { Postings } from './postings.js';
import { ScratchPool } from './row-set/scratch.js';
import { SpecBlocks } from './spec-blocks.js';
import { TextIndex } from './text/text-index.js';

/** Rows that are read between two steps. */
const ROWS_AT_ONCE = 1 << 16;

/** A field of a segment. Its parts are sections of their own, loaded when first needed. */
export class SegmentField {
  private readonly dictionaryLoaded = new Lazy(async () => {
    const name = `${this.section}/dictionary`;
    return this.checkSize(name, openDictionary(name, await this.store.bundle(name), this.store.codec));
  });
  private readonly numbersLoaded = new Lazy(async () => {
    const name = `${this.section}/dictionary`;
    return this.checkSize(name, new NumberDictionary(name, await this.store.bundle(name)));
  });
  private readonly codesLoaded = new Lazy(async () => {
    const name = `${this.section}/codes`;
    const codes = new RowCodes(await this.store.bundle(name), this.rowCount);
    await new Pauses().run(codes.check(name, this.info.values));
    return codes;
  });
  private readonly postingsLoaded = new Lazy(async () => {
    const name = `${this.section}/postings`;
    const postings = this.checkSize(name, new Postings(await this.store.bundle(name), this.rowCount));
    await new Pauses().run(postings.check(name));
    return postings;
  });
  private readonly formsLoaded = new Lazy(async () => {
    const name = `${this.section}/forms`;
    const dictionary = await this.dictionary();
    if (!(dictionary instanceof PlainDictionary)) throw new CorruptCatalogError(name, 'the part numbers are not in memory form');
    return PartNumberForms.open(name, await this.store.bundle(name), dictionary);
  });
  private readonly wildcardsLoaded = new Lazy(async () => {
    const name = `${this.section}/wildcards`;
    return this.checkSize(name, new PartNumberWildcards(await this.store.bundle(name)));
  });
  private readonly tokensLoaded = new Lazy(async () => new Pauses().run(ValueTokens.read(await this.dictionary())));

  constructor(
    private readonly store: SectionStore,
    private readonly section: string,
    readonly info: FieldInfo,
    private readonly rowCount: number,
  ) {}

  /** Distinct values of every kind but `number`. */
  dictionary(): Promise<Dictionary> {
    return this.dictionaryLoaded.get();
  }

  /** Distinct values of the kind `number`. */
  numbers(): Promise<NumberDictionary> {
    return this.numbersLoaded.get();
  }

  /** What each row has, as codes of ordinals. */
  codes(): Promise<RowCodes> {
    return this.codesLoaded.get();
  }

  /** The rows of each ordinal; numbers and texts have none. */
  postings(): Promise<Postings> {
    return this.postingsLoaded.get();
  }

  /** The normalised forms of the kind `part_number`. */
  forms(): Promise<PartNumberForms> {
    return this.formsLoaded.get();
  }

  /** What narrows wildcards of the kind `part_number`. */
  wildcards(): Promise<PartNumberWildcards> {
    return this.wildcardsLoaded.get();
  }

  /** The tokens of each value of the kinds `name` and `string`. */
  tokens(): Promise<ValueTokens> {
    return this.tokensLoaded.get();
  }

  private checkSize<T extends { readonly size: number }>(section: string, part: T): T {
    if (part.size !== this.info.values)
      throw new CorruptCatalogError(section, `holds ${part.size} values instead of ${this.info.values}`);
    return part;
  }

  /** Deep check of all parts. @throws CorruptCatalogError */
  async validate(work: Work): Promise<void> {
    const { kind } = this.info;
    if (kind === 'number') (await this.numbers()).validate(`${this.section}/dictionary`);
    else (await this.dictionary()).validate(`${this.section}/dictionary`);
    const codes = await this.codes();
    const postings = kind === 'number' || kind === 'text' ? undefined : await this.postings();
    await work.pause();
    postings?.validate(`${this.section}/postings`);
    await work.run(this.validateValues(codes, postings, work));
    if (kind !== 'part_number') return;
    (await this.forms()).validate(`${this.section}/forms`);
    (await this.wildcards()).validate(`${this.section}/wildcards`, (await this.dictionary()) as PlainDictionary);
  }

  /** Checks that the rows have the values that the values have the rows of. */
  private *validateValues(codes: RowCodes, postings: Postings | undefined, work: Work): Steps<void> {
    const fail = (what: string): never => {
      throw new CorruptCatalogError(`${this.section}/codes`, what);
    };
    let rows = 0;
    let pairs = 0;
    for (let row = 0; row < this.rowCount; row++) {
      const ordinals = codes.ordinalsOf(codes.code(row));
      if (ordinals.length > 0) rows++;
      pairs += ordinals.length;
      if (postings) for (const ordinal of ordinals) if (!postings.has(ordinal, row)) fail(`the postings lack row ${row}`);
      if (row % ROWS_AT_ONCE === 0 && work.isDue()) yield;
    }
    if (rows !== this.info.rows) fail(`${rows} rows have a value instead of ${this.info.rows}`);
    if (pairs > rows !== this.info.multiValued) fail('rows have several values, or one at most, other than the manifest says');
    let listed = postings ? 0 : pairs;
    for (let ordinal = 0; postings && ordinal < postings.size; ordinal++) listed += postings.count(ordinal);
    if (listed !== pairs) fail(`the postings have ${listed} rows instead of ${pairs}`);
  }
}

/** What no row is numbered: they are below 2^31. */
const NO_ROW = 0xffffffff;

/** Rows by uid: each is the inverse of the other. */
export interface UidOrder {
  readonly ranks: Uint32Array;
  readonly rows: Uint32Array;
}

function* readRanks(codes: RowCodes, rowCount: number): Steps<Uint32Array> {
  const ranks = new Uint32Array(rowCount);
  for (let from = 0; from < rowCount; from += ROWS_AT_ONCE) {
    for (let row = from; row < Math.min(from + ROWS_AT_ONCE, rowCount); row++) ranks[row] = codes.code(row) - 1;
    yield;
  }
  return ranks;
}

function* invertRanks(ranks: Uint32Array): Steps<UidOrder> {
  const rows = new Uint32Array(ranks.length).fill(NO_ROW);
  for (let from = 0; from < ranks.length; from += ROWS_AT_ONCE) {
    for (let row = from; row < Math.min(from + ROWS_AT_ONCE, ranks.length); row++) rows[ranks[row]] = row;
    yield;
  }
  return { ranks, rows };
}

/** One collection of an opened catalog: rows, fields, text indexes and stored documents. */
export class Segment {
  readonly rowCount: number;
  readonly documents: DocumentStore;
  /** What is lent to the requests that run. */
  readonly scratches: ScratchPool;
  private readonly fields = new Map<string, SegmentField>();
  private readonly texts = new Map<string, TextIndex>();
  private readonly infos: ReadonlyMap<string, FieldInfo>;
  private readonly documentsLoaded = new Lazy(async () => {
    const name = `${this.name}/rows`;
    const documents = (await this.store.bundle(name)).u32();
    if (documents.length !== this.rowCount) throw new CorruptCatalogError(name, 'there is not one document a row');
    await new Pauses().run(checkBelow(name, 'document', documents, this.rowCount));
    return documents;
  });
  private readonly ranksLoaded = new Lazy(async () => {
    if (this.rowCount === 0) return new Uint32Array(0);
    const pauses = new Pauses();
    const ranks = await pauses.run(readRanks(await (this.field('uid') as SegmentField).codes(), this.rowCount));
    await pauses.run(checkBelow(`${this.name}/fields/uid/codes`, 'uid', ranks, this.rowCount));
    return ranks;
  });
  private readonly uidOrderLoaded = new Lazy(async () => {
    const order = await new Pauses().run(invertRanks(await this.uidRanks()));
    // As many ranks as rows, and each of them below: where two rows share one, another has no row.
    if (order.rows.includes(NO_ROW)) throw new CorruptCatalogError(`${this.name}/fields/uid/codes`, 'two rows have the same uid');
    return order;
  });
  private readonly pathsLoaded = new Lazy(async () => {
    const name = `${this.name}/paths`;
    return new PlainDictionary(name, await this.store.bundle(name), 'raw');
  });
  private readonly redirectsLoaded = new Lazy(async () => {
    const name = `${this.name}/redirects`;
    if (!this.store.has(name)) return undefined;
    const bundle = await this.store.bundle(name);
    const uids = openDictionary(name, bundle, this.store.codec);
    const rows = bundle.u32();
    if (rows.length !== uids.size) throw new CorruptCatalogError(name, 'uids and rows differ in number');
    finished(checkBelow(name, 'row', rows, this.rowCount));
    return { uids, rows };
  });
  private readonly offerCountsLoaded = new Lazy(async () => {
    const name = `${this.name}/offer-counts`;
    return readOfferCounts(await this.store.bundle(name), this.rowCount);
  });
  private readonly specBlocksLoaded = new Lazy(async () => {
    if (this.name !== 'parts') return undefined;
    return new SpecBlocks(await this.store.bundle(`${this.name}/spec-blocks`), this.manifest);
  });

  constructor(
    private readonly store: SectionStore,
    readonly name: CollectionName,
    private readonly manifest: CollectionManifest,
  ) {
    this.rowCount = manifest.rows;
    // Arrays of so many rows are made before all that would tell that there are fewer.
    const numbers = `${name}/rows`;
    if (manifest.rows * 4 > store.section(numbers).length)
      throw new CorruptCatalogError(numbers, `has no room for ${manifest.rows} rows`);
    this.scratches = new ScratchPool(manifest.rows);
    this.documents = new DocumentStore(store, name, manifest.rows);
    this.infos = new Map(manifest.fields.map((info) => [info.name, info]));
    for (const { name: text, fields } of manifest.texts) {
      this.texts.set(text, new TextIndex(store, `${name}/texts/${text}`, fields, manifest.rows));
    }
  }

  /** A field, or undefined if no row has a value for it. */
  field(name: string): SegmentField | undefined {
    const known = this.fields.get(name);
    if (known) return known;
    const info = this.infos.get(name);
    if (!info) return undefined;
    const field = new SegmentField(this.store, `${this.name}/fields/${name}`, info, this.rowCount);
    this.fields.set(name, field);
    return field;
  }

  /** The field at a place in the manifest's list: what `SpecBlocks.fields` has. */
  fieldAt(place: number): SegmentField {
    return this.field(this.manifest.fields[place].name) as SegmentField;
  }

  /** Sections and bytes of the catalog that have been read so far. */
  get sectionsRead(): { readonly sections: number; readonly bytes: number } {
    return this.store.read;
  }

  /** All fields of which some row has a value. */
  fieldInfos(): Iterable<FieldInfo> {
    return this.infos.values();
  }

  text(name: string): TextIndex {
    return this.texts.get(name) as TextIndex;
  }

  /** Number of the stored document of each row. */
  documentNumbers(): Promise<Uint32Array> {
    return this.documentsLoaded.get();
  }

  /** Place of each row in the order of uids: the last key of every order. */
  uidRanks(): Promise<Uint32Array> {
    return this.ranksLoaded.get();
  }

  /** The place of each row in the order of uids, and the rows in that order. */
  uidOrder(): Promise<UidOrder> {
    return this.uidOrderLoaded.get();
  }

  /** The dotted paths of all members that some document has. */
  paths(): Promise<Dictionary> {
    return this.pathsLoaded.get();
  }

  /** Merged uids and the rows that they lead to. */
  redirects(): Promise<{ uids: Dictionary; rows: Uint32Array } | undefined> {
    return this.redirectsLoaded.get();
  }

  /** Which spec fields the rows have, block by block; undefined for other collections than parts. */
  specBlocks(): Promise<SpecBlocks | undefined> {
    return this.specBlocksLoaded.get();
  }

  /** Number of offers of each row; of parts. */
  offerCounts(): Promise<OfferCounts> {
    return this.offerCountsLoaded.get();
  }

  /** The row of a living uid; -1 for none. */
  async rowOf(uid: string): Promise<number> {
    const field = this.field('uid');
    if (!field) return -1;
    const ordinal = (await field.dictionary()).find(uid);
    return ordinal < 0 ? -1 : (await this.uidOrder()).rows[ordinal];
  }

  /** The row that a uid was merged into; -1 for none. */
  async rowOfMerged(uid: string): Promise<number> {
    const redirects = await this.redirects();
    const listed = redirects ? redirects.uids.find(uid) : -1;
    return listed < 0 ? -1 : (redirects as { rows: Uint32Array }).rows[listed];
  }

  /** Deep check of everything. @throws CorruptCatalogError */
  async validate(work: Work): Promise<void> {
    const numbers = await this.documentNumbers();
    const seen = new Uint8Array(this.rowCount);
    for (const document of numbers) {
      if (seen[document] === 1) throw new CorruptCatalogError(`${this.name}/rows`, `document ${document} is repeated`);
      seen[document] = 1;
    }
    await this.documents.validate(work);
    (await this.paths()).validate(`${this.name}/paths`);
    for (const name of this.infos.keys()) await (this.field(name) as SegmentField).validate(work);
    await (await this.specBlocks())?.validate(`${this.name}/spec-blocks`, (place) => this.fieldAt(place).codes());
    if (this.name === 'parts') await this.offerCounts();
    const uid = this.infos.get('uid');
    await this.uidOrder();
    if (this.rowCount > 0 && (uid?.values !== this.rowCount || uid.multiValued)) {
      throw new CorruptCatalogError(`${this.name}/fields/uid/codes`, 'there is not one uid a row');
    }
    for (const text of this.texts.values()) {
      await work.pause();
      await text.validate();
    }
    const redirects = await this.redirects();
    redirects?.uids.validate(`${this.name}/redirects`);
  }
}
