/** The order of a search box (docs/semantics.md, "Order of a search box"). */
import type { RankRequest } from '../../src/model/requests.js';
import { compareDecimals, parseDecimal } from './decimal.js';
import { listOf, member, type Row } from './documents.js';
import { allOf, OracleError } from './errors.js';
import { type Catalog, resolveField, textsOf, valuesOf } from './fields.js';
import { bindFilterQuery, type Predicate } from './filter.js';
import type { Warning } from './q.js';
import { fold, pn } from './text.js';

type Score = (row: Row) => number;
type Boost = Required<RankRequest>['boosts'][number];

/** A checked `rank`. */
export interface Rank {
  readonly request: Required<RankRequest>;
  /** A score with the boosts. */
  boosted(score: Score): Score;
  /** What orders parts whose boosted scores are of one step: all descend. */
  merit(row: Row): readonly number[];
}

export function bindRank(catalog: Catalog, collection: string, rank: RankRequest, warnings: Warning[]): Rank {
  const { in_stock_first = false, boosts = [] } = rank;
  const [, bound] = allOf(
    () => {
      if (collection !== 'parts' || typeof in_stock_first !== 'boolean') throw new OracleError('ValidationError', 'rank');
    },
    () => allOf(...boosts.map((boost) => () => bindBoost(catalog, boost, warnings))),
  );
  return {
    request: { in_stock_first, boosts },
    boosted: (score) => (row) => bound.reduce((sum, { matches, factor }) => (matches(row) ? sum * factor : sum), score(row)),
    merit: (row) => [
      in_stock_first && isInStock(row) ? 1 : 0,
      known(catalog, row),
      -Math.min(255, [...pn(row.doc.mpn as string)].length),
    ],
  };
}

function bindBoost(catalog: Catalog, { query, factor }: Boost, warnings: Warning[]): { matches: Predicate; factor: number } {
  const [, { matches }] = allOf(
    () => {
      if (!(factor > 0) || !Number.isFinite(factor)) throw new OracleError('ValidationError', `factor ${factor}`);
    },
    () => bindFilterQuery(catalog, 'parts', query, warnings),
  );
  return { matches, factor };
}

/** The step of a score: the largest of 1, 1.25, 1.5 and 1.75 times a power of two that is not above it. */
export function stepOf(score: number): number {
  if (score < 2 ** -1022) return 0;
  if (score === Number.POSITIVE_INFINITY) return score;
  let power = 1;
  while (power > score) power /= 2;
  while (power * 2 <= score) power *= 2;
  return [1.75, 1.5, 1.25, 1].map((quarter) => quarter * power).find((step) => step <= score) as number;
}

function isInStock({ doc }: Row): boolean {
  return listOf(doc.offers).some((offer) => {
    const quantity = parseDecimal(String(member(offer, 'in_stock_quantity') ?? ''));
    const is = (text: string) =>
      compareDecimals(quantity as NonNullable<typeof quantity>, parseDecimal(text) as NonNullable<typeof quantity>);
    return quantity !== undefined && (is('0') > 0 || is('-2') === 0);
  });
}

const ENDED = ['eol', 'end of life', 'last time buy', 'ltb', 'phase out', 'discontinued', 'obsolete', 'inactive'];
const NOT_FOR_NEW = [
  'nrnd',
  'nrfnd',
  ...['recommended ', ''].flatMap((word) => [`not ${word}for new design`, `not ${word}for new designs`]),
];
const ACTIVE = ['new', 'preview', 'pre release', 'active', 'production', 'in production', 'mass production', 'volume production'];

/** Stages of the life cycle; their numbers are those of files. */
export const STAGES = ['unknown', 'active', 'not for new designs', 'ended'] as const;

/** The stage that the first value of a part's `lifecycle_status` says. */
export function stageOf(specs: unknown): (typeof STAGES)[number] {
  const status = String(listOf(member(member(specs, 'lifecycle_status'), 'value'))[0] ?? '');
  const words = fold(status.slice(0, 1000))
    .replace(/\([^()]*\)/g, ' ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  const begins = (beginnings: readonly string[]) => beginnings.some((beginning) => `${words} `.startsWith(`${beginning} `));
  return begins(ENDED) ? 'ended' : begins(NOT_FOR_NEW) ? 'not for new designs' : begins(ACTIVE) ? 'active' : 'unknown';
}

const STAGE_POINTS = { unknown: 5, active: 6, 'not for new designs': 3, ended: 0 };

/** How much is known of a part. */
function known(catalog: Catalog, row: Row): number {
  const { doc } = row;
  const hasText = (name: string) => textsOf(catalog, row, resolveField(catalog, 'parts', name)).some((text) => text !== '');
  const specs = Object.keys(doc.specs as object).length;
  return (
    (isInStock(row) ? 4 : 0) +
    (valuesOf(catalog, row, resolveField(catalog, 'parts', 'avg_price')).length > 0 ? 2 : 0) +
    (hasText('descriptions.value') || hasText('short_description') ? 1 : 0) +
    [1, 3, 6].filter((least) => specs >= least).length +
    STAGE_POINTS[stageOf(doc.specs)]
  );
}
