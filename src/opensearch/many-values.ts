import { inFacetOrder } from '../answers/value-order.js';
import type { FacetCount, FacetResult } from '../model/requests.js';
import type { CountRequest, ResolvedFacet } from '../resolve/resolved-search.js';
import { CountPlan, type FilterBehind, firstValues } from './compile/counts.js';
import {
  isMet,
  type PartField,
  type PartFields,
  sortsByFold,
  termOfValue,
  valueOfSortTerm,
  valueOfTerm,
} from './compile/fields.js';
import { meetsPeriod, queryOfTerm } from './compile/filters.js';
import { distinctCount } from './compile/metrics.js';
import type { CompiledSearch } from './compile/search.js';
import { countWith, tooManyValues } from './count-with.js';
import { CountedField } from './counted-field.js';
import { askSums, type FieldStats, readSums } from './exact-sums.js';
import type { EngineAnswer, EngineSession } from './session.js';

/** Counts of fields that have more values than are read: their first values, how many there are, and exact sums. */
export class ManyValues {
  private readonly plan: CountPlan;
  private answer: EngineAnswer;

  /** @param request facets of the first values, without ranges, trees and texts that values contain */
  constructor(
    private readonly request: Pick<CountRequest, 'facets' | 'stats'>,
    private readonly fields: PartFields,
    behind: readonly FilterBehind[],
  ) {
    this.plan = new CountPlan(behind);
    for (const facet of request.facets) this.askFacet(facet);
    for (const { field, excludeFilter } of request.stats) {
      askSums(this.plan, this.fieldOf(field.name), excludeFilter ? field.name : undefined);
    }
  }

  private fieldOf(name: string): PartField {
    return this.fields.find(name) as PartField;
  }

  private askFacet({ field: { name }, excludeFilter, start, limit, order, chosen }: ResolvedFacet): void {
    const field = this.fieldOf(name);
    const without = excludeFilter ? name : undefined;
    if (start + limit > 0) {
      const index = order === 'value' && sortsByFold(field) ? (field.ordered as string) : field.raw;
      this.plan.ask(`first ${name}`, firstValues(field, index, start + limit, order), without);
    }
    this.plan.ask(`distinct ${name}`, distinctCount(field), without);
    this.plan.askQuery(`has ${name}`, field.has, without);
    for (const value of chosen) {
      const own = termOfValue(field.kind, value);
      if (isMet(field, value)) this.plan.askQuery(`chosen ${value} ${name}`, meetsPeriod(field, value), without);
      else if (own !== undefined) this.plan.askQuery(`chosen ${value} ${name}`, queryOfTerm(field, own), without);
    }
  }

  async count(compiled: CompiledSearch, session: EngineSession): Promise<void> {
    this.answer = await countWith(this.plan, compiled, session, 'counting many values');
  }

  /** Undefined for a facet that was not asked for here. */
  facet(facet: ResolvedFacet): Omit<FacetResult, 'spec_drilldown_rank'> | undefined {
    if (!this.request.facets.includes(facet)) return undefined;
    const { start, limit, order, chosen, kind, excludeFilter } = facet;
    const { name } = facet.field;
    const field = this.fieldOf(name);
    const without = excludeFilter ? name : undefined;
    const { plan, answer } = this;
    const found = start + limit > 0 ? plan.answered(`first ${name}`, answer, without).found : { buckets: [] };
    if (found.doc_count_error_upper_bound > 0) throw tooManyValues(name);
    const isFolded = order === 'value' && sortsByFold(field);
    const { total, found: having } = plan.answered(`has ${name}`, answer, without);
    const { values } = new CountedField(total, having.doc_count, found.buckets, field.prefix.length);
    const facets = values.slice(start, start + limit).map(({ term: one, count }): FacetCount => {
      return { value: isFolded ? valueOfSortTerm(field, one) : valueOfTerm(kind, one), count };
    });
    const shown = new Set(facets.map(({ value }) => value));
    const others = chosen
      .filter((value) => !shown.has(value))
      .map((value) => {
        const isValue = isMet(field, value) || termOfValue(kind, value) !== undefined;
        return { value, count: isValue ? plan.query(`chosen ${value} ${name}`, answer, without) : 0 };
      });
    return {
      facets: [...facets, ...inFacetOrder(others, kind, order)],
      missing: total - having.doc_count,
      values: plan.answered(`distinct ${name}`, answer, without).found.value,
    };
  }

  /** Undefined for statistics that were not asked for here. */
  stats(name: string, excludesFilter: boolean): FieldStats | undefined {
    if (!this.request.stats.some((one) => one.field.name === name && one.excludeFilter === excludesFilter)) return undefined;
    const without = excludesFilter ? name : undefined;
    return readSums(this.plan, name, this.answer, without);
  }
}
