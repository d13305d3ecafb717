import { storedCategories } from '../meaning/categories.mjs';
import { ancestors, list, member } from '../meaning/values.mjs';
import { compareText, demand, isAscending } from '../reader/bytes.mjs';
import { storageOf } from './fields.mjs';

const DEEPEST = 100;
/** Documented maps, in which a null counts as a missing member. */
const MAPS = ['specs.', 'offers.prices.'];

/** Documents: uids, redirects, numbers of offers, names of members, and the records that are gathered from parts. */

export function checkDocuments(collection, source) {
  const { name, paths, records } = collection;
  const uids = records.map(({ uid }) => uid);
  demand(new Set(uids).size === uids.length, `${name}: two rows have one uid`);
  demand(name === 'parts' || isAscending(uids, compareText), `${name}: rows are not in the order of their uids`);
  checkPaths(name, paths, records);
  if (name === 'parts') checkRedirects(collection);
  checkStored(collection, source);
  if (name !== 'parts') checkGiven(collection, source);
}

function checkPaths(name, paths, records) {
  demand(isAscending(paths, compareText), `${name}/paths is out of order`);
  const found = new Set();
  for (const record of records) addPaths(record, '', 0, found);
  const listed = new Set(paths);
  const missing = [...found].filter((path) => !listed.has(path));
  const tooMany = paths.filter((path) => !found.has(path));
  demand(missing.length === 0, `${name}/paths lacks ${JSON.stringify(missing)}`);
  demand(tooMany.length === 0, `${name}/paths has ${JSON.stringify(tooMany)}`);
}

/** Adds the names of the members of an object or list, to which `depth` objects and lists have led. */
function addPaths(value, prefix, depth, found) {
  if (typeof value !== 'object' || value === null || depth > DEEPEST) return;
  if (Array.isArray(value)) {
    for (const element of value) addPaths(element, prefix, depth + 1, found);
    return;
  }
  for (const [name, inner] of Object.entries(value)) {
    if (name === '__class__' || (inner === null && MAPS.includes(prefix))) continue;
    found.add(prefix + name);
    addPaths(inner, `${prefix}${name}.`, depth + 1, found);
  }
}

function checkRedirects({ redirects: { storage, uids, rows }, records: parts }) {
  const living = new Set(parts.map(({ uid }) => uid));
  const expected = new Map();
  parts.forEach((part, row) => {
    for (const uid of list(member(part, 'redirected_uids'))) if (!living.has(uid)) expected.set(uid, row);
  });
  demand(isAscending(uids, compareText), 'merged uids are out of order');
  demand(storage === storageOf('uid', uids), `merged uids are stored as ${storage}`);
  demand(expected.size === uids.length, `${uids.length} merged uids and not ${expected.size}`);
  uids.forEach((uid, i) => {
    demand(expected.get(uid) === rows[i], `${uid} leads to row ${rows[i]} and not ${expected.get(uid)}`);
  });
}

/** The number of offers of each part, as narrow as the largest number may be. */
export function checkOfferCounts({ offerCounts, records: parts }, seen) {
  let largest = 0;
  parts.forEach((part, row) => {
    const { length } = list(member(part, 'offers'));
    demand(offerCounts[row] === length, () => `row ${row} has ${length} offers and not ${offerCounts[row]}`);
    largest = Math.max(largest, length);
  });
  const width = offerCounts.BYTES_PER_ELEMENT;
  demand(width === (largest < 2 ** 8 ? 1 : largest < 2 ** 16 ? 2 : 4), `offer counts of ${width} bytes up to ${largest}`);
  seen.add(`offer counts of ${width} bytes`);
}

const PLACES = {
  brands: (part) => [member(part, 'brand')],
  manufacturers: (part) => [member(part, 'manufacturer')],
  sellers: (part) =>
    ['offers', 'broker_listings'].flatMap((name) => list(member(part, name))).map((offer) => member(offer, 'seller')),
};

/** What was given, of categories with what was computed, and after it the companies that have a uid and a name in a part and no record of their own yet. */
function expectedDocuments(name, source) {
  if (name === 'categories') {
    const given = source.categories ?? [];
    return storedCategories(given, source.parts, ancestors(given)).map((record) => JSON.stringify(record));
  }
  const records = new Map((source[name] ?? []).map((record) => [record.uid, record]));
  for (const part of name in PLACES ? source.parts : []) {
    for (const company of PLACES[name](part)) {
      const isRecord = member(company, 'uid') !== undefined && member(company, 'name') !== undefined;
      if (isRecord && !records.has(company.uid)) records.set(company.uid, asRead(company));
    }
  }
  return [...records.values()].map((record) => JSON.stringify(record));
}

const COMPUTED = ['ancestor_uids', 'ancestor_names', 'children_uids', 'num_parts'];

/** Bit 0: the record was given; bits 1 to 4: and it has these members of a category. Bit 1 of a company: a part leaves out its name. */
function checkGiven({ name, given, records }, source) {
  const places = PLACES[name] ? source.parts.flatMap(PLACES[name]) : [];
  const leftOut = new Set(
    places.filter((company) => member(company, 'name') === undefined).map((company) => member(company, 'uid')),
  );
  const known = new Map((source[name] ?? []).map((record) => [record.uid, record]));
  records.forEach(({ uid }, row) => {
    const record = known.get(uid);
    const members = name === 'categories' ? COMPUTED.map((of) => member(record, of) !== undefined) : [leftOut.has(uid)];
    const expected = [record !== undefined, ...members].reduce((mask, is, i) => mask + (is ? 2 ** i : 0), 0);
    demand(given[row] === expected, () => `${name}/given has ${given[row]} for ${uid} and not ${expected}`);
  });
}

/** The only list of a company, its aliases, is a list in a gathered record, whatever the part had. */
function asRead(company) {
  return member(company, 'aliases') === undefined ? company : { ...company, aliases: list(company.aliases) };
}

function checkStored({ name, documents, documentOfRow }, source) {
  const expected = expectedDocuments(name, source);
  demand(documents.length === expected.length, `${name}: ${documents.length} documents and not ${expected.length}`);
  documents.forEach((text, row) => {
    const given = expected[documentOfRow[row]];
    demand(text === given, () => `${name}: row ${row} has the document ${text} and not ${given}`);
  });
}
