import type { FoundRows } from '../index/found-rows.js';
import { Needs } from '../index/section.js';
import { nameMap } from '../model/check-arguments.js';
import { parseSpecField } from '../model/fields.js';
import type { FacetCount, StatsResult } from '../model/requests.js';
import type { CountRequest } from '../resolve/requests.js';
import type { Steps, Task } from '../work/pauses.js';
import type { Work } from '../work/work.js';
import { Columns } from './columns.js';
import { CountingScope, countField } from './counting-scope.js';
import { type RankedKey, rankKeys } from './drilldown.js';
import type { CountedRange, FieldCounts } from './field-counts.js';
import { SpecKeys } from './spec-keys.js';

/** A facet without the filter queries of its ranges. */
export interface CountedFacet {
  readonly facets: FacetCount[];
  readonly missing: number;
  readonly spec_drilldown_rank: number | null;
  readonly ranges?: readonly CountedRange[];
}

/** The counts by fieldname, and the spec keys of the drilldown, the most useful first. */
export interface Aggregates {
  readonly facets: Record<string, CountedFacet>;
  readonly stats: Record<string, StatsResult>;
  readonly specKeys: readonly string[];
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
  private keys: SpecKeys | undefined;

  constructor(segments: readonly Columns['segment'][]) {
    this.columns = segments.map((segment) => new Columns(segment));
  }

  /** Adds the sections that are known to be needed; a drilldown adds more while it runs. */
  need({ facets, stats, drilldown }: CountRequest, needs: Needs): void {
    for (const columns of this.columns) {
      for (const { field } of facets) columns.need(field.name, needs);
      for (const { field } of stats) columns.need(field.name, needs);
      if (drilldown) needs.add(columns.segment.specBlocks);
    }
  }

  /** Counts over the rows that were found in each segment. The scratch of the call lends the arrays. */
  *count(request: CountRequest, found: readonly FoundRows[], load: Load, work: Work, note?: NoteStep): Task<Aggregates> {
    const scopes = found.map((rows, i) => new CountingScope(this.columns[i], rows));
    const ranked = request.drilldown ? yield* this.rank(request.drilldown.excludeFilter, scopes, load, work, note) : [];
    const result = new ResultBuilder(ranked);
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
    if (request.drilldown) yield* result.addKeys(request.drilldown.limit, work);
    return result;
  }

  /** The most useful spec keys of the rows; the ranking loads columns as it needs them. */
  private *rank(
    excludeFilter: boolean,
    scopes: readonly CountingScope[],
    load: Load,
    work: Work,
    note: NoteStep | undefined,
  ): Task<readonly RankedKey[]> {
    this.keys ??= new SpecKeys(this.columns);
    for (;;) {
      work.begin('finding the most useful specs');
      const ranking = yield* rankKeys(scopes, this.keys, excludeFilter, work);
      if ('keys' in ranking) {
        const total = scopes.reduce((sum, { hits }) => sum + hits.count, 0);
        const { length } = ranking.keys;
        note?.('drilldown', length === 1 ? '1 spec key' : `${length} spec keys`, DRILLDOWN_REASON, { in: total, out: total });
        return ranking.keys;
      }
      const needs = new Needs();
      for (const name of ranking.unloaded) for (const columns of this.columns) columns.need(name, needs);
      yield* load(needs, ranking.unloaded.length);
    }
  }
}

const DRILLDOWN_REASON = 'keys are read from the one that most of the rows may have on, until no other can be more useful';

function reasonOf({ rowCount: rows, total }: FieldCounts): string {
  return rows === total ? 'every row has a value' : `${total - rows} rows have none`;
}

class ResultBuilder implements Aggregates {
  readonly facets = nameMap<CountedFacet>();
  readonly stats = nameMap<StatsResult>();
  private readonly ranks = new Map<string, number>();

  constructor(private readonly ranked: readonly RankedKey[]) {
    ranked.forEach(({ key }, i) => {
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

  *addFacet(
    name: string,
    counts: FieldCounts,
    { start, limit, ranges }: { start: number; limit: number; ranges: number },
  ): Steps<void> {
    this.facets[name] = {
      // Copies: the caches share those of all rows with other requests.
      facets: (yield* counts.top(start, start + limit)).map(({ value, count }) => ({ value, count })),
      missing: counts.total - counts.rowCount,
      spec_drilldown_rank: this.rankOf(name),
      ...(ranges > 0 && { ranges: counts.ranges(ranges) }),
    };
  }

  *addStats(name: string, counts: FieldCounts): Steps<void> {
    const missing = counts.total - counts.rowCount;
    this.stats[name] = { ...(yield* counts.summary()), missing, spec_drilldown_rank: this.rankOf(name) };
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
