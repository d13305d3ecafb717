import type { Part } from '../model/documents.js';
import type { AnswerContext } from './answer-context.js';
import { type CategorySource, sources } from './category.js';
import { ancestorsOf, type CategoryNode } from './category-tree.js';
import { companyOf } from './company.js';
import { makerOf } from './company-records.js';
import { creditOf, descriptionOf, documentSource, imageSource } from './documents.js';
import { extrasOf } from './extras.js';
import { sellersOf } from './offers.js';
import { partId } from './part-ids.js';
import { offersOf, type PartOffers } from './part-offers.js';
import { pricePoint } from './price-points.js';
import { MEDIAN_QUANTITY, medianPrice, quantityOf } from './prices.js';
import type { Arguments, ObjectSource } from './schema.js';
import { SIMILAR_PARTS, similarTo } from './similar.js';
import { specSource } from './spec.js';
import { cacheId } from './stable-hash.js';
import { floatOf, intOf, listOf, membersOf, partNumbersOf, slugOf, textOf } from './values.js';

/** The arguments of a request that decide what the fields of its parts have. */
export interface PartArguments {
  readonly currency: string;
  /** Undefined if the request has none. */
  readonly country: string | undefined;
}

export function partArguments({ currency, country }: Arguments): PartArguments {
  return { currency: currency as string, country: (country as string | undefined) || undefined };
}

/** A part of the interface. */
export class PartSource implements ObjectSource {
  readonly mpn: string;
  readonly v3uid: string;
  private readonly number: string | null;
  private read: PartOffers | undefined = undefined;

  constructor(
    private readonly part: Part,
    private readonly asked: PartArguments,
  ) {
    // Both are hidden from some clients, and the schema has no null for them.
    this.mpn = textOf(part.mpn) ?? '';
    this.v3uid = textOf(part.uid) ?? '';
    this.number = partId(part);
  }

  _cache_id(): string {
    return cacheId('part', this.identity());
  }

  /** What decides the content of the part's fields. */
  identity(): unknown {
    return [this.part, this.asked.currency, this.asked.country];
  }

  id(_args: Arguments, { isStrict }: AnswerContext): string | null {
    return this.number ?? (isStrict ? this.v3uid : null);
  }

  name(): string {
    return [this.makerName(), this.mpn].filter((text) => text !== null && text !== '').join(' ');
  }

  manufacturer(_args: Arguments, context: AnswerContext): Promise<ObjectSource | null> {
    const { company, kind } = makerOf(this.part);
    return companyOf(company, kind, context);
  }

  manufacturer_url(): string | null {
    return textOf(this.part.external_links?.product_url);
  }

  free_sample_url(): string | null {
    return textOf(this.part.external_links?.freesample_url);
  }

  document_collections(): ObjectSource[] {
    const collections = [
      { name: 'Datasheets', documents: listOf(this.part.datasheets).map(documentSource) },
      { name: 'Compliance Documents', documents: listOf(this.part.compliance_documents).map(documentSource) },
    ];
    return collections.filter(({ documents }) => documents.length > 0);
  }

  short_description(): string | null {
    return textOf(this.part.short_description);
  }

  description(): string | null {
    return descriptionOf(this.part);
  }

  descriptions(): ObjectSource[] {
    return listOf(this.part.descriptions).flatMap(({ value, attribution }) => {
      const text = textOf(value);
      return text === null ? [] : [{ text, credit_string: creditOf(attribution) }];
    });
  }

  images(): ObjectSource[] {
    return listOf(this.part.imagesets).map(imageSource);
  }

  best_image(): ObjectSource | null {
    return this.images()[0] ?? null;
  }

  best_datasheet(): ObjectSource | null {
    return listOf(this.part.datasheets).map(documentSource)[0] ?? null;
  }

  specs(_args: Arguments, context: AnswerContext): ObjectSource[] {
    return Object.entries(this.part.specs ?? {}).map(([key, spec]) => specSource(key, spec, context));
  }

