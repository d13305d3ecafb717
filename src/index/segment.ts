import { ALL_GIVEN, ALL_OF_COMPANY, IS_GIVEN } from '../encoding/given-members.js';
import type { CollectionManifest, FieldInfo } from '../encoding/manifest.js';
import { KEYWORDS } from '../encoding/text-indexes.js';
import { CorruptCatalogError } from '../model/errors.js';
import { type CollectionName, isExtentMember, parseSpecField, SPEC_MEMBERS, specField, WORDS } from '../model/fields.js';
import { type PriceName, parsePriceField } from '../model/offer-fields.js';
import type { Sections } from '../storage/section-store.js';
import { finished, Pauses, type Steps } from '../work/pauses.js';
import type { Work } from '../work/work.js';
import { type DeadRows, livingDocuments } from './alive/dead-rows.js';
import { checkBelow } from './array-checks.js';
import type { RowCodes } from './column/row-codes.js';
import type { Dictionary } from './dictionary/dictionary.js';
import { openDictionary } from './dictionary/open-dictionary.js';
import { PlainDictionary } from './dictionary/plain-dictionary.js';
import { DocumentStore } from './documents/document-store.js';
import { RangeField } from './extents/range-field.js';
import { readOfferCounts } from './offer-counts.js';
import { OfferRows } from './offers/offer-rows.js';
import { ScratchPool } from './row-set/scratch.js';
import { type Needs, type Section, SectionGroup } from './section.js';
import { SegmentField } from './segment-field.js';
import { SpecBlocks } from './spec-blocks.js';
import { TextIndex } from './text/text-index.js';
import { Universe } from './universe.js';

/** Rows that are read between two steps. */
const ROWS_AT_ONCE = 1 << 16;

export { SegmentField };

/** Whether the prices in a currency are hidden. */
type HidesCurrency = (currency: string) => boolean;

/** An operand of a filter: of a `value` or `term`, its text. */
export interface SoughtValue {
  readonly kind: string;
  readonly text?: string;
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

/** Merged uids and the rows that they lead to. */
export interface Redirects {
  readonly uids: Dictionary;
  readonly rows: Uint32Array;
}

/** What is known of the rows, one byte for each. */
export interface Merit {
  readonly bits: Uint8Array;
  readonly lengths: Uint8Array;
}

/** The segments of the collections to which parts refer. */
export type RelatedSegments = Readonly<Record<'brands' | 'manufacturers' | 'sellers' | 'categories', readonly Segment[]>>;

/** One collection of an opened catalog: rows, fields, text indexes and stored documents. */
export class Segment extends SectionGroup {
  readonly rowCount: number;
  readonly documents: DocumentStore;
  /** What is lent to the requests that run. */
  readonly scratches: ScratchPool;
  /** Number of the stored document of each row. */
  readonly documentNumbers = this.section('rows', async (name, bundle) => {
    const documents = bundle.u32();
    if (documents.length !== this.rowCount) throw new CorruptCatalogError(name, 'there is not one document a row');
    await new Pauses().run(checkBelow(name, 'document', documents, this.rowCount));
    return documents;
  });
  /** The numbers of the documents of rows that live, ascending. */
  readonly living = this.livingOf(this);
  /** The place of each row in the order of uids, and the rows in that order: the last key of every order. */
  readonly uidOrder = this.derived('uid order', () => this.readUidOrder());
  /** The dotted paths of all members that some document has. */
  readonly paths = this.section('paths', (name, bundle) => new PlainDictionary(name, bundle, 'raw'));
  /** Merged uids and the rows that they lead to; undefined where there are none. */
  readonly redirects = this.optional('redirects', (name, bundle): Redirects => {
    const uids = openDictionary(name, bundle, this.store.codec);
    const rows = bundle.u32();
    if (rows.length !== uids.size) throw new CorruptCatalogError(name, 'uids and rows differ in number');
    finished(checkBelow(name, 'row', rows, this.rowCount));
    return { uids, rows };
  });
  /** Number of offers of each row; of parts. */
  readonly offerCounts = this.section('offer-counts', (_name, bundle) => readOfferCounts(bundle, this.rowCount));
  /** What is known of each row, as bits (encoding/merit.ts), and the length of its part number; of parts. */
  readonly merit = this.section('merit', (name, bundle): Merit => {
    const merit = { bits: bundle.u8(), lengths: bundle.u8() };
    if (merit.bits.length !== this.rowCount || merit.lengths.length !== this.rowCount)
      throw new CorruptCatalogError(name, 'there is not one byte a row');
    return merit;
  });
  /** What of each row's record was given (given-members.ts); of all collections but parts. */
  readonly given = this.section('given', (name, bundle) => {
    const given = bundle.u8();
    if (given.length !== this.rowCount) throw new CorruptCatalogError(name, 'there is not one byte a row');
    return given;
  });
  /** Which spec fields the rows have, block by block; undefined for other collections than parts. */
  readonly specBlocks: Section<SpecBlocks | undefined> =
    this.path === 'parts'
      ? this.section('spec-blocks', (_name, bundle) => new SpecBlocks(bundle, this.manifest))
      : this.derived('spec-blocks', async () => undefined);
  /** The offers of parts as rows of their own; undefined for other collections. */
  readonly offerRows: OfferRows | undefined;
  private readonly fields = new Map<string, SegmentField>();
  /** By key and members. */
  private readonly ranges = new Map<string, RangeField>();
  private readonly texts = new Map<string, TextIndex>();
  private readonly infos: ReadonlyMap<string, FieldInfo>;
  /** The rows that live no more; of a view alone (alive/alive-segment.ts). */
  readonly dead: DeadRows | undefined = undefined;
  /** The records that parts refer to, of all files; they are set for parts when their catalog is opened. */
  related: RelatedSegments | undefined = undefined;
  private cachedNumberFields: readonly SegmentField[] | undefined = undefined;
  private offerView: Segment | undefined = undefined;

