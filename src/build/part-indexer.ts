import { LIFE_CYCLE_KEY } from '../analysis/life-cycle.js';
import { GrowableU32 } from '../encoding/growable.js';
import type { SpecType } from '../encoding/spec-facts.js';
import { KEYWORDS, keywordFields, textIndexOf } from '../encoding/text-indexes.js';
import type { Company, SpecMetadata } from '../model/documents.js';
import { FIELDS, type FieldTable, NO_FIELDS } from '../model/fields.js';
import type { CategoryTree } from './category-tree.js';
import type { CompanyGatherer } from './company-gatherer.js';
import { FieldBuilder } from './field-builder.js';
import { FilledFields } from './filled-members.js';
import { HasField } from './has-field.js';
import { LooseField, looseDefinitions } from './loose-fields.js';
import { MeanPrice } from './mean-price.js';
import type { SlotTree } from './member-tree.js';
import { isCurrency, OfferIndexer } from './offers/offer-indexer.js';
import { PartCategories } from './part-categories.js';
import { END, type PartEntries } from './part-entries.js';
import * as slots from './part-slots.js';
import type { MeritSources } from './rows/merit-writer.js';
import type { FieldValues } from './rows/row-values.js';
import type { SegmentBuilder } from './segment-builder.js';
import { type FinishedSpec, SpecBuilder } from './spec-builder.js';
import type { TextSink } from './text/text-index-builder.js';

/** A field whose values are those of one slot. */
interface SlotField {
  readonly field: FieldBuilder;
  /** Its number in the keyword index; -1 if it is not in it. */
  readonly keyword: number;
  /** Its own text index, if it has one. */
  readonly text: TextSink | undefined;
  /** Its values by offer, if offers have it. */
  readonly ofOffers: FieldValues | undefined;
}

/** The companies of one slot: their fields, and the gatherer of their names in parts. */
interface SlotCompanies {
  readonly uids: FieldBuilder;
  readonly names: FieldBuilder;
  /** Of sellers. */
  readonly flags: FieldBuilder | undefined;
  readonly keyword: number;
  readonly gatherer: CompanyGatherer;
  /** By the number of a uid that some part gives without a name: 1 + the number of its record's name, 0 if it has none. */
  readonly recordNames: (number | undefined)[];
  /** Likewise the flag of a seller. */
  readonly recordFlags: (number | undefined)[];
  /** By the number of a uid, 1 + the number of the last name that parts gave it: a repeated pair adds nothing. */
  readonly lastNames: GrowableU32;
  /** The fields of the build's own that are members of them; usually there are none. */
  readonly filled: FilledFields | undefined;
  /** Of sellers, the uids and names by offer. */
  readonly ofOffers: { readonly uids: FieldValues; readonly names: FieldValues } | undefined;
}

/** A currency of prices. */
interface Currency {
  readonly name: string;
  /** Whether requests can ask for it. */
  readonly isIndexed: boolean;
  /** Whether it is that of `avg_price`. */
  readonly isAveraged: boolean;
}

/** What the indexer of parts needs from the catalog's builder. */
export interface PartContext {
  readonly segment: SegmentBuilder;
  readonly categories: CategoryTree;
  readonly brands: CompanyGatherer;
  readonly manufacturers: CompanyGatherer;
  readonly sellers: CompanyGatherer;
  readonly priceCurrency: string;
  /** Fields that the build declares. */
  readonly ownFields?: FieldTable;
}

