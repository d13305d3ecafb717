import type { ClusterError } from '../model/errors.js';
import { type ClusterConnection, itemError, type RequestBounds } from './client.js';
import { pathOf } from './index-names.js';
import { STORED_PART, UID } from './schema.js';

/** A part as the index has it now, with its version. */
export interface VersionedPart {
  readonly uid: string;
  readonly text: string;
  readonly version: { readonly seqNo: number; readonly primaryTerm: number };
}

/** Parts that are read at a time. */
const BATCH = 500;
/** Values of one `terms` clause. */
const MOST_VALUES = 10_000;
const KEEP_ALIVE = '2m';

/** Reads parts of an index by uid and by condition, for those who change them. */
export class PartReader {
  constructor(
    private readonly connection: ClusterConnection,
    private readonly index: string,
    private readonly bounds: RequestBounds,
  ) {}

  /** The newest versions of some parts, also of those that searches do not find yet. Those that are not there are left out. */
  async *read(uids: readonly string[]): AsyncIterable<VersionedPart[]> {
    for (let from = 0; from < uids.length; from += BATCH) yield await this.get(uids.slice(from, from + BATCH), {});
  }

  /** Which of some uids belong to parts. */
  async living(uids: readonly string[]): Promise<Set<string>> {
    const living = new Set<string>();
    for (let from = 0; from < uids.length; from += MOST_VALUES) {
      const docs = await this.get(uids.slice(from, from + MOST_VALUES), { _source: false });
      for (const { uid } of docs) living.add(uid);
    }
    return living;
  }

  private async get(uids: readonly string[], query: Record<string, boolean>): Promise<VersionedPart[]> {
    const request = {
      method: 'POST',
      path: pathOf(this.index, '_mget'),
      query,
      body: { ids: uids },
      step: 'read parts',
    } as const;
    const { body } = await this.connection.send({ ...request, failureIn: failureOf }, this.bounds);
    const found = (body.docs as MgetDocument[]).filter((document) => document.found);
    return found.map(({ _id, _source, _seq_no, _primary_term }) => {
      return { uid: _id, text: _source?.[STORED_PART] ?? '', version: { seqNo: _seq_no, primaryTerm: _primary_term } };
    });
  }

  /** The parts that searches find with one of some terms of a field, by uid, a page at a time. */
  async *withTerms(field: string, terms: readonly string[], source: boolean): AsyncIterable<{ uid: string; text: string }[]> {
    for (let from = 0; from < terms.length; from += MOST_VALUES) {
      yield* this.matching({ terms: { [field]: terms.slice(from, from + MOST_VALUES) } }, source);
    }
  }

  /** The parts that a query finds at one point in time, by uid. */
  private async *matching(query: object, source: boolean): AsyncIterable<{ uid: string; text: string }[]> {
    const { connection, index, bounds } = this;
    const opened = await connection.send(
      {
        method: 'POST',
        path: pathOf(index, '_search', 'point_in_time'),
        query: { keep_alive: KEEP_ALIVE, allow_partial_pit_creation: false },
        step: 'read parts',
      },
      bounds,
    );
    let id: string = opened.body.pit_id;
    try {
      for (let after: unknown; ; ) {
        const body = {
          query: { constant_score: { filter: query } },
          size: BATCH,
          pit: { id, keep_alive: KEEP_ALIVE },
          sort: [{ [UID]: 'asc' }],
          track_total_hits: false,
          _source: source,
          ...(after !== undefined && { search_after: after }),
        };
        const send = {
          method: 'POST',
          path: '/_search',
          query: { allow_partial_search_results: false },
          body,
          step: 'read parts',
        } as const;
        const answer = await connection.send(send, bounds);
        id = answer.body.pit_id ?? id;
        const hits = answer.body.hits.hits as SearchHit[];
        yield hits.map(({ _id, _source }) => ({ uid: _id, text: _source?.[STORED_PART] ?? '' }));
        if (hits.length < BATCH) return;
        after = hits[hits.length - 1].sort;
      }
    } finally {
      const close = {
        method: 'DELETE',
        path: '/_search/point_in_time',
        body: { pit_id: [id] },
        expected: [404],
        step: 'read parts',
      } as const;
      // It ends by itself if this fails, and nothing waits for it.
      connection.sendAside(close);
    }
  }
}

/** A part whose shard does not answer is not one that is not there. */
function failureOf({ docs }: { readonly docs: readonly MgetDocument[] }): ClusterError | undefined {
  const failed = docs.find(({ error }) => error !== undefined);
  // The status of a document that was not read is that of its error's type, which the answer does not tell.
  return failed && itemError(/not_found/.test(failed.error?.type ?? '') ? 404 : 503, failed.error, 'read parts');
}

interface MgetDocument {
  readonly _id: string;
  readonly found: boolean;
  readonly error?: { readonly type?: string };
  readonly _source?: Record<string, string>;
  readonly _seq_no: number;
  readonly _primary_term: number;
}

interface SearchHit {
  readonly _id: string;
  readonly _source?: Record<string, string>;
  readonly sort: unknown;
}