  constructor(
    store: Sections,
    readonly name: CollectionName,
    private readonly manifest: CollectionManifest,
  ) {
    super(store, name);
    this.rowCount = manifest.rowCount;
    // Arrays of so many rows are made before all that would tell that there are fewer.
    const numbers = `${name}/rows`;
    if (manifest.rowCount * 4 > store.section(numbers).length)
      throw new CorruptCatalogError(numbers, `has no room for ${manifest.rowCount} rows`);
    this.scratches = new ScratchPool(manifest.rowCount);
    this.documents = new DocumentStore(store, name, manifest.rowCount);
    this.infos = new Map(manifest.fields.map((info) => [info.name, info]));
    for (const { name: text, fields } of manifest.texts) {
      this.texts.set(text, new TextIndex(store, `${name}/texts/${text}`, fields, manifest.rowCount));
    }
    const { offers, rowCount } = manifest;
    const fieldOf = (field: string) => this.field(field);
    this.offerRows = offers && new OfferRows(store, `${name}/offers`, offers, rowCount, this.offerCounts, fieldOf);
  }

  /**
   * The offers, as a segment whose rows they are: a view that has their number of rows, and the fields of parts that offers have. The
   * rest of it is of the parts, and must not be used.
   */
  get offers(): Segment | undefined {
    const { offerRows } = this;
    if (!offerRows) return undefined;
    this.offerView ??= Object.create(this, {
      rowCount: { value: offerRows.rowCount },
      scratches: { value: offerRows.scratches },
      field: { value: (name: string) => offerRows.field(name) },
      priceField: { value: (price: PriceName, isHidden?: HidesCurrency) => offerRows.offerPrice(price, isHidden) },
      offers: { value: undefined },
    }) as Segment;
    return this.offerView;
  }

  /** The field of a price; undefined if no row can have one. */
  priceField(price: PriceName, isHidden?: HidesCurrency): SegmentField | undefined {
    return this.offerRows?.partPrice(price, isHidden);
  }

  /** The rows of the segment for a call, with the scratch that it is lent. */
  universe(work: Work): Universe {
    return new Universe(work.scratch(this.scratches));
  }

  /**
   * A field, or undefined if no row has a value for it: the sections of such a field are never read.
   * @param _sought what is compared with its values, which decides in a view that hides some of them
   */
  field(name: string, _sought?: SoughtValue): SegmentField | undefined {
    const known = this.fields.get(name);
    if (known) return known;
    const info = this.infos.get(name);
    if (info === undefined) {
      const price = parsePriceField(name);
      return price ? this.priceField(price) : this.rangeField(name);
    }
    if (info.values === 0) return undefined;
    const field = this.fieldOf(info);
    this.fields.set(name, field);
    return field;
  }

  /**
   * The field `range` or `covers` of a spec, made of those of its members that are not hidden; undefined if no row has a value of them,
   * and for any other fieldname. Where only values count, their own field is the one.
   */
  rangeField(name: string, isHidden?: (field: string) => boolean): SegmentField | undefined {
    const spec = parseSpecField(name);
    if (!spec || !isExtentMember(spec.member)) return undefined;
    const members = SPEC_MEMBERS.filter((member) => !isHidden?.(specField(spec.key, member)));
    const [value, min, max] = SPEC_MEMBERS.map((member) => {
      const field = members.includes(member) ? this.field(specField(spec.key, member)) : undefined;
      return field?.kind.numbers && field;
    });
    if (!min && !max) return value;
    const id = `${members.join()} ${spec.key}`;
    let range = this.ranges.get(id);
    if (!range)
      this.ranges.set(id, (range = new RangeField(this.store, this.path, spec.key, { value, min, max }, this.rowCount)));
    return range;
  }

  /** The segment with all of its fields: of a view that hides some, the segment that it is a view of. */
  get whole(): Segment {
    return this;
  }

  /** Whether a field is hidden (hidden-fields.ts). */
  hides(_field: string): boolean {
    return false;
  }

