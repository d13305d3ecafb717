import { ALL_VALUES, type Answering } from './answering.js';
import { companySource } from './company.js';
import { type CompanyKind, type CompanyRecord, companyRecord } from './records.js';
import type { ObjectSource } from './schema.js';
import type { AskedSearch } from './shared-search.js';
import { compareTexts } from './values.js';

const FIELDS: Readonly<Record<CompanyKind, { readonly uid: string; readonly name: string }>> = {
  manufacturers: { uid: 'manufacturer.uid', name: 'manufacturer.name' },
  sellers: { uid: 'offers.seller.uid', name: 'offers.seller.name' },
};

/** The companies among the hits of a search, count descending, then by name. All of them where no size is given. */
export async function companyAggregation(
  kind: CompanyKind,
  search: AskedSearch,
  size: number | null | undefined,
  answering: Answering,
): Promise<ObjectSource[]> {
  const { uid, name } = FIELDS[kind];
  const [counted, { byUid }] = await Promise.all([
    search.ask({ facets: new Map([[uid, ALL_VALUES]]) }),
    answering.records.companies(kind, answering.work),
  ]);
  const { facets, missing } = counted.facet_results.fields[uid];
  const buckets = facets.map(({ value, count }) => ({ record: byUid.get(value) ?? companyRecord({ uid: value }), count }));
  if (missing > 0 && (await hasUnidentified(kind, answering))) {
    const { filter, ...conditions } = search.conditions;
    const queries = [...(filter?.queries ?? []), `NOT ${uid}:*`];
    const unidentified = answering.searchOf({ ...conditions, filter: { ...filter, queries } });
    const { facet_results } = await unidentified.ask({ facets: new Map([[name, ALL_VALUES]]) });
    for (const { value, count } of facet_results.fields[name].facets) {
      buckets.push({ record: companyRecord({ name: value }), count });
    }
  }
  buckets.sort((a, b) => b.count - a.count || compareRecords(a.record, b.record));
  const shown = typeof size === 'number' ? buckets.slice(0, size) : buckets;
  return shown.map(({ record, count }) => ({ company: companySource(record), count }));
}

/** Whether a part of the catalog has such a company with a name and no uid: mostly none has, which saves a second search. */
function hasUnidentified(kind: CompanyKind, answering: Answering): Promise<boolean> {
  const { records, work } = answering;
  const { uid, name } = FIELDS[kind];
  return records.hasUnidentified.get(kind, work, async () => {
    const { hits } = await answering.search({ limit: 0, filter: { queries: [`NOT ${uid}:*`, `${name}:*`] } });
    return hits > 0;
  });
}

function compareRecords(a: CompanyRecord, b: CompanyRecord): number {
  return compareTexts(a.name ?? '', b.name ?? '') || compareTexts(a.uid, b.uid);
}
