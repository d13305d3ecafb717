import { FIELDS, type FieldDefinition, type FieldKind } from '../model/fields.js';
import { OFFER_MEMBERS, OFFER_PREFIX } from '../model/offer-fields.js';
import { type CatalogField, ownFieldTable } from '../model/own-fields.js';

/**
 * The definition of the index of parts, from the table of fields. Every value is a keyword, or a text whose tokens are joined by
 * blanks: partdex makes each term (terms.ts), and the engine compares bytes. docs/opensearch.md, "The index", tells each field.
 */

/** Tokens may have so many characters: longer ones are refused, the tokenizer would cut them. */
export const LONGEST_TOKEN = 32_000;
/** Bytes of UTF-8 of a term: Lucene's limit. */
export const LONGEST_TERM = 32_766;
/** Most values of one `terms` clause. */
export const MOST_TERMS = 65_536;
/** Most offers of a part. */
const MOST_OFFERS = 1_000_000;

/** A field of requests, and where the index has its values. Names are those of index fields. */
export interface IndexField {
  /** The fieldname of requests. */
  readonly name: string;
  readonly kind: FieldKind;
  /** Its definition in the table of fields. */
  readonly definition: FieldDefinition;
  /** The distinct values: texts as they are, numbers as sortable decimals, dates with milliseconds. */
  readonly raw: string;
  /** Ordered forms, of texts: they sort by fold, then as written. */
  readonly ordered?: string;
  /** Folds, of texts. */
  readonly folded?: string;
  /** Tokens joined by blanks, an element for each value, of texts. */
  readonly text?: string;
  /** Each token by itself, for programs to look through. */
  readonly words?: string;
  /** Part-number forms, the empty one included. */
  readonly form?: string;
  /** The same without the empty one, in a field that wildcards are fast in. */
  readonly wildcard?: string;
  /** Values in lower case, of part numbers. */
  readonly lower?: string;
  /** Values in lower case with the length of their forms, of part numbers: terms.ts, `withFormLength`. */
  readonly lowerLength?: string;
}

/** The fields that `q` searches with one weight. */
export interface WeightClass {
  /** The index field with the tokens of all of them. */
  readonly text: string;
  readonly weight: number;
  readonly fields: readonly string[];
}

/** Where the index has what. */
export interface IndexLayout {
  /** By fieldname, but for specs, prices and `words`. */
  readonly fields: ReadonlyMap<string, IndexField>;
  /** The fields of the nested documents of offers, by the fieldnames of parts: `offers.moq`. */
  readonly offerFields: ReadonlyMap<string, IndexField>;
  /** The largest weight first. */
  readonly classes: readonly WeightClass[];
  /** The fields whose part numbers `q` compares as a whole. */
  readonly numberFields: readonly string[];
  readonly ownFields: readonly CatalogField[];
}

/** Index fields that belong to no fieldname. */
export const STORED_PART = 'part';
/** The uid, by which ties are broken. */
export const UID = 'uid';
/** Tokens of the fields that `q` searches, at most 255. */
export const LENGTH = 'length';
export const OFFER_COUNT = 'offer_count';
/** The bits of encoding/merit.ts, and the length of the part number's form. */
export const MERIT = 'merit';
export const NUMBER_LENGTH = 'number_length';
/** The distinct tokens of what `q` searches. */
export const WORDS_OF_PART = 'q_words';
/** Uids that were merged into the part. */
export const REDIRECTED = 'redirected';
/** Uids of the sellers of broker listings. */
export const BROKERS = 'brokers';
/** `<collection>=<uid>` of companies of which the part leaves out what a record may fill. */
export const LEFT_OUT = 'left_out';
/** Categories as the part names them, without ancestors. */
export const OWN_CATEGORIES = 'own_category_uids';
/** Fieldnames of which the part has several values. */
export const MULTI = 'multi';
/** Dotted paths of undocumented members. */
export const PATHS = 'paths';
/** The nested documents of the offers of a part, and what their fields begin with. */
export const OFFER = 'offer';
const IN_OFFER = `${OFFER}.`;
/** Prices at quantities (price-intervals.ts): those of all offers of a part, and of each one. */
export const PRICES = 'prices';
export const OFFER_PRICES = `${IN_OFFER}prices`;
/** The currencies in which offers of the part have prices. */
export const CURRENCIES = 'currencies';
/** What `MULTI` has of a part with two offers that have prices. */
export const SEVERAL_PRICES = 'offers.price';
/** Part-number forms of all fields that `q` searches, without the empty one. */
export const KEYWORD_FORMS = 'q_p';

/**
 * Fields that all spec keys share. Their terms begin with the name of a member and `=`; terms.ts, `specName`.
 */
