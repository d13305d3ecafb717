import { decimalKey, parseDecimal } from './decimal.js';
import { type Doc, isObject, member } from './documents.js';
import { fold, pn } from './text.js';

/** A part with the source that gives it. */
export interface SourcedPart {
  readonly source: string;
  readonly part: Doc;
}

export interface MergeRecords {
  readonly brands?: readonly Doc[];
  readonly manufacturers?: readonly Doc[];
  readonly sellers?: readonly Doc[];
  readonly spec_metadata?: readonly Doc[];
}

export interface MergeConflict {
  uid: string;
  path: string;
  kept: unknown;
  given: unknown;
  source: string;
}

/** The parts of several sources as one list: docs/import.md, "Several sources". Parts are valid and have lists where lists are documented. */
export function mergeParts(
  parts: readonly SourcedPart[],
  by: 'uid' | 'brand and part number',
  records: MergeRecords = {},
): { parts: Doc[]; conflicts: MergeConflict[] } {
  const merged: Doc[] = [];
  const firsts: Doc[] = [];
  const conflicts: MergeConflict[] = [];
  /** The places of the parts with each uid or number, among which the same part must be. */
  const places = new Map<unknown, number[]>();
  for (const { source, part } of parts) {
    const key = by === 'uid' ? part.uid : numberOf(part);
    const candidates = places.get(key) ?? [];
    places.set(key, candidates);
    const place = candidates.find((at) => by === 'uid' || isSameBrand(firsts[at], part, records)) ?? -1;
    const copy = structuredClone(part);
    if (place < 0) {
      candidates.push(merged.length);
      firsts.push(part);
      merged.push(copy);
    } else {
      const into = merged[place];
      const uid = into.uid as string;
      merge(into, copy, records, (path, kept, given) => conflicts.push(structuredClone({ uid, path, kept, given, source })));
    }
  }
  return { parts: merged, conflicts };
}

function isSameBrand(a: Doc, b: Doc, records: MergeRecords): boolean {
  return brandOf(a, records) === brandOf(b, records);
}

function numberOf({ mpn }: Doc): string {
  return pn(mpn as string) || fold(mpn as string);
}

/** Names that are one by case, accents and blanks. */
function nameOf(company: unknown): string {
  const name = member(company, 'name');
  return typeof name === 'string' ? fold(name).replace(/\s+/gu, ' ').trim() : '';
}

function brandOf({ brand, manufacturer }: Doc, { brands = [], manufacturers = [] }: MergeRecords): string {
  if (nameOf(brand) !== '' || typeof member(brand, 'uid') === 'string') return companyOf(brand, brands);
  const record = manufacturers.find(({ uid }) => uid === member(manufacturer, 'uid'));
  const named = nameOf(manufacturer) !== '' ? manufacturer : record;
  if (nameOf(named) !== '') return companyOf({ name: member(named, 'name') }, brands);
  return typeof member(manufacturer, 'uid') === 'string' ? `manufacturer ${member(manufacturer, 'uid')}` : 'none';
}

/** What was found of companies, by their uid and name. */
const known = new WeakMap<readonly Doc[], Map<string, string>>();

/** The first of the records that are one with that of a company, or its name, or its uid. */
function companyOf(company: unknown, records: readonly Doc[]): string {
  const key = JSON.stringify([member(company, 'uid'), nameOf(company)]);
  const found = known.get(records) ?? new Map<string, string>();
  known.set(records, found);
  const one = found.get(key) ?? findCompany(company, records);
  found.set(key, one);
  return one;
}

function findCompany(company: unknown, records: readonly Doc[]): string {
  const names = (record: Doc) => [record, ...((record.aliases ?? []) as string[]).map((name) => ({ name }))].map(nameOf);
  const own = nameOf(company);
  const ofUid = records.filter(({ uid }) => uid === member(company, 'uid'));
  const found = ofUid.length > 0 ? ofUid : records.filter((record) => own !== '' && names(record).includes(own));
  if (found.length > 0) {
    const one = new Set(found);
    for (let size = 0; size < one.size; ) {
      size = one.size;
      const all = new Set([...one].flatMap(names).filter((name) => name !== ''));
      for (const record of records) if (names(record).some((name) => all.has(name))) one.add(record);
    }
    return `record ${records.findIndex((record) => one.has(record))}`;
  }
  if (own !== '') return `name ${own}`;
  return typeof member(company, 'uid') === 'string' ? `uid ${member(company, 'uid')}` : 'none';
}

function isSameCompany(a: unknown, b: unknown, records: readonly Doc[] = []): boolean {
  const uid = member(a, 'uid');
  return (typeof uid === 'string' && uid === member(b, 'uid')) || companyOf(a, records) === companyOf(b, records);
}

function isAbsent(value: unknown): boolean {
  return value == null || (typeof value === 'object' && Object.keys(value).length === 0);
}

function isSame(a: unknown, b: unknown): boolean {
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((value, i) => isSame(value, b[i]));
  if (!isObject(a) || !isObject(b)) return a === b;
  const names = Object.keys(a);
  return names.length === Object.keys(b).length && names.every((name) => Object.hasOwn(b, name) && isSame(a[name], b[name]));
}

