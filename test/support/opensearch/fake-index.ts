import type { Part } from '../../../src/model/documents.js';
import type { Synonyms } from '../../../src/model/synonyms.js';
import type { ClientRequest } from '../../../src/opensearch/client.js';
import { metaOf, recordDocument, type StoredRecord } from '../../../src/opensearch/facts.js';
import { type Answer, FakeCluster, failed } from './fake-cluster.js';

/** An index of parts and its records. Searches find all parts, whatever they ask for, in the order of uids. */
export interface FakeIndex {
  parts: readonly Part[];
  records: readonly StoredRecord[];
  synonyms?: Synonyms;
}

type Aggregation = { readonly terms?: object; readonly cardinality?: object };

/** Indices behind the alias `parts`, as far as opening a catalog and reading its parts need them. */
export class FakeIndices {
  readonly byName = new Map<string, FakeIndex>();
  alias = '';
  /** Points in time that are open. */
  readonly open = new Map<string, string>();
  /** Changes of records, which are their version. */
  changes = 0;
  /** The last change that searches see: later ones wait for the index to be refreshed. */
  seen = 0;
  private pits = 0;
  /** Runs before each request; what it waits for delays the answer. */
  before: (request: ClientRequest, asked: string) => void | Promise<void> = () => {};

  readonly cluster = new FakeCluster(async (request, asked) => {
    await this.before(request, asked);
    return this.answer(request, asked);
  });

  /** Puts an index, to which the alias leads from then on. */
  put(name: string, index: FakeIndex): void {
    this.byName.set(name, index);
    this.alias = name;
  }

  private answer({ method, path, body }: ClientRequest, asked: string): Answer {
    const given = (typeof body === 'object' ? body : {}) as SearchBody;
    if (asked === 'DELETE /_search/point_in_time') {
      for (const id of given.pit_id ?? []) this.open.delete(id);
      return {};
    }
    if (asked === 'POST /_search') {
      const name = this.open.get(given.pit?.id ?? '');
      const index = this.byName.get(name ?? '');
      return index ? this.search(index, given) : failed(404, 'search_context_missing_exception', 'No search context found');
    }
    if (path.startsWith('/_')) return {};
    const [, first, ...rest] = path.split('/');
    const name = first === 'parts' ? this.alias : first.replace(/-records$/, '');
    const index = this.byName.get(name);
    if (!index) return failed(404, 'index_not_found_exception', `no such index [${name}]`);
    const step = `${method} ${rest.join('/')}`;
    if (step === 'GET _mapping') return { body: { [name]: { mappings: { _meta: factsOf(name, index) } } } };
    if (step === 'POST _search/point_in_time') return { body: { pit_id: this.openPit(name) } };
    if (step === 'GET _stats/docs') {
      return { body: { indices: { [first]: { shards: { 0: [{ seq_no: { max_seq_no: this.changes } }] } } } } };
    }
    if (step !== 'POST _search') return {};
    return first.endsWith('-records') ? recordsOf(index, this.seen) : this.search(index, given);
  }

  private openPit(name: string): string {
    const id = `pit-${++this.pits}`;
    this.open.set(id, name);
    return id;
  }

  private search({ parts }: FakeIndex, { size = 10, from = 0, search_after: after, aggs = {} }: SearchBody): Answer {
    const sorted = [...parts].sort((a, b) => (a.uid < b.uid ? -1 : 1));
    const behind = after ? sorted.filter(({ uid }) => uid > (after.at(-1) as string)) : sorted.slice(from);
    const hits = behind
      .slice(0, size)
      .map((part) => ({ _id: part.uid, _source: { part: JSON.stringify(part) }, sort: [part.uid] }));
    const aggregations = Object.fromEntries(
      Object.entries(aggs).map(([name, { terms, cardinality }]) => {
        if (terms) return [name, { buckets: [], sum_other_doc_count: 0, doc_count_error_upper_bound: 0 }];
        return [name, cardinality ? { value: 0 } : { doc_count: 0 }];
      }),
    );
    const _shards = { total: 1, successful: 1, failed: 0 };
    return { body: { timed_out: false, _shards, hits: { total: { value: parts.length }, hits }, aggregations } };
  }
}

interface SearchBody {
  readonly size?: number;
  readonly from?: number;
  readonly search_after?: readonly unknown[];
  readonly aggs?: Readonly<Record<string, Aggregation>>;
  readonly pit?: { readonly id: string };
  readonly pit_id?: readonly string[];
}

function factsOf(name: string, { synonyms = [] }: FakeIndex): object {
  return metaOf({ priceCurrency: 'USD', ownFields: [], synonyms, records: `${name}-records` });
}

function recordsOf({ records }: FakeIndex, _seq_no: number): Answer {
  const hits = records.map((record, i) => ({ _source: recordDocument(record, i), _seq_no, sort: [i] }));
  return { body: { hits: { hits } } };
}
