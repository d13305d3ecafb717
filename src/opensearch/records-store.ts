import { digestOf } from '../analysis/digest.js';
import type { ClusterConnection, RequestBounds } from './client.js';
import { itemError } from './client.js';
import { type RecordCollection, Records, readRecord, recordDocument, recordId, type StoredRecord } from './facts.js';
import { pathOf } from './index-names.js';

/** The records beside an index of parts: they are read whole, and written one by one. */

/** Records that are read or written at a time. */
const BATCH = 1000;

const idOf = (collection: RecordCollection, key: string): string => recordId(collection, key, (text) => digestOf(text).join());

/**
 * All records beside an index.
 * @param index the index of the records
 */
export async function loadRecords(connection: ClusterConnection, index: string, bounds?: RequestBounds): Promise<Records> {
  const records = new Records();
  const sort = [{ order: 'asc' }, { collection: 'asc' }, { key: 'asc' }];
  for (let after: unknown; ; ) {
    const { body } = await connection.send(
      {
        method: 'POST',
        path: `/${encodeURIComponent(index)}/_search`,
        query: { allow_partial_search_results: false },
        body: { size: BATCH, sort, ...(after !== undefined && { search_after: after }) },
        step: 'read records',
      },
      bounds,
    );
    const { hits } = body.hits;
    for (const { _source } of hits) records.add(readRecord(_source));
    if (hits.length < BATCH) return records;
    after = hits[hits.length - 1].sort;
  }
}

/** Tells states of the records beside an index from one another: each change of one is another number. */
export async function recordsVersion(connection: ClusterConnection, index: string, bounds?: RequestBounds): Promise<number> {
  const request = {
    method: 'GET',
    path: pathOf(index, '_stats', 'docs'),
    query: { level: 'shards' },
    step: 'read records',
  } as const;
  const { body } = await connection.send(request, bounds);
  const shards = Object.values(body.indices?.[index]?.shards ?? {}) as ShardCopy[][];
  return Math.max(-1, ...shards.flat().map(({ seq_no: numbers }) => numbers?.max_seq_no ?? -1));
}

interface ShardCopy {
  readonly seq_no?: { readonly max_seq_no: number };
}

/** What is to be done to the records beside an index. */
export type RecordChange =
  | { readonly kind: 'put'; readonly record: StoredRecord; readonly order: number }
  /** Adds it where there is none. */
  | { readonly kind: 'add'; readonly record: StoredRecord; readonly order: number }
  | { readonly kind: 'remove'; readonly collection: RecordCollection; readonly key: string };

function linesOf(change: RecordChange): object[] {
  if (change.kind === 'remove') return [{ delete: { _id: idOf(change.collection, change.key) } }];
  const { record, order } = change;
  const _id = idOf(record.collection, record.key);
  const document = recordDocument(record, order);
  return change.kind === 'put' ? [{ index: { _id } }, document] : [{ create: { _id } }, document];
}

/**
 * Writes records, in their order.
 * @param refresh whether readers see them when the promise resolves
 * @returns how many there were not and are now
 * @throws ClusterError of the first one that failed
 */
export async function writeRecords(
  connection: ClusterConnection,
  index: string,
  changes: readonly RecordChange[],
  refresh: boolean,
  bounds?: RequestBounds,
): Promise<number> {
  let added = 0;
  for (let from = 0; from < changes.length; from += BATCH) {
    const some = changes.slice(from, from + BATCH);
    const { body } = await connection.send(
      {
        method: 'POST',
        path: `/${encodeURIComponent(index)}/_bulk`,
        query: refresh ? { refresh: true } : {},
        lines: some.flatMap(linesOf),
        step: 'write records',
      },
      bounds,
    );
    some.forEach((change, i) => {
      const [item] = Object.values(body.items[i]) as [{ status: number; error?: unknown }];
      const isThere = change.kind === 'add' && item.status === 409;
      const isGone = change.kind === 'remove' && item.status === 404;
      if (item.status < 300) added += change.kind === 'add' ? 1 : 0;
      else if (!isThere && !isGone) throw itemError(item.status, item.error, 'write records');
    });
  }
  return added;
}
