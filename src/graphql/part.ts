import type { Offer, Part, SpecValue } from '../model/documents.js';
import type { AnswerContext } from './answer-context.js';
import { attributeFacts, attributeSource, displayed } from './attribute.js';
import { type CategorySource, sources } from './category.js';
import { ancestorsOf, type CategoryNode } from './category-tree.js';
import { companyOf } from './company.js';
import { creditOf, documentSource, imageSource } from './documents.js';
import { extrasSource } from './extras.js';
import { medianPrice, quantityOf, sellersOf } from './offers.js';
import { partId } from './part-ids.js';
import type { Arguments, ObjectSource } from './schema.js';
import { specValues } from './spec-values.js';
import { floatOf, intOf, listOf, slugOf, textOf } from './values.js';

/** A part of the interface. */
export class PartSource implements ObjectSource {
  readonly mpn: string;
  readonly v3uid: string;
  readonly id: string | null;

  constructor(
    private readonly part: Part,
    private readonly currency: string,
  ) {
    this.mpn = part.mpn;
    this.v3uid = part.uid;
    this.id = partId(part);
  }

  name(): string {
    return [this.makerName(), this.mpn].filter((text) => text !== null).join(' ');
  }

  manufacturer(_args: Arguments, context: AnswerContext): Promise<ObjectSource | null> {
    return companyOf(this.part.manufacturer, 'manufacturers', context);
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

  /** One line: the short description, else the first of the others. */
  description(): string | null {
    return this.short_description() ?? textOf(listOf(this.part.descriptions).find(({ value }) => textOf(value))?.value);
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

  slug(): string {
    return [this.mpn, this.part.brand?.name ?? null, this.id]
      .filter((piece) => typeof piece === 'string')
      .map(slugOf)
      .filter((piece) => piece !== '')
      .join('-');
  }

  catalog_url(): string | null {
    return textOf(this.part.catalog_url);
  }

  similar_parts(): ObjectSource[] {
    return [];
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
      offers: this.offers.length,
    };
  }

  median_price_1000(): ObjectSource | null {
    return medianPrice(this.offers, this.currency);
  }

  total_avail(): number | null {
    return intOf(this.offers.reduce((sum, offer) => sum + Math.max(0, quantityOf(offer)), 0));
  }

  sellers(args: Arguments, context: AnswerContext): Promise<ObjectSource[]> {
    return sellersOf(this.offers, listOf(this.part.broker_listings), args, this.currency, context);
  }

  estimated_factory_lead_days(): number | null {
    const days = this.offers.map(({ factory_lead_days }) => floatOf(factory_lead_days)).filter((count) => count !== null);
    return days.length === 0 ? null : intOf(days.reduce((least, count) => Math.min(least, count)));
  }

  aka_mpns(): string[] {
    return listOf(this.part.aka_mpns as unknown[]).filter((mpn): mpn is string => typeof mpn === 'string');
  }

  extras(_args: Arguments, context: AnswerContext): ObjectSource {
    return extrasSource(this.part, this.id ?? this.v3uid, this.description(), context);
  }

  private get offers(): readonly Offer[] {
    return listOf(this.part.offers);
  }

  private makerName(): string | null {
    return textOf(this.part.manufacturer?.name) ?? textOf(this.part.brand?.name);
  }
}

function specSource(key: string, spec: SpecValue, context: AnswerContext): ObjectSource {
  const facts = attributeFacts(key, context, spec.metadata);
  const { values, separator } = specValues(spec);
  return Object.assign(Object.create(null), {
    attribute: attributeSource(key, context, spec.metadata),
    value: values.join(separator),
    value_type: facts.valueType,
    units: facts.unitSymbol ?? facts.unitName,
    units_name: facts.unitName,
    units_symbol: facts.unitSymbol,
    display_value: values.map((value) => displayed(value, facts)).join(separator),
  });
}
