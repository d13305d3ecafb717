import type { FacetCount, SearchRequest } from '../model/requests.js';
import { ALL_VALUES, type Answering } from './answering.js';
import { companySource } from './company.js';
import { type CompanyKind, type CompanyRecord, companyRecord } from './records.js';
import type { ObjectSource } from './schema.js';
import { compareTexts } from './values.js';

const FIELDS: Readonly<Record<CompanyKind, { readonly uid: string; readonly name: string }>> = {
  manufacturers: { uid: 'manufacturer.uid', name: 'manufacturer.name' },
  sellers: { uid: 'offers.seller.uid', name: 'offers.seller.name' },
};

/** The companies among the hits of a request, count descending, then by name. All of them where no size is given. */
export async function companyAggregation(
  kind: CompanyKind,
  request: SearchRequest,
  size: number | null | undefined,
  answering: Answering,
): Promise<ObjectSource[]> {
  const { byUid } = await answering.records.companies(kind);
  const { uid, name } = FIELDS[kind];
  const { facets, missing } = await counted(uid, request, [], answering);
  const buckets = facets.map(({ value, count }) => ({ record: byUid.get(value) ?? companyRecord({ uid: value }), count }));
  if (missing > 0) {
    const unidentified = await counted(name, request, [`NOT ${uid}:*`], answering);
    for (const { value, count } of unidentified.facets) buckets.push({ record: companyRecord({ name: value }), count });
  }
  buckets.sort((a, b) => b.count - a.count || compareRecords(a.record, b.record));
  const shown = typeof size === 'number' ? buckets.slice(0, size) : buckets;
  return shown.map(({ record, count }) => ({ company: companySource(record), count }));
}

async function counted(
  field: string,
  { filter, ...request }: SearchRequest,
  queries: readonly string[],
  answering: Answering,
): Promise<{ facets: readonly FacetCount[]; missing: number }> {
  const { facet_results } = await answering.search({
    ...request,
    start: 0,
    limit: 0,
    filter: { ...filter, queries: [...(filter?.queries ?? []), ...queries] },
    facet: { fields: { [field]: { include: true, limit: ALL_VALUES } } },
  });
  return facet_results.fields[field];
}

function compareRecords(a: CompanyRecord, b: CompanyRecord): number {
  return compareTexts(a.name ?? '', b.name ?? '') || compareTexts(a.uid, b.uid);
}
