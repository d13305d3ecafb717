import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { type Socket, Server as SocketServer } from 'node:net';
import { Connection, type Respond } from './connection.js';

/** Timeouts of clients in milliseconds. */
export interface Timeouts {
  /** For a whole request, from its first byte to its last. */
  readonly request: number;
  /** For a client to read some of its answer. */
  readonly unread: number;
  /** For the next request of a connection. Clients receive it in whole seconds. */
  readonly idle: number;
  /** For all connections to end when the server stops. */
  readonly stop: number;
}

export const TIMEOUTS: Timeouts = { request: 30_000, unread: 30_000, idle: 5_000, stop: 10_000 };

/** The number of checks within `Timeouts.unread` whether clients read. */
const LOOKS = 10;

/** The status for bytes that Node's parser rejects; anything else is a bad request. */
const REFUSALS: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: '413 Payload Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

/** The connections of a server, from the first byte to an end that loses no answer. */
export class Connections {
  private readonly open = new Map<Socket, Connection>();
  private readonly timer: NodeJS.Timeout;

  /** @param log receives a line about each client that was disconnected */
  constructor(
    private readonly http: Server,
    private readonly timeouts: Timeouts,
    private readonly log: (line: string) => void,
    respond: Respond,
  ) {
    http.keepAliveTimeout = timeouts.idle;
    http.on('connection', (socket: Socket) => {
      this.open.set(socket, new Connection(socket, respond));
      socket.once('close', () => this.open.delete(socket));
    });
    http.on('request', (incoming: IncomingMessage, outgoing: ServerResponse) =>
      this.open.get(incoming.socket)?.receive(incoming, outgoing),
    );
    http.on('timeout', (socket: Socket) => this.open.get(socket)?.endIfIdle());
    http.on('clientError', ({ code = '' }: NodeJS.ErrnoException, socket) =>
      this.open.get(socket as Socket)?.refuse(REFUSALS[code] ?? '400 Bad Request'),
    );
    this.timer = setInterval(() => this.cutUnread(), timeouts.unread / LOOKS);
    this.timer.unref();
  }

  /**
   * Accepts no more connections, and resolves when the existing ones have ended: after the answer to the running or the next
   * request, which must have `Connection: close`. Without a request, a connection ends when clients no longer rely on it.
   */
  async end(): Promise<void> {
    // Connections in the system's backlog are not new.
    await turn();
    await turn();
    const closed = new Promise((resolve) => this.http.once('close', resolve));
    // `Server.close` of node:http would also close connections with requests in transit.
    SocketServer.prototype.close.call(this.http);
    const idle = setTimeout(() => this.each((connection) => connection.endIfIdle()), this.timeouts.idle);
    const late = setTimeout(() => this.each((connection) => connection.cut()), this.timeouts.stop);
    await closed;
    for (const timer of [idle, late]) clearTimeout(timer);
    clearInterval(this.timer);
  }

  private cutUnread(): void {
    const { unread } = this.timeouts;
    this.each((connection, { remoteAddress }) => {
      if (connection.cutUnread(LOOKS)) this.log(`${remoteAddress} was cut off: it has read nothing for ${unread / 1000} s`);
    });
  }

  private each(act: (connection: Connection, socket: Socket) => void): void {
    for (const [socket, connection] of [...this.open]) act(connection, socket);
  }
}

/** Waits for one turn of the event loop. */
function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
