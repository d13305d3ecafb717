/**
 * The documents of the version 3 interface ("Resources and their fields"). Members marked "n/a" there are required in
 * answers; on the way in only `uid` and `mpn` of a part, and `uid` and `name` of the other records, are.
 * Every object may carry further members; they are kept and shown with their parent.
 */

/** An exact decimal as text (`"1e-7"`, `"0.10"`) or as a JSON number, which means its JavaScript text. */
export type NumberText = string | number;

export interface Source {
  uid: string;
  name: string;
}

export interface Attribution {
  sources?: Source[] | null;
  /** ISO 8601 */
  first_acquired?: string | null;
}

export interface Asset {
  url: string;
  mimetype?: string | null;
  metadata?: Record<string, unknown> | null;
}

export interface AttributedAsset extends Asset {
  attribution?: Attribution | null;
}

export type CadModel = AttributedAsset;
export type Datasheet = AttributedAsset;

export interface ComplianceDocument extends AttributedAsset {
  subtypes?: string[] | null;
}

export interface ReferenceDesign extends AttributedAsset {
  title?: string | null;
  description?: string | null;
}

export interface Description {
  value: string;
  attribution?: Attribution | null;
}

export interface ImageSet {
  swatch_image?: Asset | null;
  small_image?: Asset | null;
  medium_image?: Asset | null;
  large_image?: Asset | null;
  attribution?: Attribution | null;
  credit_string?: string | null;
  credit_url?: string | null;
}

export interface ExternalLinks {
  product_url?: string | null;
  freesample_url?: string | null;
  evalkit_url?: string | null;
}

/** A brand or a manufacturer. */
export interface Company {
  uid: string;
  name: string;
  homepage_url?: string | null;
  /** Further names that `q` finds the record by. */
  aliases?: string[] | null;
}
export type Brand = Company;
export type Manufacturer = Company;

export interface Seller extends Company {
  /** ISO 3166 alpha-2 */
  display_flag?: string | null;
  has_ecommerce?: boolean | null;
}

export interface Category {
  uid: string;
  name: string;
  parent_uid?: string | null;
  children_uids?: string[] | null;
  /** From the root down, the parent last. */
  ancestor_uids?: string[] | null;
  ancestor_names?: string[] | null;
  num_parts?: number | null;
  imagesets?: ImageSet[] | null;
  aliases?: string[] | null;
}

export interface BrokerListing {
  seller?: Partial<Seller> | null;
  listing_url?: string | null;
  catalog_rfq_url?: string | null;
}

/** `[break, unit price]` */
export type PriceBreak = [NumberText, NumberText];

export interface Offer {
  sku?: string | null;
  seller?: Partial<Seller> | null;
  eligible_region?: string | null;
  product_url?: string | null;
  catalog_rfq_url?: string | null;
  /** Currency to price breaks. */
  prices?: Record<string, PriceBreak[]> | null;
  /** A quantity, or a code: -1 non-stocked, -2 in stock but quantity unknown, -3 unknown, -4 on request. */
  in_stock_quantity?: NumberText | null;
  on_order_quantity?: NumberText | null;
  on_order_eta?: string | null;
  factory_lead_days?: NumberText | null;
  factory_order_multiple?: NumberText | null;
  order_multiple?: NumberText | null;
  moq?: NumberText | null;
  multipack_quantity?: NumberText | null;
  packaging?: string | null;
  is_authorized?: boolean | null;
  last_updated?: string | null;
}

export interface UnitOfMeasurement {
  name: string;
  symbol?: string | null;
}

export interface SpecMetadata {
  key: string;
  name?: string;
  datatype?: 'string' | 'integer' | 'decimal';
  unit?: UnitOfMeasurement | null;
}

export interface SpecValue {
  value?: NumberText[] | NumberText | null;
  min_value?: NumberText | null;
  max_value?: NumberText | null;
  metadata?: Partial<SpecMetadata> | null;
  attribution?: Attribution | null;
}

export interface Part {
  uid: string;
  mpn: string;
  manufacturer?: Partial<Manufacturer> | null;
  brand?: Partial<Brand> | null;
  catalog_url?: string | null;
  offers?: Offer[] | null;
  broker_listings?: BrokerListing[] | null;
  external_links?: ExternalLinks | null;
  short_description?: string | null;
  descriptions?: Description[] | null;
  imagesets?: ImageSet[] | null;
  datasheets?: Datasheet[] | null;
  compliance_documents?: ComplianceDocument[] | null;
  reference_designs?: ReferenceDesign[] | null;
  cad_models?: CadModel[] | null;
  specs?: Record<string, SpecValue> | null;
  category_uids?: string[] | null;
  /** Uids that were merged into this part; a fetch by one of them gives this part. */
  redirected_uids?: string[] | null;
  [member: string]: unknown;
}
