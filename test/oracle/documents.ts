/** Documents as they are answered, and the collections of a catalog (docs/semantics.md, "Documents"). */
import type { CollectionName } from '../../src/model/fields.js';
import { OracleError } from './errors.js';
import { type Member, TABLES } from './tables.js';

/** An object of JSON, without prototype, so that any name may be a member. */
export type Doc = { [member: string]: unknown };

export interface OracleSource {
  readonly parts: readonly unknown[];
  readonly categories?: readonly unknown[];
  readonly brands?: readonly unknown[];
  readonly manufacturers?: readonly unknown[];
  readonly sellers?: readonly unknown[];
  readonly spec_metadata?: readonly unknown[];
}

/** A record of a collection: its document with every Empty value in place. Aliases are searched, never shown. */
export interface Row {
  readonly uid: string;
  readonly doc: Doc;
  /** The document as it was given. */
  readonly given: Doc;
  readonly aliases: readonly string[];
  /** Values of its fields, computed once. */
  readonly values: Map<string, readonly unknown[]>;
}

export interface Collections {
  /** Spec key to the metadata given beside the parts. */
  readonly specMetadata: ReadonlyMap<string, Doc>;
  readonly rows: Readonly<Record<CollectionName, readonly Row[]>>;
  /** Merged part uid to the uid of the surviving part. */
  readonly redirects: ReadonlyMap<string, string>;
}

export function isObject(value: unknown): value is Doc {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The member's value, or undefined where it is absent or null. */
export function member(doc: unknown, name: string): unknown {
  return isObject(doc) && Object.hasOwn(doc, name) ? (doc[name] ?? undefined) : undefined;
}

/** A scalar is a list of one; null is absent, in lists too. */
export function listOf(value: unknown): unknown[] {
  return (Array.isArray(value) ? value : [value]).filter((element) => element !== null && element !== undefined);
}

function invalid(path: string, message: string): never {
  throw new OracleError('InvalidDocumentError', `${path}: ${message}`);
}

function value(type: string, given: unknown, path: string): unknown {
  if (TABLES.has(type)) return isObject(given) ? answered(type, given, path) : invalid(path, 'must be an object');
  const isNumber = typeof given === 'number' && Number.isFinite(given);
  const isText = typeof given === 'string';
  const ok = {
    text: isText,
    uid: isText && isUid(given),
    part_number: isText || isNumber,
    quantity: isText || isNumber,
    integer: Number.isInteger(given),
    boolean: typeof given === 'boolean',
    any: true,
    price_breaks: Array.isArray(given) && given.every(isPriceBreak),
  }[type];
  if (!ok) invalid(path, `must be a ${type}`);
  return type === 'part_number' ? String(given) : withoutClass(given);
}

function isPriceBreak(pair: unknown): boolean {
  const isQuantity = (text: unknown) => typeof text === 'string' || (typeof text === 'number' && Number.isFinite(text));
  return Array.isArray(pair) && pair.length === 2 && pair.every(isQuantity);
}

/** Lone surrogates have no UTF-8 form, so a uid has none. */
function isUid(text: string): boolean {
  const bytes = [...text].reduce((sum, c) => sum + (c < '\u{80}' ? 1 : c < '\u{800}' ? 2 : c.length === 1 ? 3 : 4), 0);
  return text !== '' && bytes <= 255 && !/\p{Surrogate}/u.test(text);
}

/** At most 1000 objects and lists one inside the other, the document among them. */
function checkNesting(document: unknown, path: string): void {
  const isObjectOrArray = (value: unknown) => typeof value === 'object' && value !== null;
  let level = [document];
  for (let depth = 1; level.length > 0; depth++) {
    if (depth > 1000) invalid(path, 'is nested more than 1000 deep');
    level = level.flatMap((holder) => Object.values(holder as Doc).filter(isObjectOrArray));
  }
}

function withoutClass(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutClass);
  return isObject(value) ? mapMembers(value, withoutClass) : value;
}

/** A copy with every member changed; `__class__` and what becomes undefined is left out. */
function mapMembers(doc: Doc, change: (value: unknown, name: string) => unknown): Doc {
  const copy: Doc = Object.create(null);
  for (const [name, value] of Object.entries(doc)) {
    const changed = name === '__class__' ? undefined : change(value, name);
    if (changed !== undefined) copy[name] = changed;
  }
  return copy;
}

/** The object as an answer shows it: the members of its table in that order, with Empty values in place, then others as given. */
function answered(table: string, doc: Doc, path: string): Doc {
  const members = TABLES.get(table) as ReadonlyMap<string, Member>;
  const answer: Doc = Object.create(null);
  for (const [name, known] of members) {
    const given = Object.hasOwn(doc, name) ? doc[name] : undefined;
    const isAbsent = given === null || given === undefined || isWrittenEmpty(known, given);
    const shown = isAbsent ? emptyOf(known, path) : answeredMember(known, given, `${path}.${name}`);
    if (shown !== undefined && !known.secret) answer[name] = shown;
  }
  return Object.assign(
    answer,
    mapMembers(doc, (given, name) => (members.has(name) ? undefined : withoutClass(given))),
  );
}

/** An object of a table as answers have it. */
export function answeredObject(table: string, doc: Doc): Doc {
  return answered(table, doc, table);
}

function emptyOf({ type, many, empty }: Member, path: string): unknown {
  const value = empty?.();
  return many === undefined && isObject(value) ? answered(type, value, path) : value;
}

