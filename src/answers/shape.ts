import type { CollectionName } from '../model/fields.js';
import { bareMap, isObject } from '../model/plain.js';
import {
  ATTRIBUTION,
  BRAND,
  CATEGORY,
  CLASS_MEMBER,
  type CompanyCollection,
  MANUFACTURER,
  type Member,
  type ObjectSchema,
  PART,
  SELLER,
  SPEC_METADATA,
  SPEC_VALUE,
  type ValueType,
} from '../model/schema.js';

/**
 * Stored documents as answers. A documented member that is absent or null has the Empty value of the version 3 tables, at every
 * documented level; lists are lists, part numbers are text, maps have no prototype. Members that the interface does not document
 * follow as given. `__class__` and `aliases` are removed everywhere. What a part leaves out of a company, or of a spec's metadata,
 * is taken from the catalog.
 * An answer shares nothing with its document, unless its filling lets it keep lists. Shaping an answer again changes nothing.
 */

/** What a catalog knows of things that parts name without describing them. */
export interface Filling {
  /** The record that was given for a uid; undefined if there is none. */
  record(collection: CompanyCollection, uid: string): object | undefined;
  /** What a spec key means; undefined if no part has it. */
  specMetadata(key: string): object | undefined;
  /** Metadata of keys as an answer has it, which all of its parts share. Default: each part has its own. */
  readonly shared?: Map<string, object> | undefined;
  /** Whether answers may keep lists and maps of the documents, which nothing else reads. Default: they are copied. */
  readonly keepsLists?: boolean;
}

/** Fills nothing. */
export const NO_FILLING: Filling = { record: () => undefined, specMetadata: () => undefined };

/** The schema of a collection's documents. */
export const SCHEMAS: Readonly<Record<CollectionName, ObjectSchema>> = {
  parts: PART,
  brands: BRAND,
  manufacturers: MANUFACTURER,
  sellers: SELLER,
  categories: CATEGORY,
};

type Members = Record<string, unknown>;

/**
 * One top-level member of an answer, or undefined if the answer has no member of that name.
 * @param name a documented member of `schema`, or another member of the document
 */
export function shapeMember(document: object, schema: ObjectSchema, name: string, filling = NO_FILLING): unknown {
  const member = schema.byName.get(name);
  if (member) return shapeDocumented((document as Members)[name], member, filling);
  if (name === CLASS_MEMBER || !Object.hasOwn(document, name)) return undefined;
  return copyUndocumented((document as Members)[name]);
}

/** Sets a member of any name on the object itself: `__proto__` becomes an ordinary member. */
export function setMember(target: object, name: string, value: unknown): void {
  if (name === '__proto__') {
    Object.defineProperty(target, name, { value, writable: true, enumerable: true, configurable: true });
  } else {
    (target as Members)[name] = value;
  }
}

/**
 * A whole document, or any documented object in one, as answers have it.
 * @param known has the documented members that the object itself leaves out, if anything has them
 */
export function shapeObject(document: object, schema: ObjectSchema, filling = NO_FILLING, known?: object): Members {
  const shaped: Members = {};
  let undocumented = 0;
  for (const _ in document) undocumented++;
  for (const member of schema.members) {
    let given = (document as Members)[member.name];
    if (given !== undefined) undocumented--;
    if (known !== undefined && (given === undefined || given === null)) given = (known as Members)[member.name];
    const value = shapeDocumented(given, member, filling);
    if (value !== undefined) shaped[member.name] = value;
  }
  if (undocumented > 0) copyOthers(document, schema, shaped);
  return shaped;
}

function copyOthers(document: object, schema: ObjectSchema, shaped: Members): void {
  for (const name of Object.keys(document)) {
    if (schema.byName.has(name) || name === CLASS_MEMBER) continue;
    setMember(shaped, name, copyUndocumented((document as Members)[name]));
  }
}

function shapeDocumented(value: unknown, member: Member, filling: Filling): unknown {
  if (member.visibility === 'never') return undefined;
  return value === undefined || value === null ? emptyValue(member) : shapeValue(value, member.type, filling);
}

function emptyValue({ empty, type }: Member): unknown {
  switch (empty) {
    case 'list':
      return [];
    case 'map':
      return bareMap();
    case 'object':
      if (type.kind !== 'object') return undefined;
      return type.schema === ATTRIBUTION ? emptyAttribution() : shapeObject({}, type.schema);
    case 'null':
      return null;
    case 'none':
      return undefined;
  }
}

/** What `shapeObject` makes of an empty attribution, of which a page of parts has thousands. */
function emptyAttribution(): Members {
  return { sources: [], first_acquired: null };
}

/** A value of a documented type. A value of another type is kept as given; no checked document has one. */
function shapeValue(value: unknown, type: ValueType, filling: Filling): unknown {
  switch (type.kind) {
    case 'list':
      if (filling.keepsLists && isShaped(value, type)) return value;
      return shapeList(value, type.of, filling);
    case 'map':
      if (filling.keepsLists && isShaped(value, type)) return Object.setPrototypeOf(value, null);
      return isObject(value) ? shapeMap(value, type.of, filling) : copyUndocumented(value);
    case 'object':
      if (!isObject(value)) return copyUndocumented(value);
      return shapeObject(value, type.schema, filling, type.refersTo && recordOf(value, type.schema, type.refersTo, filling));
    case 'part_number':
      return typeof value === 'number' ? String(value) : copyUndocumented(value);
    case 'price_break':
      return Array.isArray(value) ? value.map((element) => copyUndocumented(element)) : copyUndocumented(value);
    default:
      return copyUndocumented(value);
  }
}

