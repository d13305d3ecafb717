import { rm, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PartServer } from '../../../../examples/server/src/part-server.js';
import { KEY, PARTS, SampleFolder, type Started } from '../../../support/sample-server.js';

let folder: SampleFolder;

beforeAll(async () => {
  folder = await SampleFolder.create();
}, 60_000);

afterAll(() => folder.remove());

const hits = (text: string): number => (JSON.parse(text) as { hits: number }).hits;
const message = (text: string): string => (JSON.parse(text) as { message: string }).message;

it.each([true, false])('reads keywords of parts as questions in both interfaces if it assists: %j', async (assist) => {
  const started = await folder.start({ assist });
  expect('understood' in JSON.parse((await started.send('/parts/search?q=resistor')).text)).toBe(assist);
  const { text } = await started.fetch('/graphql', {
    method: 'POST',
    headers: { 'content-type': 'application/json', token: KEY },
    body: JSON.stringify({ query: '{ search(q: "resistor") { hits } }' }),
  });
  const { data, extensions } = JSON.parse(text);
  expect(data.search.hits).toBeGreaterThanOrEqual(0);
  expect(Boolean(extensions?.understood?.search)).toBe(assist);
});

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

  it('a refused request with an unread body closes its connection', async () => {
    const body = 'x'.repeat(1_000_000);
    for (let i = 0; i < 3; i++) {
      const answer = await started.fetch(`/api/v3/parts/search?apikey=${KEY}`, { method: 'POST', body });
      expect({ status: answer.status, connection: answer.headers.get('connection') }).toEqual({
        status: 405,
        connection: 'close',
      });
      const { status, headers } = await started.send('/parts/search?limit=0');
      expect({ status, connection: headers.get('connection') }).toEqual({ status: 200, connection: 'keep-alive' });
    }
  });

  it('431 of a URL that is too long', async () => {
    expect((await started.send(`/parts/search?q=${'x'.repeat(60_000)}`)).status).toBe(200);
    expect((await started.send(`/parts/search?q=${'x'.repeat(70_000)}`)).status).toBe(431);
  });
});

it('304 for what the client has already', async () => {
  const started = await folder.start();
  const { headers } = await started.send('/parts/search?q=relay');
  const tag = headers.get('etag') as string;
  const again = await started.fetch(`/api/v3/parts/search?q=relay&apikey=${KEY}`, { headers: { 'if-none-match': tag } });
  expect([again.status, again.text, again.headers.get('etag')]).toEqual([304, '', tag]);
});

it('429 of more than 3 requests per second of an address', async () => {
  const started = await folder.start({ rate: 3 });
  const statuses = async () =>
    (await Promise.all(Array.from({ length: 8 }, () => started.send('/parts/search?q=relay&limit=1')))).map(
      ({ status }) => status,
    );
  const first = await statuses();
  expect(first.filter((status) => status === 200)).toHaveLength(3);
  expect(first.filter((status) => status === 429)).toHaveLength(5);
  await sleep(1100);
  const { status, headers } = await started.send('/parts/search?limit=0');
  expect({ status, retryAfter: headers.get('retry-after') }).toEqual({ status: 200, retryAfter: null });
  await statuses();
  const refused = await started.send('/parts/search?limit=0&callback=show');
  expect(refused.status).toBe(429);
  expect(refused.headers.get('retry-after')).toBe('1');
  expect(refused.text).toMatch(/^\/\*\*\/show\(\{"message":"too many requests/);
});

describe('a new catalog', () => {
  it('takes the place of the old one while requests run', async () => {
    const own = await SampleFolder.create();
    try {
      const started = await own.start();
      await own.writeCatalog(100);
      await own.writeKeys(`${KEY}\nnew-key\n`);
      const during = Array.from({ length: 50 }, () => started.send('/parts/search?q=smd&spec_drilldown[include]=1'));
      const reload = started.server.reload();
      const answers = await Promise.all(during);
      await reload;
      expect(answers.map(({ status }) => status)).toEqual(during.map(() => 200));
      expect(hits((await started.send('/parts/search')).text)).toBe(100);
      expect((await started.fetch('/api/v3/parts/search?apikey=new-key')).status).toBe(200);
      expect(started.lines).toContain('a new catalog: 100 parts; keys: 2');
    } finally {
      await own.remove();
    }
  }, 60_000);

  it('leaves the old one in place where it is not a catalog', async () => {
    const own = await SampleFolder.create();
    try {
      const started = await own.start();
      await rm(own.catalog);
      await writeFile(own.catalog, 'no catalog');
      await started.server.reload();
      expect(started.lines.at(-1)).toMatch(/^the old catalog stays: /);
      expect(hits((await started.send('/parts/search?limit=0')).text)).toBe(PARTS);
      await own.writeKeys('# no keys\n');
      await started.server.reload();
      expect(started.lines.at(-1)).toContain('has no key');
      expect((await started.send('/parts/search?limit=0')).status).toBe(200);
    } finally {
      await own.remove();
    }
  }, 60_000);
});

describe('a start', () => {
  const start = (options: object) => PartServer.start({ ...folder.unlimited, ...options }, () => {});

  it('reports what is missing or taken', async () => {
    const taken = Number(new URL((await folder.start()).url).port);
    await expect(start({ port: taken })).rejects.toThrow(`Port ${taken} of 127.0.0.1 is taken: choose another with --port.`);
    await expect(start({ catalog: `${folder.catalog}.gone` })).rejects.toThrow('catalog.pdx.gone');
    await expect(start({ keys: `${folder.keys}.gone` })).rejects.toThrow('The keys cannot be read: ');
    await expect(start({ host: '192.0.2.1' })).rejects.toThrow('cannot listen on port 0 of 192.0.2.1');
  });
});
