import { dateText, instantOf } from './date.mjs';
import { compareDecimals, decimalOf, decimalOfText, meanOf, textOf } from './decimal.mjs';
import { numberTextIn } from './quantities.mjs';

/** Which values a stored document has for a fieldname (docs/semantics.md, "Documents", "Kinds", "Average price"). */

const HIDDEN = '__class__';

/** A member of an object; null and absent are undefined. */
export function member(object, name) {
  return object !== undefined && Object.hasOwn(object, name) && name !== HIDDEN ? (object[name] ?? undefined) : undefined;
}

const NONE = [];

/** The elements of a list, where a single value is a list of one; nulls are left out. */
export function list(value) {
  if (value === undefined || value === null) return NONE;
  return (Array.isArray(value) ? value : [value]).filter((element) => element !== undefined && element !== null);
}

/** The members of a map that are there. */
export function entries(map) {
  return Object.entries(map ?? {}).filter(([name, value]) => value !== null && value !== undefined && name !== HIDDEN);
}

const PLAIN_FIELDS = {
  parts: {
    uid: 'uid',
    mpn: 'part_number',
    aka_mpns: 'part_number',
    'brand.name': 'name',
    'brand.uid': 'uid',
    'manufacturer.name': 'name',
    'manufacturer.uid': 'uid',
    'offers.sku': 'part_number',
    'offers.seller.name': 'name',
    'offers.seller.uid': 'uid',
    'offers.seller.display_flag': 'name',
    'offers.eligible_region': 'name',
    'offers.packaging': 'name',
    'offers.in_stock_quantity': 'number',
    'offers.on_order_quantity': 'number',
    'offers.moq': 'number',
    'offers.order_multiple': 'number',
    'offers.multipack_quantity': 'number',
    'offers.factory_lead_days': 'number',
    'offers.factory_order_multiple': 'number',
    'offers.is_authorized': 'boolean',
    'offers.last_updated': 'date',
    'offers.on_order_eta': 'date',
    avg_price: 'number',
    total_stock: 'number',
    sellers_in_stock: 'number',
    authorized_sellers: 'number',
    offers_count: 'number',
    'descriptions.value': 'text',
    short_description: 'text',
    category_uids: 'uid',
    'compliance_documents.subtypes': 'name',
    has: 'uid',
  },
  categories: { uid: 'uid', name: 'name', parent_uid: 'uid', ancestor_uids: 'uid' },
};

/** Fieldname to kind, of the fieldnames that a collection always has. */
export function plainFields(collection) {
  return PLAIN_FIELDS[collection] ?? { uid: 'uid', name: 'name' };
}

/** Fieldname to kind of the fields that a build declares, as the manifest lists them. */
export function declaredFields({ ownFields }) {
  return Object.fromEntries(ownFields.map(({ name, kind }) => [name, kind.replace(' ', '_')]));
}

const WEIGHTS = { mpn: 8, aka_mpns: 8, 'offers.sku': 8, 'brand.name': 3, 'offers.seller.name': 1.5, 'descriptions.value': 1 };

/** The text indexes of a collection: name to its fields, each `[name, weight, of]`, in the order of docs/semantics.md ("Score"). */
export function textIndexes(collection, { ownFields }) {
  if (collection !== 'parts') return new Map([['keywords', ['name', 'aliases'].map((field) => [field, 8, undefined])]]);
  const group = (weight, isWanted) => {
    const of = ownFields.filter((field) => field.keywords && isWanted(field.kind)).map(({ name }) => name);
    return of.length > 0 ? [[`own:${weight}`, weight, of]] : [];
  };
  const fields = [
    ...Object.entries(WEIGHTS).map(([name, weight]) => [name, weight, undefined]),
    ...group(8, (kind) => kind === 'part number'),
    ...group(1, (kind) => kind !== 'part number'),
  ];
  const texts = ownFields.filter(({ kind }) => kind === 'text').map(({ name }) => [`own:${name}`, [[name, 1, undefined]]]);
  return new Map([
    ['keywords', fields.sort(([, a], [, b]) => b - a)],
    ['short_description', [['short_description', 1, undefined]]],
    ...texts,
    ['words', [['words', 0, undefined]]],
  ]);
}

/** Splits `specs.<key>.<member>`; undefined for other fieldnames. */
function specField(name) {
  const match = /^specs\.(.*)\.(value|min_value|max_value)$/s.exec(name);
  return match ? { key: match[1], member: match[2] } : undefined;
}

/**
 * A function from a document to its distinct values of a field, as the texts that a dictionary has; in any order. Parts have
 * what records say of their companies (references.mjs).
 * @param kind of the field
 * @param context `{ ancestorsOf(uid), unitOf(specKey), currency, manifest }`
 */
