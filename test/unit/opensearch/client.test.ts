import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Client } from '@opensearch-project/opensearch';
import { afterEach, describe, expect, it } from 'vitest';
import { BudgetExceededError, ClusterError } from '../../../src/model/errors.js';
import { ClusterConnection, type OpenSearchClient } from '../../../src/opensearch/client.js';
import { openOpenSearchCatalog, pushCatalog } from '../../../src/opensearch/partdex-opensearch.js';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** A client of a server that answers as a cluster may. */
async function clientOf(answer: RequestListener, options: object = {}, scheme = 'http'): Promise<Client> {
  const server: Server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const client = new Client({ node: `${scheme}://127.0.0.1:${port}`, maxRetries: 0, ...options });
  closing.push(async () => {
    await client.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return client;
}

const json =
  (status: number, body: unknown): RequestListener =>
  (_, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };

const search = {
  method: 'POST',
  path: '/parts/_search',
  body: { query: { term: { mpn: 'my-secret-query' } } },
  step: 'search',
} as const;

async function failure(client: OpenSearchClient, bounds?: object): Promise<ClusterError> {
  const error = await new ClusterConnection(client)
    .send({ ...search, isIdempotent: false }, bounds)
    .catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(ClusterError);
  return error as ClusterError;
}

describe('ClusterConnection', () => {
  it.each([
    [
      401,
      { error: { root_cause: [{ type: 'security_exception', reason: 'no permissions' }] } },
      'security_exception: no permissions',
    ],
    [
      403,
      { error: { type: 'cluster_block_exception', reason: 'index [parts] blocked by: [read-only]' } },
      'cluster_block_exception: index [parts] blocked by: [read-only]',
    ],
    [429, { error: { type: 'rejected_execution_exception', reason: 'queue full' } }, 'rejected_execution_exception: queue full'],
    [
      503,
      { error: { type: 'search_phase_execution_exception', reason: 'all shards failed', root_cause: [] } },
      'search_phase_execution_exception: all shards failed',
    ],
    [400, { error: 'a sentence' }, 'a sentence'],
    [500, {}, 'no reason given'],
  ])('tells status %i, its reason and the node', async (status, body, reason) => {
    const client = await clientOf(json(status, body));
    const error = await failure(client);
    expect(error).toMatchObject({ code: 'cluster', status: 503, clusterStatus: status, reason });
    expect(error.node).toMatch(/^127\.0\.0\.1:\d+$/);
  });

  it('has neither the request nor a credential in an error, printed in any way', async () => {
    const auth = { username: 'me', password: 's3cret' };
    const answers = [json(401, { error: { type: 'security_exception', reason: 'for https://me:s3cret@host/' } }), json(502, 'x')];
    for (const answer of answers) {
      const error = await failure(await clientOf(answer, { auth }));
      const { inspect } = await import('node:util');
      for (const text of [error.message, String(error), JSON.stringify(error), inspect(error, { depth: 10, showHidden: true })]) {
        expect(text).not.toMatch(/s3cret|my-secret-query/);
      }
    }
  });

  it('tells that nothing listens, that it is not a cluster, and a fault of TLS', async () => {
    const nobody = new Client({ node: 'http://127.0.0.1:1', maxRetries: 0 });
    closing.push(() => nobody.close());
    expect((await failure(nobody)).reason).toMatch(/ECONNREFUSED/);
    const page: RequestListener = (_, response) =>
      void response.writeHead(200, { 'content-type': 'application/json' }).end('<html>');
    expect((await failure(await clientOf(page))).reason).toMatch(/not JSON/);
    const signIn: RequestListener = (_, response) =>
      void response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Sign in</html>');
    expect((await failure(await clientOf(signIn))).reason).toMatch(/not JSON/);
    const plain = await clientOf(json(200, {}), {}, 'https');
    const error = await failure(plain);
    expect(error.clusterStatus).toBeUndefined();
    expect(error.reason).toMatch(/SSL|TLS|EPROTO|packet/i);
  });

  it.each([0, 3])('asks again where a node went while it was asked (a client of %i retries)', async (maxRetries) => {
    const reason = '[node-2][127.0.0.1:1][indices:data/read/search[phase/query]] disconnected';
    const error = { root_cause: [{ type: 'node_disconnected_exception', reason }] };
    let asked = 0;
    const client = await clientOf(
      (request, response) => (++asked < 3 ? json(500, { error }) : json(200, { took: 1 }))(request, response),
      { maxRetries },
    );
    expect(await new ClusterConnection(client).send(search)).toEqual({ status: 200, body: { took: 1 } });
    expect(asked).toBe(3);
  });

  it('asks again where a node went before it was asked', async () => {
    const reason = '[node-2][127.0.0.1:1] Node not connected';
    const error = {
      type: 'search_phase_execution_exception',
      reason: 'all shards failed',
      root_cause: [],
      caused_by: { reason },
    };
    let asked = 0;
    const client = await clientOf((request, response) =>
      (++asked < 2 ? json(500, { error }) : json(200, { took: 1 }))(request, response),
    );
    expect(await new ClusterConnection(client).send(search)).toEqual({ status: 200, body: { took: 1 } });
    expect(asked).toBe(2);
  });

  it.each([429, 500])('asks again where the cluster is busy, which clients do not (status %i)', async (status) => {
    const busy = { error: { type: 'circuit_breaking_exception', reason: '[parent] Data too large' } };
    let asked = 0;
    const listener: RequestListener = (request, response) => json(++asked === 1 ? status : 200, busy)(request, response);
    const client = await clientOf(listener, { maxRetries: 3 });
    expect((await new ClusterConnection(client).send(search)).status).toBe(200);
    expect(asked).toBe(2);
  });

  it('ends at its deadline, and closes the connection', async () => {
    let closed = false;
    const client = await clientOf((request) => void request.on('close', () => (closed = true)));
    const started = performance.now();
    const sent = new ClusterConnection(client).send(search, { started, deadline: started + 200, budget: 200 });
    await expect(sent).rejects.toMatchObject({ code: 'budget_exceeded', budget: 'time', limit: 200, step: 'search' });
    expect(performance.now() - started).toBeLessThan(700);
    await expect.poll(() => closed).toBe(true);
    await expect(new ClusterConnection(client).send(search, { deadline: started })).rejects.toThrow(BudgetExceededError);
  });

  it('ends at its deadline where an answer stops halfway, and tells of a connection that breaks there', async () => {
    const half: RequestListener = (_, response) =>
      void response.writeHead(200, { 'content-type': 'application/json', 'content-length': 1000 }).write('{"took":');
    const started = performance.now();
    const client = await clientOf(half);
    const sent = new ClusterConnection(client).send(search, { started, deadline: started + 200, budget: 200 });
    await expect(sent).rejects.toThrow(BudgetExceededError);
    expect(performance.now() - started).toBeLessThan(700);
    const breaking: RequestListener = (request, response) => {
      half(request, response);
      setTimeout(() => response.destroy(), 20);
    };
    expect((await failure(await clientOf(breaking))).clusterStatus).toBeOneOf([undefined, 200]);
  });

  it('ends an opening at its limit, and a push at its signal, where a node never answers', async () => {
    const client = await clientOf(() => {});
    const began = performance.now();
    const opening = openOpenSearchCatalog(client, { index: 'parts', limits: { milliseconds: 200 } });
    await expect(opening).rejects.toMatchObject({ code: 'budget_exceeded', limit: 200 });
    expect(performance.now() - began).toBeLessThan(700);
    const signal = AbortSignal.timeout(100);
    const pushed = pushCatalog(client, { parts: [{ uid: 'a', mpn: 'A' }] }, { index: 'parts', signal });
    await expect(pushed).rejects.toMatchObject({ name: 'TimeoutError' });
  });

  it('ends with the reason of its signal, before and while it waits', async () => {
    let closed = false;
    const client = await clientOf((request) => void request.on('close', () => (closed = true)));
    const reason = { stop: 'please' };
    await expect(new ClusterConnection(client).send(search, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    const controller = new AbortController();
    setTimeout(() => controller.abort(reason), 50);
    await expect(new ClusterConnection(client).send(search, { signal: controller.signal })).rejects.toBe(reason);
    await expect.poll(() => closed).toBe(true);
  });

  it('sends a request again where the client does not, and only one that may be repeated', async () => {
    let count = 0;
    const failsTwice: RequestListener = (request, response) => json(++count <= 2 ? 503 : 200, { ok: true })(request, response);
    const connection = new ClusterConnection(await clientOf(failsTwice));
    expect((await connection.send(search)).body).toEqual({ ok: true });
    expect(count).toBe(3);
    count = 0;
    await expect(connection.send({ ...search, isIdempotent: false })).rejects.toThrow(ClusterError);
    expect(count).toBe(1);
    count = 0;
    // The client's own retries are enough.
    const retrying = new ClusterConnection(await clientOf(failsTwice, { maxRetries: 1 }));
    await expect(retrying.send(search)).rejects.toThrow(ClusterError);
    expect(count).toBe(2);
  });

  it('does not repeat what is wrong', async () => {
    let count = 0;
    const wrong: RequestListener = (request, response) => {
      count++;
      json(400, { error: { type: 'parsing_exception', reason: 'no' } })(request, response);
    };
    await expect(new ClusterConnection(await clientOf(wrong)).send(search)).rejects.toMatchObject({ clusterStatus: 400 });
    expect(count).toBe(1);
  });

  it('waits for an answer also where the time is longer than a timer can be set for', async () => {
    const late: RequestListener = (request, response) => void setTimeout(() => json(200, { took: 1 })(request, response), 30);
    const started = performance.now();
    const bounds = { started, budget: 3e9, deadline: started + 3e9 };
    const { body } = await new ClusterConnection(await clientOf(late)).send(search, bounds);
    expect(body).toEqual({ took: 1 });
  });

  it('takes an expected status as an answer', async () => {
    const client = await clientOf(json(404, { found: false }));
    const { status, body } = await new ClusterConnection(client).send({ ...search, expected: [404] });
    expect([status, body]).toEqual([404, { found: false }]);
  });

  it('shortens a long reason to one line', async () => {
    const error = await failure(await clientOf(json(400, { error: { type: 'a', reason: `b\n${'c'.repeat(5000)}` } })));
    expect(error.reason.length).toBeLessThan(310);
    expect(error.reason).toMatch(/^a: b c/);
  });
});
