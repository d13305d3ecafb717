import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { type MonthlyQuota, monthlyQuota, rateLimit } from 'partdex/limits';
import { fileStore } from 'partdex/node';
import { createApp } from './app.js';
import { CatalogFolder } from './catalog-folder.js';
import { Connections, TIMEOUTS } from './connections.js';
import { CurrentCatalog } from './current-catalog.js';
import { KeyFinder } from './key-finder.js';
import { readKeys } from './keys.js';
import { logLine, withoutKeys } from './log-line.js';
import { isOnCluster, type ServerOptions } from './options.js';
import type { ServedCatalog } from './served-catalog.js';
import { StartError } from './start-error.js';
import { WaitingRequests } from './waiting-requests.js';

/** The maximum size of a request's head, most of which is the URL. Node answers larger ones with status 431. */
const LARGEST_HEAD = 65_536;
/**
 * The maximum length of the backlog; the system may allow less. If more connections arrive at once, clients wait for seconds and
 * some see a reset. Node's default is 511.
 */
const BACKLOG = 4096;
/** The interval of the check for requests that take too long to arrive. */
const LOOKS = 6;

/** The valid keys. */
interface Keys {
  readonly all: ReadonlySet<string>;
  /** Those that may change the catalog. */
  readonly admins: ReadonlySet<string>;
}

/** The server: a catalog and a file of keys on one port. */
export class PartServer {
  private stopped: Promise<void> | undefined;
  private keys: Keys = { all: new Set(), admins: new Set() };
  /** Finds the secrets that must not be in the log. */
  private readonly keyFinder = new KeyFinder();
  private readonly http: Server;
  private readonly connections: Connections;

  private constructor(
    private readonly options: ServerOptions,
    private readonly print: (line: string) => void,
    private readonly current: ServedCatalog,
    private readonly quota: OpenQuota | undefined,
    keys: Keys,
  ) {
    this.takeKeys(keys);
    current.onCommit((commit) => this.log(`commit ${commit}: ${current.get().info.parts} parts`));
    const timeouts = { ...TIMEOUTS, ...options.timeouts };
    this.http = createServer({
      maxHeaderSize: LARGEST_HEAD,
      requestTimeout: timeouts.request,
      connectionsCheckingInterval: timeouts.request / LOOKS,
    });
    // HTTP/1.0 needs no header of the host; health checks of balancers send none.
    const respond = getRequestListener(this.createApp().fetch, { hostname: 'localhost' });
    this.connections = new Connections(this.http, timeouts, this.log, respond);
  }

  /**
   * Opens the catalog, reads the keys and listens.
   * @param print receives the lines of the log
   * @throws {@link StartError} for keys and ports, the errors of `openCatalogFile` and `openLiveCatalog` for catalogs
   */
  static async start(options: ServerOptions, print: (line: string) => void): Promise<PartServer> {
    const keys = await readAllKeys(options);
    const quota = await openQuota(options);
    let current: ServedCatalog | undefined;
    try {
      current = await openCatalog(options, print);
      const server = new PartServer(options, print, current, quota, keys);
      await listen(server.http, options);
      return server;
    } catch (error) {
      await quota?.close();
      await current?.close();
      throw error;
    }
  }

  /** Its address: `http://127.0.0.1:8080`. */
  get url(): string {
    const { address, family, port } = this.http.address() as AddressInfo;
    return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
  }

  /** Reloads the keys and a catalog file; a folder is followed anyway. If one cannot be read, nothing changes, and the log has the reason. */
  async reload(): Promise<void> {
    if (this.stopped) return;
    try {
      const keys = await readAllKeys(this.options);
      await this.current.swap();
      this.takeKeys(keys);
      this.log(`a new catalog: ${this.current.get().info.parts} parts; keys: ${keys.all.size}`);
    } catch (error) {
      this.log(`the old catalog stays: ${(error as Error).message}`);
    }
  }

  /** Accepts no more connections, answers the requests of the open ones, and closes the catalog. */
  stop(): Promise<void> {
    this.stopped ??= this.connections.end().then(async () => {
      await this.current.close();
      await this.quota?.close();
    });
    return this.stopped;
  }

  private takeKeys(keys: Keys): void {
    this.keys = keys;
    this.keyFinder.add(keys.all);
    this.keyFinder.add(keys.admins);
  }

  /** Removes keys from every line. */
  private readonly log = (line: string): void => this.print(withoutKeys(line, this.keyFinder));

  private createApp() {
    const { current, log } = this;
    const service = {
      catalog: current.get,
      live: current.writable,
      isValidKey: (key: string) => this.keys.all.has(key),
      isAdminKey: (key: string) => this.keys.admins.has(key),
      admit: rateLimit({ perSecond: this.options.rate }),
      quota: this.quota?.limit,
      waiting: new WaitingRequests(this.options.waiting),
      assist: this.options.assist,
      onError: (error: unknown) => log(error instanceof Error ? (error.stack ?? error.message) : String(error)),
    };
    return createApp(service, {
      isStopping: () => this.stopped !== undefined,
      during: (request) => current.during(request),
      log: (request) => log(logLine(request, this.keyFinder)),
    });
  }
}

async function readAllKeys({ keys, adminKeys }: ServerOptions): Promise<Keys> {
  return { all: await readKeys(keys), admins: adminKeys === undefined ? new Set() : await readKeys(adminKeys) };
}

/** Opens a file or a catalog on a cluster, or follows a folder, which this server writes if there are admins. */
async function openCatalog(options: ServerOptions, log: (line: string) => void): Promise<ServedCatalog> {
  const { catalog, adminKeys, workers, timeout } = options;
  if (isOnCluster(catalog) && adminKeys === undefined) {
    // The client of clusters is loaded for them alone.
    const { ClusterCatalog } = await import('./cluster-catalog.js');
    return ClusterCatalog.open(catalog, timeout);
  }
  const isFolder = await stat(catalog).then(
    (info) => info.isDirectory(),
    () => false,
  );
  if (isFolder) return CatalogFolder.open(catalog, { writes: adminKeys !== undefined, milliseconds: timeout, log });
  if (adminKeys !== undefined)
    throw new StartError('--admin-keys is for the folder of a live catalog; "partdex live" makes one of a file.');
  return CurrentCatalog.open(catalog, { workers, limits: { milliseconds: timeout } });
}

/** A quota, and how to close what keeps it. */
interface OpenQuota {
  readonly limit: MonthlyQuota;
  close(): Promise<void>;
}

async function openQuota({ quota, usage }: ServerOptions): Promise<OpenQuota | undefined> {
  if (quota === undefined) return undefined;
  if (usage === undefined) return { limit: monthlyQuota({ parts: quota }), close: async () => {} };
  const store = await fileStore(usage);
  return { limit: monthlyQuota({ parts: quota, store }), close: store.close };
}

async function listen(http: Server, { host, port }: ServerOptions): Promise<void> {
  http.listen({ port, host, backlog: BACKLOG });
  try {
    await once(http, 'listening');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE') throw new StartError(`Port ${port} of ${host} is taken: choose another with --port.`);
    throw new StartError(`The server cannot listen on port ${port} of ${host}: ${message}`);
  }
}
