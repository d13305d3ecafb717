import fc from 'fast-check';
import type { CollectionName } from '../../src/model/fields.js';
import type { FacetFieldRequest, SearchRequest } from '../../src/model/requests.js';
import { positions, sometimes, withoutUndefined } from './choices.js';
import { writtenQueries } from './filter-requests.js';
import { lazily } from './filters.js';
import type { CatalogField } from './vocabularies.js';

/** What a request wants counted. */
export type Counting = Pick<SearchRequest, 'facet' | 'stats' | 'spec_drilldown'>;

/**
 * Facets of every kind of field, statistics, drilldown; some of it wrong.
 * @param focus fields that are often asked for: those that the request filters by
 */
export function countings(
  collection: CollectionName,
  fields: readonly CatalogField[],
  focus: readonly CatalogField[],
): fc.Arbitrary<Counting> {
  const queries = lazily(() => fc.array(writtenQueries(fields), { minLength: 1, maxLength: 3 }));
  return fc
    .record({
      facet: sometimes(80, fc.record({ fields: facetFields(fields, focus), queries }, { requiredKeys: [] })),
      stats: sometimes(fields.some(({ isNumber }) => isNumber) ? 50 : 2, statsFields(fields, focus)),
      spec_drilldown: sometimes(collection === 'parts' ? 50 : 2, drilldowns()),
    })
    .map(withoutUndefined);
}

const mostly = fc.integer({ min: 0, max: 20 }).map((n) => n > 0);

const NO_FIELD: CatalogField = {
  field: 'brand',
  isNumber: false,
  hasWildcards: false,
  coverage: 0,
  values: fc.constant(''),
  use: 'all',
};

/** Fields that enough records have for something to count. */
export const isUsual = ({ coverage }: CatalogField) => coverage > 0.15;

/** One of the focus, a usual one, one of all that have values, or any. */
export function oneField(fields: readonly CatalogField[], focus: readonly CatalogField[]): fc.Arbitrary<CatalogField> {
  const choices = [
    { weight: 6, from: focus },
    { weight: 4, from: fields.filter(isUsual) },
    { weight: 2, from: fields.filter(({ coverage }) => coverage > 0) },
    { weight: 1, from: fields },
  ];
  return fc.oneof(
    ...choices.filter(({ from }) => from.length > 0).map(({ weight, from }) => ({ weight, arbitrary: fc.constantFrom(...from) })),
  );
}

/** @param percent how often it is not a field, or is a field of a kind that was not requested */
const orAnother = (percent: number, right: fc.Arbitrary<CatalogField>, others: readonly CatalogField[]) =>
  fc.oneof({ weight: 100 - percent, arbitrary: right }, { weight: percent, arbitrary: fc.constantFrom(NO_FIELD, ...others) });

function facetFields(
  fields: readonly CatalogField[],
  focus: readonly CatalogField[],
): fc.Arbitrary<Record<string, FacetFieldRequest>> {
  const rangesOfNumber = fc.oneof({ weight: 6, arbitrary: positions(100) }, { weight: 3, arbitrary: fc.nat(3) });
  const rangesOfText = sometimes(4, fc.nat(3));
  const numbers = [fields, focus].map((list) => list.filter(({ isNumber, use }) => isNumber && use !== 'filters'));
  const someRanges = fc.oneof(
    { weight: 20, arbitrary: fc.integer({ min: 1, max: 12 }) },
    { weight: 1, arbitrary: fc.constant(0) },
  );
  const trees = fields.filter(({ field }) => field === 'category_uids');
  const listed = (list: readonly CatalogField[]) => list.filter(({ use }) => use === 'all');
  const one = fc.oneof(
    { weight: 6, arbitrary: oneField(listed(fields), listed(focus)) },
    ...(numbers[0].length > 0 ? [{ weight: 6, arbitrary: oneField(numbers[0], numbers[1]) }] : []),
    ...(trees.length > 0 ? [{ weight: 2, arbitrary: fc.constantFrom(...trees) }] : []),
  );
  const rangesFor = ({ isNumber, use }: CatalogField) => {
    if (use !== 'all') return someRanges;
    return isNumber ? rangesOfNumber : rangesOfText;
  };
  const entry = orAnother(
    1,
    one,
    fields.filter(({ use }) => use !== 'all'),
  ).chain((chosen) => fc.tuple(fc.constant(chosen.field), facetOptions(chosen, rangesFor(chosen))));
  return fc
    .uniqueArray(entry, { selector: ([name]) => name, minLength: 1, maxLength: 4 })
    .map((entries) => Object.fromEntries(entries));
}

/** A piece of a value, in another case. */
const piece = ([text, from, length, isUpper]: [string, number, number, boolean]) => {
  const at = from % Math.max(1, text.length);
  return isUpper ? text.slice(at, at + length).toUpperCase() : text.slice(at, at + length);
};

/** Some entries do not say whether they count. */
const perhaps = fc.oneof({ weight: 24, arbitrary: mostly }, { weight: 1, arbitrary: fc.constant(undefined) });

function facetOptions(
  { field, values }: CatalogField,
  ranges: fc.Arbitrary<number | undefined>,
): fc.Arbitrary<FacetFieldRequest> {
  const isTree = field === 'category_uids';
  const tree = fc.oneof(
    { weight: 20, arbitrary: fc.integer({ min: 1, max: 4 }) },
    { weight: 1, arbitrary: fc.constantFrom(0, 20, 21) },
  );
  const anyStart = fc.oneof({ weight: 12, arbitrary: fc.nat(3) }, { weight: 1, arbitrary: positions(1000) });
  return fc
    .record(
      {
        include: perhaps,
        exclude_filter: fc.constantFrom(true, true, false),
        start: isTree ? sometimes(10, anyStart) : anyStart,
        limit: positions(100),
        ranges,
        contains: sometimes(25, fc.tuple(values, fc.nat(), fc.nat(4), fc.boolean()).map(piece)),
        order: sometimes(30, fc.constantFrom('count' as const, 'value' as const, 'value' as const)),
        chosen: sometimes(40, fc.boolean()),
        tree: sometimes(isTree ? 60 : 1, tree),
      },
      { requiredKeys: ['include'] },
    )
    .map(withoutUndefined);
}

function statsFields(
  fields: readonly CatalogField[],
  focus: readonly CatalogField[],
): fc.Arbitrary<NonNullable<SearchRequest['stats']>> {
  const numbers = fields.filter(({ isNumber, use }) => isNumber && use !== 'filters');
  // Requests to collections without numbers name those of other fields.
  const right = oneField(
    numbers.length > 0 ? numbers : fields,
    focus.filter(({ isNumber, use }) => isNumber && use !== 'filters'),
  );
  const name = orAnother(3, right, fields);
  const options = fc
    .record({ include: perhaps, exclude_filter: fc.boolean() }, { requiredKeys: ['include'] })
    .map(withoutUndefined);
  return fc
    .uniqueArray(fc.tuple(name, options), { selector: ([{ field }]) => field, minLength: 1, maxLength: 3 })
    .map((entries) => Object.fromEntries(entries.map(([{ field }, chosen]) => [field, chosen])));
}

function drilldowns(): fc.Arbitrary<NonNullable<SearchRequest['spec_drilldown']>> {
  const keys = fc.oneof({ weight: 8, arbitrary: fc.nat(5) }, { weight: 4, arbitrary: positions(200) });
  const members = { include: mostly, exclude_filter: fc.boolean(), limit: positions(100), keys: sometimes(40, keys) };
  return fc.record(members, { requiredKeys: ['include'] }).map(withoutUndefined);
}
