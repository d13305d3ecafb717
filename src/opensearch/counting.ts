import type { Decimal } from '../analysis/decimal.js';
import { readDecimalText } from '../analysis/decimal.js';
import type { CategoryRecord } from '../answers/category-tree.js';
import { nameMap } from '../model/check-arguments.js';
import { parseSpecField } from '../model/fields.js';
import type { FacetCount, FacetResult, StatsResult } from '../model/requests.js';
import type { CountRequest, ResolvedFacet } from '../resolve/resolved-search.js';
import { readAllValues } from './all-values.js';
import { CountPlan, countLimits, firstOf, valuesOfEach } from './compile/counts.js';
import { isMet, type PartField, type PartFields, valueOfTerm } from './compile/fields.js';
import { meets, meetsPeriod } from './compile/filters.js';
import type { CompiledSearch } from './compile/search.js';
import { countWith, tooManyValues } from './count-with.js';
import { CountedField, countedValues } from './counted-field.js';
import { type CountedRange, edgesOf, isOfFirstValues, rangesOfSingle, selectValues, shownRanges } from './decode/facets.js';
import { summaryOf } from './decode/statistics.js';
import type { Drilldown } from './drilldown.js';
import { askSums, type FieldStats, readSums } from './exact-sums.js';
import { ManyValues } from './many-values.js';
import type { EngineAnswer, EngineSession } from './session.js';

/** The counts of an answer by fieldname, and the spec keys of its drilldown. */
export interface Counted {
  readonly facets: Record<string, FacetResult>;
  readonly stats: Record<string, StatsResult>;
  readonly specKeys: readonly string[];
  /** Number of spec keys that the hits have; undefined without a drilldown. */
  readonly carriedKeys: number | undefined;
}

/** What counting depends on besides the request. */
export interface CountingContext {
  readonly fields: PartFields;
  readonly isMultiValued: (field: string) => boolean;
  /** Roughly how many distinct values the parts have of a field of specs or numbers; 0 where that is not known. */
  readonly valueCount: (field: PartField) => number;
  readonly categories: () => ReadonlyMap<string, CategoryRecord>;
}

/** Counts what a request asks for over the hits of its search. */
export class Counting {
  private plan = new CountPlan([]);
  private compiled: CompiledSearch | undefined = undefined;
  /** The fields of which all values were read in pages, by `placeOf`. */
  private readonly whole = new Map<string, CountedField>();
  private most = countLimits.values;

  constructor(
    private readonly request: CountRequest,
    private readonly context: CountingContext,
    private readonly drilldown: Drilldown | undefined,
  ) {}

  /** Reads fewer values of each field from here on, so that all of them fit into one answer. Whether they did not before. */
  readFewer(): boolean {
    const { facets, stats } = this.request;
    const most = valuesOfEach(facets.length + stats.length);
    const isFewer = most < this.most;
    this.most = most;
    return isFewer;
  }

  /** Adds what is counted in the request for the hits. */
  addTo(compiled: CompiledSearch, plan: CountPlan): void {
    this.plan = plan;
    this.compiled = compiled;
    plan.most = this.most;
    for (const facet of this.request.facets) {
      this.ask(facet.field.name, facet.excludeFilter, isOfFirstValues(facet) ? facet.start + facet.limit : undefined);
      const field = this.context.fields.find(facet.field.name);
      if (!field) continue;
      const without = facet.excludeFilter ? field.name : undefined;
      for (const value of facet.chosen) {
        if (isMet(field, value)) plan.askQuery(meetKey(field, value), meetsValue(field, value), without);
      }
    }
    for (const { field, excludeFilter } of this.request.stats) {
      const summed = this.summedField(field.name, excludeFilter);
      if (summed) askSums(plan, summed, excludeFilter ? field.name : undefined);
      else this.ask(field.name, excludeFilter);
    }
    this.drilldown?.addTo(plan);
  }

  /** The field, if the cluster computes its sums: it has many values, and no facet reads them. */
  private summedField(name: string, excludesFilter: boolean): PartField | undefined {
    const field = this.context.fields.find(name);
    if (!field || this.context.valueCount(field) <= countLimits.statistics) return undefined;
    const isRead = this.request.facets.some((facet) => facet.field.name === name && facet.excludeFilter === excludesFilter);
    return isRead ? undefined : field;
  }

