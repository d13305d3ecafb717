import { describe, expect, it } from 'vitest';
import { readAuthorized } from '../../../src/model/authorized.js';
import type { Call } from '../../../src/model/call.js';
import type { CatalogChanges, UpdateReport } from '../../../src/model/changes.js';
import { ClusterConnection } from '../../../src/opensearch/client.js';
import { metaOf } from '../../../src/opensearch/facts.js';
import { patched } from '../../../src/opensearch/part-changes.js';
import { applyUpdate } from '../../../src/opensearch/update.js';
import { ClusterError, InvalidDocumentError } from '../../../src/partdex.js';
import { type Answer, FakeCluster, failed } from '../../support/opensearch/fake-cluster.js';

const INDEX = 'parts-1';
const RECORDS = `${INDEX}-records`;
const mappings = {
  dynamic: 'strict',
  _meta: metaOf({ priceCurrency: 'USD', ownFields: [], synonyms: [], records: RECORDS, authorized: { lists: { m: ['s'] } } }),
};

interface Stored {
  readonly text: string;
  readonly seqNo: number;
}

/** A cluster with the index of an alias, some parts, and what it does with the actions of a bulk request. */
class OneIndex {
  readonly parts = new Map<string, Stored>([['a', { text: '{"uid":"a","mpn":"A"}', seqNo: 1 }]]);
  readonly mappings = new Map<string, object>([
    [INDEX, mappings],
    [RECORDS, { dynamic: 'strict' }],
  ]);
  /** The documents of parts that were sent. */
  readonly sent: string[] = [];
  onBulk: (action: { _id: string; if_seq_no?: number }, isDelete: boolean) => object = () => ({ status: 201, result: 'created' });

  readonly cluster = new FakeCluster(({ path, body, bulkBody = '' }, asked) =>
    this.answer(path, body as object, bulkBody, asked),
  );

  private answer(path: string, body: object | undefined, bulkBody: string, asked: string): Answer {
    const name = path.split('/')[1];
    if (asked === 'GET /parts/_mapping') return { body: { [INDEX]: { mappings } } };
    if (asked === `GET /${name}/_mapping`) {
      const found = this.mappings.get(name);
      return found ? { body: { [name]: { mappings: found } } } : failed(404, 'index_not_found_exception', 'no such index');
    }
    if (asked === `DELETE /${name}`) this.mappings.delete(name);
    if (path.endsWith('/_search')) return { body: { hits: { hits: [] } } };
    if (path.endsWith('/point_in_time')) return { body: { pit_id: 'pit' } };
    if (path.endsWith('/_mget')) {
      const docs = (body as { ids: string[] }).ids.map((_id) => {
        const part = this.parts.get(_id);
        return part
          ? { _id, found: true, _source: { part: part.text }, _seq_no: part.seqNo, _primary_term: 1 }
          : { _id, found: false };
      });
      return { body: { docs } };
    }
    if (path.endsWith('/_bulk')) return { body: { items: this.items(bulkBody) } };
    return { body: { _shards: { failed: 0 } } };
  }

  private items(bulkBody: string): object[] {
    const lines = bulkBody
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    return lines.flatMap((line): object[] => {
      if (line.delete) return [{ delete: this.onBulk(line.delete, true) }];
      const action = line.index ?? line.create;
      if (typeof line.part === 'string') this.sent.push(line.part);
      return action && '_id' in action ? [{ index: this.onBulk(action, false) }] : [];
    });
  }
}

async function failureOf(index: OneIndex, changes: CatalogChanges): Promise<Error & { applied?: UpdateReport }> {
  const call = applyUpdate({ connection: new ClusterConnection(index.cluster), index: 'parts', changes });
  const error = await call.then(
    () => undefined,
    (reason: Error) => reason,
  );
  expect(error).toBeInstanceOf(Error);
  return error as Error;
}

const GONE = { status: 404, error: { type: 'index_not_found_exception', reason: 'no such index [parts-1]' } };