type Report = (path: string, kept: unknown, given: unknown) => void;

function set(doc: Doc, name: string, value: unknown): void {
  Object.defineProperty(doc, name, { value, writable: true, enumerable: true, configurable: true });
}

function own(doc: Doc, name: string): unknown {
  return Object.hasOwn(doc, name) ? doc[name] : undefined;
}

function merge(part: Doc, later: Doc, records: MergeRecords, report: Report): void {
  const merged = [later.uid, ...((later.redirected_uids ?? []) as unknown[])];
  const known = (part.redirected_uids ?? []) as unknown[];
  for (const uid of merged) if (uid !== part.uid && !known.includes(uid)) known.push(uid);
  if (known.length > 0) part.redirected_uids = known;
  for (const [name, given] of Object.entries(later)) {
    const kept = own(part, name);
    if (name === 'uid' || name === 'redirected_uids' || isAbsent(given)) continue;
    if (name === 'mpn') {
      if (numberOf(part) !== numberOf(later)) report(name, kept, given);
    } else if (isAbsent(kept)) set(part, name, given);
    else if (name === 'offers') mergeOffers(kept as Doc[], given as Doc[], records, report);
    else if (name === 'specs') mergeSpecs(kept as Doc, given as Doc, records, report);
    else if (name === 'category_uids') {
      if (!isSame(kept, given)) report(name, kept, given);
    } else if (Array.isArray(kept) && Array.isArray(given)) set(part, name, unite(kept, given, name));
    else if (name === 'brand' || name === 'manufacturer') {
      const [one, other] = [kept, given].map((company) => companyOf({ name: member(company, 'name') }, records.brands ?? []));
      const isOne = one !== 'none' && one === other && name === 'manufacturer';
      if (!isOne && !isSameCompany(kept, given, records[`${name}s`])) report(name, kept, given);
    } else if (name === 'short_description') {
      const described = [part.descriptions, later.descriptions].flat().map((one) => member(one, 'value'));
      if (kept !== given && !described.includes(given)) report(name, kept, given);
    } else if (!isSame(kept, given)) report(name, kept, given);
  }
}

function unite(kept: readonly unknown[], given: readonly unknown[], name: string): unknown[] {
  const by = name === 'descriptions' ? 'value' : name === 'datasheets' ? 'url' : undefined;
  const isOne = (a: unknown, b: unknown) => (by === undefined ? isSame(a, b) : member(a, by) === member(b, by));
  return [...kept, ...given.filter((value) => !kept.some((one) => isOne(one, value)))];
}

function mergeOffers(kept: Doc[], given: readonly Doc[], { sellers }: MergeRecords, report: Report): void {
  const before = [...kept];
  for (const offer of given) {
    const place = before.findIndex(
      (one) => (one.sku ?? null) === (offer.sku ?? null) && isSameCompany(one.seller, offer.seller, sellers),
    );
    if (place < 0) kept.push(offer);
    else if (!isSame(before[place], offer)) report(`offers[${place}]`, before[place], offer);
  }
}

const values = (spec: Doc) => [spec.value ?? []].flat() as (string | number)[];
const hasValues = (spec: Doc) => values(spec).length > 0 || spec.min_value != null || spec.max_value != null;
const numberKey = (value: unknown) => {
  const number = value == null ? undefined : parseDecimal(value as string | number);
  return number ? decimalKey(number) : String(value ?? '');
};

function mergeSpecs(kept: Doc, given: Doc, { spec_metadata: metadata = [] }: MergeRecords, report: Report): void {
  for (const [key, spec] of Object.entries(given) as [string, Doc][]) {
    const first = own(kept, key) as Doc | undefined;
    if (!hasValues(spec) && first) continue;
    if (!first || !hasValues(first)) set(kept, key, spec);
    else if (isString(key, first, spec, metadata)) {
      const before = values(first).map(String);
      first.value = [...values(first), ...values(spec).filter((value) => !before.includes(String(value)))];
    } else {
      const facts = ({ value, min_value: min, max_value: max }: Doc) =>
        JSON.stringify([[...new Set([value ?? []].flat().map(numberKey))].sort(), numberKey(min), numberKey(max)]);
      const shown = ({ value, min_value, max_value }: Doc) =>
        min_value == null && max_value == null ? value : { min_value, max_value };
      if (facts(first) !== facts(spec)) report(`specs.${key}`, shown(first), shown(spec));
    }
  }
}

/** Whether two values of a key are texts, which are united; otherwise they are numbers, or one is. */
function isString(key: string, a: Doc, b: Doc, metadata: readonly Doc[]): boolean {
  const record = metadata.find((one) => one.key === key);
  const typeOf = (spec: Doc) => {
    for (const given of [spec.metadata, record]) {
      const datatype = member(given, 'datatype');
      if (datatype === 'string') return 'string';
      if (datatype === 'integer' || datatype === 'decimal') return 'number';
    }
    return undefined;
  };
  const isNumeric = (spec: Doc) => values(spec).every((value) => parseDecimal(value) !== undefined);
  const types = [typeOf(a), typeOf(b)];
  if (types.includes('number')) return false;
  return types.includes('string') || !isNumeric(a) || !isNumeric(b);
}
