import type { FoundRows } from '../index/found-rows.js';
import { RowForms } from '../index/row-set/row-forms.js';
import type { Scratch } from '../index/row-set/scratch.js';
import type { FacetCount } from '../model/requests.js';
import { fastPaths } from '../work/fast-paths.js';
import type { Steps } from '../work/pauses.js';
import type { Columns } from './columns.js';
import { ExtentCounts } from './extent-counts.js';
import type { CountedRange, FieldCounts, SelectedValues, Summary } from './field-counts.js';
import { MergedCounts } from './merged-counts.js';
import { NO_SUMMARY, SegmentCounts } from './segment-counts.js';
import { TotalCounts } from './totals.js';

/** The rows found in one segment, with its columns. */
export class CountingScope {
  readonly hits: RowForms;
  private readonly scratch: Scratch;
  private readonly size: number;
  private deadForms: RowForms | undefined = undefined;
  private readonly widened = new Map<string, RowForms>();
  private readonly countedOfHits = new Map<string, SegmentCounts>();
  private readonly countedOfWidened = new Map<string, SegmentCounts>();

  constructor(
    readonly columns: Columns,
    found: FoundRows,
  ) {
    const { scratch } = found.universe;
    this.scratch = scratch;
    this.size = found.universe.size;
    this.hits = new RowForms(found.hits, scratch);
    for (const [field, rows] of found.widened) this.widened.set(field, new RowForms(rows, scratch));
  }

  /** The rows over which a field is counted. */
  formsOf(field: string, excludeFilter: boolean): RowForms {
    return (excludeFilter ? this.widened.get(field) : undefined) ?? this.hits;
  }

  /** Whether the hits are all rows that exist. */
  get hasAll(): boolean {
    return this.hits.count === this.size;
  }

  /** Whether a field is counted over all rows that exist. */
  isWhole(field: string, excludeFilter: boolean): boolean {
    return this.formsOf(field, excludeFilter).count === this.size;
  }

  /** The fields whose filters are left out of their own counts, with the rows that this leaves. */
  widenedFields(): Iterable<string> {
    return this.widened.keys();
  }

  /** Counts a field once and caches the result; undefined if no row of the set, or of the segment, has a value. */
  count(field: string, excludeFilter: boolean): SegmentCounts | undefined {
    const forms = this.formsOf(field, excludeFilter);
    if (forms.count === 0) return undefined;
    const counted = forms === this.hits ? this.countedOfHits : this.countedOfWidened;
    const known = counted.get(field);
    if (known) return known;
    const column = this.columns.find(field);
    if (!column) return undefined;
    const counts = column.extents
      ? new ExtentCounts(column, column.extents, forms, this.scratch)
      : new SegmentCounts(column, forms, this.scratch, this.deadBeside(forms));
    counted.set(field, counts);
    return counts;
  }

  /** The dead rows, if a set is all others. */
  private deadBeside({ count }: RowForms): RowForms | undefined {
    const { dead } = this.columns.segment;
    if (!dead || !fastPaths.totals || count !== this.size) return undefined;
    this.deadForms ??= new RowForms(dead.set, this.scratch);
    return this.deadForms;
  }
}

/** Counts a field over the rows of all segments. Its columns must be loaded. */
export function countField(scopes: readonly CountingScope[], field: string, excludeFilter: boolean): FieldCounts {
  const parts = scopes.map((rows) => rows.count(field, excludeFilter)).filter((counts) => counts !== undefined);
  const total = scopes.reduce((sum, rows) => sum + rows.formsOf(field, excludeFilter).count, 0);
  if (parts.length === 0) return new NoCounts(total);
  const counts = scopes.length > 1 ? new MergedCounts(parts, total) : parts[0];
  const isAll = fastPaths.totals && scopes.every((rows) => rows.isWhole(field, excludeFilter));
  if (!isAll) return counts;
  return new TotalCounts(counts, scopes.length > 1 ? scopes[0].columns.totalsOfAll(field) : parts[0].column.totals);
}

/** A field that no row has. */
class NoCounts implements FieldCounts {
  readonly rowCount = 0;
  readonly valueCount = 0;

  constructor(readonly total: number) {}

  // biome-ignore lint/correctness/useYield: nothing takes time here
  *top(): Steps<readonly FacetCount[]> {
    return [];
  }

  // biome-ignore lint/correctness/useYield: nothing takes time here
  *summary(): Steps<Summary> {
    return NO_SUMMARY;
  }

  // biome-ignore lint/correctness/useYield: nothing takes time here
  *select(): Steps<SelectedValues> {
    return { facets: [], values: 0 };
  }

  // biome-ignore lint/correctness/useYield: nothing takes time here
  *ranges(): Steps<readonly CountedRange[]> {
    return [];
  }

  // biome-ignore lint/correctness/useYield: nothing takes time here
  *countOf(): Steps<number> {
    return 0;
  }

  spread = () => ({ values: 0, pairs: 0, squares: 0 });
}
