import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createApp } from '../../../../examples/server/src/app.js';
import { Connections, TIMEOUTS } from '../../../../examples/server/src/connections.js';
import type { LoggedRequest } from '../../../../examples/server/src/log-line.js';
import { WaitingRequests } from '../../../../examples/server/src/waiting-requests.js';
import { openCatalogFile } from '../../../../src/node/partdex-node.js';
import { HttpClient } from '../../../support/http-client.js';
import { KEY, SampleFolder } from '../../../support/sample-server.js';

let folder: SampleFolder;

beforeAll(async () => {
  folder = await SampleFolder.create();
}, 60_000);

afterAll(() => folder.remove(), 60_000);

/** A server whose requests get their catalog only when the test lets them. */
async function heldServer(most: number) {
  let release = (): void => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const catalog = await openCatalogFile(folder.catalog);
  const logged: LoggedRequest[] = [];
  const errors: unknown[] = [];
  let held = 0;
  const service = {
    catalog: async () => {
      held++;
      await released;
      return catalog;
    },
    live: undefined,
    isValidKey: (key: string) => key === KEY,
    isAdminKey: () => false,
    admit: () => true,
    quota: undefined,
    waiting: new WaitingRequests(most),
    assist: false,
    onError: (error: unknown) => void errors.push(error),
  };
  const surroundings = {
    isStopping: () => false,
    during: (request: () => Promise<void>) => request(),
    log: (request: LoggedRequest) => void logged.push(request),
  };
  const http = createServer();
  const listener = getRequestListener(createApp(service, surroundings).fetch);
  const connections = new Connections(http, { ...TIMEOUTS, idle: 500 }, () => {}, listener);
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  const end = async () => {
    release();
    await connections.end();
    await catalog.close();
  };
  return { url, logged, errors, release, end, held: () => held };
}

const SEARCH = `/api/v3/parts/search?limit=0&apikey=${KEY}`;
const GRAPHQL = {
  body: '{"query": "{ search(limit: 0) { total } }"}',
  headers: { 'content-type': 'application/json', token: KEY },
};
const MOST = 64;

it('refuses what comes when 64 requests wait, and answers those', async () => {
  const server = await heldServer(MOST);
  const client = new HttpClient(server.url);
  const waiting = Array.from({ length: MOST }, (_, i) => (i % 2 === 0 ? client.send(SEARCH) : client.send('/graphql', GRAPHQL)));
  await expect.poll(server.held).toBe(MOST);
  const message = 'too many requests wait for their answer; try again later';
  const [rest, graphql] = [await client.send(SEARCH), await client.send('/graphql', GRAPHQL)];
  for (const { status, headers } of [rest, graphql]) {
    expect({ status, retryAfter: headers['retry-after'] }).toEqual({ status: 503, retryAfter: '1' });
    expect(headers['content-type']).toMatch(/^application\/json/);
    expect(headers['x-content-type-options']).toBe('nosniff');
  }
  expect(JSON.parse(rest.text)).toEqual({ message });
  expect(JSON.parse(graphql.text)).toEqual({ errors: [{ message }], data: null });
  // Requests that need no place are answered: an unknown path, an invalid body.
  expect((await client.send('/nothing')).status).toBe(404);
  expect((await client.send('/graphql', { ...GRAPHQL, body: '{' })).status).toBe(400);
  server.release();
  for (const { status } of await Promise.all(waiting)) expect(status).toBe(200);
  expect((await client.send(SEARCH)).status).toBe(200);
  client.close();
  await server.end();
});

it('a client that leaves is not reported as a fault, and its place is free again', async () => {
  const server = await heldServer(2);
  const leaving = new HttpClient(server.url);
  const left = [leaving.send(SEARCH), leaving.send('/graphql', GRAPHQL)].map((requested) => requested.catch(({ code }) => code));
  await expect.poll(server.held).toBe(2);
  leaving.close();
  expect(await Promise.all(left)).toEqual(['ECONNRESET', 'ECONNRESET']);
  server.release();
  await expect.poll(() => server.logged.map(({ status }) => status)).toEqual([499, 499]);
  expect(server.errors).toEqual([]);
  const client = new HttpClient(server.url);
  const answers = await Promise.all([client.send(SEARCH), client.send('/graphql', GRAPHQL)]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  client.close();
  await server.end();
});

it('frees the place of a request that fails', async () => {
  const waiting = new WaitingRequests(1);
  for (let i = 0; i < 3; i++) {
    await expect(waiting.answer(() => Promise.reject(new Error('no luck')))).rejects.toThrow('no luck');
  }
  expect(await waiting.answer(() => Promise.resolve('answer'))).toBe('answer');
});
