/** Requests that name records: fetches by uid, and the parts of a list. */
import { wildcards } from './filters.mjs';
import { directives, keywords, searchRequest } from './searches.mjs';

const COLLECTIONS = [
  [6, 'parts'],
  [1, 'brands'],
  [1, 'categories'],
  [1, 'sellers'],
  [1, 'manufacturers'],
];

export function getCall(random, { collections }) {
  const collection = random.weighted(COLLECTIONS);
  const words = collections[collection];
  return { method: 'get', collection, arguments: [anyUid(random, words), directives(random, words, 0.5)] };
}

export function getMultiCall(random, { collections }) {
  const collection = random.weighted(COLLECTIONS);
  const words = collections[collection];
  const uids = random.list(0, random.pick([1, 3, 6]), () => anyUid(random, words));
  return { method: 'getMulti', collection, arguments: [uids, directives(random, words, 0.4)] };
}

export function matchCall(random, vocabulary) {
  return { method: 'match', collection: 'parts', arguments: [matchRequest(random, vocabulary)] };
}

export function explainCall(random, { collections: { parts } }) {
  const request = searchRequest(random, parts, 0.3);
  const args = random.chance(0.5) ? [request, anyUid(random, parts, 0.02)] : [request];
  return { method: 'explain', collection: 'parts', arguments: args };
}

export function matchRequest(random, { collections }) {
  const request = { queries: random.list(1, random.pick([1, 2, 5]), () => matchQuery(random, collections)) };
  if (random.chance(0.25)) request.exact_only = random.chance(0.8);
  if (random.chance(0.2)) request.suggest = random.chance(0.8);
  return { ...request, ...directives(random, collections.parts, 0.3) };
}

function matchQuery(random, { parts, brands, sellers }) {
  const query = {};
  const member = random.pick(['mpn', 'mpn', 'sku', 'mpn_or_sku', 'mpn_or_sku', 'q', 'none']);
  if (member === 'q') query.q = keywords(random, parts);
  else if (member !== 'none') query[member] = partNumber(random, member === 'sku' ? parts.skus : parts.numbers);
  if (random.chance(member === 'none' ? 0.7 : 0.15)) query.brand = nameOf(random, brands);
  if (random.chance(member === 'none' ? 0.5 : 0.1)) query.seller = nameOf(random, sellers);
  if (random.chance(0.2)) query.limit = random.pick([0, 1, 10, 100]);
  if (random.chance(0.1)) query.start = random.below(5);
  if (random.chance(0.3)) query.reference = `R${random.below(100)}`;
  return query;
}

/** A part number as it is, written differently, with wildcards, or with a character too many or wrong. */
export function partNumber(random, numbers) {
  const text = random.pick(numbers);
  const position = random.below(text.length);
  return random.weighted([
    [4, () => text],
    [2, () => text.toLowerCase()],
    [2, () => text.replace(/[^\p{L}\p{N}]/gu, '')],
    [1, () => text.replace(/(?<=\d)(?=\p{L})/u, '-')],
    [4, () => wildcards(random, text, (piece) => piece.replace(/[\\*?]/g, '\\$&'))],
    [1, () => `${text.slice(0, position)}X${text.slice(position + 1)}`],
    [1, () => text.slice(0, -1)],
    [1, () => `${text}A`],
  ])();
}

function nameOf(random, words) {
  return random.chance(0.6) ? random.pick(words.numbers) : random.pick(words.words).toLowerCase();
}

/** A uid of a collection, or one that it does not have. */
export function anyUid(random, { uids }, unknown = 0.1) {
  if (!random.chance(unknown)) return random.pick(uids);
  return random.pick([random.pick(uids).toUpperCase(), `${random.pick(uids)}0`, 'none', 'ffffffffffffffff', 'ü']);
}
