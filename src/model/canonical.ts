import type { CheckedPart } from './checked-documents.js';
import { CLASS_MEMBER } from './schema.js';
import { isUid } from './uid.js';

/**
 * The fast check of a part: whether it already has the form of `CheckedPart`, with every documented member of the right type.
 * `true` promises that the thorough check would return the same object. `false` only means that the thorough check must decide.
 *
 * Every part of a build passes through it, so it is written out member by member: interpreting the tables of `schema.ts` takes
 * three times as long. A property test compares the two.
 */
export function isCanonicalPart(part: unknown): part is CheckedPart {
  return (
    isPlain(part) &&
    isUid(part.uid) &&
    typeof part.mpn === 'string' &&
    part.mpn !== '' &&
    isCompany(part.manufacturer) &&
    isCompany(part.brand) &&
    isText(part.catalog_url) &&
    isListOf(part.offers, isOffer) &&
    isListOf(part.broker_listings, isBrokerListing) &&
    isExternalLinks(part.external_links) &&
    isText(part.short_description) &&
    isListOf(part.descriptions, isDescription) &&
    isListOf(part.imagesets, isImageSet) &&
    isListOf(part.datasheets, isAttributedAsset) &&
    isListOf(part.compliance_documents, isComplianceDocument) &&
    isListOf(part.reference_designs, isReferenceDesign) &&
    isListOf(part.cad_models, isAttributedAsset) &&
    isSpecs(part.specs) &&
    isListOf(part.category_uids, isUid) &&
    isListOf(part.redirected_uids, isUid)
  );
}

type Members = Record<string, unknown>;

/**
 * An object as JSON has it. Instances of classes, such as Date, and inherited members are left to the thorough check: a plain
 * object inherits no documented member.
 */
