import { compareCodePoints, fold, partNumberForm } from '../analysis/text.js';
import { decodeUtf8, utf8Bytes } from '../analysis/utf8.js';
import type { NumberKey } from '../ask/vocabulary.js';
import type { CountedCategory } from '../ask/vocabulary-categories.js';
import type { CatalogTexts, VocabularySource } from '../ask/vocabulary-learned.js';
import type { CountedName } from '../ask/vocabulary-makers.js';
import type { CountedValue } from '../ask/vocabulary-values.js';
import { KEYWORDS } from '../encoding/text-indexes.js';
import { CategoryRecords } from '../facets/category-records.js';
import { livingRows, needLiving } from '../index/alive/alive-counts.js';
import { Needs } from '../index/section.js';
import type { Segment, SegmentField } from '../index/segment.js';
import type { SpecMetadata } from '../model/documents.js';

import { type CollectionName, SPEC_MEMBERS, type SpecMember, specField } from '../model/fields.js';
import type { FieldTypes } from '../resolve/filters.js';
import type { Task } from '../work/pauses.js';
import { load } from './load.js';

/** Longer values are texts, which are found by their words. */
const LONGEST_VALUE = 80;
/** A spec with more values than this has no names, but texts or numbers. */
const MOST_VALUES = 1 << 15;
/** Values of all specs, those of the specs that most parts have: together they take some 10 MB at most. */
const MOST_ALL_VALUES = 1 << 17;
/** A word of other characters is a number or a name of a part. */
const LETTERS = /^\p{L}+$/u;
/** Words are corrected from four letters on, and longer ones than this are not typed: bytes of UTF-8. */
const [LEAST_LETTERS, MOST_LETTERS] = [3, 32];

/** Whether a term of the texts is a word that a mistyped one may have been meant as. */
export function isWordOfTexts(term: string): boolean {
  if (!LETTERS.test(term)) return false;
  const { length } = utf8Bytes(term);
  return length >= LEAST_LETTERS && length <= MOST_LETTERS;
}

/** The field of texts that `q` does not search, and questions do. */
export const WORDS_BESIDE = 'short_description';
/** Records whose aliases are read at a time. */
const RECORDS_AT_ONCE = 256;
/** Fields that are loaded at a time, and specs whose fields are looked at. */
const FIELDS_AT_ONCE = 16;
/** Terms that are read before the reader may pause. */
const TERMS_AT_ONCE = 512;

/** What records have names, and what spec keys mean. */
export interface NamedRecords {
  segments(name: Exclude<CollectionName, 'parts'>): readonly Segment[];
  specMetadata(key: string): SpecMetadata | undefined;
}

/** What of a catalog has names. */
export interface NamedCatalog extends Pick<NamedRecords, 'specMetadata'> {
  segments(name: CollectionName): readonly Segment[];
  readonly types: FieldTypes;
}

/** Numbers of parts by value: of fields that name records. */
export interface NameCounts {
  readonly categories: ReadonlyMap<string, number>;
  readonly brands: ReadonlyMap<string, number>;
  readonly manufacturers: ReadonlyMap<string, number>;
  readonly sellers: ReadonlyMap<string, number>;
}

/** The fields that name records, in the order of `NameCounts`. */
export const NAMING_FIELDS = ['category_uids', 'brand.name', 'manufacturer.name', 'offers.seller.name'] as const;

/** Reads what the vocabulary of a catalog is learned from. */
export function* readVocabularySource(catalog: NamedCatalog): Task<VocabularySource> {
  const parts = catalog.segments('parts');
  const strings = stringKeys(yield* sizesOf(catalog, parts, 'string'));
  const numberKeys = numberKeysOf(catalog, yield* sizesOf(catalog, parts, 'number'));
  yield* loadWords(parts);
  yield* loadCounts(parts, [...NAMING_FIELDS, ...strings.map((key) => specField(key, 'value'))]);
  const [categories, brands, manufacturers, sellers] = NAMING_FIELDS.map((name) => countsOf(parts, name));
  const texts = new SegmentTexts(parts);
  return {
    ...(yield* readNames(catalog, { categories, brands, manufacturers, sellers })),
    values: valuesOf(parts, strings),
    numberKeys,
    words: { [Symbol.iterator]: () => allWordsOf(parts, texts) },
    texts,
  };
}

