import { parseAskedDecimal } from '../../analysis/decimal.js';
import type { Offer, Part, SpecMetadata, SpecValue } from '../../model/documents.js';
import { specField } from '../../model/fields.js';
import { GrowableU32 } from '../growable.js';
import { KEYWORDS, type SpecKey } from '../manifest.js';
import type { CategoryTree } from './category-tree.js';
import type { CompanyGatherer } from './company-gatherer.js';
import { meanPrice } from './mean-price.js';
import { FieldBuilder, type SegmentBuilder } from './segment-builder.js';
import { datatypeOf, SpecMetadataGatherer } from './spec-metadata-gatherer.js';

/** Numbers of the fields of the keyword index (manifest.ts, PART_TEXT_FIELDS). */
const MPN = 0;
const SKU = 1;
const BRAND = 2;
const SELLER = 3;
const DESCRIPTION = 4;

/** A spec key while its parts come in: its type is decided when all have been seen. */
class SpecBuilder {
  readonly value: FieldBuilder;
  min: FieldBuilder | undefined;
  max: FieldBuilder | undefined;
  /** Votes of values that come as numbers and as strings. */
  numbers = 0;
  strings = 0;
  readonly metadata: SpecMetadataGatherer;

  constructor(readonly key: string) {
    this.value = new FieldBuilder(specField(key, 'value'), 'string');
    this.metadata = new SpecMetadataGatherer(key);
  }
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

/** Takes parts apart into the fields and texts of their segment. Parts have been checked (model/check-documents.ts). */
export class PartIndexer {
  private readonly specs = new Map<string, SpecBuilder>();
  /** Number of the primary category of each document, counted from 1; 0 for none. */
  readonly primaryCategories = new GrowableU32();
  readonly categoryNumbers = new Map<string, number>();
  private readonly fields: Record<string, FieldBuilder>;

  constructor(private readonly context: PartContext) {
    const { segment } = context;
    this.fields = {
      uid: segment.field('uid', 'uid'),
      mpn: segment.field('mpn', 'part_number'),
      brandName: segment.field('brand.name', 'name'),
      brandUid: segment.field('brand.uid', 'uid'),
      manufacturerName: segment.field('manufacturer.name', 'name'),
      manufacturerUid: segment.field('manufacturer.uid', 'uid'),
      sku: segment.field('offers.sku', 'part_number'),
      sellerName: segment.field('offers.seller.name', 'name'),
      sellerUid: segment.field('offers.seller.uid', 'uid'),
      packaging: segment.field('offers.packaging', 'name'),
      stock: segment.field('offers.in_stock_quantity', 'number'),
      moq: segment.field('offers.moq', 'number'),
      leadDays: segment.field('offers.factory_lead_days', 'number'),
      isAuthorized: segment.field('offers.is_authorized', 'boolean'),
      averagePrice: segment.field('avg_price', 'number'),
      description: segment.field('descriptions.value', 'text'),
      shortDescription: segment.field('short_description', 'text'),
      categoryUids: segment.field('category_uids', 'uid'),
    };
    // A mean is no text of a document: that of the smallest prices is below what one may write.
    this.fields.averagePrice.parse = parseAskedDecimal;
  }

  /** Indexes a part under the document number that its segment has given it. */
  add(document: number, part: Part): void {
    const { segment, brands, manufacturers, priceCurrency } = this.context;
    const { fields } = this;
    const keywords = segment.text(KEYWORDS);
    fields.uid.add(document, part.uid);
    fields.mpn.add(document, part.mpn);
    keywords.add(MPN, part.mpn);
    const offers = part.offers ?? [];
    for (let i = 0; i < offers.length; i++) this.addOffer(document, offers[i]);
    for (const listing of part.broker_listings ?? []) this.context.sellers.see(listing.seller);
    const { brand, manufacturer } = part;
    if (brand) {
      brands.see(brand);
      addText(fields.brandUid, document, brand.uid);
      if (addText(fields.brandName, document, brand.name)) keywords.add(BRAND, brand.name as string);
    }
    if (manufacturer) {
      manufacturers.see(manufacturer);
      addText(fields.manufacturerUid, document, manufacturer.uid);
      addText(fields.manufacturerName, document, manufacturer.name);
    }
    // Values of one field stand together in the token stream, best field first.
    for (let i = 0; i < offers.length; i++) {
      const name = offers[i].seller?.name;
      if (typeof name === 'string' && fields.sellerName.add(document, name)) keywords.add(SELLER, name);
    }
    const descriptions = part.descriptions ?? [];
    for (let i = 0; i < descriptions.length; i++) {
      if (addText(fields.description, document, descriptions[i].value)) keywords.add(DESCRIPTION, descriptions[i].value);
    }
    if (addText(fields.shortDescription, document, part.short_description)) {
      segment.text('short_description').add(0, part.short_description as string);
    }
    const price = meanPrice(offers, priceCurrency);
    if (price !== undefined) fields.averagePrice.add(document, price);
    this.addCategories(document, part.category_uids ?? []);
    if (part.specs) this.addSpecs(document, part.specs);
    segment.paths.add(part);
  }