  /** @param shown how many of the values the answer shows, where these are the first ones */
  private ask(name: string, excludesFilter: boolean, shown?: number): void {
    const field = this.context.fields.find(name);
    const first = field && shown !== undefined ? firstOf(field, shown, this.context) : undefined;
    if (field) this.plan.askField(field, excludesFilter, first);
    else this.plan.askTotal(excludesFilter ? name : undefined);
  }

  private countsOf(name: string, excludesFilter: boolean, answer: EngineAnswer): CountedField {
    const field = this.context.fields.find(name);
    if (!field) return new CountedField(this.plan.total(answer, excludesFilter ? name : undefined), 0, [], 0);
    const counts = this.whole.get(placeOf(name, excludesFilter)) ?? this.plan.field(field, excludesFilter, answer);
    if (!counts) throw tooManyValues(name);
    return counts;
  }

  /** What was counted. Ranges and a drilldown take further requests. */
  async read(answer: EngineAnswer, session: EngineSession): Promise<Counted> {
    const { request, drilldown } = this;
    const ranked = drilldown ? await drilldown.rank(answer, this.compiled as CompiledSearch, session) : undefined;
    const ranks = new Map<string | undefined, number>(ranked?.keys.map(({ key }, i) => [key, i + 1]));
    const rankOf = (name: string) => ranks.get(parseSpecField(name)?.key) ?? null;
    const facets = nameMap<FacetResult>();
    const stats = nameMap<StatsResult>();
    const many = await this.manyValues(answer, session);
    const ranges = await this.rangesOf(answer, session);
    for (const facet of request.facets) {
      const { name } = facet.field;
      const { facets: values, missing, values: all } = many?.facet(facet) ?? this.facetOf(facet, answer);
      facets[name] = {
        facets: values,
        missing,
        spec_drilldown_rank: rankOf(name),
        values: all,
        ...(facet.ranges > 0 && { ranges: shownRanges(name, ranges.get(facet) ?? []) }),
      };
    }
    const addStats = (name: string, { min, max, mean, stddev, count, missing }: FieldStats) => {
      stats[name] = { min, max, mean, stddev, count, missing, spec_drilldown_rank: rankOf(name) };
    };
    for (const one of request.stats) addStats(one.field.name, this.statsOf(one, answer, many));
    for (const { fields } of ranked?.keys ?? []) {
      for (const { name, isString, counts } of fields) {
        if (!isString && !(name in stats)) addStats(name, statsOfValues(counts));
        if (!isString || name in facets) continue;
        facets[name] = {
          facets: this.firstValues(name, counts),
          missing: counts.total - counts.having,
          spec_drilldown_rank: rankOf(name),
          values: counts.size,
        };
      }
    }
    for (const { name, counts } of ranked?.extents ?? []) if (!(name in stats)) addStats(name, statsOfValues(counts));
    return { facets, stats, specKeys: ranked?.keys.map(({ key }) => key) ?? [], carriedKeys: ranked?.carried };
  }

  private statsOf({ field: { name }, excludeFilter }: CountedOf, answer: EngineAnswer, many: ManyValues | undefined): FieldStats {
    if (this.summedField(name, excludeFilter)) return readSums(this.plan, name, answer, excludeFilter ? name : undefined);
    return many?.stats(name, excludeFilter) ?? statsOfValues(this.countsOf(name, excludeFilter, answer));
  }

  /** The values that a drilldown shows. */
  private firstValues(name: string, counts: CountedField): FacetCount[] {
    const { kind } = this.context.fields.find(name) as PartField;
    return counts.first(0, this.request.drilldown?.limit).map(({ term, count }) => ({ value: valueOfTerm(kind, term), count }));
  }

  private facetOf(facet: ResolvedFacet, answer: EngineAnswer): Pick<FacetResult, 'facets' | 'missing' | 'values'> {
    const { name } = facet.field;
    const counts = this.countsOf(name, facet.excludeFilter, answer);
    const field = this.context.fields.find(name);
    const without = facet.excludeFilter ? name : undefined;
    const countOf = (value: string) => (field ? this.plan.query(meetKey(field, value), answer, without) : 0);
    const { facets, values } = selectValues(facet, counts, { categories: this.context.categories, countOf });
    return { facets, missing: counts.total - counts.having, values };
  }

  /** Whether a field has more values than are read: counting them takes a further request. */
  hasManyValues(answer: EngineAnswer): boolean {
    const counted = [...this.request.facets, ...this.request.stats];
    return counted.some(({ field, excludeFilter }) => this.isMany(field.name, excludeFilter, answer));
  }