export const SPEC = {
  /** The escaped keys of the part. */
  key: 'spec_key',
  /** The names of the members that have a value: `resistance.value`, and `.range` of a number key with an extent. */
  has: 'spec_has',
  /** Strings as they are, ordered, folded, and their tokens. */
  strings: 'spec_s',
  ordered: 'spec_o',
  folded: 'spec_f',
  text: 'spec_t',
  words: 'spec_k',
  /** Numbers as sortable decimals, of members and of `.range`. */
  numbers: 'spec_n',
  /** Ends of the interval from `min_value` to `max_value` by escaped key and `=`; open ones are below or above all numbers. */
  from: 'extent_from',
  to: 'extent_to',
  /** The lowest and the highest end of the extent, values included. */
  low: 'extent_low',
  high: 'extent_high',
} as const;

/** String values of all spec keys without their keys: some of the texts of `words`. */
export const STRINGS = {
  raw: 'strings',
  ordered: 'strings_o',
  folded: 'strings_f',
  text: 'strings_t',
  words: 'strings_k',
} as const;

const isPartNumber = ({ kind }: FieldDefinition): boolean => kind === 'part_number';
const hasTokens = ({ kind }: FieldDefinition): boolean => ['part_number', 'name', 'string', 'text'].includes(kind);
const classNameOf = (weight: number): string => `q${String(weight).replace('.', '')}`;

/** @param ownFields the fields that the catalog's build declared */
export function indexLayout(ownFields: readonly CatalogField[]): IndexLayout {
  const own = [...ownFieldTable(ownFields).values()];
  const definitions = [...FIELDS.parts.values(), ...own];
  const classes = weightClasses(definitions);
  const fields = definitions.map((definition): [string, IndexField] => {
    const number = own.indexOf(definition);
    const raw = number < 0 ? definition.name.replaceAll('.', '_') : `own_${number}`;
    return [definition.name, indexField(definition, raw, classes)];
  });
  const numberFields = definitions.filter((field) => field.weight > 0 && isPartNumber(field)).map(({ name }) => name);
  const offerFields = OFFER_MEMBERS.map((member): [string, IndexField] => {
    const field = new Map(fields).get(OFFER_PREFIX + member) as IndexField;
    return [field.name, offerField(field.definition, IN_OFFER + member.replaceAll('.', '_'))];
  });
  return { fields: new Map(fields), offerFields: new Map(offerFields), classes, numberFields, ownFields };
}

/** Fields of offers are found, not sorted by or counted: part numbers have no forms of their own for wildcards. */
function offerField(definition: FieldDefinition, raw: string): IndexField {
  const { name, kind, definition: same, ordered, folded, text, words, form } = indexField(definition, raw, []);
  const texts = ordered && folded && text && words ? { ordered, folded, text, words } : {};
  return { name, kind, definition: same, raw, ...texts, ...(form && { form, wildcard: form }) };
}

/** The name of a field of offers inside its nested document. */
export const nameInOffer = (field: string): string => field.slice(IN_OFFER.length);

function weightClasses(definitions: readonly FieldDefinition[]): WeightClass[] {
  const weights = [...new Set(definitions.map(({ weight }) => weight))].filter((weight) => weight > 0).sort((a, b) => b - a);
  return weights.map((weight) => {
    const fields = definitions.filter((definition) => definition.weight === weight).map(({ name }) => name);
    return { text: classNameOf(weight), weight, fields };
  });
}

function indexField(definition: FieldDefinition, raw: string, classes: readonly WeightClass[]): IndexField {
  const { name, kind } = definition;
  const field = { name, kind, definition, raw };
  if (!hasTokens(definition)) return field;
  // The tokens of a class with one field are those of the field.
  const alone = classes.find(({ fields }) => fields.length === 1 && fields[0] === name);
  const texts = { ...field, ordered: `${raw}_o`, folded: `${raw}_f`, text: alone?.text ?? `${raw}_t`, words: `${raw}_k` };
  if (!isPartNumber(definition)) return texts;
  return { ...texts, form: `${raw}_p`, wildcard: `${raw}_w`, lower: `${raw}_l`, lowerLength: `${raw}_x` };
}

/** The type of an index field. */
type Mapping = Readonly<Record<string, unknown>>;

const KEYWORD: Mapping = { type: 'keyword' };
/** Found, and neither sorted nor counted. */
const FOUND: Mapping = { type: 'keyword', doc_values: false };
/** Counted: the engine numbers its values when a segment is opened rather than in a request. */
const COUNTED: Mapping = { type: 'keyword', eager_global_ordinals: true };
/** Read by scripts, sorts and counts alone. */
const READ: Mapping = { type: 'keyword', index: false };
const SMALL: Mapping = { type: 'short', index: false };
const TEXT: Mapping = { type: 'text', analyzer: 'given', norms: false };
/** It verifies candidates against its values: without `doc_values` it would find nothing, without an error. */
const WILDCARD: Mapping = { type: 'wildcard', doc_values: true };

