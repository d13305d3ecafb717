import { parseAskedDecimal } from '../analysis/decimal.js';
import { GrowableU32 } from '../encoding/growable.js';
import { KEYWORDS, type SpecKey } from '../encoding/manifest.js';
import type { Company, SpecMetadata } from '../model/documents.js';
import type { FieldKind } from '../model/fields.js';
import type { CategoryTree } from './category-tree.js';
import type { CompanyGatherer } from './company-gatherer.js';
import { MeanPrice } from './mean-price.js';
import type { SlotTree } from './member-tree.js';
import { ENTRY, type PartScanner } from './part-scanner.js';
import * as slots from './part-slots.js';
import { FieldBuilder, type SegmentBuilder } from './segment-builder.js';
import { SpecBuilder } from './spec-builder.js';

/** Numbers of the fields of the keyword index (manifest.ts, PART_TEXT_FIELDS). */
const MPN = 0;
const SKU = 1;
const BRAND = 2;
const SELLER = 3;
const DESCRIPTION = 4;
const KEYWORD_FIELDS = 5;

/** A field whose values are those of one slot; with the number of its keyword field, if it has one. */
interface SlotField {
  readonly field: FieldBuilder;
  readonly keyword: number | undefined;
}

/** The companies of one slot: what they are called, and what parts say of them. */
interface SlotCompanies {
  readonly uids: FieldBuilder;
  readonly names: FieldBuilder;
  readonly keyword: number | undefined;
  readonly gatherer: CompanyGatherer;
  /** Number + 1 of the name that parts called each company last; what they have said once need not be told again. */
  readonly lastNames: GrowableU32;
}

/** What is known of a category that parts are in. */
interface Lineage {
  /** Value numbers of the category and its ancestors. */
  readonly values: readonly number[];
  readonly uid: string;
  readonly depth: number;
}

/** What the catalog's builder hands to the indexer of parts. */
export interface PartContext {
  readonly segment: SegmentBuilder;
  readonly categories: CategoryTree;
  readonly brands: CompanyGatherer;
  readonly manufacturers: CompanyGatherer;
  readonly sellers: CompanyGatherer;
  readonly specMetadata: ReadonlyMap<string, SpecMetadata>;
  readonly priceCurrency: string;
}

/** Takes parts apart into the fields and texts of their segment. */
export class PartIndexer {
  /** What the scanner of parts has to find. */
  readonly slots: SlotTree;
  /** Spec keys by slot, from slots.SPEC on. */
  private readonly specSlots: SpecBuilder[] = [];
  /** Those that parts have, in the order in which they were first seen. */
  private readonly specs: SpecBuilder[] = [];
  /** Number of the primary category of each document, counted from 1; 0 for none. */
  readonly primaryCategories = new GrowableU32();
  /** Number of offers of each document. */
  readonly offerCounts = new GrowableU32();
  readonly categoryNumbers = new Map<string, number>();
  private readonly lineages: (Lineage | undefined)[] = [];
  private readonly fields: (SlotField | undefined)[] = [];
  private readonly companies: (SlotCompanies | undefined)[] = [];
  private readonly averagePrice: FieldBuilder;
  private readonly categoryUids: FieldBuilder;
  private readonly price = new MeanPrice();
  /** Whether any part has a price in the catalog's currency. */
  hasPrices = false;
  /** Quantities and prices in that currency that are no numbers. */
  readonly wrongPrices: FieldBuilder;
  /** Entries of the part whose texts are searched, by keyword field: they stand together there, best field first. */
  private readonly keywords: GrowableU32[] = Array.from({ length: KEYWORD_FIELDS }, () => new GrowableU32());
  private readonly brokers: number[] = [];

  constructor(private readonly context: PartContext) {
    const { segment, brands, manufacturers, sellers } = context;
    const field = (name: string, kind: FieldKind) => segment.field(name, kind);
    const take = (slot: number, taken: FieldBuilder, keyword?: number) => {
      this.fields[slot] = { field: taken, keyword };
    };
    const company = (slot: number, name: string, gatherer: CompanyGatherer, keyword?: number) => {
      const names = field(`${name}.name`, 'name');
      const uids = field(`${name}.uid`, 'uid');
      this.companies[slot] = { uids, names, keyword, gatherer, lastNames: new GrowableU32() };
    };
    take(slots.PART_UID, field('uid', 'uid'));
    take(slots.MPN, field('mpn', 'part_number'), MPN);
    company(slots.BRAND, 'brand', brands, BRAND);
    company(slots.MANUFACTURER, 'manufacturer', manufacturers);
    take(slots.SKU, field('offers.sku', 'part_number'), SKU);
    company(slots.SELLER, 'offers.seller', sellers, SELLER);
    take(slots.PACKAGING, field('offers.packaging', 'name'));
    take(slots.STOCK, field('offers.in_stock_quantity', 'number'));
    take(slots.MOQ, field('offers.moq', 'number'));
    take(slots.LEAD_DAYS, field('offers.factory_lead_days', 'number'));
    take(slots.IS_AUTHORIZED, field('offers.is_authorized', 'boolean'));
    this.averagePrice = field('avg_price', 'number');
    this.wrongPrices = new FieldBuilder(`offers.prices.${context.priceCurrency}`, 'number');
    // A mean is no text of a document: that of the smallest prices is below what one may write.
    this.averagePrice.parse = parseAskedDecimal;
    take(slots.DESCRIPTION, field('descriptions.value', 'text'), DESCRIPTION);
    take(slots.SHORT_DESCRIPTION, field('short_description', 'text'));
    this.categoryUids = field('category_uids', 'uid');
    this.slots = slots.partSlots(context.priceCurrency, (key) => {
      this.specSlots.push(new SpecBuilder(key, context.specMetadata.get(key)));
      return slots.SPEC + this.specSlots.length - 1;
    });
  }

