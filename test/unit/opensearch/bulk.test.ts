import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ClusterError } from '../../../src/model/errors.js';
import { type BulkResult, BulkWriter, indexAction } from '../../../src/opensearch/bulk.js';
import { type ClientRequest, ClusterConnection, type OpenSearchClient } from '../../../src/opensearch/client.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const BUSY = { status: 429, error: { type: 'rejected_execution_exception', reason: 'queue full' } };

/** A cluster that answers each action by its uid and by how often it was sent. */
class FakeCluster implements OpenSearchClient {
  readonly sent = new Map<string, number>();
  requests = 0;

  constructor(private readonly answer: (uid: string, times: number) => object) {}

  readonly transport: OpenSearchClient['transport'] = {
    request: async ({ bulkBody = '' }: ClientRequest) => {
      this.requests++;
      const lines = bulkBody.trimEnd().split('\n');
      const items = lines
        .filter((_, i) => i % 2 === 0)
        .map((line) => {
          const uid: string = JSON.parse(line).index._id;
          const times = (this.sent.get(uid) ?? 0) + 1;
          this.sent.set(uid, times);
          return { index: { _id: uid, ...this.answer(uid, times) } };
        });
      return { statusCode: 200, body: { errors: true, items } };
    },
  };
}

const ok = { status: 201, result: 'created' };

/** Writes parts, and waits out all pauses. */
async function write(cluster: FakeCluster, uids: readonly string[], expected: readonly number[] = []) {
  const results: BulkResult[] = [];
  const began = Date.now();
  const writer = new BulkWriter(new ClusterConnection(cluster), 'parts-1', (result) => results.push(result), {}, expected);
  const writing = (async () => {
    for (const uid of uids) await writer.add(indexAction(uid, { part: uid }));
    await writer.end();
  })().then(
    () => undefined,
    (error: unknown) => error,
  );
  await vi.runAllTimersAsync();
  return { error: await writing, results, milliseconds: Date.now() - began };
}

describe('BulkWriter', () => {
  it('sends only those actions again that the cluster was too busy for', async () => {
    const cluster = new FakeCluster((uid, times) => (uid === 'b' && times < 4 ? BUSY : ok));
    const { error, results } = await write(cluster, ['a', 'b', 'c']);
    expect(error).toBeUndefined();
    expect(results.map(({ action, status }) => [action.uid, status])).toEqual([
      ['a', 201],
      ['c', 201],
      ['b', 201],
    ]);
    expect([...cluster.sent]).toEqual([
      ['a', 1],
      ['b', 4],
      ['c', 1],
    ]);
  });

  it('fails with the uid of a part that the cluster stays too busy for, within a minute', async () => {
    const cluster = new FakeCluster((uid) => (uid === 'b' ? BUSY : ok));
    const { error, results, milliseconds } = await write(cluster, ['a', 'b']);
    expect(error).toBeInstanceOf(ClusterError);
    expect(error).toMatchObject({ clusterStatus: 429, reason: 'rejected_execution_exception: queue full' });
    expect((error as ClusterError).message).toContain('write the part "b"');
    expect(results.map(({ action }) => action.uid)).toEqual(['a']);
    expect(milliseconds).toBeLessThan(60_000);
  });

  it('does not wait for an index that is read-only, although that has the same status', async () => {
    const reason = 'index [parts-1] blocked by: [TOO_MANY_REQUESTS/12/disk usage exceeded flood-stage watermark]';
    const cluster = new FakeCluster(() => ({ status: 429, error: { type: 'cluster_block_exception', reason } }));
    const { error, milliseconds } = await write(cluster, ['a']);
    expect(error).toMatchObject({ clusterStatus: 429, reason: `cluster_block_exception: ${reason}` });
    expect([milliseconds, cluster.requests]).toEqual([0, 1]);
  });

  it('names the part of another error, and takes an expected status as a result', async () => {
    const conflict = { status: 409, error: { type: 'version_conflict_engine_exception', reason: 'current version' } };
    const cluster = new FakeCluster((uid) => (uid === 'b' ? conflict : ok));
    expect((await write(cluster, ['a', 'b'])).error).toMatchObject({ message: expect.stringContaining('write the part "b"') });
    const { error, results } = await write(cluster, ['a', 'b'], [409]);
    expect(error).toBeUndefined();
    expect(results.map(({ status }) => status)).toEqual([201, 409]);
  });
});
