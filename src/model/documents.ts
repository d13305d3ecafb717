/**
 * The documents of the version 3 interface ("Resources and their fields"); docs/semantics.md, "Documents" and "Members",
 * describes how a catalog reads them. Answers have every member that is an object, a list or a map. In the input, only `uid` and
 * `mpn` of a part and `uid` and `name` of the other records are required. Null is the same as absent. Every object may have further
 * members; they are kept and shown with their parent.
 */

/** An exact decimal as text (`"1e-7"`, `"0.10"`) or as a JSON number, which means its JavaScript text. */
export type NumberText = string | number;

/** The origin of data. */
export interface Source {
  /** Identifier of the source; plain text that is not looked up. */
  uid: string;
  /** Display name. */
  name: string;
}

/** The sources of a value, and its date. */
export interface Attribution {
  /** Everyone who supplied the value. Empty: `[]`. */
  sources?: Source[] | null;
  /** When it was first acquired, in ISO 8601. Empty: null. */
  first_acquired?: string | null;
}

/** A file on the web. */
export interface Asset {
  /** Its address. */
  url: string;
  /** Its MIME type. */
  mimetype?: string | null;
  /** Further facts about the file, such as its number of pages; any map. */
  metadata?: Record<string, unknown> | null;
}

/** A file on the web with its sources. */
export interface AttributedAsset extends Asset {
  /** Its sources. */
  attribution?: Attribution | null;
}

/** A three-dimensional model of a part. */
export type CadModel = AttributedAsset;

/** A datasheet of a part. */
export type Datasheet = AttributedAsset;

/** A document on compliance with regulations. */
export interface ComplianceDocument extends AttributedAsset {
  /** Kinds of the document. Empty: `[]`. */
  subtypes?: string[] | null;
}

/** A design that shows a part in use. */
export interface ReferenceDesign extends AttributedAsset {
  /** Its title. Empty: `[]`, as the version 3 document has it. */
  title?: string | null;
  /** What it is about. Empty: `[]`. */
  description?: string | null;
}

/** A description of a part, from one of its sources. */
export interface Description {
  /** The text; a searched field of `q`. */
  value: string;
  /** Its author. */
  attribution?: Attribution | null;
}

/** One picture in several sizes. */
export interface ImageSet {
  /** Smallest size. Each size is null if it does not exist. */
  swatch_image?: Asset | null;
  /** Second size. */
  small_image?: Asset | null;
  /** Third size. */
  medium_image?: Asset | null;
  /** Largest size. */
  large_image?: Asset | null;
  /** The sources of the picture. */
  attribution?: Attribution | null;
  /** Text to show beside the picture, linked to `credit_url`. Empty: null. */
  credit_string?: string | null;
  /** Target of the link on `credit_string`. Empty: null. */
  credit_url?: string | null;
}

/** Pages of the manufacturer. Each is null in answers if it is not known. */
export interface ExternalLinks {
  /** Page of the part. */
  product_url?: string | null;
  /** Page for free samples. */
  freesample_url?: string | null;
  /** Page of an evaluation kit. */
  evalkit_url?: string | null;
}

/** A brand or a manufacturer. */
export interface Company {
  /** Identifier, 1 to 255 bytes of UTF-8. */
  uid: string;
  /** Display name; searched by `q` of its collection. */
  name: string;
  /** Home page. Empty: null. */
  homepage_url?: string | null;
  /** Further names by which `q` finds the record. Never shown. */
  aliases?: string[] | null;
}

/** A brand: the name under which parts are sold. */
export type Brand = Company;

/** A manufacturer of parts. */
export type Manufacturer = Company;

/** A company that sells parts. */
export interface Seller extends Company {
  /** Country of the flag to show, as ISO 3166 alpha-2. Empty: null. */
  display_flag?: string | null;
  /** Whether it sells online. Empty: null. */
  has_ecommerce?: boolean | null;
}

/** A node of the category tree; docs/semantics.md, "Categories", describes how absent members are computed. */
export interface Category {
  /** Identifier, 1 to 255 bytes of UTF-8. */
  uid: string;
  /** Display name; several nodes may have the same. */
  name: string;
  /** The parent node, which needs a record. Empty: null, for a root. */
  parent_uid?: string | null;
  /** The child nodes. Computed if absent. Empty: `[]`. */
  children_uids?: string[] | null;
  /** From the root down, the parent last. Computed if absent. Empty: `[]`. */
  ancestor_uids?: string[] | null;
  /** Names of `ancestor_uids`, in the same order. Computed if absent. Empty: `[]`. */
  ancestor_names?: string[] | null;
  /** Number of parts in the node or below it. Counted if absent. */
  num_parts?: number | null;
  /** Pictures; shown only if `include` or `show` names them. Empty: `[]`. */
  imagesets?: ImageSet[] | null;
  /** Further names by which `q` finds the record. Never shown. */
  aliases?: string[] | null;
}

/** A listing of a part by a broker. */
export interface BrokerListing {
  /** The broker. */
  seller?: Partial<Seller> | null;
  /** Page of the listing. Empty: null. */
  listing_url?: string | null;
  /** Page for a request for quote. Empty: null. */
  catalog_rfq_url?: string | null;
}

