import type { FoundRows } from '../index/row-set/found-rows.js';
import { nameMap } from '../model/check-arguments.js';
import type { FieldFacet, FieldStats } from '../model/check-requests.js';
import { parseSpecField } from '../model/fields.js';
import type { FacetCount, StatsResult } from '../model/requests.js';
import type { Steps } from '../work/pauses.js';
import type { Work } from '../work/work.js';
import { Columns } from './columns.js';
import { CountingScope, countField } from './counting-scope.js';
import { type RankedKey, rankKeys } from './drilldown.js';
import type { CountedRange, FieldCounts } from './field-counts.js';
import { SpecKeys } from './spec-keys.js';

/** What is to be counted over the hits of a request, or over those without the filters of one field. */
export interface AggregationRequest {
  readonly facets: readonly FieldFacet[];
  readonly stats: readonly FieldStats[];
  readonly drilldown: { readonly excludeFilter: boolean; readonly limit: number } | undefined;
}

/** A facet as it is answered, but for the filter queries of its ranges. */
export interface CountedFacet {
  readonly facets: FacetCount[];
  readonly missing: number;
  readonly spec_drilldown_rank: number | null;
  readonly ranges?: readonly CountedRange[];
}

/** What was counted, by fieldname, and the spec keys of the drilldown from the most useful on. */
export interface Aggregates {
  readonly facets: Record<string, CountedFacet>;
  readonly stats: Record<string, StatsResult>;
  readonly specKeys: readonly string[];
}

/** Takes note of a step: rows of the set, and rows with a value. */
export type NoteStep = (
  kind: 'facet' | 'stats' | 'drilldown',
  label: string,
  reason: string,
  rows: { in: number; out: number },
) => void;

/** Fields that are loaded at the same time: of thousands of requests at once a web server would answer the last too late. */
const FIELDS_AT_ONCE = 64;

/** The columns of a collection as aggregates read them: loaded when first needed, and what is known of all rows. */
export class AggregationColumns {
  readonly columns: readonly Columns[];
  private keys: Promise<SpecKeys> | undefined;

  constructor(segments: readonly Columns['segment'][]) {
    this.columns = segments.map((segment) => new Columns(segment));
  }

  async load(fields: Iterable<string>): Promise<void> {
    const names = [...fields];
    for (let at = 0; at < names.length; at += FIELDS_AT_ONCE) {
      const some = names.slice(at, at + FIELDS_AT_ONCE);
      await Promise.all(some.flatMap((field) => this.columns.map((columns) => columns.load(field))));
    }
  }

  specKeys(): Promise<SpecKeys> {
    this.keys ??= SpecKeys.load(this.columns).catch((error) => {
      this.keys = undefined;
      throw error;
    });
    return this.keys;
  }
}

/** The aggregates of one request: bound when what is known to be needed has been loaded, then made in steps. */
export class Aggregation {
  private constructor(
    private readonly request: AggregationRequest,
    private readonly source: AggregationColumns,
    private readonly keys: SpecKeys | undefined,
  ) {}

  static async bind(request: AggregationRequest, source: AggregationColumns): Promise<Aggregation> {
    await source.load(new Set([...request.facets, ...request.stats].map(({ field }) => field.name)));
    return new Aggregation(request, source, request.drilldown && (await source.specKeys()));
  }

  /**
   * Counts what is asked over the rows that were found in each segment, or tells which fields have to be loaded first. Arrays
   * are lent by the scratch of the call.
   */
  *count(found: readonly FoundRows[], work: Work, note?: NoteStep): Steps<Aggregates | { readonly missing: readonly string[] }> {
    const sets = found.map((rows, i) => new CountingScope(this.source.columns[i], rows));
    const { drilldown } = this.request;
    let ranked: readonly RankedKey[] = [];
    if (drilldown) {
      work.begin('finding the most useful specs');
      const ranking = yield* rankKeys(sets, this.keys as SpecKeys, drilldown.excludeFilter, work);
      if ('missing' in ranking) return ranking;
      ranked = ranking.keys;
      const total = sets.reduce((sum, rows) => sum + rows.hits.count, 0);
      note?.('drilldown', ranked.length === 1 ? '1 spec key' : `${ranked.length} spec keys`, DRILLDOWN_REASON, {
        in: total,
        out: total,
      });
    }
    const result = new ResultBuilder(ranked);
    for (const facet of this.request.facets) {
      work.begin('counting the values of a field', facet.field.name);
      const counts = countField(sets, facet.field.name, facet.excludeFilter);
      yield* result.addFacet(facet.field.name, counts, facet);
      if (work.spend(counts.total)) yield;
      note?.('facet', facet.field.name, reasonOf(counts), { in: counts.total, out: counts.rowCount });
    }
    for (const { field, excludeFilter } of this.request.stats) {
      work.begin('summing up a field', field.name);
      const counts = countField(sets, field.name, excludeFilter);
      yield* result.addStats(field.name, counts);
      if (work.spend(counts.total)) yield;
      note?.('stats', field.name, 'sums of integers, exact', { in: counts.total, out: counts.rowCount });
    }
    if (drilldown) yield* result.addKeys(drilldown.limit, work);
    return result;
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
      // Copies: those of all rows are kept for other requests.
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

  /** The fields of the ranked keys that were not asked for by name. */
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
