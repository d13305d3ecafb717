import { once } from 'node:events';
import { rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PartServer } from '../../../../examples/server/src/part-server.js';
import { KEY, PARTS, SampleFolder, type Started, withoutTime } from './sample-server.js';

let folder: SampleFolder;

beforeAll(async () => {
  folder = await SampleFolder.create();
}, 60_000);

afterAll(() => folder.remove());

const hits = (text: string): number => (JSON.parse(text) as { hits: number }).hits;
const message = (text: string): string => (JSON.parse(text) as { message: string }).message;

describe('refusals', () => {
  let started: Started;

  beforeAll(async () => {
    started = await folder.start();
  });

  it.each([
    [400, '/api/v3/parts/search?q=x', 'apikey is missing'],
    [400, `/api/v3/parts/search?limit=101&start=-1&apikey=${KEY}`, 'limit must be between 0 and 100'],
    [403, '/api/v3/parts/search?apikey=no-key', 'Invalid API key'],
    [403, '/api/v3/parts/search?apikey=%23%20the%20keys', 'Invalid API key'],
    [404, `/api/v3/parts/0000000000000000?apikey=${KEY}`, '0000000000000000'],
    [404, `/api/v3/parts?apikey=${KEY}`, '/parts/match'],
    [404, '/', '/api/v3/'],
  ])('%i %s', async (status, target, text) => {
    const answer = await started.fetch(target);
    expect(answer.status).toBe(status);
    expect(message(answer.text)).toContain(text);
  });

  it('405 of another method', async () => {
    const answer = await started.fetch(`/api/v3/parts/search?apikey=${KEY}`, { method: 'POST', body: '{}' });
    expect(answer.status).toBe(405);
    expect(answer.headers.get('allow')).toBe('GET');
  });

  it('what is refused with a body that nobody reads closes its connection', async () => {
    const body = 'x'.repeat(1_000_000);
    for (let i = 0; i < 3; i++) {
      const answer = await started.fetch(`/api/v3/parts/search?apikey=${KEY}`, { method: 'POST', body });
      expect({ status: answer.status, connection: answer.headers.get('connection') }).toEqual({
        status: 405,
        connection: 'close',
      });
      const { status, headers } = await started.ask('/parts/search?limit=0');
      expect({ status, connection: headers.get('connection') }).toEqual({ status: 200, connection: 'keep-alive' });
    }
  });

  it('431 of a URL that is too long', async () => {
    expect((await started.ask(`/parts/search?q=${'x'.repeat(60_000)}`)).status).toBe(200);
    expect((await started.ask(`/parts/search?q=${'x'.repeat(70_000)}`)).status).toBe(431);
  });

  it('every key of the file may ask, and none is in the log', async () => {
    expect((await started.fetch('/api/v3/parts/search?%61pikey=another+key&q=tell-me')).status).toBe(200);
    const line = started.lines.find((text) => text.includes('q=tell-me'));
    expect(line).toMatch(
      /^\d{4}-\d\d-\d\dT[\d:.]+Z 127\.0\.0\.1 GET \/api\/v3\/parts\/search\?%61pikey=…&q=tell-me 200 \d+\.\d ms$/,
    );
    expect(started.lines.join('\n')).not.toMatch(/another\+key|demo-key/);
  });
});