  /** A path, as the hosted service has it. */
  slug(): string {
    const pieces = [this.mpn, this.makerName(), this.number]
      .filter((piece) => piece !== null)
      .map(slugOf)
      .filter((piece) => piece !== '');
    return `/${pieces.join('-')}`;
  }

  catalog_url(_args: Arguments, { catalogUrlNames, hidesCatalogUrl }: AnswerContext): string | null {
    if (hidesCatalogUrl) return null;
    const renamed = catalogUrlNames.map((name) => textOf(this.part[name]));
    return textOf(this.part.catalog_url) ?? renamed.find((url) => url !== null) ?? null;
  }

  async similar_parts(_args: Arguments, context: AnswerContext): Promise<ObjectSource[]> {
    const similar = await similarTo(this.part, SIMILAR_PARTS, context);
    return similar.map((part) => new PartSource(part, this.asked));
  }

  companion_products(): ObjectSource[] {
    return [];
  }

  /** The deepest category that it lists, the first of several. */
  async category(_args: Arguments, context: AnswerContext): Promise<CategorySource | null> {
    const tree = await context.records.categories(context.work);
    let deepest: CategoryNode | undefined;
    let depth = -1;
    for (const uid of listOf(this.part.category_uids)) {
      const node = tree.byUid.get(uid);
      if (!node || ancestorsOf(node).length <= depth) continue;
      deepest = node;
      depth = ancestorsOf(node).length;
    }
    return deepest ? sources([deepest], context)[0] : null;
  }

  reference_designs(): ObjectSource[] {
    return listOf(this.part.reference_designs).map(({ title, url }) => {
      return { name: textOf(title), url: textOf(url) };
    });
  }

  cad(): ObjectSource | null {
    return listOf(this.part.cad_models).length === 0 ? null : { has_3d_model: true };
  }

  counts(): Record<string, number> {
    const { datasheets, compliance_documents, reference_designs, cad_models, imagesets, descriptions, specs } = this.part;
    return {
      datasheets: listOf(datasheets).length,
      compliance_documents: listOf(compliance_documents).length,
      reference_designs: listOf(reference_designs).length,
      cad_models: listOf(cad_models).length,
      images: listOf(imagesets).length,
      descriptions: listOf(descriptions).length,
      specs: Object.keys(specs ?? {}).length,
      offers: this.offers.shown.length,
    };
  }

  median_price_1000(): ObjectSource | null {
    const { currency } = this.asked;
    const given = this.offers.shown.map(({ offer }) => offer);
    const median = medianPrice(given, currency);
    return median === null ? null : pricePoint(MEDIAN_QUANTITY, median, currency, currency);
  }

  total_avail(): number | null {
    const sum = this.offers.shown.reduce((total, { offer }) => total + Math.max(0, quantityOf(offer)), 0);
    return Number.isFinite(sum) ? intOf(sum) : sum;
  }

  sellers(args: Arguments, context: AnswerContext): Promise<ObjectSource[]> {
    return sellersOf(this.offers, listOf(this.part.broker_listings), args, this.asked.currency, context);
  }

  estimated_factory_lead_days(): number | null {
    const days = this.offers.shown.map(({ offer }) => floatOf(offer.factory_lead_days)).filter((count) => count !== null);
    return days.length === 0 ? null : intOf(days.reduce((least, count) => Math.min(least, count)));
  }

  aka_mpns(): string[] {
    return partNumbersOf(this.part.aka_mpns);
  }

  extras(_args: Arguments, context: AnswerContext): ObjectSource {
    return extrasOf(this.part, context);
  }

  private get offers(): PartOffers {
    this.read ??= offersOf(this.part, this.asked.country);
    return this.read;
  }

  private makerName(): string | null {
    return textOf(membersOf(makerOf(this.part).company).name);
  }
}
