import { type Decimal, parseDecimal } from '../analysis/decimal.js';
import { quantityParser } from '../analysis/quantity.js';
import { resolveUnit } from '../analysis/quantity-unit.js';
import { fold, lowerCase, partNumberForm, tokens } from '../analysis/text.js';
import { maxUtf8Length, utf8Bytes } from '../analysis/utf8.js';
import type { SpecType } from '../encoding/spec-facts.js';
import type { CheckedOffer, CheckedPart, CheckedSpecValue } from '../model/checked-documents.js';
import type { DocumentPlace } from '../model/conform.js';
import type { Offer, UnitOfMeasurement } from '../model/documents.js';
import { InvalidDocumentError } from '../model/errors.js';
import { type ExtentMember, SPEC_MEMBERS, type SpecMember, specField } from '../model/fields.js';
import { shorten } from '../model/nearest.js';
import { undocumentedPaths } from './member-paths.js';
import { meritOf, numberLengthOf } from './merit.js';
import { companyFields, listOf, numbersOf, textsOf, type ValueContext, withRecords } from './part-values.js';
import { pricesOf, priceTerms } from './price-intervals.js';
import * as schema from './schema.js';
import { ABOVE_ALL_NUMBERS, BELOW_ALL_NUMBERS, sortableDecimal } from './sortable-decimal.js';
import { hasLoneSurrogate, orderedForm, prefixOf, specName, withFormLength } from './terms.js';

/** How the values of a spec key are compared. */
export interface SpecTyping {
  readonly type: SpecType;
  readonly unit?: UnitOfMeasurement | null | undefined;
}

/** What the terms of parts depend on. */
export interface DocumentContext extends ValueContext {
  readonly layout: schema.IndexLayout;
  /** Every key of the part that is indexed has one. */
  specOf(key: string): SpecTyping | undefined;
}

/** The document of a part: its terms by index field, and the part itself as text. */
export type PartDocument = Record<string, string | number | readonly string[] | readonly PartDocument[]>;

/** Most tokens that count for the length of a part. */
const LONGEST = 255;

/** Makes the documents of parts. What it knows of spec keys stays as it was first seen: make a new one if a key changes. */
export class DocumentMaker {
  private readonly specKeys = new Map<string, SpecKey>();
  /** Numbers that the keys have read and kept. */
  private kept = 0;

  private readonly companyFields: ReturnType<typeof companyFields>;

  constructor(private readonly context: DocumentContext) {
    this.companyFields = companyFields(context.layout.fields.keys());
  }

  /**
   * The document of a part.
   * @param part checked
   * @param stored its JSON text as it is stored
   * @throws InvalidDocumentError for what a cluster cannot hold: a term over 32,766 bytes, a token over 32,000 characters, half of a
   * surrogate pair in a value
   */
  documentOf(part: CheckedPart, stored: string, place: DocumentPlace): PartDocument {
    const document = new DocumentBuilder(place);
    const { context } = this;
    const whole = withRecords(part, context.companies, (collection, uid, missing) => {
      const indexed = this.companyFields.get(collection);
      if (missing.some((name) => indexed?.has(name))) document.add(schema.LEFT_OUT, [`${collection}=${uid}`], '');
    });
    for (const field of context.layout.fields.values()) {
      if (field.kind === 'number') {
        const numbers = new Set(numbersOf(whole, field.definition, context).map(sortableDecimal));
        document.add(field.raw, numbers, field.name);
        document.noteCount(field.name, numbers.size);
      } else document.addTexts(field, textsOf(whole, field.definition, context));
    }
    document.addClasses(context.layout);
    document.add(schema.PATHS, undocumentedPaths(part), 'its members');
    document.add(schema.REDIRECTED, part.redirected_uids ?? [], 'redirected_uids');
    document.add(schema.OWN_CATEGORIES, part.category_uids ?? [], 'category_uids');
    const brokers = (part.broker_listings ?? []).flatMap(({ seller }) => seller?.uid ?? []);
    document.add(schema.BROKERS, brokers, 'broker_listings.seller.uid');
    for (const [key, spec] of Object.entries(part.specs ?? {})) {
      if (spec) this.addSpec(document, key, spec);
      // Directives may name a key that has nothing.
      else document.add(schema.PATHS, [`specs.${key}`], 'specs');
    }
    this.addOffers(document, whole.offers ?? [], place);
    document.set(schema.OFFER_COUNT, part.offers?.length ?? 0);
    document.set(schema.MERIT, meritOf(part, document.has(context.layout.fields.get('avg_price')?.raw)));
    document.set(schema.NUMBER_LENGTH, numberLengthOf(part));
    document.set(schema.STORED_PART, stored);
    return document.result();
  }

