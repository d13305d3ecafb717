import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { HttpClient } from '../../../support/http-client.js';
import { KEY, PARTS, SampleFolder } from '../../../support/sample-server.js';

const TIMEOUT = 60_000;

let folder: SampleFolder;
const running = new Set<Program>();

beforeAll(async () => {
  folder = await SampleFolder.create();
}, TIMEOUT);

afterEach(async () => {
  for (const program of running) await program.end();
});

afterAll(() => folder.remove());

/** The command of the README. npm and its shell are a group of processes of their own, so that all end together. */
class Program {
  private text = '';
  private readonly child: ChildProcessWithoutNullStreams;
  private readonly ended: Promise<unknown[]>;

  constructor(...args: string[]) {
    this.child = spawn('npm', ['run', '--silent', 'example:server', '--', ...args], { detached: true });
    this.ended = once(this.child, 'close');
    for (const stream of [this.child.stdout, this.child.stderr]) stream.on('data', (chunk) => (this.text += String(chunk)));
    running.add(this);
  }

  /** What it printed, once that is there. */
  printed(what: RegExp): Promise<RegExpExecArray> {
    return expect
      .poll(() => what.exec(this.text) ?? undefined, { timeout: TIMEOUT })
      .toBeDefined()
      .then(() => what.exec(this.text)!);
  }

  async status(): Promise<{ status: unknown; text: string }> {
    const [status] = await this.ended;
    return { status, text: this.text };
  }

  async end(): Promise<void> {
    running.delete(this);
    if (this.child.exitCode === null && this.child.signalCode === null) process.kill(-this.child.pid!, 'SIGKILL');
    await this.ended;
  }
}

it('listens, takes a new catalog and stops, as the README says', { timeout: 2 * TIMEOUT }, async () => {
  const program = new Program(folder.catalog, '--port', '0');
  const [, url, pid] = await program.printed(/listening on (http:\S+), process (\d+)\n/);
  const hits = async () => {
    const response = await fetch(`${url}/api/v3/parts/search?limit=0&apikey=${KEY}`);
    return ((await response.json()) as { hits: number }).hits;
  };
  expect(await hits()).toBe(PARTS);
  await folder.writeCatalog(50);
  process.kill(Number(pid), 'SIGHUP');
  await program.printed(/a new catalog: 50 parts; keys: 1\n/);
  expect(await hits()).toBe(50);
  process.kill(Number(pid), 'SIGTERM');
  const { status, text } = await program.status();
  expect(status).toBe(0);
  expect(text).toMatch(/SIGTERM: running requests end, no new connections\nstopped\n$/);
  expect(text).not.toContain(KEY);
});

it('answers clients that ask all the time until they know that it stops', { timeout: 2 * TIMEOUT }, async () => {
  const program = new Program(folder.catalog, '--port', '0', '--rate', '1000000');
  const [, url, pid] = await program.printed(/listening on (http:\S+), process (\d+)\n/);
  let answered = 0;
  const clients = Array.from({ length: 16 }, async () => {
    const client = new HttpClient(url, 1);
    for (let last = false; !last; answered++) {
      const { status, headers } = await client.send(`/api/v3/parts/search?q=smd&limit=1&apikey=${KEY}`);
      expect(status).toBe(200);
      last = headers.connection === 'close';
    }
    client.close();
  });
  await expect.poll(() => answered, { timeout: TIMEOUT }).toBeGreaterThan(160);
  process.kill(Number(pid), 'SIGTERM');
  await Promise.all(clients);
  expect(await program.status()).toMatchObject({ status: 0, text: expect.stringMatching(/\nstopped\n$/) });
});

it.each([
  ['SIGTERM', 'SIGINT'],
  ['SIGINT', 'SIGINT'],
] as const)('%s, then %s: ends at once', { timeout: 2 * TIMEOUT }, async (first, second) => {
  const program = new Program(folder.catalog, '--port', '0');
  const [, url, pid] = await program.printed(/listening on (http:\S+), process (\d+)\n/);
  const { hostname, port } = new URL(url);
  const idle = connect(Number(port), hostname);
  await once(idle, 'connect');
  idle.on('error', () => {});
  process.kill(Number(pid), first);
  await program.printed(/running requests end/);
  process.kill(Number(pid), second);
  const { status, text } = await program.status();
  expect(status).not.toBe(0);
  expect(text).not.toContain('stopped');
  idle.destroy();
});

it.each([
  [[], /^which catalog\? Name its file\.\n\nUsage: /],
  [['no.pdx'], /no\.pdx/],
])('%j: status 1 and the reason, without a stack', { timeout: 2 * TIMEOUT }, async (args, reason) => {
  const { status, text } = await new Program(...args).status();
  expect(text).toMatch(reason);
  expect(text).not.toContain('    at ');
  expect(status).toBe(1);
});
