import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { get, HttpClient, RawConnection } from '../../../support/http-client.js';
import { KEY, SampleFolder } from '../../../support/sample-server.js';

let folder: SampleFolder;

beforeAll(async () => {
  folder = await SampleFolder.create();
}, 60_000);

afterAll(() => folder.remove(), 60_000);

const SEARCH = `/api/v3/parts/search?q=smd&limit=1&apikey=${KEY}`;
const CLIENTS = 16;

it('resets no connection of busy clients: each response announces that its connection closes', async () => {
  // Node's client does not keep a connection that is to be closed within a second.
  const started = await folder.start({ timeouts: { idle: 10_000, stop: 60_000 } });
  let answered = 0;
  const clients = Array.from({ length: CLIENTS }, async () => {
    const client = new HttpClient(started.url, 1);
    for (;;) {
      const { status, headers } = await client.send(SEARCH);
      expect(status).toBe(200);
      answered++;
      if (headers.connection !== 'close') continue;
      client.close();
      return;
    }
  });
  await expect.poll(() => answered).toBeGreaterThan(5 * CLIENTS);
  const stopped = started.server.stop();
  await Promise.all(clients);
  await stopped;
  // All that was answered is in the log, and the port is closed.
  expect(started.lines).toHaveLength(answered);
  await expect(new HttpClient(started.url).send(SEARCH)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
});

it('answers the next request of a connection that is idle', async () => {
  const started = await folder.start({ timeouts: { idle: 60_000, stop: 60_000 } });
  const connections = await Promise.all(Array.from({ length: CLIENTS }, () => RawConnection.open(started)));
  for (const connection of connections) connection.write(get(SEARCH));
  await expect.poll(() => started.lines.length).toBe(CLIENTS);
  const stopped = started.server.stop();
  await sleep(50);
  for (const connection of connections) connection.write(get(SEARCH));
  for (const connection of connections) {
    expect(await connection.end()).toBe('closed');
    expect(connection.statuses).toEqual([200, 200]);
    expect(connection.received.toLowerCase().split('connection: close')).toHaveLength(2);
  }
  await stopped;
});

it('answers a request of which the head has begun', async () => {
  const started = await folder.start({ timeouts: { idle: 60_000, stop: 60_000 } });
  const connection = await RawConnection.open(started);
  connection.write(get(SEARCH).slice(0, -2));
  await sleep(50);
  const stopped = started.server.stop();
  await sleep(50);
  connection.write('\r\n');
  expect(await connection.end()).toBe('closed');
  expect(connection.statuses).toEqual([200]);
  await stopped;
});

it('closes what stays idle, without a reset', async () => {
  const started = await folder.start({ timeouts: { idle: 1000, stop: 60_000 } });
  const [silent, answered] = [await RawConnection.open(started), await RawConnection.open(started)];
  answered.write(get(SEARCH));
  await expect.poll(() => answered.statuses).toEqual([200]);
  await started.server.stop();
  expect(await silent.end()).toBe('closed');
  expect(await answered.end()).toBe('closed');
});

it('does not wait for connections that do not end', async () => {
  const started = await folder.start({ timeouts: { idle: 60_000, stop: 500 } });
  const connection = await RawConnection.open(started);
  connection.write('GET / HTTP/1.1\r\n');
  await sleep(50);
  await started.server.stop();
  expect(await connection.end()).toMatch(/^(?:closed|ECONNRESET)$/);
  // A second stop is the same.
  await started.server.stop();
});
