/** Scores and order (docs/semantics.md, "Score" and "Order and pages"). */
import type { CollectionName } from '../../src/model/fields.js';
import type { SearchRequest, SortKey } from '../../src/model/requests.js';
import { compareDecimals, type Decimal } from './decimal.js';
import type { Row } from './documents.js';
import { OracleError } from './errors.js';
import { checkExtent, compareEnds, intervalsOf, isExtent } from './extents.js';
import { type Catalog, type Field, resolveField, valuesOf } from './fields.js';
import { type BoundTerm, keywordFields, keywordValues, type Warning } from './q.js';
import { type Rank, stepOf } from './rank.js';
import { compareText, fold, tokens } from './text.js';

export type Score = (row: Row) => number;

/** The score of every record of a collection for the terms of `q` that are not ignored. */
export function scorer(catalog: Catalog, collection: CollectionName, terms: readonly BoundTerm[]): Score {
  const rows = catalog.rows[collection];
  const wanted = terms.filter(({ term }) => !term.excluded);
  const tokensOf = (row: Row) =>
    keywordFields(catalog, collection).flatMap(({ name }) =>
      keywordValues(catalog, collection, row, name).flatMap((value) => tokens(value)),
    );
  const rarity = (matches: (row: Row) => boolean) => {
    const frequency = rows.filter(matches).length;
    return Math.log(1 + (rows.length - frequency + 0.5) / (frequency + 0.5));
  };
  const idf = wanted.map((bound) => {
    if (bound.term.kind === 'pattern') return rarity((row) => bound.weight(row) > 0);
    return tokens(bound.term.text).reduce((sum, token) => sum + rarity((row) => tokensOf(row).includes(token)), 0);
  });
  return (row) => {
    const norm = 0.85 + (0.15 * 32) / (32 + Math.min(255, tokensOf(row).length));
    const exact = wanted.some((bound) => bound.isExact(row)) ? 1_000_000 : 0;
    return wanted.reduce((sum, bound, i) => sum + idf[i] * bound.weight(row) * norm, exact);
  };
}

/** The keys of `sortby`, text or list, with every direction in place. */
function parseSort(sortby: SearchRequest['sortby']): SortKey[] {
  if (sortby === undefined || sortby === '' || sortby.length === 0) return [{ field: 'score', order: 'desc' }];
  const pairs = typeof sortby === 'string' ? sortby.split(',').map(parsePair) : sortby;
  return pairs.map(({ field, order }) => {
    const direction = order ?? (field === 'score' ? 'desc' : 'asc');
    if (direction !== 'asc' && direction !== 'desc')
      throw new OracleError('ValidationError', `sortby: ${direction} is not a direction`);
    return { field, order: direction };
  });
}

function parsePair(text: string): { field: string; order?: 'asc' | 'desc' } {
  const pair = text.trim();
  const [, field, order] = /^(.*)\s(asc|desc)$/s.exec(pair) ?? [];
  return field === undefined ? { field: pair } : { field: field.trim(), order: order as 'asc' | 'desc' };
}

/** Compares two records by one key. */
type Comparator = (a: Row, b: Row) => number;

export interface Sort {
  readonly keys: readonly SortKey[];
  /** The total order of records, given their scores. */
  compare(score: Score): Comparator;
  /** True if only the scores, or later keys, distinguish the two, and the scores agree to nine digits. */
  near(score: Score): (a: Row, b: Row) => boolean;
}

export function bindSort(
  catalog: Catalog,
  collection: CollectionName,
  sortby: SearchRequest['sortby'],
  warnings: Warning[],
  rank?: Rank,
): Sort {
  const keys = parseSort(sortby);
  const fields = keys.map(({ field }) => (field === 'score' ? undefined : resolveField(catalog, collection, field)));
  if (collection === 'parts' && fields.some((field) => field?.name === 'words'))
    throw new OracleError('ValidationError', 'words order nothing');
  for (const field of fields) if (field) checkExtent(catalog, field, 'sort');
  for (const field of fields) if (field && !field.carried) warnings.push({ about: field.spec?.key ?? field.name });
  const comparators = (score: Score) =>
    keys.map(({ order }, i): Comparator => {
      const sign = order === 'asc' ? 1 : -1;
      const field = fields[i];
      if (field) return byField(catalog, field, sign);
      return rank ? byRank(rank, score, sign) : (a, b) => sign * (score(a) - score(b));
    });
  const first = (compare: readonly Comparator[], a: Row, b: Row) => compare.map((c) => c(a, b)).find((result) => result !== 0);
  const beforeScore = keys.findIndex(({ field }) => field === 'score');
  return {
    keys,
    compare(score) {
      const compare = comparators(score);
      return (a, b) => first(compare, a, b) ?? compareText(a.uid, b.uid);
    },
    near(score) {
      const compare = comparators(score).slice(0, Math.max(0, beforeScore));
      // Of one step and merit, the scores themselves decide.
      if (rank) compare.push(byRank(rank, (row) => stepOf(score(row)), 1));
      const close = (a: number, b: number) => Math.abs(a - b) <= 1e-9 * Math.max(a, b);
      return (a, b) => beforeScore >= 0 && first(compare, a, b) === undefined && close(score(a), score(b));
    },
  };
}

/** By the steps of the scores, then by what is known, then by the scores. */
function byRank({ merit }: Rank, score: Score, sign: 1 | -1): Comparator {
  return (a, b) => {
    const [x, y] = [a, b].map((row) => [stepOf(score(row)), ...merit(row), score(row)]);
    const at = x.findIndex((value, i) => value !== y[i]);
    return at < 0 ? 0 : sign * (x[at] < y[at] ? -1 : 1);
  };
}

/** The smallest value decides ascending, the largest descending; records without a value come last either way. */
function byField(catalog: Catalog, field: Field, sign: 1 | -1): Comparator {
  const compareValues = (a: unknown, b: unknown): number => {
    if (field.kind === 'number') return compareDecimals(a as Decimal, b as Decimal);
    const [x, y] = [a as string, b as string];
    if (field.kind === 'date') return Date.parse(x) - Date.parse(y);
    return (field.kind === 'uid' ? 0 : compareText(fold(x), fold(y))) || compareText(x, y);
  };
  if (isExtent(field)) return byExtent(catalog, field, sign);
  const best = (row: Row) => [...valuesOf(catalog, row, field)].sort((a, b) => sign * compareValues(a, b))[0];
  return (a, b) => {
    const [x, y] = [best(a), best(b)];
    if (x === undefined || y === undefined) return Number(x === undefined) - Number(y === undefined);
    return sign * compareValues(x, y);
  };
}

/** The lowest end decides ascending, the highest descending. */
function byExtent(catalog: Catalog, field: Field, sign: 1 | -1): Comparator {
  return (a, b) => {
    const [x, y] = [intervalsOf(catalog, a, field), intervalsOf(catalog, b, field)];
    if (x.length === 0 || y.length === 0) return Number(x.length === 0) - Number(y.length === 0);
    return sign * compareEnds(x, y, sign === 1 ? 'low' : 'high');
  };
}
