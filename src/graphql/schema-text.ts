/**
 * The schema, written once, in the names of the first dialect; dialect.ts derives the later one from it. `@later` marks fields
 * that only the later one has. Fields are those of the hosted service's schema. A field that the documents of a catalog may not
 * answer is nullable here unless it is a list; `@strict` marks those that are non-null in the hosted schema, which they become if
 * the option `strict` is set.
 */
export const SCHEMA_TEXT = /* GraphQL */ `
directive @strict on FIELD_DEFINITION

directive @later on OBJECT | UNION | ENUM | ENUM_VALUE | INPUT_OBJECT | INPUT_FIELD_DEFINITION | FIELD_DEFINITION | ARGUMENT_DEFINITION

"Any JSON value, mostly an object."
scalar Map

"A time in ISO 8601."
scalar Time

type Query {
  "Every attribute of the catalog's parts."
  attributes: [Attribute!]!
  "The manufacturers of some ids, or all."
  manufacturers(ids: [String!], slugs: [String!] @later, min_number_of_active_parts: Int @later): [Company!]!
  "The sellers of some ids, or all."
  sellers(ids: [String!], slugs: [String!] @later): [Company!]!
  "The categories of some ids and paths, or all, roots first."
  categories(ids: [String!], paths: [String!]): [Category!]!
  "The parts of some ids, in their order; null where there is none."
  parts(
    ids: [String!]!
    country: String! = "US"
    currency: String! = "USD"
    distributorapi: Boolean
    distributorapi_timeout: String! = "3s"
    custom_pricing_credentials: [ApiCredentials!]
  ): [Part]!
  "Single offers of parts."
  part_offers(
    country: String!
    currency: String!
    references: [OfferReference!]!
    distributorapi: Boolean
    distributorapi_timeout: String! = "3s"
    custom_pricing_credentials: [ApiCredentials!]
  ): [PartOffer]! @later
  "Part numbers, names and words that begin with what was typed."
  suggest(q: String!, category_id: String, part_numbers_only: Boolean): [Suggestion!]!
  "The parts that have all keywords and meet all filters."
  search(
    q: String
    country: String! = "US"
    currency: String! = "USD"
    start: Int
    limit: Int
    "The member next of the page before. An extension."
    after: String
    sort: String
    sort_dir: SortDirection
    in_stock_only: Boolean
    filters: Map
    distributorapi: Boolean
    distributorapi_timeout: String! = "3s"
    custom_pricing_credentials: [ApiCredentials!]
  ): PartResultSet!
  "The parts whose part number begins with q, or fits its wildcards."
  search_mpn(
    q: String
    country: String! = "US"
    currency: String! = "USD"
    start: Int
    limit: Int
    "The member next of the page before. An extension."
    after: String
    sort: String
    sort_dir: SortDirection
    in_stock_only: Boolean
    filters: Map
    distributorapi: Boolean
    distributorapi_timeout: String! = "3s"
    custom_pricing_credentials: [ApiCredentials!]
  ): PartResultSet!
  "Part numbers that q nearly is, and q with its misspelled words replaced."
  spelling_correction(q: String!): [SpellingCorrection!]!
  "The parts of several queries, such as the lines of a bill of materials."
  multi_match(
    queries: [PartMatchQuery!]!
    options: PartMatchOptions
    country: String! = "US"
    currency: String! = "USD"
    distributorapi: Boolean
    distributorapi_timeout: String! = "3s"
    custom_pricing_credentials: [ApiCredentials!]
  ): [PartMatch!]!
  octopart_id_from_ciiva_id(workspace_url: String!, ciiva_id: String!): String @later @deprecated(reason: "Use \`supPartIdFromCiivaId\`.")
  part_id_from_ciiva_id(ciiva_id: String!): String @later
  part_ids_from_ciiva_ids(ciiva_ids: [String!]!): [String]! @later
  ciiva_id_from_part_id(part_id: String!): String @later
  ciiva_ids_from_part_ids(part_ids: [String!]!): [String]! @later
  part_extras_by_part_id(part_id: String!): PartExtras @later
  part_extras_by_part_ids(part_ids: [String!]!): [UnionPayload!]! @later
  octocart(items: [OctocartPartsBySellerInput!]!, country: String = "US", currency: String = "USD"): [OctocartLink!]! @later
}

union UnionPayload @later = PartExtras | ErrorPayload

type ErrorPayload @later {
  message: String!
}

type PartExtras @later {
  alternatives(first: Int! = 100): [PartExtras!]!
  part_id: String!
  description: String
  is_rohs_compliant: Boolean
  confidence: Float
  datasheet_urls: [String!]
  life_cycle: PartLifeCycle!
  parameters: [PartExtrasParameter!]
  technical_details: [PartExtrasTechnicalDetail!] @deprecated(reason: "Use \`parameters\`.")
}

type PartExtrasParameter @later {
  name: String!
  unit: String
  value: [String!]
}

type PartExtrasTechnicalDetail @later {
  name: String!
  value: String!
}

enum PartLifeCycle @later {
  UNKNOWN
  NEW
  ACTIVE
  NRFND
  EOL
  DISCONTINUED
  ACTIVE_UNCONFIRMED
  DISCONTINUED_UNCONFIRMED
  CONTACT_MFR
  TRANSFERRED
}

type AppliedFilter {
  shortname: String!
  name: String!
  values: [String!]!
  display_values: [String!]!
}

type Attribute {
  id: ID!
  name: String!
  shortname: String!
  group: String @strict
  value_type: String @later @strict
  units_name: String @later @strict
  units_symbol: String @later @strict
}

type AttributeGroup {
  name: String @strict
  attributes: [Attribute!]!
}

type Blurb {
  name: String @strict
  path_name: String @strict
  description: String @strict
  content: String @strict
  meta_description: String @later @strict
  meta_title: String @later @strict
}

type CadBucket {
  cad_state: String!
  count: Int
}

type Category {
  id: ID!
  "Empty for a root."
  parent_id: ID!
  name: String!
  "From the root down."
  ancestors: [Category!]!
  children: [Category!]!
  "A slash and the slugs from the root: /passive-components/resistors"
  path: String!
  "The attributes that are the most useful filters of its parts, ten at most."
  relevant_attributes: [Attribute!]!
  blurb: Blurb
  num_parts: Int!
}

type CategoryBucket {
  category: Category!
  count: Int
}

type CircuitMakerPartInfo @later {
  comments: Int @strict
  fabrications: Int @strict
  projects: Int @strict
  rates: Int @strict
  releases: Int @strict
}

type Company {
  id: ID @strict
  name: String @strict
  aliases: [String!]!
  display_flag: String
  homepage_url: String
  slug: String @strict
  is_verified: Boolean @strict
  is_broker: Boolean @deprecated(reason: "use \`PartSeller.is_broker\` instead") @strict
  is_distributorapi: Boolean @strict
  is_octocart_supported: Boolean @later @strict
}

type CompanyBucket {
  company: Company!
  count: Int
}

type Country {
  name: String @strict
  country_code: String!
  continent_code: String @strict
}

type Description {
  text: String!
  credit_string: String @strict
  credit_url: String @strict
}

type Document {
  name: String @strict
  page_count: Int
  created_at: Time
  url: String @strict
  credit_string: String @strict
  credit_url: String @strict
  mime_type: String @strict
}

type DocumentCollection {
  name: String!
  documents: [Document!]!
}

type Image {
  url_largest: String @deprecated(reason: "use \`url\` instead") @strict
  url_55px: String @deprecated(reason: "use \`url\` instead") @strict
  url_75px: String @deprecated(reason: "use \`url\` instead") @strict
  url_90px: String @deprecated(reason: "use \`url\` instead") @strict
  url: String @strict
  credit_string: String @strict
  credit_url: String @strict
}

type InStockBucket @later {
  is_in_stock: Boolean!
  count: Int
}

type LevelBucket @later {
  level: Int
  display_name: String!
  count: Int
}

type Offer {
  _cache_id: String @strict
  id: ID @strict
  sku: String @strict
  eligible_region: String
  "Pieces, or a code: -1 non-stocked, -2 in stock but quantity unknown, -3 unknown, -4 on request."
  inventory_level: Int @strict
  packaging: String
  moq: Int
  prices: [PricePoint!]!
  click_url: String @strict
  internal_url: String @strict
  updated: Time @strict
  factory_lead_days: Int
  on_order_quantity: Int
  factory_pack_quantity: Int
  order_multiple: Int
  multipack_quantity: Int
  is_custom_pricing: Boolean @strict
}

type Part {
  _cache_id: String @strict
  id: ID @strict
  name: String!
  mpn: String!
  generic_mpn: String @strict
  manufacturer: Company @strict
  manufacturer_url: String
  free_sample_url: String
  document_collections: [DocumentCollection!]!
  short_description: String @strict
  descriptions: [Description!]!
  images: [Image!]!
  specs: [Spec!]!
  slug: String!
  catalog_url: String @strict
  similar_parts: [Part!]!
  companion_products: [SponsoredPart!]!
  category: Category
  series: PartSeries
  best_image: Image
  best_datasheet: Document
  reference_designs: [ReferenceDesign!]!
  cad: PartCad
  cad_request_url: String
  v3uid: ID!
  "How many documents, images, offers and so on it has, by name."
  counts: Map!
  "The median over its offers of the price of one piece when 1,000 are bought, in the requested currency."
  median_price_1000: PricePoint
  "The sum of the quantities that its sellers have."
  total_avail: Int @strict
  avg_avail: Float @strict
  sellers(
    include_brokers: Boolean! = false
    authorized_only: Boolean! = false
    limit: Int @later
    start: Int @later
  ): [PartSeller!]!
  "The shortest of its offers."
  estimated_factory_lead_days: Int
  aka_mpns: [String!]!
  altium_internal_id: String @later @strict
  circuit_maker_internal: CircuitMakerPartInfo @later
  extras: PartExtras @later
}

type PartCad {
  add_to_library_url: String
  has_3d_model: Boolean @strict
  has_altium: Boolean @strict
  has_eagle: Boolean @strict
  has_orcad: Boolean @strict
  has_kicad: Boolean @strict
  download_url_altium: String @strict
  download_url_eagle: String @strict
  download_url_orcad: String @strict
  download_url_kicad: String @strict
  footprint_image_url: String
  symbol_image_url: String
}

type PartMatch {
  reference: String
  "Null where there is an error, 0 in a strict schema."
  hits: Int @strict
  parts: [Part!]!
  error: String
}

type PartOffer @later {
  part_id: String!
  seller_id: String @strict
  offer: Offer!
}

type PartResult {
  _cache_id: String @strict
  part: Part!
  explain: String @deprecated(reason: "always empty") @strict
  aka_mpn: String
  description: String @strict
}

type PartResultSet {
  total: Int! @deprecated(reason: "use \`hits\` instead")
  hits: Int!
  "The argument after of the next page; null on the last one. An extension."
  next: String
  results: [PartResult!]
  specs_view_attribute_groups: [AttributeGroup!]!
  warnings: [String!]
  spec_aggs(
    attribute_names: [String!]!
    attribute_selection: SpecAggsSelection! = EXPLICIT @later
    size: Int! = 10
  ): [SpecAgg!]!
  "All manufacturers where no size is sent."
  manufacturer_agg(size: Int): [CompanyBucket!]!
  distributor_agg(size: Int! = 10): [CompanyBucket!]!
  category_agg(size: Int! = 10): [CategoryBucket!]!
  cad_agg: [CadBucket!]!
  cad_level_agg: [LevelBucket!]! @later
  in_stock_agg: [InStockBucket!]! @later
  suggested_categories: [CategoryBucket!]!
  suggested_filters: [Attribute!]!
  all_filters: [Attribute!]!
  applied_category: Category
  applied_filters: [AppliedFilter!]!
}

type PartSeller {
  _cache_id: String @strict
  company: Company!
  country: String
  offers(price_breaks: [Int!] @later): [Offer!]!
  is_authorized: Boolean @strict
  is_broker: Boolean!
  is_rfq: Boolean!
  ships_to_countries: [Country!]!
}

type PartSeries {
  id: ID!
  name: String!
  url: String @strict
}

type PricePoint {
  _cache_id: String @strict
  quantity: Int @strict
  price: Float!
  currency: String!
  "Null unless the price is in the requested currency, since no rates are known; in a strict schema its own price at rate 1."
  converted_price: Float @strict
  converted_currency: String @strict
  conversion_rate: Float @strict
}

type ReferenceDesign {
  name: String @strict
  url: String @strict
}

type Spec {
  attribute: Attribute!
  value: String @later @strict
  si_value: String @later @strict
  value_type: String @later @strict
  units: String @later @strict
  units_name: String @later @strict
  units_symbol: String @later @strict
  display_value: String!
}

type SpecAgg {
  attribute: Attribute!
  buckets: [SpecBucket!]!
  min: Float
  max: Float
  si_min: String @later
  si_max: String @later
  display_min: String
  display_max: String
  value_type: String @later @strict
  units: String @later
  units_name: String @later
  units_symbol: String @later
}

type SpecBucket {
  display_value: String!
  float_value: Float
  count: Int
}

type SpellingCorrection {
  correction_string: String!
  hits: Int!
}

type SponsoredPart {
  _cache_id: String @strict
  ppid: ID @deprecated(reason: "use part.id instead") @strict
  source_id: ID @deprecated(reason: "unused") @strict
  part: Part!
  url: String @strict
}

type Suggestion {
  text: String!
  in_category_name: String @strict
  in_category_id: String @strict
}

type OctocartLink @later {
  seller_id: String!
  cart_url: String
}

input ApiCredentials {
  api_name: String!
  client_id: String
  client_secret: String
  username: String
  password: String
  api_key: String @later
}

input OfferReference @later {
  part_id: String!
  offer_id: String!
}

input PartMatchOptions {
  require_authorized_sellers: Boolean = false
  require_stock_available: Boolean = false
  filters: Map
}

input PartMatchQuery {
  mpn: String
  sku: String
  mpn_or_sku: String
  manufacturer: String
  seller: String
  start: Int! = 0
  limit: Int! = 3
  reference: String
}

input OctocartItemInput @later {
  part_id: String!
  offer_id: String!
  quantity: Int!
}

input OctocartPartsBySellerInput @later {
  seller_id: String!
  items: [OctocartItemInput!]!
}

enum SortDirection {
  asc
  desc
}

enum SpecAggsSelection @later {
  EXPLICIT
  WITH_SUGGESTED
  ALL
}

enum PlanTier {
  FREE
  BASIC
  PRO
  ENTERPRISE
}

enum Role {
  DISTRIBUTOR
  CADMODELS
  INTERNAL
  NEXARINTERNAL @later
}

enum NexarFeatureID @later {
  LEAD_TIME
  LIFECYCLE
  DATASHEETS
  TECH_SPECS
  CAD_MODELS
  SIMILAR_PARTS
  SUGGESTIONS
  SPELLING_CORRECTIONS
  INVENTORY_HISTORY
}
`;
