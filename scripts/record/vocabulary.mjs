/**
 * What requests are made of: values of a catalog's own data, sampled through its public interface. The same catalog gives the same
 * vocabulary.
 */

const PAGES = 24;
const PAGE = 50;
const OTHER_COLLECTIONS = ['brands', 'categories', 'sellers', 'manufacturers'];
const HIDDEN_MEMBERS = [
  'short_description',
  'datasheets',
  'compliance_documents',
  'descriptions',
  'imagesets',
  'specs',
  'category_uids',
  'external_links',
  'reference_designs',
  'cad_models',
  'broker_listings',
  'redirected_uids',
];

/**
 * Samples a catalog, which must have been opened without a limit of `start`. Each collection has the words and fields of all sampled
 * records, and in `records` those of each alone, so that a request can be made of what one record has.
 */
export async function sampleVocabulary(catalog) {
  const parts = await sampleRecords(catalog.parts, { include: HIDDEN_MEMBERS });
  const members = partsMembers(catalog.specs);
  const collections = { parts: withRecords(parts, (some) => ({ ...partsVocabulary(some, catalog.specs), members })) };
  collections.parts.unknownFields = [unknownSpec('value'), unknownSpec('min_value')];
  for (const name of OTHER_COLLECTIONS) {
    collections[name] = withRecords(await sampleRecords(catalog[name], {}), (some) => recordsVocabulary(some, name));
  }
  return { collections, attributes: attributesOf(collections.parts), names: namesOf(collections) };
}

/** The vocabulary of all records, and of each of them: of what it has no values for, it has no field. */
function withRecords(records, vocabularyOf) {
  const { members, ...words } = vocabularyOf(records);
  const single = records.map((record) => {
    const { fields, ...own } = vocabularyOf([record]);
    return { ...own, fields: fields.filter(({ values }) => values.length > 0), members };
  });
  const fields = words.fields.map((field) => ({ ...field, values: valuesOr(field) }));
  return { ...words, members, fields, records: single };
}

/** A field without values is requested too. */
function valuesOr({ kind, values }) {
  if (values.length > 0) return values;
  return kind === 'decimal' ? ['1'] : ['nothing'];
}

function unknownSpec(member) {
  return { name: `specs.no_such_key.${member}`, key: 'no_such_key', kind: 'string', values: ['nothing'] };
}

/** Pages of records spread evenly over a collection in the order of its uids. */
async function sampleRecords(collection, directives) {
  const { hits } = await collection.search({ limit: 0 });
  const pages = Math.min(PAGES, Math.ceil(hits / PAGE));
  const records = [];
  for (let page = 0; page < pages; page++) {
    const start = Math.floor((page * hits) / pages);
    const { results } = await collection.search({ start, limit: PAGE, sortby: 'uid', ...directives });
    records.push(...results.map(({ item }) => item));
  }
  return records;
}

/** Fields of parts: name, kind and values. One that is listed twice is drawn twice as often. */
const PART_FIELDS = [
  ['mpn', 'number', ({ mpn }) => [mpn]],
  ['offers.sku', 'number', ofOffers(({ sku }) => sku)],
  ['brand.name', 'name', ({ brand }) => [brand?.name]],
  ['brand.name', 'name', ({ brand }) => [brand?.name]],
  ['manufacturer.name', 'name', ({ manufacturer }) => [manufacturer?.name]],
  ['offers.seller.name', 'name', ofOffers(({ seller }) => seller?.name)],
  ['offers.packaging', 'name', ofOffers(({ packaging }) => packaging)],
  ['descriptions.value', 'text', descriptionsOf],
  ['short_description', 'text', (part) => [part.short_description]],
  ['offers.in_stock_quantity', 'decimal', ofOffers((offer) => offer.in_stock_quantity)],
  ['offers.moq', 'decimal', ofOffers(({ moq }) => moq)],
  ['offers.factory_lead_days', 'decimal', ofOffers((offer) => offer.factory_lead_days)],
  ['avg_price', 'decimal', ofOffers(({ prices }) => Object.values(prices ?? {})[0]?.[0]?.[1])],
  ['avg_price', 'decimal', (_part, _position, parts) => (parts.length > 1 ? ['0.01', '0.1', '1', '25.5'] : [])],
  ['offers.is_authorized', 'boolean', ofOffers((offer) => offer.is_authorized)],
  ['uid', 'uid', ({ uid }) => [uid]],
  ['category_uids', 'uid', (part) => part.category_uids],
  ['category_uids', 'uid', (part) => part.category_uids],
  ['brand.uid', 'uid', ({ brand }) => [brand?.uid]],
  ['manufacturer.uid', 'uid', ({ manufacturer }) => [manufacturer?.uid]],
  ['offers.seller.uid', 'uid', ofOffers(({ seller }) => seller?.uid)],
];

function ofOffers(value) {
  return ({ offers }) => offers.map(value);
}

function descriptionsOf(part) {
  return [part.short_description, ...part.descriptions.map(({ value }) => value)];
}

