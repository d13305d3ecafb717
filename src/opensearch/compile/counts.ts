import type { FacetOrder } from '../../model/requests.js';
import { CountedField, type CountSums } from '../counted-field.js';
import type { PartField } from './fields.js';
import { priceValues } from './prices.js';
import { ALL, allOf, type Query } from './queries.js';
import { prefixedValues } from './scripts.js';

/*
 * What is counted over hits. A field whose own filters are left out is counted over more parts than the hits: filters that some field
 * leaves out stand behind the query, and each set of those that remain is a context, one aggregation around all that is counted in it.
 */

/** A filter that some field leaves out of its counts. */
export interface FilterBehind {
  /** The field whose only filter it is. */
  readonly field: string;
  readonly query: Query;
}

/**
 * Most distinct values that are read of a field at once: a cluster answers with at most 65,535 buckets; in all, which are in memory here;
 * for statistics alone: beyond that the cluster computes the sums; and of texts of which an answer shows the first ones: beyond that only
 * these are read, which the cluster counts twice (`npm run bench:cluster`). Tests lower them.
 */
export const countLimits = { values: 60_000, all: 2_000_000, statistics: 2_000, shown: 200 };

/** Most values of each of some fields that are counted together, where all values of each are more than the cluster answers with. */
export const valuesOfEach = (fields: number): number => Math.max(1, Math.floor(countLimits.values / Math.max(1, fields)));

/** How many values are read of a field of which the answer shows the first ones; undefined for all. */
export function firstOf(
  field: PartField,
  shown: number,
  { valueCount }: { readonly valueCount: (field: PartField) => number },
): number | undefined {
  return field.kind.numbers === undefined && valueCount(field) > Math.max(shown, countLimits.shown) ? shown : undefined;
}

/** Values that a shard may look at for the first of them: all, or counts would be too small. */
const ALL_OF_SHARD = 10_000_000;