/** A text whose Empty value is [] may come as it is answered. */
function isWrittenEmpty({ many, empty }: Member, given: unknown): boolean {
  return many === undefined && Array.isArray(given) && given.length === 0 && Array.isArray(empty?.());
}

function answeredMember({ type, many }: Member, given: unknown, path: string): unknown {
  if (many === 'list') return listOf(given).map((element) => value(type, element, path));
  if (many !== 'map') return value(type, given, path);
  if (!isObject(given)) invalid(path, 'must be an object');
  return mapMembers(given, (element, key) =>
    type !== 'any' && (element === null || element === undefined) ? undefined : value(type, element, `${path}.${key}`),
  );
}

function row(table: string, document: unknown, path: string): Row {
  if (!isObject(document)) invalid(path, 'must be an object');
  checkNesting(document, path);
  const doc = answered(table, document, path);
  if (doc.uid === undefined) invalid(path, 'uid is missing');
  if (table === 'Part' && (doc.mpn === undefined || doc.mpn === '')) invalid(path, 'mpn must not be empty');
  if (table !== 'Part' && doc.name === undefined) invalid(path, 'name is missing');
  // Of parts `aliases` is a member like any other.
  const aliases = table === 'Part' ? [] : (listOf(document.aliases) as string[]);
  return { uid: doc.uid as string, doc, given: document, aliases, values: new Map() };
}

/** The value with the members that its companies leave out and their records have, as if the document had them. */
function writtenOut(table: string, given: unknown, source: OracleSource): unknown {
  if (Array.isArray(given)) return given.map((element) => writtenOut(table, element, source));
  if (!isObject(given)) return given;
  const written: Doc = { ...given };
  for (const [name, { type, refersTo }] of TABLES.get(table) as ReadonlyMap<string, Member>) {
    const value = member(given, name);
    if (refersTo) written[name] = withRecord(type, value, source[refersTo] ?? []);
    else if (name === 'offers' || name === 'broker_listings') written[name] = writtenOut(type, value, source);
  }
  return written;
}

/** A company with the documented members of the record of its uid that it has not itself. */
function withRecord(table: string, company: unknown, records: readonly unknown[]): unknown {
  const uid = member(company, 'uid');
  const record = uid === undefined ? undefined : records.find((one) => member(one, 'uid') === uid);
  if (!isObject(company) || record === undefined) return company;
  const whole: Doc = { ...company };
  for (const [name, { secret }] of TABLES.get(table) as ReadonlyMap<string, Member>) {
    if (!secret && member(company, name) === undefined && member(record, name) !== undefined) whole[name] = member(record, name);
  }
  return whole;
}

export function collect(source: OracleSource): Collections {
  const parts = source.parts.map((part, i) => row('Part', writtenOut('Part', part, source), `parts[${i}]`));
  const uids = unique(parts);
  const redirects = new Map<string, string>();
  for (const part of parts) {
    for (const old of listOf(part.doc.redirected_uids) as string[]) {
      if (uids.has(old) || redirects.has(old)) invalid(part.uid, `redirected uid ${old} lives or is listed twice`);
      redirects.set(old, part.uid);
    }
  }
  // As given, not as answered: aliases belong to the record that is gathered.
  const docs = source.parts as readonly Doc[];
  const sellersOf = (doc: Doc) =>
    [...listOf(member(doc, 'offers')), ...listOf(member(doc, 'broker_listings'))].map((offer) => member(offer, 'seller'));
  return {
    redirects,
    specMetadata: givenMetadata(source.spec_metadata ?? []),
    rows: {
      parts,
      categories: [...unique((source.categories ?? []).map((c, i) => row('Category', c, `categories[${i}]`))).values()],
      brands: gather(
        'Company',
        source.brands,
        docs.map((doc) => member(doc, 'brand')),
      ),
      manufacturers: gather(
        'Company',
        source.manufacturers,
        docs.map((doc) => member(doc, 'manufacturer')),
      ),
      sellers: gather('Seller', source.sellers, docs.flatMap(sellersOf)),
    },
  };
}

function givenMetadata(records: readonly unknown[]): Map<string, Doc> {
  const byKey = new Map<string, Doc>();
  for (const [i, record] of records.entries()) {
    const path = `spec_metadata[${i}]`;
    checkNesting(record, path);
    const metadata = value('SpecMetadata', record, path) as Doc;
    const { key, datatype } = metadata;
    if (typeof key !== 'string' || byKey.has(key)) invalid(path, 'key is missing or used twice');
    if (datatype !== undefined && !['string', 'integer', 'decimal'].includes(datatype as string))
      invalid(path, 'no such datatype');
    byKey.set(key, metadata);
  }
  return byKey;
}

function unique(rows: readonly Row[]): Map<string, Row> {
  const byUid = new Map<string, Row>();
  for (const r of rows) {
    if (byUid.has(r.uid)) invalid(r.uid, 'uid is used twice');
    byUid.set(r.uid, r);
  }
  return byUid;
}

/** The given records, then what parts say of others: the first that has a uid and a name. */
function gather(table: string, given: readonly unknown[] = [], seen: readonly unknown[]): Row[] {
  const byUid = unique(given.map((record, i) => row(table, record, `records[${i}]`)));
  for (const doc of seen) {
    const uid = member(doc, 'uid');
    if (typeof uid !== 'string' || member(doc, 'name') === undefined || byUid.has(uid)) continue;
    byUid.set(uid, row(table, doc, uid));
  }
  return [...byUid.values()];
}