  /** Adds the offers as documents of their own, and their prices at quantities. */
  private addOffers(document: DocumentBuilder, offers: readonly CheckedOffer[], place: DocumentPlace): void {
    const { context } = this;
    const all = offers.map((offer) => pricesOf(offer as Offer));
    const documents = offers.map((offer, i) => {
      const one = new DocumentBuilder(place);
      const part = { offers: [offer] };
      for (const field of context.layout.offerFields.values()) {
        const { raw, name, definition } = field;
        if (field.kind === 'number') one.add(raw, numbersOf(part, definition, context).map(sortableDecimal), name);
        else one.addTexts(field, textsOf(part, definition, context));
      }
      one.add(schema.OFFER_PRICES, priceTerms([all[i]]), 'offers.prices');
      return one.result(schema.nameInOffer);
    });
    document.setDocuments(schema.OFFER, documents);
    document.add(schema.PRICES, priceTerms(all), 'offers.prices');
    document.add(
      schema.CURRENCIES,
      all.flatMap((prices) => [...prices.keys()]),
      'offers.prices',
    );
    if (all.filter(({ size }) => size > 0).length > 1) document.add(schema.MULTI, [schema.SEVERAL_PRICES], 'offers.prices');
  }

  private addSpec(document: DocumentBuilder, key: string, spec: CheckedSpecValue): void {
    if (hasLoneSurrogate(key)) throw document.fault(`specs.${shorten(key)}`, 'has half of a surrogate pair in its name');
    const specKey = this.keyOf(key);
    document.add(schema.SPEC.key, [specKey.name], 'specs');
    const numbers = new Map<SpecMember, SortedNumber[]>();
    for (const member of SPEC_MEMBERS) {
      const values = listOf(spec[member]).map(String);
      if (values.length === 0) continue;
      const { name, field } = specKey.member(member);
      if (member === 'value' && !specKey.isNumber) {
        document.addStrings(name, [...new Set(values)], field);
        continue;
      }
      const parsed = values.flatMap((value) => this.numberOf(specKey, value) ?? []);
      numbers.set(member, parsed);
      document.addNumbers(name, parsed, field);
    }
    if (specKey.isNumber) addExtent(document, specKey, numbers);
  }

  private numberOf(key: SpecKey, text: string): SortedNumber | undefined {
    const known = key.numbers.get(text);
    if (known) return known;
    const number = key.parse(text);
    const read = number && { number, form: sortableDecimal(number) };
    if (!read || text.length > LONGEST_KEPT) return read;
    if (this.kept++ === MOST_KEPT) {
      for (const { numbers } of this.specKeys.values()) numbers.clear();
      this.kept = 1;
    }
    key.numbers.set(text, read);
    return read;
  }

  private keyOf(key: string): SpecKey {
    let known = this.specKeys.get(key);
    if (!known) this.specKeys.set(key, (known = new SpecKey(key, this.context.specOf(key))));
    return known;
  }
}

/** A number with its sortable form. */
interface SortedNumber {
  readonly number: Decimal;
  readonly form: string;
}

/** Numbers of specs that are kept, and characters of each: the parts of a catalog have the same ones again and again. */
const MOST_KEPT = 65_536;
const LONGEST_KEPT = 32;

/** What is the same of a spec key in all parts. */
class SpecKey {
  /** In terms. */
  readonly name: string;
  readonly prefix: string;
  readonly isNumber: boolean;
  private readonly members = new Map<string, { readonly name: string; readonly field: string }>();
  /** Those that are kept, by their texts. */
  readonly numbers = new Map<string, SortedNumber>();
  /** Reads a number as the catalog does: where the key has a unit, quantities too. */
  readonly parse: (text: string) => Decimal | undefined;

  constructor(
    private readonly key: string,
    typing: SpecTyping | undefined,
  ) {
    this.name = specName(key, '').slice(0, -1);
    this.prefix = prefixOf(this.name);
    this.isNumber = typing?.type === 'number';
    const unit = resolveUnit(typing?.unit);
    this.parse = unit ? quantityParser(unit) : parseDecimal;
  }

