/** The calls of a recording: all methods of the interfaces, each with its share. */
import { graphqlCall } from './documents.mjs';
import { faulty } from './faults.mjs';
import { explainCall, getCall, getMultiCall, matchCall } from './lookups.mjs';
import { Random } from './random.mjs';
import { searchRequest } from './searches.mjs';
import { restCall } from './urls.mjs';

const FAULTY = 0.12;
/** In hundredths. */
const SHARES = [
  [34, partsSearch],
  [6, otherSearch],
  [2, scan],
  [5, getCall],
  [4, getMultiCall],
  [9, matchCall],
  [9, explainCall],
  [16, restCall],
  [15, graphqlCall],
];

/** An endless row of calls, the same for the same seed and vocabulary. What cannot be said in JSON is not in them. */
export function* drawCalls(vocabulary, seed) {
  const random = new Random(seed);
  while (true) {
    const call = random.weighted(SHARES)(random, vocabulary);
    const drawn = random.chance(FAULTY) ? { ...faulty(random, vocabulary, call), faulty: true } : call;
    yield JSON.parse(JSON.stringify(drawn));
  }
}

function partsSearch(random, { collections }) {
  const request = searchRequest(random, collections.parts, random.pick([0.15, 0.35, 0.35, 0.7]));
  return { method: random.chance(0.1) ? 'searchText' : 'search', collection: 'parts', arguments: [request] };
}

function otherSearch(random, { collections }) {
  const collection = random.pick(['brands', 'categories', 'sellers', 'manufacturers']);
  return { method: 'search', collection, arguments: [searchRequest(random, collections[collection])] };
}

function scan(random, { collections }) {
  const collection = random.weighted([
    [6, 'parts'],
    [1, 'brands'],
    [1, 'categories'],
  ]);
  const { start, limit, ...request } = searchRequest(random, collections[collection], 0.3);
  return { method: 'scan', collection, arguments: [request] };
}