/** The names of records, with the parts that name them. */
export function* readNames(
  catalog: NamedRecords,
  counts: NameCounts,
): Task<Pick<VocabularySource, 'categories' | 'brands' | 'manufacturers' | 'sellers'>> {
  const categories = new CategoryRecords(catalog.segments('categories'));
  const needs = new Needs();
  categories.need(needs);
  yield* load(needs);
  return {
    categories: yield* categoriesOf(catalog, categories, counts.categories),
    brands: yield* namesOf(catalog.segments('brands'), counts.brands),
    manufacturers: yield* namesOf(catalog.segments('manufacturers'), counts.manufacturers),
    sellers: yield* namesOf(catalog.segments('sellers'), counts.sellers),
  };
}

function* loadWords(parts: readonly Segment[]): Task<void> {
  const needs = new Needs();
  for (const segment of parts) {
    const index = segment.text(KEYWORDS);
    const more = segment.text(WORDS_BESIDE);
    needs.add(index.terms).add(index.masks).add(more.terms).add(more.masks);
    const numbers = segment.field('mpn');
    if (numbers) numbers.needForms(needs);
    if (numbers && segment.dead) needs.add(numbers.postings);
  }
  yield* load(needs);
}

/** Loads the values of some fields, and the parts that have them. Sections that are opened all at once would stall the event loop. */
function* loadCounts(parts: readonly Segment[], names: readonly string[]): Task<void> {
  for (let from = 0; from < names.length; from += FIELDS_AT_ONCE) {
    const needs = new Needs();
    for (const name of names.slice(from, from + FIELDS_AT_ONCE)) {
      for (const segment of parts) {
        const field = segment.field(name);
        if (field) needs.add(field.dictionary).add(field.postings);
      }
    }
    yield* load(needs);
    yield;
  }
}

/** Number of parts with each value of a field. */
function countsOf(segments: readonly Segment[], name: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { value, parts } of countedValues(segments, name)) counts.set(value, (counts.get(value) ?? 0) + parts);
  if (segments.length === 1) return counts;
  // In the order of one dictionary of all segments.
  const order = segments.map((segment) => segment.field(name)).find((field) => field)?.dictionary.value.order;
  return inOrder(counts, order === 'fold');
}

/** Counts in the order of a dictionary: that of folds, or of code points. */
export function inOrder(counts: ReadonlyMap<string, number>, isFolded: boolean): Map<string, number> {
  const compare = isFolded ? compareFolded : compareCodePoints;
  return new Map([...counts].sort(([a], [b]) => compare(a, b)));
}

/** The values of a field segment by segment. */
function* countedValues(segments: readonly Segment[], name: string): Iterable<{ value: string; parts: number }> {
  for (const segment of segments) {
    const field = segment.field(name);
    if (!field) continue;
    const [dictionary, postings] = [field.dictionary.value, field.postings.value];
    for (let ordinal = 0; ordinal < dictionary.size; ordinal++) {
      const parts = postings.count(ordinal);
      if (parts > 0) yield { value: dictionary.value(ordinal), parts };
    }
  }
}

function* categoriesOf(
  catalog: NamedRecords,
  { byUid }: CategoryRecords,
  counts: ReadonlyMap<string, number>,
): Task<CountedCategory[]> {
  const aliases = yield* aliasesOf(catalog.segments('categories'), 'uid');
  const named = [...byUid].filter(([uid, { name }]) => name !== '' && counts.has(uid));
  return named.map(([uid, { name, parent }]) => ({
    uid,
    name,
    parent,
    aliases: aliases.get(uid) ?? [],
    parts: counts.get(uid) ?? 0,
  }));
}

function* namesOf(records: readonly Segment[], counts: ReadonlyMap<string, number>): Task<CountedName[]> {
  const aliases = yield* aliasesOf(records, 'name');
  return Array.from(counts, ([name, parts]) => ({ name, parts, aliases: aliases.get(name) ?? [] }));
}

