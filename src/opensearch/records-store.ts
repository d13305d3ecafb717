import { digestOf } from '../analysis/digest.js';
import type { ClusterError } from '../model/errors.js';
import { shorten } from '../model/nearest.js';
import { BUSY, type ClusterConnection, itemError, type RequestBounds } from './client.js';
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
  const { records } = await readRecords(connection, index, bounds);
  return records;
}

/** All records of some state, or of a later one. */
export interface LoadedRecords {
  readonly records: Records;
  /** The state: what changes after it makes another one. */
  readonly version: number;
  /** Whether they surely have the last change before it: searches see changes a moment after they are counted, and no removed record. */
  readonly isSettled: boolean;
}

/** All records beside an index, with their version. */
export async function loadVersion(connection: ClusterConnection, index: string, bounds?: RequestBounds): Promise<LoadedRecords> {
  const version = await recordsVersion(connection, index, bounds);
  const { records, latest } = await readRecords(connection, index, bounds);
  return { records, version, isSettled: latest >= version };
}

/** All records that searches see, and the version of the latest of them. */
async function readRecords(
  connection: ClusterConnection,
  index: string,
  bounds: RequestBounds | undefined,
): Promise<{ readonly records: Records; readonly latest: number }> {
  const records = new Records();
  let latest = -1;
  const sort = [{ order: 'asc' }, { collection: 'asc' }, { key: 'asc' }];
  for (let after: unknown; ; ) {
    const { body } = await connection.send(
      {
        method: 'POST',
        path: `/${encodeURIComponent(index)}/_search`,
        query: { allow_partial_search_results: false },
        body: { size: BATCH, sort, seq_no_primary_term: true, ...(after !== undefined && { search_after: after }) },
        step: 'read records',
      },
      bounds,
    );
    const { hits } = body.hits;
    for (const { _source, _seq_no } of hits) {
      records.add(readRecord(_source));
      latest = Math.max(latest, _seq_no);
    }
    if (hits.length < BATCH) return { records, latest };
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

/** What became of a change. */
interface BulkItem {
  readonly status: number;
  readonly error?: unknown;
}

const itemsOf = (items: readonly Record<string, BulkItem>[]): BulkItem[] => items.map((item) => Object.values(item)[0]);

function failureOf({ status, error }: BulkItem, change: RecordChange): ClusterError {
  const { collection, key } = change.kind === 'remove' ? change : change.record;
  return itemError(status, error, `write "${shorten(key)}" of ${collection}`);
}

/** A cluster that is busy takes the same later, and what it has taken already once more. */
function busyItem(items: readonly Record<string, BulkItem>[], changes: readonly RecordChange[]): ClusterError | undefined {
  const at = itemsOf(items).findIndex(({ status }) => status === BUSY);
  return at < 0 ? undefined : failureOf(itemsOf(items)[at], changes[at]);
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
    const query: Record<string, boolean> = refresh ? { refresh } : {};
    const request = {
      method: 'POST',
      path: `/${encodeURIComponent(index)}/_bulk`,
      query,
      lines: some.flatMap(linesOf),
      step: 'write records',
    } as const;
    const { body } = await connection.send({ ...request, failureIn: ({ items }) => busyItem(items, some) }, bounds);
    itemsOf(body.items).forEach((item, i) => {
      const change = some[i];
      const isThere = change.kind === 'add' && item.status === 409;
      // Without an error: an index that is gone has the same status.
      const isGone = change.kind === 'remove' && item.status === 404 && item.error === undefined;
      if (item.status < 300) added += change.kind === 'add' ? 1 : 0;
      else if (!isThere && !isGone) throw failureOf(item, change);
    });
  }
  return added;
}
