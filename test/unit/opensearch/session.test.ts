import { describe, expect, it } from 'vitest';
import { ClusterError } from '../../../src/model/errors.js';
import { ClusterConnection } from '../../../src/opensearch/client.js';
import { EngineSession } from '../../../src/opensearch/session.js';
import { FakeCluster } from '../../support/opensearch/fake-cluster.js';

const whole = { timed_out: false, _shards: { total: 1, successful: 1, failed: 0 }, hits: { total: { value: 7 }, hits: [] } };
const refused = (status: number, type: string, reason: string) => ({ status, error: { type, reason } });

const searches = (cluster: FakeCluster) =>
  new EngineSession(new ClusterConnection(cluster), 'parts-1', {}).searches([{ a: 1 }, { b: 2 }], 'search');

describe('several searches in one request', () => {
  it.each([
    ['the cluster is busy', refused(429, 'rejected_execution_exception', 'queue full')],
    ['a copy of a shard is away', refused(503, 'search_phase_execution_exception', 'all shards failed')],
    ['a node is lost', refused(500, 'node_disconnected_exception', '[node-2] disconnected')],
  ])('are sent again where %s for one of them, whatever the client retries by itself', async (_, failure) => {
    const cluster: FakeCluster = new FakeCluster(
      () => ({
        body: { responses: [whole, cluster.sent.length === 1 ? failure : whole] },
      }),
      3,
    );
    expect((await searches(cluster)).map(({ hits }) => hits.total.value)).toEqual([7, 7]);
    expect(cluster.sent).toEqual(['POST /_msearch', 'POST /_msearch']);
  });

  it('fail with what the cluster says, if it goes on saying it', async () => {
    const cluster = new FakeCluster(() => ({
      body: { responses: [whole, refused(429, 'rejected_execution_exception', 'full')] },
    }));
    const error = await searches(cluster).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ClusterError);
    expect(error).toMatchObject({ clusterStatus: 429, reason: 'rejected_execution_exception: full' });
    expect(cluster.sent).toHaveLength(3);
  });

  it('fail at once for a fault of the request', async () => {
    const cluster = new FakeCluster(() => ({ body: { responses: [whole, refused(400, 'parsing_exception', 'no')] } }));
    await expect(searches(cluster)).rejects.toMatchObject({ clusterStatus: 400 });
    expect(cluster.sent).toHaveLength(1);
  });
});
