import { isCanonicalPart } from './canonical.js';
import type { CheckedCategory, CheckedCompany, CheckedPart, CheckedSpecMetadata } from './checked-documents.js';
import { conform, type DocumentPlace, refuse } from './conform.js';
import type { Seller } from './documents.js';
import { BRAND, CATEGORY, PART, SELLER, SPEC_METADATA } from './schema.js';

/**
 * Checks a part and converts it to the form that the index is built from: lists are lists, `mpn` and `sku` are text. Returns the
 * same object if it already has that form, else a copy of what had to change; the input is never modified. Undocumented members
 * are not checked.
 * @throws InvalidDocumentError naming source, line, path, the value found and what would be valid
 */
export function checkPart(value: unknown, place: DocumentPlace): CheckedPart {
  if (isCanonicalPart(value)) return value;
  const part = conform(value, PART, ['uid', 'mpn'], place) as CheckedPart;
  if (part.mpn === '') throw refuse(place, ['mpn'], 'a non-empty string', '');
  return part;
}

/** Checks the record of a brand or a manufacturer: `uid` and `name` are needed. @throws InvalidDocumentError */
export function checkCompany(value: unknown, place: DocumentPlace): CheckedCompany {
  return conform(value, BRAND, ['uid', 'name'], place) as CheckedCompany;
}

/** Checks the record of a seller: `uid` and `name` are needed. @throws InvalidDocumentError */
export function checkSeller(value: unknown, place: DocumentPlace): Seller {
  return conform(value, SELLER, ['uid', 'name'], place) as Seller;
}

/** Checks the record of a category: `uid` and `name` are needed. @throws InvalidDocumentError */
export function checkCategory(value: unknown, place: DocumentPlace): CheckedCategory {
  return conform(value, CATEGORY, ['uid', 'name'], place) as CheckedCategory;
}

const DATATYPES: readonly unknown[] = ['string', 'integer', 'decimal'];

/**
 * Checks a metadata record of a spec key: `key` is needed, and a `datatype` must be one of the three. (Inside a part, another
 * datatype is ignored.)
 * @throws InvalidDocumentError
 */
export function checkSpecMetadata(value: unknown, place: DocumentPlace): CheckedSpecMetadata {
  const metadata = conform(value, SPEC_METADATA, ['key'], place) as CheckedSpecMetadata;
  const datatype = metadata.datatype ?? undefined;
  if (datatype !== undefined && !DATATYPES.includes(datatype)) {
    throw refuse(place, ['datatype'], '"string", "integer" or "decimal"', datatype);
  }
  return metadata;
}