  /** The name of a member in terms, and its fieldname. */
  member(member: SpecMember | ExtentMember): { readonly name: string; readonly field: string } {
    let known = this.members.get(member);
    if (!known) this.members.set(member, (known = { name: specName(this.key, member), field: specField(this.key, member) }));
    return known;
  }
}

/** The extent of a number key (docs/semantics.md, "Ranges of specs"): its interval, its ends, and all its numbers. */
function addExtent(document: DocumentBuilder, key: SpecKey, numbers: ReadonlyMap<SpecMember, readonly SortedNumber[]>): void {
  const { name, field } = key.member('range');
  const sorted = (member: SpecMember) => numbers.get(member) ?? [];
  const points = [...numbers.values()].flat();
  if (points.length === 0) return;
  document.addNumbers(name, points, field);
  const [[low], [high]] = [sorted('min_value'), sorted('max_value')];
  const all = sorted('value').map(({ form }) => form);
  const { prefix } = key;
  if (low || high) {
    const isExchanged = low !== undefined && high !== undefined && low.number.gt(high.number);
    const [from, to] = isExchanged ? [high, low] : [low, high];
    const fromText = from?.form ?? BELOW_ALL_NUMBERS;
    const toText = to?.form ?? ABOVE_ALL_NUMBERS;
    document.add(schema.SPEC.from, [prefix + fromText], field);
    document.add(schema.SPEC.to, [prefix + toText], field);
    all.push(fromText, toText);
  }
  all.sort();
  document.add(schema.SPEC.low, [prefix + all[0]], field);
  document.add(schema.SPEC.high, [prefix + all[all.length - 1]], field);
}

/** Gathers the terms of a part, or of an offer. */
class DocumentBuilder {
  private readonly terms = new Map<string, Set<string>>();
  private readonly texts = new Map<string, readonly string[]>();
  private readonly others = new Map<string, string | number | readonly PartDocument[]>();
  /** Tokens of each value, by fieldname, of fields with tokens. */
  private readonly tokens = new Map<string, readonly string[]>();
  private readonly forms = new Map<string, readonly string[]>();

  constructor(private readonly place: DocumentPlace) {}

  set(field: string, value: string | number): void {
    this.others.set(field, value);
  }

  /** Sets documents inside the document. */
  setDocuments(field: string, documents: readonly PartDocument[]): void {
    if (documents.length > 0) this.others.set(field, documents);
  }

  has(field: string | undefined): boolean {
    return field !== undefined && (this.terms.get(field)?.size ?? 0) > 0;
  }

  /** Adds terms to a field of the index. @param name the fieldname that an error names */
  add(field: string, terms: Iterable<string>, name: string): void {
    let known = this.terms.get(field);
    for (const term of terms) {
      this.check(term, name);
      if (!known) this.terms.set(field, (known = new Set()));
      known.add(term);
    }
  }

  /** Notes how many distinct values the part has of a field. */
  noteCount(field: string, count: number): void {
    if (count > 1) this.add(schema.MULTI, [field], field);
  }

  /** Adds the distinct values of a field of texts in all forms that it has. */
  addTexts(field: schema.IndexField, values: readonly string[]): void {
    const { name } = field;
    this.noteCount(name, values.length);
    this.add(field.raw, values, name);
    if (field.ordered) this.add(field.ordered, values.map(orderedForm), name);
    if (field.folded) this.add(field.folded, values.map(fold), name);
    if (field.text && field.words) this.addTokens(field.text, field.words, name, values);
    if (!field.form) return;
    const forms = [...new Set(values.map(partNumberForm))];
    this.forms.set(name, forms);
    this.add(field.form, forms, name);
    if (!field.wildcard || !field.lower || !field.lowerLength) return;
    this.add(field.wildcard, forms.filter(isNotEmpty), name);
    this.add(field.lower, values.map(lowerCase), name);
    const withLengths = values.map((value) => withFormLength(lowerCase(value), [...partNumberForm(value)].length));
    this.add(field.lowerLength, withLengths, name);
  }

  private addTokens(field: string, words: string, name: string, values: readonly string[]): void {
    this.add(words, values.flatMap(tokens), name);
    const joined = values.map((value) => this.joined(tokens(value), '', name));
    this.tokens.set(name, joined.filter(isNotEmpty));
    this.addText(field, joined);
  }

