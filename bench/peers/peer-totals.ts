import { linesOf } from '../data/lines.js';
import type { QueryArguments } from '../queries/questions.js';
import { FlatPart } from './flat-part.js';
import { type Counter, type CounterMaker, isInRange, type PeerCounts, placesBy } from './peer-counter.js';
import { allFacetsCounter, drilldownCounter, rangeFacetsCounter } from './peer-facets.js';

/**
 * The peers' totals, counted from their flattened parts by brute force. Their results have the totals of the first twelve
 * queries alone, and differences from ours are reported query by query.
 */
export async function countPeerTotals(
  flat: string,
  queries: ReadonlyMap<string, readonly QueryArguments[]>,
): Promise<Map<string, PeerCounts>> {
  const counters = [...queries].flatMap(([name, all]) => {
    const make = COUNTERS.get(name);
    return make ? [{ name, counter: make(all) }] : [];
  });
  if (counters.length === 0) return new Map();
  for await (const lines of linesOf([flat])) {
    for (const line of lines) {
      const part = new FlatPart(line.toString('latin1'));
      for (const { counter } of counters) counter.add(part);
    }
  }
  return new Map(counters.map(({ name, counter }) => [name, counter]));
}

/** Parts that have the key of a query among their `keysOf`. */
function keyCounter(
  queries: readonly QueryArguments[],
  keyOf: (args: QueryArguments) => string,
  keysOf: (part: FlatPart) => readonly string[],
): Counter {
  const totals = queries.map(() => 0);
  const places = placesBy(queries, keyOf);
  /** The last part that each query has counted: a part may contain a key twice. */
  const last: FlatPart[] = [];
  return {
    totals,
    add(part) {
      for (const key of keysOf(part)) {
        for (const place of places.get(key) ?? []) {
          if (last[place] !== part) totals[place]++;
          last[place] = part;
        }
      }
    },
  };
}

/** Parts that satisfy a predicate of each query. */
function testCounter(queries: readonly QueryArguments[], testOf: (args: QueryArguments) => (part: FlatPart) => boolean): Counter {
  const totals = queries.map(() => 0);
  const tests = queries.map(testOf);
  return {
    totals,
    add(part) {
      for (let place = 0; place < tests.length; place++) if (tests[place](part)) totals[place]++;
    },
  };
}

const COUNTERS: ReadonlyMap<string, CounterMaker> = new Map<string, CounterMaker>([
  [
    'one-word',
    (queries) =>
      keyCounter(
        queries,
        ([word]) => word,
        ({ words }) => words,
      ),
  ],
  ['three-words', allWordsCounter],
  ['two-word-phrase', (queries) => keyCounter(queries, ([phrase]) => phrase, pairsOf)],
  [
    'mpn-prefix',
    (queries) =>
      testCounter(
        queries,
        ([prefix]) =>
          ({ mpn }) =>
            mpn.startsWith(prefix),
      ),
  ],
  [
    'infix-wildcard',
    (queries) =>
      testCounter(
        queries,
        ([infix]) =>
          ({ mpn }) =>
            mpn.includes(infix),
      ),
  ],
  ['pattern-wildcard', (queries) => testCounter(queries, patternTest)],
  [
    'exact-mpn',
    (queries) =>
      keyCounter(
        queries,
        ([mpn]) => mpn,
        ({ mpn }) => [mpn],
      ),
  ],
  [
    'brand-in-category',
    (queries) =>
      keyCounter(
        queries,
        ([brand, leaf]) => `${brand}\t${leaf}`,
        ({ brand, leaf }) => [`${brand}\t${leaf}`],
      ),
  ],
  ['range-in-category', rangeCounter],
  ['facets-of-a-range', rangeFacetsCounter],
  ['facets-of-all-parts', allFacetsCounter],
  ['drilldown-of-a-category', drilldownCounter],
  [
    'sort-by-spec',
    (queries) =>
      keyCounter(
        queries,
        ([category]) => category,
        ({ categories }) => categories,
      ),
  ],
  ['twenty-mpns-and-brands', pairsCounter],
]);

/** Parts that have all words of a query; the words of all queries are looked up once per part. */
function allWordsCounter(queries: readonly QueryArguments[]): Counter {
  const totals = queries.map(() => 0);
  const wanted = new Set(queries.flat());
  const firsts = placesBy(queries, ([first]) => first);
  return {
    totals,
    add({ words }) {
      const found = new Set(words.filter((word) => wanted.has(word)));
      for (const word of found) {
        for (const place of firsts.get(word) ?? []) if (queries[place].every((other) => found.has(other))) totals[place]++;
      }
    },
  };
}

/** Parts that match any of the pairs of part number and brand of a query. */
function pairsCounter(queries: readonly QueryArguments[]): Counter {
  const totals = queries.map(() => 0);
  const placesOf = new Map<string, number[]>();
  for (const [place, pairs] of queries.entries())
    for (const pair of pairs) placesOf.set(pair, [...(placesOf.get(pair) ?? []), place]);
  return {
    totals,
    add({ mpn, brand }) {
      for (const place of placesOf.get(`${mpn}|${brand}`) ?? []) totals[place]++;
    },
  };
}

/** The peers allow a pair to cross values. */
function pairsOf({ words }: FlatPart): string[] {
  return words.slice(1).map((word, i) => `${words[i]} ${word}`);
}

/** A pattern of `pattern-wildcard`: letters, one `?`, a letter, `*`. */
function patternTest([pattern]: QueryArguments): (part: FlatPart) => boolean {
  const at = pattern.indexOf('?');
  const prefix = pattern.slice(0, at);
  return ({ mpn }) => mpn.startsWith(prefix) && mpn[at + 1] === pattern[at + 1];
}

function rangeCounter(queries: readonly QueryArguments[]): Counter {
  const totals = queries.map(() => 0);
  const ofLeaf = placesBy(queries, ([leaf]) => leaf);
  return {
    totals,
    add(part) {
      for (const place of ofLeaf.get(part.leaf) ?? []) if (isInRange(part, queries[place])) totals[place]++;
    },
  };
}
