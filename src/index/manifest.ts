import { type CatalogManifest, KEYWORDS } from '../encoding/manifest.js';
import { CorruptCatalogError } from '../model/errors.js';
import { COLLECTIONS, type CollectionName, type FieldKind } from '../model/fields.js';

/** Rows are 31-bit numbers, and the masks of a text index one byte. */
const MOST_ROWS = 0x7fffffff;
const MOST_TEXT_FIELDS = 8;
const KINDS: readonly unknown[] = ['part_number', 'name', 'text', 'string', 'number', 'boolean', 'uid'] satisfies FieldKind[];

/** Reads the section `manifest`. @throws CorruptCatalogError if it is none, whatever its checksum says */
export function readManifest(bytes: Uint8Array): CatalogManifest {
  let manifest: unknown;
  try {
    manifest = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (cause) {
    throw new CorruptCatalogError('manifest', 'is no JSON', 'corrupt_catalog', { cause });
  }
  const { collections, specs } = membersOf(manifest);
  for (const name of COLLECTIONS) {
    if (!isCollection(name, membersOf(membersOf(collections)[name]))) {
      throw new CorruptCatalogError('manifest', `lacks the collection "${name}", or a part of it`);
    }
  }
  if (!isListOf(specs, isSpecKey)) {
    throw new CorruptCatalogError('manifest', 'lacks the spec keys');
  }
  return manifest as CatalogManifest;
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

function isCollection(collection: CollectionName, { rows, fields, texts }: Members): boolean {
  if (!isCount(rows) || rows > MOST_ROWS || !isListOf(fields, isField) || !isListOf(texts, isText)) return false;
  const needed = collection === 'parts' ? [KEYWORDS, 'short_description'] : [KEYWORDS];
  if (!needed.every((name) => texts.some((text) => text.name === name))) return false;
  return rows === 0 || fields.some(({ name, kind }) => name === 'uid' && kind === 'uid');
}

function isSpecKey({ key, type, metadata }: Members): boolean {
  const known = membersOf(metadata);
  return (
    typeof key === 'string' && (type === 'string' || type === 'number') && known.key === key && typeof known.datatype === 'string'
  );
}

function isField({ name, kind, values, rows, multiValued }: Members): boolean {
  return typeof name === 'string' && KINDS.includes(kind) && isCount(values) && isCount(rows) && typeof multiValued === 'boolean';
}

function isText({ name, fields }: Members): boolean {
  const isTextField = (field: Members) => typeof field.name === 'string' && Number.isFinite(field.weight);
  return typeof name === 'string' && isListOf(fields, isTextField) && fields.length <= MOST_TEXT_FIELDS;
}