/** Splits parts into the fields and texts of their segment. */
export class PartIndexer {
  /** The values for the scanner of parts to find. */
  readonly slots: SlotTree;
  /** Spec keys and currencies by slot, from slots.SPEC on. */
  private readonly named: (SpecBuilder | Currency)[] = [];
  /** Those that parts have, in the order in which they were first seen. */
  private readonly specs: SpecBuilder[] = [];
  readonly categories: PartCategories;
  /** Number of offers of each document. */
  readonly offerCounts = new GrowableU32();
  /** Number of specs of each document. */
  readonly specCounts = new GrowableU32();
  /** By slot, from slots.FIELD on. */
  private readonly fields: SlotField[];
  /** By slot. */
  private readonly companies: (SlotCompanies | undefined)[] = [];
  private readonly averagePrice: FieldBuilder;
  private readonly price = new MeanPrice();
  /** Whether any part has a price in the catalog's currency. */
  hasPrices = false;
  /** Quantities and prices in that currency that are not numbers. */
  readonly wrongPrices: FieldBuilder;
  /** Entries of the part whose texts `q` searches, by keyword field: the index adds them field by field. */
  private readonly keywords: readonly GrowableU32[];
  /** By keyword field, the numbers of names that the part leaves out and records have. */
  private readonly filledNames: readonly GrowableU32[];
  /** By keyword field; those of a build's own fields are none. */
  private readonly keywordFields: readonly (FieldBuilder | undefined)[];
  private readonly brokers: number[] = [];
  /** The fields of the build's own that are members of the sellers of broker listings. */
  private readonly filledOfBrokers: FilledFields | undefined;
  /** What of the part's keywords is in records alone, in fields of the build's own. */
  private readonly filledKeywords: { readonly field: LooseField; readonly value: number }[] = [];
  /** By slot, counted down from −1. */
  readonly loose: readonly LooseField[];
  private readonly has: HasField;
  private readonly offers: OfferIndexer;

  constructor(private readonly context: PartContext) {
    const { segment, ownFields = NO_FIELDS } = context;
    const searched = keywordFields('parts', ownFields).map(({ name }) => name);
    this.keywords = searched.map(() => new GrowableU32());
    this.filledNames = searched.map(() => new GrowableU32());
    for (const name of FIELDS.parts.keys()) segment.field(name);
    this.offers = new OfferIndexer(segment);
    segment.offers = this.offers.rows;
    const loose = looseDefinitions(ownFields);
    this.loose = loose.map((definition) => new LooseField(definition, segment, ownFields));
    this.has = new HasField(segment.field('has'));
    this.keywordFields = searched.map((name) => (FIELDS.parts.has(name) ? segment.field(name) : undefined));
    this.fields = slots.PLAIN_FIELDS.map(({ name }) => {
      const text = textIndexOf('parts', name);
      return {
        field: segment.field(name),
        keyword: searched.indexOf(name),
        text: text === KEYWORDS ? undefined : segment.text(text),
        ofOffers: this.offers.column(name),
      };
    });
    for (const [member, slot] of slots.COMPANIES) {
      this.companies[slot] = {
        uids: segment.field(`${member}.uid`),
        names: segment.field(`${member}.name`),
        flags: slot === slots.SELLER ? segment.field(`${member}.display_flag`) : undefined,
        keyword: searched.indexOf(`${member}.name`),
        gatherer: gathererOf(context, slot),
        recordNames: [],
        recordFlags: [],
        lastNames: new GrowableU32(),
        filled: FilledFields.of(member, this.loose, gathererOf(context, slot)),
        ofOffers: this.offers.sellers(member),
      };
    }
    this.filledOfBrokers = FilledFields.of('broker_listings.seller', this.loose, context.sellers);
    this.averagePrice = segment.field('avg_price');
    this.categories = new PartCategories(segment.field('category_uids'), context.categories);
    this.wrongPrices = new FieldBuilder(`offers.prices.${context.priceCurrency}`);
    const slotOf = (reader: SpecBuilder | Currency) => slots.SPEC + this.named.push(reader) - 1;
    const currency = (name: string) => {
      const read = { name, isIndexed: isCurrency(name), isAveraged: name === context.priceCurrency };
      return read.isIndexed || read.isAveraged ? slotOf(read) : 0;
    };
    const paths = loose.map(({ name }) => name);
    this.slots = slots.partSlots({ spec: (key) => slotOf(new SpecBuilder(key)), currency }, paths);
  }

