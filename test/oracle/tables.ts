/**
 * The tables of the version 3 document: members, their types and Empty values.
 *
 * `member:type` has no Empty value (n/a in the table), `type?` has null, `[type]` is a list with Empty value [],
 * `{type}` a map with Empty value {}. A capital letter starts the name of a table; without `?` the Empty value is what {} is
 * answered as. `!` is a list without Empty value, `-` one that is never shown. `@` is a reference to a record.
 */
const ASSET = 'url:text mimetype:text metadata:{any}';
const ATTRIBUTED = `${ASSET} attribution:Attribution`;
const COMPANY = 'uid:uid name:text homepage_url:text? aliases:[text]-';

const SOURCES = {
  Asset: ASSET,
  AttributedAsset: ATTRIBUTED,
  Attribution: 'sources:[Source] first_acquired:text?',
  BrokerListing: 'seller:Seller@sellers listing_url:text? catalog_rfq_url:text?',
  Category:
    'uid:uid name:text parent_uid:uid? children_uids:[uid] ancestor_uids:[uid] ancestor_names:[text] num_parts:integer? ' +
    'imagesets:[ImageSet] aliases:[text]-',
  Company: COMPANY,
  ComplianceDocument: `${ATTRIBUTED} subtypes:[text]`,
  Description: 'value:text attribution:Attribution',
  ExternalLinks: 'product_url:text? freesample_url:text? evalkit_url:text?',
  ImageSet:
    'swatch_image:Asset? small_image:Asset? medium_image:Asset? large_image:Asset? attribution:Attribution ' +
    'credit_string:text? credit_url:text?',
  Offer:
    'sku:part_number seller:Seller@sellers eligible_region:text? product_url:text? catalog_rfq_url:text? prices:{price_breaks} ' +
    'in_stock_quantity:quantity on_order_quantity:quantity? on_order_eta:text? factory_lead_days:quantity? ' +
    'factory_order_multiple:quantity? order_multiple:quantity? moq:quantity? multipack_quantity:quantity? packaging:text? ' +
    'is_authorized:boolean last_updated:text',
  // redirected_uids is in no table of the document, so it is shown only where a record has it.
  Part:
    'uid:uid mpn:part_number manufacturer:Company@manufacturers brand:Company@brands catalog_url:text external_links:ExternalLinks offers:[Offer] ' +
    'broker_listings:[BrokerListing] short_description:text? descriptions:[Description] imagesets:[ImageSet] ' +
    'datasheets:[AttributedAsset] compliance_documents:[ComplianceDocument] reference_designs:[ReferenceDesign] ' +
    'cad_models:[AttributedAsset] specs:{SpecValue} category_uids:[uid] redirected_uids:[uid]!',
  // The document gives the Empty value [] to these two texts, so that [] means absent: `text[]`.
  ReferenceDesign: `${ATTRIBUTED} title:text[] description:text[]`,
  Seller: `${COMPANY} display_flag:text? has_ecommerce:boolean?`,
  Source: 'uid:text name:text',
  SpecMetadata: 'key:text name:text datatype:text unit:Unit?',
  SpecValue: 'value:[quantity] min_value:quantity? max_value:quantity? metadata:SpecMetadata attribution:Attribution',
  Unit: 'name:text symbol:text?',
};

export interface Member {
  readonly type: string;
  readonly many?: 'list' | 'map';
  /** Searched, never shown. */
  readonly secret: boolean;
  /** What an answer shows where the member is absent; `{}` is answered as an object of the type; undefined: nothing. */
  readonly empty?: () => unknown;
  /** Of a company: the collection that has its record. */
  readonly refersTo?: 'brands' | 'manufacturers' | 'sellers';
}

function parseMember(type: string): Member {
  const [, open, name, , mark, refersTo] = /^([[{]?)(\w+)([\]}]?)(\?|!|-|\[\])?(?:@(\w+))?$/.exec(type) as RegExpExecArray;
  const many = open === '[' ? 'list' : open === '{' ? 'map' : undefined;
  const emptyList = mark === '[]' || (many === 'list' && mark !== '!' && mark !== '-');
  const emptyObject = many === 'map' || (many === undefined && mark === undefined && /^[A-Z]/.test(name));
  const empty = emptyList ? () => [] : mark === '?' ? () => null : emptyObject ? () => Object.create(null) : undefined;
  return { type: name, many, empty, secret: mark === '-', refersTo: refersTo as Member['refersTo'] };
}

/** Table name to member name to member. */
export const TABLES: ReadonlyMap<string, ReadonlyMap<string, Member>> = new Map(
  Object.entries(SOURCES).map(([table, text]) => {
    const members = text.split(' ').map((entry) => entry.split(':'));
    return [table, new Map(members.map(([name, type]) => [name, parseMember(type)]))];
  }),
);