const REGEX = /[.?+*|{}[\]()"\\#@&<>~^$-]/g;

/** The values of a field, most frequent first, equal counts by term. */
export function valuesOf(field: CountedValues, most = countLimits.values): object {
  return { terms: { ...sourceOf(field, field.raw), size: most, shard_size: most, order: BY_COUNT } };
}

/** The first values of a field: most frequent first, or in the order of the terms of an index field. */
export function firstValues(field: CountedValues, index: string, size: number, order: FacetOrder): object {
  const byCount = { shard_size: ALL_OF_SHARD, order: BY_COUNT };
  return { terms: { ...sourceOf(field, index), size, ...(order === 'count' ? byCount : { order: { _key: 'asc' } }) } };
}

/** The next values of a field in the order of their terms. @param after the last term before them */
export function valuesPage(field: CountedValues, after: string | undefined): object {
  const { raw, prefix, price } = field;
  const terms = price ? { script: priceValues(price) } : { field: raw };
  // The prefix itself is the term of an empty text.
  const start = after ?? (prefix === '' ? undefined : prefix.slice(0, -1));
  const from = start === undefined ? {} : { after: { value: start } };
  return { composite: { size: countLimits.values, sources: [{ value: { terms } }], ...from } };
}

/** What counting the values of a field depends on. */
export type CountedValues = Pick<PartField, 'raw' | 'prefix' | 'price'>;

/** Where an aggregation reads values: programs read those that no expression tells from others. @param index of values that are not prices */
function sourceOf({ prefix, price }: CountedValues, index: string): object {
  if (price) return { script: priceValues(price) };
  if (prefix === '') return { field: index };
  const include = `${prefix.replace(REGEX, '\\$&')}.*`;
  return include.length > LONGEST_EXPRESSION ? { script: prefixedValues(index, prefix) } : { field: index, include };
}

const BY_COUNT = [{ _count: 'desc' }, { _key: 'asc' }];
/** Longest expression that the engine takes: index.max_regex_length. */
const LONGEST_EXPRESSION = 1000;

/** Inside the parts that have a value of a field: its values, or the first of them and sums over all. */
const [VALUES, ALL_VALUES, SUMS] = ['values', 'all', 'sums'];
/** What an answer leaves out: values that were asked for to be summed up alone. */
const LEFT_OUT = `-aggregations.*.*.${ALL_VALUES}.buckets`;

/** What counts the values of a field, of those that were asked for last: a drilldown asks for those of a hundred fields. */
const lastAsked = new WeakMap<
  PartField,
  { readonly most: number; readonly first: number | undefined; readonly counts: object }
>();

/** @param first how many values the answer shows, where it does not show all */
function countsOf(field: PartField, most: number, first: number | undefined): object {
  const last = lastAsked.get(field);
  if (last?.most === most && last.first === first) return last.counts;
  const counts = makeCounts(field, most, first);
  lastAsked.set(field, { most, first, counts });
  return counts;
}

/**
 * Only parts that have a value are looked at: an index field of specs has the values of all keys, so that looking for those of one key costs
 * as much as for all.
 */
function makeCounts(field: PartField, most: number, first: number | undefined): object {
  const all = valuesOf(field, most);
  if (first === undefined) return { filter: field.has, aggs: { [VALUES]: all } };
  const sums = { extended_stats_bucket: { buckets_path: `${ALL_VALUES}>_count` } };
  const shown = first > 0 && { [VALUES]: firstValues(field, field.raw, first, 'count') };
  return { filter: field.has, aggs: { ...shown, [ALL_VALUES]: all, [SUMS]: sums } };
}

// biome-ignore lint/suspicious/noExplicitAny: aggregations of an answer have the shape of those asked for.
type Answered = any;

/** What is counted over the same parts. */
interface CountContext {
  readonly filter: Query;
  readonly aggs: Record<string, object>;
  /** The names of the aggregations by what was asked for. */
  readonly names: Map<string, string>;
  /** Those of values by their fieldnames: a drilldown asks for the values of a hundred fields, for which no text is made. */
  readonly namesOfValues: Map<string, string>;
}

/** An aggregation of an answer, and the number of parts of its context. */
interface CountedInContext {
  readonly total: number;
  readonly found: Answered;
}

/** Gathers what a request counts, and reads it from the answer. */
export class CountPlan {
  private readonly contexts = new Map<string, CountContext>();
  /** Number of aggregations. */
  private size = 0;
  /** The name of the context that leaves no filter out. */
  private readonly ofAll: string;

  /** Most values that are read of each field. */
  most = countLimits.values;
  /** Whether some field is summed up. */
  private summed = false;

  constructor(private readonly behind: readonly FilterBehind[]) {
    this.ofAll = contextName(behind, undefined);
  }

  get isEmpty(): boolean {
    return this.contexts.size === 0;
  }

  /** The aggregations of the request. */
  aggregations(): Record<string, object> {
    return Object.fromEntries(Array.from(this.contexts, ([name, { filter, aggs }]) => [name, { filter, aggs }]));
  }

  /** What the parts meet that are counted, besides the query. @param without the field whose own filters are left out */
  contextQuery(without: string | undefined): Query {
    return allOf(this.behind.filter(({ field }) => field !== without).map(({ query }) => query));
  }

  /** The name of a context. @param without the field whose own filters are left out */
  private contextOf(without: string | undefined): string {
    const leavesOut = without !== undefined && this.behind.some(({ field }) => field === without);
    return leavesOut ? contextName(this.behind, without) : this.ofAll;
  }

  /** Asks for one aggregation over the hits. @param without the field whose own filters are left out */
  ask(key: string, aggregation: object, without?: string): void {
    const context = this.contextFor(without);
    this.add(context, context.names, key, aggregation);
  }

  private contextFor(without: string | undefined): CountContext {
    const name = this.contextOf(without);
    let context = this.contexts.get(name);
    if (!context) {
      context = { filter: this.contextQuery(without), aggs: {}, names: new Map(), namesOfValues: new Map() };
      this.contexts.set(name, context);
    }
    return context;
  }

  private add({ aggs }: CountContext, names: Map<string, string>, key: string, aggregation: object): void {
    if (names.has(key)) return;
    const name = `a${this.size++}`;
    names.set(key, name);
    aggs[name] = aggregation;
  }

  /** The fields that are counted over other parts than the hits. */
  widened(): string[] {
    return [...new Set(this.behind.map(({ field }) => field))];
  }

  /** What was asked for, in an answer: the aggregation, and the number of parts of its context. */
  answered(key: string, answer: Answered, without?: string): CountedInContext {
    const context = this.contextOf(without);
    return countedIn(context, this.contexts.get(context)?.names.get(key), answer);
  }

  /**
   * Asks for the values of a field, and for the number of parts that have one.
   * @param first how many of them the answer has, besides sums over all; by default all
   */
  askField(field: PartField, excludesFilter: boolean, first?: number): void {
    if (first !== undefined) this.summed = true;
    const context = this.contextFor(excludesFilter ? field.name : undefined);
    this.add(context, context.namesOfValues, field.name, countsOf(field, this.most, first));
  }

  /** The paths of an answer that the cluster is to leave out. */
  get leftOut(): string | undefined {
    return this.summed ? LEFT_OUT : undefined;
  }

  /** Undefined if the field has more values than were asked for. */
  field(field: PartField, excludesFilter: boolean, answer: Answered): CountedField | undefined {
    const { total, found } = this.valuesOf(field, excludesFilter, answer);
    if (isCut(found)) return undefined;
    const { [VALUES]: values, [SUMS]: sums, doc_count: having } = found;
    return new CountedField(total, having, values?.buckets ?? [], field.prefix.length, sums && readSums(sums));
  }

  /** Whether a field has more values than were asked for. */
  isMany(field: PartField, excludesFilter: boolean, answer: Answered): boolean {
    return isCut(this.valuesOf(field, excludesFilter, answer).found);
  }

  private valuesOf({ name }: PartField, excludesFilter: boolean, answer: Answered): CountedInContext {
    const context = this.contextOf(excludesFilter ? name : undefined);
    return countedIn(context, this.contexts.get(context)?.namesOfValues.get(name), answer);
  }

  /** Over how many parts a field was counted, and how many of them have a value. */
  partsOf(field: PartField, excludesFilter: boolean, answer: Answered): Pick<CountedField, 'total' | 'having'> {
    const { total, found } = this.valuesOf(field, excludesFilter, answer);
    return { total, having: found.doc_count };
  }

  /** Asks for the number of parts that meet a query. */
  askQuery(key: string, query: Query, without?: string): void {
    this.ask(key, { filter: query }, without);
  }

  query(key: string, answer: Answered, without?: string): number {
    return this.answered(key, answer, without).found.doc_count;
  }

  /** Asks for the number of parts of a context. */
  askTotal(without?: string): void {
    this.ask('total', { filter: ALL }, without);
  }

  total(answer: Answered, without?: string): number {
    return this.answered('total', answer, without).total;
  }
}

/** @param name of an aggregation that was asked for */
function countedIn(context: string, name: string | undefined, answer: Answered): CountedInContext {
  const counted = answer.aggregations[context];
  return { total: counted.doc_count, found: counted[name as string] };
}

/** The name of a context: the places of the filters that it keeps. */
function contextName(behind: readonly FilterBehind[], without: string | undefined): string {
  const kept = behind.flatMap(({ field }, i) => (field === without ? [] : [i]));
  return `c${kept.join('_')}`;
}

/** Whether the aggregation of all values of a field has left some out. */
function isCut({ [ALL_VALUES]: all, [VALUES]: values }: Answered): boolean {
  const { sum_other_doc_count: others, doc_count_error_upper_bound: error } = all ?? values;
  return others > 0 || error > 0;
}

/** Sums of no values are null. */
const readSums = ({ count, sum, sum_of_squares: squares }: Answered): CountSums => ({
  values: count,
  pairs: sum ?? 0,
  squares: squares ?? 0,
});