/** `[break, unit price]`: the price of one piece from this quantity on. */
export type PriceBreak = [NumberText, NumberText];

/** A seller's prices and stock for a part. Quantities are in pieces, and answers repeat them as given. */
export interface Offer {
  /** The seller's part number. */
  sku?: string | null;
  /** The seller. */
  seller?: Partial<Seller> | null;
  /** Region where the offer is valid, as ISO 3166-1 alpha-2 or ISO 3166-2. Empty: null. */
  eligible_region?: string | null;
  /** The seller's page of the part. Empty: null. */
  product_url?: string | null;
  /** Page for a request for quote. Empty: null. */
  catalog_rfq_url?: string | null;
  /** Currency, such as `USD`, to price breaks, in the order given. */
  prices?: Record<string, PriceBreak[]> | null;
  /** A quantity, or a code: -1 non-stocked, -2 in stock but quantity unknown, -3 unknown, -4 on request. */
  in_stock_quantity?: NumberText | null;
  /** Pieces on order from the factory. Empty: null. */
  on_order_quantity?: NumberText | null;
  /** When those are expected, in ISO 8601. Empty: null. */
  on_order_eta?: string | null;
  /** Factory lead time in days. Empty: null. */
  factory_lead_days?: NumberText | null;
  /** Factory orders are multiples of this. Empty: null. */
  factory_order_multiple?: NumberText | null;
  /** Orders are multiples of this. Empty: null. */
  order_multiple?: NumberText | null;
  /** Minimum order quantity. Empty: null. */
  moq?: NumberText | null;
  /** Pieces in one of the seller's packages; may have a unit. Empty: null. */
  multipack_quantity?: NumberText | null;
  /** Form of packaging: `Cut Tape`, `Tape & Reel`, `Tray`, `Tube`, … Empty: null. */
  packaging?: string | null;
  /** Whether the manufacturer authorizes the seller. */
  is_authorized?: boolean | null;
  /** When the seller last updated the offer, in ISO 8601. */
  last_updated?: string | null;
}

/** The unit of a spec's values. */
export interface UnitOfMeasurement {
  /** Its name: `ohm`. */
  name: string;
  /** Its symbol: `Ω`. Empty: null. */
  symbol?: string | null;
}

/** What a spec key means. */
export interface SpecMetadata {
  /** The key in `specs` of a part. */
  key: string;
  /** Display name. */
  name?: string;
  /** Decides whether values are compared as numbers (`integer`, `decimal`) or as text: docs/semantics.md, "Spec keys". */
  datatype?: 'string' | 'integer' | 'decimal';
  /** Unit of the values. Empty: null. */
  unit?: UnitOfMeasurement | null;
}

/** The values of a part for one spec key. */
export interface SpecValue {
  /** All values; a single one may be given without a list. Empty: `[]`. */
  value?: NumberText[] | NumberText | null;
  /** Lower end of a range. Empty: null. */
  min_value?: NumberText | null;
  /** Upper end of a range. Empty: null. */
  max_value?: NumberText | null;
  /** The meaning of the key; it takes precedence over the metadata records given beside the parts. Empty: that of the catalog. */
  metadata?: Partial<SpecMetadata> | null;
  /** The sources of the values. */
  attribution?: Attribution | null;
}

/** A part: one manufacturer's product with one part number, and all offers for it. */
export interface Part {
  /** Identifier, 1 to 255 bytes of UTF-8. */
  uid: string;
  /** Manufacturer part number, not empty. */
  mpn: string;
  /** Its manufacturer; what is left out is taken from the record of the uid. */
  manufacturer?: Partial<Manufacturer> | null;
  /** The name under which it is sold, likewise. */
  brand?: Partial<Brand> | null;
  /** A page about the part. */
  catalog_url?: string | null;
  /** Offers of sellers, in the order given. Empty: `[]`. */
  offers?: Offer[] | null;
  /** Listings of brokers. These and all members below are shown only if `include` or `show` names them. Empty: `[]`. */
  broker_listings?: BrokerListing[] | null;
  /** Pages of the manufacturer. */
  external_links?: ExternalLinks | null;
  /** One line about the part. Empty: null. */
  short_description?: string | null;
  /** Descriptions from several sources. Empty: `[]`. */
  descriptions?: Description[] | null;
  /** Pictures. Empty: `[]`. */
  imagesets?: ImageSet[] | null;
  /** Datasheets. Empty: `[]`. */
  datasheets?: Datasheet[] | null;
  /** Documents on compliance. Empty: `[]`. */
  compliance_documents?: ComplianceDocument[] | null;
  /** Designs that use the part. Empty: `[]`. */
  reference_designs?: ReferenceDesign[] | null;
  /** Three-dimensional models. Empty: `[]`. */
  cad_models?: CadModel[] | null;
  /** Technical specs by key, such as `resistance`. Empty: `{}`. */
  specs?: Record<string, SpecValue> | null;
  /** Categories of the part, without their ancestors. Empty: `[]`. */
  category_uids?: string[] | null;
  /** Uids that were merged into this part; fetching one of them returns this part. */
  redirected_uids?: string[] | null;
  /** Undocumented members are kept as given. */
  [member: string]: unknown;
}