export function valuesReader(name, kind, context) {
  if (name === 'avg_price') return (document) => averagePrice(document, context.currency).map(textOf);
  if (name === 'has') return has;
  if (STOCK[name]) return (document) => [textOf(decimalOfText(String(STOCK[name](list(member(document, 'offers'))))))];
  const isLoose = name === 'aka_mpns' || (context.manifest?.ownFields ?? []).some((own) => own.name === name);
  const given = isLoose ? looseValues(name, kind) : givenValues(name, context);
  const numberText = numberReader(name, context);
  const asTexts = (values) => {
    if (kind === 'number') return values.map(numberText).filter((text) => text !== undefined);
    if (kind !== 'date') return values.map(String);
    return values
      .map(instantOf)
      .filter((instant) => instant !== undefined)
      .map(dateText);
  };
  return (document) => {
    const values = given(document);
    return values.length === 0 ? NONE : distinct(asTexts(values));
  };
}

/** A function from a value to the text of the number that it is in a field; undefined for other values. */
function numberReader(name, context) {
  const spec = specField(name);
  if (spec) return (value) => numberTextIn(context.unitOf(spec.key), value);
  const numberOf = name === 'offers.multipack_quantity' ? leadingNumber : decimalOf;
  return (value) => {
    const number = numberOf(value);
    return number && textOf(number);
  };
}

const IS_SOME = (quantity) => quantity !== undefined && (quantity > 0 || quantity === -2);

/** The stock of a part, from its offers; as a number or its text. */
const STOCK = {
  total_stock: (offers) => sumOf(offers.map((offer) => decimalOf(member(offer, 'in_stock_quantity')))),
  sellers_in_stock: (offers) => sellersOf(offers, (offer) => IS_SOME(quantityOf(offer))),
  authorized_sellers: (offers) => sellersOf(offers, (offer) => member(offer, 'is_authorized') === true),
  offers_count: (offers) => offers.length,
};

/** Its sign and size are all that counts. */
function quantityOf(offer) {
  const number = decimalOf(member(offer, 'in_stock_quantity'));
  if (!number) return undefined;
  if (number.digits === '') return 0;
  return number.negative ? Number(textOf(number)) : 1;
}

/** The exact sum of the numbers above 0, as text. */
function sumOf(numbers) {
  const above = numbers.filter((n) => n && n.digits !== '' && !n.negative);
  if (above.length === 0) return 0;
  const power = (n) => n.exponent - n.digits.length + 1;
  const lowest = Math.min(...above.map(power));
  const sum = above.reduce((total, n) => total + BigInt(n.digits) * 10n ** BigInt(power(n) - lowest), 0n);
  const text = String(sum);
  if (lowest >= 0) return text + '0'.repeat(lowest);
  const padded = text.padStart(1 - lowest, '0');
  return `${padded.slice(0, lowest)}.${padded.slice(lowest)}`;
}

function sellersOf(offers, isCounted) {
  const sellers = offers.filter(isCounted).map((offer) => member(offer, 'seller'));
  const keys = sellers.map((seller) =>
    member(seller, 'uid') === undefined ? ['name', member(seller, 'name')] : ['uid', member(seller, 'uid')],
  );
  return new Set(keys.filter(([, of]) => of !== undefined).map((key) => JSON.stringify(key))).size;
}

const LISTS = ['datasheets', 'cad_models', 'compliance_documents', 'reference_designs', 'descriptions', 'offers'];

/** The values of `has`: the lists and maps of which a part has an element. */
function has(document) {
  const filled = LISTS.filter((name) => list(member(document, name)).length > 0);
  const images = list(member(document, 'imagesets')).length > 0 ? ['images'] : [];
  return [...filled, ...images, ...(entries(member(document, 'specs')).length > 0 ? ['specs'] : [])];
}

/** The number that a text is, or begins with. */
function leadingNumber(value) {
  const [, number] = /^\s*([+-]?(?:\d{1,3}(?:,\d{3})+(?!\d)|\d+)(?:\.\d+)?)/.exec(String(value)) ?? [];
  return decimalOf(value) ?? (number === undefined ? undefined : decimalOf(number.replace(/,/g, '')));
}

/** A function from a document to the values at a path, through objects and lists in lists, of the type that a kind reads. */
function looseValues(name, kind) {
  const steps = name.split('.');
  const read = (value, i) => {
    if (Array.isArray(value)) return value.flatMap((element) => read(element, i));
    if (i === steps.length) return hasType(kind, value) ? [value] : [];
    return typeof value === 'object' && value !== null ? read(member(value, steps[i]), i + 1) : [];
  };
  return (document) => read(document, 0);
}