function partsVocabulary(parts, specs) {
  const fields = PART_FIELDS.map(([name, kind, sampled]) => ({ name, kind, values: distinct(parts.flatMap(sampled)) }));
  const values = (name) => fields.find((field) => field.name === name).values;
  const [mpns, skus, descriptions] = ['mpn', 'offers.sku', 'descriptions.value'].map(values);
  return {
    uids: distinct(parts.flatMap(({ uid, redirected_uids: redirected }) => [uid, ...(redirected ?? [])])),
    numbers: [...mpns, ...skus],
    words: wordsOf([...descriptions, ...values('brand.name'), ...values('offers.seller.name')]),
    phrases: phrasesOf([...descriptions, ...values('brand.name')]),
    skus: skus.length > 0 ? skus : ['nothing'],
    fields,
    ...specFields(parts, specs),
  };
}

const NESTED_MEMBERS = [
  ...['uid', 'mpn', 'brand', 'brand.name', 'manufacturer.name', 'manufacturer', 'offers', 'offers.sku', 'offers.seller'],
  ...[
    'offers.seller.name',
    'offers.prices',
    'offers.prices.USD',
    'offers.in_stock_quantity',
    'descriptions.value',
    'descriptions',
  ],
  ...['datasheets.url', 'descriptions.attribution', 'catalog_url', 'specs', 'category_uids', 'short_description'],
];
const LIST_MEMBERS = [
  'offers',
  'descriptions',
  'datasheets',
  'category_uids',
  'offers.prices.USD',
  'descriptions.attribution.sources',
];

function partsMembers(specs) {
  const ofSpecs = frequent(specs).flatMap(({ key }) => [`specs.${key}`, `specs.${key}.value`, `specs.${key}.metadata.unit`]);
  return { hidden: HIDDEN_MEMBERS, nested: [...NESTED_MEMBERS, ...ofSpecs], lists: LIST_MEMBERS };
}

/** Fields of the specs, those of strings and those of numbers, a frequent key as often as many parts carry it. */
function specFields(parts, specs) {
  const carried = new Set(parts.flatMap((part) => Object.keys(part.specs ?? {})));
  const known = specs.filter(({ key }) => carried.has(key));
  const values = new Map(known.map(({ key }) => [key, { value: [], min_value: [], max_value: [] }]));
  for (const part of parts) {
    for (const [key, spec] of Object.entries(part.specs ?? {})) {
      const found = values.get(key);
      found?.value.push(...[spec?.value ?? []].flat().map(String));
      if (spec?.min_value != null) found?.min_value.push(String(spec.min_value));
      if (spec?.max_value != null) found?.max_value.push(String(spec.max_value));
    }
  }
  const stringSpecs = [];
  const numberSpecs = [];
  for (const { key, type } of known) {
    for (const [member, found] of Object.entries(values.get(key))) {
      const kind = type === 'number' || member !== 'value' ? 'decimal' : 'string';
      const field = { name: `specs.${key}.${member}`, key, kind, values: distinct(found) };
      // The more values were sampled, the more often a field is requested.
      for (let copies = Math.ceil(Math.log2(1 + found.length)); copies > 0; copies--) {
        (kind === 'decimal' ? numberSpecs : stringSpecs).push(field);
      }
    }
  }
  return { stringSpecs, numberSpecs };
}

function recordsVocabulary(records, collection) {
  const names = distinct(records.map(({ name }) => name));
  const uids = distinct(records.map(({ uid }) => uid));
  const known = (values) => (values.length > 0 ? values : ['nothing']);
  const fields = [
    { name: 'name', kind: 'name', values: names },
    { name: 'name', kind: 'name', values: names },
    { name: 'uid', kind: 'uid', values: uids },
  ];
  if (collection === 'categories') {
    fields.push({ name: 'parent_uid', kind: 'uid', values: distinct(records.map((record) => record.parent_uid)) });
    fields.push({
      name: 'ancestor_uids',
      kind: 'uid',
      values: distinct(records.flatMap((record) => record.ancestor_uids)),
    });
  }
  const hidden = collection === 'categories' ? ['imagesets'] : [];
  const lists = collection === 'categories' ? ['children_uids', 'ancestor_uids', 'ancestor_names'] : [];
  return {
    uids: known(uids),
    numbers: known(names),
    words: wordsOf(known(names)),
    phrases: phrasesOf(known(names)),
    fields,
    stringSpecs: [],
    numberSpecs: [],
    members: { hidden, nested: ['uid', 'name', ...lists], lists },
  };
}

function attributesOf({ stringSpecs, numberSpecs }) {
  return [...stringSpecs, ...numberSpecs].filter(({ name }) => name.endsWith('.value'));
}

/** Names of companies and categories with their uids: GraphQL takes either. */
function namesOf(collections) {
  return Object.fromEntries(OTHER_COLLECTIONS.map((name) => [name, [...collections[name].numbers, ...collections[name].uids]]));
}

function frequent(specs) {
  return [...specs].sort((a, b) => b.parts - a.parts || (a.key < b.key ? -1 : 1)).slice(0, 40);
}

function wordsOf(texts) {
  const words = distinct(texts.flatMap((text) => text.split(/\s+/)).filter((word) => word !== ''));
  return words.length > 0 ? words : ['nothing'];
}

/** Two or three words that follow one another. */
function phrasesOf(texts) {
  const phrases = texts.flatMap((text) => {
    const words = text.split(/\s+/);
    return words.length < 2 ? [] : [words.slice(0, 2).join(' '), words.slice(-3).join(' ')];
  });
  return phrases.length > 0 ? distinct(phrases) : ['nothing here'];
}

function distinct(values) {
  return [...new Set(values.filter((value) => value !== undefined && value !== null).map(String))];
}
