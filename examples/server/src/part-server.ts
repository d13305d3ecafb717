import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { createApp } from './app.js';
import { CurrentCatalog } from './current-catalog.js';
import { readKeys } from './keys.js';
import { Limiter } from './limiter.js';
import type { ServerOptions } from './options.js';
import { StartError } from './start-error.js';

/** The URL is the largest part of a request's head: so long may both be. Node answers more with status 431. */
const LARGEST_HEAD = 65_536;
/** A client that does not finish its request is not waited for. */
const REQUEST_TIMEOUT = 30_000;
/** So long a stop waits for connections that do not end. */
const LONGEST_STOP = 10_000;

/** The server: a catalog file and a file of keys on one port. */
export class PartServer {
  private isStopping = false;

  private constructor(
    private readonly options: ServerOptions,
    private readonly log: (line: string) => void,
    private readonly current: CurrentCatalog,
    private keys: ReadonlySet<string>,
    private readonly http: Server,
  ) {}

  /**
   * Opens the catalog, reads the keys and listens.
   * @param log takes the lines of the log
   * @throws {@link StartError} for keys and ports, the errors of `openCatalogFile` for catalogs
   */
  static async start(options: ServerOptions, log: (line: string) => void): Promise<PartServer> {
    const keys = await readKeys(options.keys);
    const current = await CurrentCatalog.open(options.catalog);
    const http = createServer({ maxHeaderSize: LARGEST_HEAD, requestTimeout: REQUEST_TIMEOUT });
    const server = new PartServer(options, log, current, keys, http);
    http.on('request', getRequestListener(server.createApp().fetch));
    try {
      await listen(http, options);
    } catch (error) {
      await current.close();
      throw error;
    }
    return server;
  }

  /** Where it listens: `http://127.0.0.1:8080`. */
  get url(): string {
    const { address, family, port } = this.http.address() as AddressInfo;
    return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
  }

  /** Takes the catalog file and the keys as they are now. What cannot be read leaves all as it was, and is told in the log. */
  async reload(): Promise<void> {
    try {
      const keys = await readKeys(this.options.keys);
      await this.current.swap();
      this.keys = keys;
      this.log(`a new catalog: ${this.current.get().info.parts} parts; keys: ${keys.size}`);
    } catch (error) {
      this.log(`the old catalog stays: ${(error as Error).message}`);
    }
  }

  /** Takes no more requests, answers those that run, and closes the catalog. */
  async stop(): Promise<void> {
    if (this.isStopping) return;
    this.isStopping = true;
    const closed = once(this.http, 'close');
    this.http.close();
    const timer = setTimeout(() => this.http.closeAllConnections(), LONGEST_STOP);
    await closed;
    clearTimeout(timer);
    await this.current.close();
  }

  private createApp() {
    const { current, log } = this;
    const service = {
      catalog: current.get,
      isValidKey: (key: string) => this.keys.has(key),
      limiter: new Limiter(this.options.rate),
      onError: (error: unknown) => log(error instanceof Error ? (error.stack ?? error.message) : String(error)),
    };
    return createApp(service, {
      isStopping: () => this.isStopping,
      during: (request) => current.during(request),
      log,
    });
  }
}

async function listen(http: Server, { host, port }: ServerOptions): Promise<void> {
  http.listen(port, host);
  try {
    await once(http, 'listening');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE') throw new StartError(`Port ${port} of ${host} is taken: choose another with --port.`);
    throw new StartError(`The server cannot listen on port ${port} of ${host}: ${message}`);
  }
}
