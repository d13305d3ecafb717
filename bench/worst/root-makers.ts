import type { Maker } from './pieces.js';
import { any, anyField, frequent, keywordPattern, matchPattern, misspelled, pattern, unnamed } from './random-texts.js';

const json = JSON.stringify;

/** Fields of GraphQL documents. */
export const ROOTS = {
  rootSearch: unnamed((random, { words }) => {
    const q = random.chance(0.5) ? frequent(random, words) : Array.from({ length: 10 }, () => keywordPattern(random)).join(' ');
    const counts = [
      'manufacturer_agg { count }',
      'distributor_agg { count }',
      'category_agg { count }',
      'all_filters { shortname }',
      'suggested_filters { shortname }',
    ];
    return `search(q: ${json(q)}) { hits ${counts.filter(() => random.chance(0.6)).join(' ')} }`;
  }),
  rootPage: unnamed((random, { words }) => {
    const args = `q: ${json(frequent(random, words))}, limit: 100, start: ${random.below(1000)}`;
    return `search(${args}) { results { part { mpn descriptions { text } specs { display_value } sellers { offers { sku prices { price } } } } } }`;
  }),
  rootSpecs: unnamed((random, { numbers, strings }) => {
    const keys = Array.from({ length: 50 }, () => any(random, random.chance(0.5) ? numbers : strings));
    return `search { spec_aggs(attribute_names: ${json([...new Set(keys)])}) { buckets { count } } }`;
  }),
  rootSort: unnamed(
    (random, words) => `search(sort: ${json(anyField(random, words))}, sort_dir: desc, limit: 1) { results { part { mpn } } }`,
  ),
  rootFilter: unnamed((random, { strings, values }) => {
    const key = any(random, strings);
    return `search(filters: {${key}: ${json(values[key] ?? [])}}) { hits manufacturer_agg { count } }`;
  }),
  rootMpn: unnamed((random) => `search_mpn(q: ${json(pattern(random))}) { hits category_agg { count } }`),
  rootMatch: unnamed((random) => {
    const queries = Array.from({ length: 20 }, () => `{mpn: ${json(matchPattern(random))}, limit: 3}`);
    return `multi_match(queries: [${queries.join(', ')}]) { hits parts { mpn } }`;
  }),
  rootCategories: unnamed(
    () => 'categories { num_parts ancestors { name } children { name } relevant_attributes { shortname } }',
  ),
  rootSuggest: unnamed((random, { mpns }) => `suggest(q: ${json(any(random, mpns).slice(0, 3))}) { text in_category_name }`),
  rootExtras: unnamed((random, { uids }) => {
    // Few, since each costs as much as a search, and a document may have as many of these fields as of others.
    const ids = Array.from({ length: 5 }, () => any(random, uids));
    return `parts(ids: ${json(ids)}) { mpn similar_parts { mpn specs { display_value } } }`;
  }),
  rootSpelling: unnamed(
    (random, { mpns }) => `spelling_correction(q: ${json(misspelled(random, any(random, mpns)))}) { correction_string hits }`,
  ),
} satisfies Record<string, Maker>;