  /** Indexes a part under the document number that its segment has given it. */
  add(document: number, part: PartScanner): void {
    const { entries, length } = part;
    for (const entry of this.keywords) entry.length = 0;
    this.price.clear();
    let offers = 0;
    let primary: Lineage | undefined;
    for (let entry = 0; entry < length; entry += ENTRY) {
      const slot = entries[entry];
      if (slot <= slots.LAST_FIELD) this.addField(document, part, entry, slot);
      else if (slot >= slots.SPEC) {
        const spec = this.specSlots[slot - slots.SPEC];
        if (!spec.isUsed) this.specs.push(spec);
        spec.isUsed = true;
        spec.add(document, part, entry);
        entry = entries[entry + 3] - ENTRY;
      } else if (slot === slots.BREAK_QUANTITY) {
        this.hasPrices = true;
        this.price.addBreak(part.text(entry), part.text((entry += ENTRY)));
      } else if (slot === slots.CATEGORY) {
        const lineage = this.addCategory(document, part, entry);
        if (!primary || lineage.depth > primary.depth) primary = lineage;
      } else if (slot === slots.OFFER) {
        offers++;
        this.price.beginOffer();
      } else if (slot === slots.BROKER) {
        this.brokers.push(entry);
        entry = entries[entry + 3] - ENTRY;
      } else if (slot !== slots.REDIRECTED) {
        this.addCompany(document, part, entry, this.companies[slot] as SlotCompanies);
        entry = entries[entry + 3] - ENTRY;
      }
    }
    for (const entry of this.brokers.splice(0)) this.context.sellers.see(part.parse(entry) as Company);
    this.offerCounts.push(offers);
    this.primaryCategories.push(primary ? this.categoryNumber(primary.uid) : 0);
    const price = this.price.result();
    if (price !== undefined) this.averagePrice.add(document, price);
    for (const text of this.price.noNumbers) this.wrongPrices.add(document, text);
    this.addKeywords(part);
  }

  private addField(document: number, part: PartScanner, entry: number, slot: number): void {
    const { field, keyword } = this.fields[slot] as SlotField;
    if (!field.note(document, internText(field, part, entry))) return;
    if (keyword !== undefined) this.keywords[keyword].push(entry);
    else if (slot === slots.SHORT_DESCRIPTION) {
      this.context.segment.text('short_description').addUtf8(0, part.source(entry), part.from(entry), part.to(entry));
    }
  }

  private addKeywords(part: PartScanner): void {
    const text = this.context.segment.text(KEYWORDS);
    for (let keyword = 0; keyword < KEYWORD_FIELDS; keyword++) {
      const { array, length } = this.keywords[keyword];
      for (let i = 0; i < length; i++) text.addUtf8(keyword, part.source(array[i]), part.from(array[i]), part.to(array[i]));
    }
  }

  private addCompany(document: number, part: PartScanner, object: number, companies: SlotCompanies): void {
    const { uids, names, keyword, gatherer, lastNames } = companies;
    const { entries } = part;
    let uid = -1;
    let name = -1;
    for (let entry = object + ENTRY; entry < entries[object + 3]; entry += ENTRY) {
      if (entries[entry] === slots.COMPANY_UID) uids.note(document, (uid = internText(uids, part, entry)));
      else {
        name = internText(names, part, entry);
        if (names.note(document, name) && keyword !== undefined) this.keywords[keyword].push(entry);
      }
    }
    if (uid < 0 || name < 0) return;
    while (lastNames.length <= uid) lastNames.push(0);
    if (lastNames.array[uid] === name + 1) return;
    lastNames.array[uid] = name + 1;
    gatherer.see(part.parse(object) as Company);
  }

  private addCategory(document: number, part: PartScanner, entry: number): Lineage {
    const { categoryUids } = this;
    const value = internText(categoryUids, part, entry);
    const lineage = (this.lineages[value] ??= this.lineageOf(part.text(entry)));
    for (const number of lineage.values) categoryUids.note(document, number);
    return lineage;
  }

  private lineageOf(uid: string): Lineage {
    const ancestors = this.context.categories.ancestorsOf(uid);
    const values = [uid, ...ancestors].map((category) => this.categoryUids.values.intern(category));
    return { values, uid, depth: ancestors.length };
  }

  /** The number of parts in a category, or below it, once all parts have been added. */
  countByCategory(): (uid: string) => number {
    const { values, pairs } = this.categoryUids;
    const counts = new Uint32Array(values.size);
    for (const value of pairs.values.view()) counts[value]++;
    return (uid) => {
      const value = values.find(uid);
      return value < 0 ? 0 : counts[value];
    };
  }

  private categoryNumber(uid: string): number {
    let number = this.categoryNumbers.get(uid);
    if (number === undefined) this.categoryNumbers.set(uid, (number = this.categoryNumbers.size + 1));
    return number;
  }

  /** Decides the type of every key and hands over its fields. */
  finishSpecs(onNotice: (notice: string) => void): { spec: SpecKey; fields: FieldBuilder[] }[] {
    return this.specs.splice(0).map((spec) => spec.finish(onNotice));
  }
}

/** The number of an entry's text among the values of a field. */
function internText(field: FieldBuilder, part: PartScanner, entry: number): number {
  return field.values.internBytes(part.source(entry), part.from(entry), part.to(entry));
}
