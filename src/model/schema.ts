/**
 * The documented members of every document, as data: the type of a member's value, what an answer has if it is absent (the column
 * "Empty" of the version 3 tables), and whether it is shown by default. Checks, answers and directives read these tables;
 * `documents.ts` defines the same as types.
 */

/** The type of a documented value. `quantity` is a number or the text of one; `anything` is never examined; answers alone have `number`. */
export type ValueType =
  | { readonly kind: 'text' | 'uid' | 'part_number' | 'integer' | 'number' | 'quantity' | 'boolean' | 'price_break' | 'anything' }
  | { readonly kind: 'list'; readonly of: ValueType }
  | { readonly kind: 'map'; readonly of: ValueType }
  | { readonly kind: 'object'; readonly schema: ObjectSchema; readonly refersTo?: CompanyCollection };

/** The collections of the records that parts refer to by their uids. */
export type CompanyCollection = 'brands' | 'manufacturers' | 'sellers';

/**
 * What an answer has for an absent member: an empty list, an empty map, what an empty object is answered as, null, or (`none`)
 * nothing. The tables say "n/a" of scalars, of which an answer has nothing, and of objects and maps, which are there all the same.
 */
export type Empty = 'list' | 'map' | 'object' | 'null' | 'none';

/** Top-level visibility: without directives, with `include` or `show` alone, or never. */
export type Visibility = 'shown' | 'hidden' | 'never';

export interface Member {
  readonly name: string;
  readonly type: ValueType;
  readonly empty: Empty;
  readonly visibility: Visibility;
}

export interface ObjectSchema {
  /** The interface's name of the type, as in the member `__class__` of its answers; empty where it has none. */
  readonly className: string;
  /** In the order of the version 3 tables. */
  readonly members: readonly Member[];
  readonly byName: ReadonlyMap<string, Member>;
}

/** The member that other exports of the interface add to every object; it carries no data and is dropped. */
export const CLASS_MEMBER = '__class__';

/**
 * A dotted name passes through at most this many objects and lists of a document, more than people nest. Deeper members are shown
 * with their parent and have no name: without a bound, the names of one document could fill the catalog.
 */
export const NAME_DEPTH = 100;

/** Deepest nesting of objects and lists in a document, the document itself included. */
export const DOCUMENT_DEPTH = 1000;

const TEXT: ValueType = { kind: 'text' };
const UID: ValueType = { kind: 'uid' };
const PART_NUMBER: ValueType = { kind: 'part_number' };
const INTEGER: ValueType = { kind: 'integer' };
const QUANTITY: ValueType = { kind: 'quantity' };
const BOOLEAN: ValueType = { kind: 'boolean' };

export const listOf = (of: ValueType): ValueType => ({ kind: 'list', of });
export const mapOf = (of: ValueType): ValueType => ({ kind: 'map', of });
export const objectOf = (schema: ObjectSchema): ValueType => ({ kind: 'object', schema });
/** What a part says of a company; the rest is in the record of its uid. */
const referenceTo = (refersTo: CompanyCollection, schema: ObjectSchema): ValueType => ({ kind: 'object', schema, refersTo });

export const member = (name: string, type: ValueType, empty = emptyOf(type), visibility: Visibility = 'shown'): Member => {
  return Object.freeze({ name, type, empty, visibility });
};

/** The Empty value of a member to which the tables give none. */
function emptyOf({ kind }: ValueType): Empty {
  return kind === 'object' || kind === 'map' ? kind : 'none';
}

export function schemaOf(className: string, ...members: Member[]): ObjectSchema {
  return { className, members, byName: new Map(members.map((entry) => [entry.name, entry])) };
}

const SOURCE = schemaOf('Source', member('uid', TEXT), member('name', TEXT));

export const ATTRIBUTION = schemaOf(
  'Attribution',
  member('sources', listOf(objectOf(SOURCE)), 'list'),
  member('first_acquired', TEXT, 'null'),
);

const assetMembers = [member('url', TEXT), member('mimetype', TEXT), member('metadata', mapOf({ kind: 'anything' }))];
const attribution = member('attribution', objectOf(ATTRIBUTION));

const ASSET = schemaOf('Asset', ...assetMembers);
const CAD_MODEL = schemaOf('CADModel', ...assetMembers, attribution);
const DATASHEET = schemaOf('Datasheet', ...assetMembers, attribution);
const COMPLIANCE_DOCUMENT = schemaOf(
  'ComplianceDocument',
  ...assetMembers,
  attribution,
  member('subtypes', listOf(TEXT), 'list'),
);
const REFERENCE_DESIGN = schemaOf(
  'ReferenceDesign',
  ...assetMembers,
  attribution,
  member('title', TEXT, 'list'),
  member('description', TEXT, 'list'),
);

const DESCRIPTION = schemaOf('Description', member('value', TEXT), attribution);

const IMAGE_SET = schemaOf(
  'ImageSet',
  member('swatch_image', objectOf(ASSET), 'null'),
  member('small_image', objectOf(ASSET), 'null'),
  member('medium_image', objectOf(ASSET), 'null'),
  member('large_image', objectOf(ASSET), 'null'),
  attribution,
  member('credit_string', TEXT, 'null'),
  member('credit_url', TEXT, 'null'),
);

