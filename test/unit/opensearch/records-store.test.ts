import { describe, expect, it } from 'vitest';
import { ClusterConnection } from '../../../src/opensearch/client.js';
import { type RecordChange, writeRecords } from '../../../src/opensearch/records-store.js';
import { FakeCluster } from '../../support/opensearch/fake-cluster.js';

const record = (uid: string) => ({ collection: 'brands', key: uid, given: true, record: { uid, name: uid } }) as const;
const put = (uid: string): RecordChange => ({ kind: 'put', record: record(uid), order: 0 });
const add = (uid: string): RecordChange => ({ kind: 'add', record: record(uid), order: 0 });
const remove = (key: string): RecordChange => ({ kind: 'remove', collection: 'brands', key });

const done = { index: { status: 201 } };
const refused = (status: number, type: string) => ({ index: { status, error: { type, reason: 'no' } } });

const write = (cluster: FakeCluster, changes: readonly RecordChange[]) =>
  writeRecords(new ClusterConnection(cluster), 'parts-1-records', changes, true);

describe('writing records', () => {
  it('tells how many were added, and takes one that is there or gone for done', async () => {
    const items = [
      done,
      { create: { status: 409, error: {} } },
      { create: { status: 201 } },
      { delete: { status: 404, result: 'not_found' } },
    ];
    const cluster = new FakeCluster(() => ({ body: { items } }));
    expect(await write(cluster, [put('a'), add('b'), add('c'), remove('d')])).toBe(1);
  });

  it('sends them again while the cluster is busy', async () => {
    const cluster: FakeCluster = new FakeCluster(() => ({
      body: { items: [done, cluster.sent.length < 3 ? refused(429, 'rejected_execution_exception') : done] },
    }));
    expect(await write(cluster, [put('a'), put('b')])).toBe(0);
    expect(cluster.sent).toHaveLength(3);
  });

  it('fails with the name of the one that failed', async () => {
    const cluster = new FakeCluster(() => ({ body: { items: [done, refused(400, 'mapper_parsing_exception')] } }));
    await expect(write(cluster, [put('a'), put('b')])).rejects.toMatchObject({
      clusterStatus: 400,
      message: expect.stringContaining('write "b" of brands'),
    });
  });

  it('fails where the index is gone, also for one to remove', async () => {
    const gone = { delete: { status: 404, error: { type: 'index_not_found_exception', reason: 'no such index' } } };
    const cluster = new FakeCluster(() => ({ body: { items: [gone] } }));
    await expect(write(cluster, [remove('a')])).rejects.toMatchObject({ clusterStatus: 404 });
  });
});