  private addOffer(document: number, offer: Offer): void {
    const { fields } = this;
    if (addText(fields.sku, document, offer.sku)) this.context.segment.text(KEYWORDS).add(SKU, offer.sku as string);
    if (offer.seller) {
      this.context.sellers.see(offer.seller);
      addText(fields.sellerUid, document, offer.seller.uid);
    }
    addText(fields.packaging, document, offer.packaging);
    addNumber(fields.stock, document, offer.in_stock_quantity);
    addNumber(fields.moq, document, offer.moq);
    addNumber(fields.leadDays, document, offer.factory_lead_days);
    if (typeof offer.is_authorized === 'boolean') fields.isAuthorized.add(document, offer.is_authorized ? 'true' : 'false');
  }

  private addCategories(document: number, uids: readonly string[]): void {
    const { categories } = this.context;
    for (const uid of uids) {
      this.fields.categoryUids.add(document, uid);
      for (const ancestor of categories.ancestorsOf(uid)) this.fields.categoryUids.add(document, ancestor);
    }
    const primary = categories.deepest(uids);
    let number = 0;
    if (primary !== undefined) {
      number = this.categoryNumbers.get(primary) ?? this.categoryNumbers.size + 1;
      this.categoryNumbers.set(primary, number);
    }
    this.primaryCategories.push(number);
  }

  private addSpecs(document: number, specs: Readonly<Record<string, SpecValue>>): void {
    for (const key of Object.keys(specs)) {
      const spec = specs[key];
      if (!spec) continue;
      let builder = this.specs.get(key);
      if (!builder) this.specs.set(key, (builder = new SpecBuilder(key)));
      const values = (spec.value ?? []) as readonly (string | number)[];
      this.vote(builder, spec, values);
      for (let i = 0; i < values.length; i++) addNumber(builder.value, document, values[i]);
      if (spec.min_value !== null && spec.min_value !== undefined) {
        builder.min ??= new FieldBuilder(specField(key, 'min_value'), 'number');
        addNumber(builder.min, document, spec.min_value);
      }
      if (spec.max_value !== null && spec.max_value !== undefined) {
        builder.max ??= new FieldBuilder(specField(key, 'max_value'), 'number');
        addNumber(builder.max, document, spec.max_value);
      }
    }
  }

  /** A part's votes on the type of a key: as many as it has values, one at least. */
  private vote(builder: SpecBuilder, spec: SpecValue, values: readonly (string | number)[]): void {
    const inline = spec.metadata;
    const datatype = datatypeOf(inline) ?? datatypeOf(this.context.specMetadata.get(builder.key));
    if (inline) builder.metadata.see(inline);
    if (datatype === 'string') builder.strings += Math.max(1, values.length);
    else if (datatype) builder.numbers += Math.max(1, values.length);
    else {
      const voters = values.length > 0 ? values : [spec.min_value ?? spec.max_value ?? ''];
      for (const value of voters) {
        if (typeof value === 'number') builder.numbers++;
        else builder.strings++;
      }
    }
  }

  /** Decides the type of every key and hands its fields to the segment. */
  finishSpecs(onNotice: (notice: string) => void): { spec: SpecKey; fields: FieldBuilder[] }[] {
    const finished: { spec: SpecKey; fields: FieldBuilder[] }[] = [];
    for (const builder of this.specs.values()) {
      const type = builder.numbers > builder.strings ? 'number' : 'string';
      builder.value.kind = type;
      const { metadata, notice } = builder.metadata.finish(type, this.context.specMetadata.get(builder.key));
      if (notice !== undefined) onNotice(notice);
      const value = builder.value.values.size > 0 ? [builder.value] : [];
      const fields = [...value, ...(builder.min ? [builder.min] : []), ...(builder.max ? [builder.max] : [])];
      finished.push({ spec: { key: builder.key, type, metadata }, fields });
    }
    this.specs.clear();
    return finished;
  }
}

function addText(field: FieldBuilder, document: number, text: string | null | undefined): boolean {
  return typeof text === 'string' && field.add(document, text);
}

function addNumber(field: FieldBuilder, document: number, value: string | number | null | undefined): void {
  if (typeof value === 'string') field.add(document, value);
  else if (typeof value === 'number') field.add(document, String(value));
}