const EXTERNAL_LINKS = schemaOf(
  'ExternalLinks',
  member('product_url', TEXT, 'null'),
  member('freesample_url', TEXT, 'null'),
  member('evalkit_url', TEXT, 'null'),
);

const aliases = member('aliases', listOf(TEXT), 'none', 'never');
const companyMembers = [member('uid', UID), member('name', TEXT), member('homepage_url', TEXT, 'null'), aliases];

export const BRAND = schemaOf('Brand', ...companyMembers);
export const MANUFACTURER = schemaOf('Manufacturer', ...companyMembers);
export const SELLER = schemaOf(
  'Seller',
  ...companyMembers,
  member('display_flag', TEXT, 'null'),
  member('has_ecommerce', BOOLEAN, 'null'),
);

export const CATEGORY = schemaOf(
  'Category',
  member('uid', UID),
  member('name', TEXT),
  member('parent_uid', UID, 'null'),
  member('children_uids', listOf(UID), 'list'),
  member('ancestor_uids', listOf(UID), 'list'),
  member('ancestor_names', listOf(TEXT), 'list'),
  member('num_parts', INTEGER, 'null'),
  member('imagesets', listOf(objectOf(IMAGE_SET)), 'list', 'hidden'),
  aliases,
);

export const BROKER_LISTING = schemaOf(
  'BrokerListing',
  member('seller', referenceTo('sellers', SELLER)),
  member('listing_url', TEXT, 'null'),
  member('catalog_rfq_url', TEXT, 'null'),
);

export const OFFER = schemaOf(
  'PartOffer',
  member('sku', PART_NUMBER),
  member('seller', referenceTo('sellers', SELLER)),
  member('eligible_region', TEXT, 'null'),
  member('product_url', TEXT, 'null'),
  member('catalog_rfq_url', TEXT, 'null'),
  member('prices', mapOf(listOf({ kind: 'price_break' }))),
  member('in_stock_quantity', QUANTITY),
  member('on_order_quantity', QUANTITY, 'null'),
  member('on_order_eta', TEXT, 'null'),
  member('factory_lead_days', QUANTITY, 'null'),
  member('factory_order_multiple', QUANTITY, 'null'),
  member('order_multiple', QUANTITY, 'null'),
  member('moq', QUANTITY, 'null'),
  member('multipack_quantity', QUANTITY, 'null'),
  member('packaging', TEXT, 'null'),
  member('is_authorized', BOOLEAN),
  member('last_updated', TEXT),
);

const UNIT_OF_MEASUREMENT = schemaOf('UnitOfMeasurement', member('name', TEXT), member('symbol', TEXT, 'null'));

export const SPEC_METADATA = schemaOf(
  'SpecMetadata',
  member('key', TEXT),
  member('name', TEXT),
  member('datatype', TEXT),
  member('unit', objectOf(UNIT_OF_MEASUREMENT), 'null'),
);

export const SPEC_VALUE = schemaOf(
  'SpecValue',
  member('value', listOf(QUANTITY), 'list'),
  member('min_value', QUANTITY, 'null'),
  member('max_value', QUANTITY, 'null'),
  member('metadata', objectOf(SPEC_METADATA)),
  attribution,
);

export const PART = schemaOf(
  'Part',
  member('uid', UID),
  member('mpn', PART_NUMBER),
  member('manufacturer', referenceTo('manufacturers', MANUFACTURER)),
  member('brand', referenceTo('brands', BRAND)),
  member('catalog_url', TEXT),
  member('external_links', objectOf(EXTERNAL_LINKS), 'object', 'hidden'),
  member('offers', listOf(objectOf(OFFER)), 'list'),
  member('broker_listings', listOf(objectOf(BROKER_LISTING)), 'list', 'hidden'),
  member('short_description', TEXT, 'null', 'hidden'),
  member('descriptions', listOf(objectOf(DESCRIPTION)), 'list', 'hidden'),
  member('imagesets', listOf(objectOf(IMAGE_SET)), 'list', 'hidden'),
  member('datasheets', listOf(objectOf(DATASHEET)), 'list', 'hidden'),
  member('compliance_documents', listOf(objectOf(COMPLIANCE_DOCUMENT)), 'list', 'hidden'),
  member('reference_designs', listOf(objectOf(REFERENCE_DESIGN)), 'list', 'hidden'),
  member('cad_models', listOf(objectOf(CAD_MODEL)), 'list', 'hidden'),
  member('specs', mapOf(objectOf(SPEC_VALUE)), 'map', 'hidden'),
  member('category_uids', listOf(UID), 'list', 'hidden'),
  member('redirected_uids', listOf(UID), 'none', 'hidden'),
);

/** The schemas of documents and of everything in them. */
export const SCHEMAS_OF_DOCUMENTS: ReadonlySet<ObjectSchema> = schemasWithin([PART, BRAND, MANUFACTURER, SELLER, CATEGORY]);

function schemasWithin(roots: readonly ObjectSchema[]): ReadonlySet<ObjectSchema> {
  const found = new Set<ObjectSchema>(roots);
  // A set goes on with what is added to it.
  for (const { members } of found) {
    for (const { type } of members) {
      let inner = type;
      while (inner.kind === 'list' || inner.kind === 'map') inner = inner.of;
      if (inner.kind === 'object') found.add(inner.schema);
    }
  }
  return found;
}
