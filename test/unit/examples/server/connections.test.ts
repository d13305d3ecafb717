import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { get, HttpClient, RawConnection } from '../../../support/http-client.js';
import { KEY, SampleFolder, type Started } from '../../../support/sample-server.js';

let folder: SampleFolder;

beforeAll(async () => {
  folder = await SampleFolder.create();
}, 60_000);

afterAll(() => folder.remove(), 60_000);

const SEARCH = `/api/v3/parts/search?limit=1&apikey=${KEY}`;
/** About 1 MB of answer. */
const LONG = `/api/v3/parts/search?limit=100&include[]=specs&include[]=descriptions&pretty_print=true&apikey=${KEY}`;

describe('requests that are sent before the answer to the first', () => {
  it('are answered one after the other', async () => {
    const connection = await RawConnection.open(await folder.start());
    const statuses = [200, 404, 200, 405, 200, 403];
    const requests = [
      get(SEARCH),
      get('/nothing'),
      get(SEARCH),
      get('/graphql'),
      get(SEARCH),
      get('/api/v3/parts/search?apikey=x', 'Connection: close'),
    ];
    connection.write(requests.join(''));
    expect(await connection.end()).toBe('closed');
    expect(connection.statuses).toEqual(statuses);
  });

  it('may name the host before the path, or none in HTTP/1.0', async () => {
    const connection = await RawConnection.open(await folder.start());
    connection.write(get(`http://parts.example${SEARCH}`) + get(`https://parts.example:8443${SEARCH}`));
    connection.write(`GET ${SEARCH} HTTP/1.0\r\n\r\n`);
    expect(await connection.end()).toBe('closed');
    expect(connection.statuses).toEqual([200, 200, 200]);
  });

  it('may be 16', async () => {
    const started = await folder.start();
    const connection = await RawConnection.open(started);
    connection.write(get(SEARCH).repeat(15) + get(SEARCH, 'Connection: close'));
    expect(await connection.end()).toBe('closed');
    expect(connection.statuses).toEqual(Array.from({ length: 16 }, () => 200));
  });

  it('are dropped with their connection where they are more', async () => {
    const started = await folder.start();
    const connection = await RawConnection.open(started);
    connection.write(get(LONG).repeat(100));
    expect(await connection.end()).toBe('ECONNRESET');
    // One may have been begun.
    expect(started.lines.length).toBeLessThanOrEqual(1);
    expect((await started.send('/parts/search?limit=0')).status).toBe(200);
  });
});

describe('a client that does not read', () => {
  it('is cut off, and what waited for it is let go of', async () => {
    const started = await folder.start({ timeouts: { unread: 500 } });
    const connection = await RawConnection.open(started);
    connection.socket.pause();
    const end = connection.end();
    // The system takes some megabytes for a client; then an answer is stuck.
    const feed = setInterval(() => connection.write(get(LONG)), 20);
    await expect
      .poll(() => started.lines, { timeout: 30_000 })
      .toContainEqual(expect.stringContaining('has read nothing for 0.5 s'));
    clearInterval(feed);
    connection.socket.resume();
    // Systems differ in how they report a reset after unread bytes.
    expect(await end).toMatch(/^(?:closed|ECONNRESET|EPIPE)$/);
    expect(connection.received).not.toContain('Connection: close');
    const { status, text } = await started.fetch(LONG);
    expect(status).toBe(200);
    expect(JSON.parse(text).results).toHaveLength(100);
  });

  it('is served where it reads slowly', async () => {
    const started = await folder.start({ timeouts: { unread: 2000 } });
    const connection = await RawConnection.open(started);
    const requests = 12;
    connection.write(get(LONG).repeat(requests - 1) + get(LONG, 'Connection: close'));
    const { socket } = connection;
    const slow = setInterval(() => {
      socket.pause();
      setTimeout(() => socket.resume(), 40);
    }, 50);
    expect(await connection.end()).toBe('closed');
    clearInterval(slow);
    expect(connection.statuses).toEqual(Array.from({ length: requests }, () => 200));
    expect(started.lines.filter((line) => line.includes('has read nothing'))).toEqual([]);
  });
});

