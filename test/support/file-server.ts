import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

export interface ServedFile {
  readonly bytes: Uint8Array;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A request that was made, and how many bytes of a body were sent for it. */
export interface ServedRequest {
  readonly path: string;
  readonly range: string | undefined;
  readonly sent: number;
}

/** Answers a request otherwise than a good server does; false: as a good one. */
export type Misbehavior = (file: ServedFile, request: IncomingMessage, response: ServerResponse) => boolean;

/** A static web server on 127.0.0.1 that answers range requests, unless told otherwise. */
export class FileServer {
  readonly files = new Map<string, ServedFile>();
  readonly requests: ServedRequest[] = [];
  misbehave: Misbehavior | undefined;
  /** Milliseconds before each answer. */
  latency = 0;
  /** What every answer waits for. */
  held: Promise<void> | undefined;

  private constructor(private readonly server: Server) {}

  static async start(): Promise<FileServer> {
    const server = createServer(async (request, response) => {
      await wait(files.latency);
      await files.held;
      files.answer(request, response);
    });
    // A test that computes for long must not find its connections closed.
    server.keepAliveTimeout = 60_000;
    const files = new FileServer(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return files;
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Sends no answer until the function is called that it gives. */
  hold(): () => void {
    let release = () => {};
    this.held = new Promise((resolve) => {
      release = resolve;
    });
    return release;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private answer(request: IncomingMessage, response: ServerResponse): void {
    const path = (request.url ?? '').slice(1);
    const file = this.files.get(path);
    const { range } = request.headers;
    const log = (sent: number) => this.requests.push({ path, range, sent });
    if (!file) {
      log(0);
      response.writeHead(404).end();
    } else if (this.misbehave?.(file, request, response)) {
      log(0);
    } else {
      log(sendRange(file, range, response));
    }
  }
}

/** The first `length` bytes of the file, or all of it, as an answer 200. */
export function sendWhole({ bytes, headers }: ServedFile, response: ServerResponse): number {
  response.writeHead(200, { 'Content-Length': bytes.length, ...headers }).end(bytes);
  return bytes.length;
}

function sendRange(file: ServedFile, range: string | undefined, response: ServerResponse): number {
  const { bytes, headers } = file;
  const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(range ?? '') ?? [];
  if (first === undefined) return sendWhole(file, response);
  if (Number(first) >= bytes.length) {
    response.writeHead(416, { 'Content-Range': `bytes */${bytes.length}`, ...headers }).end();
    return 0;
  }
  const end = Math.min(Number(last) + 1, bytes.length);
  const part = bytes.slice(Number(first), end);
  response.writeHead(206, {
    'Accept-Ranges': 'bytes',
    'Content-Length': part.length,
    'Content-Range': `bytes ${first}-${end - 1}/${bytes.length}`,
    ...headers,
  });
  response.end(part);
  return part.length;
}
