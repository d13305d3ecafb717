/** Clusters behind TLS and credentials: what cannot be trusted is a typed error at once, and no secret is in it. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { Client } from '@opensearch-project/opensearch';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { ClusterError, NotFoundError } from '../../../src/model/errors.js';
import { openOpenSearchCatalog, pushCatalog } from '../../../src/opensearch/partdex-opensearch.js';
import { partdex } from '../../support/sample-catalog.js';
import { type SelfSigned, selfSigned } from '../../support/self-signed.js';

let ours: SelfSigned;
beforeAll(() => {
  ours = selfSigned('localhost');
});
const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  vi.unstubAllEnvs();
  for (const close of closing.splice(0)) await close();
});

/** The address of a server with a certificate. */
async function serverWith({ key, cert }: SelfSigned, answer: RequestListener): Promise<string> {
  const server: Server = createServer({ key, cert }, answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function clientOf(node: string, options: object = {}): Client {
  const client = new Client({ node, auth: { username: 'someone', password: 's3cret' }, maxRetries: 1, ...options });
  closing.push(() => client.close());
  return client;
}

const noIndex: RequestListener = (_, response) =>
  void response
    .writeHead(404, { 'content-type': 'application/json' })
    .end(JSON.stringify({ error: { type: 'index_not_found_exception', reason: 'no such index [parts]' }, status: 404 }));

/** The error of both ways to a cluster, which must be the same; nothing that is printed of it has a secret. */
async function failure(client: Client): Promise<ClusterError> {
  const began = performance.now();
  const error = await openOpenSearchCatalog(client, { index: 'parts' }).catch((reason: unknown) => reason);
  const pushed = await pushCatalog(client, { parts: [{ uid: 'a', mpn: 'A' }] }, { index: 'parts' }).catch(
    (reason: unknown) => reason,
  );
  expect(performance.now() - began).toBeLessThan(5000);
  for (const one of [error, pushed] as ClusterError[]) {
    expect(one).toBeInstanceOf(ClusterError);
    expect([one.code, one.status]).toEqual(['cluster', 503]);
    for (const text of [String(one), JSON.stringify(one), inspect(one, { depth: 10, showHidden: true })]) {
      expect(text).not.toMatch(/s3cret|someone/);
    }
  }
  expect((pushed as ClusterError).reason).toBe((error as ClusterError).reason);
  return error as ClusterError;
}

describe('a certificate', () => {
  it('that nobody vouches for is refused, and trusted where it is named', async () => {
    const node = await serverWith(ours, noIndex);
    const error = await failure(clientOf(node));
    expect(error.clusterStatus).toBeUndefined();
    expect(error.reason).toMatch(/self-signed certificate/);
    const trusting = clientOf(node, { ssl: { ca: ours.cert } });
    await expect(openOpenSearchCatalog(trusting, { index: 'parts' })).rejects.toThrow(NotFoundError);
  });

  it('of another host is refused', async () => {
    const other = selfSigned('elsewhere.example');
    const error = await failure(clientOf(await serverWith(other, noIndex), { ssl: { ca: other.cert } }));
    expect(error.reason).toMatch(/does not match certificate's altnames/);
  });

  it('that has expired is refused', async () => {
    const old = selfSigned('localhost', -9, -2);
    const error = await failure(clientOf(await serverWith(old, noIndex), { ssl: { ca: old.cert } }));
    expect(error.reason).toMatch(/certificate has expired/);
  });
});

describe('credentials', () => {
  /** As the security plugin answers: a text for a wrong password, JSON for what is not permitted. */
  const permitted =
    (status: 401 | 403): RequestListener =>
    (_, response) => {
      if (status === 401) response.writeHead(401, { 'content-type': 'text/plain' }).end('Unauthorized');
      else {
        const reason = 'no permissions for [indices:admin/mappings/get] and User [name=reader, backend_roles=[]]';
        const body = { error: { root_cause: [{ type: 'security_exception', reason }], type: 'security_exception', reason } };
        response.writeHead(403, { 'content-type': 'application/json' }).end(JSON.stringify({ ...body, status: 403 }));
      }
    };

  it('that are wrong are an error with the status, at once', async () => {
    let asked = 0;
    const answer: RequestListener = (request, response) => {
      asked++;
      permitted(401)(request, response);
    };
    const error = await failure(clientOf(await serverWith(ours, answer), { ssl: { ca: ours.cert } }));
    expect(error).toMatchObject({ clusterStatus: 401, reason: 'it does not accept the user and the password, or needs them' });
    // One request each: who is not known now is not known a moment later.
    expect(asked).toBe(2);
  });

  it('that do not permit it are an error with what is not permitted', async () => {
    const error = await failure(clientOf(await serverWith(ours, permitted(403)), { ssl: { ca: ours.cert } }));
    expect(error).toMatchObject({ clusterStatus: 403, reason: expect.stringMatching(/^security_exception: no permissions for/) });
  });

  it('reach the cluster from the environment of a command, which prints neither them nor what is sent', async () => {
    const seen: (string | undefined)[] = [];
    const answer: RequestListener = (request, response) => {
      seen.push(request.headers.authorization);
      permitted(401)(request, response);
    };
    const node = await serverWith(ours, answer);
    const folder = await mkdtemp(join(tmpdir(), 'partdex-tls-'));
    closing.push(() => rm(folder, { recursive: true }));
    await writeFile(join(folder, 'ca.pem'), ours.cert);
    vi.stubEnv('PARTDEX_OPENSEARCH_USER', 'someone');
    vi.stubEnv('PARTDEX_OPENSEARCH_PASSWORD', 's3cret');
    const untrusted = await partdex('search', `opensearch+${node}/parts`, 'x');
    expect(untrusted).toMatchObject({
      status: 1,
      out: '',
      err: expect.stringMatching(/self-signed certificate.*PARTDEX_OPENSEARCH_CA/),
    });
    expect(seen).toEqual([]);
    vi.stubEnv('PARTDEX_OPENSEARCH_CA', join(folder, 'ca.pem'));
    for (const args of [
      ['search', `opensearch+${node}/parts`, 'x'],
      ['info', `opensearch+${node}/parts`],
    ]) {
      const { status, out, err } = await partdex(...args);
      expect([status, out]).toEqual([1, '']);
      expect(err).toMatch(/status 401 .*does not accept.*PARTDEX_OPENSEARCH_USER/);
      expect(err).not.toMatch(/s3cret|someone/);
    }
    expect(new Set(seen)).toEqual(new Set([`Basic ${Buffer.from('someone:s3cret').toString('base64')}`]));
  });
});