/** The aliases of records by their name or uid. They are in the documents alone, which most catalogs need not read for that. */
function* aliasesOf(segments: readonly Segment[], by: 'uid' | 'name'): Task<Map<string, string[]>> {
  const known = new Map<string, string[]>();
  for (const segment of segments) {
    if (segment.hides('aliases')) continue;
    yield* load(new Needs().add(segment.paths));
    if (segment.paths.value.find('aliases') < 0) continue;
    for (let from = 0; from < segment.rowCount; from += RECORDS_AT_ONCE) {
      const numbers = Array.from({ length: Math.min(RECORDS_AT_ONCE, segment.rowCount - from) }, (_, i) => from + i);
      for (const record of yield* segment.documents.read(numbers)) readAliases(record, by, known);
      yield;
    }
  }
  return known;
}

function readAliases(record: unknown, by: 'uid' | 'name', known: Map<string, string[]>): void {
  const { [by]: id, aliases } = record as { readonly uid?: unknown; readonly name?: unknown; readonly aliases?: unknown };
  if (typeof id !== 'string' || !Array.isArray(aliases)) return;
  const names = aliases.filter((alias) => typeof alias === 'string');
  known.set(id, [...(known.get(id) ?? []), ...names]);
}

interface Size {
  /** Distinct values, added up. */
  readonly values: number;
  /** Parts with a value. */
  readonly rows: number;
}

/** What the specs of a type have. */
export interface SpecSizes {
  readonly key: string;
  readonly value: Size;
  /** Parts with an end of an interval. */
  readonly intervals: number;
}

function* sizesOf({ types }: NamedCatalog, segments: readonly Segment[], type: 'string' | 'number'): Task<SpecSizes[]> {
  const sizes: SpecSizes[] = [];
  for (const key of types.specKeys()) {
    if (types.specType(key) !== type) continue;
    yield* loadLiving(segments, key);
    const size = (member: SpecMember) => sizeOf(segments, specField(key, member));
    const intervals = type === 'string' ? 0 : Math.max(size('min_value').rows, size('max_value').rows);
    sizes.push({ key, value: size('value'), intervals });
    if (sizes.length % FIELDS_AT_ONCE === 0) yield;
  }
  return sizes;
}

/** Loads what counting the living rows of a key reads. */
function* loadLiving(segments: readonly Segment[], key: string): Task<void> {
  const needs = new Needs();
  for (const segment of segments) {
    for (const member of SPEC_MEMBERS) {
      const field = segment.field(specField(key, member));
      if (field) needLiving(segment, field, needs);
    }
  }
  if (!needs.isEmpty) yield* load(needs);
}

function sizeOf(segments: readonly Segment[], name: string): Size {
  const size = { values: 0, rows: 0 };
  for (const segment of segments) {
    const field = segment.field(name);
    if (!field) continue;
    const rows = livingRows(segment, field);
    if (rows > 0) size.values += field.info.values;
    size.rows += rows;
  }
  return size;
}

/** The specs with strings that are names, those of most parts first. */
export function stringKeys(sizes: readonly SpecSizes[]): string[] {
  let left = MOST_ALL_VALUES;
  return sizes
    .filter(({ value: { values } }) => values > 0 && values <= MOST_VALUES)
    .sort((a, b) => b.value.rows - a.value.rows)
    .filter(({ value: { values } }) => (left -= values) >= 0)
    .map(({ key }) => key);
}

export function numberKeysOf(
  { specMetadata }: Pick<NamedRecords, 'specMetadata'>,
  sizes: readonly SpecSizes[],
): Omit<NumberKey, 'stems'>[] {
  const read = sizes.map(({ key, value, intervals }) => {
    const { name, unit, datatype } = specMetadata(key) ?? {};
    const isInteger = datatype === 'integer';
    return { key, name: name || key, unit: unit ?? undefined, isInteger, valued: value.rows, intervals };
  });
  const present = read.filter(({ valued, intervals }) => valued + intervals > 0);
  return present.sort((a, b) => b.valued + b.intervals - a.valued - a.intervals);
}

function* valuesOf(segments: readonly Segment[], keys: readonly string[]): Iterable<CountedValue> {
  for (const key of keys) {
    const name = specField(key, 'value');
    // One file has each value once.
    const values = segments.length === 1 ? countedValues(segments, name) : entriesOf(countsOf(segments, name));
    for (const { value, parts } of values) if (isNamed(value)) yield { key, value, parts };
  }
}

/** Whether a value is a name rather than a text. */
export const isNamed = (value: string): boolean => value !== '' && value.length <= LONGEST_VALUE;

