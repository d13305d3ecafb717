import { beginningTest } from '../answers/begun-text.js';
import { nodeOf, treeOf } from '../answers/category-tree.js';
import { FoldedText } from '../answers/folded-text.js';
import { inFacetOrder } from '../answers/value-order.js';
import type { FoundRows } from '../index/found-rows.js';
import { Needs } from '../index/section.js';
import { nameMap } from '../model/check-arguments.js';
import { parseSpecField } from '../model/fields.js';
import type { FacetCount, StatsResult } from '../model/requests.js';
import type { CountRequest, ResolvedDrilldown, ResolvedFacet } from '../resolve/resolved-search.js';
import type { Steps, Task } from '../work/pauses.js';
import type { Work } from '../work/work.js';
import { CategoryRecords } from './category-records.js';
import { Columns } from './columns.js';
import { CountingScope, countField } from './counting-scope.js';
import { type RankedKey, type RankedKeys, rankKeys } from './drilldown.js';
import type { CountedRange, FieldCounts, SelectedValues } from './field-counts.js';
import { shownRanges } from './shown-ranges.js';
import { SpecKeys } from './spec-keys.js';

/** A facet without the filter queries of its ranges. */
export interface CountedFacet {
  readonly facets: FacetCount[];
  readonly missing: number;
  readonly spec_drilldown_rank: number | null;
  /** Number of distinct values, or of nodes. */
  readonly values: number;
  readonly ranges?: readonly CountedRange[];
}

/** The counts by fieldname, and the spec keys of the drilldown, the most useful first. */
export interface Aggregates {
  readonly facets: Record<string, CountedFacet>;
  readonly stats: Record<string, StatsResult>;
  readonly specKeys: readonly string[];
  /** Number of spec keys that the rows have; undefined without a drilldown. */
  readonly carriedKeys: number | undefined;
}

/**
 * Loads sections.
 * @param fields that the sections belong to
 */
export type Load = (needs: Needs, fields: number) => Task<void>;

/** Records a step: rows of the set, and rows with a value. */
export type NoteStep = (
  kind: 'facet' | 'stats' | 'drilldown',
  label: string,
  reason: string,
  rows: { in: number; out: number },
) => void;

/** The columns of a collection as aggregates read them, and cached counts over all rows. */
export class Aggregator {
  readonly columns: readonly Columns[];
  private keys: SpecKeys | undefined = undefined;

  /** @param categories the category records of the catalog, for trees */
  constructor(
    segments: readonly Columns['segment'][],
    private readonly categories = new CategoryRecords([]),
  ) {
    this.columns = segments.map((segment) => new Columns(segment));
  }

  /** Adds the sections that are known to be needed; a drilldown adds more while it runs. */
  need({ facets, stats, drilldown }: CountRequest, needs: Needs): void {
    for (const columns of this.columns) {
      for (const { field } of facets) columns.need(field.name, needs);
      for (const { field } of stats) columns.need(field.name, needs);
      if (drilldown) needs.add(columns.segment.specBlocks);
    }
    if (facets.some(({ tree }) => tree > 0)) this.categories.need(needs);
  }

  /** Counts over the rows that were found in each segment. The scratch of the call lends the arrays. */
  *count(request: CountRequest, found: readonly FoundRows[], load: Load, work: Work, note?: NoteStep): Task<Aggregates> {
    const scopes = found.map((rows, i) => new CountingScope(this.columns[i], rows));
    const ranking = request.drilldown ? yield* this.rank(request.drilldown, scopes, load, work, note) : NOTHING_RANKED;
    const result = new ResultBuilder(ranking, this.categories);
    for (const facet of request.facets) {
      work.begin('counting the values of a field', facet.field.name);
      const counts = countField(scopes, facet.field.name, facet.excludeFilter);
      yield* result.addFacet(facet.field.name, counts, facet);
      if (work.spend(counts.total)) yield;
      note?.('facet', facet.field.name, reasonOf(counts), { in: counts.total, out: counts.rowCount });
    }
    for (const { field, excludeFilter } of request.stats) {
      work.begin('summing up a field', field.name);
      const counts = countField(scopes, field.name, excludeFilter);
      yield* result.addStats(field.name, counts);
      if (work.spend(counts.total)) yield;
      note?.('stats', field.name, 'sums of integers, exact', { in: counts.total, out: counts.rowCount });
    }
    if (request.drilldown) {
      yield* result.addKeys(request.drilldown.limit, work);
      const ranges = yield* shownRanges(ranking.keys, scopes, request.drilldown, load);
      for (const name of ranges) {
        const counts = countField(scopes, name, request.drilldown.excludeFilter);
        if (!(name in result.stats)) yield* result.addStats(name, counts);
        if (work.spend(counts.total)) yield;
      }
    }
    return result;
  }

  /** The most useful spec keys of the rows; the ranking loads columns as it needs them. */
  private *rank(
    request: ResolvedDrilldown,
    scopes: readonly CountingScope[],
    load: Load,
    work: Work,
    note: NoteStep | undefined,
  ): Task<RankedKeys> {
    this.keys ??= new SpecKeys(this.columns);
    for (;;) {
      work.begin('finding the most useful specs');
      const ranking = yield* rankKeys(scopes, this.keys, request, work);
      if ('keys' in ranking) {
        const total = scopes.reduce((sum, { hits }) => sum + hits.count, 0);
        const { length } = ranking.keys;
        note?.('drilldown', length === 1 ? '1 spec key' : `${length} spec keys`, DRILLDOWN_REASON, { in: total, out: total });
        return ranking;
      }
      const needs = new Needs();
      for (const name of ranking.unloaded) for (const columns of this.columns) columns.need(name, needs);
      yield* load(needs, ranking.unloaded.length);
    }
  }
}

