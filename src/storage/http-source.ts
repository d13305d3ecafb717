import { AbortedError, ClosedError, UnreadableFileError } from '../model/errors.js';
import { invalid, wrongArgument } from '../model/issues.js';
import { onAbort } from '../work/on-abort.js';
import { BlobSource, type ByteSource } from './byte-source.js';
import { Exchange } from './exchange.js';
import { HEADER_BYTES } from './layout.js';
import { RangeJoiner } from './range-joiner.js';

const DEFAULT_TIMEOUT = 30_000;

/** How to fetch a file from a web server. */
export interface HttpOptions {
  /** Sends the requests instead of the platform's `fetch`, for example with additional headers. */
  fetch?: typeof fetch;
  /** Aborts opening the file; it has no effect once the file is open. */
  signal?: AbortSignal;
  /**
   * Milliseconds without a byte from the server after which a request fails. The next read of those bytes sends a new request.
   * Default 30,000; 0 or Infinity: no timeout.
   */
  timeout?: number;
}

/** A file on a web server, read with range requests. */
export class HttpSource implements ByteSource {
  private readonly ranges = new RangeJoiner((from, to) => this.fetchRange(from, to));

  private constructor(
    private readonly file: RemoteFile,
    readonly length: number,
    /** Identifies the version of the file that was opened: another one may replace it on the server. */
    private readonly version: string,
    private readonly header: Uint8Array,
  ) {}

  /**
   * Requests the header. A server that does not support range requests sends the whole file, which is then kept as a Blob.
   * @throws UnreadableFileError, AbortedError, ValidationError (`url`, `timeout`)
   */
  static async open(url: string | URL, options: HttpOptions = {}): Promise<HttpSource | BlobSource> {
    const file = new RemoteFile(url, options);
    return await file.request(0, HEADER_BYTES, async (response) => {
      if (response.status === 200) return new BlobSource(await response.whole(), file.url);
      if (response.status === 416) throw file.refusal('it is empty; it must be a catalog file');
      const length = response.range().total;
      const header = await response.bytes(0, Math.min(HEADER_BYTES, length));
      return new HttpSource(file, length, response.version, header);
    });
  }

  /** Detaches the abort signal, which is for opening only. */
  opened(): void {
    this.file.signal = undefined;
  }

  /** @throws UnreadableFileError, also if the file on the server has changed since it was opened */
  async read(offset: number, length: number): Promise<Uint8Array> {
    const end = Math.min(offset + length, this.length);
    if (end <= offset) return new Uint8Array(0);
    if (offset === 0 && end <= this.header.length) return this.header.subarray(0, end);
    return this.ranges.read(offset, end);
  }

  /** Does not wait for running reads; they fail. */
  async close(): Promise<void> {
    this.file.close();
  }

  private fetchRange(from: number, to: number): Promise<Uint8Array> {
    return this.file.request(from, to, async (response) => {
      if (response.status === 416 || response.version !== this.version) throw this.changed();
      if (response.status === 200) {
        throw this.file.refusal(`the server sent the whole file instead of bytes ${from} to ${to - 1}`);
      }
      if (response.range().total !== this.length) throw this.changed();
      return response.bytes(from, to);
    });
  }

  private changed(): UnreadableFileError {
    return this.file.refusal('it has changed on the server since it was opened; open it again');
  }
}

/** Sends requests for a file on a web server. */
class RemoteFile {
  readonly url: string;
  signal: AbortSignal | undefined;
  private readonly fetch: typeof fetch;
  private readonly timeout: number;
  private readonly running = new Set<Exchange>();
  private isClosed = false;

  constructor(url: string | URL, options: HttpOptions) {
    const { fetch: send = fetch, signal, timeout = DEFAULT_TIMEOUT } = options;
    try {
      // Relative to the page or worker, as in `fetch`. Resolved once: a page may change its address.
      this.url = new Request(url).url;
    } catch {
      const expected = 'an address such as "https://example.com/parts.pdx"';
      throw invalid('wrong_type', ['url'], `: cannot fetch from "${url}"; it must be ${expected}`, {
        found: String(url),
        expected: [expected],
      });
    }
    if (typeof timeout !== 'number' || !(timeout >= 0)) {
      throw wrongArgument('timeout', 'a number of milliseconds, 0 or Infinity for none', timeout);
    }
    this.fetch = send;
    this.signal = signal;
    this.timeout = timeout;
  }

