/** Search requests with everything that the request language has. */
import { anyField, filterQuery, numberField, wildcards } from './filters.mjs';

/**
 * A search request for a collection; `share` is how likely each of its members is. Most are made of what one record has, and so find
 * something.
 */
export function searchRequest(random, words, share = 0.35) {
  const request = {};
  const record = words.records.length > 0 && random.chance(0.8) ? random.pick(words.records) : words;
  if (random.chance(0.6)) request.q = keywords(random, random.chance(0.9) ? record : words);
  if (random.chance(share * 1.6)) request.filter = filters(random, random.chance(0.85) ? record : words);
  if (random.chance(share)) request.facet = facets(random, words);
  if (words.numberSpecs.length > 0) {
    if (random.chance(share * 0.7)) request.stats = statistics(random, words);
    if (random.chance(share * 0.5)) request.spec_drilldown = drilldown(random);
  }
  if (random.chance(share * 1.2)) request.sortby = sortKeys(random, words);
  if (random.chance(share))
    request.start = random.weighted([
      [4, random.below(10)],
      [2, random.below(200)],
      [1, 1000],
    ]);
  if (random.chance(0.75))
    request.limit = random.weighted([
      [2, 0],
      [8, random.between(1, 10)],
      [2, random.between(10, 40)],
      [0.3, 100],
    ]);
  return { ...request, ...directives(random, words, share) };
}

/** Keywords as people type them: words, phrases, numbers with wildcards, exclusions, and what is ignored. */
export function keywords(random, words) {
  const term = () => {
    const text = random.weighted([
      [10, () => random.pick(words.words)],
      [3, () => random.pick(words.words).toUpperCase()],
      [4, () => random.pick(words.phrases)],
      [3, () => `"${random.pick(words.phrases)}"`],
      [4, () => random.pick(words.numbers)],
      [
        2,
        () =>
          random
            .pick(words.numbers)
            .replace(/[^\p{L}\p{N}]/gu, '')
            .toLowerCase(),
      ],
      [6, () => wildcards(random, random.pick(words.numbers), (piece) => piece.replace(/[\\*?"\s]/g, ''))],
      [
        0.4,
        () => random.pick(['zzyzx', '*', 'a*', '-', '\\', '…', 'NOT', '"open phrase', 'and', 'µF', '10kΩ', '\\*x', 'ＡＢ１']),
      ],
    ])();
    return random.chance(0.12) ? `${random.pick(['-', 'NOT '])}${text}` : text;
  };
  return random
    .list(
      1,
      random.weighted([
        [5, 1],
        [4, 2],
        [2, 4],
      ]),
      term,
    )
    .join(random.chance(0.97) ? ' ' : '  \t');
}

function filters(random, words) {
  const filter = {};
  const form = random.pick(['fields', 'queries', 'queries', 'both']);
  if (form !== 'queries') {
    filter.fields = byName(random, 1, 2, () => {
      const field = anyField(random, words);
      return [field.name, random.some(field.values, 1, random.pick([1, 1, 3, 8]))];
    });
  }
  if (form !== 'fields') filter.queries = random.list(1, random.pick([1, 1, 2, 3]), () => filterQuery(random, words));
  return filter;
}

function facets(random, words) {
  const facet = {};
  const form = random.pick(['fields', 'fields', 'queries', 'both']);
  if (form !== 'queries') {
    facet.fields = byName(random, 1, 3, () => {
      const field = anyField(random, words);
      return [field.name, facetOf(random, field)];
    });
  }
  if (form !== 'fields') facet.queries = random.list(1, 3, () => filterQuery(random, words));
  return facet;
}

function facetOf(random, { kind }) {
  const facet = { include: random.chance(0.95) };
  if (random.chance(0.4)) facet.exclude_filter = random.chance(0.8);
  if (random.chance(0.2))
    facet.start = random.weighted([
      [3, random.below(5)],
      [1, 900],
    ]);
  if (random.chance(0.4)) facet.limit = random.pick([0, 1, 3, 5, 20, 100]);
  if (kind === 'decimal' && random.chance(0.4)) facet.ranges = random.pick([1, 2, 5, 10, 33]);
  return facet;
}

function statistics(random, words) {
  return byName(random, 1, 3, () => {
    const field = numberField(random, words);
    const request = { include: random.chance(0.95) };
    if (random.chance(0.4)) request.exclude_filter = random.chance(0.8);
    return [field.name, request];
  });
}

function drilldown(random) {
  const request = { include: random.chance(0.95) };
  if (random.chance(0.4)) request.exclude_filter = random.chance(0.8);
  if (random.chance(0.5)) request.limit = random.pick([0, 1, 3, 25]);
  return request;
}

/** One key or several, as a text or as a list. */
function sortKeys(random, words) {
  const keys = random.list(
    1,
    random.weighted([
      [5, 1],
      [3, 2],
      [1, 4],
    ]),
    () => {
      const field = random.weighted([
        [1, () => 'score'],
        [words.numberSpecs.length > 0 ? 1 : 0, () => 'avg_price'],
        [5, () => anyField(random, words).name],
      ])();
      return { field, order: random.pick(['asc', 'desc', undefined]) };
    },
  );
  if (random.chance(0.25)) return keys;
  return keys.map(({ field, order }) => (order ? `${field} ${order}` : field)).join(random.pick([',', ', ']));
}

/** Which members an answer shows. */
export function directives(random, { members }, share) {
  const shown = {};
  const names = (least, most, more = []) => random.some([...members.nested, ...more], least, most);
  if (members.hidden.length > 0 && random.chance(share)) {
    shown.include = random.chance(0.8) ? random.some(members.hidden, 1, 4) : names(1, 3);
  }
  if (random.chance(share * 0.8)) shown.show = names(1, 5, members.hidden);
  if (random.chance(share * 0.5)) shown.hide = names(1, 2);
  if (members.lists.length > 0 && random.chance(share * 0.5)) {
    const slice = () => random.pick(['[0:1]', '[:2]', '[-2:]', '[1:]', '[:]', '[ +1 : -1 ]', '[5:2]']);
    shown.slice = Object.fromEntries(random.some(members.lists, 1, 2).map((name) => [name, slice()]));
  }
  return shown;
}

function byName(random, least, most, makeEntry) {
  return Object.fromEntries(random.list(least, most, makeEntry));
}
