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

  constructor(
    private readonly answer: (uid: string, times: number) => object,
    private readonly delay: (uids: readonly string[]) => number = () => 0,
    private readonly note: (body: string) => void = () => {},
  ) {}

  readonly transport: OpenSearchClient['transport'] = {
    request: async ({ bulkBody = '' }: ClientRequest) => {
      this.requests++;
      this.note(bulkBody);
      const lines = bulkBody.trimEnd().split('\n');
      const items = lines
        .filter((_, i) => i % 2 === 0)
        .map((line) => {
          const uid: string = JSON.parse(line).index._id;
          const times = (this.sent.get(uid) ?? 0) + 1;
          this.sent.set(uid, times);
          return { index: { _id: uid, ...this.answer(uid, times) } };
        });
      const delay = this.delay(items.map(({ index: { _id } }) => _id));
      if (delay > 0) await new Promise((resolve) => setTimeout(resolve, delay));
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

  it('tells what became of the actions behind one that fails, and of a request beside its own', async () => {
    const wrong = { status: 400, error: { type: 'mapper_parsing_exception', reason: 'no' } };
    const large = 'x'.repeat(3_000_000);
    const cluster = new FakeCluster((uid) => (uid === 'b' ? wrong : ok));
    const { error, results } = await write(cluster, ['a', 'b', 'c']);
    expect(error).toMatchObject({ message: expect.stringContaining('write the part "b"') });
    expect(results.map(({ action }) => action.uid)).toEqual(['a', 'c']);

    // Each is a request: the second one fails at once, the first one ends a second later, and the third is not sent.
    const slow = new FakeCluster(
      (uid) => (uid.startsWith('b') ? wrong : ok),
      ([uid]) => (uid.startsWith('a') ? 1000 : 0),
    );
    const later = await write(
      slow,
      ['a', 'b', 'c'].map((uid) => uid + large),
    );
    expect(later.error).toMatchObject({ clusterStatus: 400 });
    expect(later.results.map(({ action }) => action.uid[0])).toEqual(['a']);
    expect(slow.requests).toBe(2);
  });

  it('sends no more bytes at a time for texts of other letters', async () => {
    const sizes: number[] = [];
    const cluster = new FakeCluster(
      () => ok,
      () => 0,
      (body) => void sizes.push(new TextEncoder().encode(body).length),
    );
    await write(
      cluster,
      Array.from({ length: 30 }, (_, i) => `${i}${'\u96fb'.repeat(100_000)}`),
    );
    expect(sizes.length).toBeGreaterThan(3);
    // A request ends with the document that fills it; each is here twice, as uid and as part.
    expect(Math.max(...sizes)).toBeLessThan(4_000_000 + 650_000);
  });

  it('sends what is too much at once in halves, and names the part that is too large by itself', async () => {
    const written: string[] = [];
    const most = 120;
    const transport: OpenSearchClient['transport'] = {
      request: async ({ bulkBody = '' }) => {
        if (bulkBody.length > most) {
          // What is in front of a cluster answers with a page.
          const meta = { statusCode: 413, body: '<html>413 Request Entity Too Large</html>' };
          throw Object.assign(new Error('Response Error'), { name: 'ResponseError', meta });
        }
        const uids = [...bulkBody.matchAll(/"_id":"(\w+)"/g)].map(([, uid]) => uid);
        written.push(...uids);
        return { statusCode: 200, body: { items: uids.map(() => ({ index: ok })) } };
      },
    };
    const writer = new BulkWriter(new ClusterConnection({ transport }), 'parts-1', () => {});
    for (const uid of ['a', 'b', 'c']) await writer.add(indexAction(uid, { part: uid }));
    await writer.end();
    expect(written).toEqual(['a', 'b', 'c']);
    for (const uid of ['d', 'e', 'f']) await writer.add(indexAction(uid, { part: uid === 'e' ? 'e'.repeat(most) : uid }));
    await expect(writer.end()).rejects.toThrow(
      'the cluster failed with status 413 (write the part "e"): it is larger than what the cluster takes at once',
    );
    expect(written).toEqual(['a', 'b', 'c', 'd']);
  });
});
