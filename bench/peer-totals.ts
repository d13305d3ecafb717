import type { QueryArguments } from './classes.js';
import { linesOf } from './lines.js';

/**
 * The peers' totals of the classes a to m, counted from their flattened parts by brute force. Their results tell those of
 * the first twelve queries alone; a difference from ours has to be told query by query.
 */
export async function countPeerTotals(
  flat: string,
  queries: ReadonlyMap<string, readonly QueryArguments[]>,
): Promise<Map<string, number[]>> {
  const counters = [...COUNTERS].map(([id, make]) => ({ id, counter: make(queries.get(id) ?? []) }));
  for await (const lines of linesOf([flat])) {
    for (const line of lines) {
      const part = flatPart(line.toString('latin1'));
      for (const { counter } of counters) counter.add(part);
    }
  }
  return new Map(counters.map(({ id, counter }) => [id, counter.totals]));
}

/** A line of the flattened parts (`flat.mjs` has its columns). */
interface FlatPart {
  readonly mpn: string;
  readonly brand: string;
  readonly words: readonly string[];
  /** Category numbers as text. */
  readonly leaf: string;
  readonly group: string;
  /** `key=value` joined by `|`. */
  readonly numbers: string;
}

function flatPart(line: string): FlatPart {
  const [, mpn, brand, , text, leaf, group, , numbers] = line.split('\t');
  return { mpn, brand, words: text.split(' '), leaf, group, numbers };
}

/** Counts the parts that each query of a class matches. */
interface Counter {
  readonly totals: number[];
  add(part: FlatPart): void;
}

/** Parts of which one of `keysOf` is the key of a query. */
function keyCounter(
  queries: readonly QueryArguments[],
  keyOf: (args: QueryArguments) => string,
  keysOf: (part: FlatPart) => readonly string[],
): Counter {
  const totals = queries.map(() => 0);
  const places = placesBy(queries, keyOf);
  /** The part that each query has counted last: a key may stand in a part twice. */
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

function placesBy(queries: readonly QueryArguments[], keyOf: (args: QueryArguments) => string): Map<string, number[]> {
  const places = new Map<string, number[]>();
  for (const [place, args] of queries.entries()) places.set(keyOf(args), [...(places.get(keyOf(args)) ?? []), place]);
  return places;
}

/** Parts that satisfy a test made of each query. */
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

type CounterMaker = (queries: readonly QueryArguments[]) => Counter;

const COUNTERS: ReadonlyMap<string, CounterMaker> = new Map<string, CounterMaker>([
  [
    'a',
    (queries) =>
      keyCounter(
        queries,
        ([word]) => word,
        ({ words }) => words,
      ),
  ],
  ['b', allWordsCounter],
  ['c', (queries) => keyCounter(queries, ([phrase]) => phrase, pairsOf)],
  [
    'd',
    (queries) =>
      testCounter(
        queries,
        ([prefix]) =>
          ({ mpn }) =>
            mpn.startsWith(prefix),
      ),
  ],
  [
    'e',
    (queries) =>
      testCounter(
        queries,
        ([infix]) =>
          ({ mpn }) =>
            mpn.includes(infix),
      ),
  ],
  ['f', (queries) => testCounter(queries, patternTest)],
  [
    'g',
    (queries) =>
      keyCounter(
        queries,
        ([mpn]) => mpn,
        ({ mpn }) => [mpn],
      ),
  ],
  [
    'h',
    (queries) =>
      keyCounter(
        queries,
        ([brand, leaf]) => `${brand}\t${leaf}`,
        ({ brand, leaf }) => [`${brand}\t${leaf}`],
      ),
  ],
  ['i', rangeCounter],
  // Category 0 is the root.
  [
    'm',
    (queries) =>
      keyCounter(
        queries,
        ([category]) => category,
        ({ leaf, group }) => [leaf, group, '0'],
      ),
  ],
]);

/** Parts that have all words of a query; the words of all queries are looked up once a part. */
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

/** The peers let a pair go across values. */
function pairsOf({ words }: FlatPart): string[] {
  return words.slice(1).map((word, i) => `${words[i]} ${word}`);
}

/** A pattern of class f: letters, one `?`, a letter, `*`. */
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
    add({ leaf, numbers }) {
      const places = ofLeaf.get(leaf);
      if (!places) return;
      const values = new Map(numbers.split('|').map((pair) => pair.split('=') as [string, string]));
      for (const place of places) {
        const [, key, low, high] = queries[place];
        const value = Number(values.get(key) ?? Number.NaN);
        if (value >= Number(low) && value <= Number(high)) totals[place]++;
      }
    },
  };
}