function isPlain(value: unknown): value is Members {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

function isAbsent(value: unknown): value is null | undefined {
  return value === undefined || value === null;
}

function isText(value: unknown): boolean {
  return typeof value === 'string' || value === undefined || value === null;
}

function isBoolean(value: unknown): boolean {
  return typeof value === 'boolean' || value === undefined || value === null;
}

function isNumberOrText(value: unknown): boolean {
  return typeof value === 'string' || (typeof value === 'number' && Number.isFinite(value));
}

function isQuantity(value: unknown): boolean {
  return isNumberOrText(value) || value === undefined || value === null;
}

function isString(value: unknown): boolean {
  return typeof value === 'string';
}

function isListOf(value: unknown, isElement: (element: unknown) => boolean): boolean {
  if (isAbsent(value)) return true;
  if (!Array.isArray(value)) return false;
  for (let i = 0; i < value.length; i++) {
    if (!isElement(value[i])) return false;
  }
  return true;
}

function isCompany(company: unknown): boolean {
  if (isAbsent(company)) return true;
  return (
    isPlain(company) &&
    (isAbsent(company.uid) || isUid(company.uid)) &&
    isText(company.name) &&
    isText(company.homepage_url) &&
    isListOf(company.aliases, isString)
  );
}

function isSeller(seller: unknown): boolean {
  if (isAbsent(seller)) return true;
  return isCompany(seller) && isText((seller as Members).display_flag) && isBoolean((seller as Members).has_ecommerce);
}

function isOffer(offer: unknown): boolean {
  return (
    isPlain(offer) &&
    isText(offer.sku) &&
    isSeller(offer.seller) &&
    isText(offer.eligible_region) &&
    isText(offer.product_url) &&
    isText(offer.catalog_rfq_url) &&
    isPrices(offer.prices) &&
    isQuantity(offer.in_stock_quantity) &&
    isQuantity(offer.on_order_quantity) &&
    isText(offer.on_order_eta) &&
    isQuantity(offer.factory_lead_days) &&
    isQuantity(offer.factory_order_multiple) &&
    isQuantity(offer.order_multiple) &&
    isQuantity(offer.moq) &&
    isQuantity(offer.multipack_quantity) &&
    isText(offer.packaging) &&
    isBoolean(offer.is_authorized) &&
    isText(offer.last_updated)
  );
}

function isPrices(prices: unknown): boolean {
  if (isAbsent(prices)) return true;
  if (!isPlain(prices)) return false;
  for (const currency in prices) {
    if (currency === CLASS_MEMBER || !isPriceList(prices[currency])) return false;
  }
  return true;
}

function isPriceList(priceBreaks: unknown): boolean {
  if (!Array.isArray(priceBreaks)) return false;
  for (let i = 0; i < priceBreaks.length; i++) {
    const pair: unknown = priceBreaks[i];
    if (!Array.isArray(pair) || pair.length !== 2 || !isNumberOrText(pair[0]) || !isNumberOrText(pair[1])) return false;
  }
  return true;
}

function isSpecs(specs: unknown): boolean {
  if (isAbsent(specs)) return true;
  if (!isPlain(specs)) return false;
  for (const key in specs) {
    if (key === CLASS_MEMBER || !isSpecValue(specs[key])) return false;
  }
  return true;
}

function isSpecValue(spec: unknown): boolean {
  if (!isPlain(spec)) return false;
  const values = spec.value;
  if (!isAbsent(values)) {
    if (!Array.isArray(values)) return false;
    for (let i = 0; i < values.length; i++) {
      if (!isNumberOrText(values[i])) return false;
    }
  }
  return (
    isQuantity(spec.min_value) && isQuantity(spec.max_value) && isSpecMetadata(spec.metadata) && isAttribution(spec.attribution)
  );
}

function isSpecMetadata(metadata: unknown): boolean {
  if (isAbsent(metadata)) return true;
  return isPlain(metadata) && isText(metadata.key) && isText(metadata.name) && isText(metadata.datatype) && isUnit(metadata.unit);
}

function isUnit(unit: unknown): boolean {
  if (isAbsent(unit)) return true;
  return isPlain(unit) && isText(unit.name) && isText(unit.symbol);
}

function isAttribution(attribution: unknown): boolean {
  if (isAbsent(attribution)) return true;
  if (!isPlain(attribution) || !isText(attribution.first_acquired)) return false;
  return isListOf(attribution.sources, isSource);
}

function isSource(source: unknown): boolean {
  return isPlain(source) && isText(source.uid) && isText(source.name);
}

function isDescription(description: unknown): boolean {
  return isPlain(description) && isText(description.value) && isAttribution(description.attribution);
}

function isAttributedAsset(asset: unknown): boolean {
  return isPlain(asset) && isAsset(asset) && isAttribution(asset.attribution);
}

function isAsset(asset: unknown): boolean {
  if (isAbsent(asset)) return true;
  return isPlain(asset) && isText(asset.url) && isText(asset.mimetype) && (isAbsent(asset.metadata) || isPlain(asset.metadata));
}

function isComplianceDocument(document: unknown): boolean {
  return isAttributedAsset(document) && isListOf((document as Members).subtypes, isString);
}

function isReferenceDesign(design: unknown): boolean {
  return isAttributedAsset(design) && isText((design as Members).title) && isText((design as Members).description);
}

function isBrokerListing(listing: unknown): boolean {
  return isPlain(listing) && isSeller(listing.seller) && isText(listing.listing_url) && isText(listing.catalog_rfq_url);
}

function isExternalLinks(links: unknown): boolean {
  if (isAbsent(links)) return true;
  return isPlain(links) && isText(links.product_url) && isText(links.freesample_url) && isText(links.evalkit_url);
}

function isImageSet(images: unknown): boolean {
  return (
    isPlain(images) &&
    isAsset(images.swatch_image) &&
    isAsset(images.small_image) &&
    isAsset(images.medium_image) &&
    isAsset(images.large_image) &&
    isAttribution(images.attribution) &&
    isText(images.credit_string) &&
    isText(images.credit_url)
  );
}
