import type { AnswerContext } from './answer-context.js';
import { exists, lacks } from './clauses.js';
import { companySource } from './company.js';
import { type CompanyRecord, companyRecord } from './company-records.js';
import { countMakers, makersOf, narrowed } from './makers.js';
import type { ObjectSource } from './schema.js';
import type { AskedSearch } from './shared-search.js';
import { compareTexts } from './values.js';

interface Bucket {
  readonly record: CompanyRecord;
  readonly count: number;
}

/** The makers of the hits of a search, count descending, then by name. All of them without a size. */
export async function makerAggregation(
  search: AskedSearch,
  size: number | null | undefined,
  context: AnswerContext,
): Promise<ObjectSource[]> {
  // Registered at once, so that it shares the search with the other fields: nearly all catalogs have their makers here.
  const first = search.ask({ facets: new Map([['manufacturer.uid', Number.POSITIVE_INFINITY]]) });
  const [{ directory }] = await Promise.all([makersOf(context), first]);
  const counted = await countMakers(search.conditions, context);
  const records = counted.map(({ uid, name, count }) => ({
    record: directory.byUid.get(uid) ?? companyRecord({ uid, name }),
    count,
  }));
  return bucketSources(records, size);
}

const UID = 'offers.seller.uid';
const NAME = 'offers.seller.name';

/** The sellers among the hits of a search, likewise. */
export async function sellerAggregation(
  search: AskedSearch,
  size: number | null | undefined,
  context: AnswerContext,
): Promise<ObjectSource[]> {
  const [counted, { byUid }] = await Promise.all([
    search.ask({ facets: new Map([[UID, Number.POSITIVE_INFINITY]]) }),
    context.records.companies('sellers', context.work),
  ]);
  const { facets, missing } = counted.facet_results.fields[UID];
  const buckets = facets.map(({ value, count }) => ({ record: byUid.get(value) ?? companyRecord({ uid: value }), count }));
  if (missing > 0 && (await hasUnidentified(context))) {
    const unidentified = context.searchOf(narrowed(search.conditions, [lacks(UID)]));
    const { facet_results } = await unidentified.ask({ facets: new Map([[NAME, Number.POSITIVE_INFINITY]]) });
    for (const { value, count } of facet_results.fields[NAME].facets)
      buckets.push({ record: companyRecord({ name: value }), count });
  }
  return bucketSources(buckets, size);
}

function bucketSources(buckets: Bucket[], size: number | null | undefined): ObjectSource[] {
  buckets.sort((a, b) => b.count - a.count || compareRecords(a.record, b.record));
  const shown = typeof size === 'number' ? buckets.slice(0, size) : buckets;
  return shown.map(({ record, count }) => ({ company: companySource(record), count }));
}

/** Whether a part of the catalog has a seller with a name and no uid. Usually none has, which saves a second search. */
function hasUnidentified(context: AnswerContext): Promise<boolean> {
  const { records, work } = context;
  const search = async () => (await context.searchUnfiltered({ conditions: [lacks(UID), exists(NAME)] }).ask({})).hits > 0;
  return context.hidesMembers ? search() : records.hasUnidentified.get('sellers', work, search);
}

function compareRecords(a: CompanyRecord, b: CompanyRecord): number {
  return compareTexts(a.name ?? '', b.name ?? '') || compareTexts(a.uid, b.uid);
}