const NOTHING_RANKED: RankedKeys = { keys: [], carried: undefined };

/** A facet of a drilldown: the first values of a field. */
type PlainFacet = Pick<ResolvedFacet, 'start' | 'limit' | 'ranges'> & { readonly chosen?: undefined };

const DRILLDOWN_REASON = 'keys are read from the one that most of the rows may have on, until no other can be more useful';

function reasonOf({ rowCount: rows, total }: FieldCounts): string {
  return rows === total ? 'every row has a value' : `${total - rows} rows have none`;
}

/** Whether a facet asks for its first values only, as most do. */
function isPlain(facet: ResolvedFacet | PlainFacet): facet is PlainFacet {
  if (facet.chosen === undefined) return true;
  return facet.tree === 0 && facet.contains === '' && facet.order === 'count' && facet.chosen.length === 0;
}

const NO_VALUES: SelectedValues = { facets: [], values: 0 };

/** The range of a spec has no values to list: only those that the request filters by. */
function isRangeOfSpec(name: string): boolean {
  return parseSpecField(name)?.member === 'range';
}

/** The caches share the counts of all rows with other requests: answers get copies. Member by member is faster than a spread. */
const copyOfPlain = ({ value, count }: FacetCount): FacetCount => ({ value, count });
const copyOf = (node: FacetCount): FacetCount => ({ ...node });

class ResultBuilder implements Aggregates {
  readonly facets = nameMap<CountedFacet>();
  readonly stats = nameMap<StatsResult>();
  readonly carriedKeys: number | undefined;
  private readonly ranks = new Map<string, number>();
  private readonly ranked: readonly RankedKey[];

  constructor(
    { keys, carried }: RankedKeys,
    private readonly categories: CategoryRecords,
  ) {
    this.ranked = keys;
    this.carriedKeys = carried;
    keys.forEach(({ key }, i) => {
      this.ranks.set(key, i + 1);
    });
  }

  /** All fields of a ranked key have its rank. */
  private rankOf(field: string): number | null {
    const spec = parseSpecField(field);
    return (spec && this.ranks.get(spec.key)) ?? null;
  }

  get specKeys(): readonly string[] {
    return this.ranked.map(({ key }) => key);
  }

  *addFacet(name: string, counts: FieldCounts, facet: ResolvedFacet | PlainFacet): Steps<void> {
    let facets: readonly FacetCount[] = NO_VALUES.facets;
    let { values } = NO_VALUES;
    if (!isPlain(facet)) ({ facets, values } = yield* this.selected(counts, facet));
    else if (!isRangeOfSpec(name)) {
      facets = yield* counts.top(facet.start, facet.start + facet.limit);
      values = counts.valueCount;
    }
    const counted: CountedFacet = {
      facets: facets.map(isPlain(facet) ? copyOfPlain : copyOf),
      missing: counts.total - counts.rowCount,
      spec_drilldown_rank: this.rankOf(name),
      values,
    };
    this.facets[name] = facet.ranges > 0 ? { ...counted, ranges: yield* counts.ranges(facet.ranges) } : counted;
  }

  /** The page of a facet that asks for more than its first values, with the chosen values that are not on it. */
  private *selected(counts: FieldCounts, facet: ResolvedFacet): Steps<SelectedValues> {
    const { start, limit, order, tree, chosen, kind } = facet;
    const contained = facet.isBeginning ? beginningTest(facet.contains, kind.hasForms) : new FoldedText(facet.contains);
    const isTree = tree > 0;
    let page: SelectedValues;
    if (isTree) {
      const all = yield* counts.top(0, Number.POSITIVE_INFINITY);
      page = treeOf(all, this.categories.byUid, facet, contained);
    } else if (facet.field.spec?.member === 'range') page = NO_VALUES;
    else page = yield* counts.select({ contained, order, from: start, to: start + limit });
    if (chosen.length === 0) return page;
    const shown = new Set(page.facets.map(({ value }) => value));
    const others: FacetCount[] = [];
    for (const value of chosen) if (!shown.has(value)) others.push({ value, count: yield* counts.countOf(value) });
    const appended = inFacetOrder(others, kind, order);
    const facets = isTree ? appended.map((one) => nodeOf(one, this.categories.byUid)) : appended;
    return { facets: [...page.facets, ...facets], values: page.values };
  }

  *addStats(name: string, counts: FieldCounts): Steps<void> {
    const { min, max, mean, stddev, count } = yield* counts.summary();
    const missing = counts.total - counts.rowCount;
    this.stats[name] = { min, max, mean, stddev, count, missing, spec_drilldown_rank: this.rankOf(name) };
  }

  /** The fields of the ranked keys that the request does not name. */
  *addKeys(limit: number, work: Work): Steps<void> {
    for (const { fields } of this.ranked) {
      for (const { name, isString, counts } of fields) {
        if (isString) {
          if (!(name in this.facets)) yield* this.addFacet(name, counts, { start: 0, limit, ranges: 0 });
        } else if (!(name in this.stats)) yield* this.addStats(name, counts);
        if (work.spend(counts.rowCount)) yield;
      }
    }
  }
}