function* entriesOf(counts: ReadonlyMap<string, number>): Iterable<{ value: string; parts: number }> {
  for (const [value, parts] of counts) yield { value, parts };
}

function compareFolded(a: string, b: string): number {
  return compareCodePoints(fold(a), fold(b)) || compareCodePoints(a, b);
}

/** The words of what `q` searches, and then those of short descriptions alone. */
function* allWordsOf(segments: readonly Segment[], texts: CatalogTexts): Generator<{ word: string; parts: number } | undefined> {
  yield* wordsOf(segments, KEYWORDS);
  for (const one of wordsOf(segments, WORDS_BESIDE)) {
    if (!one || (one.parts > 0 && texts.partsWithWord(one.word) === 0)) yield one;
  }
}

/** The words of a text index that are made of letters, each once and in order. */
function* wordsOf(segments: readonly Segment[], name: string): Iterable<{ word: string; parts: number } | undefined> {
  if (segments.length === 1) return yield* wordsIn(segments, name);
  const counts = new Map<string, number>();
  for (const one of wordsIn(segments, name)) {
    if (one) counts.set(one.word, (counts.get(one.word) ?? 0) + one.parts);
    else yield undefined;
  }
  for (const word of [...counts.keys()].sort(compareCodePoints)) yield { word, parts: counts.get(word) as number };
}

function* wordsIn(segments: readonly Segment[], name: string): Iterable<{ word: string; parts: number } | undefined> {
  for (const segment of segments) {
    const index = segment.text(name);
    const [{ terms, postings }, masks] = [index.terms.value, index.masks.value];
    const cursor = terms.cursorAt(0);
    while (cursor.next()) {
      const { ordinal, length } = cursor;
      if (ordinal % TERMS_AT_ONCE === 0) yield undefined;
      if (length < LEAST_LETTERS || length > MOST_LETTERS) continue;
      // In ASCII most terms have a digit among the first characters, and need not be decoded.
      if (hasDigit(cursor.term, length)) continue;
      const word = decodeUtf8(cursor.term, 0, length);
      if (!LETTERS.test(word) || !masks.occursIn(ordinal, postings.multiIndex(ordinal), index.searched)) continue;
      yield { word, parts: postings.count(ordinal) };
    }
  }
}

function hasDigit(term: Uint8Array, length: number): boolean {
  for (let i = 0; i < length; i++) if (term[i] >= 0x30 && term[i] <= 0x39) return true;
  return false;
}

/** The words and part numbers in the indexes of segments. What is loaded stays loaded. */
class SegmentTexts implements CatalogTexts {
  private readonly numbers: readonly { readonly field: SegmentField; readonly hasDead: boolean }[];

  constructor(private readonly segments: readonly Segment[]) {
    this.numbers = segments.flatMap((segment) => {
      const field = segment.field('mpn');
      return field ? [{ field, hasDead: segment.dead !== undefined }] : [];
    });
  }

  partsWithWord(word: string): number {
    let parts = 0;
    for (const segment of this.segments) {
      const index = segment.text(KEYWORDS);
      const { terms, postings } = index.terms.value;
      const ordinal = terms.find(word);
      if (ordinal < 0) continue;
      if (index.masks.value.occursIn(ordinal, postings.multiIndex(ordinal), index.searched)) parts += postings.count(ordinal);
    }
    return parts;
  }

  beginning(form: string): { readonly count: number; readonly number: string } | undefined {
    const key = utf8Bytes(form);
    let count = 0;
    let number: string | undefined;
    for (const { field, hasDead } of this.numbers) {
      const forms = field.forms.value;
      const to = forms.prefixEnd(key);
      let from = forms.lowerBound(key);
      if (hasDead) {
        const { value } = field.postings;
        for (; from < to && value.count(forms.order[from]) === 0; ) from++;
        for (let place = from; place < to; place++) if (value.count(forms.order[place]) > 0) count++;
      } else count += Math.max(0, to - from);
      if (from >= to) continue;
      const first = forms.dictionary.value(forms.order[from]);
      if (number === undefined || isBefore(first, number)) number = first;
    }
    return number === undefined ? undefined : { count, number };
  }
}

/** Whether a part number comes before another one in the order of forms. */
function isBefore(a: string, b: string): boolean {
  return (compareCodePoints(partNumberForm(a), partNumberForm(b)) || compareCodePoints(a, b)) < 0;
}