describe('a message that is not a request', () => {
  it.each([
    ['400 Bad Request', 'NONSENSE\r\n\r\n'],
    ['431 Request Header Fields Too Large', get(`/api/v3/parts/search?q=${'x'.repeat(70_000)}`)],
    ['400 Bad Request', get('/', 'Content-Length: -1')],
  ])('is answered with %s', async (status, bytes) => {
    const connection = await RawConnection.open(await folder.start());
    connection.write(bytes);
    expect(await connection.end()).toBe('closed');
    expect(connection.received).toBe(`HTTP/1.1 ${status}\r\nConnection: close\r\n\r\n`);
  });

  it('is answered after the requests before it', async () => {
    const connection = await RawConnection.open(await folder.start());
    connection.write(`${get(SEARCH)}${get('/nothing')}NONSENSE\r\n\r\n`);
    expect(await connection.end()).toBe('closed');
    expect(connection.statuses).toEqual([200, 404, 400]);
  });

  it.each([
    ['head', `GET ${SEARCH} HTTP/1.1\r\nHost: the`],
    [
      'body',
      `POST /graphql HTTP/1.1\r\nHost: there\r\ntoken: ${KEY}\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{`,
    ],
  ])('is answered with 408 where a %s does not end', async (_, bytes) => {
    const started = await folder.start({ timeouts: { request: 300 } });
    const connection = await RawConnection.open(started);
    connection.write(bytes);
    expect(await connection.end()).toBe('closed');
    expect(connection.received).toBe('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n');
    // What was waited for of a body is logged when the connection is closed on both sides.
    await started.server.stop();
    expect(started.lines.filter((line) => !line.includes(' 499 '))).toEqual([]);
  });
});

describe('a connection that is kept', () => {
  it('is closed after a while, with a response', async () => {
    const started = await folder.start({ timeouts: { idle: 1000 } });
    const connection = await RawConnection.open(started);
    connection.write(get(SEARCH));
    expect(await connection.end()).toBe('closed');
    expect(connection.received).toContain('Keep-Alive: timeout=1\r\n');
  });

  it('is not closed under a request that came while the server was busy', async () => {
    const connection = await RawConnection.open(await folder.start({ timeouts: { idle: 300 } }));
    for (let requests = 1; requests <= 3; requests++) {
      // The system has the request. The timer of the connection is over before this process can look at it.
      connection.write(get(SEARCH));
      busy(1500);
      await expect.poll(() => connection.statuses).toEqual(Array.from({ length: requests }, () => 200));
    }
    expect(await connection.end()).toBe('closed');
  }, 60_000);

  function busy(milliseconds: number): void {
    const end = performance.now() + milliseconds;
    while (performance.now() < end);
  }
});

it('a client that sends more than it should gets its answer all the same', async () => {
  const started = await folder.start();
  const connection = await RawConnection.open(started);
  connection.socket.pause();
  connection.write(get(SEARCH, 'Connection: close'));
  await expect.poll(() => started.lines.length).toBe(1);
  for (let i = 0; i < 3; i++) {
    await sleep(50);
    connection.write(get(SEARCH));
  }
  connection.socket.resume();
  expect(await connection.end()).toBe('closed');
  expect(connection.statuses).toEqual([200]);
});

describe('a refusal', () => {
  let started: Started;

  beforeAll(async () => {
    started = await folder.start();
  });

  it('reaches a client that still sends its body', async () => {
    const client = new HttpClient(started.url);
    const headers = { 'content-type': 'application/json', token: KEY };
    for (let i = 0; i < 20; i++) {
      const { status, headers: answered } = await client.send('/graphql', { body: 'x'.repeat(2_000_000), headers });
      expect({ status, connection: answered.connection }).toEqual({ status: 413, connection: 'close' });
    }
    client.close();
  });
});
