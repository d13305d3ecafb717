import type {
  BrokerListing,
  Category,
  Company,
  NumberText,
  Offer,
  Part,
  PriceBreak,
  SpecMetadata,
  SpecValue,
} from './documents.js';

/**
 * Documents after their check: lists are lists without null, maps have no null values, `mpn` and `sku` are text. A member may
 * still be null, which means absent.
 */

/** The documented types of a document's members, some of them narrowed. */
type Narrowed<Document, Members> = Omit<Document, keyof Members> & Members;

export type CheckedSpecValue = Narrowed<SpecValue, { value?: NumberText[] | null }>;

export type CheckedOffer = Narrowed<Offer, { sku?: string | null; prices?: Record<string, PriceBreak[]> | null }>;

export interface CheckedPart {
  uid: string;
  mpn: string;
  manufacturer?: Part['manufacturer'];
  brand?: Part['brand'];
  catalog_url?: string | null;
  offers?: CheckedOffer[] | null;
  broker_listings?: BrokerListing[] | null;
  external_links?: Part['external_links'];
  short_description?: string | null;
  descriptions?: Part['descriptions'];
  imagesets?: Part['imagesets'];
  datasheets?: Part['datasheets'];
  compliance_documents?: Part['compliance_documents'];
  reference_designs?: Part['reference_designs'];
  cad_models?: Part['cad_models'];
  specs?: Record<string, CheckedSpecValue> | null;
  category_uids?: string[] | null;
  redirected_uids?: string[] | null;
  [member: string]: unknown;
}

/** A brand or manufacturer record. */
export type CheckedCompany = Company;
export type CheckedCategory = Category;
export type CheckedSpecMetadata = SpecMetadata;