  /** Indexes a part under the document number that its segment assigned. */
  add(document: number, part: PartEntries): void {
    for (const entries of this.keywords) entries.length = 0;
    for (const names of this.filledNames) names.length = 0;
    this.filledKeywords.length = 0;
    this.price.clear();
    let offers = 0;
    let specs = 0;
    this.categories.begin();
    const { has } = this;
    has.begin();
    this.offers.beginPart();
    part.rewind();
    for (let slot = part.next(); slot !== END; slot = part.next()) {
      if (slot >= slots.SPEC) {
        const reader = this.named[slot - slots.SPEC];
        if ('isAveraged' in reader) this.addBreak(reader, part);
        else {
          this.addSpec(document, part, reader, specs);
          specs++;
        }
      } else if (slot >= slots.FIELD) this.addField(document, part, slot);
      else if (slot >= slots.HAS) has.addList(slot);
      else if (slot === slots.CATEGORY) this.categories.add(document, part);
      else if (slot === slots.OFFER) {
        offers++;
        this.price.beginOffer();
        this.offers.beginOffer();
      } else if (slot === slots.BROKER) {
        this.brokers.push(part.entry);
        this.skipBroker(document, part);
      } else if (slot < 0) this.addLoose(document, part, slot);
      else if (slot !== slots.REDIRECTED) this.addCompany(document, part, this.companies[slot] as SlotCompanies);
    }
    for (const entry of this.brokers.splice(0)) this.context.sellers.addMention(part.parse(entry) as Company);
    this.offerCounts.push(offers);
    this.offers.endPart(document, offers);
    this.specCounts.push(specs);
    has.end(document, offers > 0, specs > 0);
    this.categories.end();
    const price = this.price.result();
    if (price !== undefined) this.averagePrice.add(document, price);
    for (const text of this.price.noNumbers) this.wrongPrices.add(document, text);
    this.addKeywords(part);
  }

  private addField(document: number, part: PartEntries, slot: number): void {
    const { field, keyword, text, ofOffers } = this.fields[slot - slots.FIELD];
    const { entry } = part;
    const value = internText(field, part, entry);
    if (ofOffers) this.offers.note(ofOffers, field.name, value);
    if (!field.note(document, value)) return;
    if (keyword >= 0) this.keywords[keyword].push(entry);
    else text?.addUtf8(0, part.source(entry), part.from(entry), part.to(entry));
  }

  private addLoose(document: number, part: PartEntries, slot: number): void {
    const field = this.loose[-1 - slot];
    if (field.add(document, part) && field.keyword >= 0) this.keywords[field.keyword].push(part.entry);
  }

  /** Only loose fields look at the sellers of broker listings. */
  private skipBroker(document: number, part: PartEntries): void {
    const filled = this.filledOfBrokers;
    const end = part.objectEnd;
    let uidEntry = -1;
    filled?.begin();
    for (let slot = part.next(end); slot !== END; slot = part.next(end)) {
      if (slot === slots.COMPANY_UID) uidEntry = part.entry;
      if (slot >= 0) continue;
      this.addLoose(document, part, slot);
      filled?.note(slot);
    }
    if (filled && uidEntry >= 0) this.addFilled(document, filled, part.text(uidEntry));
  }

  /** Adds what a company leaves out and its record has, in fields of the build's own. */
  private addFilled(document: number, filled: FilledFields, uid: string): void {
    filled.fill(document, uid, (field, value) => {
      if (field.keyword >= 0) this.filledKeywords.push({ field, value });
    });
  }

  private addSpec(document: number, part: PartEntries, spec: SpecBuilder, nth: number): void {
    if (!spec.isUsed) this.specs.push(spec);
    spec.add(document, part, nth);
  }

  private addBreak({ name, isIndexed, isAveraged }: Currency, part: PartEntries): void {
    const quantity = part.entry;
    part.next();
    if (isIndexed) this.offers.addBreak(name, part, quantity, part.entry);
    if (!isAveraged) return;
    this.hasPrices = true;
    this.price.addBreak(part.text(quantity), part.text(part.entry));
  }

  private addKeywords(part: PartEntries): void {
    const text = this.context.segment.text(KEYWORDS);
    for (let keyword = 0; keyword < this.keywords.length; keyword++) {
      const { array, length } = this.keywords[keyword];
      for (let i = 0; i < length; i++) text.addUtf8(keyword, part.source(array[i]), part.from(array[i]), part.to(array[i]));
      for (const { field, value } of this.filledKeywords) if (field.keyword === keyword) field.addTo(text, keyword, value);
      const filled = this.filledNames[keyword];
      if (filled.length === 0) continue;
      const { bytes, offsets } = (this.keywordFields[keyword] as FieldBuilder).values;
      for (let i = 0; i < filled.length; i++) {
        const name = filled.array[i];
        text.addUtf8(keyword, bytes.array, offsets.array[name], offsets.array[name + 1]);
      }
    }
  }

