import fc from 'fast-check';
import type { SearchRequest } from '../../src/model/requests.js';
import type { Catalog } from '../oracle/fields.js';
import { type NumberField, numbersOf } from '../oracle/part-numbers.js';
import type { Pattern } from '../oracle/text.js';
import { patternQueries } from './filters.js';
import type { MatchRequest } from './matching.js';
import { otherWritings } from './part-numbers.js';
import { hardPatterns, usualPatterns, written, writtenTerm, writtenValue } from './patterns.js';
import type { RandomRequest } from './requests.js';
import { partNumbers } from './text.js';
import { vocabularies } from './vocabularies.js';

/** Requests of all parts that one pattern matches: of any field, or a hard one of the part numbers. */
export function patternRequests(catalog: Catalog): fc.Arbitrary<RandomRequest> {
  const ofAnyField = patternQueries(vocabularies(catalog, 'parts')).map(
    (query): SearchRequest => ({ filter: { queries: [query] } }),
  );
  return fc
    .oneof({ weight: 1, arbitrary: ofAnyField }, { weight: 2, arbitrary: numberPatternRequests(catalog) })
    .map((request) => ({ collection: 'parts', request: { ...request, limit: 100, show: ['uid'] } }));
}

/** A pattern of part numbers in a filter query, alone or with a second one, or in `q`. */
function numberPatternRequests(catalog: Catalog): fc.Arbitrary<SearchRequest> {
  const clause = (field: NumberField) => patternsOf(catalog, field).map((pattern) => `${field}:${writtenValue(pattern)}`);
  const [mpn, sku] = [clause('mpn'), clause('offers.sku')];
  const query = fc.oneof(
    { weight: 5, arbitrary: mpn },
    { weight: 3, arbitrary: sku },
    { weight: 1, arbitrary: mpn.map((text) => `NOT ${text}`) },
    { weight: 1, arbitrary: fc.tuple(mpn, fc.constantFrom(' OR ', ' '), sku).map((texts) => texts.join('')) },
  );
  const term = fc.tuple(fc.constantFrom('', '', '', '-'), patternsOf(catalog, 'mpn', 'offers.sku').map(writtenTerm));
  return fc.oneof(
    { weight: 2, arbitrary: query.map((text) => ({ filter: { queries: [text] } })) },
    { weight: 1, arbitrary: term.map((texts) => ({ q: texts.join('') })) },
  );
}

/** Match requests of one query with one pattern. */
export function patternMatchRequests(catalog: Catalog): fc.Arbitrary<MatchRequest> {
  return fc
    .record({
      member: fc.constantFrom('mpn', 'sku', 'mpn_or_sku'),
      pattern: usualPatterns(numbersIn(catalog, ['mpn', 'offers.sku'])),
      exact_only: fc.boolean(),
    })
    .map(({ member, pattern, exact_only }) => ({ queries: [{ [member]: written(pattern), limit: 100 }], exact_only }));
}

/** Hard patterns made of the catalog's numbers. */
function patternsOf(catalog: Catalog, ...fields: NumberField[]): fc.Arbitrary<Pattern> {
  return hardPatterns(numbersIn(catalog, fields));
}

/** The numbers of the fields, as they are or written otherwise. */
function numbersIn(catalog: Catalog, fields: readonly NumberField[]): fc.Arbitrary<string> {
  const known = [...new Set(catalog.rows.parts.flatMap((row) => numbersOf(catalog, row, fields)))];
  const numbers = known.length > 0 ? fc.constantFrom(...known) : partNumbers();
  return fc.oneof({ weight: 3, arbitrary: numbers }, { weight: 1, arbitrary: otherWritings(numbers) });
}