describe('an update whose index is removed while it runs', () => {
  it('fails, and takes no part for missing', async () => {
    const index = new OneIndex();
    index.onBulk = () => GONE;
    const error = await failureOf(index, { put: [{ uid: 'b', mpn: 'B' }], remove: ['a'] });
    expect(error).toBeInstanceOf(ClusterError);
    expect(error).toMatchObject({ clusterStatus: 404, applied: { added: 0, removed: 0, missing: [] } });
  });

  it('removes what the cluster made anew of it, and that alone', async () => {
    const index = new OneIndex();
    index.onBulk = () => {
      index.mappings.set(INDEX, { properties: { part: {} } });
      return GONE;
    };
    await failureOf(index, { put: [{ uid: 'b', mpn: 'B' }] });
    await expect.poll(() => [...index.mappings.keys()]).toEqual([RECORDS]);
    const untouched = new OneIndex();
    untouched.onBulk = () => ({ status: 400, error: { type: 'mapper_parsing_exception', reason: 'no' } });
    await failureOf(untouched, { put: [{ uid: 'b', mpn: 'B' }] });
    expect([...untouched.mappings.keys()]).toEqual([INDEX, RECORDS]);
  });

  it('tells which parts are missing, where they are', async () => {
    const index = new OneIndex();
    index.onBulk = (_, isDelete) => (isDelete ? { status: 404, result: 'not_found' } : { status: 201, result: 'created' });
    const connection = new ClusterConnection(index.cluster);
    const changes = { put: [{ uid: 'b', mpn: 'B' }], remove: ['c'] };
    expect(await applyUpdate({ connection, index: 'parts', changes })).toMatchObject({ added: 1, removed: 0, missing: ['c'] });
  });
});

describe('an update whose documents do not come', () => {
  it('ends at its timeout with nothing done, and with the reason of its signal', async () => {
    async function* stalled() {
      yield { uid: 'b', mpn: 'B', name: 'B' };
      await new Promise(() => {});
    }
    const connection = new ClusterConnection(new OneIndex().cluster);
    const reason = { stop: 'please' };
    for (const list of ['put', 'brands']) {
      const update = (call: Call) =>
        applyUpdate({ connection, index: 'parts', changes: { [list]: stalled() } as CatalogChanges, call });
      await expect(update({ timeout: 10 })).rejects.toMatchObject({ code: 'budget_exceeded', applied: { added: 0 } });
      const stop = new AbortController();
      setTimeout(() => stop.abort(reason), 10);
      await expect(update({ signal: stop.signal })).rejects.toBe(reason);
    }
  });
});

describe('a patch that another writer makes invalid', () => {
  it('fails with what was done', async () => {
    const index = new OneIndex();
    index.onBulk = ({ _id, if_seq_no: seqNo }) => {
      if (_id !== 'a' || seqNo === undefined) return { status: 201, result: 'created' };
      // The part that the patch is for has nothing of its shape any more.
      index.parts.set('a', { text: JSON.stringify({ uid: 'a', mpn: 'A', offers: 5 }), seqNo: 2 });
      return { status: 409, error: { type: 'version_conflict_engine_exception', reason: 'a' } };
    };
    const error = await failureOf(index, { put: [{ uid: 'b', mpn: 'B' }], patch: [{ uid: 'a', mpn: 'C' }] });
    expect(error).toBeInstanceOf(InvalidDocumentError);
    expect(error).toMatchObject({ applied: { added: 1, replaced: 0 } });
  });

  it('has no report of what was done if nothing was', async () => {
    const error = await failureOf(new OneIndex(), { patch: [{ uid: 'a', offers: 5 } as never] });
    expect(error).toBeInstanceOf(InvalidDocumentError);
    expect(error.applied).toBeUndefined();
  });
});

it('the terms of the index decide which offers of a part that is put or patched are authorized', async () => {
  const index = new OneIndex();
  const offers = (isAuthorized: boolean) => [{ seller: { uid: isAuthorized ? 's' : 't' }, is_authorized: !isAuthorized }];
  const changes = {
    put: [{ uid: 'b', mpn: 'B', brand: { uid: 'm' }, offers: [...offers(true), ...offers(false)] }],
    patch: [{ uid: 'a', brand: { uid: 'm' }, offers: offers(true) }],
  } as unknown as CatalogChanges;
  await applyUpdate({ connection: new ClusterConnection(index.cluster), index: 'parts', changes });
  const sent = index.sent.map((text) => JSON.parse(text));
  expect(sent.map(({ uid, offers: of }) => [uid, ...of.map((one: { is_authorized: boolean }) => one.is_authorized)])).toEqual([
    ['b', true, false],
    ['a', true],
  ]);
});

it('a patch that is made once more, since another writer changed the part, is decided anew', () => {
  const terms = readAuthorized({ lists: { a: ['s'] } });
  const patch = { uid: 'p', offers: [{ seller: { uid: 's' } }] };
  const change = { kind: 'patch', uid: 'p', place: { source: 'patch', line: 1 }, patch } as const;
  const of = (brand: string) => {
    const text = JSON.stringify({ uid: 'p', mpn: 'M', brand: { uid: brand } });
    const { part } = patched(change, { uid: 'p', text, version: { seqNo: 1, primaryTerm: 1 } } as never, terms);
    return part.offers?.map(({ is_authorized }) => is_authorized);
  };
  expect([of('a'), of('b'), patch.offers]).toEqual([[true], [false], [{ seller: { uid: 's' } }]]);
});