  private isMany(name: string, excludesFilter: boolean, answer: EngineAnswer): boolean {
    const field = this.context.fields.find(name);
    return field !== undefined && !this.summedField(name, excludesFilter) && this.plan.isMany(field, excludesFilter, answer);
  }

  /**
   * What has more values than are read, counted by one more request; undefined if nothing has. Where all values are needed, they are read
   * in pages.
   */
  private async manyValues(answer: EngineAnswer, session: EngineSession): Promise<ManyValues | undefined> {
    const isMany = ({ field, excludeFilter }: CountedOf) => this.isMany(field.name, excludeFilter, answer);
    const all = this.request.facets.filter((facet) => isMany(facet) && needsAllValues(facet));
    for (const one of all) await this.readAll(one, answer, session);
    const isLeft = (one: CountedOf) => isMany(one) && !this.whole.has(placeOf(one.field.name, one.excludeFilter));
    const facets = this.request.facets.filter(isLeft);
    const stats = this.request.stats.filter(isLeft);
    if (facets.length === 0 && stats.length === 0) return undefined;
    const many = new ManyValues({ facets, stats }, this.context.fields, (this.compiled as CompiledSearch).behind);
    await many.count(this.compiled as CompiledSearch, session);
    return many;
  }

  private async readAll({ field: { name }, excludeFilter }: CountedOf, answer: EngineAnswer, session: EngineSession) {
    const { plan, whole } = this;
    const place = placeOf(name, excludeFilter);
    if (whole.has(place)) return;
    const field = this.context.fields.find(name) as PartField;
    const without = excludeFilter ? name : undefined;
    const values = await readAllValues(field, plan, this.compiled as CompiledSearch, session, without);
    whole.set(place, countedValues(plan.partsOf(field, excludeFilter, answer), values));
  }

  /** The ranges of all facets that ask for them; those of fields with several values are counted by one more request. */
  private async rangesOf(answer: EngineAnswer, session: EngineSession): Promise<Map<ResolvedFacet, readonly CountedRange[]>> {
    const found = new Map<ResolvedFacet, readonly CountedRange[]>();
    const plan = new CountPlan((this.compiled as CompiledSearch).behind);
    const open: { facet: ResolvedFacet; edges: Decimal[]; without: string | undefined }[] = [];
    for (const facet of this.request.facets) {
      const field = facet.ranges > 0 ? this.context.fields.find(facet.field.name) : undefined;
      if (!field) continue;
      const { values } = this.countsOf(field.name, facet.excludeFilter, answer);
      const edges = edgesOf(values, facet.ranges);
      if (edges.length === 0) continue;
      if (field.extent === undefined && !this.context.isMultiValued(field.name)) {
        found.set(facet, rangesOfSingle(values, edges));
        continue;
      }
      const without = facet.excludeFilter ? field.name : undefined;
      open.push({ facet, edges, without });
      edges.slice(1).forEach((to, i) => {
        const upper = { value: to, inclusive: i === edges.length - 2 };
        plan.askQuery(rangeKey(facet, i), meets(field, { value: edges[i], inclusive: true }, upper), without);
      });
    }
    if (open.length === 0) return found;
    const counted = await countWith(plan, this.compiled as CompiledSearch, session, 'counting ranges');
    for (const { facet, edges, without } of open) {
      const ranges = edges
        .slice(1)
        .map((to, i) => ({ from: edges[i], to, count: plan.query(rangeKey(facet, i), counted, without) }));
      found.set(facet, ranges);
    }
    return found;
  }
}

/** The statistics of values that were read. */
function statsOfValues(counts: CountedField): FieldStats {
  const { min, max, mean, stddev, count } = summaryOf(counts);
  return { min, max, mean, stddev, count, missing: counts.total - counts.having };
}

/** A field that is counted. */
type CountedOf = Pick<ResolvedFacet, 'field' | 'excludeFilter'>;

const placeOf = (name: string, excludesFilter: boolean): string => `${excludesFilter} ${name}`;

/** Whether a facet is computed from more than the first values. */
function needsAllValues({ field, ranges, contains, tree }: ResolvedFacet): boolean {
  return ranges > 0 || contains !== '' || tree > 0 || field.spec?.member === 'range';
}

const rangeKey = ({ field }: ResolvedFacet, place: number): string => `range ${place} ${field.name}`;
const meetKey = ({ name }: PartField, value: string): string => `meets ${value} ${name}`;

function meetsValue(field: PartField, value: string) {
  if (!field.extent) return meetsPeriod(field, value);
  const bound = { value: readDecimalText(value) as Decimal, inclusive: true };
  return meets(field, bound, bound);
}