function hasType(kind, value) {
  if (kind === 'boolean') return typeof value === 'boolean';
  if (kind === 'uid') return typeof value === 'string' && value !== '' && Buffer.byteLength(value) <= 255;
  if (typeof value === 'number') return kind === 'part_number' || kind === 'string' || kind === 'number';
  return typeof value === 'string';
}

function distinct(values) {
  return values.length > 1 ? [...new Set(values)] : values;
}

/** A function from a document to the values there, numbers or not. */
function givenValues(name, context) {
  const spec = specField(name);
  const steps = spec ? ['specs', spec.key, spec.member] : name.split('.');
  const read = (value, i) => {
    if (value === undefined || i === steps.length) return list(value);
    if (!Array.isArray(value)) return read(member(value, steps[i]), i + 1);
    return list(value).flatMap((object) => read(member(object, steps[i]), i + 1));
  };
  if (name !== 'category_uids') return (document) => read(document, 0);
  return (document) => read(document, 0).flatMap((uid) => [uid, ...context.ancestorsOf(uid)]);
}

function averagePrice(document, currency) {
  const prices = list(member(document, 'offers'))
    .map((offer) => lowestBreak(member(member(offer, 'prices'), currency) ?? []))
    .filter(Boolean);
  return prices.length === 0 ? [] : [meanOf(prices)];
}

/** The unit price of the lowest break; of equal ones the first. */
function lowestBreak(pairs) {
  const [lowest] = pairs
    .map(([quantity, price]) => ({ quantity: decimalOf(quantity), price: decimalOf(price) }))
    .filter(({ quantity, price }) => quantity && price)
    .sort((a, b) => compareDecimals(a.quantity, b.quantity));
  return lowest?.price;
}

/** Category uid to the uids of all its ancestors, by `parent_uid` and `ancestor_uids` of the records. */
export function ancestors(categories) {
  const above = new Map(
    categories.map((category) => [category.uid, [...list(category.parent_uid), ...list(category.ancestor_uids)]]),
  );
  const found = new Map();
  return function ancestorsOf(uid) {
    if (!found.has(uid)) {
      const all = new Set(above.get(uid));
      for (const ancestor of all) for (const next of above.get(ancestor) ?? []) all.add(next);
      found.set(uid, all);
    }
    return found.get(uid);
  };
}

const DATATYPES = ['string', 'integer', 'decimal'];

/** Spec key to what the parts that carry it say of it: `{ declared, undeclared, said }`. */
export function specFacts(documents) {
  const facts = new Map();
  for (const document of documents) {
    for (const [key, spec] of entries(member(document, 'specs'))) {
      if (!facts.has(key)) facts.set(key, { declared: noVotes(), undeclared: noVotes(), said: {} });
      addVotes(spec, facts.get(key));
      addSaid(member(spec, 'metadata'), facts.get(key).said);
    }
  }
  return facts;
}

const noVotes = () => ({ number: 0, string: 0 });

function addVotes(spec, { declared, undeclared }) {
  const values = list(member(spec, 'value'));
  const datatype = member(member(spec, 'metadata'), 'datatype');
  if (DATATYPES.includes(datatype)) declared[datatype === 'string' ? 'string' : 'number'] += Math.max(1, values.length);
  else {
    const voters = values.length > 0 ? values : [member(spec, 'min_value') ?? member(spec, 'max_value')];
    for (const value of voters) undeclared[typeof value === 'number' ? 'number' : 'string']++;
  }
}

/** The first of each that any part has. */
function addSaid(metadata, said) {
  if (metadata === undefined) return;
  said.first ??= metadata;
  said.name ??= member(metadata, 'name');
  said.unit ??= member(metadata, 'unit');
  const datatype = member(metadata, 'datatype');
  if (datatype === 'integer' || datatype === 'decimal') said.datatype ??= datatype;
}

/** A function from a spec key to its unit: that of the first part that has one, else that of its record. */
export function specUnits(source) {
  const facts = specFacts(source.parts);
  const records = new Map((source.spec_metadata ?? []).map((record) => [record.key, record]));
  return (key) => facts.get(key)?.said.unit ?? member(records.get(key), 'unit');
}

/** The type of a key. With a record that has a datatype, the values without one of their own vote for it. */
export function specTypeOf({ declared, undeclared }, record) {
  const datatype = DATATYPES.find((known) => known === record?.datatype);
  const votes = undeclared.number + undeclared.string;
  const numbers = datatype === undefined ? undeclared.number : datatype === 'string' ? 0 : votes;
  return declared.number + numbers > declared.string + votes - numbers ? 'number' : 'string';
}
