import type { AnswerContext } from './answer-context.js';
import { companySource } from './company.js';
import { type CompanyKind, type CompanyRecord, companyRecord } from './records.js';
import type { ObjectSource } from './schema.js';
import type { AskedSearch } from './shared-search.js';
import { compareTexts } from './values.js';

const FIELDS: Readonly<Record<CompanyKind, { readonly uid: string; readonly name: string }>> = {
  manufacturers: { uid: 'manufacturer.uid', name: 'manufacturer.name' },
  sellers: { uid: 'offers.seller.uid', name: 'offers.seller.name' },
};

/** The companies among the hits of a search, count descending, then by name. All of them without a size. */
export async function companyAggregation(
  kind: CompanyKind,
  search: AskedSearch,
  size: number | null | undefined,
  context: AnswerContext,
): Promise<ObjectSource[]> {
  const { uid, name } = FIELDS[kind];
  const [counted, { byUid }] = await Promise.all([
    search.ask({ facets: new Map([[uid, Number.POSITIVE_INFINITY]]) }),
    context.records.companies(kind, context.work),
  ]);
  const { facets, missing } = counted.facet_results.fields[uid];
  const buckets = facets.map(({ value, count }) => ({ record: byUid.get(value) ?? companyRecord({ uid: value }), count }));
  if (missing > 0 && (await hasUnidentified(kind, context))) {
    const { filter, ...conditions } = search.conditions;
    const queries = [...(filter?.queries ?? []), `NOT ${uid}:*`];
    const unidentified = context.searchOf({ ...conditions, filter: { ...filter, queries } });
    const { facet_results } = await unidentified.ask({ facets: new Map([[name, Number.POSITIVE_INFINITY]]) });
    for (const { value, count } of facet_results.fields[name].facets) {
      buckets.push({ record: companyRecord({ name: value }), count });
    }
  }
  buckets.sort((a, b) => b.count - a.count || compareRecords(a.record, b.record));
  const shown = typeof size === 'number' ? buckets.slice(0, size) : buckets;
  return shown.map(({ record, count }) => ({ company: companySource(record), count }));
}

/** Whether a part of the catalog has such a company with a name and no uid. Usually none has, which saves a second search. */
function hasUnidentified(kind: CompanyKind, context: AnswerContext): Promise<boolean> {
  const { records, work } = context;
  const { uid, name } = FIELDS[kind];
  return records.hasUnidentified.get(kind, work, async () => {
    const { hits } = await context.searchWhole({ limit: 0, filter: { queries: [`NOT ${uid}:*`, `${name}:*`] } });
    return hits > 0;
  });
}

function compareRecords(a: CompanyRecord, b: CompanyRecord): number {
  return compareTexts(a.name ?? '', b.name ?? '') || compareTexts(a.uid, b.uid);
}
