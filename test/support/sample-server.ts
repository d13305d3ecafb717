import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ServerOptions } from '../../examples/server/src/options.js';
import { PartServer } from '../../examples/server/src/part-server.js';
import { buildCatalog } from '../../src/partdex.js';
import { generateSample, sampleMetadata } from '../../src/sample/sample.js';

export const KEY = 'demo-key';
export const PARTS = 1000;

/** A folder with a catalog of the sample's first parts and a file of keys, and the servers that were started on them. */
export class SampleFolder {
  private readonly servers: PartServer[] = [];

  private constructor(
    private readonly path: string,
    readonly catalog: string,
    readonly keys: string,
  ) {}

  static async create(): Promise<SampleFolder> {
    const path = await mkdtemp(join(tmpdir(), 'partdex-server-'));
    const folder = new SampleFolder(path, join(path, 'catalog.pdx'), join(path, 'keys.txt'));
    await folder.writeCatalog(PARTS);
    await folder.writeKeys(`# the keys\n\n  ${KEY} \r\nanother key\n#no-key\n`);
    return folder;
  }

  async writeCatalog(parts: number): Promise<void> {
    const catalog = await buildCatalog({ parts: generateSample(parts), ...sampleMetadata() });
    // As a build does: the file that is open stays what it was.
    await writeFile(`${this.catalog}.new`, await catalog.toBytes());
    await rename(`${this.catalog}.new`, this.catalog);
    await catalog.close();
  }

  writeKeys(text: string): Promise<void> {
    return writeFile(this.keys, text);
  }

  /** Starts a server as `unlimited` says, except for these options. */
  async start(options: Partial<ServerOptions> = {}): Promise<Started> {
    const lines: string[] = [];
    const server = await PartServer.start({ ...this.unlimited, ...options }, (line) => lines.push(line));
    this.servers.push(server);
    return new Started(server, lines);
  }

  /** Options without threads and without limits that a busy machine could reach. */
  get unlimited(): ServerOptions {
    const { catalog, keys } = this;
    const timeouts = { idle: 1000, stop: 60_000 };
    const most = 1_000_000;
    return {
      catalog,
      keys,
      host: '127.0.0.1',
      port: 0,
      rate: most,
      workers: 0,
      waiting: most,
      timeout: most,
      assist: false,
      timeouts,
    };
  }

  async remove(): Promise<void> {
    for (const server of this.servers) await server.stop();
    await rm(this.path, { recursive: true, force: true });
  }
}

/** What a server answered. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** A server that listens, and the lines of its log. */
export class Started {
  readonly url: string;

  constructor(
    readonly server: PartServer,
    readonly lines: readonly string[],
  ) {
    this.url = server.url;
  }

  /** @param target what follows the base address of version 3, without the key */
  send(target: string): Promise<Answer> {
    return this.fetch(`/api/v3${target}${target.includes('?') ? '&' : '?'}apikey=${KEY}`);
  }

  async fetch(target: string, init?: RequestInit): Promise<Answer> {
    const response = await fetch(this.url + target, init);
    return { status: response.status, headers: response.headers, text: await response.text() };
  }
}

/** An answer as it would be without the time that it took. */
export function withoutTime(text: string): unknown {
  return JSON.parse(text, (name, value: unknown) => (name === 'msec' ? undefined : value));
}
