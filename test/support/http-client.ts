import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Agent, type IncomingMessage, type OutgoingHttpHeaders, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Started } from './sample-server.js';

/** What Linux lets wait for a server to accept it; other systems may allow as few as this. */
const FEWEST_WAITING_CONNECTIONS = 128;

/** What a server answered. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly text: string;
}

/** A client that keeps its connections and has no patience of its own that could end. */
export class HttpClient {
  private readonly agent: Agent;

  /** @param connections most at a time */
  constructor(
    private readonly url: string,
    connections = Number.POSITIVE_INFINITY,
  ) {
    this.agent = new Agent({ keepAlive: true, maxSockets: connections });
  }

  async send(target: string, post?: { readonly body: string; readonly headers: OutgoingHttpHeaders }): Promise<RawAnswer> {
    const sent = request(this.url + target, { agent: this.agent, method: post ? 'POST' : 'GET', headers: post?.headers });
    sent.end(post?.body);
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    return { status: response.statusCode ?? 0, headers: response.headers, text: await text(response) };
  }

  close(): void {
    this.agent.destroy();
  }
}

/** The most connections that tests may open at once on this system. */
export function mostConnections(wanted: number): number {
  try {
    return Math.min(wanted, Number(readFileSync('/proc/sys/net/core/somaxconn', 'utf8')));
  } catch {
    return Math.min(wanted, FEWEST_WAITING_CONNECTIONS);
  }
}

/** A connection whose bytes the test itself writes and reads. */
export class RawConnection {
  private readonly ended: Promise<string>;
  received = '';

  private constructor(readonly socket: Socket) {
    socket.setEncoding('latin1');
    socket.on('data', (chunk) => (this.received += String(chunk)));
    this.ended = new Promise((resolve) => {
      socket.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
      socket.once('end', () => resolve('closed'));
    });
  }

  static async open({ url }: Started): Promise<RawConnection> {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    await once(socket, 'connect');
    return new RawConnection(socket);
  }

  write(bytes: string): void {
    this.socket.write(bytes, 'latin1');
  }

  /** How the connection ended: `closed` by the server in the usual way, or with the code of an error. */
  end(): Promise<string> {
    return this.ended;
  }

  /** The status lines that have come. */
  get statuses(): number[] {
    return [...this.received.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
  }
}

/** The head and end of a request. */
export function get(target: string, ...headers: string[]): string {
  return `${[`GET ${target} HTTP/1.1`, 'Host: there', ...headers].join('\r\n')}\r\n\r\n`;
}