/** The record of a company in a part, if the part leaves out anything that the record may have. */
function recordOf(reference: Members, schema: ObjectSchema, collection: CompanyCollection, filling: Filling): object | undefined {
  const { uid } = reference;
  if (typeof uid !== 'string') return undefined;
  for (const { name, visibility } of schema.members) {
    if (visibility !== 'never' && isAbsent(reference[name])) return filling.record(collection, uid);
  }
  return undefined;
}

function isAbsent(value: unknown): value is null | undefined {
  return value === undefined || value === null;
}

/** Whether shaping a list or a map would only copy it: one of scalars, or of lists of them. */
function isShaped(value: unknown, type: ValueType): boolean {
  switch (type.kind) {
    case 'list':
      if (!Array.isArray(value)) return false;
      for (const element of value) if (!isShaped(element, type.of)) return false;
      return true;
    case 'map':
      if (!isObject(value)) return false;
      for (const key in value) if (key === CLASS_MEMBER || !isShaped(value[key], type.of)) return false;
      return true;
    case 'price_break':
      if (!Array.isArray(value)) return false;
      for (const element of value) if (typeof element === 'object') return false;
      return true;
    case 'part_number':
      return typeof value === 'string';
    default:
      return typeof value !== 'object';
  }
}

function shapeList(value: unknown, of: ValueType, filling: Filling): unknown[] {
  if (!Array.isArray(value)) return [shapeValue(value, of, filling)];
  // As literals and by `map`, lists are no longer than they must be: the first element that is pushed makes room for 17.
  if (value.length === 1 && value[0] !== null) return [shapeValue(value[0], of, filling)];
  const elements = value.includes(null) ? value.filter((element) => element !== null) : value;
  return elements.map((element) => shapeValue(element, of, filling));
}

function shapeMap(value: object, of: ValueType, filling: Filling): object {
  const shaped: Members = bareMap();
  const isSpecs = of.kind === 'object' && of.schema === SPEC_VALUE;
  for (const key of Object.keys(value)) {
    const entry = (value as Members)[key];
    if (key === CLASS_MEMBER || (entry === null && of.kind !== 'anything')) continue;
    shaped[key] = isSpecs && isObject(entry) ? shapeSpec(entry, key, filling) : shapeValue(entry, of, filling);
  }
  return shaped;
}

/** The value of a spec. Its own metadata stays as it is; where it has none, that of its key stands there. */
function shapeSpec(spec: Members, key: string, filling: Filling): object {
  const metadata = isAbsent(spec.metadata) ? metadataOf(key, filling) : undefined;
  if (!metadata) return shapeObject(spec, SPEC_VALUE, filling);
  if (isPlainSpec(spec)) return plainSpec(spec, metadata, filling);
  const shaped = shapeObject(spec, SPEC_VALUE, filling, METADATA_PLACE);
  shaped.metadata = metadata;
  return shaped;
}

/** The metadata of a key as answers have it: a part's own, or that of all parts of the answer. */
function metadataOf(key: string, filling: Filling): object | undefined {
  const known = filling.shared?.get(key);
  if (known) return known;
  const metadata = filling.specMetadata(key);
  if (!metadata) return undefined;
  const shaped = shapedMetadata(metadata);
  filling.shared?.set(key, shaped);
  return shaped;
}

/** Keeps the place of the metadata among the members of a spec. */
const METADATA_PLACE = { metadata: true };

/** Whether a spec has values, as most have, and no other member that is not null. */
function isPlainSpec(spec: Members): boolean {
  // Without a list of the names, which would be made for each spec.
  for (const name in spec) if (name !== 'value' && !(spec[name] === null && SPEC_VALUE.byName.has(name))) return false;
  return true;
}

/** What `shapeObject` would make of a plain spec. As one literal it takes a third less memory: a page of parts has thousands. */
function plainSpec({ value }: Members, metadata: object, filling: Filling): object {
  return {
    value: isAbsent(value) ? [] : shapeValue(value, VALUES_OF_SPEC, filling),
    min_value: null,
    max_value: null,
    metadata,
    attribution: emptyAttribution(),
  };
}

const VALUES_OF_SPEC: ValueType = { kind: 'list', of: { kind: 'quantity' } };

/** The metadata of keys as answers have it, of those without nested members but the unit's. */
const FLAT_METADATA = new WeakMap<object, { readonly flat: Members; readonly unit: Members | undefined }>();

/** A new object each time: parts have the metadata of the same keys again and again. */
function shapedMetadata(metadata: object): Members {
  const known = FLAT_METADATA.get(metadata);
  if (known) return known.unit ? { ...known.flat, unit: { ...known.unit } } : { ...known.flat };
  const shaped = shapeObject(metadata, SPEC_METADATA);
  const { unit, ...others } = shaped;
  const isFlat = !isNested(others) && !(isObject(unit) ? isNested(unit) : Array.isArray(unit));
  if (isFlat) FLAT_METADATA.set(metadata, { flat: { ...shaped }, unit: isObject(unit) ? { ...unit } : undefined });
  return shaped;
}

function isNested(members: Members): boolean {
  return Object.values(members).some((value) => typeof value === 'object' && value !== null);
}

/** A copy of any JSON value, however deep, without `__class__` members. */
function copyUndocumented(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const copy = emptyCopy(value);
  const open: [object, object][] = [[value, copy]];
  for (let pair = open.pop(); pair !== undefined; pair = open.pop()) {
    const [from, to] = pair;
    for (const name of Object.keys(from)) {
      if (name === CLASS_MEMBER) continue;
      const member = (from as Members)[name];
      const isNested = typeof member === 'object' && member !== null;
      const copied = isNested ? emptyCopy(member) : member;
      if (isNested) open.push([member, copied as object]);
      setMember(to, name, copied);
    }
  }
  return copy;
}

function emptyCopy(value: object): object {
  return Array.isArray(value) ? [] : {};
}