it('429 of more than 3 requests per second of an address', async () => {
  const started = await folder.start(3);
  const statuses = async () =>
    (await Promise.all(Array.from({ length: 8 }, () => started.ask('/parts/search?q=relay&limit=1')))).map(
      ({ status }) => status,
    );
  const first = await statuses();
  expect(first.filter((status) => status === 200)).toHaveLength(3);
  expect(first.filter((status) => status === 429)).toHaveLength(5);
  await sleep(1100);
  const { status, headers } = await started.ask('/parts/search?limit=0');
  expect({ status, retryAfter: headers.get('retry-after') }).toEqual({ status: 200, retryAfter: null });
  await statuses();
  const refused = await started.ask('/parts/search?limit=0&callback=show');
  expect(refused.status).toBe(429);
  expect(refused.headers.get('retry-after')).toBe('1');
  expect(refused.text).toMatch(/^\/\*\*\/show\(\{"message":"too many requests/);
});

it('1,000 requests at once get the answers of one at a time', async () => {
  const started = await folder.start();
  const words = ['resistor', 'ceramic x7r', '0603', 'power -inductor', 'thick film', 'smd', '10%', 'relay', 'diode', 'CR*'];
  const ways = [
    (q: string) => `/parts/search?q=${q}&limit=5&facet[fields][brand.name][include]=true`,
    (q: string) => `/parts/search?q=${q}&start=2&limit=3&sortby=avg_price%20asc&stats[avg_price][include]=true`,
    (q: string) => `/parts/match?queries=${encodeURIComponent(JSON.stringify([{ q: decodeURIComponent(q), reference: q }]))}`,
    (q: string) => `/brands/search?q=${q}`,
    (q: string) => `/parts/search?q=${q}&limit=0&spec_drilldown[include]=1`,
  ];
  const targets = words.flatMap((word) => ways.map((way) => way(encodeURIComponent(word))));
  const alone: unknown[] = [];
  for (const target of targets) {
    const { status, text } = await started.ask(target);
    expect(status, text).toBe(200);
    alone.push(withoutTime(text));
  }
  const together = await Promise.all(Array.from({ length: 1000 }, (_, i) => started.ask(targets[(i * 7) % targets.length])));
  for (const [i, { text }] of together.entries()) expect(withoutTime(text)).toEqual(alone[(i * 7) % targets.length]);
  expect(started.lines).toHaveLength(targets.length + together.length);
}, 120_000);

describe('a new catalog', () => {
  it('takes the place of the old one while requests run', async () => {
    const own = await SampleFolder.create();
    try {
      const started = await own.start();
      await own.writeCatalog(100);
      await own.writeKeys(`${KEY}\nnew-key\n`);
      const during = Array.from({ length: 50 }, () => started.ask('/parts/search?q=smd&spec_drilldown[include]=1'));
      const reload = started.server.reload();
      const answers = await Promise.all(during);
      await reload;
      expect(answers.map(({ status }) => status)).toEqual(during.map(() => 200));
      expect(hits((await started.ask('/parts/search')).text)).toBe(100);
      expect((await started.fetch('/api/v3/parts/search?apikey=new-key')).status).toBe(200);
      expect(started.lines).toContain('a new catalog: 100 parts; keys: 2');
    } finally {
      await own.remove();
    }
  }, 60_000);

  it('leaves the old one where it is none', async () => {
    const own = await SampleFolder.create();
    try {
      const started = await own.start();
      await rm(own.catalog);
      await writeFile(own.catalog, 'no catalog');
      await started.server.reload();
      expect(started.lines.at(-1)).toMatch(/^the old catalog stays: /);
      expect(hits((await started.ask('/parts/search?limit=0')).text)).toBe(PARTS);
      await own.writeKeys('# nobody\n');
      await started.server.reload();
      expect(started.lines.at(-1)).toContain('has no key');
      expect((await started.ask('/parts/search?limit=0')).status).toBe(200);
    } finally {
      await own.remove();
    }
  }, 60_000);
});

describe('a stop', () => {
  it('ends the requests that run and closes the port', async () => {
    const started = await folder.start();
    const running = Array.from({ length: 20 }, () => started.ask('/parts/search?q=smd&spec_drilldown[include]=1'));
    const first = await running[0];
    expect(first.status).toBe(200);
    await started.server.stop();
    const ended = await Promise.allSettled(running);
    // A connection that was not accepted before the stop is refused; none that was accepted is cut off.
    const answered = ended.filter(({ status }) => status === 'fulfilled').length;
    expect(answered).toBe(started.lines.length);
    await expect(started.ask('/parts/search')).rejects.toThrow('fetch failed');
  });

  it.each([
    [`GET /api/v3/parts/search?apikey=${KEY}`, '\r\n\r\n{"message":"the server is stopping; try again later"}'],
    [`GET /graphql?token=${KEY}`, '{"errors":[{"message":"the server is stopping; try again later"}],"data":null}'],
  ])('refuses %s that begins after it with 503', async (request, body) => {
    const started = await folder.start();
    const socket = connect(Number(new URL(started.url).port), '127.0.0.1');
    await once(socket, 'connect');
    socket.write(`${request} HTTP/1.1\r\nHost: there\r\n`);
    await sleep(100);
    const stopped = started.server.stop();
    socket.write('\r\n');
    let text = '';
    for await (const chunk of socket) text += String(chunk);
    expect(text).toMatch(/^HTTP\/1\.1 503 /);
    expect(text.toLowerCase()).toContain('connection: close');
    expect(text).toContain(body);
    await stopped;
  });
});

describe('a start', () => {
  const start = (options: object) =>
    PartServer.start({ catalog: folder.catalog, keys: folder.keys, host: '127.0.0.1', port: 0, rate: 3, ...options }, () => {});

  it('tells what is missing or taken', async () => {
    const taken = Number(new URL((await folder.start()).url).port);
    await expect(start({ port: taken })).rejects.toThrow(`Port ${taken} of 127.0.0.1 is taken: choose another with --port.`);
    await expect(start({ catalog: `${folder.catalog}.gone` })).rejects.toThrow('catalog.pdx.gone');
    await expect(start({ keys: `${folder.keys}.gone` })).rejects.toThrow('The keys cannot be read: ');
    await expect(start({ host: '192.0.2.1' })).rejects.toThrow('cannot listen on port 0 of 192.0.2.1');
  });
});