function mappingsOf(layout: IndexLayout): Record<string, Mapping> {
  const properties: Record<string, Mapping> = {
    [STORED_PART]: { type: 'object', enabled: false },
    [LENGTH]: SMALL,
    [OFFER_COUNT]: { type: 'integer', index: false },
    [MERIT]: SMALL,
    [NUMBER_LENGTH]: SMALL,
    [REDIRECTED]: FOUND,
    [BROKERS]: KEYWORD,
    [LEFT_OUT]: FOUND,
    [OWN_CATEGORIES]: FOUND,
    [KEYWORD_FORMS]: FOUND,
    [WORDS_OF_PART]: READ,
    [MULTI]: KEYWORD,
    [PATHS]: FOUND,
    [PRICES]: KEYWORD,
    [CURRENCIES]: KEYWORD,
    [OFFER]: { type: 'nested', properties: offerMappings(layout) },
  };
  Object.assign(properties, {
    [SPEC.key]: COUNTED,
    [SPEC.has]: COUNTED,
    [SPEC.strings]: COUNTED,
    [SPEC.numbers]: COUNTED,
    [SPEC.ordered]: KEYWORD,
    [SPEC.folded]: FOUND,
    [SPEC.text]: TEXT,
    [SPEC.words]: READ,
    [SPEC.from]: KEYWORD,
    [SPEC.to]: KEYWORD,
    [SPEC.low]: READ,
    [SPEC.high]: READ,
    [STRINGS.raw]: FOUND,
    [STRINGS.ordered]: KEYWORD,
    [STRINGS.folded]: FOUND,
    [STRINGS.text]: TEXT,
    [STRINGS.words]: READ,
  });
  for (const { text } of layout.classes) properties[text] = TEXT;
  for (const field of layout.fields.values()) addField(properties, field);
  return properties;
}

function offerMappings(layout: IndexLayout): Record<string, Mapping> {
  const properties: Record<string, Mapping> = { [nameInOffer(OFFER_PRICES)]: KEYWORD };
  for (const { raw, ordered, folded, text, words, form } of layout.offerFields.values()) {
    properties[nameInOffer(raw)] = KEYWORD;
    if (ordered) properties[nameInOffer(ordered)] = KEYWORD;
    if (folded) properties[nameInOffer(folded)] = FOUND;
    if (text) properties[nameInOffer(text)] = TEXT;
    if (words) properties[nameInOffer(words)] = READ;
    if (form) properties[nameInOffer(form)] = KEYWORD;
  }
  return properties;
}

function addField(properties: Record<string, Mapping>, field: IndexField): void {
  const isText = field.kind === 'text' || field.kind === 'part_number';
  properties[field.raw] = isText || field.name === UID ? KEYWORD : COUNTED;
  if (field.ordered) properties[field.ordered] = KEYWORD;
  if (field.folded) properties[field.folded] = FOUND;
  if (field.text) properties[field.text] = TEXT;
  if (field.words) properties[field.words] = READ;
  if (field.form) properties[field.form] = KEYWORD;
  if (field.wildcard) properties[field.wildcard] = WILDCARD;
  if (field.lower) properties[field.lower] = FOUND;
  if (field.lowerLength) properties[field.lowerLength] = READ;
}

/** The body of the request that creates the index of parts. @param meta what `_meta` of the mapping has */
export function partsIndexDefinition(layout: IndexLayout, shards: number, meta: object): object {
  return {
    settings: {
      number_of_shards: shards,
      // Replicas are added and pages refreshed once everything is loaded.
      number_of_replicas: 0,
      refresh_interval: '-1',
      max_terms_count: MOST_TERMS,
      'mapping.nested_objects.limit': MOST_OFFERS,
      analysis: {
        tokenizer: { given: { type: 'whitespace', max_token_length: LONGEST_TOKEN } },
        analyzer: { given: { type: 'custom', tokenizer: 'given' } },
      },
    },
    mappings: { dynamic: 'strict', _meta: meta, _source: { includes: [STORED_PART] }, properties: mappingsOf(layout) },
  };
}

/** The body of the request that creates the index of records. */
export function recordsIndexDefinition(): object {
  return {
    settings: { number_of_shards: 1, number_of_replicas: 0, refresh_interval: '-1' },
    mappings: {
      dynamic: 'strict',
      properties: {
        collection: KEYWORD,
        key: KEYWORD,
        order: { type: 'double' },
        given: { type: 'boolean' },
        record: { type: 'object', enabled: false },
      },
    },
  };
}