  private addCompany(document: number, part: PartEntries, companies: SlotCompanies): void {
    const { uids, names, flags, keyword, gatherer, lastNames, filled } = companies;
    const object = part.entry;
    const end = part.objectEnd;
    let uid = -1;
    let uidEntry = -1;
    let flag = false;
    let name = -1;
    filled?.begin();
    for (let slot = part.next(end); slot !== END; slot = part.next(end)) {
      if (slot === slots.COMPANY_UID) uids.note(document, (uid = internText(uids, part, (uidEntry = part.entry))));
      else if (slot < 0) {
        this.addLoose(document, part, slot);
        filled?.note(slot);
      } else if (slot === slots.COMPANY_FLAG) {
        flag = true;
        flags?.note(document, internText(flags, part, part.entry));
      } else {
        name = internText(names, part, part.entry);
        if (names.note(document, name) && keyword >= 0) this.keywords[keyword].push(part.entry);
      }
    }
    const { ofOffers } = companies;
    if (ofOffers) this.offers.noteSeller(uid, name);
    if (ofOffers && name >= 0) this.offers.note(ofOffers.names, names.name, name);
    if (uid < 0) return;
    if (ofOffers) this.offers.note(ofOffers.uids, uids.name, uid);
    if (filled) this.addFilled(document, filled, part.text(uidEntry));
    if (flags && !flag) this.addRecordFlag(document, part, companies, uid, uidEntry);
    if (name < 0) {
      this.addRecordName(document, part, companies, uid, uidEntry);
      return;
    }
    while (lastNames.length <= uid) lastNames.push(0);
    if (lastNames.array[uid] === name + 1) return;
    lastNames.array[uid] = name + 1;
    gatherer.addMention(part.parse(object) as Company);
  }

  /** Adds the name of the record that was given for a uid: the part itself has none. */
  private addRecordName(document: number, part: PartEntries, companies: SlotCompanies, uid: number, entry: number): void {
    const { names, keyword, gatherer, recordNames, ofOffers } = companies;
    let number = recordNames[uid];
    if (number === undefined) {
      const text = part.text(entry);
      gatherer.addNameless(text);
      const given = gatherer.givenName(text);
      number = recordNames[uid] = given === undefined ? 0 : 1 + names.values.intern(given);
    }
    if (number > 0 && ofOffers) this.offers.note(ofOffers.names, names.name, number - 1);
    if (number > 0 && names.note(document, number - 1) && keyword >= 0) this.filledNames[keyword].push(number - 1);
  }

  /** Adds the flag of the record that was given for a seller: the part itself has none. */
  private addRecordFlag(
    document: number,
    part: PartEntries,
    { flags, gatherer, recordFlags }: SlotCompanies,
    uid: number,
    entry: number,
  ): void {
    if (!flags) return;
    let number = recordFlags[uid];
    if (number === undefined) {
      const given = gatherer.givenFlag(part.text(entry));
      number = recordFlags[uid] = given === undefined ? 0 : 1 + flags.values.intern(given);
    }
    if (number > 0) flags.note(document, number - 1);
  }

  /** What the merit of parts is made of, once all parts have been added and before their specs are finished. */
  meritSources(): MeritSources {
    const { segment } = this.context;
    return {
      stock: segment.field('offers.in_stock_quantity'),
      price: this.averagePrice,
      descriptions: segment.field('descriptions.value'),
      shortDescription: segment.field('short_description'),
      mpn: segment.field('mpn'),
      lifeCycle: this.specs.find(({ key }) => key === LIFE_CYCLE_KEY)?.values,
      specCounts: this.specCounts.view(),
    };
  }

  /** Decides the type of every key and returns its fields. */
  finishSpecs(metadata: ReadonlyMap<string, SpecMetadata>, decided?: ReadonlyMap<string, SpecType>): FinishedSpec[] {
    return this.specs.splice(0).map((spec) => spec.finish(metadata.get(spec.key), decided?.get(spec.key)));
  }
}

function gathererOf({ brands, manufacturers, sellers }: PartContext, slot: number): CompanyGatherer {
  return slot === slots.BRAND ? brands : slot === slots.MANUFACTURER ? manufacturers : sellers;
}

/** The number of an entry's text among the values of a field. */
function internText(field: FieldBuilder, part: PartEntries, entry: number): number {
  return field.values.internBytes(part.source(entry), part.from(entry), part.to(entry));
}