  /** Tokens of a value as a text of the index. */
  private joined(words: readonly string[], prefix: string, name: string): string {
    for (const word of words) {
      const length = prefix.length + word.length;
      if (length > schema.LONGEST_TOKEN) {
        throw this.fault(name, `has a word of ${word.length} characters; a cluster holds at most ${schema.LONGEST_TOKEN}`);
      }
      this.check(prefix + word, name);
    }
    return words.map((word) => prefix + word).join(' ');
  }

  private addText(field: string, texts: readonly string[]): void {
    const filled = texts.filter(isNotEmpty);
    if (filled.length > 0) this.texts.set(field, [...(this.texts.get(field) ?? []), ...filled]);
  }

  /** Adds what `q` searches, once all texts are there. */
  addClasses({ classes, fields, numberFields }: schema.IndexLayout): void {
    let length = 0;
    for (const { text, fields: names } of classes) {
      const values = names.flatMap((name) => this.tokens.get(name) ?? []);
      for (const value of values) {
        const words = value.split(' ');
        length += words.length;
        this.add(schema.WORDS_OF_PART, words, names[0]);
      }
      if (names.length > 1 || fields.get(names[0])?.text !== text) this.addText(text, values);
    }
    this.set(schema.LENGTH, Math.min(length, LONGEST));
    const forms = numberFields.flatMap((name) => this.forms.get(name) ?? []);
    this.add(schema.KEYWORD_FORMS, forms.filter(isNotEmpty), 'mpn');
  }

  /** Adds the distinct values of a key of strings. @param name its name in terms */
  addStrings(name: string, values: readonly string[], field: string): void {
    if (values.length === 0) return;
    const { SPEC, STRINGS } = schema;
    this.noteCount(field, values.length);
    const prefix = prefixOf(name);
    this.add(SPEC.has, [name], field);
    const words = values.map(tokens);
    for (const [spec, plain, formOf] of [
      [SPEC.strings, STRINGS.raw, (value: string) => value],
      [SPEC.ordered, STRINGS.ordered, orderedForm],
      [SPEC.folded, STRINGS.folded, fold],
    ] as const) {
      const forms = values.map(formOf);
      this.add(
        spec,
        forms.map((form) => prefix + form),
        field,
      );
      this.add(plain, forms, field);
    }
    this.addText(
      SPEC.text,
      words.map((word) => this.joined(word, prefix, field)),
    );
    this.add(
      SPEC.words,
      words.flatMap((some) => some.map((word) => prefix + word)),
      field,
    );
    this.add(STRINGS.words, words.flat(), field);
    this.addText(
      STRINGS.text,
      words.map((word) => word.join(' ')),
    );
  }

  /** Adds numbers of a member of a spec. @param name its name in terms */
  addNumbers(name: string, numbers: readonly SortedNumber[], field: string): void {
    if (numbers.length === 0) return;
    const prefix = prefixOf(name);
    const terms = new Set(numbers.map(({ form }) => prefix + form));
    this.noteCount(field, terms.size);
    this.add(schema.SPEC.has, [name], field);
    this.add(schema.SPEC.numbers, terms, field);
  }

  /** @param nameOf the names of the fields in the document */
  result(nameOf = (field: string) => field): PartDocument {
    const document: PartDocument = {};
    for (const [field, terms] of this.terms) document[nameOf(field)] = [...terms];
    for (const [field, texts] of this.texts) document[nameOf(field)] = texts;
    for (const [field, value] of this.others) document[nameOf(field)] = value;
    return document;
  }

  /** @throws InvalidDocumentError for a term that a cluster cannot hold */
  private check(term: string, name: string): void {
    if (hasLoneSurrogate(term)) throw this.fault(name, 'has half of a surrogate pair, which a cluster cannot hold');
    if (maxUtf8Length(term.length) <= schema.LONGEST_TERM) return;
    const { length } = utf8Bytes(term);
    if (length <= schema.LONGEST_TERM) return;
    throw this.fault(name, `has a value of ${length} bytes as a term; a cluster holds at most ${schema.LONGEST_TERM}`);
  }

  /** The error for a value of a field. */
  fault(path: string, what: string): InvalidDocumentError {
    const { source, line } = this.place;
    return new InvalidDocumentError(`${source}:${line}: ${path}: ${what}`, { source, line, path });
  }
}

const isNotEmpty = (text: string): boolean => text !== '';