  /** Requests the bytes `[from, to)` and passes the response to `read`. Cancels what `read` leaves unread. */
  async request<T>(from: number, to: number, read: (response: RangeResponse) => Promise<T>): Promise<T> {
    if (this.isClosed) throw new ClosedError();
    const exchange = new Exchange(this.timeout, () => {
      return this.refusal(`the server has sent nothing for ${this.timeout / 1000} s`);
    });
    const { signal } = this;
    const abort = () => exchange.end(new AbortedError(signal as AbortSignal));
    if (signal?.aborted) abort();
    const forget = signal && onAbort(signal, abort);
    this.running.add(exchange);
    try {
      return await read(new RangeResponse(this, exchange, await this.send(from, to, exchange)));
    } finally {
      this.running.delete(exchange);
      forget?.();
      exchange.end();
    }
  }

  /** Ends all running requests; later ones fail. */
  close(): void {
    this.isClosed = true;
    for (const exchange of this.running) exchange.end(new ClosedError());
  }

  /** The response: a range (206), the whole file (200), or a range past the end of the file (416). */
  private async send(from: number, to: number, exchange: Exchange): Promise<Response> {
    const { fetch, url } = this;
    const { signal } = exchange;
    const headers = { Range: `bytes=${from}-${to - 1}` };
    // Chromium runs cacheable requests for one URL one after the other.
    const sending = async () => fetch(url, { headers, signal, cache: 'no-store' });
    const response = await this.step(exchange, sending(), this.noResponse());
    const { status, statusText } = response;
    if (status === 206 || status === 200 || status === 416) return response;
    response.body?.cancel().catch(() => {});
    throw this.refusal(`the server answered ${`${status} ${statusText}`.trim()}`);
  }

  /** The result of a step of an exchange; if it fails, an error that names the file. */
  async step<T>(exchange: Exchange, awaited: Promise<T>, what: string): Promise<T> {
    try {
      return await exchange.within(awaited);
    } catch (cause) {
      throw exchange.failure ?? this.refusal(`${what} (${reasonOf(cause)})`, { cause });
    }
  }

  refusal(reason: string, options?: ErrorOptions): UnreadableFileError {
    return new UnreadableFileError(this.url, reason, options);
  }

  /** A page cannot distinguish a missing response from one that it may not read. */
  private noResponse(): string {
    const { location } = globalThis;
    if (location === undefined || location.origin === new URL(this.url).origin) return 'no answer';
    return 'no answer that this page may read; a server of another origin must send Access-Control-Allow-Origin';
  }
}

/** A response, with checks of its headers and length. */
class RangeResponse {
  private readonly body: Response;

  constructor(
    private readonly file: RemoteFile,
    private readonly exchange: Exchange,
    private readonly response: Response,
  ) {
    this.body = new Response(response.body && exchange.watched(response.body));
  }

  get status(): number {
    return this.response.status;
  }

  /** The version of the file according to HTTP; empty if the server sends none. */
  get version(): string {
    const { headers } = this.response;
    return headers.get('ETag') ?? headers.get('Last-Modified') ?? '';
  }

  /** The bytes `[from, to)` that the response holds, and the length of the file. */
  range(): { from: number; to: number; total: number } {
    const range = this.response.headers.get('Content-Range');
    const [, first, last, total] = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(range ?? '') ?? [];
    if (total) return { from: Number(first), to: Number(last) + 1, total: Number(total) };
    if (range !== null) throw this.file.refusal(`the server sent "Content-Range: ${range}", not as "bytes 0-63/5000"`);
    throw this.file.refusal(
      `the answer ${this.status} has no Content-Range; a server of another origin must name it in Access-Control-Expose-Headers`,
    );
  }

  /** The bytes `[from, to)`, which must be the whole response. */
  async bytes(from: number, to: number): Promise<Uint8Array> {
    const encoding = this.response.headers.get('Content-Encoding') ?? 'identity';
    if (encoding !== 'identity') {
      throw this.file.refusal(`the server sent a range of it in "Content-Encoding: ${encoding}"; it must serve it as it is`);
    }
    const range = this.range();
    if (range.from !== from || range.to !== to) {
      throw this.file.refusal(`the server sent bytes ${range.from} to ${range.to - 1} instead of ${from} to ${to - 1}`);
    }
    const bytes = new Uint8Array(await this.step(this.body.arrayBuffer()));
    if (bytes.length === to - from) return bytes;
    throw this.file.refusal(`the server sent ${bytes.length} bytes instead of ${to - from}`);
  }

  /** The whole file. */
  whole(): Promise<Blob> {
    return this.step(this.body.blob());
  }

  private step<T>(body: Promise<T>): Promise<T> {
    return this.file.step(this.exchange, body, 'the answer broke off');
  }
}

/** Node gives the reason of a failed request in the cause of its error; browsers do not give it. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? reasonOf(error.cause) : error.message;
}