  private fieldOf(info: FieldInfo): SegmentField {
    return new SegmentField(this.store, `${this.name}/fields/${info.name}`, info, this.rowCount);
  }

  /** The field at a place in the manifest's list: what `SpecBlocks.fields` has. */
  fieldAt(place: number): SegmentField {
    const info = this.manifest.fields[place];
    return this.field(info.name) ?? this.fieldOf(info);
  }

  /** The fields of part numbers that `q` compares with whole words; fields without values are left out. */
  get numberFields(): readonly SegmentField[] {
    this.cachedNumberFields ??= this.text(KEYWORDS)
      .fields.flatMap(({ name, of }) => of ?? [name])
      .flatMap((name) => this.field(name) ?? [])
      .filter(({ kind }) => kind.hasForms);
    return this.cachedNumberFields;
  }

  /** All fields of the file. */
  fieldInfos(): Iterable<FieldInfo> {
    return this.infos.values();
  }

  /** The text index of the string values of specs; undefined where it does not have what is a string in all files together. */
  get stringWords(): TextIndex | undefined {
    return this.texts.get(WORDS);
  }

  text(name: string): TextIndex {
    return this.texts.get(name) as TextIndex;
  }

  /** Number of rows that live. */
  get liveCount(): number {
    return this.rowCount - (this.dead?.count ?? 0);
  }

  /** The section `living` of a view. */
  livingOf(view: Segment): Section<Uint32Array> {
    return this.derived('living', async () => livingDocuments(await this.documentNumbers.load(), view.dead));
  }

  private async readUidOrder(): Promise<UidOrder> {
    if (this.rowCount === 0) return { ranks: new Uint32Array(0), rows: new Uint32Array(0) };
    const pauses = new Pauses();
    const section = `${this.name}/fields/uid/codes`;
    const ranks = await pauses.run(readRanks(await (this.field('uid') as SegmentField).codes.load(), this.rowCount));
    await pauses.run(checkBelow(section, 'uid', ranks, this.rowCount));
    const order = await pauses.run(invertRanks(ranks));
    // As many ranks as rows, and each of them below: where two rows share one, another has no row.
    if (order.rows.includes(NO_ROW)) throw new CorruptCatalogError(section, 'two rows have the same uid');
    return order;
  }

  /** Adds what finding the row of a uid needs. */
  needToFind(needs: Needs): void {
    const field = this.field('uid');
    if (field) needs.add(field.dictionary).add(this.uidOrder);
    needs.add(this.redirects);
  }

  /** The row of a living uid; -1 for none. */
  rowOf(uid: string): number {
    const field = this.field('uid');
    if (!field) return -1;
    const ordinal = field.dictionary.value.find(uid);
    return ordinal < 0 ? -1 : this.uidOrder.value.rows[ordinal];
  }

  /** The row that a uid was merged into; -1 for none. */
  rowOfMerged(uid: string): number {
    const redirects = this.redirects.value;
    const listed = redirects ? redirects.uids.find(uid) : -1;
    return listed < 0 ? -1 : (redirects as Redirects).rows[listed];
  }

  private async validateGiven(): Promise<void> {
    const allowed = this.name === 'categories' ? ALL_GIVEN : ALL_OF_COMPANY;
    for (const mask of await this.given.load()) {
      const isRight = this.name === 'categories' ? (mask & IS_GIVEN) !== 0 && mask <= allowed : mask <= allowed;
      if (!isRight) throw new CorruptCatalogError(`${this.name}/given`, `${mask} is not what a record can give`);
    }
  }

  /** Deep check of everything. @throws CorruptCatalogError */
  async validate(work: Work): Promise<void> {
    const numbers = await this.documentNumbers.load();
    const seen = new Uint8Array(this.rowCount);
    for (const document of numbers) {
      if (seen[document] === 1) throw new CorruptCatalogError(`${this.name}/rows`, `document ${document} is repeated`);
      seen[document] = 1;
    }
    await this.documents.validate(work);
    (await this.paths.load()).validate(`${this.name}/paths`);
    for (const info of this.infos.values()) await (this.field(info.name) ?? this.fieldOf(info)).validate(work);
    await (await this.specBlocks.load())?.validate(`${this.name}/spec-blocks`, (place) => this.fieldAt(place).codes.load());
    if (this.name === 'parts') await Promise.all([this.offerCounts.load(), this.merit.load()]);
    else await this.validateGiven();
    await this.offerRows?.validate(work);
    const uid = this.infos.get('uid');
    await this.uidOrder.load();
    if (this.rowCount > 0 && (uid?.values !== this.rowCount || uid.multiValued)) {
      throw new CorruptCatalogError(`${this.name}/fields/uid/codes`, 'there is not one uid a row');
    }
    for (const text of this.texts.values()) {
      await work.pause();
      await text.validate();
    }
    const redirects = await this.redirects.load();
    redirects?.uids.validate(`${this.name}/redirects`);
  }
}
