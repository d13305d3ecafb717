import { describe, expect, it } from 'vitest';
import { ClusterError } from '../../../src/model/errors.js';
import { ClusterConnection } from '../../../src/opensearch/client.js';
import { PartReader, type VersionedPart } from '../../../src/opensearch/part-reader.js';
import { FakeCluster } from '../../support/opensearch/fake-cluster.js';

const document = (uid: string) => ({
  _id: uid,
  found: true,
  _source: { part: `{"uid":"${uid}"}` },
  _seq_no: 1,
  _primary_term: 1,
});
const away = {
  _id: 'b',
  error: { type: 'no_shard_available_action_exception', reason: 'No shard available for [get [parts-1][b]]' },
};

const reader = (cluster: FakeCluster) => new PartReader(new ClusterConnection(cluster), 'parts-1', {});

async function uidsRead(cluster: FakeCluster): Promise<string[]> {
  const parts: VersionedPart[] = [];
  for await (const page of reader(cluster).read(['a', 'b', 'c'])) parts.push(...page);
  return parts.map(({ uid }) => uid);
}

describe('reading parts by uid', () => {
  it('leaves out those that are not there', async () => {
    const cluster = new FakeCluster(() => ({ body: { docs: [document('a'), { _id: 'b', found: false }, document('c')] } }));
    expect(await uidsRead(cluster)).toEqual(['a', 'c']);
  });

  it('takes a part whose shard does not answer for no missing one', async () => {
    const cluster = new FakeCluster(() => ({ body: { docs: [document('a'), away, document('c')] } }));
    const error = await uidsRead(cluster).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ClusterError);
    expect((error as ClusterError).reason).toBe('no_shard_available_action_exception: No shard available for [get [parts-1][b]]');
    await expect(reader(cluster).living(['a', 'b'])).rejects.toThrow(ClusterError);
  });

  it('asks again, since another copy may be there by then', async () => {
    const cluster: FakeCluster = new FakeCluster(() => ({
      body: { docs: [document('a'), cluster.sent.length === 1 ? away : document('b')] },
    }));
    expect(await uidsRead(cluster)).toEqual(['a', 'b']);
  });
});

describe('reading parts by their terms', () => {
  it('does not wait for the end of its point in time, when the cluster hangs', async () => {
    const cluster = new FakeCluster(({ method, path }) => {
      if (method === 'DELETE') return new Promise(() => {});
      if (path.endsWith('/point_in_time')) return { body: { pit_id: 'pit' } };
      return { body: { hits: { hits: [] } } };
    });
    const pages = [];
    for await (const page of reader(cluster).withTerms('redirected', ['a'], true)) pages.push(page);
    expect(pages).toEqual([[]]);
    expect(cluster.times('DELETE /_search/point_in_time')).toBe(1);
  });
});
