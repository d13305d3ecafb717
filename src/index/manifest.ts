import { KINDS } from '../analysis/kinds.js';
import type { CatalogManifest, StoredManifest } from '../encoding/manifest.js';
import { specMetadataOf } from '../encoding/spec-facts.js';
import { textIndexes } from '../encoding/text-indexes.js';
import { isAuthorized } from '../model/authorized.js';
import { CorruptCatalogError } from '../model/errors.js';
import { COLLECTIONS, type CollectionName, type FieldTable, WORDS } from '../model/fields.js';
import { type CatalogField, isFieldKind, ownFieldTable } from '../model/own-fields.js';

/** Rows are 31-bit numbers, and the masks of a text index one byte. */
const MOST_ROWS = 0x7fffffff;
const MOST_TEXT_FIELDS = 8;
/** More would not make sense: each part of a request is done once for each of them. */
export const MOST_SEGMENTS = 1024;

/** Reads the section `manifest`. @throws CorruptCatalogError if it is none, whatever its checksum says */
export function readManifest(bytes: Uint8Array): CatalogManifest {
  let manifest: unknown;
  try {
    manifest = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (cause) {
    throw new CorruptCatalogError('manifest', 'is not JSON', 'corrupt_catalog', { cause });
  }
  const { collections, specs, specMetadata, ownFields, synonyms, authorized, segments, specCounts } = membersOf(manifest);
  if (segments !== undefined) checkSegments(segments, specs, specCounts);
  if (!isListOf(ownFields, isOwnField)) throw new CorruptCatalogError('manifest', 'lacks the declared fields');
  if (synonyms !== undefined && !isLists(synonyms)) throw new CorruptCatalogError('manifest', 'has synonyms that are not lists');
  if (authorized !== undefined && !isAuthorized(authorized)) {
    throw new CorruptCatalogError('manifest', 'has terms of authorization that are not lists of sellers');
  }
  const own = ownFieldTable(ownFields as unknown as CatalogField[]);
  for (const name of COLLECTIONS) {
    // Those of several segments have manifests of their own.
    if (name === 'parts' && segments !== undefined) continue;
    if (!isCollection(name, membersOf(membersOf(collections)[name]), own)) {
      throw new CorruptCatalogError('manifest', `lacks the collection "${name}", or a part of it`);
    }
  }
  if (!isListOf(specs, isSpec) || !isListOf(specMetadata, ({ key }) => typeof key === 'string')) {
    throw new CorruptCatalogError('manifest', 'lacks the spec keys');
  }
  const stored = manifest as StoredManifest;
  const given = new Map(stored.specMetadata.map((metadata) => [metadata.key, metadata]));
  const keys = stored.specs.map((spec) => ({ ...spec, metadata: specMetadataOf(spec, spec.type, given.get(spec.key)) }));
  return { ...stored, specs: keys };
}

/** @throws CorruptCatalogError */
function checkSegments(segments: unknown, specs: unknown, specCounts: unknown): void {
  const isPair = (counts: unknown) => Array.isArray(counts) && counts.length === 2 && counts.every(isCount);
  const isForEach = Array.isArray(specs) && Array.isArray(specCounts) && specCounts.length === specs.length;
  if (!isCount(segments) || segments < 2 || segments > MOST_SEGMENTS || !isForEach || !specCounts.every(isPair)) {
    throw new CorruptCatalogError('manifest', 'lacks the number of segments, or what they have of spec keys');
  }
}

/** Whether a value is a list of lists of texts. */
function isLists(value: unknown): boolean {
  const isTexts = (list: unknown) => Array.isArray(list) && list.every((text) => typeof text === 'string');
  return Array.isArray(value) && value.every(isTexts);
}

type Members = Readonly<Record<string, unknown>>;

function membersOf(value: unknown): Members {
  return typeof value === 'object' && value !== null ? (value as Members) : {};
}

function isListOf(value: unknown, test: (members: Members) => boolean): value is Members[] {
  return Array.isArray(value) && value.every((item) => test(membersOf(item)));
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

function isCollection(collection: CollectionName, { rowCount, fields, texts }: Members, own: FieldTable): boolean {
  if (!isCount(rowCount) || rowCount > MOST_ROWS || !isListOf(fields, isField) || !isListOf(texts, isText)) return false;
  // A segment of several may lack the index of string values, if others decided which values are strings.
  const needed = Object.keys(textIndexes(collection, own)).filter((name) => name !== WORDS);
  if (!needed.every((name) => texts.some((text) => text.name === name))) return false;
  const kinds = new Map(fields.map(({ name, kind }) => [name, kind]));
  if (collection === 'parts' && [...own.values()].some(({ name, kind }) => kinds.get(name) !== kind)) return false;
  return rowCount === 0 || fields.some(({ name, kind, values }) => name === 'uid' && kind === 'uid' && values !== 0);
}

function isSpec({ key, type, declared, undeclared, said, places }: Members): boolean {
  const isVotes = (votes: unknown) => isCount(membersOf(votes).number) && isCount(membersOf(votes).string);
  const hasType = type === 'string' || type === 'number';
  return typeof key === 'string' && hasType && isVotes(declared) && isVotes(undeclared) && isSaid(said) && arePlaces(places);
}

/** Whether documents that have a key are given by numbers, if they are. */
function arePlaces(places: unknown): boolean {
  if (places === undefined) return true;
  const { key, first, name, unit, datatype } = membersOf(places);
  const isFirst = (value: unknown, length = 2) => Array.isArray(value) && value.length === length && value.every(isCount);
  return isFirst(key, 3) && [first, name, unit, datatype].every((value) => value === undefined || isFirst(value));
}

function isSaid(said: unknown): boolean {
  const { first, name, unit, datatype } = membersOf(said);
  const isObject = (value: unknown) => value === undefined || (typeof value === 'object' && value !== null);
  return (
    isObject(said) &&
    said !== undefined &&
    isObject(first) &&
    isObject(unit) &&
    (name === undefined || typeof name === 'string') &&
    (datatype === undefined || datatype === 'integer' || datatype === 'decimal')
  );
}

function isField({ name, kind, values, rowCount, multiValued }: Members): boolean {
  return (
    typeof name === 'string' &&
    typeof kind === 'string' &&
    Object.hasOwn(KINDS, kind) &&
    isCount(values) &&
    isCount(rowCount) &&
    typeof multiValued === 'boolean'
  );
}

function isOwnField({ name, kind, keywords }: Members): boolean {
  return typeof name === 'string' && isFieldKind(kind) && typeof keywords === 'boolean';
}

function isText({ name, fields }: Members): boolean {
  const isNames = (of: unknown) => of === undefined || (Array.isArray(of) && of.every((one) => typeof one === 'string'));
  const isTextField = (field: Members) => typeof field.name === 'string' && Number.isFinite(field.weight) && isNames(field.of);
  return typeof name === 'string' && isListOf(fields, isTextField) && fields.length <= MOST_TEXT_FIELDS;
}
